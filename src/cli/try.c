/* SPDX-License-Identifier: MIT
 * foldcheck try: from a source file with a kernel of the user's own, or from an operator's header, to a verdict. */
#define _GNU_SOURCE 1 /* program_invocation_name */
#include "cli.h"
#include "device.h"
#include "hints.h"
#include "launchers.h"
#include "plugin_build.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "foldcheck try FILE --operator O [options]\nfoldcheck try my_op.h [options]\nCompiles a CUDA or HIP file "
    "into a plugin and checks the launcher in it; or compiles the header of your own\noperator, and checks "
    "its laws and some strategies with it. The plugin is kept, so that the lines of the report\ncan be "
    "replayed. The options after --folder are those of check.";

struct attempt {
    const char *file, *op, *does, *folder, *device, *strategies;
    struct operator_header header; /* of an operator */
    bool is_header;
    struct launcher_request request;
    struct plugin_choice plugins;
    struct launcher launcher;
    bool finite, keys_in_range, no_graphs;
    char name[MAX_NAME]; /* of the strategy */
    char backends[64];   /* to compile for, "sim;nvidia" */
    char devices[64];    /* to check on, "sim32,sim64,nvidia"; empty: check's choice */
};

/* ---- the command line ---------------------------------------------------------------------------------------- */

enum { OWN_OPTIONS = 19 };

static void own_options(struct attempt *attempt, struct cli_option *table)
{
    const struct cli_option options[] = {
        {"--operator", OPTION_TEXT, &attempt->op, "O",
         "the operator that the launcher computes; without it FILE is an operator's header"},
        {"--launcher", OPTION_TEXT, &attempt->request.name, "F",
         "the function that launches (default: the only one whose parameters fit)"},
        {"--form", OPTION_TEXT, &attempt->request.form, "FORM",
         "how it is called: PLAIN on device memory, CUB with temporary memory, HOST on host memory"},
        {"--does", OPTION_TEXT, &attempt->does, "DOES",
         "what it computes: reduce (default), scan, exscan, keyed, histogram, reduce_by_key or transpose"},
        {"--rows", OPTION_FLAG, &attempt->request.rows, NULL,
         "it takes several rows, by offsets; with --does transpose, several matrices"},
        {"--keys", OPTION_SOME, &attempt->request.keys, "N",
         "it always has N keys, and takes no number of keys (keyed, histogram)"},
        {"--keys-in-range", OPTION_FLAG, &attempt->keys_in_range, NULL,
         "all of its keys are in range (keyed, histogram)"},
        {"--multiple-of", OPTION_SOME, &attempt->request.multiple, "N",
         "it needs a multiple of N items; for a transposition, of N rows and of N columns"},
        {"--init", OPTION_FLAG, &attempt->request.init, NULL,
         "it takes the initial value after the count, column by column (reduce, scan, exscan)"},
        {"--params", OPTION_FLAG, &attempt->request.params, NULL,
         "it takes the operator's parameters after the count and the initial value"},
        {"--finite", OPTION_FLAG, &attempt->finite, NULL,
         "its sums of floats do not support infinities and NaN"},
        {"--no-graphs", OPTION_FLAG, &attempt->no_graphs, NULL,
         "it is not meant to be captured into a graph"},
        {"--laws", OPTION_TEXT, &attempt->header.laws, "LAWS",
         "for a header: some of COMMUTES,EXACT,IDEMPOTENT,CANCELS,ORDERS,ADDS (default: EXACT if the state "
         "has only integers)"},
        {"--tolerance", OPTION_TEXT, &attempt->header.tolerance, "T",
         "for a header: how far results may differ, such as rel=1e-6"},
        {"--state", OPTION_TEXT, &attempt->header.state, "TYPES",
         "for a header: the state's columns, if its members do not determine them, such as f16,u32; a bar "
         "separates the parts of a product"},
        {"--input", OPTION_TEXT, &attempt->header.input, "TYPES",
         "for a header: the items' columns, likewise, if items are lifted"},
        {"--args", OPTION_LIST, &attempt->header.args, "ARG",
         "for a header: a parameter of the operator, as NAME,LEAST,MOST,USUAL; repeatable"},
        {"--strategy", OPTION_GLOBS, &attempt->strategies, "GLOB",
         "for a header: the strategies to compile it for (default: one of each kind)"},
        {"--folder", OPTION_TEXT, &attempt->folder, "DIR",
         "compile in DIR and keep the plugin there, so that the next run is faster (default: a new folder)"}};
    _Static_assert(sizeof options == OWN_OPTIONS * sizeof *table, "OWN_OPTIONS");
    memcpy(table, options, sizeof options);
}

