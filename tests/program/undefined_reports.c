/* SPDX-License-Identifier: MIT
 * The words for undefined behaviour (src/support/undefined.c), against words typed by hand: this file is compiled with the checks that
 * plugins are compiled with, so that the compiler itself calls the handlers. ALONE: as in a plugin without kernels, which is
 * not linked with a simulator. */
#include "undefined.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Operands that the compiler does not know. */
static volatile int zero = 0, one = 1, minus_1 = -1, most = INT_MAX, least = INT_MIN, forty = 40;
static volatile long long most_64 = LLONG_MAX, least_64 = LLONG_MIN;
static volatile unsigned bit = 1;
static volatile unsigned long long wide_bit = 1, all_bits = ULLONG_MAX;
static volatile unsigned all_bits_32 = UINT_MAX;
static volatile float large = 3e9f;
static volatile double larger = -1e300, no_number = NAN;
static volatile long double longer = 1e30L;
static volatile unsigned long long index_4 = 4;
static volatile int index_below = -1;
static volatile int array[4];
static volatile long long result;
__extension__ static volatile __int128 widest = 1;

/* A line each, which the words name. */
/* clang-format off */
#line 7 "folder/of/numbers.h"
static void add(void) { result = most + one; }
static void subtract(void) { result = least - one; }
static void multiply(void) { result = most_64 * -2; }
static void negate(void) { result = -least_64; }
static void divide(void) { result = least / minus_1; }
static void remainder_of_0(void) { result = minus_1 % zero; }
static void shift_too_far(void) { result = one << forty; }
static void shift_by_less(void) { result = bit >> minus_1; }
static void shift_wide(void) { result = (long long)(wide_bit << 64 * one); }
static void shift_negative(void) { result = minus_1 << one; }
static void convert_float(void) { result = (int)large; }
static void convert_double(void) { result = (long long)larger; }
static void convert_nan(void) { result = (int)no_number; }
static void convert_long(void) { result = (long long)longer; }
static void index_behind(void) { array[index_4] = 1; }
static void index_before(void) { array[index_below] = 1; }
static void shift_widest(void) { result = (long long)(widest << 200 * one); }
static void shift_all(void) { result = (long long)(all_bits << 64 * one); }
static void shift_all_32(void) { result = all_bits_32 << forty; }
#line 3 "bare.h"
static void subtract_in_bare(void) { result = most - minus_1; }
/* clang-format on */
#line 50 "tests/program/undefined_reports.c"

/* An access past an object whose size the compiler sees. */
#pragma GCC diagnostic ignored "-Warray-bounds"
static void load_behind(void)
{
    int small[1] = {one}, *at = small;
    result = at[zero + 2];
}

/* As a compiler lays them out that extends narrow operands with zeros (clang). */
void __ubsan_handle_add_overflow(void *check, void *left, void *right);
void __ubsan_handle_divrem_overflow(void *check, void *left, void *right);
void __ubsan_handle_out_of_bounds(void *check, void *index);

static const struct {
    uint16_t kind, info;
    char name[6];
} by_hand_type = {0, 5 << 1 | 1, "'int'"};

static struct {
    const char *file;
    uint32_t line, column;
    const void *type;
} expected = {"some/narrow.h", 4, 9, &by_hand_type};

static void add_narrow(void)
{
    __ubsan_handle_add_overflow(&expected, (void *)(uintptr_t)0x80000000U, (void *)(uintptr_t)0xffffffffU);
}

static void add_positive(void)
{
    __ubsan_handle_add_overflow(&expected, (void *)(uintptr_t)0x7fffffffU, (void *)(uintptr_t)0x40000000U);
}

static void divide_narrow(void)
{
    __ubsan_handle_divrem_overflow(&expected, (void *)(uintptr_t)7, NULL);
}

