/* SPDX-License-Identifier: MIT
 * Verdicts and lines of text. */
#include "status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"pass", "fail", "refused", "discarded", "broken", "no device"};
    assert((size_t)verdict < sizeof names / sizeof *names);
    return names[verdict];
}

enum status verdict_status(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_PASS:
    case VERDICT_REFUSED:
    case VERDICT_DISCARDED:
        return STATUS_OK;
    case VERDICT_FAIL:
        return STATUS_FAIL;
    case VERDICT_NO_DEVICE:
        return STATUS_NO_DEVICE;
    case VERDICT_BROKEN:
        break;
    }
    return STATUS_BROKEN;
}

int text_say(struct text *text, const char *format, ...)
{
    if (!text) return 0;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text->at, sizeof text->at, format, arguments);
    va_end(arguments);
    return 0;
}

int text_add(struct text *text, const char *format, ...)
{
    if (!text) return 0;
    size_t length = strlen(text->at);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text->at + length, sizeof text->at - length, format, arguments);
    va_end(arguments);
    return 0;
}
