/* SPDX-License-Identifier: MIT
 * The table of operators: operators.def, and what plugins add. operator_headers.h is written by the build, one
 * #include for each line of operators.def. */
#include "op.h"
#include "float_elem.h"
#include "operator_headers.h"
#include "problem.h"
#include "status.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPERATOR_TABLE "operators.def"
#include "op_lines.h"

enum { BUILT_IN = sizeof op_lines / sizeof op_lines[0], MAX_ADDED = 64 };

static const struct op_line *added[MAX_ADDED];
static size_t added_count;

/* A line whose columns are not its struct's would make kernels read other bytes than the oracle. */
static bool tuple_fill(const struct op_line *line, struct tuple *tuple, const char *side, const char *columns,
                       size_t struct_size, struct text *why)
{
    if (!columns || !tuple_parse(columns, tuple))
        return text_say(why, "operator %s: %s columns \"%s\": expected element types such as u32,i64",
                        line->op.name, side, columns ? columns : "");
    return tuple->size == struct_size ||
           text_say(why, "operator %s: %s columns \"%s\" are %zu bytes as a C struct, but its struct has %zu",
                    line->op.name, side, columns, tuple->size, struct_size);
}

/* "abs=1e-9", "rel=1e-6", "ulp=4", "exact". */
static bool bound_parse(const char *text, size_t length, struct op_tolerance *tolerance)
{
    char word[48], *end = word;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    double value = length > 4 && length < sizeof word ? strtod(word + 4, &end) : -1;
    if (strcmp(word, "exact") == 0) return true;
    if (*end || !isdigit((unsigned char)word[4]) || !(value <= 1e300)) return false;
    if (strncmp(word, "abs=", 4) == 0) tolerance->absolute = value;
    if (strncmp(word, "rel=", 4) == 0) tolerance->relative = value;
    if (strncmp(word, "ulp=", 4) == 0 && value < 1e15) tolerance->ulps = (uint64_t)value;
    return strncmp(word, "abs=", 4) == 0 || strncmp(word, "rel=", 4) == 0 ||
           (strncmp(word, "ulp=", 4) == 0 && value < 1e15);
}

/* The bounds of one column, with blanks between. */
static bool bounds_parse(const char *text, size_t length, struct op_tolerance *tolerance)
{
    bool any = false;
    for (size_t at = 0, word; at < length; at += word) {
        word = text[at] == ' ' ? 1 : strcspn(text + at, " ,");
        if (text[at] == ' ') continue;
        if (!bound_parse(text + at, word, tolerance)) return false;
        any = true;
    }
    return any;
}

/* One for all columns, or one for each. */
static bool tolerance_parse(const char *text, const struct tuple *state, struct op_tolerance *tolerance)
{
    int count = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        if (count == state->count || !bounds_parse(at, length, &tolerance[count])) return false;
        count++;
        at += length;
        if (!*at) break;
    }
    for (int c = 1; count == 1 && c < state->count; c++)
        tolerance[c] = tolerance[0];
    return count == 1 || count == state->count;
}

static bool tolerance_fill(struct op_line *line, struct text *why)
{
    struct op *op = &line->op;
    op->tolerates = line->tolerance || op->close;
    if (op->wide && (op->tolerates || op->laws & LAW_EXACT))
        return text_say(why, "operator %s: it has an oracle in a wider type, and %s; expected one of them",
                        op->name, op->tolerates ? "a tolerance" : "is exact");
    if (!op->tolerates) return true;
    if (op->laws & LAW_EXACT)
        return text_say(why, "operator %s: it is exact and has a tolerance; expected one of them", op->name);
    return !line->tolerance || tolerance_parse(line->tolerance, &op->state, op->tolerance) ||
           text_say(
               why,
               "operator %s: tolerance \"%.80s\": expected abs=X, rel=X, ulp=N or exact, for all columns or, "
               "separated by commas, for each of the %d of the state",
               op->name, line->tolerance, op->state.count);
}

/* Fills what the preprocessor cannot compute. */
static bool line_fill(struct op_line *line, struct text *why)
{
    memcpy(line->op.arg, line->headed_args + 1, MAX_ARGS * sizeof(struct op_arg));
    return tuple_fill(line, &line->op.input, "input", line->input, line->input_size, why) &&
           tuple_fill(line, &line->op.state, "state", line->state, line->state_size, why) &&
           tuple_fill(line, &line->op.mapout, "map-out", line->mapout, line->mapout_size, why) &&
           tolerance_fill(line, why);
}

/* Fills the lines of operators.def, once. */
static const struct op_line *built_in(void)
{
    static bool filled;
    if (filled) return op_lines;
    for (size_t i = 0; i < BUILT_IN; i++) {
        struct text why;
        bool good = line_fill(&op_lines[i], &why);
        assert(good && "operators.def: columns that are not the struct's members");
        (void)good;
    }
    filled = true;
    return op_lines;
}

