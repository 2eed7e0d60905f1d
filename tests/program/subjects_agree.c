/* SPDX-License-Identifier: MIT
 * subjects_agree DEVICE FILE: each strategy that the program checks a property of is one that CMake has tests for, by the
 * regular expressions of subjects.def. FILE, which CMake writes, has lines "property strategy". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"

/* FILE as one text, each line behind a line's end. */
static char *read_pairs(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *pairs = NULL;
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    if (size > 0) pairs = calloc((size_t)size + 2, 1);
    if (pairs) {
        rewind(file);
        pairs[0] = '\n';
        if (fread(pairs + 1, 1, (size_t)size, file) != (size_t)size) pairs[1] = 0;
    }
    if (file) fclose(file);
    return pairs;
}

static bool is_checked(struct lab *lab, const struct property *property, const struct strategy *strategy)
{
    const struct operator_code *const *code = lab->session.backend->operators;
    struct text why;
    for (; *code; code++) {
        struct target target = {.property = property, .op = op_for(strategy->what, (*code)->op)};
        snprintf(target.subject, sizeof target.subject, "%s", strategy->name);
        if (target.op && properties_apply(lab, &target, &why)) return true;
    }
    return false;
}

static bool is_tested(const char *pairs, const struct property *property, const struct strategy *strategy)
{
    char pair[2 * MAX_NAME + 4];
    snprintf(pair, sizeof pair, "\n%s %s\n", property->name, strategy->name);
    return strstr(pairs, pair) != NULL;
}

/* Prints the strategies of a property that have no test; counts those that are checked. */
static bool property_agrees(struct lab *lab, const struct property *property, const char *pairs,
                            unsigned *checked)
{
    bool agrees = true;
    for (const struct strategy *const *at = lab->session.backend->strategies; *at; at++) {
        if (!is_checked(lab, property, *at)) continue;
        ++*checked;
        if (is_tested(pairs, property, *at)) continue;
        printf("subjects.def: %s is checked of %s, which its regular expression does not match: no test runs "
               "it\n",
               property->name, (*at)->name);
        agrees = false;
    }
    return agrees;
}

int main(int argc, char **argv)
{
    struct device_name name;
    struct text why;
    if (argc != 3 || !device_name_parse(argv[1], &name, &why)) {
        fprintf(stderr, "subjects_agree: expected a device and a file of pairs\n");
        return STATUS_USAGE;
    }
    char *pairs = read_pairs(argv[2]);
    struct lab *lab = pairs ? properties_open(name, &why) : NULL;
    if (!lab) {
        fprintf(stderr, "subjects_agree: %s\n",
                pairs ? why.at : "the file of pairs cannot be read, or is empty");
        free(pairs);
        return pairs ? STATUS_NO_DEVICE : STATUS_BROKEN;
    }
    bool agree = true;
    unsigned checked = 0;
    for (const struct property *const *at = properties_table; *at; at++)
        if ((*at)->subject == SUBJECT_STRATEGY) agree &= property_agrees(lab, *at, pairs, &checked);
    if (agree) printf("each of %u pairs of a property and a strategy has a test\n", checked);
    properties_close(lab);
    free(pairs);
    return agree && checked ? STATUS_OK : STATUS_FAIL;
}
