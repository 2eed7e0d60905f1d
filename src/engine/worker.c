/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* memfd_create */
#include "worker.h"

#include "processor_time.h"
#include "request.h"
#include "scheduling.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_RESTARTS = 500,
    MAX_KILLS = 3, /* of processes that did not get past the same step */
};

static struct worker_slot *map(int fd, uint32_t slots, struct text *why)
{
    void *memory = mmap(NULL, slots * sizeof(struct worker_slot), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED) return memory;
    text_say(why, "no memory for the workers: %s", strerror(errno));
    return NULL;
}

/* Results live as long as the program. */
static struct results *make(int fd, uint32_t slots, struct text *why)
{
    struct results *results = calloc(1, sizeof *results);
    if (!results) {
        text_say(why, "no memory for the results");
        return NULL;
    }
    results->slot_count = slots;
    results->slot = map(fd, slots, why);
    return results->slot ? results : NULL;
}

struct results *results_make(uint32_t slots, int *fd, struct text *why)
{
    /* Not closed on exec: the worker inherits it. */
    int file = memfd_create("foldcheck workers", 0);
    if (file < 0 || ftruncate(file, (off_t)(slots * sizeof(struct worker_slot))) != 0) {
        text_say(why, "no shared memory for the workers: %s", strerror(errno));
        return NULL;
    }
    struct results *results = make(file, slots, why);
    if (fd)
        *fd = file;
    else
        close(file);
    return results;
}

struct results *results_attach(int fd, uint32_t slot, struct text *why)
{
    off_t length = lseek(fd, 0, SEEK_END), size = (off_t)sizeof(struct worker_slot);
    if (length <= 0 || length % size != 0 || slot >= length / size) {
        text_say(why, "--worker=%d is no results of a parent of this version", fd);
        return NULL;
    }
    struct results *results = make(fd, (uint32_t)(length / size), why);
    if (!results) return NULL;
    results->mine = &results->slot[slot];
    results->channel = results->mine->channel;
    results->shared = results->mine->shared;
    results->started = results->mine->started;
    results->deadline = results->mine->deadline;
    fcntl(results->channel, F_SETFD, FD_CLOEXEC); /* what a case starts may outlive this process */
    return results;
}

/* ---- signals that end a run ---- */

static volatile sig_atomic_t asked_to_end; /* by this signal */
static double asked_at;                    /* written once, before asked_to_end */

/* The second one does not wait for anything; workers end with their parent. What comes at once is no second one:
 * timeout(1) sends its signal to the process and then to the process's group. */
static void on_signal(int number)
{
    double now = runner_clock();
    if (asked_to_end && now - asked_at > 0.5) _exit(128 + number);
    if (asked_to_end) return;
    asked_at = now;
    asked_to_end = number;
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

int worker_signal(void)
{
    return asked_to_end;
}

/* ---- processes ---- */

/* A slot's process. */
struct process {
    pid_t pid; /* 0: none */
    int channel;
    struct inbox inbox;
    bool ready;     /* it can take turns */
    bool has_turns; /* of which it has not said that they are over */
    bool sweeps;    /* likewise: its turn is a sweep */
    bool is_dismissed;
    uint64_t seen; /* the last beat, and when it came */
    double since;
    double used; /* its processor time then, in seconds */
};

/* Runs in the child; does not return. What the code under test prints is no part of the report. While a crash is made
 * simpler, what the crashes say is left out: the first of them was heard. A signal that a terminal sends to all is the parent's business. */
static void become_worker(char **argv, enum step step, pid_t parent)
{
    bool reported = step == STEP_STEADY || step == STEP_SHRINK || step == STEP_LAST;
    int nowhere = reported ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(STATUS_BROKEN); /* it died before prctl could notice */
    /* Large pages for malloc, where the C library is glibc: a short run spends a third of its time on page faults. */
    setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0);
    execv("/proc/self/exe", argv);
    _exit(127);
}

