/* SPDX-License-Identifier: MIT
 * The laws of operators, on operands that are folds of the rows of a line such as
 * law/mss_i32/[1,2,1]/soa/lit:3,0,5,1. */
#include "property.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "compare.h"
#include "operands.h"
#include "wider.h"
#include "witness.h"

static enum verdict compare_bits(const struct operands *operands, const struct state *expected,
                                 const struct state *got, const char *place, struct finding *finding)
{
    return compare_states(operands->op, NULL, expected->at, got->at, place, finding);
}

/* Bit by bit, within the operator's tolerance, or within what it may lose beside the wider one. */
static enum verdict compare_law(const struct operands *operands, const struct state *expected,
                                const struct state *got, const char *place, struct finding *finding)
{
    const struct slack *slack = operands->op->tolerates ? &operands->slack : NULL;
    if (operands->op->wide)
        return compare_near(operands->op, &operands->slack, expected->at, got->at, place, finding);
    return compare_states(operands->op, slack, expected->at, got->at, place, finding);
}

/* As compare_law, and sums of floats within what any order may lose. */
static enum verdict compare_sums(const struct operands *operands, const struct state *expected,
                                 const struct state *got, const char *place, struct finding *finding)
{
    const struct op *op = operands->op;
    if (op->wide || op->laws & LAW_EXACT) return compare_law(operands, expected, got, place, finding);
    return compare_states(op, &operands->slack, expected->at, got->at, place, finding);
}

static enum verdict associates(const struct test_case *checked, struct finding *finding)
{
    struct operands operands;
    struct state ab, ab_c, bc, a_bc;
    if (!operands_of(checked, 3, &operands, finding)) return VERDICT_DISCARDED;
    operands_combine(&operands, &operands.row[0], &operands.row[1], &ab);
    operands_combine(&operands, &ab, &operands.row[2], &ab_c);
    operands_combine(&operands, &operands.row[1], &operands.row[2], &bc);
    operands_combine(&operands, &operands.row[0], &bc, &a_bc);
    enum verdict verdict = wider_agrees(&operands, finding);
    if (verdict == VERDICT_PASS)
        verdict = compare_sums(&operands, &a_bc, &ab_c, "combine(combine(a, b), c)", finding);
    if (verdict == VERDICT_PASS || finding->law[0]) return verdict;
    operands_show_rows(&operands, 3, finding);
    operands_show(&operands, "combine(combine(a, b), c)", &ab_c, &finding->operands);
    operands_show(&operands, "combine(a, combine(b, c))", &a_bc, &finding->operands);
    finding_breaks(finding, "combine is not associative",
                   "a reduction that splits between a and b differs from one that splits between b and c: "
                   "the result depends on how the items are shared out");
    return verdict;
}

/* Shows combine(identity, a) or combine(a, identity) that is not a. */
static enum verdict fail_identity(const struct operands *operands, const char *place,
                                  const struct state *combined, struct finding *finding)
{
    operands_show_rows(operands, 1, finding);
    operands_show(operands, "identity", &operands->identity, &finding->operands);
    operands_show(operands, place, combined, &finding->operands);
    finding_breaks(finding, "identity is not neutral",
                   "a thread or a tile with nothing to do changes the result: items and tiles that do not "
                   "come out even differ");
    return VERDICT_FAIL;
}

static enum verdict has_identity(const struct test_case *checked, struct finding *finding)
{
    struct operands operands;
    struct state left, right, input = {0}, lifted = {0};
    if (!operands_of(checked, 1, &operands, finding)) return VERDICT_DISCARDED;
    const struct op *op = operands.op;
    operands_combine(&operands, &operands.identity, &operands.row[0], &left);
    operands_combine(&operands, &operands.row[0], &operands.identity, &right);
    static const char before[] = "combine(identity, a)", behind[] = "combine(a, identity)";
    if (compare_law(&operands, &operands.row[0], &left, before, finding) != VERDICT_PASS)
        return fail_identity(&operands, before, &left, finding);
    if (compare_law(&operands, &operands.row[0], &right, behind, finding) != VERDICT_PASS)
        return fail_identity(&operands, behind, &right, finding);
    if (!op->has_neutral) return VERDICT_PASS;
    op->neutral(operands.params, input.at);
    op->lift(operands.params, input.at, lifted.at);
    if (compare_law(&operands, &operands.identity, &lifted, "lift(neutral)", finding) == VERDICT_PASS)
        return VERDICT_PASS;
    finding_breaks(finding, "neutral does not lift to the identity",
                   "an item that is neutral counts: padding with it changes the result");
    return VERDICT_FAIL;
}

