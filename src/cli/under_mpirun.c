/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "under_mpirun.h"

#include "device.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What tells each process which one it is, and of how many; the inner ones first. */
static const struct launcher {
    const char *library; /* of MPI, whose program a rank may go on as; NULL: of Slurm */
    const char *whose;
    const char *size, *rank, *first;
} launchers[] = {
    {"openmpi", "of Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", NULL},
    {"mpich", "of a launcher that sets PMI_SIZE", "PMI_SIZE", "PMI_RANK", NULL},
    {NULL, "", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN"},
    {NULL, "", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID", NULL},
};

static uint64_t number_in(const char *name)
{
    const char *text = name ? getenv(name) : NULL;
    return text ? strtoull(text, NULL, 10) : 0;
}

static const struct launcher *find_launcher(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (number_in(launchers[i].size) > 1) return &launchers[i];
    return NULL;
}

bool job_part(uint64_t *index, uint64_t *count)
{
    const struct launcher *launcher = find_launcher();
    if (!launcher) return false;
    *index = number_in(launcher->rank) - number_in(launcher->first);
    *count = number_in(launcher->size);
    return *index < *count;
}

static bool asks_for_shard(char **argv)
{
    bool asks = false;
    for (char **word = argv + 1; word[0]; word++)
        asks |= strncmp(word[0], "--shard", 7) == 0;
    return asks;
}

/* Whether the words have --strategy mpi_..., or --strategy=mpi_... */
static bool asks_for_ranks(char **argv)
{
    static const char option[] = "--strategy";
    const size_t length = sizeof option - 1;
    bool asks = false;
    if (!argv[1] || strcmp(argv[1], "run") != 0) return false;
    for (char **word = argv + 2; *word; word++) {
        if (strncmp(*word, option, length) != 0) continue;
        const char *value = (*word)[length] == '=' ? *word + length + 1 : !(*word)[length] ? word[1] : NULL;
        asks |= value && strncmp(value, "mpi_", 4) == 0;
    }
    return asks;
}

/* Whether each process may do the command: it only says something, or takes its part by itself. */
static bool is_for_each(char **argv)
{
    static const char *const commands[] = {"--version", "--help", "help", "list", "compare", "campaign"};
    bool says = !argv[1];
    for (size_t i = 0; argv[1] && i < sizeof commands / sizeof *commands; i++)
        says |= strcmp(argv[1], commands[i]) == 0;
    for (char **word = argv + 1; *word; word++)
        says |= strncmp(*word, "--help", 6) == 0;
    return says;
}

bool under_mpirun(char **argv, int *status)
{
    const struct launcher *launcher = find_launcher();
    char file[64], path[PATH_MAX];
    struct text why;
    if (!launcher || !launcher->library || asks_for_shard(argv) || is_for_each(argv)) return false;
    if (asks_for_ranks(argv)) {
        snprintf(file, sizeof file, "foldcheck_ranks_%s", launcher->library);
        if (backend_beside(DEVICE_CPU, file, path, &why)) execv(path, argv + 1);
        if (number_in(launcher->rank) == 0) fprintf(stderr, "foldcheck run: %s\n", why.at);
    } else if (number_in(launcher->rank) == 0) {
        fprintf(stderr,
                "foldcheck %s: %llu processes %s would each do the same; expected no mpirun, campaign, check "
                "--shard job, "
                "or run --strategy mpi_reduce (strategies of MPI start their ranks themselves)\n",
                argv[1], (unsigned long long)number_in(launcher->size), launcher->whose);
    }
    *status = STATUS_USAGE;
    return true;
}
