/* SPDX-License-Identifier: MIT
 * Claims about the suite itself: nothing of the documents is forgotten, no code runs without a witness. */
#define _POSIX_C_SOURCE 200809L
#include "property.h"
#include "compare.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "exhaustive.h"
#include "formulas.h"

/* ---- a witness for every variant ---- */

static bool has_variant(const struct operator_code *code, const struct strategy *strategy,
                        const struct op *op, uint64_t variant, bool wide)
{
    for (size_t i = 0; i < code->count; i++)
        if (code->instances[i].strategy == strategy &&
            instance_variant(&code->instances[i], op, wide) == variant)
            return true;
    return false;
}

/* A strategy for commuting operators has a tally of one size only: there, any shape of it will do. */
static bool is_witnessed(const struct backend *backend, const struct instance *instance, const struct op *op,
                         bool wide)
{
    uint64_t variant = instance_variant(instance, op, wide);
    bool any = instance->strategy->needs & LAW_COMMUTES;
    for (const struct operator_code *const *code = backend->operators; *code; code++) {
        const struct op *other = op_find((*code)->op);
        if (!other || !sweep_witnesses(other, instance->strategy->needs)) continue;
        if (any || has_variant(*code, instance->strategy, other, variant, wide)) return true;
    }
    return false;
}

static bool is_built(const struct backend *backend, const struct op *op)
{
    for (const struct operator_code *const *code = backend->operators; *code; code++)
        if (strcmp((*code)->op, op->name) == 0) return true;
    return false;
}

/* A witness of these laws that a build with few operators left out; NULL: there is none. */
static const struct op *witness_left_out(const struct backend *backend, unsigned needs)
{
    for (size_t i = 0; i < op_count(); i++)
        if (sweep_witnesses(op_at(i), needs) && !is_built(backend, op_at(i))) return op_at(i);
    return NULL;
}

/* No verdict on code whose witness this build may have left out. */
static bool check_operator(const struct backend *backend, const struct operator_code *code,
                           struct finding *finding)
{
    const struct op *op = op_find(code->op);
    for (size_t i = 0; op && i < code->count; i++) {
        const struct instance *instance = &code->instances[i];
        if (instance->strategy->needs & ~op->laws || witness_left_out(backend, instance->strategy->needs))
            continue;
        finding->items++;
        for (int wide = 0; wide < 2; wide++)
            if (!is_witnessed(backend, instance, op, wide))
                return text_say(&finding->first_at,
                                "%s{block=%u,items=%u,group=%u} for %s, %s loads: no witness runs this code",
                                instance->strategy->name, instance->shape.block, instance->shape.items,
                                instance->shape.group, op->name, wide ? "16-byte" : "single");
    }
    return true;
}

static enum verdict every_variant_has_a_witness_check(void *context, const struct test_case *checked,
                                                      struct finding *finding)
{
    const struct fixture *fixture = context;
    (void)checked;
    if (!fixture->has_device) return VERDICT_NO_DEVICE;
    const struct backend *backend = fixture->session.backend;
    for (const struct operator_code *const *code = backend->operators; *code; code++)
        if (!check_operator(backend, *code, finding)) return VERDICT_FAIL;
    if (finding->items > 0) return VERDICT_PASS;
    const struct op *missing = witness_left_out(backend, 0);
    if (!missing) missing = witness_left_out(backend, LAW_COMMUTES);
    if (missing)
        text_say(&finding->reason, "this build has not all witnesses: %s is left out", missing->name);
    else
        text_say(&finding->reason, "no strategy of %s takes an operator of it", backend->name);
    return VERDICT_REFUSED;
}

CLAIM(every_variant_has_a_witness, SUITE, DEVICE, once,
      "every code variant that an operator runs is also run by a span operator",
      .tested = TESTED_OF_ALL_OPERATORS);

/* ---- an owner for every ID ---- */

static const struct document_id document_ids[] = {
#define ID(id, title, section) {id, title},
#include "document_ids.def"
#undef ID
    {NULL, NULL}};

/* Owned by the harness itself, by peers, which are plugins that a build may lack, by applications and by figures. */
static const char host_ids[] =
#define HOST(id, file, shown_by) id " "
#include "host_ids.def"
#undef HOST
    "";

