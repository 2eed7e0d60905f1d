/* SPDX-License-Identifier: MIT
 * A plugin with a planted bug for the applications: a scan of rows that forgets, after every 64 items of a row, what
 * stood left of them, as a look-back does that never adds its prefix. One lane of the simulator does it item by item,
 * for the operators that the applications scan with. */
#include "plugin.h"

#include "sim/sim.h"

enum { REMEMBERED = 64 };

static void scan(const void *arguments)
{
    const struct job *job = arguments;
    const struct op *op = job->op;
    _Alignas(16) char item[MAX_STATE_BYTES], lifted[MAX_STATE_BYTES], acc[MAX_STATE_BYTES];
    for (uint64_t i = 0; i < job->rows * job->length; i++) {
        if (i % job->length % REMEMBERED == 0) op->identity(job->params, acc);
        if (job->what == WHAT_EXSCAN) columns_write(&job->out, &op->state, i, acc);
        columns_read(&job->in, &op->input, i, item);
        op->lift(job->params, item, lifted);
        op->combine(job->params, acc, lifted, acc);
        if (job->what == WHAT_SCAN) columns_write(&job->out, &op->state, i, acc);
    }
}

static bool launch(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    return sim_launch(job->stream, "scan_forgets", 1, 1, 1, scan, job, sizeof *job) ||
           text_say(why, "scan_forgets: %s", sim_error());
}

static enum refusal refuse(const struct strategy *strategy, const struct job *job,
                           const struct launch_shape *shape, struct text *why)
{
    (void)shape;
    if (!job->init && !job->row_start) return REFUSAL_NONE;
    text_say(why, "%s scans rows of one length without an initial value", strategy->name);
    return REFUSAL_SHAPE;
}

static uint64_t scratch_bytes(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

static uint64_t traffic(const struct job *job, const struct launch_shape *shape)
{
    (void)shape;
    return job->rows * job->length * (job->op->input.packed + job->op->state.packed);
}

static bool prepare(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

static const struct strategy scan_forgets = {.name = "scan_forgets",
                                             .ids = "",
                                             .does = "forgets what stood left of a tile",
                                             .what = WHAT_SCAN,
                                             .determinism = SAME_BITS_EVERY_RUN,
                                             .refuse = refuse,
                                             .scratch_bytes = scratch_bytes,
                                             .traffic = traffic,
                                             .prepare = prepare};

static const struct instance instances[] = {{.strategy = &scan_forgets, .launch = launch}};

#define CODE(NAME)                                                                                           \
    static const struct operator_code NAME##_code = {.op = #NAME, .instances = instances, .count = 1}
CODE(add_u32);
CODE(argmin_f32_i64);
CODE(lssp_i32);
CODE(add4_i64);

static const struct strategy *const strategies[] = {&scan_forgets, NULL};
static const struct operator_code *const operators[] = {&add_u32_code, &argmin_f32_i64_code, &lssp_i32_code,
                                                        &add4_i64_code, NULL};
static const struct plugin_code on_sim = {"sim", strategies, operators};
static const struct plugin_code *const code[] = {&on_sim, NULL};

extern const struct plugin foldcheck_plugin;
const struct plugin foldcheck_plugin = {PLUGIN_HEAD, NULL, 0, code};
