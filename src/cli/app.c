/* SPDX-License-Identifier: MIT
 * foldcheck_app: one application of bench/apps on real or generated data, on devices, against its own sequential C. */
#define _POSIX_C_SOURCE 200809L
#include "app.h"
#include "steps.h"
#include "input.h"
#include "kernel_devices.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_REPEATS = 1000 };

/* ---- the table ---- */

#define APP(name, what, tested) extern const struct app name##_app;
#include "apps.def"
#undef APP

static const struct {
    const struct app *app;
    const char *what;
} apps[] = {
#define APP(name, what, tested) {&name##_app, what},
#include "apps.def"
#undef APP
};

enum { APPS = sizeof apps / sizeof apps[0] };

static const struct app *app_find(const char *name)
{
    for (int a = 0; a < APPS; a++)
        if (strcmp(apps[a].app->name, name) == 0) return apps[a].app;
    return NULL;
}

static const char *app_names(struct text *names)
{
    text_say(names, "%s", "");
    for (int a = 0; a < APPS; a++)
        text_add(names, "%s%s", a == 0 ? "" : a + 1 == APPS ? " or " : ", ", apps[a].app->name);
    return names->at;
}

/* The request of the command line. */
struct request {
    const struct app *app;
    bool steps; /* no application, but the steps of all */
    struct option_list inputs;
    uint64_t items, seed, rows, repeats; /* items UINT64_MAX: from files */
    const char *strategy, *device, *options, *tuning;
    struct plugin_choice plugins;
};

/* ---- the data ---- */

struct source {
    struct tuple tuple;
    struct input input[MAX_COLUMNS]; /* files */
    void *made[MAX_COLUMNS];         /* generated; owned */
};

static void source_close(struct source *source)
{
    for (int c = 0; c < MAX_COLUMNS; c++) {
        input_close(&source->input[c]);
        free(source->made[c]);
    }
}

static bool source_read(struct source *source, const struct request *request, struct app_data *data,
                        struct text *why)
{
    if (request->inputs.count != source->tuple.count)
        return text_say(why, "--input: %d files; expected %d, one for each column of %s",
                        request->inputs.count, source->tuple.count, request->app->name);
    for (int c = 0; c < source->tuple.count; c++) {
        struct input *input = &source->input[c];
        if (!input_open(request->inputs.at[c], source->tuple.elem[c], input, why)) return false;
        if (input->count != source->input[0].count)
            return text_say(why, "--input %s: %" PRIu64 " items; expected %" PRIu64 ", as in %s",
                            request->inputs.at[c], input->count, source->input[0].count,
                            request->inputs.at[0]);
        data->column[c] = input->items;
    }
    data->items = source->input[0].count;
    return true;
}

static bool source_make(struct source *source, const struct request *request, struct app_data *data,
                        struct text *why)
{
    const struct tuple *tuple = &source->tuple;
    const struct data drawn = {.form = DATA_ANY, .seed = request->seed};
    _Alignas(16) unsigned char item[MAX_STATE_BYTES];
    struct columns columns = {.count = tuple->count};
    for (int c = 0; c < tuple->count; c++) {
        source->made[c] = app_alloc(request->items, elem_size(tuple->elem[c]), why);
        if (!source->made[c]) return false;
        data->column[c] = source->made[c];
        columns.column[c] = pass_column(source->made[c], elem_size(tuple->elem[c]));
    }
    for (uint64_t i = 0; i < request->items; i++) {
        request->app->value(i, data_bits(&drawn, i), item);
        columns_write(&columns, tuple, i, item);
    }
    data->items = request->items;
    return true;
}

/* Splits the items into rows. */
static bool data_split(const struct request *request, struct app_data *data, struct text *why)
{
    if (request->rows != 1 && !request->app->takes_rows)
        return text_say(why, "--rows %" PRIu64 ": %s takes one row", request->rows, request->app->name);
    if (request->rows == 0 || data->items % request->rows != 0)
        return text_say(why, "--rows %" PRIu64 ": %" PRIu64 " items do not split into as many equal rows",
                        request->rows, data->items);
    data->rows = request->rows;
    data->length = data->items / request->rows;
    return true;
}

