/* SPDX-License-Identifier: MIT
 * The processor time of a process and of those that it started. */
#ifndef FOLDCHECK_PROCESSOR_TIME_H
#define FOLDCHECK_PROCESSOR_TIME_H

#include <sys/types.h>

/* Seconds of processor time of a process and its children: those that run, and those that it has waited for. 0 for a process that
 * is not there. Reads three files of /proc, in about 20 us; without /proc it is the process's own time. */
double processor_time(pid_t pid);

#endif
