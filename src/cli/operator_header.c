/* SPDX-License-Identifier: MIT */
#include "operator_header.h"
#include "declarations.h"
#include "problem.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool operator_header_named(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && strcmp(end, ".h") == 0;
}

/* ---- its name ------------------------------------------------------------------------------------------------- */

/* The file's, for the header of my_op is my_op.h. */
static bool read_name(struct operator_header *header, const char *path, struct text *why)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    size_t length = strlen(file) - strlen(".h");
    snprintf(header->name, sizeof header->name, "%.*s", (int)length, file);
    if (length == 0 || length >= sizeof header->name || !islower((unsigned char)header->name[0]) ||
        strspn(header->name, "abcdefghijklmnopqrstuvwxyz0123456789_") != length)
        return text_say(why,
                        "%.300s: an operator has its header's name; expected fewer than %d lower-case "
                        "letters, digits and "
                        "underscores, as in my_op.h",
                        path, MAX_NAME);
    if (op_find(header->name))
        return text_say(why, "%.300s: %s is one of foldcheck's own operators; expected another name", path,
                        header->name);
    return true;
}

/* ---- its columns ---------------------------------------------------------------------------------------------- */

static bool add_columns(const struct members *members, struct text *columns)
{
    static const char *const names[TYPE_UNKNOWN + 1] = {
        [TYPE_CHAR] = "i8",    [TYPE_SCHAR] = "i8",  [TYPE_UCHAR] = "u8",   [TYPE_SHORT] = "i16",
        [TYPE_USHORT] = "u16", [TYPE_INT] = "i32",   [TYPE_UINT] = "u32",   [TYPE_LONG] = "i64",
        [TYPE_ULONG] = "u64",  [TYPE_LLONG] = "i64", [TYPE_ULLONG] = "u64", [TYPE_FLOAT] = "f32",
        [TYPE_DOUBLE] = "f64", [TYPE_HALF] = "f16",  [TYPE_BFLOAT] = "bf16"};
    bool good = members->count > 0;
    text_say(columns, "%s", "");
    for (int i = 0; good && i < members->count; i++) {
        const char *name = names[members->type[i]];
        good = name && members->count <= OP_COLUMNS;
        if (good) text_add(columns, "%s%s", i ? "," : "", name);
    }
    return good;
}

/* Columns of `struct NAME<end>`, unless they are given. `flag`: how the user says them; NULL: not at all. */
static bool read_columns(const struct operator_header *header, const struct source *source, const char *path,
                         const char *end, const char *given, const char *flag, struct text *columns,
                         struct text *why)
{
    char name[MAX_NAME + 8];
    struct members members;
    struct tuple tuple;
    snprintf(name, sizeof name, "%s%s", header->name, end);
    bool there = source_struct(source, name, &members);
    if (given && !tuple_parse(given, &tuple) && !strchr(given, '|'))
        return text_say(why, "%s %.100s: expected element types between commas, such as u32,f16", flag,
                        given);
    if (given) return text_say(columns, "%.400s", given) || true;
    if (!there) return text_say(why, "%.300s: no struct %s", path, name);
    if (members.odd[0])
        return text_say(why,
                        "%.300s: member %s of struct %s is no number of 8 to 64 bits that is known here, nor "
                        "an array of them; "
                        "expected such members%s%s%s",
                        path, members.odd, name, flag ? ", or " : "", flag ? flag : "",
                        flag ? " with their types" : "");
    return add_columns(&members, columns) ||
           text_say(why, "%.300s: struct %s has %d members; expected 1 to %d", path, name, members.count,
                    OP_COLUMNS);
}

/* ---- its functions -------------------------------------------------------------------------------------------- */

static bool has(const struct operator_header *header, const struct source *source, const char *function)
{
    char name[MAX_NAME + 16];
    snprintf(name, sizeof name, "%s_%s", header->name, function);
    return source_function(source, name);
}

static bool needed_are_there(const struct operator_header *header, const struct source *source,
                             const char *path, struct text *why)
{
    static const char *const needed[] = {"identity", "combine", "value"};
    char first[64];
    struct members members;
    source_first_struct(source, first);
    if (!source_struct(source, header->name, &members)) {
        text_say(why, "%.300s: no struct %s, the state", path, header->name);
        if (first[0])
            text_add(why, "; an operator has its header's name, and struct %s belongs into %s.h", first,
                     first);
        else
            text_add(why, "; a launcher in a header takes --operator, --launcher and --form");
        return false;
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!has(header, source, needed[i]))
            return text_say(why, "%.300s: no function %s_%s; expected %s_identity, %s_combine and %s_value",
                            path, header->name, needed[i], header->name, header->name, header->name);
    return true;
}

