/* SPDX-License-Identifier: MIT
 * The lists: the first column is the name that other commands take. */
#include "cli.h"
#include "device.h"
#include "list_tests.h"
#include "peers.h"
#include "properties.h"
#include "session.h"

#include <stdio.h>
#include <string.h>

static const char usage[] =
    "foldcheck list [--plugin FILE] [--peers] "
    "[devices|operators|strategies|properties|peers|witnesses|draws]\nfoldcheck list [--plugin FILE] "
    "[--device D] [--operator GLOB] [--strategy GLOB] [--format ctest] tests\nPrints one list, or all except "
    "tests. The first column is the name that other commands take.";

/* "u32,i64", or "-" for the empty tuple. */
static const char *tuple_text(const struct tuple *tuple, struct text *out)
{
    text_say(out, "%s", tuple->count ? "" : "-");
    for (int i = 0; i < tuple->count; i++)
        text_add(out, "%s%s",
                 i == 0                                 ? ""
                 : tuple->part[i] == tuple->part[i - 1] ? ","
                                                        : "|",
                 elem_name(tuple->elem[i]));
    return out->at;
}

static const char *laws_text(unsigned laws, bool tolerates, struct text *out)
{
    static const struct {
        unsigned law;
        const char *name;
    } known[] = {{LAW_COMMUTES, "commutes"}, {LAW_EXACT, "exact"},   {LAW_IDEMPOTENT, "idempotent"},
                 {LAW_CANCELS, "cancels"},   {LAW_ORDERS, "orders"}, {LAW_ADDS, "adds"}};
    text_say(out, "%s", "");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (laws & known[i].law) text_add(out, "%s%s", out->at[0] ? "," : "", known[i].name);
    if (tolerates) text_add(out, "%stolerance", out->at[0] ? "," : "");
    if (!out->at[0]) text_say(out, "-");
    return out->at;
}

static void list_device(enum device_kind kind)
{
    struct text why = {0};
    const struct backend *backend = backend_open(kind, &why);
    int count = backend ? backend->count(kind, &why) : 0;
    if (count == 0) printf("%-10s no: %s\n", device_kind_name(kind), why.at);
    if (device_is_cards(kind) && count > 1)
        count = 1; /* all together; the number would say how many of them */
    for (int i = 0; i < count; i++) {
        struct device_name name = {.kind = kind, .index = (uint32_t)i};
        struct text print;
        struct device *device = backend->open(name, &why);
        device_print(name, &print);
        if (!device) {
            printf("%-10s does not open: %s\n", print.at, why.at);
            continue;
        }
        const struct device_caps *caps = backend->caps(device);
        printf("%-10s %s, %s, %d lanes, %d processors, %llu MiB; %s\n", print.at, caps->name, caps->arch,
               caps->lanes, caps->processors, (unsigned long long)(caps->memory_bytes >> 20), caps->versions);
        backend->close(device);
    }
}

static void list_devices(void)
{
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
        if (kind != DEVICE_HOST) list_device(kind);
    printf("%-10s the properties that need no device\n", "host");
}

static void list_operators(void)
{
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        struct text input, state, laws;
        printf("%-20s %-24s %-24s %-28s %s\n", op->name, tuple_text(&op->input, &input),
               tuple_text(&op->state, &state), laws_text(op->laws, op->tolerates, &laws), op->what);
    }
}

/* foldcheck's own strategies are the same in every backend; plugins and peers may have theirs in one. */
static void list_strategies(void)
{
    const struct backend *backend[DEVICE_KINDS];
    struct text why, laws;
    size_t count = backends_open(backend, &why);
    if (!count) printf("no strategies: no backend is built; %s\n", why.at);
    for (size_t i = 0; i < count; i++)
        for (const struct strategy *const *at = backend[i]->strategies; *at; at++) {
            bool listed = false;
            for (size_t before = 0; before < i; before++)
                listed |= backend_strategy(backend[before], (*at)->name) != NULL;
            if (listed) continue;
            printf("%-26s %-14s needs %-10s %s\n", (*at)->name, (*at)->ids,
                   (*at)->needs ? laws_text((*at)->needs, false, &laws) : "no law", (*at)->does);
        }
}

static void list_properties(void)
{
    static const char *const subject[] = {"strategy", "operator", "suite"};
    for (const struct property *const *at = properties_table; *at; at++)
        printf("%-34s %-9s %-7s %s\n", (*at)->name, subject[(*at)->subject],
               (*at)->on_host  ? "host"
               : (*at)->on_sim ? "sim"
                               : "device",
               (*at)->claim);
}