static const char *const strategy_names[] = {
#define STRATEGY(FAMILY, NAME, ...) #NAME,
#include "strategies.def"
#undef STRATEGY
    NULL};

/* Is an ID one of the words of a list? */
static bool list_has(const char *list, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = strstr(list, id); at; at = strstr(at + 1, id)) {
        bool begins = at == list || isspace((unsigned char)at[-1]);
        if (begins && (at[length] == 0 || isspace((unsigned char)at[length]))) return true;
    }
    return false;
}

static bool strategy_owns(const struct id_owners *owners, const char *id)
{
    for (const struct backend *const *backend = owners->backends; *backend; backend++)
        for (const struct strategy *const *at = (*backend)->strategies; *at; at++)
            if (list_has((*at)->ids, id)) return true;
    return false;
}

static bool some_backend_has(const struct id_owners *owners, const char *strategy)
{
    for (const struct backend *const *backend = owners->backends; *backend; backend++)
        if (backend_strategy(*backend, strategy)) return true;
    return false;
}

/* A strategy that a build of few left out; NULL: there is none. */
static const char *strategy_left_out(const struct id_owners *owners)
{
    for (const char *const *name = owners->strategies; *name; name++)
        if (!some_backend_has(owners, *name)) return *name;
    return NULL;
}

/* Does a line of the excuses begin with the ID, and give a reason? */
static bool is_excused(FILE *excuses, const char *id)
{
    char line[512];
    size_t length = strlen(id);
    rewind(excuses);
    while (fgets(line, sizeof line, excuses))
        if (strncmp(line, id, length) == 0 && line[length] == ' ' && isgraph((unsigned char)line[length + 1]))
            return true;
    return false;
}

static bool id_is_known(const struct id_owners *owners, const char *id)
{
    for (const struct document_id *known = owners->ids; known->id; known++)
        if (strcmp(known->id, id) == 0) return true;
    return false;
}

/* A strategy's word for an ID that no document has is a slip of the pen. */
static bool check_words(const struct id_owners *owners, const struct strategy *strategy,
                        struct finding *finding)
{
    char word[32];
    int length = 0;
    for (const char *at = strategy->ids; sscanf(at, " %31s%n", word, &length) == 1; at += length)
        if (!id_is_known(owners, word))
            return text_say(&finding->first_at, "%s has the ID %s, which no document has", strategy->name,
                            word);
    return true;
}

static bool check_strategies(const struct id_owners *owners, struct finding *finding)
{
    for (const struct backend *const *backend = owners->backends; *backend; backend++)
        for (const struct strategy *const *at = (*backend)->strategies; *at; at++)
            if (!check_words(owners, *at, finding)) return false;
    return true;
}

/* So is an excuse for one. */
static bool check_excuses(const struct id_owners *owners, FILE *excuses, struct finding *finding)
{
    char line[512], id[32];
    while (fgets(line, sizeof line, excuses))
        if (line[0] != '#' && sscanf(line, "%31s", id) == 1 && !id_is_known(owners, id))
            return text_say(&finding->first_at, "not_done.txt names %s, which no document has", id);
    return true;
}

enum verdict judge_owners(const struct id_owners *owners, const char *path, struct finding *finding)
{
    const char *missing = strategy_left_out(owners);
    if (missing) {
        text_say(&finding->reason, "this build has not all strategies: %s is left out", missing);
        return VERDICT_REFUSED;
    }
    FILE *excuses = fopen(path, "r");
    if (!excuses) {
        text_say(&finding->reason, "%s cannot be read", path);
        return VERDICT_BROKEN;
    }
    bool good = check_excuses(owners, excuses, finding) && check_strategies(owners, finding);
    for (const struct document_id *at = owners->ids; good && at->id; at++) {
        bool done = list_has(owners->host_ids, at->id) || strategy_owns(owners, at->id);
        finding->items++;
        if (done == is_excused(excuses, at->id))
            good = text_say(&finding->first_at, "%s (%s) %s", at->id, at->title,
                            done ? "is done, and excused in not_done.txt" : "has no owner and no excuse");
    }
    fclose(excuses);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}

