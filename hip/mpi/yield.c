/* SPDX-License-Identifier: MIT
 * MPICH's ranks poll and never yield, so that more of them than processors take a slice of time for each message: 6 ms an
 * MPI_Allreduce of 3 ranks on 2 processors, and 0.05 ms with this. It stands before UCX's function of this name, which each round of
 * polling calls; the program exports it. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <sched.h>

unsigned ucp_worker_progress(void *worker);
unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*progress)(void *);
    if (!progress) *(void **)&progress = dlsym(RTLD_NEXT, "ucp_worker_progress");
    unsigned moved = progress ? progress(worker) : 0;
    if (!moved) sched_yield();
    return moved;
}
