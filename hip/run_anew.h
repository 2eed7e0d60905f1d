/* SPDX-License-Identifier: MIT
 * A plugin that is built with ThreadSanitizer takes its run-time library in front of all others. */
#ifndef FOLDCHECK_RUN_ANEW_H
#define FOLDCHECK_RUN_ANEW_H

#include "support/status.h"

#include <stdbool.h>

/* Whether what dlopen said means that. */
bool lacks_thread_sanitizer(const char *error);

/* Runs the program anew with the same words and that library, at addresses that ThreadSanitizer takes. Returns false, with the
 * reason, if it was run so already or cannot be. */
bool run_with_thread_sanitizer(const char *path, struct text *why);

#endif