/* What check takes, too; of a few the values are looked at here. */
static void handed_options(struct attempt *attempt, struct cli_option *table)
{
    struct cli_option all[MOST_CHECK_OPTIONS];
    check_options_list(all);
    for (const struct cli_option *option = all; option->name; option++) {
        bool ours = strcmp(option->name, "--strategy") == 0 || strcmp(option->name, "--operator") == 0;
        if (ours || !option->what) continue;
        *table = *option;
        if (strcmp(option->name, "--device") == 0) table->to = &attempt->device;
        if (strcmp(option->name, "--plugin") == 0) table->to = &attempt->plugins.files;
        table++;
    }
    *table = (struct cli_option){NULL, OPTION_FLAG, NULL, NULL, NULL};
}

/* Options of a launcher for a header, or the other way round. */
static bool options_suit(const struct attempt *attempt, struct text *why)
{
    const struct launcher_request *request = &attempt->request;
    const struct operator_header *header = &attempt->header;
    bool of_launcher = request->name || request->form || request->rows || request->keys ||
                       attempt->keys_in_range || request->multiple || request->init || request->params ||
                       attempt->finite || attempt->no_graphs || strcmp(attempt->does, "reduce") != 0;
    bool of_header = header->laws || header->tolerance || header->state || header->input ||
                     header->args.count || attempt->strategies;
    if (attempt->is_header && of_launcher)
        return text_say(why,
                        "%.200s is an operator's header, as there is no --operator; expected none of the "
                        "options of a launcher",
                        attempt->file);
    return attempt->is_header || !of_header ||
           text_say(why, "--laws, --tolerance, --state, --input, --args and --strategy are for an operator's "
                         "header, without --operator");
}

/* Options that speak of what the launcher does not do. */
static bool options_agree(const struct attempt *attempt, struct text *why)
{
    const struct launcher_request *request = &attempt->request;
    bool folds = request->does <= DOES_EXSCAN,
         by_key = request->does == DOES_KEYED || request->does == DOES_HISTOGRAM;
    if (request->init && !folds) return text_say(why, "--init is for --does reduce, scan or exscan");
    if ((request->keys || attempt->keys_in_range) && !by_key)
        return text_say(why, "--keys and --keys-in-range are for --does keyed or histogram");
    if (request->rows && !folds && request->does != DOES_TRANSPOSE)
        return text_say(why, "--rows is for --does reduce, scan, exscan or transpose");
    if (request->multiple && (request->does == DOES_REDUCE_BY_KEY || (request->rows && folds)))
        return text_say(
            why, "--multiple-of is not for rows, nor for runs of keys, which have any number of items");
    return !(request->params && request->does == DOES_TRANSPOSE) ||
           text_say(why, "--params is for operators, and --does transpose has none");
}

