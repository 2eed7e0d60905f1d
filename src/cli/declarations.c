/* SPDX-License-Identifier: MIT */
#include "declarations.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is code -------------------------------------------------------------------------------------------- */

enum { MOST_CONDITIONS = 64 };

/* A text from which all that is no code is wiped out by blanks; lines stay. */
struct wiping {
    char *at;
    struct {
        bool shown, any; /* this branch; this one or one before it */
    } condition[MOST_CONDITIONS];
    int depth;
};

static void wipe(struct wiping *wiping, size_t length)
{
    for (; length && *wiping->at; length--, wiping->at++)
        if (*wiping->at != '\n') *wiping->at = ' ';
}

static void wipe_comment(struct wiping *wiping)
{
    bool block = wiping->at[1] == '*';
    const char *end = block ? strstr(wiping->at + 2, "*/") : strchr(wiping->at, '\n');
    wipe(wiping, end ? (size_t)(end - wiping->at) + (block ? 2 : 0) : strlen(wiping->at));
}

/* A string or a character. */
static void wipe_quoted(struct wiping *wiping)
{
    char quote = *wiping->at;
    size_t length = 1;
    while (wiping->at[length] && wiping->at[length] != quote && wiping->at[length] != '\n')
        length += wiping->at[length] == '\\' && wiping->at[length + 1] ? 2 : 1;
    wipe(wiping, length + 1);
}

/* R"x( ... )x" */
static void wipe_raw_string(struct wiping *wiping)
{
    char end[24];
    size_t length = strcspn(wiping->at + 2, "(\n");
    const char *found = NULL;
    if (length < sizeof end - 3) {
        snprintf(end, sizeof end, ")%.*s\"", (int)length, wiping->at + 2);
        found = strstr(wiping->at, end);
    }
    wipe(wiping, found ? (size_t)(found - wiping->at) + strlen(end) : 2);
}

static bool is_shown(const struct wiping *wiping)
{
    return wiping->depth == 0 || wiping->condition[wiping->depth - 1].shown;
}

/* Of an #if, #else or #endif, of which `word` is what follows the #. The first branch is shown, unless it is 0. */
static void take_condition(struct wiping *wiping, const char *word)
{
    if (strncmp(word, "if", 2) == 0 && wiping->depth < MOST_CONDITIONS) {
        bool shown = is_shown(wiping);
        size_t blank = strspn(word + 2, " \t");
        bool never = word[2 + blank] == '0' && !isalnum((unsigned char)word[3 + blank]);
        wiping->condition[wiping->depth].shown = shown && !never;
        wiping->condition[wiping->depth++].any = !shown || !never;
    } else if (strncmp(word, "el", 2) == 0 && wiping->depth) {
        wiping->condition[wiping->depth - 1].shown = !wiping->condition[wiping->depth - 1].any;
        wiping->condition[wiping->depth - 1].any = true;
    } else if (strncmp(word, "endif", 5) == 0 && wiping->depth) {
        wiping->depth--;
    }
}

/* A line of the preprocessor, with those that continue it. */
static void wipe_directive(struct wiping *wiping)
{
    take_condition(wiping, wiping->at + 1 + strspn(wiping->at + 1, " \t"));
    size_t length = strcspn(wiping->at, "\n");
    while (length && wiping->at[length] && wiping->at[length - 1] == '\\')
        length += 1 + strcspn(wiping->at + length + 1, "\n");
    const char *comment = strstr(wiping->at, "/*");
    if (comment && comment < wiping->at + length) length = (size_t)(comment - wiping->at);
    wipe(wiping, length);
}

static void wipe_all(char *text)
{
    struct wiping wiping = {.at = text};
    bool fresh = true; /* nothing but blanks before it on its line */
    while (*wiping.at) {
        const char *at = wiping.at;
        bool in_number = at > text && isalnum((unsigned char)at[-1]); /* 1'000 */
        if (at[0] == '/' && (at[1] == '/' || at[1] == '*'))
            wipe_comment(&wiping);
        else if (*at == '#' && fresh)
            wipe_directive(&wiping);
        else if (!is_shown(&wiping) && *at != '\n')
            wipe(&wiping, 1);
        else if (at[0] == 'R' && at[1] == '"' && !in_number)
            wipe_raw_string(&wiping);
        else if (*at == '"' || (*at == '\'' && !in_number))
            wipe_quoted(&wiping);
        else
            wiping.at++;
        if (*at == '\n')
            fresh = true;
        else if (!isspace((unsigned char)*at))
            fresh = false;
    }
}

