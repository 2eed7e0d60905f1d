/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* PATH_MAX */
#include "under_mpirun.h"

#include "device.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the launchers of MPI tell each process. */
static const struct launcher {
    const char *library, *size, *rank;
} launchers[] = {{"openmpi", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                 {"mpich", "PMI_SIZE", "PMI_RANK"}};

static int number_in(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

static const struct launcher *find_launcher(void)
{
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (number_in(launchers[i].size) > 1) return &launchers[i];
    return NULL;
}

static bool asks_for_ranks(char **argv)
{
    bool asks = false;
    if (!argv[1] || strcmp(argv[1], "run") != 0) return false;
    for (char **word = argv + 2; word[0] && word[1]; word++)
        asks |= strcmp(word[0], "--strategy") == 0 && strncmp(word[1], "mpi_", 4) == 0;
    return asks;
}

bool under_mpirun(char **argv, int *status)
{
    const struct launcher *launcher = find_launcher();
    char file[64], path[PATH_MAX];
    struct text why;
    if (!launcher) return false;
    if (asks_for_ranks(argv)) {
        snprintf(file, sizeof file, "foldcheck_ranks_%s", launcher->library);
        if (backend_beside(DEVICE_CPU, file, path, &why)) execv(path, argv + 1);
        if (number_in(launcher->rank) == 0) fprintf(stderr, "foldcheck run: %s\n", why.at);
    } else if (number_in(launcher->rank) == 0) {
        fprintf(stderr,
                "foldcheck %s: %d processes of %s would each do the same; expected no mpirun, or run "
                "--strategy mpi_reduce "
                "(strategies of MPI start their ranks themselves)\n",
                argv[1] ? argv[1] : "", number_in(launcher->size), launcher->library);
    }
    *status = STATUS_USAGE;
    return true;
}