static const struct {
    void (*run)(void);
    const char *words; /* their beginning, where compilers name types differently */
} trials[] = {
    {add, "signed overflow: 2147483647 + 1 is no 'int' (numbers.h:7)"},
    {subtract, "signed overflow: -2147483648 - 1 is no 'int' (numbers.h:8)"},
    {multiply, "signed overflow: 9223372036854775807 * -2 is no 'long long"},
    {negate, "signed overflow: 0 - -9223372036854775808 is no 'long long"},
    {divide, "signed overflow: -2147483648 / -1 is no 'int' (numbers.h:11)"},
    {remainder_of_0, "division by zero: -1 / 0 (numbers.h:12)"},
    {shift_too_far, "shift: 1 by 40, of 'int' (numbers.h:13)"},
    {shift_by_less, "shift: 1 by -1, of 'unsigned int' (numbers.h:14)"},
    {shift_wide, "shift: 1 by 64, of '"},
    {shift_negative, "shift: -1 by 1, of 'int' (numbers.h:16)"},
    {convert_float, "conversion: 3e+09 is no 'int' (numbers.h:17)"},
    {convert_double, "conversion: -1.0000000000000001e+300 is no 'long long"},
    {convert_nan, "conversion: nan is no 'int' (numbers.h:19)"},
    {convert_long, "conversion: a float of "},
    {index_behind, "index 4 of an array, '"},
    {index_before, "index -1 of an array, '"},
    {shift_widest, "shift: a number of 128 bits by 200, of '__int128' (numbers.h:23)"},
    {shift_all, "shift: 18446744073709551615 by 64, of '"},
    {shift_all_32, "shift: 4294967295 by 40, of 'unsigned int' (numbers.h:25)"},
    {subtract_in_bare, "signed overflow: 2147483647 - -1 is no 'int' (bare.h:3)"},
    {add_narrow, "signed overflow: -2147483648 + -1 is no 'int' (narrow.h:4)"},
    {add_positive, "signed overflow: 2147483647 + 1073741824 is no 'int' (narrow.h:4)"},
    {divide_narrow, "division by zero: 7 / 0 (narrow.h:4)"},
    {load_behind, "an access outside of its object, of '"},
};

static struct undefined watch;

static bool says(void (*run)(void), const char *words)
{
    memset(watch.what, 0, sizeof watch.what);
    if (setjmp(watch.escape) == 0) {
        undefined_watch(&watch);
        run();
        undefined_watch(NULL);
        printf("nothing was said; expected \"%s\"\n", words);
        return false;
    }
    if (strncmp(watch.what, words, strlen(words)) == 0) return true;
    printf("\"%s\"; expected \"%s\"\n", watch.what, words);
    return false;
}

#ifndef ALONE
/* In place of the simulator: whether a lane of a kernel runs, what ends it, and whether an index ends it. */
static bool lane_runs, index_heard;
static jmp_buf lane_ends;
static char launch_says[256];
bool sim_runs_lane(void);
void sim_undefined(const char *words);
bool sim_out_of_bounds(void *check, void *index);

bool sim_runs_lane(void)
{
    return lane_runs;
}

void sim_undefined(const char *words)
{
    if (!lane_runs) abort(); /* no kernel runs */
    snprintf(launch_says, sizeof launch_says, "%s", words);
    longjmp(lane_ends, 1);
}

bool sim_out_of_bounds(void *check, void *index)
{
    (void)check, (void)index;
    return index_heard;
}

/* Without the access behind it. */
static void index_by_hand(void)
{
    static struct {
        const char *file;
        uint32_t line, column;
        const void *array, *index;
    } check = {"some/narrow.h", 4, 9, &by_hand_type, &by_hand_type};
    __ubsan_handle_out_of_bounds(&check, (void *)(uintptr_t)4);
}

static bool ends_launch(void (*run)(void), const char *words)
{
    launch_says[0] = 0;
    lane_runs = true;
    if (setjmp(lane_ends) == 0) run();
    lane_runs = false;
    if (strncmp(launch_says, words, strlen(words)) == 0) return true;
    printf("in a kernel: \"%s\"; expected \"%s\"\n", launch_says, words);
    return false;
}
#endif

/* Whether it ends the process, or goes on, where nothing watches. */
static bool ends(void (*run)(void), bool by_trap)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run();
        _exit(0);
    }
    if (child <= 0 || waitpid(child, &status, 0) != child) return false;
    if (!by_trap) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return WIFSIGNALED(status) &&
           (WTERMSIG(status) == SIGILL || WTERMSIG(status) == SIGTRAP); /* as processors have it */
}

static bool expect(bool is_so, const char *words)
{
    if (!is_so) printf("expected %s\n", words);
    return is_so;
}

int main(void)
{
    bool right = true;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        right &= says(trials[i].run, trials[i].words);
    /* The watch ended with what was said: now arithmetic ends a launch or goes on, and an access ends the process. */
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        bool is_access =
            trials[i].run == index_behind || trials[i].run == index_before || trials[i].run == load_behind;
#ifndef ALONE
        if (!is_access) right &= ends_launch(trials[i].run, trials[i].words);
#endif
        bool divides = trials[i].run == divide || trials[i].run == remainder_of_0; /* the processor traps */
        if (divides) continue;
        if (ends(trials[i].run, is_access)) continue;
        printf("without a watch: expected %s \"%s\"\n", is_access ? "a trap after" : "no trap after",
               trials[i].words);
        right = false;
    }
#ifndef ALONE
    right &= expect(ends(index_by_hand, true), "a trap after an index that a simulator does not hear of");
    index_heard = true;
    right &= expect(ends(index_by_hand, false), "no trap after an index that a simulator hears of");
#endif
    undefined_watch(&watch);
    memset(watch.what, 0, sizeof watch.what);
    result = one + one;
    right &= expect(!watch.what[0], "no words about 1 + 1");
    undefined_watch(NULL);
    return right ? 0 : 1;
}
