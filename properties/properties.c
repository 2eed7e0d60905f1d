/* SPDX-License-Identifier: MIT
 * The table of properties.def. */
#include "properties.h"

#include <string.h>

#include "checks.h"
#include "generate.h"
#include "lab.h"

enum { ON_HOST, ON_DEVICE, ON_SIM };

/* A subject of properties.def as the runner sees it, and the kind of its strategies. */
#define KIND_STRATEGY SUBJECT_STRATEGY
#define KIND_REDUCTION SUBJECT_STRATEGY
#define KIND_SCAN SUBJECT_STRATEGY
#define KIND_ROWS SUBJECT_STRATEGY
#define KIND_SEGSCAN SUBJECT_STRATEGY
#define KIND_SEGREDUCE SUBJECT_STRATEGY
#define KIND_TRANSPOSITION SUBJECT_STRATEGY
#define KIND_KEYED SUBJECT_STRATEGY
#define KIND_FOLD SUBJECT_STRATEGY
#define KIND_EMITTER SUBJECT_STRATEGY
#define KIND_AUTO SUBJECT_STRATEGY
#define KIND_POLICY SUBJECT_STRATEGY
#define KIND_OPERATOR SUBJECT_OPERATOR
#define KIND_ADDED SUBJECT_OPERATOR
#define KIND_WIDENED SUBJECT_OPERATOR
#define KIND_SUITE SUBJECT_SUITE
enum { DOES_ANY = -1, DOES_STRATEGY = DOES_ANY, DOES_OPERATOR = DOES_ANY, DOES_SUITE = DOES_ANY };
enum { DOES_ADDED = 1 << 21, DOES_WIDENED = 1 << 22 };
enum { SEVERAL_ROWS = 1 << 16, DOES_REDUCTION = WHAT_REDUCE, DOES_SCAN = WHAT_SCAN };
enum {
    DOES_KEYED = WHAT_KEYED,
    DOES_TRANSPOSITION = WHAT_TRANSPOSE,
    DOES_FOLD = 1 << 17,
    DOES_EMITTER = DOES_FOLD
};
enum { DOES_AUTO = 1 << 18, DOES_POLICY = 1 << 19 };
enum {
    DOES_SEGREDUCE = SEVERAL_ROWS | WHAT_REDUCE,
    DOES_SEGSCAN = SEVERAL_ROWS | WHAT_SCAN,
    DOES_ROWS = SEVERAL_ROWS | (SEVERAL_ROWS - 1)
};

#define PROPERTY(name_, subject_, where, generator, claim_)                                                  \
    static const struct property name_##_property = {#name_,                                                 \
                                                     claim_,                                                 \
                                                     KIND_##subject_,                                        \
                                                     ON_##where == ON_HOST,                                  \
                                                     ON_##where == ON_SIM,                                   \
                                                     generator##_generate,                                   \
                                                     name_##_check,                                          \
                                                     DOES_##subject_};
#include "properties.def"
#undef PROPERTY

const struct property *const properties_table[] = {
#define PROPERTY(name, subject, where, generator, claim) &name##_property,
#include "properties.def"
#undef PROPERTY
    NULL,
};

static bool has_generator(const struct target *target, generator *generate)
{
    return target->property->generate == generate;
}

/* A strategy need not say what it costs: a user's kernel may have nothing to claim. NULL, or the claim that is missing. */
static const char *claims_nothing(const struct lab *lab, const struct target *target)
{
    enum verdict (*check)(void *, const struct test_case *, struct finding *) = target->property->check;
    const struct strategy *strategy =
        lab->has_device ? backend_strategy(lab->session.backend, target->subject) : NULL;
    if (!strategy) return NULL;
    if (check == loads_are_coalesced_check && !strategy->sectors) return "how its accesses coalesce";
    if (check == traffic_is_as_claimed_check && !strategy->traffic) return "how many bytes it moves";
    if (check == accepts_up_to_the_limit_check && !strategy->traffic) return "where it ends";
    return NULL;
}

