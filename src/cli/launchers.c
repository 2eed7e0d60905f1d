/* SPDX-License-Identifier: MIT */
#include "launchers.h"
#include "declarations.h"
#include "nearest.h"

#include <stdio.h>
#include <string.h>

const char *const launcher_form_name[FORMS] = {"PLAIN", "CUB", "HOST"};
const char *const launcher_does_name[DOES] = {"reduce",    "scan",          "exscan",   "keyed",
                                              "histogram", "reduce_by_key", "transpose"};

/* ---- whether a function fits --------------------------------------------------------------------------------- */

/* How well: a type that this does not know fits anything. */
enum fit { FIT_NO, FIT_MAYBE, FIT_YES };

static enum fit fit_of(enum c_type given, bool fits)
{
    if (given == TYPE_UNKNOWN) return FIT_MAYBE;
    return fits ? FIT_YES : FIT_NO;
}

enum { SPELLINGS = 4 };

/* What a launcher may call a column's type; all columns of one launcher have the same spelling, as in
 * hip/launcher/launcher_calls.hip.h. */
static enum c_type spelled(enum elem elem, int spelling)
{
    static const enum c_type as[ELEM_COUNT][SPELLINGS] = {
        [ELEM_I8] = {TYPE_SCHAR, TYPE_CHAR, TYPE_SCHAR, TYPE_SCHAR},
        [ELEM_U8] = {TYPE_UCHAR, TYPE_UCHAR, TYPE_SCHAR, TYPE_CHAR},
        [ELEM_I16] = {TYPE_SHORT, TYPE_SHORT, TYPE_SHORT, TYPE_SHORT},
        [ELEM_U16] = {TYPE_USHORT, TYPE_USHORT, TYPE_SHORT, TYPE_USHORT},
        [ELEM_I32] = {TYPE_INT, TYPE_INT, TYPE_INT, TYPE_INT},
        [ELEM_U32] = {TYPE_UINT, TYPE_UINT, TYPE_INT, TYPE_UINT},
        [ELEM_I64] = {TYPE_LONG, TYPE_LLONG, TYPE_LONG, TYPE_LONG},
        [ELEM_U64] = {TYPE_ULONG, TYPE_ULLONG, TYPE_LONG, TYPE_LLONG},
        [ELEM_F32] = {TYPE_FLOAT, TYPE_FLOAT, TYPE_FLOAT, TYPE_FLOAT},
        [ELEM_F64] = {TYPE_DOUBLE, TYPE_DOUBLE, TYPE_DOUBLE, TYPE_DOUBLE},
        [ELEM_F16] = {TYPE_HALF, TYPE_HALF, TYPE_USHORT, TYPE_SHORT},
        [ELEM_BF16] = {TYPE_BFLOAT, TYPE_BFLOAT, TYPE_USHORT, TYPE_SHORT},
    };
    return as[elem][spelling];
}

/* The parameters of a function, one taken after the other. */
struct taking {
    const struct function *function;
    int at;
    enum fit fit; /* of those that were taken */
};

/* The next one; behind the last, one that fits nothing. */
static const struct parameter *take(struct taking *taking)
{
    static const struct parameter none = {.type = TYPE_OTHER};
    return taking->at < taking->function->count ? &taking->function->parameter[taking->at++] : &none;
}

static void take_fit(struct taking *taking, enum fit fit)
{
    if (fit < taking->fit) taking->fit = fit;
}

static void take_column(struct taking *taking, enum c_type type, bool is_result)
{
    const struct parameter *given = take(taking);
    enum fit fit = given->type == TYPE_VOID ? FIT_MAYBE : fit_of(given->type, given->type == type);
    bool may_point = given->pointers == 1 || (given->pointers == 0 && given->type == TYPE_UNKNOWN);
    take_fit(taking, may_point && !(is_result && given->of_constants) ? fit : FIT_NO);
}

static bool is_integer(enum c_type type)
{
    return type >= TYPE_SHORT && type <= TYPE_ULLONG;
}

