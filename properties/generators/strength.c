/* SPDX-License-Identifier: MIT
 * How strong the witnesses are: mistakes are planted into folds on the host, at every place, and an operator
 * notices one if the fold changes. Being associative and not commutative is not enough: products of random
 * matrices collapse, and hide nearly everything. */
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"
#include "edges.h"

enum { ITEMS = 64, SEEDS = 8 };

static const char *const mistake_names[MISTAKES] = {"swap", "drop", "duplicate", "foreign"};

const char *mistake_name(enum mistake mistake)
{
    return mistake_names[mistake];
}

/* Lifted items, one more than are folded: the foreign one. */
struct folded {
    const struct op *op;
    const void *params;
    struct state params_room, item[ITEMS + 1];
};

static void make_items(struct folded *folded, const struct op *op, uint64_t seed)
{
    struct problem problem = {.what = WHAT_LAW, .op = op, .data = {.form = DATA_ANY, .seed = seed}};
    *folded = (struct folded){.op = op};
    for (int i = 0; i < MAX_ARGS && op->arg[i].name; i++)
        problem.args[i] = op->arg[i].usual;
    if (op->has_params) {
        problem_params(&problem, 0, folded->params_room.at);
        folded->params = folded->params_room.at;
    }
    for (uint64_t i = 0; i <= ITEMS; i++) {
        struct state input = {0};
        problem_item(&problem, folded->params, i, input.at);
        op->lift(folded->params, input.at, folded->item[i].at);
    }
}

static void fold(const struct folded *folded, const int *order, int count, struct state *result)
{
    *result = folded->item[order[0]];
    for (int i = 1; i < count; i++)
        folded->op->combine(folded->params, result->at, folded->item[order[i]].at, result->at);
}

/* The order in which items are folded when a mistake is made at a place: swap exchanges two neighbours,
 * duplicate folds an item twice in a row, foreign takes an item of another problem. Returns how many. */
static int plant(enum mistake mistake, int place, int *order)
{
    int count = 0;
    for (int i = 0; i < ITEMS; i++) {
        if (mistake == MISTAKE_DROP && i == place) continue;
        order[count++] = i;
        if (mistake == MISTAKE_DUPLICATE && i == place) order[count++] = i;
    }
    if (mistake == MISTAKE_FOREIGN) order[place] = ITEMS;
    if (mistake == MISTAKE_SWAP) order[place] = place + 1, order[place + 1] = place;
    return count;
}

/* Whether a fold of all items differs from the right one by more than the operator's own roundings may do. */
static bool differs(const struct folded *folded, const struct state *expected, const struct state *got)
{
    struct slack slack = {0};
    if (folded->op->laws & LAW_EXACT) return !same_states(folded->op, expected->at, got->at);
    for (int i = 0; i < ITEMS; i++)
        slack_add(&slack, folded->op, folded->params, folded->item[i].at);
    return !slack_agrees(&slack, folded->op, slack.count, expected->at, got->at, NULL);
}

static bool is_caught(const struct folded *folded, enum mistake mistake, int place)
{
    int order[ITEMS + 1], right[ITEMS];
    struct state expected, got;
    for (int i = 0; i < ITEMS; i++)
        right[i] = i;
    fold(folded, right, ITEMS, &expected);
    fold(folded, order, plant(mistake, place, order), &got);
    return differs(folded, &expected, &got);
}

struct strength properties_strength(const struct op *op, enum mistake mistake)
{
    struct strength strength = {0};
    struct folded folded;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        make_items(&folded, op, seed);
        for (int place = 0; place + (mistake == MISTAKE_SWAP) < ITEMS; place++) {
            strength.planted++;
            strength.caught += is_caught(&folded, mistake, place);
        }
    }
    return strength;
}

bool properties_expect_caught(const struct op *op, enum mistake mistake)
{
    if (!(op->laws & (LAW_CANCELS | LAW_ORDERS))) return false;
    return mistake != MISTAKE_SWAP || !(op->laws & LAW_COMMUTES);
}

/* ---- items that hide mistakes ---- */

/* The laws by which a mistake changes nothing, or seldom: a minimum does not miss an item that is not the least. */
static bool laws_hide(const struct op *op, enum mistake mistake)
{
    return (op->laws & (mistake == MISTAKE_SWAP ? LAW_COMMUTES : LAW_IDEMPOTENT)) != 0;
}