static bool same(const struct operands *operands, const struct state *a, const struct state *b)
{
    return same_states(operands->op, a->at, b->at);
}

static enum verdict fail_commutes(const struct operands *operands, const struct state *ab,
                                  const struct state *ba, struct finding *finding)
{
    operands_show_rows(operands, 2, finding);
    operands_show(operands, "combine(a, b)", ab, &finding->operands);
    operands_show(operands, "combine(b, a)", ba, &finding->operands);
    finding_breaks(finding, "combine does not commute",
                   "a strategy for operators that commute takes items out of their order: its result "
                   "differs from the left-to-right one, and maybe from run to run");
    return VERDICT_FAIL;
}

static enum verdict fail_idempotent(const struct operands *operands, const struct state *aa,
                                    struct finding *finding)
{
    operands_show_rows(operands, 1, finding);
    operands_show(operands, "combine(a, a)", aa, &finding->operands);
    finding_breaks(finding, "combine is not idempotent", "an item that is read twice counts twice");
    return VERDICT_FAIL;
}

static enum verdict say_fail(struct finding *finding, const char *words)
{
    snprintf(finding->law, sizeof finding->law, "a claimed law (%.*s) does not hold",
             (int)strcspn(words, ":"), words);
    text_say(&finding->first_at, "%s", words);
    return VERDICT_FAIL;
}

/* A group in all but name: no operand is lost, whichever side it stands on. */
static enum verdict check_cancels(const struct operands *operands, struct finding *finding)
{
    const struct state *a = &operands->row[0], *b = &operands->row[1];
    struct state aa, ab, ba;
    operands_combine(operands, a, a, &aa);
    operands_combine(operands, a, b, &ab);
    operands_combine(operands, b, a, &ba);
    if (same(operands, a, b)) return VERDICT_PASS;
    if (same(operands, &aa, &ab))
        return say_fail(finding, "cancels: combine(a, a) equals combine(a, b), but a differs from b");
    if (same(operands, &aa, &ba))
        return say_fail(finding, "cancels: combine(a, a) equals combine(b, a), but a differs from b");
    return VERDICT_PASS;
}

/* Two spans that touch join in their order and in no other. */
static enum verdict check_orders(const struct test_case *checked, const struct operands *operands,
                                 struct finding *finding)
{
    struct state ab, ba;
    const struct shape *shape = &checked->problem.shape;
    uint64_t first = shape_row_length(shape, 0), second = shape_row_length(shape, 1);
    if (!first || !second || checked->problem.has_only) return VERDICT_PASS;
    operands_combine(operands, &operands->row[0], &operands->row[1], &ab);
    operands_combine(operands, &operands->row[1], &operands->row[0], &ba);
    struct span_view forth = span_view(operands->op, ab.at), back = span_view(operands->op, ba.at);
    if (forth.torn || forth.begin != 0 || forth.end != (int64_t)(first + second))
        return say_fail(finding, "orders: two spans that touch do not join");
    if (!back.torn) return say_fail(finding, "orders: two spans in the wrong order join");
    return VERDICT_PASS;
}

/* The sum of two integers of as many bytes, modulo 2 to their bits. */
static void add_wrapping(size_t bytes, const unsigned char *a, const unsigned char *b, unsigned char *sum)
{
    unsigned carry = 0;
    for (size_t i = 0; i < bytes;
         i++) { /* the lowest byte lies first on every host that there is a device for */
        carry += (unsigned)a[i] + b[i];
        sum[i] = (unsigned char)carry;
        carry >>= 8;
    }
}

/* Every column of combine(a, b) is the sum of a's and b's. */
static enum verdict check_adds(const struct operands *operands, const struct state *ab,
                               struct finding *finding)
{
    const struct tuple *tuple = &operands->op->state;
    struct state sum = *ab;
    for (int c = 0; c < tuple->count; c++) {
        size_t at = tuple->offset[c];
        if (elem_is_float(tuple->elem[c]))
            return say_fail(finding, "adds: a column of floats does not wrap around");
        add_wrapping(elem_size(tuple->elem[c]), operands->row[0].at + at, operands->row[1].at + at,
                     sum.at + at);
    }
    if (same(operands, ab, &sum)) return VERDICT_PASS;
    return say_fail(finding, "adds: combine(a, b) is not the sum of a's and b's columns");
}

