/* SPDX-License-Identifier: MIT
 * Other programs, run to their end: with a time limit, and with all that they started gone after an interrupt.
 * They are interrupted, too, when this process is killed. */
#ifndef FOLDCHECK_PROCESS_H
#define FOLDCHECK_PROCESS_H

#include "status.h"

#include <stdbool.h>

struct process {
    const char *const *arguments; /* NULL ends them; the first one is looked for on PATH */
    const char *folder;           /* where it runs; NULL: here */
    const char *output;           /* the file that gets what it prints; NULL: none */
    double seconds;               /* 0: no limit */
    void (*tick)(void *user);     /* called while it runs, at least each 20 ms; or NULL */
    void *user;
};

enum { PROCESS_HUNG = -2, PROCESS_NOT_STARTED = -1, PROCESS_UNKNOWN = 127 };

/* Its exit status; 128 and the signal that ended it; PROCESS_HUNG after its time; PROCESS_UNKNOWN if there is no such program. */
int process_run(const struct process *process);

/* The last line of what a program said, which its `output` has. */
void process_last_line(const char *path, struct text *line);

/* From begin to end SIGINT, SIGTERM and SIGHUP end the program that runs, and no other one starts; one that is
 * ignored, as under nohup, stays so. */
void process_begin(void);
void process_end(void);
/* The signal that came since then; 0: none. */
int process_interrupted(void);

#endif
