/* SPDX-License-Identifier: MIT
 * Claims that need no oracle: a reduction against other reductions of the same device. */
#include "checks.h"

#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* ---- one input twice ---- */

enum verdict same_input_same_bits_check(void *context, const struct test_case *checked,
                                        struct finding *finding)
{
    struct lab *lab = context;
    struct text why;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct strategy *strategy = lab->load[LOAD_CASE].instance->strategy;
    if (strategy->determinism == BITS_MAY_VARY && !(checked->problem.op->laws & LAW_EXACT)) {
        text_say(&finding->reason, "%s does not promise the same bits for %s", strategy->name,
                 checked->problem.op->name);
        return VERDICT_REFUSED;
    }
    verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = lab_plan_problem(lab, LOAD_OTHER, checked, &checked->problem, finding);
    if (verdict == VERDICT_PASS) verdict = lab_run(lab, LOAD_OTHER, finding);
    if (verdict == VERDICT_PASS) verdict = compare_loads(lab, true, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_again(&lab->load[LOAD_CASE], &why)) return lab_device_failed(lab, &why, finding);
    verdict = lab_launch(lab, LOAD_CASE, finding);
    return verdict == VERDICT_PASS ? compare_loads(lab, true, finding) : verdict;
}

/* ---- a whole and its two parts ---- */

/* The problem of `count` items of one row; whose items they are, the columns say. */
static struct problem part_of(const struct problem *problem, uint64_t count)
{
    struct problem part = *problem;
    part.shape = (struct shape){.form = SHAPE_DIMS, .count = 1, .size = {count}};
    part.has_only = false;
    return part;
}

static struct columns columns_from(const struct columns *columns, uint64_t item)
{
    struct columns moved = *columns;
    for (int c = 0; c < moved.count; c++)
        moved.column[c].base = (unsigned char *)moved.column[c].base + (int64_t)item * moved.column[c].stride;
    return moved;
}

/* Reduces the items [from, from + count) of the whole that lies in load[LOAD_CASE].up. */
static enum verdict reduce_part(struct lab *lab, const struct test_case *checked, uint64_t from,
                                uint64_t count, struct state *result, struct finding *finding)
{
    struct load *load = &lab->load[LOAD_OTHER];
    struct problem part = part_of(&checked->problem, count);
    struct columns whole = arena_columns(&lab->load[LOAD_CASE].arena, ARENA_INPUT, lab->load[LOAD_CASE].up);
    struct columns items = columns_from(&whole, from);
    struct text why;
    enum verdict verdict = lab_plan_problem(lab, LOAD_OTHER, checked, &part, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_columns(load, &items, &why)) return lab_device_failed(lab, &why, finding);
    verdict = lab_launch(lab, LOAD_OTHER, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct columns results = load_columns(load, ARENA_RESULT);
    columns_read(&results, &checked->problem.op->state, 0, result->at);
    return VERDICT_PASS;
}

enum verdict reduce_of_concatenation_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    struct lab *lab = context;
    const struct problem *problem = &checked->problem;
    struct load *load = &lab->load[LOAD_CASE];
    struct state left = {0}, right = {0}, both = {0};
    uint64_t split = 0;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = load->job.rows * load->job.length;
    for (int w = 0; w < problem->with_count; w++)
        if (strcmp(problem->with[w].name, "split") == 0) split = (uint64_t)problem->with[w].value;
    if (load->job.rows != 1 || split > items) {
        text_say(&finding->reason, "expected one row and with:split=N, N at most its items");
        return VERDICT_DISCARDED;
    }
    verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = reduce_part(lab, checked, 0, split, &left, finding);
    if (verdict == VERDICT_PASS) verdict = reduce_part(lab, checked, split, items - split, &right, finding);
    if (verdict != VERDICT_PASS) return verdict;
    problem->op->combine(load->job.params, left.at, right.at, both.at);
    return compare_row(lab, LOAD_CASE, 0, both.at, finding);
}