/* Returns -1 to go on, else the exit status. What check shall get of `given` is left there. */
static int attempt_parse(struct attempt *attempt, int argc, char **argv, int *given_count, char **given)
{
    struct cli_option options[OWN_OPTIONS + MOST_CHECK_OPTIONS], own[OWN_OPTIONS + 1] = {{0}};
    own_options(attempt, options);
    handed_options(attempt, options + OWN_OPTIONS);
    int ends = options_parse(usage, options, &argc, argv), kept = 1;
    if (ends >= 0) return ends;
    if (argc != 2)
        return cli_usage("try", "%s: expected one file, as in: foldcheck try sum.cu --operator add_u32",
                         argc < 2 ? "no file" : argv[2]);
    attempt->file = argv[1];
    while (strcmp(attempt->does, launcher_does_name[attempt->request.does]) != 0)
        attempt->request.does++; /* the option's words are these */
    struct text why;
    attempt->is_header = !attempt->op && operator_header_named(attempt->file);
    if (!options_suit(attempt, &why) || !options_agree(attempt, &why)) return cli_usage("try", "%s", why.at);
    if (!attempt->op && !attempt->is_header)
        return cli_usage("try", "no --operator; expected one of `foldcheck list operators`");
    own_options(attempt, own);
    options_remove(own, given_count, given);
    for (int i = 1; i < *given_count; i++)
        if (given[i] != attempt->file && strcmp(given[i], "--") != 0) given[kept++] = given[i];
    *given_count = kept;
    return -1;
}

/* ---- where it runs ------------------------------------------------------------------------------------------- */

static void add_word(char *list, size_t room, const char *separator, const char *word)
{
    size_t used = strlen(list);
    if (!strstr(list, word)) snprintf(list + used, room - used, "%s%s", used ? separator : "", word);
}

static bool runs_kernels(enum device_kind kind)
{
    return device_is_simulated(kind) || device_is_gpu(kind);
}

/* All that is here, or what was asked for. */
static enum status choose_backends(struct attempt *attempt, struct text *why)
{
    const char *usual = getenv("FOLDCHECK_DEVICE");
    struct device_list devices = {.count = 0};
    if (attempt->device || (usual && *usual)) {
        if (!devices_choose(attempt->device, &devices, why)) return STATUS_USAGE;
    } else {
        for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
            devices.at[devices.count++] = (struct device_name){.kind = kind};
    }
    for (int i = 0; i < devices.count; i++)
        if (runs_kernels(devices.at[i].kind) && device_there(devices.at[i], why))
            add_word(attempt->backends, sizeof attempt->backends, ";", backend_name(devices.at[i].kind));
    if (attempt->backends[0]) return STATUS_OK;
    if (!why->at[0]) text_say(why, "no device that runs kernels");
    return STATUS_NO_DEVICE;
}

/* Left to itself, check would choose a card alone. */
static void choose_devices(struct attempt *attempt, const char *built)
{
    const char *usual = getenv("FOLDCHECK_DEVICE");
    if (attempt->device || (usual && *usual)) return;
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
        if (runs_kernels(kind) && strstr(built, backend_name(kind)))
            add_word(attempt->devices, sizeof attempt->devices, ",", device_kind_name(kind));
}

/* ---- what it is called --------------------------------------------------------------------------------------- */

static bool is_strategy(const char *name)
{
    struct text ignored;
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        const struct backend *backend = kind == DEVICE_HOST ? NULL : backend_open(kind, &ignored);
        if (backend && backend_strategy(backend, name)) return true;
    }
    return false;
}

/* The launcher's name in small letters, unless that is taken. */
static void choose_name(struct attempt *attempt)
{
    const char *colon = strrchr(attempt->launcher.name, ':');
    const char *own = colon ? colon + 1 : attempt->launcher.name;
    char small[MAX_NAME - 4];
    snprintf(small, sizeof small, "%.*s", (int)sizeof small - 1, own);
    for (char *at = small; *at; at++)
        *at = isalnum((unsigned char)*at) ? (char)tolower((unsigned char)*at) : '_';
    bool taken = !islower((unsigned char)*small) || is_strategy(small);
    snprintf(attempt->name, sizeof attempt->name, "%s%s", taken ? "my_" : "", small);
}

/* ---- strategies of a header ----------------------------------------------------------------------------------- */

