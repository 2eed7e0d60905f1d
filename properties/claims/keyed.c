/* SPDX-License-Identifier: MIT
 * Claims about folds by key, which hold however keys fall. */
#include "property.h"

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

/* A case that the claim does not speak of, and what it wants. */
static enum verdict discard(struct finding *finding, const char *expected)
{
    text_say(&finding->reason, "expected %s", expected);
    return VERDICT_DISCARDED;
}

/* Puts the items, with these keys, launches, and brings the results. */
static enum verdict run_tagged(struct fixture *fixture, int which, const struct tagged *tagged,
                               struct finding *finding)
{
    struct text why;
    if (!session_put_columns(&fixture->load[which], &tagged->columns, &why))
        return fixture_device_failed(fixture, &why, finding);
    return fixture_launch(fixture, which, finding);
}

/* ---- every assignment ---------------------------------------------------------------------------------- */

/* The key of item j of a row. */
typedef uint64_t assigned(const struct problem *problem, uint64_t row, uint64_t j);

/* Key j of row r: digit j of the number with:from + r, to the base of the keys. */
static uint64_t assigned_key(const struct problem *problem, uint64_t row, uint64_t j)
{
    uint64_t number = row + (uint64_t)problem_with(problem, "from", 0);
    while (j-- > 0)
        number /= problem->shape.keys;
    return number % problem->shape.keys;
}

/* The items, each with the value of its place among those of its key. */
static bool assign(const struct load *load, assigned *key_of, struct tagged *tagged, struct item_keys *keys,
                   struct finding *finding)
{
    const struct problem *problem = load->problem;
    uint64_t length = load->job.length, items = job_items(&load->job);
    const int last = tagged->tuple.count - 1;
    struct state input = {0};
    for (uint64_t i = 0; i < items; i++)
        tagged_put(tagged, i, (uint32_t)key_of(problem, i / length, i % length), input.at);
    if (!item_keys_take(keys, problem, tagged->columns.column[last].base, (int64_t)tagged->tuple.size,
                        &finding->reason))
        return false;
    for (uint64_t i = 0; i < items; i++) {
        problem_keyed_item(problem, load->job.params, i, keys->place[i], input.at);
        tagged_put(tagged, i, keys->key[i], input.at);
    }
    return true;
}

static enum verdict every_assignment_of_keys_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    struct fixture *fixture = context;
    struct tagged tagged = {0};
    struct item_keys keys = {0};
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&fixture->load[LOAD_CASE].job);
    bool made = tagged_open(&tagged, checked->problem.op, items, finding) &&
                assign(&fixture->load[LOAD_CASE], assigned_key, &tagged, &keys, finding);
    verdict = made ? run_tagged(fixture, LOAD_CASE, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_results(fixture, LOAD_CASE, checked, finding);
    free(tagged.at);
    item_keys_free(&keys);
    return verdict;
}

CLAIM(every_assignment_of_keys, KEYED_ROWS, DEVICE, assignments,
      "for every assignment of K keys to n items, one per row, every fold by key equals the left-to-right "
      "fold of each key's items",
      .tested = TESTED_OF_KEYED);

/* ---- an item a key ------------------------------------------------------------------------------------------ */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* Another key for each item of a row, of which there are no more than keys: steps of with:step or the next number that
 * reaches all keys, from a key that the row chooses. */
static uint64_t distinct_key(const struct problem *problem, uint64_t row, uint64_t j)
{
    uint64_t keys = problem->shape.keys, step = (uint64_t)problem_with(problem, "step", 1);
    while (common_divisor(step, keys) != 1)
        step++;
    return (row + j * step) % keys;
}

/* What stands in each result: one more than the number of the item, or 0. */
struct scatter {
    const struct load *load;
    const struct tagged *tagged;
    uint64_t *item;
};

static bool scatter_open(struct scatter *scatter, const struct item_keys *keys, struct finding *finding)
{
    uint64_t results = keys->rows * keys->keys;
    scatter->item = calloc(results + 1, sizeof *scatter->item);
    if (!scatter->item) return text_say(&finding->reason, "no host memory for %" PRIu64 " results", results);
    for (uint64_t i = 0; i < keys->rows * keys->length; i++)
        scatter->item[i / keys->length * keys->keys + keys->key[i]] = i + 1;
    return true;
}

static void expect_scattered(void *context, uint64_t at, void *state)
{
    const struct scatter *scatter = context;
    const struct job *job = &scatter->load->job;
    struct state input, lifted;
    job->op->identity(job->params, state);
    if (!scatter->item[at]) return;
    memcpy(input.at, scatter->tagged->at + (scatter->item[at] - 1) * scatter->tagged->tuple.size,
           job->op->input.size);
    job->op->lift(job->params, input.at, lifted.at);
    job->op->combine(job->params, state, lifted.at, state);
}