/* Starts a process for a slot. */
static bool start(const struct worker *worker, struct results *results, uint32_t slot,
                  struct process *process)
{
    int ends[2];
    struct worker_slot *own = &results->slot[slot];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    pid_t parent = getpid();
    snprintf(worker->slot_option, SLOT_OPTION_ROOM, "--slot=%u", slot);
    own->channel = ends[1];
    own->shared = results->shared;
    own->started = results->started;
    own->deadline = results->deadline;
    own->named = results->prepared;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        fcntl(ends[1], F_SETFD, 0);
        become_worker(worker->argv, own->step, parent);
    }
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return false;
    }
    bool has_turns = process->has_turns;
    *process =
        (struct process){.pid = pid, .channel = ends[0], .has_turns = has_turns, .since = runner_clock()};
    process->seen = __atomic_load_n(&own->beat, __ATOMIC_ACQUIRE);
    return true;
}

static void forget(struct process *process)
{
    close(process->channel);
    inbox_close(&process->inbox);
    process->pid = 0;
    process->ready = false;
}

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

/* Seconds that the running step may be silent. Opening a device may mean compiling for it. While a hang is
 * made simpler, waiting is most of the work: then a case counts as hung after a hundred times the
 * time of the slowest case that ended. */
static double patience(const struct worker *worker, const struct worker_slot *slot)
{
    bool known_to_hang =
        slot->hung && (slot->step == STEP_STEADY || slot->step == STEP_SHRINK || slot->step == STEP_LAST);
    if (slot->step == STEP_NEXT || slot->step == STEP_OPEN) return 6 * worker->timeout;
    double enough = known_to_hang ? larger_of(1, 100 * slot->slowest) : worker->timeout;
    return enough < worker->timeout ? enough : worker->timeout;
}

/* A law on the host folds a few items, in microseconds. */
static bool is_law(const struct tally *tally)
{
    return tally->subject_kind == SUBJECT_OPERATOR && strcmp(tally->device, "host") == 0;
}

/* Seconds of processor time that the running case may still take when the run's time is over, or a law at any time: a
 * loaded machine makes no case hang. A case about the suite is all that its target has, and may be long. */
static double processor_patience(const struct worker *worker, const struct results *results,
                                 const struct worker_slot *slot)
{
    enum { MORE = 5, OF_LAW = 2 };
    static const struct tally none;
    bool opens = slot->step == STEP_NEXT || slot->step == STEP_OPEN;
    bool late = results->deadline > 0 && runner_clock() > results->deadline;
    const struct tally *tally = results->prepared ? &results->tally[slot->target] : &none;
    bool whole = tally->subject_kind == SUBJECT_SUITE;
    if (!opens && is_law(tally)) return OF_LAW;
    if (opens || !late || whole) return 6 * worker->timeout;
    return larger_of(MORE, 10 * slot->slowest);
}

static bool has_ended(pid_t pid, int *status)
{
    pid_t got;
    do
        got = waitpid(pid, status, WNOHANG);
    while (got < 0 && errno == EINTR);
    return got == pid;
}

static void kill_worker(pid_t pid, int *status)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        continue;
}

/* Whether a process showed no sign of life for too long: one that works, on a loaded machine, has its time on a
 * processor; one that only waits gets less than a fiftieth of it. */
static bool is_silent(double seconds, double used, double most)
{
    return seconds > most && (used > 0.9 * most || used < seconds / 50);
}

/* Whether the process on a slot is gone, by itself or because it hung. *hung is then the seconds for which it was
 * silent if it hung, else 0. */
static bool is_gone(const struct worker *worker, const struct results *results, uint32_t slot,
                    struct process *process, int *status, double *hung)
{
    const struct worker_slot *about = &results->slot[slot];
    *hung = 0;
    if (has_ended(process->pid, status)) return true;
    bool is_idle = process->ready && !process->has_turns;
    uint64_t beat = __atomic_load_n(&about->beat, __ATOMIC_ACQUIRE);
    double now = runner_clock(), used = processor_time(process->pid);
    if (beat != process->seen || is_idle) {
        process->seen = beat;
        process->since = now;
        process->used = used;
    }
    if (!is_silent(now - process->since, used - process->used, patience(worker, about)) &&
        used - process->used <= processor_patience(worker, results, about))
        return false;
    *hung = now - process->since;
    kill_worker(process->pid, status);
    return true;
}

