/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* readlink, PATH_MAX */
#include "reproducer.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 64 };

bool reproducer_writes_problem(const struct problem *problem, struct text *why)
{
    uint64_t rows;
    const struct op *op = problem->op;
    if (problem->what != WHAT_REDUCE && problem->what != WHAT_SCAN && problem->what != WHAT_EXSCAN)
        return text_say(why, "expected a reduction or a scan, got %s", what_name(problem->what));
    if (op->has_params) return text_say(why, "%s: expected an operator without arguments", op->name);
    if (!(op->laws & LAW_EXACT))
        return text_say(why, "%s: expected an operator that is exact: others differ within bounds", op->name);
    if (data_has_numbers(&problem->data)) return text_say(why, "expected items unit, small, any or lit");
    if (!shape_rows(&problem->shape, &rows) || (rows > MOST_ROWS && !shape_is_even(&problem->shape)))
        return text_say(why, "expected at most %d rows of different lengths", MOST_ROWS);
    return true;
}

/* ---- the operator's header ---- */

static FILE *open_header(const char *name)
{
    char program[PATH_MAX], path[2 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    snprintf(path, sizeof path, "%s/../share/foldcheck/src/operators/%s", program, name);
    FILE *in = fopen(path, "r");
    snprintf(path, sizeof path, "%s/src/operators/%s", FOLDCHECK_FOLDER, name);
    return in ? in : fopen(path, "r");
}

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The header's lines without its guard, its head comment and op.h, and what it includes before it. */
static bool write_header(FILE *out, const char *name, struct text *why)
{
    char line[512], included[128];
    bool in_head = true, blank = true;
    FILE *in = open_header(name);
    if (!in)
        return text_say(why,
                        "no src/operators/%s here: it comes with foldcheck-dev, and those of plugins are not "
                        "written down",
                        name);
    bool good = true;
    while (good && fgets(line, sizeof line, in)) {
        bool guards = strstr(line, "FOLDCHECK_OPERATORS_") != NULL || begins(line, "#endif");
        if (in_head) {
            in_head = !strstr(line, "*/");
        } else if (sscanf(line, "#include \"%127[^\"]\"", included) == 1) {
            if (strcmp(included, "op.h") != 0) good = write_header(out, included, why);
        } else if (!guards && (line[0] != '\n' || !blank)) {
            fputs(line, out);
            blank = line[0] == '\n';
        }
    }
    fclose(in);
    return good;
}

/* ---- types ---- */

static const char *number_of(const struct tuple *tuple)
{
    static const char *const names[ELEM_COUNT] = {
        [ELEM_I8] = "int8_t",   [ELEM_U8] = "uint8_t",   [ELEM_I16] = "int16_t",  [ELEM_U16] = "uint16_t",
        [ELEM_I32] = "int32_t", [ELEM_U32] = "uint32_t", [ELEM_I64] = "int64_t",  [ELEM_U64] = "uint64_t",
        [ELEM_F32] = "float",   [ELEM_F64] = "double",   [ELEM_F16] = "uint16_t", [ELEM_BF16] = "uint16_t"};
    return names[tuple->elem[0]];
}

/* A struct of one column is the bare number, because libraries treat `float` otherwise than structs. */
static void write_type(FILE *out, const struct tuple *tuple, const char *structure, const char *name)
{
    bool bare = tuple->count == 1 && tuple->elem[0] != ELEM_F16 && tuple->elem[0] != ELEM_BF16;
    if (bare)
        fprintf(out, "typedef %s %s; /* struct %s, as a bare number */\n", number_of(tuple), name, structure);
    else
        fprintf(out, "typedef struct %s %s;\n", structure, name);
}

static void write_types(FILE *out, const struct op *op)
{
    char input[MAX_NAME + 8];
    snprintf(input, sizeof input, "%s%s", op->name, op->lifts ? "_in" : "");
    write_type(out, &op->state, op->name, "state");
    write_type(out, &op->input, input, "input");
    fputc('\n', out);
}

/* ---- items ---- */

static void write_bits(FILE *out, const struct data *data)
{
    fputs("/* The bits of item i. */\nstatic uint64_t bits_of(uint64_t i)\n{\n", out);
    if (data->form == DATA_UNIT) {
        fputs("    (void)i;\n    return 0;\n}\n\n", out);
    } else if (data->form == DATA_LITERAL) {
        fputs("    static const uint64_t bits[] = {", out);
        for (int k = 0; k < data->count; k++)
            fprintf(out, "%s0x%" PRIx64 "u", k ? ", " : "", data->literal[k]);
        fprintf(out, "};\n    return i < %d ? bits[i] : 0;\n}\n\n", data->count);
    } else {
        fprintf(
            out,
            "    uint64_t x = 0x%" PRIx64 "u + i * 0x9e3779b97f4a7c15u;\n"
            "    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;\n    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;\n"
            "    x ^= x >> 31;\n    return x%s;\n}\n\n",
            data->seed, data->form == DATA_SMALL ? " & 15" : "");
    }
}

static void write_item(FILE *out, const struct problem *problem)
{
    const struct op *op = problem->op;
    const char *suffix = op->lifts ? "_in" : "";
    char before[64];
    snprintf(before, sizeof before,
             problem->only_from ? "i < %" PRIu64 "u || i >= " : "i >= ", problem->only_from);
    fprintf(out,
            "static input item(uint64_t i)\n{\n    struct %s%s made = %s_value(i, bits_of(i));\n    input "
            "bare;\n",
            op->name, suffix, op->name);
    if (problem->has_only)
        fprintf(out, "    if (%s%" PRIu64 "u) made = %s_neutral(); /* which changes nothing */\n", before,
                problem->only_to, op->name);
    fputs("    memcpy(&bare, &made, sizeof bare);\n    return bare;\n}\n\n", out);
    fprintf(
        out,
        "static state lift(input bare)\n{\n    struct %s%s made;\n    struct %s lifted;\n    state result;\n",
        op->name, suffix, op->name);
    fprintf(out,
            "    memcpy(&made, &bare, sizeof made);\n    lifted = %s%s;\n    memcpy(&result, &lifted, sizeof "
            "result);\n    return result;\n}\n\n",
            op->lifts ? op->name : "made", op->lifts ? "_lift(made)" : "");
}

static void write_fold(FILE *out, const struct problem *problem)
{
    const char *name = problem->op->name;
    fprintf(out,
            "static state identity(void)\n{\n    struct %s made = %s_identity();\n    state result;\n    "
            "memcpy(&result, &made, sizeof result);\n    return result;\n}\n\n",
            name, name);
    fprintf(out,
            "static state combine(state left, state right)\n{\n    struct %s a, b;\n    memcpy(&a, &left, "
            "sizeof a);\n    memcpy(&b, &right, sizeof b);\n    a = %s_combine(a, b);\n    memcpy(&left, &a, "
            "sizeof left);\n    return left;\n}\n\n",
            name, name);
    fputs("/* What a row begins with. */\nstatic state start(void)\n{\n", out);
    if (problem->has_init) {
        const char *suffix = problem->op->lifts ? "_in" : "";
        fprintf(out,
                "    struct %s%s made = %s_value(0, 0x%" PRIx64
                "u);\n    input bare;\n    memcpy(&bare, &made, sizeof bare);\n    return lift(bare);\n}\n\n",
                name, suffix, name, problem->init_bits);
    } else {
        fputs("    return identity();\n}\n\n", out);
    }
}

/* ---- states, column by column: padding is left out ---- */

static void write_same(FILE *out, const struct tuple *tuple)
{
    fputs("static int same(const state *a, const state *b)\n{\n    const char *left = (const char *)a, "
          "*right = (const char *)b;\n    return",
          out);
    for (int c = 0; c < tuple->count; c++)
        fprintf(out, "%s memcmp(left + %zu, right + %zu, %zu) == 0", c ? " &&\n          " : "",
                tuple->offset[c], tuple->offset[c], elem_size(tuple->elem[c]));
    fputs(";\n}\n\n", out);
}

static void write_print(FILE *out, const struct tuple *tuple)
{
    fputs("static void print(const state *printed)\n{\n", out);
    for (int c = 0; c < tuple->count; c++) {
        struct tuple one = tuple_of(tuple->elem[c]);
        bool is_float = tuple->elem[c] == ELEM_F32 || tuple->elem[c] == ELEM_F64;
        fprintf(out,
                "    {\n        %s column;\n        memcpy(&column, (const char *)printed + %zu, sizeof "
                "column);\n",
                number_of(&one), tuple->offset[c]);
        fprintf(out, "        printf(\" %s\", (%s)column);\n    }\n",
                is_float                              ? "%.9g"
                : elem_name(tuple->elem[c])[0] == 'i' ? "%lld"
                                                      : "%llu",
                is_float                              ? "double"
                : elem_name(tuple->elem[c])[0] == 'i' ? "long long"
                                                      : "unsigned long long");
    }
    fputs("}\n\n", out);
}

static void write_rows(FILE *out, const struct shape *shape)
{
    uint64_t rows = 0;
    shape_rows(shape, &rows);
    fprintf(out,
            "enum { ROWS = %" PRIu64 " };\n\n/* The first item of a row; of the one behind the last, the "
            "number of items. */\nstatic uint64_t first(uint64_t row)\n{\n",
            rows);
    if (shape_is_even(shape)) {
        fprintf(out, "    return row * %" PRIu64 "u;\n}\n\n", rows ? shape_row_length(shape, 0) : 0);
        return;
    }
    fputs("    static const uint64_t starts[] = {", out);
    for (uint64_t row = 0; row <= rows; row++)
        fprintf(out, "%s%" PRIu64, row ? ", " : "",
                row < rows ? shape_row_first(shape, row)
                           : shape_row_first(shape, rows - 1) + shape_row_length(shape, rows - 1));
    fputs("};\n    return starts[row];\n}\n\n", out);
}

bool reproducer_write_problem(FILE *out, const struct problem *problem, struct text *why)
{
    char header[MAX_NAME + 8];
    const struct op *op = problem->op;
    snprintf(header, sizeof header, "%s.h", op->name);
    fprintf(out, "/* ---- an operator that is associative: %s ---- */\n#define OP_FN static inline\n",
            op->what);
    if (!write_header(out, header, why)) return false;
    fputs("\n/* ---- the problem ---- */\n", out);
    write_types(out, op);
    write_bits(out, &problem->data);
    write_item(out, problem);
    write_fold(out, problem);
    write_same(out, &op->state);
    write_print(out, &op->state);
    write_rows(out, &problem->shape);
    return true;
}