static enum verdict distinct_keys_are_a_scatter_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    struct tagged tagged = {0};
    struct item_keys keys = {0};
    struct scatter scatter = {load, &tagged, NULL};
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (load->job.length > load->job.keys) return discard(finding, "rows of no more items than keys");
    bool made = tagged_open(&tagged, checked->problem.op, job_items(&load->job), finding) &&
                assign(load, distinct_key, &tagged, &keys, finding) && scatter_open(&scatter, &keys, finding);
    verdict = made ? run_tagged(fixture, LOAD_CASE, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, expect_scattered, &scatter, finding);
    free(scatter.item);
    free(tagged.at);
    item_keys_free(&keys);
    return verdict;
}

CLAIM(distinct_keys_are_a_scatter, KEYED, DEVICE, distinct_keys,
      "where no two items of a row have the same key, the result of each key is its item, lifted, or the "
      "identity",
      .tested = TESTED_OF_KEYED);

/* ---- ones ---------------------------------------------------------------------------------------------------- */

/* The number, in each column; the low bytes of it where a column is narrow. */
static void put_number(const struct tuple *tuple, uint64_t number, struct state *state)
{
    for (int c = 0; c < tuple->count; c++)
        memcpy(state->at + tuple->offset[c], &number, elem_size(tuple->elem[c]));
}

/* Against a loop that counts. */
static enum verdict compare_counts(const struct load *load, const struct item_keys *keys, uint64_t *counts,
                                   struct finding *finding)
{
    enum verdict verdict = VERDICT_PASS;
    for (uint64_t i = 0; i < keys->rows * keys->length; i++)
        counts[i / keys->length * keys->keys + keys->key[i]]++;
    for (uint64_t at = 0; verdict == VERDICT_PASS && at < load_results(load); at++) {
        struct state count, got;
        struct text place;
        put_number(&load->job.op->state, counts[at], &count);
        load_result(load, at, got.at);
        say_result(load, at, &place);
        verdict = compare_tuples(&load->job.op->state, count.at, got.at, place.at, finding);
    }
    return verdict;
}

static enum verdict counting_equals_histogram_check(void *context, const struct test_case *checked,
                                                    struct finding *finding)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    struct tagged tagged = {0};
    struct item_keys keys = {0};
    struct state one;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    uint64_t items = job_items(&load->job), *counts = calloc(load_results(load) + 1, sizeof *counts);
    bool made = counts && tagged_open(&tagged, checked->problem.op, items, finding) &&
                item_keys_fill(&keys, &checked->problem, &finding->reason);
    put_number(&checked->problem.op->input, 1, &one);
    for (uint64_t i = 0; made && i < items; i++)
        tagged_put(&tagged, i, keys.key[i], one.at);
    if (!counts) text_say(&finding->reason, "no host memory for %" PRIu64 " counts", load_results(load));
    verdict = made ? run_tagged(fixture, LOAD_CASE, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_counts(load, &keys, counts, finding);
    free(counts);
    free(tagged.at);
    item_keys_free(&keys);
    return verdict;
}

CLAIM(counting_equals_histogram, KEYED, DEVICE, apart_keyed,
      "sums of ones are the counts of a loop over the keys", .needs = NEED_SUMS, .tested = TESTED_OF_KEYED);

/* ---- no items, or one key ------------------------------------------------------------------------------------ */

static enum verdict empty_keys_give_identity_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    struct fixture *fixture = context;
    const struct load *load = &fixture->load[LOAD_CASE];
    uint64_t empty = 0;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    for (uint64_t at = 0; verdict == VERDICT_PASS && at < load_results(load); at++) {
        struct state params, identity, got;
        struct text place;
        if (load->keys.first[at] < load->keys.first[at + 1]) continue;
        empty++;
        problem_params(load->problem, result_row(load, at), params.at);
        load->job.op->identity(params.at, identity.at);
        load_result(load, at, got.at);
        say_result(load, at, &place);
        text_add(&place, " (without items)");
        verdict = compare_tuples(&load->job.op->state, identity.at, got.at, place.at, finding);
    }
    if (verdict == VERDICT_PASS && !empty && load_results(load))
        return discard(finding, "a key without items");
    return verdict;
}

CLAIM(empty_keys_give_identity, KEYED, DEVICE, empty_keys,
      "the result of a key without items has the bits of the identity", .tested = TESTED_OF_KEYED);

