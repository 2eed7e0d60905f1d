/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* memfd_create */
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RESTARTS = 500 };

static struct results *map(int fd, struct text *why)
{
    int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    void *memory = mmap(NULL, sizeof(struct results), PROT_READ | PROT_WRITE, flags, fd, 0);
    if (memory != MAP_FAILED) return memory;
    text_say(why, "no memory for the results: %s", strerror(errno));
    return NULL;
}

struct results *results_make(int *fd, struct text *why)
{
    if (!fd) return map(-1, why);
    /* Not closed on exec: the worker inherits it. */
    *fd = memfd_create("foldcheck results", 0);
    if (*fd < 0 || ftruncate(*fd, (off_t)sizeof(struct results)) != 0) {
        text_say(why, "no shared memory for the results: %s", strerror(errno));
        return NULL;
    }
    return map(*fd, why);
}

struct results *results_attach(int fd, struct text *why)
{
    off_t length = lseek(fd, 0, SEEK_END);
    if (length == (off_t)sizeof(struct results)) return map(fd, why);
    text_say(why, "--worker=%d is no results of a parent of this version", fd);
    return NULL;
}

/* Runs in the child; does not return. While a crash is made simpler, what the crashes say is left out: the
 * first of them was heard. */
static void become_worker(const struct worker *worker, enum step step, pid_t parent)
{
    bool heard = step == STEP_STEADY || step == STEP_SHRINK || step == STEP_LAST;
    int nowhere = heard ? open("/dev/null", O_WRONLY) : -1;
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(STATUS_BROKEN); /* it died before prctl could notice */
    execv("/proc/self/exe", worker->argv);
    _exit(127);
}

/* Starts a worker. *pipe_end reads end-of-file when it has ended. Returns -1 if there can be no process. */
static pid_t start(const struct worker *worker, enum step step, int *pipe_end)
{
    int ends[2];
    if (pipe(ends) != 0) return -1;
    pid_t parent = getpid();
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        become_worker(worker, step, parent);
    }
    close(ends[1]);
    *pipe_end = ends[0];
    if (pid < 0) close(ends[0]);
    return pid;
}

/* Seconds that the running step may be silent. Opening a device may mean compiling for it. While a hang is
 * made simpler, waiting is most of the work: what has hung is then told from what runs by a hundred times the
 * time of the slowest case that ended. */
static double patience(const struct worker *worker, const struct results *results)
{
    enum step step = results->step;
    if (step == STEP_NEXT || step == STEP_OPEN) return 6 * worker->timeout;
    bool known_to_hang = results->hung && (step == STEP_SHRINK || step == STEP_LAST);
    if (!known_to_hang) return worker->timeout;
    double enough = 100 * results->slowest;
    if (enough < 1) enough = 1;
    return enough < worker->timeout ? enough : worker->timeout;
}

static bool has_ended(pid_t pid, int *status)
{
    pid_t got;
    do
        got = waitpid(pid, status, WNOHANG);
    while (got < 0 && errno == EINTR);
    return got == pid;
}

static void kill_hung(pid_t pid, int *status)
{
    kill(pid, SIGKILL);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        continue;
}

/* Waits until the worker ends or hangs. Returns the seconds for which it was silent if it hung, else 0. */
static double watch(const struct worker *worker, struct results *results, pid_t pid, int pipe_end,
                    int *status)
{
    uint64_t seen = __atomic_load_n(&results->beat, __ATOMIC_ACQUIRE);
    double since = runner_clock();
    for (;;) {
        struct pollfd end = {.fd = pipe_end, .events = POLLIN};
        /* At the pipe's end the process is about to end, but need not be waitable yet. */
        if (poll(&end, 1, 100) > 0) nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        if (has_ended(pid, status)) return 0;
        if (worker->tick) worker->tick(worker->user, results);
        uint64_t beat = __atomic_load_n(&results->beat, __ATOMIC_ACQUIRE);
        double now = runner_clock(), limit = patience(worker, results);
        if (beat != seen) {
            seen = beat;
            since = now;
        } else if (now - since > limit) {
            kill_hung(pid, status);
            return limit;
        }
    }
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
    text_say(&results->stopped, "%s: %.400s", what, why->at);
    results->stopped_status = status;
}

/* Writes down how a worker ended. Returns whether another one should go on. */
static bool take_over(struct results *results, int status, double hung)
{
    struct text end;
    if (results->done || results->stopped.at[0]) return false;
    describe_end(&end, status, hung);
    bool asked = WIFEXITED(status) && WEXITSTATUS(status) == WORKER_FRESH && results->pending.known;
    if (results->step == STEP_NEXT && !asked) {
        bool begun = results->started != 0;
        stop(results, STATUS_BROKEN,
             begun ? "the worker ended between two cases" : "the worker ended while it opened devices", &end);
    } else if (results->step == STEP_OPEN) {
        stop(results, STATUS_BROKEN, "a device could not be opened", &end);
    } else if (++results->restarts > MAX_RESTARTS) {
        stop(results, STATUS_BROKEN, "too many cases ended their process; the last one", &end);
    } else if (!asked) {
        memset(&results->pending, 0, sizeof results->pending);
        results->pending.verdict = VERDICT_FAIL;
        results->pending.finding.first_at = end;
        results->pending.died = true;
        results->pending.hung = hung > 0;
        results->pending.known = true;
    }
    return !results->stopped.at[0];
}

void worker_supervise(const struct worker *worker, struct results *results)
{
    int status = 0;
    double hung;
    do {
        int pipe_end;
        pid_t pid = start(worker, results->step, &pipe_end);
        if (pid < 0) {
            struct text why;
            text_say(&why, "%s", strerror(errno));
            stop(results, STATUS_BROKEN, "no process for the worker", &why);
            break;
        }
        hung = watch(worker, results, pid, pipe_end, &status);
        close(pipe_end);
    } while (take_over(results, status, hung));
    if (worker->tick) worker->tick(worker->user, results);
    results->ended = runner_clock();
}
