/* SPDX-License-Identifier: MIT */
#include "passes.h"

#include <assert.h>
#include <string.h>

struct column pass_column(const void *items, size_t size)
{
    /* Struct column has no const for the sake of outputs. */
    return (struct column){.base = (void *)(uintptr_t)items, .stride = (int64_t)size};
}

/* ---- the device ---- */

static bool strategy_find(struct passes *passes, const char *name, struct text *why)
{
    passes->named = name ? backend_strategy(passes->session.backend, name) : NULL;
    if (passes->named || !name) return true;
    passes->status = STATUS_USAGE;
    return text_say(why, "--strategy %.100s: no such strategy; `foldcheck list strategies` has the names",
                    name);
}

bool passes_open(struct passes *passes, struct device_name device, const char *strategy, struct text *why)
{
    *passes = (struct passes){.status = STATUS_BROKEN};
    if (!session_open(&passes->session, device, why)) return false;
    const struct backend *backend = passes->session.backend;
    passes->session.seconds = 0; /* real data may take its time on the simulator */
    if (strategy_find(passes, strategy, why)) {
        passes->start = backend->event_open(passes->session.device, why);
        passes->stop = passes->start ? backend->event_open(passes->session.device, why) : NULL;
        if (passes->stop) return true;
    }
    passes_close(passes);
    return false;
}

void passes_close(struct passes *passes)
{
    struct session *session = &passes->session;
    if (passes->stop) session->backend->event_close(session->device, passes->stop);
    if (passes->start) session->backend->event_close(session->device, passes->start);
    passes->start = passes->stop = NULL;
    if (passes->load.session) load_close(&passes->load);
    session_close(session);
}

/* ---- one pass ---- */

static const char *auto_name(const struct pass *pass)
{
    if (pass->what == WHAT_KEYED) return "keyed_auto";
    if (pass->what == WHAT_TRANSPOSE) return "transpose_auto";
    if (pass->what == WHAT_REDUCE) return pass->rows == 1 ? "reduce_auto" : "segreduce_auto";
    return pass->rows == 1 ? "scan_auto" : "segscan_auto";
}

static struct problem pass_problem(const struct pass *pass)
{
    struct problem problem = {.what = pass->what, .op = op_find(pass->op), .layout = {.sides = 1}};
    enum elem elem;
    if (pass->what == WHAT_TRANSPOSE && elem_parse(pass->op, strlen(pass->op), &elem))
        problem.op = op_of_elem(elem);
    assert(problem.op);
    problem.shape.count = pass->rows == 1 ? 1 : 2;
    problem.shape.size[0] = pass->rows;
    problem.shape.size[problem.shape.count - 1] = pass->length;
    problem.shape.keys = pass->keys;
    for (int i = 0; problem.op->arg[i].name; i++)
        problem.args[i] = pass->args ? pass->args[i] : problem.op->arg[i].usual;
    return problem;
}

/* Plans a pass on its strategy. */
static bool pass_plan(struct passes *passes, const struct pass *pass, struct text *why)
{
    struct session *session = &passes->session;
    bool fits = passes->named && strategy_does(passes->named->what, pass->what);
    const struct strategy *strategy =
        fits ? passes->named : backend_strategy(session->backend, auto_name(pass));
    struct text reason;
    passes->problem = pass_problem(pass);
    passes->status = STATUS_NO_DEVICE;
    if (!strategy) return text_say(why, "this build has no %s", auto_name(pass));
    if (!backend_operator(session->backend, pass->op))
        return text_say(why, "this build's %s has no %s", session->backend->name, pass->op);
    passes->status = STATUS_USAGE;
    const struct instance *instance =
        backend_instance(session->backend, session->caps, pass->op, strategy, NULL);
    if (!instance) return text_say(why, "%s is not built for %s", strategy->name, pass->op);
    return (session_plan(session, &passes->load, &passes->problem, instance, &reason) &&
            session_refusal(&passes->load, &reason) == REFUSAL_NONE) ||
           text_say(why, "%s refuses: %.400s", strategy->name, reason.at);
}

bool passes_accept(struct passes *passes, const struct pass *pass, struct text *why)
{
    return pass_plan(passes, pass, why);
}

bool passes_do(struct passes *passes, const struct pass *pass, struct columns *results, struct text *why)
{
    struct load *load = &passes->load;
    double ms;
    if (!pass_plan(passes, pass, why)) return false;
    passes->status = STATUS_BROKEN;
    if (!session_put_columns(load, &pass->items, why) ||
        !session_time(load, passes->start, passes->stop, &ms, why) || !session_finish_results(load, why))
        return false;
    passes->launches++;
    passes->ms += ms;
    *results = load_columns(load, ARENA_RESULT);
    return true;
}