static enum verdict one_key_is_reduce_check(void *context, const struct test_case *checked,
                                            struct finding *finding)
{
    struct fixture *fixture = context;
    struct test_case other = *checked;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (checked->problem.shape.keys != 1) return discard(finding, "one key, #1");
    strcpy(other.subject, fixture->load[LOAD_CASE].job.rows == 1 ? "reduce_auto" : "segreduce_auto");
    other.tuning.count = 0;
    other.problem.what = WHAT_REDUCE;
    other.problem.shape.keys = 0; /* an item's place is its number */
    verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS)
        verdict = fixture_plan_problem(fixture, LOAD_OTHER, &other, &other.problem, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_OTHER, finding);
    return verdict == VERDICT_PASS ? compare_loads(fixture, false, finding) : verdict;
}

CLAIM(one_key_is_reduce, KEYED, DEVICE, one_key,
      "with one key the fold by key of each row is its reduction, by reduce_auto or segreduce_auto on the "
      "same device",
      .compares = {"reduce_auto", "segreduce_auto"}, .tested = TESTED_OF_KEYED);

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
static enum verdict run_first(struct fixture *fixture, const struct test_case *checked,
                              struct finding *finding)
{
    struct text why;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_plan(fixture, LOAD_OTHER, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS && !session_put_items(&fixture->load[LOAD_OTHER], &why))
        verdict = fixture_device_failed(fixture, &why, finding);
    return verdict;
}

