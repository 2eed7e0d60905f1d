/* SPDX-License-Identifier: MIT
 * foldcheck as one of several processes of a job, with the same words: started by mpirun or srun, or a task of an array of
 * Slurm. */
#ifndef FOLDCHECK_UNDER_MPIRUN_H
#define FOLDCHECK_UNDER_MPIRUN_H

#include <stdbool.h>
#include <stdint.h>

/* Which process of the job this is, from 0, and how many there are. False where it is the only one. */
bool job_part(uint64_t *index, uint64_t *count);

/* Whether this process is one of several that mpirun started, and all is done: `run --strategy mpi_reduce` goes on as the
 * rank program of that MPI, and does not return; of a command that is not for several processes the first one says so in
 * one line, and *status is set. `check --shard` is for several. */
bool under_mpirun(char **argv, int *status);

#endif