static void describe_end(struct text *text, int status, double hung)
{
    static const struct {
        int number;
        const char *name;
    } known[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},  {SIGILL, "SIGILL"},
                 {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"}, {SIGTRAP, "SIGTRAP"}};
    if (hung > 0) {
        text_say(text, "hung: no sign of life for %.3g s", hung);
        return;
    }
    if (!WIFSIGNALED(status)) {
        text_say(text, "the process that ran it ended with exit status %d", WEXITSTATUS(status));
        return;
    }
    text_say(text, "the process that ran it was ended by signal %d", WTERMSIG(status));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].number == WTERMSIG(status)) text_say(text, "crashed with %s", known[i].name);
}

static void stop(struct results *results, enum status status, const char *what, const struct text *why)
{
    struct text both;
    text_say(&both, "%s: %.400s", what, why->at);
    results_stop(results, status, both.at);
}

/* The running case counts as failed by the end of its process. */
static void blame_case(struct worker_slot *slot, const struct text *end, double hung)
{
    memset(&slot->pending, 0, sizeof slot->pending);
    slot->pending.verdict = VERDICT_FAIL;
    slot->pending.finding.first_at = *end;
    text_say(&slot->pending.finding.cause, "%s", hung > 0 ? "hang" : end->at);
    slot->pending.died = true;
    slot->pending.hung = hung > 0;
    slot->pending.known = true;
}

/* Somebody else killed the process, the first time at this case, or a few times elsewhere: it is run again. */
static bool was_killed(struct worker_slot *slot, int status, double hung)
{
    bool from_outside = hung == 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    bool of_case = slot->step >= STEP_CHECK;
    return from_outside && ++slot->kills <= (of_case ? 1 : MAX_KILLS);
}

/* Writes down how a slot's process ended. Returns whether another one should go on. */
static bool take_over(struct results *results, struct worker_slot *slot, int status, double hung)
{
    struct text end;
    if (slot->done || results_stopped(results)) return false;
    describe_end(&end, status, hung);
    bool asked = WIFEXITED(status) && WEXITSTATUS(status) == WORKER_FRESH && slot->pending.known;
    if (was_killed(slot, status, hung)) {
        results->restarts++;
    } else if (slot->step == STEP_NEXT && !asked) {
        stop(results, STATUS_BROKEN,
             results->started > 0 ? "the worker ended between two cases"
                                  : "the worker ended while it opened devices",
             &end);
    } else if (slot->step == STEP_OPEN) {
        stop(results, STATUS_BROKEN, "a device could not be opened", &end);
    } else if (++results->restarts > MAX_RESTARTS) {
        stop(results, STATUS_BROKEN, "too many cases ended their process; the last one", &end);
    } else if (!asked) {
        blame_case(slot, &end, hung);
    }
    return !results_stopped(results);
}

/* ---- all of them ---- */

struct supervisor {
    const struct worker *worker;
    struct results *results;
    struct process process[MAX_SLOTS];
    uint32_t slots; /* that had a process */
    double looked;  /* when processes were last looked after */
    bool swept;     /* all sweeps are over */
    double ends;    /* the run is stopped, and what has not ended by then is ended; 0: not yet */
};

static bool supervisor_start(struct supervisor *supervisor, uint32_t slot)
{
    if (start(supervisor->worker, supervisor->results, slot, &supervisor->process[slot])) return true;
    struct text why;
    text_say(&why, "%s", strerror(errno));
    stop(supervisor->results, STATUS_BROKEN, "no process for the worker", &why);
    return false;
}

static uint32_t workers_wanted(const struct supervisor *supervisor)
{
    uint32_t shares = supervisor->results->shares, jobs = supervisor->worker->jobs;
    return jobs < shares ? jobs : shares;
}