static void add_strategy(struct text *chosen, const char *name)
{
    char spaced[MAX_NAME + 2], all[sizeof chosen->at + 2];
    snprintf(spaced, sizeof spaced, " %s ", name);
    snprintf(all, sizeof all, " %s ", chosen->at);
    if (!strstr(all, spaced)) text_add(chosen, "%s%s", chosen->at[0] ? " " : "", name);
}

/* Those that were asked for, else one of each kind, of the backends that it is compiled for. */
static bool choose_strategies(const struct attempt *attempt, struct text *chosen, struct text *why)
{
    static const char *const usual[] = {"reduce_last_block", "reduce_window", "scan_lookback",
                                        "segreduce_ragged_balanced", "keyed_stream"};
    struct text ignored;
    text_say(chosen, "%s", "");
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++) {
        const struct backend *backend = runs_kernels(kind) && strstr(attempt->backends, backend_name(kind))
                                            ? backend_open(kind, &ignored)
                                            : NULL;
        for (const struct strategy *const *at = backend ? backend->strategies : NULL; at && *at; at++) {
            bool wanted = attempt->strategies != NULL && glob_matches(attempt->strategies, (*at)->name);
            for (size_t i = 0; !attempt->strategies && i < sizeof usual / sizeof *usual; i++)
                wanted |= strcmp(usual[i], (*at)->name) == 0;
            if (wanted && (*at)->what != WHAT_TRANSPOSE) add_strategy(chosen, (*at)->name);
        }
    }
    if (chosen->at[0] || !attempt->strategies) return true;
    return text_say(why, "--strategy %.200s: no such strategy; foldcheck list strategies has the names",
                    attempt->strategies);
}

/* ---- the steps ----------------------------------------------------------------------------------------------- */

static bool is_file(const char *path, struct text *why)
{
    struct stat about;
    if (stat(path, &about) != 0) return text_say(why, "%.400s: %s", path, strerror(errno));
    return S_ISREG(about.st_mode) || text_say(why, "%.400s is no file; expected one in CUDA or HIP", path);
}

static bool op_suits(const struct launcher_request *request, const struct op *op, struct text *why)
{
    if (request->does == DOES_HISTOGRAM && !(op->laws & LAW_ADDS))
        return text_say(
            why, "--does histogram counts by an operator that adds integers, such as add_u32; %s does not",
            op->name);
    return !request->params || op->has_params || text_say(why, "--params: %s has no numbers", op->name);
}

/* Finds all that has to be there before anything is compiled. */
static enum status prepare(struct attempt *attempt, const struct op **op, struct text *why)
{
    if (!is_file(attempt->file, why) || !plugins_load(&attempt->plugins, why)) return STATUS_USAGE;
    if (attempt->is_header) {
        if (!operator_header_read(&attempt->header, attempt->file, why)) return STATUS_USAGE;
        attempt->op = attempt->header.name;
        snprintf(attempt->name, sizeof attempt->name, "%s", attempt->op);
        return choose_backends(attempt, why);
    }
    *op =
        attempt->request.does == DOES_TRANSPOSE ? op_for(WHAT_TRANSPOSE, attempt->op) : op_find(attempt->op);
    if (attempt->request.does == DOES_TRANSPOSE && (!*op || strcmp(attempt->op, "u128") == 0)) {
        text_say(why, "no element type '%.60s'; expected i8 to u64, f16, bf16, f32 or f64", attempt->op);
        return STATUS_USAGE;
    }
    if (!*op) {
        text_say(why, "no operator '%.60s'; foldcheck list operators has their names", attempt->op);
        hint_operator(attempt->op, why);
        return STATUS_USAGE;
    }
    if (!op_suits(&attempt->request, *op, why)) return STATUS_USAGE;
    if (!launcher_find(attempt->file, *op, &attempt->request, &attempt->launcher, why)) return STATUS_USAGE;
    text_say(why, "%s", "");
    enum status status = choose_backends(attempt, why);
    choose_name(attempt);
    return status;
}