static enum verdict every_document_id_is_owned_check(void *context, const struct test_case *checked,
                                                     struct finding *finding)
{
    const struct backend *backends[DEVICE_KINDS];
    const struct id_owners owners = {document_ids, host_ids, strategy_names, backends};
    struct text why;
    (void)context, (void)checked;
    backends_open(backends, &why);
    return judge_owners(&owners, properties_file("not_done.txt"), finding);
}

CLAIM(every_document_id_is_owned, SUITE, HOST, once,
      "every ID of the documents has an owner, or a line in not_done.txt with the reason",
      .tested = TESTED_OF_ALL_STRATEGIES);

/* ---- problems that a strategy must accept ---- */

/* To accept means to get right, too. */
static enum verdict strategies_accept_their_problems_check(void *context, const struct test_case *checked,
                                                           struct finding *finding)
{
    enum verdict verdict = equals_oracle(context, checked, finding);
    if (verdict != VERDICT_REFUSED) return verdict;
    text_say(&finding->first_at, "refused: %s", finding->reason.at);
    return VERDICT_FAIL;
}

CLAIM(strategies_accept_their_problems, STRATEGY, DEVICE, own_problem,
      "every strategy accepts the three problems of its line in strategies.def and solves them correctly",
      .needs = NEED_OWN_LINE, .tested = TESTED_OF_EACH_FORM | TESTED_OF_EACH_BLOCK | TESTED_OF_OWN_PROBLEMS);

/* The most items for a strategy and an operator that are right for any number of them. */
enum { MANY_ITEMS_BITS = 40 };

/* One row of `items`; many of one item where rows must fit into a block. */
static struct job limit_job(const struct fixture *fixture, const struct instance *instance,
                            const struct op *op, uint64_t items)
{
    struct job job = fixture->load[LOAD_CASE].job;
    uint64_t own = instance->strategy->most_items;
    bool fitting = (!own || own >= ANY_ROW) && fixture_longest_row(fixture, instance, op) < ANY_ROW;
    job.rows = fitting ? items : 1;
    job.length = fitting ? 1 : items;
    if (job.keys) job.keys = 1; /* tunings with less shared memory do fewer */
    return job;
}

static bool judge_limit(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                        struct finding *finding)
{
    const struct strategy *strategy = instance->strategy;
    uint64_t most = strategy_most_items(strategy, op);
    uint64_t limit = most ? most : (uint64_t)1 << MANY_ITEMS_BITS;
    struct job at_limit = limit_job(fixture, instance, op, limit);
    struct job beyond = limit_job(fixture, instance, op, limit + 1);
    struct text why = {0};
    const char *wrong = NULL;
    if (strategy->refuse(strategy, &at_limit, &instance->shape, &why) != REFUSAL_NONE)
        wrong = "refuses";
    else if (most && strategy->refuse(strategy, &beyond, &instance->shape, NULL) == REFUSAL_NONE)
        wrong = "accepts one item more than";
    if (!wrong) return true;
    return text_say(&finding->first_at, "%s{block=%u,items=%u,group=%u} %s %llu x %llu items of %s: %s",
                    strategy->name, instance->shape.block, instance->shape.items, instance->shape.group,
                    wrong, (unsigned long long)at_limit.rows, (unsigned long long)at_limit.length, op->name,
                    why.at);
}

/* A device whose blocks may ask for just what the tuning asks for will do, and none that has a byte less. */
static bool judge_shared(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                         struct finding *finding)
{
    struct job job = limit_job(fixture, instance, op, 1);
    struct device_caps caps = *job.caps;
    struct text why = {0};
    uint64_t asks = instance->shared_bytes;
    if (!asks) return true;
    job.caps = &caps;
    caps.shared_bytes = asks;
    enum refusal enough = instance->strategy->refuse(instance->strategy, &job, &instance->shape, &why);
    caps.shared_bytes = asks - 1;
    enum refusal less = instance->strategy->refuse(instance->strategy, &job, &instance->shape, NULL);
    if (enough == REFUSAL_NONE && less == REFUSAL_SHARED_MEMORY) return true;
    return text_say(
        &finding->first_at,
        "%s{block=%u,items=%u,group=%u} asks for %llu bytes of shared memory for %s, and %s %s",
        instance->strategy->name, instance->shape.block, instance->shape.items, instance->shape.group,
        (unsigned long long)asks, op->name,
        enough == REFUSAL_NONE ? "takes a device with a byte less" : "refuses one that has them:", why.at);
}

