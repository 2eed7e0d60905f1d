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
static bool assign(const struct load *load, struct tagged *tagged, struct item_keys *keys,
                   struct finding *finding)
{
    const struct problem *problem = load->problem;
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
        problem_keyed_item(problem, load->job.params, i, keys->place[i], input.at);
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
                assign(&lab->load[LOAD_CASE], &tagged, &keys, finding);
    verdict = made ? run_tagged(lab, LOAD_CASE, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_results(lab, LOAD_CASE, checked, finding);
    free(tagged.at);
    item_keys_free(&keys);
    return verdict;
}

/* ---- items and keys changed between two launches --------------------------------------------------------- */

/* What stands in the image of a load's input. */
struct stored {
    struct columns columns;
    const struct tuple *tuple;
    uint64_t items;
};

static struct stored stored_in(const struct load *load)
{
    const struct arena_side *side = &load->arena.side[ARENA_INPUT];
    return (struct stored){arena_columns(&load->arena, ARENA_INPUT, load->up), &side->tuple, side->count};
}

static void store_key(const struct stored *stored, uint64_t i, uint32_t key)
{
    const struct column *column = &stored->columns.column[stored->tuple->count - 1];
    memcpy((unsigned char *)column->base + (int64_t)i * column->stride, &key, sizeof key);
}

/* Plans the case on both loads, runs it on the first, and puts its items on the second. */
static enum verdict run_first(struct lab *lab, const struct test_case *checked, struct finding *finding)
{
    struct text why;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = lab_plan(lab, LOAD_OTHER, checked, finding);
    if (verdict == VERDICT_PASS) verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS && !session_put_items(&lab->load[LOAD_OTHER], &why))
        verdict = lab_device_failed(lab, &why, finding);
    return verdict;
}

/* Launches the load whose image was changed. */
static enum verdict run_changed(struct lab *lab, int which, struct finding *finding)
{
    struct text why;
    if (!session_put_again(&lab->load[which], &why)) return lab_device_failed(lab, &why, finding);
    return lab_launch(lab, which, finding);
}

/* Every item whose key is not `kept` becomes another one. */
static void change_others(struct load *load, uint64_t kept)
{
    struct stored stored = stored_in(load);
    struct problem other = *load->problem;
    other.has_only = false;
    other.data = (struct data){.form = DATA_ANY, .seed = load->problem->data.seed + 1};
    stored.columns.count--; /* keys stay */
    for (uint64_t i = 0; i < stored.items; i++) {
        struct state item;
        if (load->keys.key[i] == kept) continue;
        problem_keyed_item(&other, load->job.params, i, load->keys.place[i], item.at);
        columns_write(&stored.columns, &load->job.op->input, i, item.at);
    }
}

enum verdict keys_are_independent_check(void *context, const struct test_case *checked,
                                        struct finding *finding)
{
    struct lab *lab = context;
    struct load *load = lab->load;
    uint64_t key = (uint64_t)problem_with(&checked->problem, "key", 0), keys = checked->problem.shape.keys;
    if (key >= keys) return VERDICT_DISCARDED;
    enum verdict verdict = run_first(lab, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    change_others(&load[LOAD_OTHER], key);
    verdict = run_changed(lab, LOAD_OTHER, finding);
    for (uint64_t row = 0; verdict == VERDICT_PASS && row < load[LOAD_CASE].job.rows; row++) {
        struct state before, after;
        struct text place;
        load_result(&load[LOAD_CASE], row * keys + key, before.at);
        load_result(&load[LOAD_OTHER], row * keys + key, after.at);
        if (same_states(checked->problem.op, before.at, after.at)) continue;
        say_result(&load[LOAD_CASE], row * keys + key, &place);
        verdict = compare_states(checked->problem.op, NULL, before.at, after.at, place.at, finding);
    }
    return verdict;
}

/* Result of the mirrored key. */
static void expect_mirrored(void *context, uint64_t at, void *state)
{
    const struct load *other = context;
    uint64_t keys = other->job.keys;
    load_result(other, at - at % keys + (keys - 1 - at % keys), state);
}

enum verdict order_of_keys_does_not_matter_check(void *context, const struct test_case *checked,
                                                 struct finding *finding)
{
    struct lab *lab = context;
    struct load *other = &lab->load[LOAD_OTHER];
    enum verdict verdict = run_first(lab, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct stored stored = stored_in(other);
    for (uint64_t i = 0; i < stored.items; i++)
        store_key(&stored, i, (uint32_t)(other->job.keys - 1 - other->keys.key[i]));
    verdict = run_changed(lab, LOAD_OTHER, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(lab, expect_mirrored, other, finding);
    return verdict;
}

/* Of every fourth item the key becomes one that there is not: the next, or the greatest number. */
static void spoil_keys(struct load *load)
{
    struct stored stored = stored_in(load);
    uint64_t items = job_items(&load->job);
    bool one = stored.items < items; /* every item is the first */
    for (uint64_t i = 0; i < items; i++) {
        uint64_t hash = splitmix64((one ? 0 : i) + load->problem->shape.seed);
        if (hash % 4) continue;
        load->keys.key[i] = hash & 4 ? (uint32_t)load->job.keys : UINT32_MAX;
        if (i < stored.items) store_key(&stored, i, load->keys.key[i]);
    }
}

enum verdict keys_past_the_last_are_left_out_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    struct lab *lab = context;
    struct load *load = &lab->load[LOAD_CASE];
    struct text why;
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!session_put_items(load, &why)) return lab_device_failed(lab, &why, finding);
    spoil_keys(load);
    verdict = run_changed(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(lab, NULL, NULL, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool whole = arena_check(&load->arena, load->up, load->down, false, &finding->first_at) &&
                 arena_check(&load->arena, load->up, load->down, true, &finding->first_at);
    return whole ? VERDICT_PASS : VERDICT_FAIL;
}

/* ---- two parts ---------------------------------------------------------------------------------------------- */

static void expect_combined(void *context, uint64_t at, void *state)
{
    struct lab *lab = context;
    const struct load *load = lab->load;
    struct state left, right;
    load_result(&load[LOAD_OTHER], at, left.at);
    load_result(&load[LOAD_THIRD], at, right.at);
    load[LOAD_CASE].job.op->combine(load[LOAD_CASE].job.params, left.at, right.at, state);
}

enum verdict keyed_of_concatenation_check(void *context, const struct test_case *checked,
                                          struct finding *finding)
{
    struct lab *lab = context;
    uint64_t split = (uint64_t)problem_with(&checked->problem, "split", 0);
    enum verdict verdict = lab_plan(lab, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&lab->load[LOAD_CASE].job);
    bool flat = lab->load[LOAD_CASE].job.rows == 1 && checked->problem.layout.input.form != SIDE_ONE;
    if (split > items || !flat) return VERDICT_DISCARDED;
    verdict = lab_run(lab, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = lab_run_part(lab, LOAD_OTHER, checked, (struct part){0, split, true}, finding);
    if (verdict == VERDICT_PASS)
        verdict = lab_run_part(lab, LOAD_THIRD, checked, (struct part){split, items - split, false}, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(lab, expect_combined, lab, finding);
    return verdict;
}
