/* SPDX-License-Identifier: MIT
 * foldcheck plan: the choice of the auto strategy for a problem, why, and with which launch; for reductions of several
 * rows, also the choices of the documents' policies. A problem that cannot be planned is bad input. */
#include "kernel_devices.h"

#include "elements.h"
#include "load.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "foldcheck plan [--device D] [--tuning FILE] [--plugin FILE] PROBLEM\n"
    "Prints the strategy and launch that the auto strategy picks for a problem, and why.";

/* Something for which the same code runs, and which shows the order of operands: a span where the strategy
 * keeps order, else an operator that sees every operand. */
static const struct op *witness_find(const struct session *session, const struct instance *taken,
                                     const struct op *op, uint64_t length, bool wide)
{
    const struct tuning tuning = instance_tuning(taken);
    unsigned wanted = taken->strategy->needs & LAW_COMMUTES ? LAW_COMMUTES | LAW_CANCELS : LAW_ORDERS;
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *witness = op_at(i);
        if ((witness->laws & wanted) != wanted || (witness->most_items && witness->most_items < length))
            continue;
        const struct instance *same =
            backend_instance(session->backend, session->caps, witness->name, taken->strategy, &tuning);
        if (same && instance_variant(same, witness, wide) == instance_variant(taken, op, wide))
            return witness;
    }
    return NULL;
}

static void print_problem(const struct problem *problem)
{
    char line[MAX_LINE];
    problem_print(problem, line, sizeof line);
    printf("problem   %s\n", line);
}

static void print_subject(const struct instance *instance)
{
    struct text tuning;
    printf("%s%s", instance->strategy->name, shape_print(&instance->shape, &tuning));
}

/* Traffic and scratch of the choice, and the witness of its code. */
static void print_launch(const struct load *load, const struct instance *taken)
{
    const struct op *op = load->job.op;
    bool wide = columns_lead(&load->job.in, &op->input) >= 0;
    printf("memory    traffic %" PRIu64 " bytes, scratch %" PRIu64 " bytes\n",
           taken->strategy->traffic ? taken->strategy->traffic(&load->job, &taken->shape)
                                    : session_traffic(load),
           taken->strategy->scratch_bytes(&load->job, &taken->shape));
    if (load->job.what == WHAT_TRANSPOSE) {
        printf("variant   elements of %zu bytes, whatever they are\n", op->input.size);
        return;
    }
    const struct op *witness = witness_find(load->session, taken, op, job_items(&load->job), wide);
    printf("variant   %#" PRIx64 ": %s loads%s%s; witness %s\n", instance_variant(taken, op, wide),
           wide ? "16-byte" : "single", op->lifts ? ", lift" : "", op->emits ? ", emit" : "",
           witness ? witness->name : "none");
}

/* Items a thread of a scan, beside what the model of elements a thread would take on this device. */
static void print_elements(const struct load *load, const struct instance *taken)
{
    struct thread_share share = thread_share_of(load->session->caps);
    const struct tuple *state = &load->job.op->state;
    printf("elements  %" PRIu32 " items a thread; of %" PRIu32 " bytes of shared memory and %" PRIu32
           " registers a thread Clausen's model makes %" PRIu32 ", SegRed's %" PRIu32 "\n",
           taken->shape.items, share.memory, share.registers,
           elements_a_thread(ELEMENTS_CLAUSEN, state, share),
           elements_a_thread(ELEMENTS_SEGRED, state, share));
    if (state->parts > 1)
        printf("by parts  Clausen's model makes %" PRIu32 " where %d scans pass one after the other\n",
               elements_a_thread_by_parts(ELEMENTS_CLAUSEN, state, share), state->parts);
}

/* The instance that auto runs for the planned job; `why` gets its words. */
static const struct instance *taken_by(const struct load *load, struct text *why)
{
    const struct session *session = load->session;
    struct instance picked = {0};
    const struct strategy *strategy = load->instance->strategy->pick(&load->job, &picked.shape, why);
    picked.strategy = strategy;
    const struct tuning tuning = instance_tuning(&picked);
    return backend_instance(session->backend, session->caps, load->job.op->name, strategy, &tuning);
}

/* The thresholds that a file changed. */
static void print_tuned(const struct tuned *tuned)
{
    const char *between = "tuned     ";
    for (int t = 0; tuned && t < TUNABLES; t++) {
        if (tuned->value[t] == tunable_lines[t].usual) continue;
        printf("%s%s = %u", between, tunable_lines[t].name, tuned->value[t]);
        between = ", ";
    }
    if (*between == ',') putchar('\n');
}