/* Claims about scans do not apply to reductions. Multi-row claims do not apply to single-row strategies. */
static bool speaks_of(const struct lab *lab, const struct target *target)
{
    int does = target->property->does;
    if (does == DOES_ANY || !lab->has_device) return true;
    const struct strategy *strategy = backend_strategy(lab->session.backend, target->subject);
    if (!strategy) return true;
    if (does == DOES_FOLD) return strategy->what != WHAT_TRANSPOSE;
    if (does == DOES_AUTO) return strategy->pick != NULL;
    if (does == DOES_POLICY) {
        if (!strategy->pick) return false;
        does = DOES_SEGREDUCE;
    }
    if (does != DOES_ROWS && (int)strategy->what != (does & ~SEVERAL_ROWS)) return false;
    if (!(does & SEVERAL_ROWS)) return true;
    if (strategy->what == WHAT_KEYED)
        return false; /* its rows have a result a key, which other claims speak of */
    const struct op *op = target->op ? target->op : op_find(lab->session.backend->operators[0]->op);
    const struct instance *instance = op ? lab_nth_instance(lab, strategy->name, op->name, 0) : NULL;
    return instance && lab_does_rows(lab, instance, op);
}

/* Claims that do not apply to a strategy of another kind. */
static const char *does_words(int does)
{
    if (does == DOES_ROWS) return "problem of several rows";
    if (does == DOES_FOLD) return "fold";
    if (does == DOES_AUTO) return "picking of others";
    if (does == DOES_POLICY) return "picking of reductions of several rows";
    if (does == DOES_SEGSCAN) return "scan of several rows";
    if (does == DOES_SEGREDUCE) return "reduction of several rows";
    return what_name((enum what)does);
}

/* Whether a target's operator is one of those that its strategy is for: a transposition's is an element type. */
static bool op_is_of_kind(const struct lab *lab, const struct target *target)
{
    enum what what = WHAT_LAW;
    const struct strategy *strategy = NULL;
    if (lab->has_device && target->property->subject == SUBJECT_STRATEGY)
        strategy = backend_strategy(lab->session.backend, target->subject);
    if (strategy) what = strategy->what;
    return !target->op || op_for(what, target->op->name) == target->op;
}

/* A strategy may let the order of operands depend on the schedule. */
static bool bits_may_vary(const struct lab *lab, const struct target *target)
{
    if (target->property->check != same_input_same_bits_check || !lab->has_device || !target->op)
        return false;
    const struct strategy *strategy = backend_strategy(lab->session.backend, target->subject);
    return strategy && strategy->determinism == BITS_MAY_VARY && !(target->op->laws & LAW_EXACT);
}

/* A strategy that needs an operator that commutes may combine in any order. */
static bool keeps_no_order(const struct lab *lab, const struct target *target)
{
    if (target->property->check != stable_where_order_is_kept_check || !lab->has_device) return false;
    const struct strategy *strategy = backend_strategy(lab->session.backend, target->subject);
    return strategy && strategy->needs & LAW_COMMUTES;
}

/* Sums of ones are counts where an operator adds its items as they are. */
static bool counts_nothing(const struct target *target)
{
    const struct op *op = target->op;
    return target->property->check == counting_equals_histogram_check &&
           !(op->laws & LAW_ADDS && tuples_agree(&op->input, &op->state));
}

/* A strategy without a shape for an operator does not do it; but it must do the problems of its own line. */
static bool does_not_do(const struct lab *lab, const struct target *target)
{
    const struct op *op = target->op;
    bool own = has_generator(target, own_problem_generate) && own_problem_is_about(target->subject, op);
    return !own && lab->has_device && backend_strategy(lab->session.backend, target->subject) &&
           !lab_nth_instance(lab, target->subject, op->name, 0);
}

/* A scan may be of one kind, and have no initial value. */
static bool lacks_kind(const struct lab *lab, const struct target *target)
{
    const struct instance *instance =
        lab->has_device ? lab_nth_instance(lab, target->subject, target->op->name, 0) : NULL;
    if (!instance || instance->strategy->what != WHAT_SCAN || instance->strategy->pick) return false;
    bool inclusive = lab_does_what(lab, instance, target->op, WHAT_SCAN);
    bool exclusive = lab_does_what(lab, instance, target->op, WHAT_EXSCAN);
    if (!inclusive && !exclusive) return false; /* for another reason */
    if (has_generator(target, initial_generate)) return !lab_does_init(lab, instance, target->op);
    if (has_generator(target, exclusive_generate)) return !inclusive || !exclusive;
    return has_generator(target, inclusive_generate) && !inclusive;
}

