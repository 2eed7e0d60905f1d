/* SPDX-License-Identifier: MIT
 * A claim on the fake device, whose launches are changed: the verdict must tell. */
#ifndef FOLDCHECK_CONTROL_H
#define FOLDCHECK_CONTROL_H

#include "fake_device.h"

typedef enum verdict check_function(void *context, const struct test_case *checked, struct finding *finding);

/* A line, its check, and the fixture that it runs in. */
struct control {
    struct fixture *fixture;
    const struct test_case *checked;
    check_function *check;
    struct finding *finding; /* of the property */
    uint64_t changes;
};

/* Tells in look->finding what was expected and what came; false. */
bool report_control(struct control *control, const char *words, const char *expected,
                    const struct finding *got, enum verdict verdict);

/* Whether the claim passes where all launches are right. */
bool passes(struct control *control, const char *words);

/* A line's case, as the runner has it. */
bool read_line(const char *line, enum device_kind kind, struct test_case *checked, struct finding *finding);

#endif
