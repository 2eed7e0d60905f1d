/* SPDX-License-Identifier: MIT
 * A claim on a device on paper, whose launches are changed: the verdict must tell. Private to this folder. */
#ifndef FOLDCHECK_LOOK_H
#define FOLDCHECK_LOOK_H

#include "fake_device.h"

typedef enum verdict check_function(void *context, const struct test_case *checked, struct finding *finding);

/* A line, its check, and the lab that it runs in. */
struct look {
    struct lab *lab;
    const struct test_case *checked;
    check_function *check;
    struct finding *finding; /* of the property */
    uint64_t changes;
};

/* Tells in look->finding what was expected and what came; false. */
bool say_look(struct look *look, const char *words, const char *expected, const struct finding *got,
              enum verdict verdict);

/* Whether the claim passes where all launches are right. */
bool passes(struct look *look, const char *words);

/* A line's case, as the runner has it. */
bool read_line(const char *line, enum device_kind kind, struct test_case *checked, struct finding *finding);

#endif
