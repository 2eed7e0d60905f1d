/* SPDX-License-Identifier: MIT
 * How foldcheck says what happened: exit statuses, verdicts, and one clear line of text. */
#ifndef FOLDCHECK_STATUS_H
#define FOLDCHECK_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Exit statuses of the program; the README documents them. */
enum status {
    STATUS_OK = 0,         /* every claim that was checked held */
    STATUS_FAIL = 1,       /* a claim did not hold */
    STATUS_USAGE = 2,      /* bad usage or bad input: one line on stderr, nothing written */
    STATUS_BROKEN = 3,     /* the harness or the device failed */
    STATUS_NO_DEVICE = 77, /* nothing to run on; ctest counts it as skipped */
};

/* The outcome of one case. */
enum verdict {
    VERDICT_PASS,      /* the claim held */
    VERDICT_FAIL,      /* it did not */
    VERDICT_REFUSED,   /* the strategy says why not */
    VERDICT_DISCARDED, /* the generator made nothing to check */
    VERDICT_BROKEN,    /* the harness or the device failed */
    VERDICT_NO_DEVICE, /* nothing to run on */
};

/* "pass", "fail", "refused", "discarded", "broken" or "no device". */
const char *verdict_name(enum verdict verdict);

/* The exit status that a run which ends with this verdict has. */
enum status verdict_status(enum verdict verdict);

/* A line of text for a person: an error, a refusal, a reason. Always terminated; what does not fit is cut. */
struct text {
    char at[512];
};

/* Writes a formatted line into text, replacing what stood there. Returns 0 (false), so that a function which
 * fails can end with `return text_say(why, ...)`. A null text is allowed and ignored. */
int text_say(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As text_say, but appends. */
int text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#ifdef __cplusplus
}
#endif
#endif