/* ---- words --------------------------------------------------------------------------------------------------- */

struct token {
    const char *at;
    size_t length; /* a name or a number, or one other character */
    unsigned line;
};

struct tokens {
    struct token *at;
    size_t count;
};

static bool in_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* `text` stays the caller's. */
static bool tokens_read(struct tokens *tokens, const char *text)
{
    unsigned line = 1;
    tokens->at = calloc(strlen(text) + 1, sizeof *tokens->at);
    for (const char *at = text; tokens->at && *at;) {
        size_t length = 1;
        while (in_word(*at) && in_word(at[length]))
            length++;
        if (*at == '\n') line++;
        if (!isspace((unsigned char)*at)) tokens->at[tokens->count++] = (struct token){at, length, line};
        at += length;
    }
    return tokens->at != NULL;
}

static bool is(const struct token *token, const char *word)
{
    return token->length == strlen(word) && memcmp(token->at, word, token->length) == 0;
}

static bool is_name(const struct token *token)
{
    return in_word(*token->at) && !isdigit((unsigned char)*token->at);
}

static bool is_among(const struct token *token, const char *const *words)
{
    for (; *words; words++)
        if (is(token, *words)) return true;
    return false;
}

/* ---- the reader ---------------------------------------------------------------------------------------------- */

enum { MOST_SCOPES = 32, MOST_ALIASES = 64 };

struct reader {
    struct tokens tokens;
    struct functions *functions;
    char scope[96];                   /* "a::b::" */
    size_t scope_length[MOST_SCOPES]; /* before each that is open */
    int scopes;
    struct {
        struct token name;
        enum c_type type;
    } alias[MOST_ALIASES];
    int aliases;
};

static const struct token *token_at(const struct reader *reader, size_t at)
{
    static const struct token none = {"", 0, 0};
    return at < reader->tokens.count ? &reader->tokens.at[at] : &none;
}

/* The place of what closes the bracket at `at`: ) ] } or, of a template, >. */
static size_t bracket_end(const struct reader *reader, size_t at)
{
    bool angles = is(token_at(reader, at), "<");
    int depth = 0;
    for (; at < reader->tokens.count; at++) {
        char letter = *token_at(reader, at)->at;
        if (letter == '(' || letter == '[' || letter == '{' || (angles && letter == '<')) depth++;
        if (letter == ')' || letter == ']' || letter == '}' || (angles && letter == '>')) depth--;
        if (depth <= 0) break;
    }
    return at;
}

static void name_alias(struct reader *reader, const struct token *name, enum c_type type)
{
    if (reader->aliases == MOST_ALIASES || !is_name(name)) return;
    reader->alias[reader->aliases].name = *name;
    reader->alias[reader->aliases++].type = type;
}

/* ---- types --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum c_type type;
} named_types[] = {
    {"int8_t", TYPE_SCHAR},         {"uint8_t", TYPE_UCHAR},
    {"int16_t", TYPE_SHORT},        {"uint16_t", TYPE_USHORT},
    {"int32_t", TYPE_INT},          {"uint32_t", TYPE_UINT},
    {"int64_t", TYPE_LONG},         {"uint64_t", TYPE_ULONG},
    {"size_t", TYPE_ULONG},         {"ptrdiff_t", TYPE_LONG},
    {"ssize_t", TYPE_LONG},         {"intptr_t", TYPE_LONG},
    {"uintptr_t", TYPE_ULONG},      {"uchar", TYPE_UCHAR},
    {"ushort", TYPE_USHORT},        {"uint", TYPE_UINT},
    {"ulong", TYPE_ULONG},          {"cudaStream_t", TYPE_STREAM},
    {"hipStream_t", TYPE_STREAM},   {"CUstream", TYPE_STREAM},
    {"dim3", TYPE_OTHER},           {"half", TYPE_HALF},
    {"__half", TYPE_HALF},          {"_Float16", TYPE_HALF},
    {"__nv_bfloat16", TYPE_BFLOAT}, {"nv_bfloat16", TYPE_BFLOAT},
    {"hip_bfloat16", TYPE_BFLOAT},  {"__hip_bfloat16", TYPE_BFLOAT},
    {"cudaEvent_t", TYPE_OTHER},    {"hipEvent_t", TYPE_OTHER},
    {"FILE", TYPE_OTHER},
};

/* float4, uint2: a vector is no column. */
static bool is_vector(const struct token *name)
{
    static const char *const of[] = {"char", "short", "int", "long", "longlong", "float", "double", NULL};
    char last = name->at[name->length - 1];
    bool is_unsigned = *name->at == 'u';
    struct token rest = {name->at + is_unsigned, name->length - 1 - is_unsigned, name->line};
    return name->length > 3 && last >= '1' && last <= '4' && is_among(&rest, of);
}