/* Becomes check, with what else was given and the plugin: those of operators come before it. */
static int become_check(const struct attempt *attempt, const char *plugin, int count, char **given)
{
    char **argv = calloc((size_t)count + 12, sizeof *argv);
    if (!argv) return cli_stop(STATUS_BROKEN, "try", "no memory");
    const char *ours[8] = {"--plugin", plugin, "--operator", attempt->op};
    int own = 4;
    const char *strategies = attempt->is_header ? attempt->strategies : attempt->name;
    if (strategies) ours[own++] = "--strategy", ours[own++] = strategies;
    if (attempt->devices[0]) ours[own++] = "--device", ours[own++] = attempt->devices;
    static char command[] = "check";
    argv[0] = program_invocation_name;
    argv[1] = command;
    memcpy(argv + 2, given + 1, (size_t)(count - 1) * sizeof *argv);
    for (int i = 0; i < own; i++)
        argv[count + 1 + i] = (char *)(uintptr_t)ours[i];
    fflush(NULL);
    execv("/proc/self/exe", argv);
    free(argv);
    return cli_stop(STATUS_BROKEN, "try", "check cannot be run: %s", strerror(errno));
}

static void print_launcher(const struct attempt *attempt)
{
    printf("launcher %s of %s", attempt->launcher.name, attempt->file);
    if (attempt->launcher.line) printf(":%u", attempt->launcher.line);
    printf(", %s%s, as the strategy %s\n", launcher_form_name[attempt->launcher.form],
           attempt->launcher.rows ? " with rows" : "", attempt->name);
}

static void print_operator(const struct attempt *attempt, const char *strategies)
{
    const struct operator_header *header = &attempt->header;
    const char *laws = header->laws ? header->laws : header->exact ? "EXACT" : "none but associativity";
    printf("operator %s of %s, ", header->name, attempt->file);
    if (header->lift) printf("items %s, ", header->inputs.at);
    printf("state %s, ", header->states.at);
    if (header->emit) printf("map-out %s, ", header->mapouts.at);
    printf("laws %s, with %s\n", laws, *strategies ? strategies : "no strategy");
}

static int attempt_run(struct attempt *attempt, int count, char **given)
{
    const struct op *op = NULL;
    struct text why = {0};
    enum status prepared = prepare(attempt, &op, &why);
    if (prepared != STATUS_OK) return cli_stop(prepared, "try", "%s", why.at);
    const char *usual = getenv("FOLDCHECK_DEVICE");
    struct plugin_build build = {.source = attempt->file,
                                 .launcher = &attempt->launcher,
                                 .op = op,
                                 .request = &attempt->request,
                                 .finite = attempt->finite,
                                 .no_graphs = attempt->no_graphs,
                                 .keys_in_range = attempt->keys_in_range,
                                 .name = attempt->name,
                                 .devices = attempt->backends,
                                 .may_lack = !attempt->device && !(usual && *usual),
                                 .folder = attempt->folder};
    struct text strategies;
    if (attempt->is_header) {
        build.header = &attempt->header;
        build.strategies = strategies.at;
        if (!choose_strategies(attempt, &strategies, &why)) return cli_usage("try", "%s", why.at);
    }
    int status = plugin_build(&build, &why);
    if (status > STATUS_BROKEN) return status;
    if (status != STATUS_OK) return cli_stop((enum status)status, "try", "%s", why.at);
    if (attempt->is_header)
        print_operator(attempt, strategies.at);
    else
        print_launcher(attempt);
    printf("plugin   %s\n", build.plugin);
    choose_devices(attempt, build.built);
    return become_check(attempt, build.plugin, count, given);
}

int cli_try(int argc, char **argv)
{
    struct attempt attempt = {.does = "reduce"};
    int count = argc;
    char **given = malloc(((size_t)argc + 1) * sizeof *given);
    if (!given) return cli_stop(STATUS_BROKEN, "try", "no memory");
    memcpy(given, argv, (size_t)argc * sizeof *given);
    int status = attempt_parse(&attempt, argc, argv, &count, given);
    if (status < 0) status = attempt_run(&attempt, count, given);
    free(given);
    return status;
}
