/* SPDX-License-Identifier: MIT
 * A function of the host under ThreadSanitizer (foldcheck_add_strategy(... THREAD_SANITIZER)): each launch is a process of its
 * own, which leaves results and what ThreadSanitizer says in memory that it shares. So a race is told again by every launch,
 * where one process would tell it once, and threads that a library keeps are none of the process that launches. */
#ifndef FOLDCHECK_CPU_RACES_HIP_H
#define FOLDCHECK_CPU_RACES_HIP_H

#include "hip/plan.hip.h"

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" void __sanitizer_set_report_fd(void *);

namespace FOLDCHECK_NAMESPACE
{

/* ---- a launch in a process of its own ---- */

/* In front of the results, in memory that both processes have. */
struct launched {
    bool done;
    struct text why;
};

static inline uint64_t results_of(const struct job *job)
{
    return job->what == WHAT_REDUCE ? job->rows : job_items(job);
}

/* Copies the results, column by column: from the job to `kept`, or back. */
static inline void copy_results(const struct job *job, char *kept, bool back)
{
    for (int k = 0; k < job->out.count; k++) {
        const struct column &column = job->out.column[k];
        const size_t size = elem_size(job->op->state.elem[k]);
        for (uint64_t i = 0; column.base && i < results_of(job); i++, kept += size) {
            char *at = static_cast<char *>(column.base) + (int64_t)i * column.stride;
            memcpy(back ? at : kept, back ? kept : at, size);
        }
    }
}

static const char of_this_plugin = 0;

/* A frame that is neither ThreadSanitizer's nor of what calls a function. */
static inline bool is_users(const char *frame)
{
    return !strstr(frame, "sanitizer") && !strstr(frame, "/hip/cpu/function.hip.h");
}

/* What `addr2line` says of an address in this plugin: it starts without the run-time library, with which a shell does not. */
static inline bool ask_addr2line(unsigned long address, char *to, size_t room)
{
    Dl_info here;
    char program[] = "addr2line", file_is[] = "-e", number[32], *nothing[] = {nullptr};
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    snprintf(number, sizeof number, "0x%lx", address);
    if (!dladdr(&of_this_plugin, &here) || pipe(ends) != 0) return false;
    char *words[] = {program, file_is, const_cast<char *>(here.dli_fname), number, nullptr};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    bool began = posix_spawnp(&child, program, &actions, nullptr, words, nothing) == 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    ssize_t length = began ? read(ends[0], to, room - 1) : 0;
    close(ends[0]);
    if (began) waitpid(child, nullptr, 0);
    to[length > 0 ? length : 0] = '\0';
    return length > 0 && to[0] != '?';
}

/* "scan.cpp:12" of a frame that says "#0 NAME /home/me/scan.cpp:12 (my_scan_plugin.so+0x6f1)", or "<null>" in place of the path:
 * gcc's run-time library does not find the lines of templates. */
static inline void name_source(char *frame, char *to, size_t room)
{
    char found[512], *module = strrchr(frame, '('), *offset = module ? strstr(module, "+0x") : nullptr;
    const char *from = frame;
    if (module > frame) module[-1] = '\0';
    if (offset && strstr(frame, "<null>") &&
        ask_addr2line(strtoul(offset + 1, nullptr, 16) - 1, found, sizeof found)) /* - 1: the call */
        from = found;
    const char *slash = strrchr(from, '/');
    snprintf(to, room, "%s", slash ? slash + 1 : from + strspn(from, " #0123456789"));
    to[strcspn(to, slash ? " \n" : "(\n")] = '\0';
}

/* "data race; Write of size 4 by thread T1 in a.cpp:7; Previous read of size 4 by main thread in a.cpp:9" of a report. */
static inline void say_race(int report, const char *name, struct text *why)
{
    char line[4096], said[400] = ""; /* a frame's line has a function's name with all its types */
    size_t used = 0;
    int accesses = 0;
    bool told = false; /* where the access is */
    FILE *in = fdopen(dup(report), "r");
    if (in) rewind(in);
    while (in && accesses < 3 && fgets(line, sizeof line, in)) {
        char *at = line + strspn(line, " "), *where = strstr(at, " at 0x"),
             *by = where ? strstr(where, " by ") : nullptr;
        char *end = strpbrk(at, "(\n");
        const char *warning = strstr(line, "WARNING: ThreadSanitizer: ");
        if (warning && used == 0) {
            at = line + strlen("WARNING: ThreadSanitizer: ");
            if (end > at && end[-1] == ' ') end--;
            used += (size_t)snprintf(said, sizeof said, "%.*s", (int)(end - at), at);
        } else if (by && ++accesses < 3) {
            by[strcspn(by, ":\n")] = '\0';
            used +=
                (size_t)snprintf(said + used, sizeof said - used, "; %.*s%.40s", (int)(where - at), at, by);
            told = false;
        } else if (accesses && !told && at[0] == '#' && is_users(line)) {
            char source[64];
            name_source(line, source, sizeof source);
            used += (size_t)snprintf(said + used, sizeof said - used, " in %s", source);
            told = true;
        }
        if (used >= sizeof said) break;
    }
    if (in) fclose(in);
    text_say(why, "%s: ThreadSanitizer: %.400s", name, said);
}

/* What the other process does; it ends here, without what ThreadSanitizer does at an exit. */
template <class Work>
[[noreturn]] static inline void launch_and_end(const struct job *job, launched *shared, int report, Work work)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    __sanitizer_set_report_fd(reinterpret_cast<void *>(static_cast<intptr_t>(report)));
    shared->done = work(&shared->why);
    if (shared->done) copy_results(job, reinterpret_cast<char *>(shared + 1), false);
    syscall(SYS_exit_group, 0);
    __builtin_unreachable();
}

/* work(why) in a process of its own; false with the reason if it fails, crashes, or has a race. */
template <class Work>
static bool launch_apart(const char *name, const struct job *job, struct text *why, Work work)
{
    const size_t bytes = sizeof(launched) + results_of(job) * job->op->state.packed;
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int report = (int)syscall(SYS_memfd_create, "report", 0), status = 0;
    if (memory == MAP_FAILED || report < 0)
        return text_say(why, "the host has no memory for what %s leaves to another process", name) != 0;
    auto *shared = static_cast<launched *>(memory);
    pid_t child = fork();
    if (child == 0) launch_and_end(job, shared, report, work);
    bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status), done = false;
    if (lseek(report, 0, SEEK_END) > 0)
        say_race(report, name, why);
    else if (!ended)
        text_say(why, child > 0 ? "%s crashed with signal %d" : "%s: no process for it (%d)", name,
                 WTERMSIG(status));
    else if (!shared->done && !shared->why.at[0])
        text_say(why, "%s ended its process with status %d", name, WEXITSTATUS(status));
    else if (!shared->done)
        *why = shared->why;
    else
        done = true;
    if (done) copy_results(job, reinterpret_cast<char *>(shared + 1), true);
    close(report);
    munmap(memory, bytes);
    return done;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