/* Once the first worker knows how much there is to do, the others come. */
static void call_others(struct supervisor *supervisor)
{
    while (supervisor->slots < workers_wanted(supervisor) && supervisor_start(supervisor, supervisor->slots))
        supervisor->slots++;
}

/* ---- what workers say ---- */

static void stop_by(struct results *results, const void *bytes)
{
    struct request_stop stop;
    memcpy(&stop, bytes, sizeof stop);
    results_stop(results, stop.status, stop.why.at);
}

/* Of what a worker adds to lists, the parent has the only list that counts. */
static void hear_targets(struct supervisor *supervisor, const void *bytes)
{
    struct results *results = supervisor->results;
    if (results->prepared) return;
    if (!runner_hear_targets(results, bytes))
        results_stop(results, STATUS_BROKEN, "no memory for the results");
    else if (supervisor->worker->named && !supervisor->worker->sweeper)
        supervisor->worker->named(supervisor->worker->user, results);
    for (uint32_t i = 0; i < results->slot_count; i++)
        results->slot[i].named = true;
}

static void hear_sweeps(const struct supervisor *supervisor, const void *bytes)
{
    const struct sweeper *sweeper = supervisor->worker->sweeper;
    if (sweeper) sweeper->list(sweeper->user, bytes);
}

static void hear_swept(const struct supervisor *supervisor, uint32_t at, const void *bytes)
{
    const struct sweeper *sweeper = supervisor->worker->sweeper;
    if (supervisor->process[at].sweeps) sweeper->hear(sweeper->user, at, bytes);
}

static void hear_call(struct results *results, const void *bytes)
{
    uint32_t shares;
    memcpy(&shares, bytes, sizeof shares);
    if (results->started == 0) results->started = runner_clock();
    results_call(results, shares);
}

/* Turns that are over, or will never be. Those that were not begun are the next ones. */
static void end_turns(struct supervisor *supervisor, uint32_t at)
{
    struct results *results = supervisor->results;
    struct worker_slot *slot = &results->slot[at];
    results_take(results, slot);
    for (uint32_t i = 0; i < slot->turn_at; i++)
        schedule_leave(results, slot->turn[i].target);
    for (uint32_t i = slot->turn_count; i-- > slot->turn_at;)
        schedule_return(results, &slot->turn[i]);
    slot->turn_count = slot->turn_at = 0;
    supervisor->process[at].has_turns = false;
}

/* What a worker had to do is over. */
static void hear_done(struct supervisor *supervisor, uint32_t at)
{
    struct process *process = &supervisor->process[at];
    const struct sweeper *sweeper = supervisor->worker->sweeper;
    if (!process->sweeps) {
        end_turns(supervisor, at);
        return;
    }
    sweeper->leave(sweeper->user, at);
    process->sweeps = process->has_turns = false;
    supervisor->results->slot[at].kills = 0;
}

static void hear(struct supervisor *supervisor, uint32_t at, enum request_kind kind, const void *bytes)
{
    struct results *results = supervisor->results;
    switch (kind) {
    case REQUEST_TARGETS:
        hear_targets(supervisor, bytes);
        break;
    case REQUEST_CALL:
        hear_call(results, bytes);
        break;
    case REQUEST_STOP:
        stop_by(results, bytes);
        break;
    case REQUEST_NOTE:
        results_add_note(results, bytes);
        break;
    case REQUEST_SKIPPED:
        results_add_skipped(results, bytes);
        break;
    case REQUEST_READY:
        supervisor->process[at].ready = true;
        break;
    case REQUEST_SWEEPS:
        hear_sweeps(supervisor, bytes);
        break;
    case REQUEST_SWEPT:
        hear_swept(supervisor, at, bytes);
        break;
    case REQUEST_DONE:
        hear_done(supervisor, at);
        break;
    case REQUEST_TURNS: /* only a parent says these */
    case REQUEST_SWEEP:
    case REQUEST_END:
        break;
    }
}