static bool items_are_all_equal(const struct op *op)
{
    struct folded folded;
    struct state first = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        make_items(&folded, op, seed);
        if (seed == 0) first = folded.item[0];
        for (int i = 0; i <= ITEMS; i++)
            if (!same_states(op, first.at, folded.item[i].at)) return false;
    }
    return true;
}

/* "add5's items are all equal: a dropped item is noticed in 0 % of cases, a foreign item in 0 %" */
static void warn_of(const struct op *op, enum mistake mistake, const struct strength *strength,
                    struct text *warning)
{
    static const char *const words[MISTAKES] = {"a swap", "a dropped item", "a doubled item",
                                                "a foreign item"};
    double share = 100.0 * strength->caught / strength->planted;
    if (warning->at[0])
        text_add(warning, ", %s in %.0f %%", words[mistake], share);
    else
        text_say(warning, "%s's items %s: %s is noticed in %.0f %% of cases", op->name,
                 items_are_all_equal(op) ? "are all equal" : "hide mistakes", words[mistake], share);
}

/* Without EXACT no law takes edge values, which integers alone ought to stand, unless the header says otherwise. */
static void warn_of_edges(const struct op *op, struct text *warning)
{
    bool integers = !op->tolerates && !op->wide;
    for (int c = 0; c < op->state.count; c++)
        integers &= !elem_is_float(op->state.elem[c]);
    if (!integers || edges_apply(op) || op->laws & LAW_ORDERS) return;
    if (warning->at[0])
        text_add(warning, "; ");
    else
        text_say(warning, "%s: ", op->name);
    text_add(warning,
             "its laws are not tried with edge values, though its state has integers alone: its LAWS say "
             "EXACT, or a function %s_state "
             "says which states there are",
             op->name);
}

static enum verdict items_show_mistakes_check(void *context, const struct test_case *checked,
                                              struct finding *finding)
{
    (void)context;
    const struct op *op = op_find(checked->subject);
    if (!op) {
        text_say(&finding->reason, "no operator %s", checked->subject);
        return VERDICT_DISCARDED;
    }
    bool only_swaps = false; /* hidden; so it seems to commute */
    for (enum mistake mistake = 0; mistake < MISTAKES; mistake++) {
        if (laws_hide(op, mistake)) continue;
        struct strength strength = properties_strength(op, mistake);
        finding->items += strength.planted;
        /* An operator that does not commute promises no more than that order can matter. */
        uint32_t least = mistake == MISTAKE_SWAP ? 1 : strength.planted / 2;
        if (strength.caught < least) warn_of(op, mistake, &strength, &finding->warning);
        only_swaps =
            finding->warning.at[0] && (mistake == MISTAKE_SWAP || (only_swaps && strength.caught >= least));
    }
    if (only_swaps) text_add(&finding->warning, " (if %s commutes, its LAWS say COMMUTES)", op->name);
    warn_of_edges(op, &finding->warning);
    return VERDICT_PASS;
}

CLAIM(items_show_mistakes, ADDED, HOST, once,
      "folds of the operator's items notice an item that is swapped, dropped, doubled or foreign, as far as "
      "its laws let them: less than half, or no swap, is a warning, and so are integers without edge values");

static enum verdict witnesses_catch_mistakes_check(void *context, const struct test_case *checked,
                                                   struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        for (enum mistake mistake = 0; mistake < MISTAKES; mistake++) {
            if (!properties_expect_caught(op, mistake)) continue;
            struct strength strength = properties_strength(op, mistake);
            finding->items += strength.planted;
            if (strength.caught == strength.planted) continue;
            text_say(&finding->first_at,
                     "%s notices %" PRIu32 " of %" PRIu32 " planted mistakes of the kind %s", op->name,
                     strength.caught, strength.planted, mistake_name(mistake));
            return VERDICT_FAIL;
        }
    }
    return VERDICT_PASS;
}

CLAIM(witnesses_catch_mistakes, SUITE, HOST, once,
      "an operator with the law orders or cancels notices each dropped, doubled or foreign item in a fold, "
      "and each swap unless it commutes");