/* The choices of the documents' dispatchers, beside the auto strategy's. */
static void print_policies(const struct load *load)
{
    const struct strategy *automatic = load->instance->strategy;
    const struct strategy *const *policy = load->session->backend->strategies;
    for (; *policy; policy++) {
        struct instance picked = {0};
        struct text words;
        if (*policy == automatic || !(*policy)->pick || (*policy)->what != automatic->what ||
            (*policy)->refuse(*policy, &load->job, &picked.shape, NULL) != REFUSAL_NONE)
            continue;
        picked.strategy = (*policy)->pick(&load->job, &picked.shape, &words);
        printf("policy    %s picks ", (*policy)->name);
        print_subject(&picked);
        printf(": %s\n", words.at);
    }
}

/* Whether a problem is of the rows that reduce_auto or scan_auto does: one, with its params. */
static bool is_flat(const struct problem *problem)
{
    uint64_t rows = 1;
    return shape_rows(&problem->shape, &rows) && rows == 1 && shape_is_even(&problem->shape) &&
           problem->vary_count == 0;
}

static const char *auto_for(const struct problem *problem)
{
    if (problem->what == WHAT_TRANSPOSE) return "transpose_auto";
    if (problem->what == WHAT_KEYED) return "keyed_auto";
    if (problem->what == WHAT_REDUCE) return is_flat(problem) ? "reduce_auto" : "segreduce_auto";
    return is_flat(problem) ? "scan_auto" : "segscan_auto";
}

static enum status plan_print(struct session *session, const struct problem *problem, struct text *why)
{
    const char *name = auto_for(problem);
    bool folds = problem->what != WHAT_LAW;
    const struct strategy *automatic = folds ? backend_strategy(session->backend, name) : NULL;
    const struct instance *instance =
        automatic && problem->op
            ? backend_instance(session->backend, session->caps, problem->op->name, automatic, NULL)
            : NULL;
    if (problem->op && folds && !instance) {
        text_say(why, "%s has no %s for %s", session->backend->name, name, problem->op->name);
        return STATUS_USAGE;
    }
    struct load load = {0};
    struct text words;
    const struct instance *taken = NULL;
    if (!instance)
        text_say(why, "no strategy does %s yet", what_name(problem->what));
    else if (session_plan(session, &load, problem, instance, why) &&
             session_refusal(&load, why) == REFUSAL_NONE && !(taken = taken_by(&load, &words)))
        text_say(why, "%s picks a strategy that was not built: %.400s", name, words.at);
    if (taken) {
        print_problem(problem);
        struct text device;
        printf("picks     ");
        print_subject(taken);
        printf("@%s\nbecause   %s\n", device_print(session->name, &device), words.at);
        print_tuned(session->caps->tuned);
        print_launch(&load, taken);
        if (!is_flat(problem)) print_policies(&load);
        if (problem->what == WHAT_SCAN || problem->what == WHAT_EXSCAN) print_elements(&load, taken);
    }
    load_close(&load);
    return taken ? STATUS_OK : STATUS_USAGE;
}

int cli_plan(int argc, char **argv)
{
    const char *device = NULL, *tuning = NULL;
    struct plugin_choice plugins = {.peers = false};
    const struct cli_option options[] = {
        {"--device", OPTION_TEXT, &device, "D", "device (default: the first that check takes)"},
        TUNING_OPTION(&tuning),
        {"--plugin", OPTION_LIST, &plugins.files, "FILE", "load operators of your own; repeatable"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    struct problem problem;
    struct device_list devices;
    struct session session;
    struct text why;
    if (argc != 2)
        return cli_usage("plan", "%d operands; expected one problem, as in reduce/add_f32/1M/soa/any:1",
                         argc - 1);
    if (!plugins_load(&plugins, &why)) return cli_usage("plan", "%s", why.at);
    if (!problem_parse(argv[1], &problem, &why)) return cli_usage("plan", "%s", why.at);
    ends = kernel_devices_choose("plan", device, &devices);
    if (ends >= 0) return ends;
    if (!tuning_choose(tuning, &devices, &why)) return cli_usage("plan", "%s", why.at);
    if (!session_open(&session, devices.at[0], &why)) return cli_stop(STATUS_BROKEN, "plan", "%s", why.at);
    enum status status = plan_print(&session, &problem, &why);
    session_close(&session);
    return status == STATUS_OK ? STATUS_OK : cli_stop(status, "plan", "%s", why.at);
}