static enum verdict commutes_as_claimed(const struct test_case *checked, struct finding *finding)
{
    struct operands operands;
    struct state ab, ba, aa;
    if (!operands_of(checked, 2, &operands, finding)) return VERDICT_DISCARDED;
    unsigned laws = operands.op->laws;
    operands_combine(&operands, &operands.row[0], &operands.row[1], &ab);
    operands_combine(&operands, &operands.row[1], &operands.row[0], &ba);
    operands_combine(&operands, &operands.row[0], &operands.row[0], &aa);
    if (laws & LAW_COMMUTES && compare_law(&operands, &ab, &ba, "combine(b, a)", finding) != VERDICT_PASS)
        return fail_commutes(&operands, &ab, &ba, finding);
    if (laws & LAW_IDEMPOTENT &&
        compare_law(&operands, &operands.row[0], &aa, "combine(a, a)", finding) != VERDICT_PASS)
        return fail_idempotent(&operands, &aa, finding);
    enum verdict verdict = VERDICT_PASS;
    if (laws & LAW_CANCELS) verdict = check_cancels(&operands, finding);
    if (verdict == VERDICT_PASS && laws & LAW_ORDERS) verdict = check_orders(checked, &operands, finding);
    if (verdict == VERDICT_PASS && laws & LAW_ADDS) verdict = check_adds(&operands, &ab, finding);
    return verdict;
}

/* ---- products ---- */

/* A state with one part of `mine` and all others of `others`. */
static struct state mixed(const struct tuple *tuple, int part, const struct state *mine,
                          const struct state *others)
{
    struct state mix = *others;
    for (int k = 0; k < tuple->count; k++)
        if (tuple->part[k] == part)
            memcpy(mix.at + tuple->offset[k], mine->at + tuple->offset[k], elem_size(tuple->elem[k]));
    return mix;
}

static enum verdict parts_combine_apart(const struct test_case *checked, struct finding *finding)
{
    struct operands operands;
    struct state ab, mix;
    if (!operands_of(checked, 3, &operands, finding)) return VERDICT_DISCARDED;
    const struct tuple *tuple = &operands.op->state;
    const struct state *a = &operands.row[0], *b = &operands.row[1], *c = &operands.row[2];
    operands_combine(&operands, a, b, &ab);
    for (int part = 0; part < tuple->parts; part++) {
        struct state left = mixed(tuple, part, a, c), right = mixed(tuple, part, b, a);
        operands_combine(&operands, &left, &right, &mix);
        struct state expected = mixed(tuple, part, &ab, &mix);
        if (compare_bits(&operands, &expected, &mix, "combine of one part", finding) == VERDICT_PASS)
            continue;
        operands_show_rows(&operands, 3, finding);
        operands_show(&operands, "combine(a, b)", &ab, &finding->operands);
        operands_show(&operands, "with other parts", &mix, &finding->operands);
        finding_breaks(finding, "the parts of its product are not independent",
                       "a strategy that scans one part after the other has other results");
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

static enum verdict associates_check(void *context, const struct test_case *checked, struct finding *finding)
{
    (void)context;
    return law_watched(associates, checked, finding);
}

CLAIM(associates, OPERATOR, HOST, three_rows, "combine(combine(a, b), c) equals combine(a, combine(b, c))");

static enum verdict has_identity_check(void *context, const struct test_case *checked,
                                       struct finding *finding)
{
    (void)context;
    return law_watched(has_identity, checked, finding);
}

CLAIM(has_identity, OPERATOR, HOST, one_row,
      "identity is neutral on both sides, and the neutral input lifts to it");

static enum verdict commutes_as_claimed_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    (void)context;
    return law_watched(commutes_as_claimed, checked, finding);
}

CLAIM(commutes_as_claimed, OPERATOR, HOST, two_rows,
      "the laws commutes, idempotent, cancels, orders and adds hold wherever an operator claims them");

static enum verdict parts_combine_apart_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    (void)context;
    return law_watched(parts_combine_apart, checked, finding);
}

CLAIM(parts_combine_apart, OPERATOR, HOST, three_rows,
      "each part of a product is combined independently of the other parts");

/* ---- nothing but arguments ---- */

/* A fold of the line's items, every call of it guarded. */
struct guarded_fold {
    struct guards *guards;
    struct op_call call;
    struct state acc; /* covers the items so far */
};

static enum verdict call_one(struct guarded_fold *fold, enum op_function function, const struct state *left,
                             const struct state *right, struct state *result, struct finding *finding)
{
    fold->call.function = function;
    fold->call.left = left;
    fold->call.right = right;
    return guards_call(fold->guards, &fold->call, result, finding);
}

