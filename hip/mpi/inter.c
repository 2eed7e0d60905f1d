/* SPDX-License-Identifier: MIT
 * Reductions on an inter-communicator (MPI 3.1, 5.2.3): each half of the ranks gets the fold of the other half, in the order of
 * its ranks. Both together, the first half's first, are the row. */
#include "ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MPI_Comm inter_make(MPI_Comm comm)
{
    int number, size;
    MPI_Comm half, inter = MPI_COMM_NULL;
    MPI_Comm_rank(comm, &number);
    MPI_Comm_size(comm, &size);
    const int first = (int)inter_half((uint32_t)size);
    if (size < 2) return inter;
    MPI_Comm_split(comm, number >= first, number, &half);
    MPI_Intercomm_create(half, 0, comm, number < first ? first : 0, 0, &inter);
    MPI_Comm_free(&half);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    return inter;
}

/* MPI_Reduce to the first rank of one half: there MPI_ROOT, beside it MPI_PROC_NULL, and in the other half that rank. */
static int reduce_to(const struct rank *rank, struct given *given, bool first_half, const char *again,
                     uint64_t bytes)
{
    const uint32_t half = inter_half(rank->ranks), leader = first_half ? 0 : half;
    const bool gets = (rank->rank < half) == first_half;
    char *receive = given->receive;
    given->collective = COLLECTIVE_REDUCE;
    given->root = !gets ? 0 : rank->rank == leader ? MPI_ROOT : MPI_PROC_NULL;
    if (!gets) given->receive = NULL;
    int failed = collective_call(given, (enum call)rank->problem->call, again, bytes);
    given->receive = receive;
    return failed;
}

/* One half's fold, from the rank that has it to the one whose result counts. */
static int send_to_root(const struct rank *rank, const struct states *states, uint32_t from, const char *got,
                        char *to)
{
    const uint32_t root = rank->problem->root;
    const int count = (int)rank->problem->rows;
    if (from == root && rank->rank == root) memcpy(to, got, rank->problem->rows * states->extent);
    if (from == root) return 0;
    if (rank->rank == from) return MPI_Send(got, count, states->type, (int)root, 0, rank->comm);
    if (rank->rank != root) return 0;
    return MPI_Recv(to, count, states->type, (int)from, 0, rank->comm, MPI_STATUS_IGNORE);
}

static void write_both(const struct rank *rank, const struct states *states, const char *first,
                       const char *second)
{
    _Alignas(16) char left[MAX_STATE_BYTES], right[MAX_STATE_BYTES];
    for (uint64_t row = 0; row < rank->problem->rows; row++) {
        states_get(states, first, row, left);
        states_get(states, second, row, right);
        rank->op->combine(rank_params(rank, row), left, right, rank_result(rank, row));
    }
}

static int exchange(const struct rank *rank, const struct states *states, char *const buffer[4])
{
    const struct ranks_problem *problem = rank->problem;
    const uint64_t bytes = problem->rows * states->extent;
    const uint32_t half = inter_half(rank->ranks);
    char *mine = buffer[0], *got = buffer[1];
    struct given given = {mine, got, (int)problem->rows, NULL, states, 0, rank->inter, COLLECTIVE_ALLREDUCE};
    int failed = 0;
    if (problem->collective == COLLECTIVE_INTER_ALLREDUCE) {
        failed = collective_call(&given, (enum call)problem->call, got + bytes, bytes);
    } else {
        failed = reduce_to(rank, &given, true, got + bytes, bytes);
        if (!failed) failed = reduce_to(rank, &given, false, got + bytes, bytes);
    }
    /* The first half has the second one's. */
    if (!failed) failed = send_to_root(rank, states, half, got, buffer[2]);
    return failed ? failed : send_to_root(rank, states, 0, got, buffer[3]);
}

bool rank_does_inter(struct rank *rank, const struct states *states)
{
    char *buffer[4];
    int failed = 0;
    for (int b = 0; b < 4; b++) {
        buffer[b] = states_room(states, (b == 1 ? 2 : 1) * rank->problem->rows);
        if (!buffer[b]) failed = MPI_ERR_NO_MEM;
    }
    if (!failed) {
        rank_is_at(rank, RANK_FOLDS);
        rank_fold_shares(rank, states, buffer[0], rank->problem->rows);
        rank_is_at(rank, RANK_CALLS);
        failed = exchange(rank, states, buffer);
        rank_is_at(rank, RANK_WRITES);
    }
    if (!failed && rank->rank == rank->problem->root) write_both(rank, states, buffer[2], buffer[3]);
    for (int b = 0; b < 4; b++)
        free(buffer[b]);
    if (failed) snprintf(rank->note->failed, sizeof rank->note->failed, "MPI failed, with error %d", failed);
    return !failed;
}