static void listen_to(struct supervisor *supervisor, uint32_t at)
{
    struct process *process = &supervisor->process[at];
    const void *bytes;
    size_t length;
    enum request_kind kind;
    if (!process->pid) return;
    if (!inbox_fill(&process->inbox, process->channel))
        results_stop(supervisor->results, STATUS_BROKEN, "no memory for what a worker says");
    while ((kind = inbox_next(&process->inbox, &bytes, &length)) != 0)
        hear(supervisor, at, kind, bytes);
}

/* ---- what they are to do ---- */

static bool anybody_has_turns(const struct supervisor *supervisor)
{
    for (uint32_t i = 0; i < supervisor->slots; i++)
        if (supervisor->process[i].has_turns) return true;
    return false;
}

/* How many turns a worker gets at once, so that all have some. */
static uint32_t most_turns(const struct supervisor *supervisor)
{
    uint32_t workers = workers_wanted(supervisor);
    uint32_t share = workers > 1 ? supervisor->results->target_count / (4 * workers) : MAX_TURNS;
    return share < 1 ? 1 : share < MAX_TURNS ? share : MAX_TURNS;
}

/* A single worker goes around all targets: in the midst of many it does not begin again. */
static enum next fill_turns(struct supervisor *supervisor, struct worker_slot *slot)
{
    struct results *results = supervisor->results;
    uint32_t most = most_turns(supervisor), count = 0;
    enum next next = schedule_next(results, &slot->turn[0]), first = next;
    bool is_single = !results->laws_done || slot->turn[0].is_fixed;
    while (next == NEXT_CASE) {
        slot->turn[count].tally = results->tally[slot->turn[count].target];
        count++;
        if (count == most || is_single) break;
        next = schedule_next(results, &slot->turn[count]);
    }
    slot->cycles = !is_single && (workers_wanted(supervisor) > 1 || next != NEXT_CASE);
    slot->round = slot->turn_at = 0;
    slot->turn_count = count;
    return first;
}

static void end_sweeps(struct supervisor *supervisor)
{
    struct results *results = supervisor->results;
    const struct worker *worker = supervisor->worker;
    if (!worker->sweeper || supervisor->swept) return;
    supervisor->swept = true;
    worker->sweeper->over(worker->sweeper->user, results);
    if (results->shares > results->target_count) results->shares = results->target_count;
    if (results->prepared && worker->named) worker->named(worker->user, results);
}

/* Whether a worker that waits gets something to sweep, or waits for what others sweep. */
static bool employ_in_sweep(struct supervisor *supervisor, uint32_t at)
{
    _Alignas(16) char order[SWEEP_ROOM];
    struct process *process = &supervisor->process[at];
    const struct sweeper *sweeper = supervisor->worker->sweeper;
    if (!sweeper || supervisor->swept || results_stopped(supervisor->results)) return false;
    enum next next = sweeper->next(sweeper->user, at, order);
    if (next == NEXT_LATER && anybody_has_turns(supervisor)) return true;
    if (next != NEXT_CASE) {
        end_sweeps(supervisor);
        return false;
    }
    process->has_turns = process->sweeps = true;
    request_send(process->channel, REQUEST_SWEEP, order, sweeper->order_size);
    return true;
}

/* Gives a worker that waits turns, or its leave. */
static void employ(struct supervisor *supervisor, uint32_t at)
{
    struct results *results = supervisor->results;
    struct process *process = &supervisor->process[at];
    struct worker_slot *slot = &results->slot[at];
    if (!process->pid || !process->ready || process->has_turns || process->is_dismissed) return;
    if (!results->prepared && !results_stopped(results)) return;
    if (employ_in_sweep(supervisor, at)) return;
    enum next next = results_stopped(results) ? NEXT_NONE : fill_turns(supervisor, slot);
    if (next == NEXT_LATER && anybody_has_turns(supervisor)) return;
    if (next != NEXT_CASE) {
        process->is_dismissed = true;
        request_send(process->channel, REQUEST_END, NULL, 0);
        return;
    }
    slot->seed = results->seed;
    slot->deadline = results->deadline;
    slot->laws_done = results->laws_done;
    slot->law_count = results->law_count;
    if (slot->turn[0].is_fixed)
        snprintf(slot->drawn, sizeof slot->drawn, "%s", results->fixed_line[slot->turn[0].order]);
    slot->step = STEP_NEXT;
    __atomic_store_n(&slot->busy, true, __ATOMIC_RELEASE);
    process->has_turns = true;
    request_send(process->channel, REQUEST_TURNS, NULL, 0);
}