/* One NAME=INT of --with, which ends at a comma or the end. */
static bool option_take(const struct app *app, const char *at, size_t length, struct app_data *data,
                        struct text *why)
{
    const char *equals = memchr(at, '=', length);
    size_t name = equals ? (size_t)(equals - at) : length;
    char *end;
    for (int i = 0; app->option[i].name; i++) {
        const struct op_arg *option = &app->option[i];
        if (strlen(option->name) != name || strncmp(option->name, at, name) != 0) continue;
        errno = 0;
        long long value = equals ? strtoll(equals + 1, &end, 10) : 0;
        if (!equals || end != at + length || end == equals + 1 || errno || value < option->least ||
            value > option->most)
            return text_say(why, "--with %.*s: expected %s=%" PRId64 " to %s=%" PRId64, (int)length, at,
                            option->name, option->least, option->name, option->most);
        data->option[i] = value;
        return true;
    }
    return text_say(why, "--with %.*s: %s has no such option", (int)length, at, app->name);
}

static bool options_take(const struct request *request, struct app_data *data, struct text *why)
{
    for (int i = 0; request->app->option[i].name; i++)
        data->option[i] = request->app->option[i].usual;
    const char *at = request->options ? request->options : "";
    while (*at) {
        size_t length = strcspn(at, ",");
        if (!option_take(request->app, at, length, data, why)) return false;
        at += length + (at[length] == ',');
    }
    return true;
}

static bool data_take(struct source *source, const struct request *request, struct app_data *data,
                      struct text *why)
{
    const struct app *app = request->app;
    bool made = request->items != UINT64_MAX;
    struct text reason;
    if (made == (request->inputs.count > 0)) return text_say(why, "expected --input F or --generate N");
    tuple_parse(app->input, &source->tuple);
    if (!options_take(request, data, why)) return false;
    if (!(made ? source_make : source_read)(source, request, data, why) || !data_split(request, data, why))
        return false;
    return !app->accepts || app->accepts(data, &reason) || text_say(why, "%s: %.400s", app->name, reason.at);
}

/* ---- times ---- */

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare_ms(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *ms, uint64_t count)
{
    qsort(ms, count, sizeof *ms, compare_ms);
    return ms[count / 2];
}

/* ---- the judge ---- */

static bool judge_run(const struct request *request, const struct app_data *data, struct app_answer *expected,
                      double *judge_ms, struct text *why)
{
    double ms[MOST_REPEATS];
    for (uint64_t r = 0; r < request->repeats; r++) {
        answer_close(expected);
        double start = now_ms();
        if (!request->app->judge(data, expected, why)) return false;
        ms[r] = now_ms() - start;
    }
    *judge_ms = median(ms, request->repeats);
    printf("%s of %" PRIu64 " items", request->app->name, data->items);
    if (data->rows != 1) printf(" in %" PRIu64 " rows", data->rows);
    printf(": %s; sequential C %.4g ms\n", expected->says.at, *judge_ms);
    fflush(stdout); /* the devices may take their time */
    return true;
}

/* ---- one form on one device ---- */

/* A form of an application, its input and the right answer. */
struct trial {
    const struct request *request;
    const struct app_data *data;
    const struct app_form *form;
    const struct app_answer *expected;
};

struct times {
    double launches, program,
        all; /* ms, medians: folds, a program that stays on the device, and with copies */
    double
        share; /* of the folds in such a program, in the last repeat, which alone times them where there are others */
};

static bool answer_agrees(const struct trial *trial, const struct app_answer *got, struct text *where)
{
    const struct app *app = trial->request->app;
    return app->agrees ? app->agrees(trial->data, trial->expected, got, where)
                       : answer_equals(trial->expected, got, where);
}

/* Runs a form and compares every time. STATUS_FAIL: it disagrees, as where says. */
static enum status form_repeat(const struct trial *trial, struct passes *passes, struct times *times,
                               struct text *where)
{
    uint64_t repeats = trial->request->repeats;
    double launches[MOST_REPEATS], program[MOST_REPEATS], all[MOST_REPEATS];
    for (uint64_t r = 0; r < repeats; r++) {
        struct app_answer got = {0};
        passes->launches = passes->steps = 0;
        passes->ms = passes->program_ms = 0;
        passes->program_alone = r + 1 < repeats;
        passes->status = STATUS_BROKEN;
        double start = now_ms();
        bool done = trial->form->run(trial->data, passes, &got, where);
        all[r] = now_ms() - start;
        launches[r] = passes->ms;
        program[r] = passes->program_ms;
        bool agrees = done && answer_agrees(trial, &got, where);
        answer_close(&got);
        if (!agrees) return done ? STATUS_FAIL : passes->status;
    }
    uint64_t alone = repeats > 1 ? repeats - 1 : 1;
    times->share = program[repeats - 1] > 0 ? launches[repeats - 1] / program[repeats - 1] : 0;
    times->launches = median(launches, repeats), times->program = median(program, alone);
    times->all = median(all, repeats);
    return STATUS_OK;
}

