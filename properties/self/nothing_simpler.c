/* SPDX-License-Identifier: MIT
 * nothing_simpler LINE: checks every case of the line's kind that case_compare calls simpler (of 10^5 at
 * most: all flat sizes and `only` ranges, the strategy's tunings, the layouts without gaps, and the first few
 * seeds), and says whether one fails. The line itself must. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "choices.h"
#include "properties.h"

enum { MOST_CASES = 100000, MOST_SEEDS = 3, MOST_SKEWS = 2 };

struct search {
    void *context;
    const struct property *property;
    struct test_case line, candidate;
    unsigned long checked;
    bool failed;
};

static void die(const char *what, const char *detail)
{
    fprintf(stderr, "nothing_simpler: %s: %s\n", what, detail);
    exit(3);
}

static enum verdict check(struct search *search, const struct test_case *checked)
{
    struct finding finding = {0};
    enum verdict verdict = search->property->check(search->context, checked, &finding);
    if (verdict == VERDICT_BROKEN) die("broken", finding.reason.at);
    return verdict;
}

static void try(struct search *search)
{
    char line[MAX_LINE];
    if (search->failed || search->checked >= MOST_CASES || !case_is_sound(&search->candidate)) return;
    if (case_compare(&search->candidate, &search->line) >= 0) return;
    search->checked++;
    if (check(search, &search->candidate) != VERDICT_FAIL) return;
    search->failed = true;
    case_print(&search->candidate, line, sizeof line);
    printf("this is simpler, and fails: %s\n", line);
}

static void try_data(struct search *search)
{
    struct data *data = &search->candidate.problem.data;
    static const enum data_form forms[] = {DATA_UNIT, DATA_SMALL, DATA_ANY};
    for (int f = 0; f < 3; f++) {
        data->form = forms[f];
        for (data->seed = 0; data->seed < (forms[f] == DATA_UNIT ? 1 : MOST_SEEDS); data->seed++)
            try(search);
    }
    *data = (struct data){0};
}

static void try_layouts(struct search *search)
{
    struct layout *layout = &search->candidate.problem.layout;
    for (int form = SIDE_SOA; form <= SIDE_ONE; form++) {
        layout->input.form = (enum side_form)form;
        for (layout->input.skew = 0; layout->input.skew < MOST_SKEWS; layout->input.skew++)
            try_data(search);
    }
    layout->input = (struct side){0};
}

static void try_tunings(struct search *search)
{
    struct test_case kind = search->line;
    kind.tuning = (struct tuning){0};
    for (size_t t = 0; properties_simpler_tuning(search->context, &kind, t, &search->candidate.tuning); t++)
        try_layouts(search);
}

static void try_ranges(struct search *search)
{
    struct problem *problem = &search->candidate.problem;
    uint64_t items = problem->shape.size[0], live = case_live_items(&search->line);
    problem->has_only = false;
    problem->only_from = problem->only_to = 0;
    try_tunings(search);
    problem->has_only = true;
    for (uint64_t length = 0; length <= live && length <= items; length++)
        for (uint64_t from = 0; from + length <= items; from++) {
            problem->only_from = from;
            problem->only_to = from + length;
            try_tunings(search);
        }
}

int main(int argc, char **argv)
{
    struct search search = {0};
    struct text why;
    if (argc != 2) die("expected one argument", "a case");
    if (!case_parse(argv[1], &search.line, &why)) die(argv[1], why.at);
    for (const struct property *const *at = properties_table; *at; at++)
        if (strcmp((*at)->name, search.line.claim) == 0) search.property = *at;
    if (!search.property) die("no such claim", search.line.claim);
    search.context = properties_open(search.line.device, &why);
    if (!search.context) die("no device", why.at);
    search.candidate = search.line;
    struct shape *shape = &search.candidate.problem.shape;
    for (shape->size[0] = 0; shape->size[0] <= search.line.problem.shape.size[0]; shape->size[0]++)
        try_ranges(&search);
    if (!search.failed) printf("%lu simpler cases, none fails\n", search.checked);
    properties_close(search.context);
    return search.failed;
}
