/* SPDX-License-Identifier: MIT
 * The table of properties.def, and which of them say anything about a subject. */
#include "properties.h"

#include <string.h>

#include "property.h"
#include "generate.h"
#include "fixture.h"

#define SUBJECT(WORD, SUBJECT, ABOUT, WORDS) const struct about_subject about_##WORD = {#WORD, ABOUT, WORDS};
SUBJECTS(SUBJECT)
#undef SUBJECT

const struct property *const properties_table[] = {
#define PROPERTY(name) &name##_property,
#include "properties.def"
#undef PROPERTY
    NULL,
};

const struct property *properties_find(const char *name)
{
    for (const struct property *const *at = properties_table; *at; at++)
        if (strcmp((*at)->name, name) == 0) return *at;
    return NULL;
}

bool properties_is_main(const struct property *property)
{
    return property->is_main;
}

/* ---- which strategies ---- */
static const struct strategy *strategy_about(const struct fixture *fixture, const struct target *target)
{
    return fixture->has_device ? backend_strategy(fixture->session.backend, target->subject) : NULL;
}

static unsigned about_of(enum what what)
{
    switch (what) {
    case WHAT_REDUCE:
        return ABOUT_REDUCE;
    case WHAT_SCAN:
    case WHAT_EXSCAN:
        return ABOUT_SCAN;
    case WHAT_KEYED:
        return ABOUT_KEYED;
    case WHAT_TRANSPOSE:
        return ABOUT_TRANSPOSE;
    case WHAT_LAW:
        break;
    }
    return 0;
}

/* The target's operator, or any that the backend has. */
static const struct op *op_of_target(const struct fixture *fixture, const struct target *target)
{
    return target->op ? target->op : op_find(fixture->session.backend->operators[0]->op);
}

bool property_speaks_of(const struct property *property, const struct strategy *strategy)
{
    unsigned about = property->about->about;
    if (!strategy) return !(about & (ABOUT_ADDED | ABOUT_WIDENED));
    return about & about_of(strategy->what) && (!(about & ABOUT_PICKS) || strategy->pick) &&
           (!(about & ABOUT_LAUNCHED) || strategy->constants) &&
           (!(about & ABOUT_ROWS) || strategy->takes & TAKES_ROWS);
}

bool property_is_about_op(const struct property *property, const struct op *op)
{
    unsigned about = property->about->about;
    return !(about & ABOUT_ADDED && op_is_own(op)) && !(about & ABOUT_WIDENED && !op->wide);
}

/* Multi-row claims need a strategy that does rows here. */
static bool speaks_of(const struct fixture *fixture, const struct target *target)
{
    const struct strategy *strategy = strategy_about(fixture, target);
    if (!strategy) return true;
    if (!property_speaks_of(target->property, strategy)) return false;
    if (!(target->property->about->about & ABOUT_ROWS)) return true;
    const struct op *op = op_of_target(fixture, target);
    const struct instance *instance = op ? fixture_nth_instance(fixture, strategy->name, op->name, 0) : NULL;
    return instance && fixture_takes(fixture, instance, op, TAKES_ROWS);
}

/* Whether a target's operator is one of those that its strategy is for: a transposition's is an element type. */
static bool op_is_of_kind(const struct fixture *fixture, const struct target *target)
{
    enum what what = WHAT_LAW;
    const struct strategy *strategy = NULL;
    if (fixture->has_device && target->property->subject == SUBJECT_STRATEGY)
        strategy = backend_strategy(fixture->session.backend, target->subject);
    if (strategy) what = strategy->what;
    return !target->op || op_for(what, target->op->name) == target->op;
}

/* A strategy without a shape for an operator does not do it; but it must do the problems of its own line. */
static bool does_not_do(const struct fixture *fixture, const struct target *target)
{
    const struct op *op = target->op;
    bool own = target->property->needs & NEED_OWN_LINE && properties_own_problem(target->subject, op);
    return !own && fixture->has_device && backend_strategy(fixture->session.backend, target->subject) &&
           !fixture_nth_instance(fixture, target->subject, op->name, 0);
}

