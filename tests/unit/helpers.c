/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

size_t heap_in_use(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 now = mallinfo2();
    return now.uordblks + now.hblkhd;
#else
    return 0;
#endif
}

size_t bytes_kept(void (*run)(void *context), void *context)
{
    enum { FIRST_RUNS = 9, MORE_RUNS = 4, TURNS = 16 };
    size_t kept = 1;
    for (int i = 0; i < FIRST_RUNS; i++)
        run(context);
    for (int turn = 0; kept && turn < TURNS; turn++) {
        size_t before = heap_in_use();
        for (int i = 0; i < MORE_RUNS; i++)
            run(context);
        size_t after = heap_in_use();
        kept = after > before ? after - before : 0;
    }
    return kept;
}

bool heap_has_room(void *memory, uint64_t bytes)
{
#ifdef __GLIBC__
    return malloc_usable_size(memory) >= bytes;
#else
    (void)memory, (void)bytes;
    return true;
#endif
}

uint32_t u32_at(const void *at)
{
    uint32_t number;
    memcpy(&number, at, sizeof number);
    return number;
}

void put_u32(uint32_t number, void *at)
{
    memcpy(at, &number, sizeof number);
}

void spoil_stack(void)
{
    volatile unsigned char below[1 << 16];
    for (size_t i = 0; i < sizeof below; i++)
        below[i] = 0xc3;
}

bool is_near(double expected, double got)
{
    return isinf(expected) ? got == expected : fabs(got - expected) <= 1e-5 * fabs(expected);
}

/* ---- a process ---- */

bool in_own_process(bool (*check)(void *context, struct finding *finding), void *context,
                    struct finding *finding)
{
    struct answer {
        bool good;
        struct finding finding;
    } *answer = mmap(NULL, sizeof *answer, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (answer == MAP_FAILED) return text_say(&finding->first_at, "no memory that processes share");
    answer->finding = *finding;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        answer->good = check(context, &answer->finding);
        _exit(0);
    }
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    bool good = ended && answer->good;
    *finding = answer->finding;
    munmap(answer, sizeof *answer);
    return ended ? good : text_say(&finding->first_at, "a check's own process crashes");
}

/* ---- memory that the host does not give ---- */

/* By a sanitizer, which needs memory of its own at any time. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
const bool memory_can_be_taken = false;
#else
const bool memory_can_be_taken = true;
#endif

struct piece {
    struct piece *next;
};

static struct {
    struct piece *first;
    struct rlimit limit;
} taken;

void take_memory(size_t least)
{
    getrlimit(RLIMIT_AS, &taken.limit);
    setrlimit(RLIMIT_AS, &(struct rlimit){.rlim_cur = 0, .rlim_max = taken.limit.rlim_max});
    for (size_t bytes = 1 << 20; bytes >= least; bytes = bytes > 4096 ? bytes / 2 : bytes - 16)
        for (struct piece *more; (more = malloc(bytes)); taken.first = more)
            more->next = taken.first;
}

void give_memory(void)
{
    setrlimit(RLIMIT_AS, &taken.limit);
    while (taken.first) {
        struct piece *last = taken.first;
        taken.first = last->next;
        free(last);
    }
}
