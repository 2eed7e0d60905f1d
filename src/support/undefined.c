/* SPDX-License-Identifier: MIT
 * The functions that gcc's and clang's code calls where -fsanitize=undefined finds something; the structs are
 * theirs. */
#include "undefined.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#pragma GCC visibility push(hidden) /* a plugin's own */

struct place {
    const char *file;
    uint32_t line, column;
};

struct type {
    uint16_t kind; /* 0: an integer; 1: a float */
    uint16_t
        info; /* of an integer 1 if it is signed, and twice the logarithm of its bits; of a float its bits */
    char name[]; /* 'int' */
};

/* Two operands of one type; a shift's have a type each. */
struct arithmetic {
    struct place place;
    const struct type *type, *second;
};

struct conversion {
    struct place place;
    const struct type *from, *to;
};

struct indexing {
    struct place place;
    const struct type *array, *index;
};

struct access {
    struct place place;
    const struct type *type;
};

static _Thread_local struct undefined *watched;

void undefined_watch(struct undefined *watch)
{
    watched = watch;
}

/* ---- how values read ---- */

enum { VALUE_ROOM = 40 };

/* Operands of at most 64 bits come in the place of a pointer, wider ones behind it. */
static const char *print_operand(const struct type *type, uintptr_t operand, char out[VALUE_ROOM])
{
    bool is_float = type->kind == 1;
    unsigned bits = is_float ? type->info : 1u << (type->info >> 1);
    int64_t number = (int64_t)operand;
    float single;
    double wide;
    snprintf(out, VALUE_ROOM, "a number of %u bits", bits);
    if (is_float && bits == 32) {
        memcpy(&single, &operand, sizeof single);
        snprintf(out, VALUE_ROOM, "%.9g", (double)single);
    } else if (is_float && bits == 64) {
        memcpy(&wide, &operand, sizeof wide);
        snprintf(out, VALUE_ROOM, "%.17g", wide);
    } else if (is_float) {
        snprintf(out, VALUE_ROOM, "a float of %u bits", bits);
    } else if (bits <= 64 && type->info & 1) {
        if (bits < 64 && number >> (bits - 1) & 1) number |= -((int64_t)1 << bits);
        snprintf(out, VALUE_ROOM, "%" PRId64, number);
    } else if (bits <= 64) {
        snprintf(out, VALUE_ROOM, "%" PRIuPTR, operand);
    }
    return out;
}

/* The simulator's, where the plugin has kernels. */
bool sim_runs_lane(void) __attribute__((weak, visibility("default")));
void sim_undefined(const char *words) __attribute__((weak, visibility("default")));
bool sim_out_of_bounds(void *check, void *index) __attribute__((weak, visibility("default")));

/* Whether a watcher wants to know, or the simulator, of a kernel. */
static bool has_listener(void)
{
    return watched || (sim_runs_lane && sim_runs_lane());
}

/* Ends the calls that are watched, or the launch. */
static void say(const struct place *place, const char *words)
{
    struct undefined unwatched, *watch = watched ? watched : &unwatched;
    bool escapes = watched != NULL;
    const char *name = strrchr(place->file, '/');
    watched = NULL;
    snprintf(watch->what, sizeof watch->what, "%.160s (%.60s:%" PRIu32 ")", words,
             name ? name + 1 : place->file, place->line);
    if (escapes) longjmp(watch->escape, 1);
    sim_undefined(watch->what);
}

/* ---- arithmetic ---- */

static void say_overflow(const struct arithmetic *check, uintptr_t left, const char *sign, uintptr_t right)
{
    char words[200], a[VALUE_ROOM], b[VALUE_ROOM];
    if (!has_listener()) return;
    snprintf(words, sizeof words, "signed overflow: %s %s %s is no %.60s",
             print_operand(check->type, left, a), sign, print_operand(check->type, right, b),
             check->type->name);
    say(&check->place, words);
}

/* As the compiler declares them. */
void __ubsan_handle_add_overflow(void *check, void *left, void *right);
void __ubsan_handle_sub_overflow(void *check, void *left, void *right);
void __ubsan_handle_mul_overflow(void *check, void *left, void *right);
void __ubsan_handle_negate_overflow(void *check, void *of);
void __ubsan_handle_divrem_overflow(void *check, void *left, void *right);
void __ubsan_handle_shift_out_of_bounds(void *check, void *left, void *right);
void __ubsan_handle_float_cast_overflow(void *check, void *from);
void __ubsan_handle_out_of_bounds(void *check, void *index);
void __ubsan_handle_type_mismatch_v1(void *check, void *pointer);

void __ubsan_handle_add_overflow(void *check, void *left, void *right)
{
    say_overflow(check, (uintptr_t)left, "+", (uintptr_t)right);
}

void __ubsan_handle_sub_overflow(void *check, void *left, void *right)
{
    say_overflow(check, (uintptr_t)left, "-", (uintptr_t)right);
}

void __ubsan_handle_mul_overflow(void *check, void *left, void *right)
{
    say_overflow(check, (uintptr_t)left, "*", (uintptr_t)right);
}

void __ubsan_handle_negate_overflow(void *check, void *of)
{
    say_overflow(check, 0, "-", (uintptr_t)of);
}

void __ubsan_handle_divrem_overflow(void *check, void *left, void *right)
{
    const struct arithmetic *division = check;
    char words[200], a[VALUE_ROOM];
    if (!has_listener()) return;
    bool by_zero = right == NULL;
    if (!by_zero) {
        say_overflow(check, (uintptr_t)left, "/", (uintptr_t)right);
        return;
    }
    snprintf(words, sizeof words, "division by zero: %s / 0",
             print_operand(division->type, (uintptr_t)left, a));
    say(&division->place, words);
}

void __ubsan_handle_shift_out_of_bounds(void *check, void *left, void *right)
{
    const struct arithmetic *shift = check;
    char words[200], a[VALUE_ROOM], b[VALUE_ROOM];
    if (!has_listener()) return;
    snprintf(words, sizeof words, "shift: %s by %s, of %.60s", print_operand(shift->type, (uintptr_t)left, a),
             print_operand(shift->second, (uintptr_t)right, b), shift->type->name);
    say(&shift->place, words);
}

void __ubsan_handle_float_cast_overflow(void *check, void *from)
{
    const struct conversion *conversion = check;
    char words[200], a[VALUE_ROOM];
    if (!has_listener()) return;
    snprintf(words, sizeof words, "conversion: %s is no %.60s",
             print_operand(conversion->from, (uintptr_t)from, a), conversion->to->name);
    say(&conversion->place, words);
}

/* ---- accesses ---- */

void __ubsan_handle_out_of_bounds(void *check, void *index)
{
    const struct indexing *indexing = check;
    char words[200], a[VALUE_ROOM];
    if (!watched) {
        if (!sim_out_of_bounds || !sim_out_of_bounds(check, index)) __builtin_trap();
        return;
    }
    snprintf(words, sizeof words, "index %s of an array, %.60s",
             print_operand(indexing->index, (uintptr_t)index, a), indexing->array->name);
    say(&indexing->place, words);
}

void __ubsan_handle_type_mismatch_v1(void *check, void *pointer)
{
    const struct access *access = check;
    char words[200];
    (void)pointer;
    if (!watched) __builtin_trap();
    snprintf(words, sizeof words, "an access outside of its object, of %.60s", access->type->name);
    say(&access->place, words);
}