/* How many items, or rows. */
static void take_number(struct taking *taking)
{
    const struct parameter *given = take(taking);
    bool by_value = given->pointers == 0 && (!given->reference || given->of_constants);
    take_fit(taking, by_value ? fit_of(given->type, is_integer(given->type)) : FIT_NO);
}

static void take_offsets(struct taking *taking)
{
    const struct parameter *given = take(taking);
    bool points = given->pointers == 1 && given->of_constants && given->type >= TYPE_INT;
    bool unknown = given->pointers <= 1 && given->type == TYPE_UNKNOWN;
    take_fit(taking, points || unknown ? fit_of(given->type, is_integer(given->type)) : FIT_NO);
}

/* Keys of some type; those of runs have the same one. */
static void take_keys(struct taking *taking, const struct parameter **keys)
{
    const struct parameter *given = take(taking);
    bool may_point = given->pointers == 1 || (given->pointers == 0 && given->type == TYPE_UNKNOWN);
    bool integer = given->type == TYPE_CHAR || given->type == TYPE_SCHAR || given->type == TYPE_UCHAR ||
                   is_integer(given->type);
    bool fits = *keys ? given->type == (*keys)->type && !given->of_constants : integer;
    take_fit(taking, may_point ? fit_of(given->type, fits) : FIT_NO);
    *keys = given;
}

static void take_columns(struct taking *taking, const struct tuple *tuple, int spelling, bool are_results)
{
    for (int c = 0; c < tuple->count; c++)
        take_column(taking, spelled(tuple->elem[c], spelling), are_results);
}

/* How many runs there are. */
static void take_run_count(struct taking *taking)
{
    const struct parameter *given = take(taking);
    bool fits = is_integer(given->type) && given->type >= TYPE_INT && !given->of_constants;
    take_fit(taking, given->pointers == 1 ? fit_of(given->type, fits) : FIT_NO);
}

/* A number of the operator, or a column of the initial value: any number converts to it. */
static void take_value(struct taking *taking)
{
    const struct parameter *given = take(taking);
    bool by_value = given->pointers == 0 && (!given->reference || given->of_constants);
    take_fit(taking,
             by_value ? fit_of(given->type, given->type > TYPE_BOOL && given->type < TYPE_STREAM) : FIT_NO);
}

static void take_temporary(struct taking *taking)
{
    const struct parameter *memory = take(taking), *bytes = take(taking);
    bool sized = bytes->reference && !bytes->of_constants;
    take_fit(taking, memory->pointers == 1 ? fit_of(memory->type, memory->type == TYPE_VOID) : FIT_NO);
    take_fit(taking, sized ? fit_of(bytes->type, bytes->type == TYPE_ULONG) : FIT_NO);
}

/* What may stand at the end: a stream, and then what has a default. */
static void take_rest(struct taking *taking, bool on_host)
{
    const struct function *function = taking->function;
    if (taking->at < function->count) {
        const struct parameter *given = &function->parameter[taking->at];
        bool is_stream = given->pointers == 0 && given->type == TYPE_STREAM;
        bool may_be = given->pointers == 0 && given->type == TYPE_UNKNOWN && !given->has_default;
        if (on_host && is_stream) taking->fit = FIT_NO;
        if (!on_host && may_be) take_fit(taking, FIT_MAYBE);
        taking->at += is_stream || (!on_host && may_be);
    }
    for (; taking->at < function->count; taking->at++)
        if (!function->parameter[taking->at].has_default) taking->fit = FIT_NO;
}

/* How a function may be called, beside its columns. */
struct calling {
    enum launcher_form form;
    const struct launcher_request *request;
    int offsets; /* how many pointers to where rows begin and end stand behind their number; 0 without rows */
    bool rows;
};

