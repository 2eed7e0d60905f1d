/* SPDX-License-Identifier: MIT */
#ifndef FOLDCHECK_CLI_STRATEGY_FILE_H
#define FOLDCHECK_CLI_STRATEGY_FILE_H

/* The source file of one of foldcheck's own strategies, "hip/reduce/reduce_window.hip"; NULL for any other name. */
const char *strategy_file(const char *strategy);

#endif