/* A scan may be of one kind, and have no initial value. */
static bool lacks_kind(const struct fixture *fixture, const struct target *target, unsigned need)
{
    const struct instance *instance =
        fixture->has_device ? fixture_nth_instance(fixture, target->subject, target->op->name, 0) : NULL;
    if (!instance || instance->strategy->what != WHAT_SCAN || instance->strategy->pick) return false;
    bool inclusive = fixture_does_what(fixture, instance, target->op, WHAT_SCAN);
    bool exclusive = fixture_does_what(fixture, instance, target->op, WHAT_EXSCAN);
    if (!inclusive && !exclusive) return false; /* for another reason */
    if (need & NEED_INITIAL &&
        !fixture_takes(fixture, instance, target->op, fixture_scans_with_init(instance)))
        return true;
    return (need & (NEED_INCLUSIVE | NEED_BOTH_SCANS) && !inclusive) ||
           (need & NEED_BOTH_SCANS && !exclusive);
}

/* The strategy with which a property compares, if this build left it out; else NULL. */
static const char *lacks_other(const struct fixture *fixture, const struct target *target)
{
    const char *const *compares = target->property->compares;
    for (size_t i = 0; fixture->has_device && i < 2 && compares[i]; i++)
        if (!backend_strategy(fixture->session.backend, compares[i])) return compares[i];
    return NULL;
}

/* Items are made for a reduction, by whichever strategy takes one. */
static bool lacks_reductions(const struct fixture *fixture)
{
    for (const struct strategy *const *at = fixture->session.backend->strategies; *at; at++)
        if ((*at)->what == WHAT_REDUCE) return false;
    return true;
}

/* A launcher's instances do not say how much shared memory a block takes. */
static bool claims_no_shared(const struct fixture *fixture, const struct target *target,
                             const struct strategy *strategy)
{
    const struct op *op = op_of_target(fixture, target);
    const struct instance *instance = op ? fixture_nth_instance(fixture, strategy->name, op->name, 0) : NULL;
    return instance && !instance->shared_said;
}

/* On a card a launcher that gets an error may end the process, unless it claims to get none. */
static bool can_be_captured(const struct fixture *fixture, const struct target *target,
                            const struct strategy *strategy, struct text *why)
{
    const struct strategy_graphs *graphs = strategy->graphs;
    const struct op *op = op_of_target(fixture, target);
    if (!strategy->constants || !op || does_not_do(fixture, target)) return true;
    if (!graphs) return text_say(why, "%s says NO_GRAPHS", target->subject);
    enum graph_way way = graphs->way(op);
    if (way == GRAPH_NOT_TRIED)
        return text_say(why, "%s works on memory of the host's, or on copies of keys or results",
                        target->subject);
    if (way == GRAPH_NO_STREAM && !graphs->claimed)
        return text_say(why, "%s takes no stream", target->subject);
    return graphs->claimed || device_is_simulated(fixture->name.kind) ||
           text_say(why, "%s does not claim GRAPHS, without which it is captured on the simulator alone",
                    target->subject);
}

/* Whether the strategy, or the build, has what is needed; else the reason. */
static bool strategy_suffices(const struct fixture *fixture, const struct target *target, struct text *why)
{
    const struct strategy *strategy = strategy_about(fixture, target);
    const char *other = lacks_other(fixture, target);
    unsigned need = target->property->needs;
    if (other)
        return text_say(why, "this build left out %s, with which %s compares", other, target->property->name);
    if (need & NEED_REDUCTION && fixture->has_device && lacks_reductions(fixture))
        return text_say(why, "this build left out all reductions");
    if (!strategy) return true;
    /* A strategy need not say what it costs: a user's kernel may have nothing to claim. */
    if (need & NEED_SECTORS && !strategy->sectors)
        return text_say(why, "%s does not say how its accesses coalesce", target->subject);
    if (need & NEED_TRAFFIC && !strategy->traffic)
        return text_say(why, "%s does not say how many bytes it moves", target->subject);
    if (need & NEED_SHARED && claims_no_shared(fixture, target, strategy))
        return text_say(why, "%s does not say how much shared memory a block takes", target->subject);
    if (need & NEED_SAME_BITS && target->op && strategy->determinism == BITS_MAY_VARY &&
        !strategy->constants && !(target->op->laws & LAW_EXACT))
        return text_say(why, "%s does not promise the same bits for %s", target->subject, target->op->name);
    if (need & NEED_STREAM && !can_be_captured(fixture, target, strategy, why)) return false;
    if (need & NEED_LARGER_KEYS && strategy->keys_in_range)
        return text_say(why, "%s is for keys in range", target->subject);
    if (need & NEED_ORDER && strategy->needs & LAW_COMMUTES)
        return text_say(why, "%s may change the order", target->subject);
    return true;
}