/* The arrays, as those of hip/launcher/launcher_arrays.hip.h. `states`: of the operator, or what they are rounded to. */
static void take_arrays(struct taking *taking, const struct op *op, const struct tuple *states,
                        const struct calling *calling, int spelling)
{
    enum launcher_does does = calling->request->does;
    bool runs = does == DOES_REDUCE_BY_KEY, cub = calling->form == FORM_CUB;
    const struct parameter *keys = NULL;
    if (runs || does == DOES_KEYED || does == DOES_HISTOGRAM) take_keys(taking, &keys);
    if (runs && cub) take_keys(taking, &keys);
    if (does != DOES_HISTOGRAM) take_columns(taking, &op->input, spelling, false);
    if (runs && !cub) take_keys(taking, &keys);
    take_columns(taking, states, spelling, true);
    if (runs) take_run_count(taking);
}

static enum fit spelled_fit(const struct function *function, const struct op *op, const struct tuple *states,
                            const struct calling *calling, int spelling)
{
    const struct launcher_request *request = calling->request;
    struct taking taking = {.function = function, .fit = function->count < 0 ? FIT_NO : FIT_YES};
    bool moves = request->does == DOES_TRANSPOSE,
         told = request->does == DOES_KEYED || request->does == DOES_HISTOGRAM;
    int numbers = 1 + moves + (moves && calling->rows) + (told && !request->keys);
    if (calling->form == FORM_CUB) take_temporary(&taking);
    take_arrays(&taking, op, states, calling, spelling);
    for (int i = 0; i < numbers; i++)
        take_number(&taking);
    for (int i = 0; i < calling->offsets; i++)
        take_offsets(&taking);
    for (int c = 0; request->init && c < states->count; c++)
        take_value(&taking);
    for (int i = 0; request->params && op->arg[i].name; i++)
        take_value(&taking);
    take_rest(&taking, calling->form == FORM_HOST);
    return taking.fit;
}

/* Results of f32 may be rounded to the 16 bits of the items. */
static struct tuple rounded_states(const struct op *op)
{
    struct tuple states = op->state;
    enum elem item = op->input.elem[0];
    bool is_half = op->input.count == 1 && (item == ELEM_F16 || item == ELEM_BF16);
    for (int c = 0; is_half && c < states.count; c++)
        if (states.elem[c] == ELEM_F32) states.elem[c] = item;
    return states;
}

static enum fit function_fit(const struct function *function, const struct op *op, enum launcher_form form,
                             bool rows, const struct launcher_request *request)
{
    enum fit best = FIT_NO;
    const struct tuple states[] = {op->state, rounded_states(op)};
    bool by_offsets = rows && request->does != DOES_TRANSPOSE;
    for (int i = 0; i < 2 * SPELLINGS; i++)
        for (int offsets = by_offsets ? 1 : 0; offsets <= (by_offsets ? 2 : 0); offsets++) {
            const struct calling calling = {form, request, offsets, rows};
            enum fit fit = spelled_fit(function, op, &states[i / SPELLINGS], &calling, i % SPELLINGS);
            if (fit > best) best = fit;
        }
    return best;
}

/* By key there is one row. */
static bool may_have_rows(enum launcher_does does)
{
    return does <= DOES_EXSCAN || does == DOES_TRANSPOSE;
}

/* ---- those that fit ------------------------------------------------------------------------------------------ */

enum { MOST_FOUND = 16 };

struct found {
    struct launcher at[MOST_FOUND];
    int count; /* of those that fit best; it may be more than have room */
    enum fit fit;
};

static void found_add(struct found *found, const struct launcher *launcher, enum fit fit)
{
    if (fit == FIT_NO || fit < found->fit) return;
    if (fit > found->fit) found->count = 0;
    found->fit = fit;
    for (int i = 0; i < found->count && i < MOST_FOUND; i++) { /* overloads: the compiler chooses */
        const struct launcher *one = &found->at[i];
        bool same = one->form == launcher->form && one->rows == launcher->rows;
        if (same && strcmp(one->name, launcher->name) == 0) return;
    }
    if (found->count < MOST_FOUND) found->at[found->count] = *launcher;
    found->count++;
}