static bool read_functions(struct operator_header *header, const struct source *source, const char *path,
                           struct text *why)
{
    header->lift = has(header, source, "lift");
    header->emit = has(header, source, "emit");
    header->neutral = has(header, source, "neutral");
    header->params = has(header, source, "params");
    if (header->params && header->args.count == 0)
        return text_say(
            why,
            "%.300s: %s takes numbers; expected --args NAME,LEAST,MOST,USUAL for each that %s_params reads",
            path, header->name, header->name);
    return header->params || header->args.count == 0 ||
           text_say(why, "--args: %s has no function %s_params, which would read them", header->name,
                    header->name);
}

/* ---- what the user says --------------------------------------------------------------------------------------- */

static bool is_argument(const char *words)
{
    char name[32], rest;
    int64_t least, most, usual;
    return sscanf(words, "%31[a-z0-9_],%" SCNd64 ",%" SCNd64 ",%" SCNd64 "%c", name, &least, &most, &usual,
                  &rest) == 4 &&
           least <= usual && usual <= most;
}

static bool words_agree(const struct operator_header *header, struct text *why)
{
    static const char known[] = " COMMUTES EXACT IDEMPOTENT CANCELS ORDERS ADDS ";
    for (const char *law = header->laws; law && *law; law += strcspn(law, ",") + (strchr(law, ',') != NULL)) {
        char spaced[32];
        snprintf(spaced, sizeof spaced, " %.*s ", (int)strcspn(law, ","), law);
        if (!strstr(known, spaced))
            return text_say(why,
                            "--laws %.60s: expected some of COMMUTES,EXACT,IDEMPOTENT,CANCELS,ORDERS,ADDS",
                            header->laws);
    }
    for (int i = 0; i < header->args.count; i++)
        if (!is_argument(header->args.at[i]))
            return text_say(why, "--args %.60s: expected NAME,LEAST,MOST,USUAL, as in modulus,2,65521,97",
                            header->args.at[i]);
    return !header->tolerance || !strpbrk(header->tolerance, "\"\\;$[]") ||
           text_say(why, "--tolerance %.60s: expected abs=X, rel=X, ulp=N or exact", header->tolerance);
}

/* A state of integers alone that says nothing of how results compare is exact. */
static bool is_exact(const struct operator_header *header, const struct source *source)
{
    return !header->laws && !header->tolerance && !strchr(header->states.at, 'f') &&
           !has(header, source, "close");
}

bool operator_header_read(struct operator_header *header, const char *path, struct text *why)
{
    if (!words_agree(header, why) || !read_name(header, path, why)) return false;
    struct source *source = source_open(path, why);
    bool good = source && needed_are_there(header, source, path, why) &&
                read_functions(header, source, path, why) &&
                read_columns(header, source, path, "", header->state, "--state", &header->states, why);
    if (good && header->lift)
        good = read_columns(header, source, path, "_in", header->input, "--input", &header->inputs, why);
    else if (good)
        header->inputs = header->states;
    if (good && header->emit)
        good = read_columns(header, source, path, "_out", NULL, NULL, &header->mapouts, why);
    if (good) header->exact = is_exact(header, source);
    source_close(source);
    return good;
}

/* ---- the call ------------------------------------------------------------------------------------------------- */

/* Words between commas as CMake's arguments. */
static void put_words(const char *words, FILE *out)
{
    for (; *words; words++)
        fputc(*words == ',' ? ' ' : *words, out);
}

void operator_header_write(const struct operator_header *header, const char *path, const char *strategies,
                           FILE *out)
{
    fprintf(out, "foldcheck_add_operator(NAME %s HEADER [==[%s]==] WHAT \"operator of %s.h\" INPUT \"",
            header->name, path, header->name);
    for (const char *at = header->inputs.at; *at; at++) /* parts are the state's */
        fputc(*at == '|' ? ',' : *at, out);
    fprintf(out, "\" STATE \"%s\"", header->states.at);
    if (header->emit) fprintf(out, " MAPOUT \"%s\"", header->mapouts.at);
    fprintf(out, "%s%s%s%s\n    ", header->lift ? " LIFT" : "", header->emit ? " EMIT" : "",
            header->neutral ? " NEUTRAL" : "", header->params ? " PARAMS" : "");
    if (header->laws || header->exact) fputs("LAWS ", out);
    put_words(header->laws ? header->laws : header->exact ? "EXACT" : "", out);
    if (header->tolerance) fprintf(out, " TOLERANCE \"%s\"", header->tolerance);
    for (int i = 0; i < header->args.count; i++) {
        size_t length = strcspn(header->args.at[i], ",");
        fprintf(out, "%s\"{\\\"%.*s\\\"%s}\"", i ? " " : " ARGS ", (int)length, header->args.at[i],
                header->args.at[i] + length);
    }
    if (*strategies)
        fprintf(out, " STRATEGIES %s DEVICES ${devices})\n", strategies);
    else
        fputs(" LAWS_ONLY)\n", out);
}
