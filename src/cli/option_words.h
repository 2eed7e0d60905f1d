/* SPDX-License-Identifier: MIT
 * The words of some options' values, for the parser, its message and the completion of shells. */
#ifndef FOLDCHECK_CLI_OPTION_WORDS_H
#define FOLDCHECK_CLI_OPTION_WORDS_H

#include "status.h"

#include <stdbool.h>

/* For the value's name in the tables of options ("D", "W"): words, each followed by a blank; NULL if it takes others,
 * too. */
const char *option_words(const char *takes);

/* False, with the reason, if an option takes one of some words, and the value is none. */
bool option_word_check(const char *takes, const char *value, struct text *why);

#endif