static enum c_type type_named(const struct reader *reader, const struct token *name)
{
    for (int i = reader->aliases - 1; i >= 0; i--) {
        const struct token *alias = &reader->alias[i].name;
        if (alias->length == name->length && memcmp(alias->at, name->at, name->length) == 0)
            return reader->alias[i].type;
    }
    for (size_t i = 0; i < sizeof named_types / sizeof *named_types; i++)
        if (is(name, named_types[i].name)) return named_types[i].type;
    return is_vector(name) ? TYPE_OTHER : TYPE_UNKNOWN;
}

/* How often each word of a built-in type stands there. */
struct built_in {
    int is_unsigned, is_signed, is_char, is_short, is_long, is_int, is_float, is_double, is_void, is_bool;
};

static bool take_built_in(struct built_in *words, const struct token *token)
{
    const struct {
        const char *word;
        int *count;
    } known[] = {{"unsigned", &words->is_unsigned}, {"signed", &words->is_signed}, {"char", &words->is_char},
                 {"short", &words->is_short},       {"long", &words->is_long},     {"int", &words->is_int},
                 {"float", &words->is_float},       {"double", &words->is_double}, {"void", &words->is_void},
                 {"bool", &words->is_bool}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (is(token, known[i].word)) return ++*known[i].count != 0;
    return false;
}

static enum c_type built_in_type(const struct built_in *words)
{
    if (words->is_void) return TYPE_VOID;
    if (words->is_bool) return TYPE_BOOL;
    if (words->is_float) return TYPE_FLOAT;
    if (words->is_double) return words->is_long ? TYPE_OTHER : TYPE_DOUBLE;
    if (words->is_char) return words->is_unsigned ? TYPE_UCHAR : words->is_signed ? TYPE_SCHAR : TYPE_CHAR;
    if (words->is_short) return words->is_unsigned ? TYPE_USHORT : TYPE_SHORT;
    if (words->is_long > 1) return words->is_unsigned ? TYPE_ULLONG : TYPE_LLONG;
    if (words->is_long) return words->is_unsigned ? TYPE_ULONG : TYPE_LONG;
    return words->is_unsigned ? TYPE_UINT : TYPE_INT;
}

/* The type without its pointers, of the tokens from `at` on; returns the first that is none of it. */
static size_t type_read(const struct reader *reader, size_t at, size_t end, struct parameter *type)
{
    static const char *const passed[] = {"volatile",   "typename",        "struct", "static",
                                         "inline",     "constexpr",       "extern", "__host__",
                                         "__device__", "__forceinline__", NULL};
    struct built_in words = {0};
    bool any = false, named = false;
    type->type = TYPE_OTHER;
    for (; at < end; at++) {
        const struct token *token = token_at(reader, at);
        if (is(token, "const")) {
            type->of_constants = true;
        } else if (is_among(token, passed) || is(token, ":")) {
            continue;
        } else if (!named && take_built_in(&words, token)) {
            any = true;
        } else if (!any && is_name(token) && (!named || is(token_at(reader, at - 1), ":"))) {
            named = true;
            type->type = type_named(reader, token);
        } else if (named && is(token, "<")) {
            at = bracket_end(reader, at);
            type->type = TYPE_OTHER;
        } else {
            break;
        }
    }
    if (any) type->type = built_in_type(&words);
    return at;
}

static struct parameter parameter_read(const struct reader *reader, size_t at, size_t end)
{
    struct parameter parameter = {0};
    at = type_read(reader, at, end, &parameter);
    for (; at < end && !parameter.has_default; at++) {
        const struct token *token = token_at(reader, at);
        if (is(token, "*") || is(token, "[")) parameter.pointers++;
        if (is(token, "&")) parameter.reference = true;
        if (is(token, "(")) parameter.type = TYPE_OTHER; /* to a function */
        if (is(token, "=")) parameter.has_default = true;
    }
    return parameter;
}

/* ---- functions ----------------------------------------------------------------------------------------------- */

/* The end of a parameter that begins at `at`: a comma, or `end`. */
static size_t parameter_end(const struct reader *reader, size_t at, size_t end)
{
    while (at < end && !is(token_at(reader, at), ",")) {
        bool opens = strchr("([{", *token_at(reader, at)->at) != NULL;
        bool is_template = is(token_at(reader, at), "<") && is_name(token_at(reader, at - 1));
        at = (opens || is_template ? bracket_end(reader, at) : at) + 1;
    }
    return at < end ? at : end;
}

static void parameters_read(const struct reader *reader, size_t open, struct function *function)
{
    size_t end = bracket_end(reader, open), at = open + 1;
    if (at + 1 == end && is(token_at(reader, at), "void")) at = end;
    while (at < end && function->count >= 0) {
        size_t stop = parameter_end(reader, at, end);
        if (function->count == MOST_PARAMETERS)
            function->count = -1;
        else
            function->parameter[function->count++] = parameter_read(reader, at, stop);
        at = stop + 1;
    }
}

/* Of the declaration from `at` to `end`, the place of the bracket that opens its parameters; `end`: it has none. */
static size_t parameters_begin(const struct reader *reader, size_t at, size_t end)
{
    static const char *const others[] = {"__attribute__", "__launch_bounds__", "__declspec",
                                         "alignas",       "decltype",          "noexcept",
                                         "explicit",      "requires",          NULL};
    static const char *const ends[] = {"=",     "operator", "class",      "struct",
                                       "union", "enum",     "__global__", NULL};
    size_t begin = at;
    for (; at < end; at++) {
        const struct token *token = token_at(reader, at);
        if (is_among(token, ends)) return end;
        if (is(token, "[")) at = bracket_end(reader, at);
        if (!is(token, "(")) continue;
        const struct token *before = token_at(reader, at - 1);
        bool named = at > begin + 1 && is_name(before) && !is_among(before, others);
        if (named) return is(token_at(reader, at - 2), ":") ? end : at;
        at = bracket_end(reader, at);
    }
    return end;
}

/* Whether a launcher may return what the declaration from `at` on returns, and the host may call it. */
static bool returns_well(const struct reader *reader, size_t at, size_t name)
{
    bool on_host = false, on_device = false;
    for (size_t i = at; i < name; i++) {
        on_host |= is(token_at(reader, i), "__host__");
        on_device |= is(token_at(reader, i), "__device__");
        if (is(token_at(reader, i), "*")) return false;
    }
    struct parameter returned = {0};
    type_read(reader, at, name, &returned);
    return (on_host || !on_device) && returned.type != TYPE_FLOAT && returned.type != TYPE_DOUBLE;
}

static bool function_add(struct reader *reader, size_t at, size_t end)
{
    size_t open = parameters_begin(reader, at, end);
    if (open >= end || !returns_well(reader, at, open - 1)) return true;
    const struct token *name = token_at(reader, open - 1);
    struct functions *functions = reader->functions;
    struct function *more = realloc(functions->at, (functions->count + 1) * sizeof *more);
    if (!more) return false;
    functions->at = more;
    struct function *function = &more[functions->count++];
    *function = (struct function){.line = name->line};
    snprintf(function->name, sizeof function->name, "%s%.*s", reader->scope, (int)name->length, name->at);
    parameters_read(reader, open, function);
    return true;
}

/* ---- declarations -------------------------------------------------------------------------------------------- */

/* typedef unsigned word; using word = unsigned; struct word { ... }; */
static void read_alias(struct reader *reader, size_t at, size_t end)
{
    struct parameter type = {0};
    bool is_typedef = is(token_at(reader, at), "typedef");
    const struct token *name = token_at(reader, is_typedef ? end - 1 : at + 1);
    bool is_using = is(token_at(reader, at), "using") && is(token_at(reader, at + 2), "=");
    bool is_class = is(token_at(reader, at), "struct") || is(token_at(reader, at), "class") ||
                    is(token_at(reader, at), "union");
    if (is_class) name_alias(reader, name, TYPE_OTHER);
    if (!is_typedef && !is_using) return;
    size_t from = is_typedef ? at + 1 : at + 3, to = is_typedef ? end - 1 : end;
    bool whole = from < to && type_read(reader, from, to, &type) == to;
    name_alias(reader, name, whole ? type.type : TYPE_OTHER);
}

static void scope_open(struct reader *reader, size_t from, size_t to)
{
    if (reader->scopes == MOST_SCOPES) return;
    size_t length = strlen(reader->scope);
    reader->scope_length[reader->scopes++] = length;
    for (size_t at = from; at < to; at++) {
        const struct token *token = token_at(reader, at);
        if (!is_name(token) || is(token, "inline")) continue;
        length = strlen(reader->scope);
        snprintf(reader->scope + length, sizeof reader->scope - length, "%.*s::", (int)token->length,
                 token->at);
    }
}

static void scope_close(struct reader *reader)
{
    if (reader->scopes) reader->scope[reader->scope_length[--reader->scopes]] = '\0';
}

/* Where the declaration at `at` ends: at a semicolon, or where a body or a namespace begins. */
static size_t declaration_end(const struct reader *reader, size_t at)
{
    while (at < reader->tokens.count && !strchr(";{}", *token_at(reader, at)->at)) {
        bool opens = strchr("([", *token_at(reader, at)->at) != NULL;
        at = (opens ? bracket_end(reader, at) : at) + 1;
    }
    return at;
}

/* One declaration; returns the place behind it, 0 without memory. */
static size_t declaration_read(struct reader *reader, size_t at)
{
    while (is(token_at(reader, at), "template") && is(token_at(reader, at + 1), "<"))
        at = bracket_end(reader, at + 1) + 1;
    size_t end = declaration_end(reader, at);
    const struct token *first = token_at(reader, at), *last = token_at(reader, end);
    if (is(first, "inline") && is(token_at(reader, at + 1), "namespace")) first = token_at(reader, ++at);
    if (is(last, "}")) {
        scope_close(reader);
    } else if (is(last, "{") && is(first, "namespace")) {
        scope_open(reader, at + 1, end);
    } else if (is(last, "{") && is(first, "extern") && end == at + 1) {
        scope_open(reader, end, end);
    } else {
        if (end > at) read_alias(reader, at, end);
        if (is(last, "{") && !function_add(reader, at, end)) return 0;
        if (is(last, "{")) end = bracket_end(reader, end);
    }
    return end + 1;
}

static bool whole_text(FILE *in, char **text)
{
    size_t length = 0, room = 1 << 16, got;
    *text = malloc(room);
    while (*text && (got = fread(*text + length, 1, room - length - 1, in)) > 0) {
        length += got;
        if (room - length > 1) continue;
        char *more = realloc(*text, room *= 2);
        if (!more) free(*text);
        *text = more;
    }
    if (*text) (*text)[length] = '\0';
    return *text != NULL;
}

/* A file's words. The names of its types are known. */
struct source {
    struct reader reader;
    struct functions functions;
    char *text; /* owned, as the tokens are, which point into it */
};

static bool source_read(struct source *source, const char *path, struct text *why)
{
    struct reader *reader = &source->reader;
    reader->functions = &source->functions;
    FILE *in = fopen(path, "r");
    bool good = in && fgetc(in) != EOF;
    if (!good)
        text_say(why, "%.300s cannot be read: %s", path, in && !ferror(in) ? "it is empty" : strerror(errno));
    if (good) rewind(in);
    if (good && !(good = whole_text(in, &source->text))) text_say(why, "%.300s: no memory", path);
    if (in) fclose(in);
    if (good) wipe_all(source->text);
    if (good && !(good = tokens_read(&reader->tokens, source->text)))
        text_say(why, "%.300s: no memory", path);
    for (size_t at = 0; good && at < reader->tokens.count;)
        if (!(at = declaration_read(reader, at))) good = text_say(why, "%.300s: no memory", path);
    return good;
}

struct source *source_open(const char *path, struct text *why)
{
    struct source *source = calloc(1, sizeof *source);
    if (!source) text_say(why, "%.300s: no memory", path);
    if (source && source_read(source, path, why)) return source;
    source_close(source);
    return NULL;
}

void source_close(struct source *source)
{
    if (!source) return;
    functions_close(&source->functions);
    free(source->reader.tokens.at);
    free(source->text);
    free(source);
}

bool functions_read(struct functions *functions, const char *path, struct text *why)
{
    struct source *source = source_open(path, why);
    *functions = (struct functions){0};
    if (!source) return false;
    *functions = source->functions;
    source->functions = (struct functions){0};
    source_close(source);
    return true;
}

void functions_close(struct functions *functions)
{
    free(functions->at);
    *functions = (struct functions){0};
}

/* ---- structs ------------------------------------------------------------------------------------------------- */

/* How many elements the array has whose bracket is at `*at`, which goes behind it; 1: it is none, 0: it does not say. */
static int array_read(const struct reader *reader, size_t *at)
{
    int elements = 1;
    while (is(token_at(reader, *at), "[")) {
        const struct token *number = token_at(reader, *at + 1);
        bool plain = isdigit((unsigned char)*number->at) && is(token_at(reader, *at + 2), "]") &&
                     strspn(number->at, "0123456789") == number->length;
        if (!plain || number->length > 3) return 0;
        elements *= atoi(number->at);
        *at += 3;
    }
    return elements;
}

/* "float x, y[3];" between `at` and the semicolon. */
static bool members_add(const struct reader *reader, size_t at, size_t end, struct members *members)
{
    struct parameter type = {0};
    at = type_read(reader, at, end, &type);
    bool known = type.type >= TYPE_CHAR && type.type <= TYPE_BFLOAT;
    do {
        const struct token *name = token_at(reader, at++);
        int elements = array_read(reader, &at);
        bool good = known && is_name(name) && elements > 0 && (at == end || is(token_at(reader, at), ",")) &&
                    members->count + elements <= MOST_MEMBERS;
        for (int i = 0; good && i < elements; i++)
            members->type[members->count++] = type.type;
        if (good) continue;
        if (!members->odd[0])
            snprintf(members->odd, sizeof members->odd, "%.*s", (int)name->length, name->at);
        return false;
    } while (at < end && is(token_at(reader, at++), ","));
    return true;
}

bool source_struct(const struct source *source, const char *name, struct members *members)
{
    const struct reader *reader = &source->reader;
    size_t at = 0;
    *members = (struct members){0};
    while (at < reader->tokens.count &&
           !(is(token_at(reader, at), "struct") && is(token_at(reader, at + 1), name) &&
             is(token_at(reader, at + 2), "{")))
        at++;
    if (at == reader->tokens.count) return false;
    size_t close = bracket_end(reader, at + 2);
    for (at += 3; at < close && !members->odd[0];) {
        size_t end = declaration_end(reader, at);
        members_add(reader, at, end, members);
        at = end + 1;
    }
    return true;
}

bool source_function(const struct source *source, const char *name)
{
    for (size_t at = 0; at < source->reader.tokens.count; at++)
        if (is(token_at(&source->reader, at), name) && is(token_at(&source->reader, at + 1), "("))
            return true;
    return false;
}

void source_first_struct(const struct source *source, char name[64])
{
    name[0] = '\0';
    for (size_t at = 0; at < source->reader.tokens.count; at++) {
        const struct token *second = token_at(&source->reader, at + 1);
        if (!is(token_at(&source->reader, at), "struct") || !is(token_at(&source->reader, at + 2), "{"))
            continue;
        snprintf(name, 64, "%.*s", (int)second->length, second->at);
        return;
    }
}