static bool has_reduction(const struct operator_code *code)
{
    for (size_t i = 0; i < code->count; i++)
        if (code->instances[i].strategy->what == WHAT_REDUCE) return true;
    return false;
}

/* Whether the operator has what is needed; else the reason. */
static bool operator_suffices(const struct fixture *fixture, const struct target *target, struct text *why)
{
    const struct op *op = target->op;
    unsigned need = target->property->needs;
    bool same_columns = tuples_agree(&op->input, &op->state);
    /* Sums of ones are counts where an operator adds its items as they are. */
    if (need & NEED_SUMS && !(op->laws & LAW_ADDS && same_columns))
        return text_say(why, "%s does not add its items", op->name);
    const struct operator_code *code =
        fixture->has_device ? backend_operator(fixture->session.backend, op->name) : NULL;
    if (fixture->has_device && !code)
        return text_say(why, "%s has no operator %s", fixture->session.backend->name, op->name);
    if (need & NEED_REDUCTION && code && !has_reduction(code))
        return text_say(why, "%s has no reduction with %s", fixture->session.backend->name, op->name);
    if (does_not_do(fixture, target)) return text_say(why, "%s does not do %s", target->subject, op->name);
    if (lacks_kind(fixture, target, need))
        return text_say(why, "%s does another kind of scan", target->subject);
    if (need & NEED_MAP_OUT && !op->emits) return text_say(why, "%s has no map-out", op->name);
    if (need & NEED_SAME_COLUMNS && !same_columns)
        return text_say(why, "%s has results of other columns than its items", op->name);
    if (need & NEED_EXACT && !(op->laws & LAW_EXACT))
        return text_say(why, "%s is not exact: its bits may depend on the order", op->name);
    if (need & NEED_OWN_LINE && !properties_own_problem(target->subject, op))
        return text_say(why, "no problem of %s's line is about %s", target->subject, op->name);
    return true;
}

bool properties_apply(void *context, const struct target *target, struct text *why)
{
    const struct fixture *fixture = context;
    const struct about_subject *about = target->property->about;
    if (about->about & ABOUT_ADDED && op_is_own(op_find(target->subject)))
        return text_say(why, "%s is foldcheck's own, and has a witness", target->subject);
    if (about->about & ABOUT_WIDENED && !op_find(target->subject)->wide)
        return text_say(why, "%s has no oracle in a wider type", target->subject);
    if (target->property->on_sim && !device_is_simulated(fixture->name.kind))
        return text_say(why, "%s counts nothing; only the simulator does",
                        device_kind_name(fixture->name.kind));
    if (!speaks_of(fixture, target)) return text_say(why, "%s does no %s", target->subject, about->words);
    if (!op_is_of_kind(fixture, target))
        return text_say(why, "%s is not for %s", target->subject, target->op->name);
    if (!strategy_suffices(fixture, target, why)) return false;
    return !target->op || target->property->on_host || operator_suffices(fixture, target, why);
}

bool properties_on_device(void *context, const struct target *target, struct text *why)
{
    const struct fixture *fixture = context;
    if (!target->op || target->property->subject != SUBJECT_STRATEGY || !fixture->has_device) return true;
    const struct instance *instance;
    size_t at = 0;
    for (; (instance = fixture_nth_instance(fixture, target->subject, target->op->name, at)) != NULL; at++)
        if (fixture_is_for_device(fixture, instance, target->op, why)) return true;
    return at == 0;
}