static const char *plural(uint64_t count, const char *one, const char *many)
{
    return count == 1 ? one : many;
}

/* What was launched, and how long it took. */
static void times_print(const struct passes *passes, const struct times *times)
{
    printf("agrees with the sequential C; ");
    if (times->program == 0) {
        printf("%" PRIu64 " %s %.4g ms, with copies and the host's part %.4g ms\n", passes->launches,
               plural(passes->launches, "launch", "launches"), times->launches, times->all);
        return;
    }
    printf("%" PRIu64 " %s and %" PRIu64 " %s %.4g ms", passes->launches,
           plural(passes->launches, "fold", "folds"), passes->steps, plural(passes->steps, "step", "steps"),
           times->program);
    if (passes->launches) printf(", the folds %.1f %% of it", 100 * times->share);
    printf("; with copies %.4g ms\n", times->all);
}

static enum status form_run(const struct trial *trial, struct passes *passes, struct text *why)
{
    const struct request *request = trial->request;
    struct text device;
    struct times times = {0};
    enum status status = form_repeat(trial, passes, &times, why);
    if (status > STATUS_FAIL) return status;
    printf("%s@%s by %s, %s: ", request->app->name, device_print(passes->session.name, &device),
           trial->form->by, request->strategy ? request->strategy : "auto");
    if (status == STATUS_FAIL)
        printf("DISAGREES with the sequential C: %s\n", why->at);
    else
        times_print(passes, &times);
    return status;
}

/* Does the form launch what the named strategy does, and has the device what it needs? */
static bool form_is_wanted(const struct app_form *form, const struct passes *passes)
{
    const struct strategy *named = passes->named;
    if (form->needs && !backend_step(passes->session.backend, form->needs)) return false;
    return !named || (strategy_does(named->what, WHAT_REDUCE) && form->reduces) ||
           (strategy_does(named->what, WHAT_SCAN) && form->scans) ||
           (strategy_does(named->what, WHAT_KEYED) && form->folds_by_key);
}

static enum status device_run(const struct request *request, const struct app_data *data,
                              struct device_name device, const struct app_answer *expected, struct text *why)
{
    struct passes passes;
    enum status status = STATUS_OK;
    int forms = 0;
    if (!passes_open(&passes, device, request->strategy, why)) return passes.status;
    for (const struct app_form *form = request->app->form; form->by && status <= STATUS_FAIL; form++) {
        if (!form_is_wanted(form, &passes)) continue;
        struct trial trial = {request, data, form, expected};
        enum status ended = form_run(&trial, &passes, why);
        if (ended != STATUS_OK) status = ended;
        forms++;
    }
    passes_close(&passes);
    if (forms) return status;
    text_say(why, "--strategy %.100s: %s launches nothing of its kind", request->strategy,
             request->app->name);
    return STATUS_USAGE;
}

static enum status run(const struct request *request, const struct device_list *devices,
                       const struct app_data *data, struct text *why)
{
    struct app_answer expected = {0};
    double judge_ms;
    enum status status = STATUS_OK;
    if (!judge_run(request, data, &expected, &judge_ms, why)) status = STATUS_BROKEN;
    for (int d = 0; d < devices->count && status <= STATUS_FAIL; d++) {
        enum status ended = device_run(request, data, devices->at[d], &expected, why);
        if (ended != STATUS_OK) status = ended;
    }
    answer_close(&expected);
    return status;
}

/* ---- the steps of programs ---- */

/* Each step of each device beside its model. */
static enum status run_steps(const struct request *request, const struct device_list *devices,
                             struct text *why)
{
    enum status worst = STATUS_OK, status = STATUS_BROKEN;
    for (int d = 0; d < devices->count && worst <= STATUS_FAIL; d++) {
        struct session session;
        struct text name;
        int steps = 0;
        if (!session_open(&session, devices->at[d], why)) return STATUS_BROKEN;
        bool right = steps_check(&session, request->seed, &steps, &status, why);
        if (right)
            printf("steps@%s: %d steps agree with their models\n", device_print(devices->at[d], &name),
                   steps);
        else if (status == STATUS_FAIL)
            printf("steps@%s: DISAGREES with the model: %s\n", device_print(devices->at[d], &name), why->at);
        session_close(&session);
        if (!right) worst = status;
    }
    return worst;
}

