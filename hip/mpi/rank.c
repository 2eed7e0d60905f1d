/* SPDX-License-Identifier: MIT
 * A rank: foldcheck starts it by mpirun, and it does its share of one problem after the other until it is told to end, or
 * foldcheck is gone. `--algorithms` prints what the library lets a user force. */
#define _GNU_SOURCE 1
#include "ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct rank rank;

/* ---- memory ---- */

static bool map_memory(int file, uint64_t bytes)
{
    if (rank.memory) munmap(rank.memory, rank.mapped);
    rank.memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    rank.mapped = bytes;
    if (rank.memory == MAP_FAILED) return false;
    rank.page = (struct ranks_page *)(void *)rank.memory;
    rank.problem = &rank.page->problem;
    return true;
}

static int open_memory(int *owner)
{
    const char *place = getenv(RANKS_MEMORY);
    char path[64];
    int number;
    if (!place || sscanf(place, "%d:%d", owner, &number) != 2) return -1;
    snprintf(path, sizeof path, "/proc/%d/fd/%d", *owner, number);
    return open(path, O_RDWR | O_CLOEXEC);
}

/* ---- the end of foldcheck ---- */

/* Ends the rank when the process that started it has ended, whatever MPI waits for then. */
static void *watch_owner(void *owner)
{
    struct pollfd end = {.fd = *(int *)owner, .events = POLLIN};
    while (poll(&end, 1, -1) < 0 && errno == EINTR)
        continue;
    _exit(0);
}

static bool watch(int owner)
{
    static int file;
    pthread_t thread;
    file = (int)syscall(SYS_pidfd_open, owner, 0);
    return file >= 0 && pthread_create(&thread, NULL, watch_owner, &file) == 0;
}

/* ---- a rank that crashes ---- */

/* Says so first: others end when they miss it, and the report has to name the one that was the first. */
static void note_signal(int number)
{
    atomic_store(&rank.note->signal, (uint32_t)number);
    signal(number, SIG_DFL);
    raise(number);
}

static void note_signals(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], note_signal);
}

/* ---- turns ---- */

static void sleep_on(_Atomic uint32_t *word, uint32_t seen)
{
    syscall(SYS_futex, word, FUTEX_WAIT, seen, NULL, NULL, 0);
}

static void wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static bool do_turn(int file)
{
    uint64_t bytes = rank.problem->bytes;
    int number, size;
    if (bytes > rank.mapped && !map_memory(file, bytes)) return false;
    rank.note = &rank.page->rank[rank.world_rank];
    rank.note->failed[0] = '\0';
    rank.comm = rank.problem->reversed ? rank.reversed : MPI_COMM_WORLD;
    rank.inter = rank.inters[rank.problem->reversed];
    MPI_Comm_rank(rank.comm, &number);
    MPI_Comm_size(rank.comm, &size);
    rank.rank = (uint32_t)number;
    rank.ranks = (uint32_t)size;
    rank.op = op_find(rank.problem->op);
    states_fold_with(&rank);
    if (rank.op)
        rank_does(&rank);
    else
        snprintf(rank.note->failed, sizeof rank.note->failed, "no operator %.40s", rank.problem->op);
    return true;
}

static int serve(int file)
{
    uint32_t turn = 0;
    rank_is_at(&rank, RANK_WAITS);
    for (;;) {
        while (atomic_load(&rank.page->turn) == turn && !atomic_load(&rank.page->over))
            sleep_on(&rank.page->turn, turn);
        if (atomic_load(&rank.page->over)) return 0;
        turn++;
        if (!do_turn(file)) return 3;
        rank_is_at(&rank, RANK_WAITS);
        atomic_fetch_add(&rank.page->done, 1);
        wake(&rank.page->done);
    }
}

static int complain(const char *what)
{
    fprintf(stderr, "foldcheck_ranks_%s: %s\n", library_word(), what);
    return 3;
}

int main(int count, char **words)
{
    int owner = 0, number = 0, size = 0, provided;
    struct text why;
    if (count == 2 && strcmp(words[1], "--algorithms") == 0) return algorithms_print();
    if (count > 1 && strcmp(words[0], "run") == 0) return files_run(count, words);
    int file = open_memory(&owner);
    if (file < 0 || !map_memory(file, RANKS_PAGE_BYTES) || !watch(owner))
        return complain("foldcheck starts this program; it folds nothing by itself") - 1;
    const struct ranks_head head = ranks_head();
    if (memcmp(&rank.page->head, &head, sizeof head) != 0)
        return complain("this program is of another version of foldcheck than the one that started it");
    if (!library_is_own(&why)) return complain(why.at);
    MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided); /* watch_owner calls nothing of MPI */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if ((uint32_t)size != rank.page->ranks) {
        fprintf(stderr, "expected %u ranks, got %d: this program is of %s, and mpirun may be another's\n",
                rank.page->ranks, size, library_name());
        return complain("it was not started by its own mpirun");
    }
    rank.world_rank = (uint32_t)number;
    rank.note = &rank.page->rank[number];
    note_signals();
    MPI_Comm_split(MPI_COMM_WORLD, 0, -number, &rank.reversed);
    MPI_Comm_set_errhandler(rank.reversed, MPI_ERRORS_RETURN);
    rank.inters[0] = inter_make(MPI_COMM_WORLD);
    rank.inters[1] = inter_make(rank.reversed);
    atomic_store(&rank.note->pid, (int32_t)getpid());
    int status = serve(file);
    rank_is_at(&rank, RANK_ENDS);
    for (int i = 0; i < 2; i++)
        if (rank.inters[i] != MPI_COMM_NULL) MPI_Comm_free(&rank.inters[i]);
    MPI_Comm_free(&rank.reversed);
    MPI_Finalize();
    return status;
}