/* The limits hold for outputs of their own: a strategy may have other reasons to refuse one over the input. */
static void move_outputs_off_the_input(struct layout *layout)
{
    if (layout->result.form == SIDE_IN) layout->result = (struct side){.form = SIDE_SOA};
    if (layout->mapout.form == SIDE_IN) layout->mapout = (struct side){.form = SIDE_SOA};
}

static enum verdict accepts_up_to_the_limit_check(void *context, const struct test_case *checked,
                                                  struct finding *finding)
{
    struct fixture *fixture = context;
    struct problem *apart = &fixture->part[LOAD_CASE];
    *apart = checked->problem;
    move_outputs_off_the_input(&apart->layout);
    enum verdict verdict = fixture_plan_problem(fixture, LOAD_CASE, checked, apart, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct op *op = checked->problem.op;
    const struct instance *instance;
    for (size_t i = 0; (instance = fixture_nth_instance(fixture, checked->subject, op->name, i)); i++)
        if (!judge_limit(fixture, instance, op, finding) || !judge_shared(fixture, instance, op, finding))
            return VERDICT_FAIL;
    return VERDICT_PASS;
}

CLAIM(
    accepts_up_to_the_limit, FOLD, DEVICE, flat,
    "every tuning accepts the largest problem that its operator or its block allows and refuses one item or "
    "row more; it accepts a device with exactly the shared memory that it needs and refuses one byte less",
    .tested = TESTED_OF_KEYED);

/* ---- where a strategy begins to refuse ---- */

/* On either side of each border: a tile of 4 x 4 is more than twice as wide as what is low there, a stretch is as low
 * as a thread has items, one row or column is copied, and one item lies over itself. Where resident blocks may be
 * kept from going on, a scan that waits for others is refused, and one that does not is run. */
static const struct {
    const char *line;
    bool accepts;
} borders[] = {
#define CASE(STRATEGY, BLOCK, ITEMS)                                                                         \
    "refusals_begin_where_documented." STRATEGY "{block=" BLOCK ",items=" ITEMS                              \
    ",group=4}@sim32 transpose/i8/"
    {CASE("transpose_naive", "8", "1") "1x1/soa>in/any:1", true},
    {CASE("transpose_naive", "8", "1") "1x2/soa>in/any:1", false},
    {CASE("transpose_naive", "8", "1") "2x1x1/soa>in/any:1", false},
    {CASE("transpose_naive", "8", "1") "3x3/soa/any:1/with:present=8", false},
    {CASE("transpose_masked", "8", "3") "3x3/soa/any:1/with:present=8", true},
    {CASE("transpose_low_height", "16", "1") "2x5/soa/any:1", true},
    {CASE("transpose_low_height", "16", "1") "2x4/soa/any:1", false},
    {CASE("transpose_low_height", "16", "1") "3x5/soa/any:1", false},
    {CASE("transpose_low_width", "16", "1") "5x2/soa/any:1", true},
    {CASE("transpose_low_width", "16", "1") "4x2/soa/any:1", false},
    {CASE("transpose_low_width", "16", "1") "5x3/soa/any:1", false},
    {CASE("transpose_copy", "8", "1") "1x5/soa/any:1", true},
    {CASE("transpose_copy", "8", "1") "5x1/soa/any:1", true},
    {CASE("transpose_copy", "8", "1") "3x5x1/soa/any:1", true},
    {CASE("transpose_copy", "8", "1") "2x2/soa/any:1", false},
    {CASE("transpose_stretch", "8", "2") "2x9/soa/any:1", true},
    {CASE("transpose_stretch", "8", "2") "9x2/soa/any:1", true},
    {CASE("transpose_stretch", "8", "2") "3x9/soa/any:1", false},
    {CASE("transpose_stretch", "8", "2") "3x3/soa/any:1", false},
#undef CASE
#define CASE(STRATEGY)                                                                                       \
    "refusals_begin_where_documented." STRATEGY "{block=8,items=1,group=4}@sim32 scan/add_u32/100/soa/any:1"
    {CASE("scan_lookback") "/sched:unfair:1:4", false},
    {CASE("scan_lookback") "/sched:uniform:1:4", true},
    {CASE("scan_lookahead") "/sched:unfair:1:4", false},
    {CASE("scan_lookback_fallback") "/sched:unfair:1:4", true},
    {CASE("scan_reduce_then_scan") "/sched:unfair:1:4", true},
#undef CASE
/* a number of blocks: at most one for each thread of the last block, as many as a launch can have, and none where the
 * strategy finds it itself */
#define CASE(STRATEGY, GRID)                                                                                 \
    "refusals_begin_where_documented." STRATEGY "{block=8,items=1,group=4,grid=" GRID                        \
    "}@sim32 reduce/add_u32/100/soa/any:1"
    {CASE("reduce_chunked", "8"), true},
    {CASE("reduce_chunked", "9"), false},
    {CASE("segreduce_larsen_strided", "2147483647"), true},
    {CASE("segreduce_larsen_strided", "2147483648"), false},
    {CASE("segreduce_larsen_one_block", "1"), false},
    {CASE("reduce_window", "1"), false},
#undef CASE
/* a matrix that lies by columns is for the strategies that say so */
#define CASE(STRATEGY, PROBLEM) "refusals_begin_where_documented." STRATEGY "@sim32 " PROBLEM "/cols/any:1"
    {CASE("segreduce_thread_per_column", "reduce/add_u32/3x5"), true},
    {CASE("segreduce_irwim", "reduce/add_u32/3x5"), true},
    {CASE("segreduce_by_henriksen_slides", "reduce/add_u32/3x5"), true},
    {CASE("segreduce_thread_per_row", "reduce/add_u32/3x5"), false},
    {CASE("segreduce_auto", "reduce/add_u32/3x5"), false},
    {CASE("reduce_window", "reduce/add_u32/5"), false},
    {CASE("scan_lookback", "scan/add_u32/5"), false},
#undef CASE
/* policies have strategies for rows with params of their own, a few long ones and many short ones */
#define CASE(STRATEGY, SHAPE)                                                                                \
    "refusals_begin_where_documented." STRATEGY "@sim32 reduce/affine_mod/" SHAPE "/soa/any:1/vary:0"
    {CASE("segreduce_auto", "3x50"), true},
    {CASE("segreduce_auto", "1000x2"), true},
    {CASE("segreduce_by_prototype", "3x50"), true},
    {CASE("segreduce_by_versions", "3x50"), true},
    {CASE("segreduce_by_segred", "3x50"), true},
    {CASE("segreduce_by_henriksen", "3x50"), true},
#undef CASE
};

static enum verdict check_border(struct fixture *fixture, size_t at, struct finding *finding)
{
    struct test_case known;
    enum verdict verdict = plan_line(fixture, borders[at].line, &known, finding);
    if (verdict != VERDICT_PASS && verdict != VERDICT_REFUSED) return verdict;
    bool ordered = known.problem.schedule.form != SCHEDULE_NONE;
    if (ordered && device_is_gpu(fixture->name.kind))
        return VERDICT_DISCARDED; /* a GPU orders its own lanes */
    if ((verdict == VERDICT_PASS) == borders[at].accepts) return VERDICT_PASS;
    if (borders[at].accepts)
        text_say(&finding->first_at, "%s is refused: %.300s", borders[at].line, finding->reason.at);
    else
        text_say(&finding->first_at, "%s is accepted, and ought to be refused", borders[at].line);
    return VERDICT_FAIL;
}

/* Rows and keys, with a block of 8 threads, two groups of 4, on a device whose blocks have 48 KB, 49152 bytes. Keys of
 * all rows are numbered with 32 bits, of which one number is for none; 65537 * 65535 is 2^32 - 1. Tables are 24 KB,
 * 24576 bytes, and one entry is for items of no key: a table for each of 8 threads, a table, two for groups and one
 * for the block, or cells of 8 bytes. Slices have room for 16 keys each, and there are 16 of them at most. */
static const struct {
    const char *strategy, *op;
    uint64_t rows, keys;
    enum refusal refusal;
} key_borders[] = {
    {"keyed_atomics", "add_u32", 1, 4294967294, REFUSAL_NONE},
    {"keyed_atomics", "add_u32", 1, 4294967295, REFUSAL_KEYS},
    {"keyed_atomics", "add_u32", 4294967294, 1, REFUSAL_NONE},
    {"keyed_atomics", "add_u32", 65536, 65535, REFUSAL_NONE},
    {"keyed_atomics", "add_u32", 65537, 65535, REFUSAL_SHAPE},
    {"keyed_atomics", "add_u32", 4294967295, 0, REFUSAL_NONE},
    {"keyed_sorted_runs", "affine_u32", 1, 4294967294, REFUSAL_NONE},
    {"keyed_sorted_runs", "affine_u32", 1, 4294967295, REFUSAL_KEYS},
    {"keyed_sorted_runs", "affine_u32", 65536, 65535, REFUSAL_NONE},
    {"keyed_sorted_runs", "affine_u32", 65537, 65535, REFUSAL_SHAPE},
    {"keyed_onehot", "affine_u32", 1, 256, REFUSAL_NONE},
    {"keyed_onehot", "affine_u32", 1, 257, REFUSAL_KEYS},
    {"keyed_stream", "affine_u32", 1, 24576 / (8 * 8) - 1, REFUSAL_NONE},
    {"keyed_stream", "affine_u32", 1, 24576 / (8 * 8), REFUSAL_KEYS},
    {"keyed_sort_tree", "affine_u32", 1, 24576 / 8 - 1, REFUSAL_NONE},
    {"keyed_sort_tree", "affine_u32", 1, 24576 / 8, REFUSAL_KEYS},
    {"keyed_warp_sort", "affine_u32", 1, 24576 / (3 * 8) - 1, REFUSAL_NONE},
    {"keyed_warp_sort", "affine_u32", 1, 24576 / (3 * 8), REFUSAL_KEYS},
    {"keyed_shuffle", "affine_u32", 1, 24576 / (3 * 8) - 1, REFUSAL_NONE},
    {"keyed_shuffle", "affine_u32", 1, 24576 / (3 * 8), REFUSAL_KEYS},
    {"keyed_sequential_atomics", "add_u32", 1, 24576 / 8 - 1, REFUSAL_NONE},
    {"keyed_sequential_atomics", "add_u32", 1, 24576 / 8, REFUSAL_KEYS},
    {"keyed_thread_tables", "add_u32", 1, 49152 / (8 * 4) - 1, REFUSAL_NONE},
    {"keyed_thread_tables", "add_u32", 1, 49152 / (8 * 4), REFUSAL_KEYS},
    {"keyed_slices", "add_u32", 1, 16 * 16, REFUSAL_NONE},
    {"keyed_slices", "add_u32", 1, 16 * 16 + 1, REFUSAL_KEYS},
};

static enum verdict check_key_border(struct fixture *fixture, size_t at, struct finding *finding)
{
    const struct strategy *strategy = backend_strategy(fixture->session.backend, key_borders[at].strategy);
    struct device_caps caps = *fixture->session.caps;
    static uint32_t item;
    caps.shared_bytes = 49152;
    struct job job = {.op = op_find(key_borders[at].op),
                      .what = WHAT_KEYED,
                      .rows = key_borders[at].rows,
                      .length = 1,
                      .keys = key_borders[at].keys,
                      .in = {.count = 1, .column = {{&item, sizeof item}}},
                      .caps = &caps};
    struct launch_shape tiny = {.block = 8, .items = 1, .group = 4};
    if (!strategy) return VERDICT_PASS; /* in a build of some strategies */
    struct text why = {0};
    enum refusal refusal = strategy->refuse(strategy, &job, &tiny, &why);
    finding->items++;
    if (refusal == key_borders[at].refusal) return VERDICT_PASS;
    text_say(&finding->first_at, "%s, %llu x 1 items of %s, %llu keys: expected refusal %d, got %d: %s",
             strategy->name, (unsigned long long)job.rows, job.op->name, (unsigned long long)job.keys,
             (int)key_borders[at].refusal, (int)refusal, why.at);
    return VERDICT_FAIL;
}

static enum verdict refusals_begin_where_documented_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    (void)checked;
    enum verdict verdict = check_lines(context, check_border, sizeof borders / sizeof borders[0], finding);
    if (verdict != VERDICT_PASS) return verdict;
    return check_lines(context, check_key_border, sizeof key_borders / sizeof key_borders[0], finding);
}

CLAIM(refusals_begin_where_documented, SUITE, DEVICE, once,
      "a strategy starts refusing exactly at the limits in its head comment");
