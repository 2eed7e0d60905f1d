/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "help.h"
#include "nearest.h"
#include "option_words.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int say_stop(enum status status, const char *command, const char *format, va_list list)
{
    fprintf(stderr, "foldcheck %s: ", command);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    return (int)status;
}

int cli_usage(const char *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int status = say_stop(STATUS_USAGE, command, format, list);
    va_end(list);
    return status;
}

int cli_stop(enum status status, const char *command, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say_stop(status, command, format, list);
    va_end(list);
    return (int)status;
}

/* The option that an argument names; *value is what follows '=' or NULL. */
static const struct cli_option *find_option(const struct cli_option *options, const char *argument,
                                            const char **value)
{
    size_t length = strcspn(argument, "=");
    for (; options->name; options++) {
        if (options->form == OPTION_PASS && strncmp(argument, options->name, strlen(options->name)) == 0)
            return options;
        if (strlen(options->name) != length || strncmp(argument, options->name, length) != 0) continue;
        *value = argument[length] == '=' ? argument + length + 1 : NULL;
        return options;
    }
    return NULL;
}

static bool read_count(const char *text, uint64_t *count)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    if (*end || errno || text[0] < '0' || text[0] > '9') return false;
    *count = value;
    return true;
}

static bool read_real(const char *text, double *real)
{
    char *end;
    *real = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*real) && *real >= 0;
}

/* Adds patterns to those that the option had before. */
static bool add_globs(const char *command, const struct cli_option *option, const char *value)
{
    enum { ROOM = 4096 };
    static char all[ROOM];
    static size_t used;
    const char **to = option->to;
    if (!*to) {
        *to = value;
        return true;
    }
    size_t length = strlen(*to) + strlen(value) + 2;
    if (length > ROOM - used) {
        cli_usage(command, "%s is given more than fits", option->name);
        return false;
    }
    snprintf(all + used, length, "%s,%s", *to, value);
    *to = all + used;
    used += length;
    return true;
}

/* Stores a value; false (after a line) if it is not what the option takes. */
static bool store(const char *command, const struct cli_option *option, const char *value)
{
    struct text why;
    if (option->form == OPTION_TEXT && option->takes && !option_word_check(option->takes, value, &why)) {
        cli_usage(command, "%s %s", option->name, why.at);
        return false;
    }
    if (option->form == OPTION_TEXT) {
        *(const char **)option->to = value;
    } else if (option->form == OPTION_GLOBS) {
        return add_globs(command, option, value);
    } else if (option->form == OPTION_LIST) {
        struct option_list *list = option->to;
        if (list->count == MAX_OPTION_LIST) {
            cli_usage(command, "%s is given more than %d times", option->name, MAX_OPTION_LIST);
            return false;
        }
        list->at[list->count++] = value;
    } else if ((option->form == OPTION_COUNT || option->form == OPTION_SOME) &&
               !read_count(value, option->to)) {
        cli_usage(command, "%s takes a whole number, not '%s'", option->name, value);
        return false;
    } else if (option->form == OPTION_SOME && *(const uint64_t *)option->to == 0) {
        cli_usage(command, "%s takes a whole number from 1, not '%s'", option->name, value);
        return false;
    } else if (option->form == OPTION_REAL && !read_real(value, option->to)) {
        cli_usage(command, "%s takes a number that is not negative, not '%s'", option->name, value);
        return false;
    }
    return true;
}

/* Takes the option at argv[*at] and its value. False after a line on stderr. */
static bool take_option(const struct cli_option *options, int argc, char **argv, int *at, bool *passed)
{
    const char *value = NULL;
    const struct cli_option *option = find_option(options, argv[*at], &value);
    *passed = option && option->form == OPTION_PASS;
    if (*passed) return true;
    if (!option) {
        struct text why;
        struct nearest nearest = nearest_to(argv[*at]);
        for (const struct cli_option *known = options; known->name; known++)
            if (known->what) nearest_offer(&nearest, known->name);
        text_say(&why, "unknown option %.400s; --help lists them", argv[*at]);
        nearest_add(&nearest, &why);
        cli_usage(argv[0], "%s", why.at);
        return false;
    }
    if (option->form == OPTION_FLAG) {
        if (value) cli_usage(argv[0], "%s takes no value", option->name);
        *(bool *)option->to = true;
        return !value;
    }
    if (!value && *at + 1 < argc) value = argv[++*at];
    if (!value) {
        cli_usage(argv[0], "%s wants a value: %s", option->name, option->takes ? option->takes : "");
        return false;
    }
    return store(argv[0], option, value);
}

int options_parse(const char *usage, const struct cli_option *options, int *argc, char **argv)
{
    int kept = 1, at = 1;
    for (; at < *argc && strcmp(argv[at], "--") != 0; at++) {
        bool passed = true;
        enum help_form form;
        if (help_asked(argv[at], &form)) {
            help_print(form, usage, options);
            return STATUS_OK;
        }
        bool is_option = argv[at][0] == '-' && argv[at][1];
        if (is_option && !take_option(options, *argc, argv, &at, &passed)) return STATUS_USAGE;
        if (passed) argv[kept++] = argv[at];
    }
    for (at++; at < *argc; at++)
        argv[kept++] = argv[at];
    *argc = kept;
    return -1;
}

void options_remove(const struct cli_option *options, int *argc, char **argv)
{
    int kept = 1, at = 1;
    for (; at < *argc && strcmp(argv[at], "--") != 0; at++) {
        const char *value = NULL;
        const struct cli_option *option = find_option(options, argv[at], &value);
        if (!option)
            argv[kept++] = argv[at];
        else if (option->form != OPTION_FLAG && !value)
            at++;
    }
    for (; at < *argc; at++)
        argv[kept++] = argv[at];
    *argc = kept;
}