/* ---- how they end ---- */

/* A run that has time for no more hangs ends after the first. */
static void note_hang(struct supervisor *supervisor, uint32_t at)
{
    struct results *results = supervisor->results;
    const struct worker_slot *slot = &results->slot[at];
    bool late = results->deadline > 0 && runner_clock() > results->deadline;
    if (!late || results_stopped(results)) return;
    if (slot->step == STEP_CHECK || slot->step == STEP_AGAIN) {
        static struct worker_slot failed;
        failed = *slot;
        failed.found = (struct finding){.first_at = slot->pending.finding.first_at};
        failed.minimal[0] = '\0';
        failed.steady_runs = failed.steady_failed = 0;
        end_turns(supervisor, at);
        results_add_failure(results, &failed);
    }
    results_stop(results, STATUS_FAIL, "stopped: a case hung when the time was over");
}

/* A process that swept is gone, and another one goes on. What was blamed on a shape is the sweep's business. */
static void take_over_sweep(struct supervisor *supervisor, uint32_t at)
{
    struct worker_slot *slot = &supervisor->results->slot[at];
    const struct sweeper *sweeper = supervisor->worker->sweeper;
    const struct text *end = &slot->pending.finding.first_at;
    bool is_blamed = slot->pending.known && slot->pending.died;
    slot->pending.known = false;
    slot->step = STEP_NEXT;
    if (is_blamed && !sweeper->died(sweeper->user, at, slot->line, end))
        stop(supervisor->results, STATUS_BROKEN, "before or after a sweep", end);
    if (is_blamed) slot->kills = 0;
}

/* What a process that is gone said and did to its end. */
static void last_words(struct supervisor *supervisor, uint32_t at)
{
    const struct worker_slot *slot = &supervisor->results->slot[at];
    listen_to(supervisor, at);
    if (supervisor->process[at].has_turns && !__atomic_load_n(&slot->busy, __ATOMIC_ACQUIRE))
        end_turns(supervisor, at);
    forget(&supervisor->process[at]);
}

static void end_worker(struct supervisor *supervisor, uint32_t at)
{
    int status;
    if (!supervisor->process[at].pid) return;
    kill_worker(supervisor->process[at].pid, &status);
    last_words(supervisor, at);
}

/* Workers that share a card share its faults: no case is blamed for the first, and all begin their cases again,
 * apart. */
static void part(struct supervisor *supervisor)
{
    struct results *results = supervisor->results;
    for (uint32_t i = 0; i < supervisor->slots; i++)
        end_worker(supervisor, i);
    results->shared = false;
    supervisor->worker->part(supervisor->worker->part_user);
    for (uint32_t i = 0; i < supervisor->slots; i++) {
        memset(&results->slot[i].pending, 0, sizeof results->slot[i].pending);
        if (!results->slot[i].done) supervisor_start(supervisor, i);
    }
}