static void list_peers_of(enum device_kind kind, int number)
{
    struct text why = {0};
    const struct peers *peers = peers_open(kind, number, &why);
    if (!peers) {
        printf("%-26s no peers: %s\n", device_kind_name(kind), why.at);
        return;
    }
    for (const struct strategy *const *at = peers->code->strategies; *at; at++)
        printf("%-26s %s, %s: %s\n", (*at)->name, device_kind_name(kind), peers->library, (*at)->does);
}

static void list_peers(void)
{
    for (enum device_kind kind = DEVICE_NONE + 1; kind < DEVICE_KINDS; kind++)
        for (int number = 0; number < peers_count(kind); number++)
            list_peers_of(kind, number);
}

/* How many percent of the mistakes that are planted into its folds each operator notices; '*' where its laws
 * promise all of them. */
static void list_witnesses(void)
{
    printf("%-20s", "% noticed");
    for (enum mistake mistake = 0; mistake < MISTAKES; mistake++)
        printf(" %10s", mistake_name(mistake));
    puts("   * promised by its laws");
    for (size_t i = 0; i < op_count(); i++) {
        printf("%-20s", op_at(i)->name);
        for (enum mistake mistake = 0; mistake < MISTAKES; mistake++) {
            struct strength strength = properties_strength(op_at(i), mistake);
            printf(" %9.1f%c", 100.0 * strength.caught / strength.planted,
                   properties_expect_caught(op_at(i), mistake) ? '*' : ' ');
        }
        puts("");
    }
}

static void print_line(const char *line)
{
    puts(line);
}

/* How often 10,000 draws for strategies of the simulator take each value. */
static void list_draws(void)
{
    struct text why;
    printf("%-44s %-16s %-16s %-50s %3s %6s\n", "property", "strategy", "operator", "choice", "is", "draws");
    void *context = properties_open((struct device_name){DEVICE_SIM64, 0}, &why);
    if (!context || !properties_draws(context, print_line, &why)) printf("no draws: %s\n", why.at);
    if (context) properties_close(context);
}

static const struct {
    const char *name;
    void (*print)(void);
} lists[] = {{"devices", list_devices},
             {"operators", list_operators},
             {"strategies", list_strategies},
             {"properties", list_properties},
             {"peers", list_peers},
             {"witnesses", list_witnesses},
             {"draws", list_draws}};

enum { LISTS = sizeof lists / sizeof *lists };

int cli_list(int argc, char **argv)
{
    struct plugin_choice plugins = {.peers = false};
    struct text why;
    struct test_request request = {0};
    const struct cli_option options[] = {
        PLUGIN_OPTIONS(&plugins),
        {"--device", OPTION_TEXT, &request.device, "D", "for tests: devices, separated by commas"},
        {"--operator", OPTION_GLOBS, &request.operators, "GLOB",
         "for tests: operators whose laws get one test each"},
        {"--strategy", OPTION_GLOBS, &request.strategies, "GLOB",
         "for tests: strategies that a plugin's operators are tested with"},
        {"--format", OPTION_TEXT, &request.format, "F", "for tests: ctest, a script for ctest"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL}};
    int status = options_parse(usage, options, &argc, argv);
    if (status >= 0) return status;
    if (!plugins_load(&plugins, &why)) return cli_usage(argv[0], "%s", why.at);
    if (argc > 2) return cli_usage(argv[0], "unexpected '%s': one list at a time, or all", argv[2]);
    request.added = plugins.files.count > 0;
    if (argc == 2 && strcmp(argv[1], "tests") == 0) return list_tests(&request, argv[0]);
    if (request.device || request.operators || request.strategies || request.format)
        return cli_usage(argv[0], "--device, --operator, --strategy and --format are of the list of tests");
    bool found = false;
    for (int i = 0; i < LISTS; i++) {
        if (argc == 2 && strcmp(argv[1], lists[i].name) != 0) continue;
        found = true;
        if (argc == 1) printf("%s%s\n", i ? "\n" : "", lists[i].name);
        lists[i].print();
    }
    if (found) return STATUS_OK;
    return cli_usage(
        argv[0],
        "no list '%s'; expected devices, operators, strategies, properties, peers, witnesses, draws or tests",
        argv[1]);
}
