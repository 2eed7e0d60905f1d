/* SPDX-License-Identifier: MIT
 * src/engine/processor_time.c: what a process that only waits for its children has used. */
#define _GNU_SOURCE 1
#include "processor_time.h"
#include "table.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WORK_MILLISECONDS = 200 };

static void work(void)
{
    struct timespec used;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < WORK_MILLISECONDS);
}

/* A process that waits for a child, which works and then, if it is to stay, waits for a signal. Returns its number once the work is done. */
static pid_t parent_of_worker(bool stays)
{
    int ends[2];
    char done = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            work();
            if (!stays) _exit(0);
            if (write(ends[1], "", 1) == 1) pause();
        }
        waitpid(child, NULL, 0);
        if (write(ends[1], "", 1) == 1) pause();
        _exit(0);
    }
    assert_int_equal(read(ends[0], &done, 1), 1);
    close(ends[0]);
    close(ends[1]);
    return parent;
}

static const struct counted {
    const char *name;
    bool stays;
} counted[] = {{"a child that runs", true}, {"a child that has ended", false}};

static void children_are_counted(void **state)
{
    const struct counted *row = *state;
    pid_t parent = parent_of_worker(row->stays);
    double used = processor_time(parent);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    if (used < 0.15 || used > 0.4) fail_msg("expected about 0.2 s, got %.2f s", used);
}

static void nobody_has_used_nothing(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
    assert_true(processor_time(child) == 0);
}

int main(int argc, char **argv)
{
    static struct table table;
    TABLE_ADD(&table, children_are_counted, counted);
    table_add(&table, nobody_has_used_nothing, NULL, "a process that is gone");
    return table_run(&table, "processor_time", argc, argv);
}
