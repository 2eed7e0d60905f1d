/* SPDX-License-Identifier: MIT
 * How a launch fails: the error names kernel, block and thread, and of lanes that wait in vain those that they wait
 * for. The time limit is one of the reasons. */
#define _GNU_SOURCE 1 /* clock_gettime */
#include "launch.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double busy_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Lanes that spin without progress have some seconds more: soon that is a livelock, which says more than a time. */
bool time_is_up(void)
{
    const double until_livelock = machine.spun > MAX_IDLE_YIELDS / 16 ? 15 : 0;
    machine.words = WORDS_A_CLOCK;
    return machine.limit > 0 && busy_seconds() > machine.began + machine.allowed + until_livelock;
}

void time_begin(double seconds)
{
    machine.began = busy_seconds();
    machine.limit = machine.allowed = seconds;
    machine.threads = 0;
}

/* A thread of a right kernel takes about 2 us, whatever the items: a grid may have a size of its own. */
void time_add(uint64_t threads)
{
    const double most = 20;
    machine.threads += threads;
    double grown = machine.limit * (1 + (double)machine.threads / TIMELY_THREADS);
    if (grown > most) grown = most;
    if (grown > machine.allowed) machine.allowed = grown;
}

_Noreturn void lane_leave(void)
{
    struct lane *self = machine.lane;
    machine.lane = NULL;
    machine.ended = NULL;
    fiber_leave(&self->fiber, &machine.main);
}

/* Drops the lane that runs and goes back to device_run, which drops all the others. */
static _Noreturn void fail_at(const struct lane *lane, const char *format, va_list more)
{
    char message[sizeof(struct text)];
    const struct block *block = lane->block;
    vsnprintf(message, sizeof message, format, more);
    text_say(&machine.device->error, "%s: block %" PRIu64 ", thread %u: %s", block->launch->kernel,
             block->index, lane->thread, message);
    lane_leave();
}

_Noreturn void lane_fail(const char *format, ...)
{
    va_list more;
    va_start(more, format);
    fail_at(machine.lane, format, more);
}

/* As lane_fail, for a lane that waits. */
static _Noreturn void waiting_fail(const struct lane *lane, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static _Noreturn void waiting_fail(const struct lane *lane, const char *format, ...)
{
    va_list more;
    va_start(more, format);
    fail_at(lane, format, more);
}

void lane_clock(void)
{
    if (time_is_up()) lane_fail("still running when the time limit of %.2g s was up", machine.allowed);
}

/* ---- lanes that say no word -------------------------------------------------------------------------------- */

static uintptr_t code_of(const void *context)
{
#if defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* A loop of a kernel, or of a launcher, may touch no memory, and then nothing of the simulator's runs. Within the plugin's own code
 * it can be left; elsewhere a lane's next word looks at the clock, and a launcher's next wait. */
static void on_time(int number, siginfo_t *about, void *context)
{
    (void)number, (void)about;
    machine.words = 1;
    if (!modules_hold_code(code_of(context))) return;
    if (!machine.lane) call_look();
    if (machine.lane && time_is_up())
        lane_fail("still running when the time limit of %.2g s was up", machine.allowed);
}

/* Seconds of the processor's from one signal to the next, once they come. */
static const double AGAIN = 0.1;

static void set_timer(double seconds)
{
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
    timer.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - (double)timer.it_value.tv_sec));
    timer.it_interval = (struct timeval){.tv_usec = seconds > 0 ? (suseconds_t)(1e6 * AGAIN) : 0};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static bool watching;
static bool
    of_call; /* a launcher is watched, too: between its launches, and so often as the timer comes again */

static void handle_timer(void)
{
    struct sigaction action = {.sa_sigaction = on_time, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
}

void watch_begin(double seconds)
{
    if (!modules_there() || seconds <= 0) return;
    handle_timer();
    set_timer(seconds + 0.01);
    watching = true;
}

void watch_end(void)
{
    if (watching) set_timer(of_call ? AGAIN : 0);
    watching = false;
}

void watch_call(bool begins)
{
    of_call = begins && modules_there() && machine.limit > 0;
    if (of_call) handle_timer();
    set_timer(of_call ? machine.limit + 0.01 : 0);
}

/* Where an absent lane waits, as a clause; of an ordinary kernel with the line. */
static void waits_where(const struct lane *lane, char out[200])
{
    char line[120];
    switch (lane->wait) {
    case WAIT_NOT:
        snprintf(out, 200, "runs on");
        return;
    case WAIT_ENDED:
        snprintf(out, 200, "has ended");
        return;
    case WAIT_BARRIER:
        snprintf(out, 200, "waits at the block's barrier");
        break;
    case WAIT_GROUP_SYNC:
        snprintf(out, 200, "waits at a sync of %u lanes", lane->group);
        break;
    case WAIT_EXCHANGE:
        snprintf(out, 200, "waits in an exchange of %u lanes", lane->group);
        break;
    case WAIT_WARP:
        snprintf(out, 200, "waits in a %s of its warp", sim_warp_word(lane->meeting->word));
        break;
    }
    if (!lane->block->launch->ordinary) return;
    source_name(lane->site, line);
    snprintf(out + strlen(out), 200 - strlen(out), " (%s)", line);
}

bool waits_in_group(const struct lane *lane)
{
    return lane->wait == WAIT_GROUP_SYNC || lane->wait == WAIT_EXCHANGE;
}

/* A lane that this one waits for, but which waits elsewhere (or, if `ended`, has ended); NULL if there is
 * none. */
static const struct lane *absent_for(const struct lane *lane, bool ended)
{
    const struct block *block = lane->block;
    uint32_t first = 0, count = block->lanes;
    if (waits_in_group(lane)) {
        first = lane->thread / lane->group * lane->group;
        count = lane->group;
    }
    if (lane->wait == WAIT_WARP) {
        uint64_t absent = warp_absent(lane);
        uint32_t lanes = (uint32_t)machine.device->caps.lanes;
        return absent ? &block->lane[lane->thread / lanes * lanes + (uint32_t)__builtin_ctzll(absent)] : NULL;
    }
    for (uint32_t i = first; i < first + count; i++) {
        const struct lane *other = &block->lane[i];
        bool same = other->wait == lane->wait && (!waits_in_group(lane) || other->group == lane->group);
        if (ended ? other->wait == WAIT_ENDED : !same) return other;
    }
    return NULL;
}

/* The first lane waits for the other one in vain. */
_Noreturn void fail_absent(const struct lane *lane, const struct lane *absent)
{
    char here[200], there[200];
    waits_where(lane, here);
    waits_where(absent, there);
    waiting_fail(lane, "%s: %s for thread %u, which %s",
                 lane->wait == WAIT_BARRIER ? "barrier divergence" : "absent lane", here, absent->thread,
                 there);
}

_Noreturn void block_stuck(const struct block *block)
{
    for (int ended = 1; ended >= 0; ended--)
        for (uint32_t i = 0; i < block->lanes; i++) {
            const struct lane *lane = &block->lane[i];
            if (lane->wait == WAIT_ENDED) continue;
            const struct lane *absent = absent_for(lane, ended);
            if (absent) fail_absent(lane, absent);
        }
    lane_fail("deadlock: no lane of the block can run");
}