static bool is_name(const char *name)
{
    if (!name || !islower((unsigned char)name[0]) || strlen(name) >= MAX_NAME) return false;
    for (const char *at = name; *at; at++)
        if (!islower((unsigned char)*at) && !isdigit((unsigned char)*at) && *at != '_') return false;
    return true;
}

static bool has_functions(const struct op *op)
{
    return op->identity && op->combine && op->value && op->lift && op->emits == (op->emit != NULL) &&
           op->has_neutral == (op->neutral != NULL) && op->has_params == (op->params != NULL);
}

static bool line_check(struct op_line *line, struct text *why)
{
    const struct op *op = &line->op;
    if (!is_name(op->name))
        return text_say(
            why, "an operator's name is '%.40s': expected a-z, then a-z, 0-9, _, %d characters at most",
            op->name ? op->name : "", MAX_NAME - 1);
    if (op->laws & ~(unsigned)LAW_ALL)
        return text_say(why, "operator %s: 0x%x is no set of laws; op.h has them", op->name, op->laws);
    if (!has_functions(op))
        return text_say(why, "operator %s: a function that its line promises is missing", op->name);
    if (op->params_size > MAX_PARAMS_BYTES || line->state_size > MAX_STATE_BYTES)
        return text_say(why, "operator %s: a state has at most %d bytes, params at most %d", op->name,
                        MAX_STATE_BYTES, MAX_PARAMS_BYTES);
    return line_fill(line, why);
}

bool op_register(struct op_line *lines, size_t count, struct text *why)
{
    if (count > MAX_ADDED - added_count) return text_say(why, "more than %d operators are added", MAX_ADDED);
    for (size_t i = 0; i < count; i++) {
        if (!line_check(&lines[i], why)) return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(lines[k].op.name, lines[i].op.name) == 0)
                return text_say(why, "operator %s is there twice", lines[i].op.name);
        if (op_find(lines[i].op.name))
            return text_say(why, "there is an operator %s already", lines[i].op.name);
    }
    for (size_t i = 0; i < count; i++)
        added[added_count++] = &lines[i];
    return true;
}

void op_forget(size_t count)
{
    assert(count <= added_count);
    added_count -= count;
}

size_t op_count(void)
{
    return BUILT_IN + added_count;
}

const struct op *op_at(size_t index)
{
    assert(index < op_count());
    return index < BUILT_IN ? &built_in()[index].op : &added[index - BUILT_IN]->op;
}

bool op_is_own(const struct op *op)
{
    for (size_t i = 0; i < BUILT_IN; i++)
        if (&op_lines[i].op == op) return true;
    return false;
}

bool op_adds(const struct op *op, int column)
{
    return !(op->laws & LAW_EXACT) && !op->tolerates && !op->wide && elem_is_float(op->state.elem[column]);
}

/* Sums of floats in wider ones, one for each column of items. */
static bool lift_widens(const struct op *op)
{
    for (int c = 0; c < op->state.count; c++)
        if (!op_adds(op, c) || !elem_is_float(op->input.elem[c]) ||
            elem_size(op->input.elem[c]) >= elem_size(op->state.elem[c]))
            return false;
    return op->input.count == op->state.count;
}

bool op_adds_items(const struct op *op)
{
    for (int c = 0; !op->lifts && c < op->state.count; c++)
        if (op_adds(op, c)) return true;
    return op->lifts && lift_widens(op);
}

int op_digits(const struct op *op)
{
    int digits = float_kind_of(ELEM_F64)->digits;
    for (int c = 0; c < op->state.count; c++)
        if (op_adds(op, c) && float_kind_of(op->state.elem[c])->digits < digits)
            digits = float_kind_of(op->state.elem[c])->digits;
    return digits;
}

const struct op *op_find(const char *name)
{
    for (size_t i = 0; i < op_count(); i++)
        if (strcmp(op_at(i)->name, name) == 0) return op_at(i);
    return NULL;
}

unsigned op_variant(const struct op *op, bool scans)
{
    size_t bytes = op->input.packed;
    if (scans && op->state.packed > bytes) bytes = op->state.packed;
    unsigned size_class = bytes <= 4 ? 0 : bytes <= 8 ? 1 : bytes <= 16 ? 2 : 3;
    unsigned fits_word = scans && op->state.size <= 4 ? 16 : 0;
    for (int p = 0; scans && op->state.parts > 1 && p < op->state.parts; p++)
        fits_word |= tuple_part(&op->state, p).size <= 4 ? 32 : 64;
    return size_class | (op->lifts ? 4u : 0u) | (op->emits ? 8u : 0u) | fits_word;
}