/* "sum" is the name of mine::sum, too. */
static bool has_name(const struct function *function, const char *name)
{
    size_t whole = strlen(function->name), length = strlen(name);
    if (strcmp(function->name, name) == 0) return true;
    return whole > length + 1 && strcmp(function->name + whole - length, name) == 0 &&
           function->name[whole - length - 1] == ':';
}

static bool form_is_wanted(const struct launcher_request *request, enum launcher_form form)
{
    return !request->form || strcmp(request->form, launcher_form_name[form]) == 0;
}

static void found_add_function(struct found *found, const struct function *function, const struct op *op,
                               const struct launcher_request *request)
{
    if (strcmp(function->name, "main") == 0 || (request->name && !has_name(function, request->name))) return;
    for (int i = 0; i < 2 * FORMS; i++) {
        struct launcher launcher = {
            .line = function->line, .form = (enum launcher_form)(i % FORMS), .rows = i >= FORMS};
        snprintf(launcher.name, sizeof launcher.name, "%s", function->name);
        if (!form_is_wanted(request, launcher.form) || (request->rows && !launcher.rows)) continue;
        if (launcher.rows && !may_have_rows(request->does)) continue;
        found_add(found, &launcher, function_fit(function, op, launcher.form, launcher.rows, request));
    }
}

/* ---- what is said of them ------------------------------------------------------------------------------------ */

/* "unsigned *", as a launcher may call it. */
static void columns_say(const struct tuple *tuple, const char *before, struct text *why)
{
    static const char *const name[ELEM_COUNT] = {
        [ELEM_I8] = "signed char",     [ELEM_U8] = "unsigned char",  [ELEM_I16] = "short",
        [ELEM_U16] = "unsigned short", [ELEM_I32] = "int",           [ELEM_U32] = "unsigned",
        [ELEM_I64] = "long",           [ELEM_U64] = "unsigned long", [ELEM_F32] = "float",
        [ELEM_F64] = "double",         [ELEM_F16] = "__half",        [ELEM_BF16] = "__nv_bfloat16"};
    for (int c = 0; c < tuple->count; c++)
        text_add(why, "%s%s *, ", before, name[tuple->elem[c]]);
}

/* "const keys *, const unsigned *, unsigned *, count, init[, stream]" */
static void say_expected(const struct op *op, const struct launcher_request *request, struct text *why)
{
    bool cub = request->form && strcmp(request->form, launcher_form_name[FORM_CUB]) == 0;
    enum launcher_does does = request->does;
    bool told = (does == DOES_KEYED || does == DOES_HISTOGRAM) && !request->keys;
    text_add(why, "%s", cub ? "(void *, size_t &, " : "(");
    if (does == DOES_KEYED || does == DOES_HISTOGRAM || does == DOES_REDUCE_BY_KEY)
        text_add(why, "const KEY *, ");
    if (does == DOES_REDUCE_BY_KEY && cub) text_add(why, "KEY *, ");
    if (does != DOES_HISTOGRAM) columns_say(&op->input, "const ", why);
    if (does == DOES_REDUCE_BY_KEY && !cub) text_add(why, "KEY *, ");
    columns_say(&op->state, "", why);
    if (does == DOES_REDUCE_BY_KEY) text_add(why, "int *runs, ");
    if (does == DOES_TRANSPOSE)
        text_add(why, request->rows ? "matrices, rows, columns" : "rows, columns");
    else
        text_add(why, request->rows ? "rows, offsets" : told ? "count, keys" : "count");
    for (int c = 0; request->init && c < op->state.count; c++)
        text_add(why, ", init");
    for (int i = 0; request->params && op->arg[i].name; i++)
        text_add(why, ", %s", op->arg[i].name);
    text_add(why, "[, stream])");
}

