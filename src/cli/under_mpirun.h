/* SPDX-License-Identifier: MIT
 * foldcheck started by mpirun: several processes with the same words. */
#ifndef FOLDCHECK_UNDER_MPIRUN_H
#define FOLDCHECK_UNDER_MPIRUN_H

#include <stdbool.h>

/* Whether this process is one of several that mpirun started, which is then answered: `run --strategy mpi_reduce` goes on
 * as the rank program of that MPI, and does not return; of all else the first process says in one line that it needs no
 * mpirun, and *status is set. */
bool under_mpirun(char **argv, int *status);

#endif
