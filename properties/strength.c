/* SPDX-License-Identifier: MIT
 * How strong the witnesses are: mistakes are planted into folds on the host, at every place, and an operator
 * notices one if the fold changes. Being associative and not commutative is not enough: products of random
 * matrices collapse, and hide nearly everything. */
#include "checks.h"

#include <inttypes.h>
#include <string.h>

#include "compare.h"

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
    memset(folded, 0, sizeof *folded);
    folded->op = op;
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
    memset(result, 0, sizeof *result);
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

static bool is_caught(const struct folded *folded, enum mistake mistake, int place)
{
    int order[ITEMS + 1], right[ITEMS];
    struct state expected, got;
    for (int i = 0; i < ITEMS; i++)
        right[i] = i;
    fold(folded, right, ITEMS, &expected);
    fold(folded, order, plant(mistake, place, order), &got);
    return !same_states(folded->op, expected.at, got.at);
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

enum verdict witnesses_catch_mistakes_check(void *context, const struct test_case *checked,
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