/* Whether a function of the file would fit with this request; then the option is named. */
static bool say_other(const struct functions *functions, const struct op *op,
                      const struct launcher_request *other, const char *option, const char *value,
                      struct text *why)
{
    struct found found = {.fit = FIT_NO};
    for (size_t i = 0; i < functions->count; i++)
        found_add_function(&found, &functions->at[i], op, other);
    if (found.fit != FIT_YES) return false;
    text_add(why, "; with %s%s %s would fit", option, value, found.at[0].name);
    return true;
}

/* An option that was not given, with which one would. */
static void say_others(const struct functions *functions, const struct op *op,
                       const struct launcher_request *request, struct text *why)
{
    struct launcher_request other = *request;
    other.init = true;
    if (request->does <= DOES_EXSCAN && say_other(functions, op, &other, "--init", "", why)) return;
    other = *request;
    other.params = true;
    if (op->has_params && say_other(functions, op, &other, "--params", "", why)) return;
    other = *request;
    other.init = other.params = false;
    for (int does = request->does == DOES_REDUCE ? DOES_KEYED : DOES; does < DOES_TRANSPOSE; does++) {
        other.does = (enum launcher_does)does;
        if (say_other(functions, op, &other, "--does ", launcher_does_name[does], why)) return;
    }
}

static bool say_none(const char *path, const struct op *op, const struct launcher_request *request,
                     const struct functions *functions, struct text *why)
{
    bool known = false;
    struct nearest nearest = nearest_to(request->name);
    for (size_t i = 0; request->name && i < functions->count; i++) {
        known |= has_name(&functions->at[i], request->name);
        nearest_offer(&nearest, functions->at[i].name);
    }
    if (request->name && !known) {
        text_say(why, "%.200s defines no function %.60s that a host can call", path, request->name);
        nearest_add(&nearest, why);
        text_add(why, "; one from a header or a macro takes --form, too");
        return false;
    }
    text_say(why, "%.200s: %s%.60s %s %s%s%s; expected ", path, request->name ? "" : "no function",
             request->name ? request->name : "", request->name ? "does not fit" : "fits", op->name,
             request->form ? " by --form " : "", request->form ? request->form : "");
    say_expected(op, request, why);
    say_others(functions, op, request, why);
    const char *end = strrchr(path, '.');
    if (end && strcmp(end, ".h") == 0) text_add(why, "; an operator's header goes without --operator");
    return false;
}

static bool say_several(const char *path, const struct op *op, const struct found *found, struct text *why)
{
    text_say(why, "%.200s: %d ways to call a launcher of %s; expected one of: ", path, found->count,
             op->name);
    for (int i = 0; i < found->count && i < MOST_FOUND; i++) {
        const struct launcher *one = &found->at[i];
        text_add(why, "%s--launcher %s --form %s%s (line %u)", i ? ", " : "", one->name,
                 launcher_form_name[one->form], one->rows ? " --rows" : "", one->line);
    }
    return false;
}

/* The name and the form that were given. */
static void take_at_word(const struct launcher_request *request, struct launcher *found)
{
    *found = (struct launcher){.rows = request->rows};
    snprintf(found->name, sizeof found->name, "%s", request->name);
    for (int form = 0; form < FORMS; form++)
        if (form_is_wanted(request, (enum launcher_form)form)) found->form = (enum launcher_form)form;
}

bool launcher_find(const char *path, const struct op *op, const struct launcher_request *request,
                   struct launcher *found, struct text *why)
{
    struct functions functions;
    struct found all = {.fit = FIT_NO};
    bool good = functions_read(&functions, path, why);
    for (size_t i = 0; good && i < functions.count; i++)
        found_add_function(&all, &functions.at[i], op, request);
    if (good && all.count == 1)
        *found = all.at[0];
    else if (good && all.count > 1)
        good = say_several(path, op, &all, why);
    else if (good && request->name && request->form)
        take_at_word(request, found);
    else if (good)
        good = say_none(path, op, request, &functions, why);
    functions_close(&functions);
    return good;
}
