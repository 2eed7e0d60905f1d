/* SPDX-License-Identifier: MIT
 * Claims about folds by key, which hold however keys fall. */
#include "checks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

/* Host columns of a keyed problem's input, keys behind the operator's own: item i at at + i * tuple.size. */
struct tagged {
    struct tuple tuple;
    unsigned char *at;
    struct columns columns;
};

static bool tagged_open(struct tagged *tagged, const struct op *op, uint64_t items, struct finding *finding)
{
    tagged->tuple = tuple_and(&op->input, ELEM_U32);
    tagged->at = calloc(items + 1, tagged->tuple.size);
    tagged->columns.count = tagged->tuple.count;
    for (int c = 0; c < tagged->tuple.count; c++)
        tagged->columns.column[c] =
            (struct column){tagged->at + tagged->tuple.offset[c], (int64_t)tagged->tuple.size};
    return tagged->at || text_say(&finding->reason, "no host memory for %" PRIu64 " items with keys", items);
}

static void tagged_put(struct tagged *tagged, uint64_t i, uint32_t key, const void *input)
{
    unsigned char *item = tagged->at + i * tagged->tuple.size;
    memcpy(item, input, tagged->tuple.offset[tagged->tuple.count - 1]);
    memcpy(item + tagged->tuple.offset[tagged->tuple.count - 1], &key, sizeof key);
}

/* Puts the items, with these keys, launches, and brings the results. */
static enum verdict run_tagged(struct lab *lab, int which, const struct tagged *tagged,
                               struct finding *finding)
{
    struct text why;
    if (!session_put_columns(&lab->load[which], &tagged->columns, &why))
        return lab_device_failed(lab, &why, finding);
    return lab_launch(lab, which, finding);
}

/* ---- every assignment ---------------------------------------------------------------------------------- */

/* Key j of row r: digit j of the number with:from + r, to the base of the keys. */
static uint64_t assigned_key(const struct problem *problem, uint64_t row, uint64_t j)
{
    uint64_t number = row + (uint64_t)problem_with(problem, "from", 0);
    while (j-- > 0)
        number /= problem->shape.keys;
    return number % problem->shape.keys;
}

/* The items, each with the value of its place among those of its key. */
static bool assign(const struct problem *problem, struct tagged *tagged, struct item_keys *keys,
                   struct finding *finding)
{
    uint64_t length = shape_row_length(&problem->shape, 0), items = 0;
    const int last = tagged->tuple.count - 1;
    shape_items(&problem->shape, &items);
    struct state input = {0};
    for (uint64_t i = 0; i < items; i++)
        tagged_put(tagged, i, (uint32_t)assigned_key(problem, i / length, i % length), input.at);
    if (!item_keys_take(keys, problem, tagged->columns.column[last].base, (int64_t)tagged->tuple.size,
                        &finding->reason))
        return false;
    for (uint64_t i = 0; i < items; i++) {
        problem_keyed_item(problem, NULL, i, keys->place[i], input.at);
        tagged_put(tagged, i, keys->key[i], input.at);
    }
    return true;
}

enum verdict every_assignment_of_keys_check(void *context, const struct test_case *checked,
                                            struct finding *finding)
{
    struct lab *lab = context;
    struct tagged tagged = {0};
    struct item_keys keys = {0};
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&lab->load[LOAD_CASE].job);
    bool made = tagged_open(&tagged, checked->problem.op, items, finding) &&
                assign(&checked->problem, &tagged, &keys, finding);
    verdict = made ? run_tagged(lab, LOAD_CASE, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_results(lab, LOAD_CASE, checked, finding);
    free(tagged.at);
    item_keys_free(&keys);
    return verdict;
}