static bool ended_well(const struct results *results, const struct worker_slot *slot, int status, double hung)
{
    return slot->done || results_stopped(results) ||
           (hung == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void look_at(struct supervisor *supervisor, uint32_t at)
{
    struct process *process = &supervisor->process[at];
    struct worker_slot *slot = &supervisor->results->slot[at];
    int status = 0;
    double hung;
    if (!process->pid || !is_gone(supervisor->worker, supervisor->results, at, process, &status, &hung))
        return;
    last_words(supervisor, at);
    if (supervisor->results->shared && !ended_well(supervisor->results, slot, status, hung)) {
        part(supervisor);
        return;
    }
    bool again = take_over(supervisor->results, slot, status, hung);
    if (again && process->sweeps) take_over_sweep(supervisor, at);
    if (again && hung > 0) note_hang(supervisor, at);
    if (again && !results_stopped(supervisor->results)) supervisor_start(supervisor, at);
}

static bool anybody_works(const struct supervisor *supervisor)
{
    for (uint32_t i = 0; i < supervisor->slots; i++)
        if (supervisor->process[i].pid) return true;
    return false;
}

/* Waits until a worker says something or ends, but not for long. */
static void wait_a_while(const struct supervisor *supervisor)
{
    struct pollfd ends[MAX_SLOTS];
    nfds_t count = 0;
    bool ending = false;
    for (uint32_t i = 0; i < supervisor->slots; i++) {
        const struct process *process = &supervisor->process[i];
        ending |= process->pid && process->inbox.ended;
        if (process->pid && !process->inbox.ended)
            ends[count++] = (struct pollfd){.fd = process->channel, .events = POLLIN};
    }
    /* At a channel's end the process is about to end, but need not be waitable yet. */
    poll(ends, count, ending ? 1 : 100);
}

/* A case that a stopped run leaves half examined has failed nevertheless. */
static void keep_failure(struct results *results, struct worker_slot *slot)
{
    if (slot->step != STEP_STEADY && slot->step != STEP_SHRINK && slot->step != STEP_LAST) return;
    results_add_failure(results, slot);
    slot->step = STEP_NEXT;
}

/* A run that is stopped ends soon: cases that run have a moment, then their processes are killed. */
static void end_in_time(struct supervisor *supervisor)
{
    enum { MOMENT = 2 };
    struct results *results = supervisor->results;
    if (worker_signal())
        results_stop(results, (enum status)(128 + worker_signal()), "interrupted: not all was checked");
    if (!results_stopped(results)) return;
    for (uint32_t i = 0; i < results->slot_count; i++)
        __atomic_store_n(&results->slot[i].stop, true, __ATOMIC_RELEASE);
    if (supervisor->ends == 0) supervisor->ends = runner_clock() + MOMENT;
    if (runner_clock() < supervisor->ends) return;
    for (uint32_t i = 0; i < supervisor->slots; i++)
        end_worker(supervisor, i);
}

/* Looks after processes that end or hang, and shows progress, about ten times a second: words come more often. */
static void look_around(struct supervisor *supervisor, bool any_ended)
{
    const struct worker *worker = supervisor->worker;
    double now = runner_clock();
    if (now - supervisor->looked < 0.1 && !any_ended) return;
    for (uint32_t i = 0; i < supervisor->slots; i++)
        look_at(supervisor, i);
    if (now - supervisor->looked < 0.1) return;
    supervisor->looked = now;
    if (worker->tick) worker->tick(worker->user, supervisor->results);
}

static bool any_ended(const struct supervisor *supervisor)
{
    for (uint32_t i = 0; i < supervisor->slots; i++)
        if (supervisor->process[i].pid && supervisor->process[i].inbox.ended) return true;
    return false;
}

void worker_supervise(const struct worker *worker, struct results *results)
{
    static struct supervisor supervisor; /* there is one run a program */
    supervisor = (struct supervisor){.worker = worker, .results = results};
    catch_signals();
    if (supervisor_start(&supervisor, 0)) supervisor.slots = 1;
    while (anybody_works(&supervisor)) {
        wait_a_while(&supervisor);
        for (uint32_t i = 0; i < supervisor.slots; i++)
            listen_to(&supervisor, i);
        end_in_time(&supervisor);
        look_around(&supervisor, any_ended(&supervisor));
        if (supervisor.slots == 1 && worker->jobs > 1) call_others(&supervisor);
        for (uint32_t i = 0; i < supervisor.slots; i++)
            employ(&supervisor, i);
    }
    for (uint32_t i = 0; i < supervisor.slots; i++) {
        if (results->slot[i].turn_count) end_turns(&supervisor, i);
        keep_failure(results, &results->slot[i]);
    }
    end_sweeps(&supervisor);
    results->ended = runner_clock();
}