/* ---- the command line ---- */

/* An application's line of --help: what it does, its columns, and what --with takes. */
static void app_describe(const struct app *app, const char *what, struct text *line)
{
    text_say(line, "%s (%s%s", what, app->input, app->takes_rows ? "; --rows" : "");
    for (int i = 0; app->option[i].name; i++)
        text_add(line, "%s %s=%" PRId64, i ? "," : "; --with", app->option[i].name, app->option[i].usual);
    text_add(line, ")");
}

/* The head of --help. */
static const char *usage_text(void)
{
    static char head[4096];
    int end = snprintf(
        head, sizeof head,
        "foldcheck_app NAME --input F ... | --generate N [--device D] [--strategy S] [--repeat R]\n"
        "foldcheck_app steps [--device D] [--seed X]\n"
        "Runs an application with the strategies of a device and compares the answer with "
        "sequential C. Times are\n"
        "medians over the runs. `steps` compares the kernels between the folds with sequential C. The\n"
        "applications and their input columns:");
    for (int a = 0; a < APPS; a++) {
        struct text line;
        app_describe(apps[a].app, apps[a].what, &line);
        end += snprintf(head + end, sizeof head - (size_t)end, "\n  %-16s %s", apps[a].app->name, line.at);
    }
    return head;
}

/* Takes the command line. Returns -1 to go on, else an exit status. */
static int request_take(struct request *request, int argc, char **argv)
{
    const struct cli_option options[] = {
        {"--input", OPTION_LIST, &request->inputs, "F",
         "input column: F.npy, F.csv[:COLUMN] or F:TYPE (raw); one for each column"},
        {"--generate", OPTION_COUNT, &request->items, "N", "generate N items instead"},
        {"--seed", OPTION_COUNT, &request->seed, "X", "seed of --generate (default 1)"},
        {"--rows", OPTION_COUNT, &request->rows, "R", "split the items into R rows (default 1)"},
        {"--with", OPTION_TEXT, &request->options, "A=I,...", "parameters of the application"},
        {"--strategy", OPTION_TEXT, &request->strategy, "S",
         "strategy for all launches of its kind (default: the auto strategy)"},
        {"--repeat", OPTION_COUNT, &request->repeats, "R", "number of runs (default 1)"},
        {"--device", OPTION_TEXT, &request->device, "D", "devices (default: as `foldcheck check`)"},
        TUNING_OPTION(&request->tuning),
        PLUGIN_OPTIONS(&request->plugins),
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    struct text names;
    int ends = options_parse(usage_text(), options, &argc, argv);
    if (ends >= 0) return ends;
    if (argc != 2)
        return cli_usage(argv[0], "%s: expected one application, %s", argc < 2 ? "no name" : argv[2],
                         app_names(&names));
    request->steps = strcmp(argv[1], "steps") == 0;
    request->app = app_find(argv[1]);
    if (!request->app && !request->steps)
        return cli_usage(argv[0], "no application '%s'; expected %s", argv[1], app_names(&names));
    if (request->repeats < 1 || request->repeats > MOST_REPEATS)
        return cli_usage(argv[0], "--repeat: expected 1 to %d", MOST_REPEATS);
    return -1;
}

int main(int argc, char **argv)
{
    static char command[] = "app";
    struct request request = {.items = UINT64_MAX, .seed = 1, .rows = 1, .repeats = 1};
    struct device_list devices;
    struct source source = {0};
    struct app_data data = {0};
    struct text why = {0};
    argv[0] = command;
    int ends = request_take(&request, argc, argv);
    if (ends >= 0) return ends;
    if (!plugins_load(&request.plugins, &why)) return cli_usage(command, "%s", why.at);
    ends = kernel_devices_choose(command, request.device, &devices);
    if (ends >= 0) return ends;
    if (!tuning_choose(request.tuning, &devices, &why)) return cli_usage(command, "%s", why.at);
    enum status status = STATUS_USAGE;
    if (request.steps)
        status = run_steps(&request, &devices, &why);
    else if (data_take(&source, &request, &data, &why))
        status = run(&request, &devices, &data, &why);
    source_close(&source);
    return status <= STATUS_FAIL ? (int)status : cli_stop(status, command, "%s", why.at);
}