static enum verdict fold_item(struct guarded_fold *fold, const struct data *data, uint64_t i,
                              struct finding *finding)
{
    struct state input, lifted, other;
    fold->call.index = i;
    fold->call.bits = data_bits(data, i);
    enum verdict verdict = call_one(fold, OP_VALUE, NULL, NULL, &input, finding);
    if (verdict == VERDICT_PASS) verdict = call_one(fold, OP_LIFT, &input, NULL, &lifted, finding);
    if (verdict == VERDICT_PASS && fold->call.op->emits)
        verdict = call_one(fold, OP_EMIT, &input, NULL, &other, finding);
    if (verdict != VERDICT_PASS) return verdict;
    struct state before = fold->acc;
    return call_one(fold, OP_COMBINE, &before, &lifted, &fold->acc, finding);
}

static enum verdict fold_guarded(struct guarded_fold *fold, const struct problem *problem, uint64_t items,
                                 struct finding *finding)
{
    struct state other;
    enum verdict verdict = call_one(fold, OP_IDENTITY, NULL, NULL, &fold->acc, finding);
    if (verdict == VERDICT_PASS && fold->call.op->has_neutral)
        verdict = call_one(fold, OP_NEUTRAL, NULL, NULL, &other, finding);
    for (uint64_t i = 0; i < items && verdict == VERDICT_PASS; i++)
        verdict = fold_item(fold, &problem->data, i, finding);
    if (verdict == VERDICT_FAIL && strncmp(finding->first_at.at, "uninitialised", 13) == 0)
        finding_breaks(
            finding, "it leaves a field without a value",
            "the bytes that happen to lie there go into results, which differ from device to device and from "
            "launch to launch");
    else if (verdict == VERDICT_FAIL)
        finding_breaks(finding, "it touches more than its arguments",
                       "kernels have no such memory, or one that all threads share: the result depends on "
                       "which of them came first");
    return verdict;
}

static enum verdict touches_only_its_arguments_check(void *context, const struct test_case *checked,
                                                     struct finding *finding)
{
    (void)context;
    const struct problem *problem = &checked->problem;
    struct guarded_fold fold = {.call = {.op = problem->op}};
    struct state params = {0};
    uint64_t items;
    if (problem->what != WHAT_LAW || !shape_items(&problem->shape, &items)) {
        text_say(&finding->reason, "expected law/...");
        return VERDICT_DISCARDED;
    }
    if (problem->op->has_params) {
        problem_params(problem, 0, params.at);
        fold.call.params = params.at;
    }
    fold.guards = guards_open(&finding->reason);
    enum verdict verdict = fold.guards ? fold_guarded(&fold, problem, items, finding) : VERDICT_BROKEN;
    if (fold.guards) guards_close(fold.guards);
    finding->items = items;
    return verdict;
}

CLAIM(touches_only_its_arguments, OPERATOR, HOST, one_row,
      "an operator's functions read and write only their arguments and their result",
      .forbids_counters = true);

/* ---- the device's combine ---- */

enum { MOST_PAIRS = MAX_LIST / 2 };

/* Left, right and result states, one array after another. */
struct pairs {
    unsigned char at[3 * MOST_PAIRS * MAX_STATE_BYTES];
};

static bool pairs_memory(struct fixture *fixture, struct text *why)
{
    if (!fixture->pairs)
        fixture->pairs = fixture->session.backend->alloc(fixture->session.device, sizeof(struct pairs), why);
    return fixture->pairs != NULL;
}

static bool combine_on_device(struct fixture *fixture, const struct operands *operands, struct pairs *pairs,
                              uint64_t count, struct text *why)
{
    const struct backend *backend = fixture->session.backend;
    const struct operator_code *code = backend_operator(backend, operands->op->name);
    uint64_t bytes = count * operands->op->state.size;
    if (!pairs_memory(fixture, why)) return false;
    unsigned char *left = fixture->pairs, *right = left + bytes, *result = right + bytes;
    fixture->session.failed = true; /* unless all of this works */
    fixture->session.failed =
        !(backend->put(fixture->session.device, NULL, left, pairs->at, 3 * bytes, why) &&
          code->combine_many(operands->params, NULL, left, right, result, count, why) &&
          backend->get(fixture->session.device, NULL, pairs->at, left, 3 * bytes, why) &&
          backend->sync(fixture->session.device, fixture->session.seconds, why));
    return !fixture->session.failed;
}

/* Rows in pairs, and what the host makes of them. */
static _Thread_local struct {
    struct operands operands;
    struct state expected[MOST_PAIRS];
} of_host;

static enum verdict combine_on_host(const struct test_case *checked, struct finding *finding)
{
    const struct operands *operands = &of_host.operands;
    if (!operands_of(checked, 2, &of_host.operands, finding)) return VERDICT_DISCARDED;
    for (uint64_t k = 0; k < operands->rows / 2; k++)
        operands_combine(operands, &operands->row[2 * k], &operands->row[2 * k + 1], &of_host.expected[k]);
    return VERDICT_PASS;
}