/* Launches the load whose image was changed. */
static enum verdict run_changed(struct fixture *fixture, int which, struct finding *finding)
{
    struct text why;
    if (!session_put_again(&fixture->load[which], &why)) return fixture_device_failed(fixture, &why, finding);
    return fixture_launch(fixture, which, finding);
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

static enum verdict keys_are_independent_check(void *context, const struct test_case *checked,
                                               struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = fixture->load;
    uint64_t key = (uint64_t)problem_with(&checked->problem, "key", 0), keys = checked->problem.shape.keys;
    if (key >= keys) return discard(finding, "with:key=K, K below its keys");
    enum verdict verdict = run_first(fixture, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    change_others(&load[LOAD_OTHER], key);
    verdict = run_changed(fixture, LOAD_OTHER, finding);
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

CLAIM(keys_are_independent, KEYED, DEVICE, chosen_key,
      "the results of a key keep their bits when the items of other keys change", .needs = NEED_EXACT,
      .tested = TESTED_OF_KEYED);

/* Result of the mirrored key. */
static void expect_mirrored(void *context, uint64_t at, void *state)
{
    const struct load *other = context;
    uint64_t keys = other->job.keys;
    load_result(other, at - at % keys + (keys - 1 - at % keys), state);
}

static enum verdict order_of_keys_does_not_matter_check(void *context, const struct test_case *checked,
                                                        struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *other = &fixture->load[LOAD_OTHER];
    enum verdict verdict = run_first(fixture, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct stored stored = stored_in(other);
    for (uint64_t i = 0; i < stored.items; i++)
        store_key(&stored, i, (uint32_t)(other->job.keys - 1 - other->keys.key[i]));
    verdict = run_changed(fixture, LOAD_OTHER, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, expect_mirrored, other, finding);
    return verdict;
}

CLAIM(order_of_keys_does_not_matter, KEYED, DEVICE, problem,
      "numbering the keys in reverse order reverses the order of the results and changes nothing else",
      .tested = TESTED_OF_KEYED);

/* Of every fourth item the key becomes one that there is not: the next, or the greatest number; in one problem of
 * eight, of all items. */
static void spoil_keys(struct load *load)
{
    struct stored stored = stored_in(load);
    uint64_t items = job_items(&load->job);
    bool all = splitmix64(load->problem->shape.seed + load->problem->data.seed) % 8 == 0;
    bool one = stored.items < items; /* every item is the first */
    for (uint64_t i = 0; i < items; i++) {
        uint64_t hash = splitmix64((one ? 0 : i) + load->problem->shape.seed);
        if (hash % 4 && !all) continue;
        load->keys.key[i] = hash & 4 ? (uint32_t)load->job.keys : UINT32_MAX;
        if (i < stored.items) store_key(&stored, i, load->keys.key[i]);
    }
}

/* Libraries are handed keys that there are (docs/guide/peers.md); their instances have no shape, and pick none. */
static bool takes_any_key(const struct instance *instance)
{
    return instance->shape.block != 0 || instance->strategy->pick || instance->strategy->constants;
}

static enum verdict keys_past_the_last_are_left_out_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    struct text why;
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!takes_any_key(load->instance)) return VERDICT_DISCARDED;
    if (!session_put_items(load, &why)) return fixture_device_failed(fixture, &why, finding);
    spoil_keys(load);
    verdict = run_changed(fixture, LOAD_CASE, finding);
    if (verdict == VERDICT_PASS) verdict = compare_expected(fixture, NULL, NULL, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool whole = arena_check(&load->arena, load->up, load->down, false, &finding->first_at) &&
                 arena_check(&load->arena, load->up, load->down, true, &finding->first_at);
    return whole ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(keys_past_the_last_are_left_out, KEYED, DEVICE, problem,
      "an item whose key is not below the number of keys changes no result, and nothing is written out of "
      "bounds",
      .needs = NEED_LARGER_KEYS, .tested = TESTED_OF_KEYED);

/* ---- other rows, and another order of the items ---------------------------------------------------------------- */

/* Every item that is not of the row becomes another one, of another key. */
static void change_other_rows(struct load *load, uint64_t kept)
{
    struct stored stored = stored_in(load);
    struct problem other = *load->problem;
    struct columns columns = stored.columns;
    other.has_only = false;
    other.data = (struct data){.form = DATA_ANY, .seed = load->problem->data.seed + 1};
    columns.count--; /* the operator's own */
    for (uint64_t i = 0; i < stored.items; i++) {
        struct state item, params;
        uint64_t row = i / load->job.length;
        if (row == kept) continue;
        problem_params(load->problem, row, params.at);
        problem_keyed_item(&other, params.at, i, load->keys.place[i], item.at);
        columns_write(&columns, &load->job.op->input, i, item.at);
        store_key(&stored, i, (uint32_t)(splitmix64(other.data.seed + i) % load->job.keys));
    }
}

static enum verdict rows_with_keys_are_independent_check(void *context, const struct test_case *checked,
                                                         struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = fixture->load;
    uint64_t row = (uint64_t)problem_with(&checked->problem, "row", 0), keys = checked->problem.shape.keys;
    enum verdict verdict = run_first(fixture, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (row >= load[LOAD_CASE].job.rows) return discard(finding, "with:row=R, R below its rows");
    change_other_rows(&load[LOAD_OTHER], row);
    verdict = run_changed(fixture, LOAD_OTHER, finding);
    for (uint64_t at = row * keys; verdict == VERDICT_PASS && at < (row + 1) * keys; at++) {
        struct state before, after;
        struct text place;
        load_result(&load[LOAD_CASE], at, before.at);
        load_result(&load[LOAD_OTHER], at, after.at);
        say_result(&load[LOAD_CASE], at, &place);
        verdict = compare_states(checked->problem.op, NULL, before.at, after.at, place.at, finding);
    }
    return verdict;
}

CLAIM(rows_with_keys_are_independent, KEYED_ROWS, DEVICE, chosen_row,
      "the results of a row keep their bits when the items and the keys of other rows change",
      .needs = NEED_EXACT, .tested = TESTED_OF_KEYED);

/* Each item of the first load, at its place. */
static void put_sorted(const struct load *load, struct tagged *tagged)
{
    struct stored stored = stored_in(load);
    struct tuple both = tagged->tuple;
    for (uint64_t i = 0; i < stored.items; i++)
        columns_read(&stored.columns, &both, i, tagged->at + load->keys.place[i] * both.size);
}

static enum verdict stable_where_order_is_kept_check(void *context, const struct test_case *checked,
                                                     struct finding *finding)
{
    struct fixture *fixture = context;
    struct tagged tagged = {0};
    if (checked->problem.layout.input.form == SIDE_ONE) return discard(finding, "items apart");
    enum verdict verdict = fixture_plan(fixture, LOAD_CASE, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_plan(fixture, LOAD_OTHER, checked, finding);
    if (verdict == VERDICT_PASS) verdict = fixture_run(fixture, LOAD_CASE, finding);
    if (verdict != VERDICT_PASS) return verdict;
    bool made = tagged_open(&tagged, checked->problem.op, job_items(&fixture->load[LOAD_CASE].job), finding);
    if (made) put_sorted(&fixture->load[LOAD_CASE], &tagged);
    verdict = made ? run_tagged(fixture, LOAD_OTHER, &tagged, finding) : VERDICT_BROKEN;
    if (verdict == VERDICT_PASS) verdict = compare_loads(fixture, false, finding);
    free(tagged.at);
    return verdict;
}

CLAIM(stable_where_order_is_kept, KEYED, DEVICE, apart_keyed,
      "a fold by key that keeps the order gives the same results when its items are stably sorted by key",
      .needs = NEED_ORDER, .tested = TESTED_OF_KEYED);