/* The strategy with which a property compares, if this build left it out; else NULL. */
static const char *lacks_other(const struct lab *lab, const struct target *target)
{
    static const struct {
        enum verdict (*check)(void *context, const struct test_case *checked, struct finding *finding);
        const char *strategy;
    } others[] = {{last_of_scan_is_reduce_check, "reduce_auto"},
                  {one_row_equals_flat_reduce_check, "reduce_auto"},
                  {one_key_is_reduce_check, "reduce_auto"},
                  {one_key_is_reduce_check, "segreduce_auto"},
                  {segreduce_equals_last_of_segscan_check, "segscan_flags"},
                  {flags_and_regular_agree_check, "segscan_flags"}};
    for (size_t i = 0; lab->has_device && i < sizeof others / sizeof others[0]; i++)
        if (target->property->check == others[i].check &&
            !backend_strategy(lab->session.backend, others[i].strategy))
            return others[i].strategy;
    return NULL;
}

/* Items are made for a reduction, by whichever strategy takes one. */
static bool lacks_reductions(const struct lab *lab, const struct target *target)
{
    if (target->property->check != device_items_equal_host_items_check || !lab->has_device) return false;
    for (const struct strategy *const *at = lab->session.backend->strategies; *at; at++)
        if ((*at)->what == WHAT_REDUCE) return false;
    return true;
}

bool properties_apply(void *context, const struct target *target, struct text *why)
{
    const struct lab *lab = context;
    const struct op *op = target->op;
    if (target->property->does == DOES_ADDED && op_is_own(op_find(target->subject)))
        return text_say(why, "%s is foldcheck's own, and has a witness", target->subject);
    if (target->property->does == DOES_WIDENED && !op_find(target->subject)->wide)
        return text_say(why, "%s has no oracle in a wider type", target->subject);
    if (target->property->on_sim && !device_is_simulated(lab->name.kind))
        return text_say(why, "%s counts nothing; only the simulator does", device_kind_name(lab->name.kind));
    if (!speaks_of(lab, target))
        return text_say(why, "%s does no %s", target->subject, does_words(target->property->does));
    if (!op_is_of_kind(lab, target))
        return text_say(why, "%s is not for %s", target->subject, target->op->name);
    const char *other = lacks_other(lab, target);
    if (other)
        return text_say(why, "this build left out %s, with which %s compares", other, target->property->name);
    if (lacks_reductions(lab, target)) return text_say(why, "this build left out all reductions");
    const char *unsaid = claims_nothing(lab, target);
    if (unsaid) return text_say(why, "%s does not say %s", target->subject, unsaid);
    if (bits_may_vary(lab, target))
        return text_say(why, "%s does not promise the same bits for %s", target->subject, target->op->name);
    if (keeps_no_order(lab, target)) return text_say(why, "%s may change the order", target->subject);
    if (!op || target->property->on_host) return true;
    if (counts_nothing(target)) return text_say(why, "%s does not add its items", op->name);
    if (lab->has_device && !backend_operator(lab->session.backend, op->name))
        return text_say(why, "%s has no operator %s", lab->session.backend->name, op->name);
    if (does_not_do(lab, target)) return text_say(why, "%s does not do %s", target->subject, op->name);
    if (lacks_kind(lab, target)) return text_say(why, "%s does another kind of scan", target->subject);
    if (has_generator(target, emitting_generate) && !op->emits)
        return text_say(why, "%s has no map-out", op->name);
    if (has_generator(target, over_input_generate) && !tuples_agree(&op->input, &op->state))
        return text_say(why, "%s has results of other columns than its items", op->name);
    if ((has_generator(target, schedules_generate) || has_generator(target, chosen_row_generate) ||
         has_generator(target, chosen_key_generate)) &&
        !(op->laws & LAW_EXACT))
        return text_say(why, "%s is not exact: its bits may depend on the order", op->name);
    if (has_generator(target, own_problem_generate) && !own_problem_is_about(target->subject, op))
        return text_say(why, "no problem of %s's line is about %s", target->subject, op->name);
    return true;
}