static enum verdict compare_pairs(const struct operands *operands, const struct pairs *pairs, uint64_t count,
                                  struct finding *finding)
{
    uint64_t size = operands->op->state.size;
    for (uint64_t k = 0; k < count; k++) {
        struct state got = {0};
        struct text place;
        text_say(&place, "combine(row %" PRIu64 ", row %" PRIu64 ")", 2 * k, 2 * k + 1);
        memcpy(got.at, pairs->at + (2 * count + k) * size, size);
        if (compare_law(operands, &of_host.expected[k], &got, place.at, finding) == VERDICT_PASS) continue;
        snprintf(finding->law, sizeof finding->law, "combine differs on the device");
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

static enum verdict device_combine_equals_host_combine_check(void *context, const struct test_case *checked,
                                                             struct finding *finding)
{
    struct fixture *fixture = context;
    const struct operands *operands = &of_host.operands;
    struct pairs pairs;
    struct text why;
    if (!fixture->has_device) return VERDICT_NO_DEVICE;
    enum verdict verdict = law_watched(combine_on_host, checked, finding);
    if (verdict != VERDICT_PASS) return verdict;
    if (!backend_operator(fixture->session.backend, operands->op->name)) {
        text_say(&finding->reason, "%s has no operator %s", fixture->session.backend->name,
                 operands->op->name);
        return VERDICT_REFUSED;
    }
    uint64_t count = operands->rows / 2, size = operands->op->state.size;
    memset(&pairs, STALE_BYTE, sizeof pairs);
    for (uint64_t k = 0; k < count; k++) {
        memcpy(pairs.at + k * size, operands->row[2 * k].at, size);
        memcpy(pairs.at + (count + k) * size, operands->row[2 * k + 1].at, size);
    }
    if (!combine_on_device(fixture, operands, &pairs, count, &why))
        return fixture_device_failed(fixture, &why, finding);
    return compare_pairs(operands, &pairs, count, finding);
}

CLAIM(device_combine_equals_host_combine, OPERATOR, DEVICE, many_rows,
      "combine on the device gives the same bits as combine on the host");

/* ---- the device's items ---- */

/* Plans the problem for whichever instance accepts it: only where the items lie matters. */
static bool plan_for_any(struct fixture *fixture, const struct problem *problem, struct text *why)
{
    const struct operator_code *code = backend_operator(fixture->session.backend, problem->op->name);
    text_say(why, "no strategy of %s accepts the problem", fixture->session.backend->name);
    for (size_t i = 0; code && i < code->count; i++)
        if (session_plan(&fixture->session, &fixture->load[LOAD_CASE], problem, &code->instances[i], why) &&
            session_refusal(&fixture->load[LOAD_CASE], why) == REFUSAL_NONE)
            return true;
    return false;
}

static enum verdict device_items_equal_host_items_check(void *context, const struct test_case *checked,
                                                        struct finding *finding)
{
    struct fixture *fixture = context;
    struct load *load = &fixture->load[LOAD_CASE];
    const struct problem *problem = &checked->problem;
    struct text why, place;
    struct state expected = {0}, got;
    if (!fixture->has_device) return VERDICT_NO_DEVICE;
    if (problem->data.form > DATA_ANY || problem->has_only) {
        text_say(&finding->reason, "expected items of unit, small or any, without only");
        return VERDICT_DISCARDED;
    }
    if (!plan_for_any(fixture, problem, &finding->reason)) return VERDICT_REFUSED;
    load->stream = NULL;
    if (!session_make_items(load, &why) || !session_finish(load, &why))
        return fixture_device_failed(fixture, &why, finding);
    struct columns items = load_columns(load, ARENA_INPUT);
    finding->items = load->arena.side[ARENA_INPUT].count;
    for (uint64_t i = 0; i < finding->items; i++) {
        problem_item(problem, load->job.params, i, expected.at);
        columns_read(&items, &problem->op->input, job_place(&load->job, i), got.at);
        text_say(&place, "item %" PRIu64, i);
        if (compare_tuples(&problem->op->input, expected.at, got.at, place.at, finding) == VERDICT_PASS)
            continue;
        snprintf(finding->law, sizeof finding->law, "items differ on the device");
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

CLAIM(device_items_equal_host_items, OPERATOR, DEVICE, seeded_items,
      "items generated on the device equal the items generated on the host", .needs = NEED_REDUCTION);
