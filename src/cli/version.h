/* SPDX-License-Identifier: MIT
 * The version and the build: `foldcheck --version`. */
#ifndef FOLDCHECK_CLI_VERSION_H
#define FOLDCHECK_CLI_VERSION_H

/* "0.2.0" */
const char *version_number(void);

/* The commit that was built, or "unknown", and the compilers. */
const char *version_commit(void);
const char *version_compilers(void);

/* Prints the version, the commit, the compilers, and the backends that are found. */
void version_print(void);

#endif
