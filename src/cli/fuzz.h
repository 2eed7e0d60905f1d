/* SPDX-License-Identifier: MIT
 * The meaning of a fuzzer's bytes: first a target, then the choices of its generator. Shared by the fuzzers'
 * driver and by `replay --fuzz-file`, which must read the same case in the same bytes. Simulators only: a
 * fuzzer runs in one process. */
#ifndef FOLDCHECK_FUZZ_H
#define FOLDCHECK_FUZZ_H

#include "run_plan.h"

/* The selection, as shell patterns and a list of devices; NULL: anything. The same bytes mean the same
 * case only under the same request. */
struct fuzz_request {
    const char *property, *strategy, *op, *device;
};

/* The options of a request, for the commands' tables. */
#define FUZZ_OPTIONS(WISH)                                                                                   \
    {"--property", OPTION_GLOBS, &(WISH)->property, "GLOB", "fuzz only these properties"},                   \
        {"--strategy", OPTION_GLOBS, &(WISH)->strategy, "GLOB", "fuzz only these strategies"},               \
    {                                                                                                        \
        "--operator", OPTION_GLOBS, &(WISH)->op, "GLOB", "fuzz only these operators"                         \
    }

enum { MAX_FUZZ_NAMES = 128 };

/* The tables that bytes choose from. All operators of the table are in it, whether or not the simulator was
 * built with them: so a crash file means the same to programs that were built with different ones. */
struct fuzz_menu {
    const struct property *property[MAX_FUZZ_NAMES];
    const struct strategy *strategy[MAX_FUZZ_NAMES];
    const struct op *op[MAX_FUZZ_NAMES];
    uint64_t properties, strategies, ops; /* at least 1 of each */
    struct device_list devices;           /* simulators */
};

/* Fills the menu with what is asked for and there; opens the simulator, and plugins must be loaded before.
 * Returns STATUS_OK, or another status with the reason: no simulator, or nothing of these names. */
enum status fuzz_menu_fill(struct fuzz_menu *menu, const struct fuzz_request *request, struct run_plan *plan,
                           struct text *why);

/* Draws a target and a case of it from bytes; any number and any values will do: where they end, the
 * simplest is chosen. False if the generator makes nothing of them. The plan holds the open devices. */
bool fuzz_draw(const struct fuzz_menu *menu, struct run_plan *plan, const void *bytes, size_t length,
               struct target *target, struct test_case *drawn);

/* Reads the case that a file of a fuzzer means. False with the reason. */
bool fuzz_file_read(const struct fuzz_menu *menu, struct run_plan *plan, const char *path,
                    struct test_case *drawn, struct text *why);

#endif
