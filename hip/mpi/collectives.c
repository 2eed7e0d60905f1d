/* SPDX-License-Identifier: MIT
 * The collectives of MPI. Each row is shared out among the ranks, a rank folds its share, and the collective folds the
 * ranks' states, an element a row. */
#include "ranks.h"

#include "fleet/shares.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if MPI_HAS_PERSISTENT && defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#define PERSISTENT(NAME) MPIX_##NAME##_init
#else
#define PERSISTENT(NAME) MPI_##NAME##_init
#endif

#define TYPED states->type, given->states->fold
#define REDUCE(PREFIX, ...)                                                                                  \
    PREFIX(Reduce)                                                                                           \
    (given->send, given->receive, given->count, given->TYPED, given->root, given->comm, ##__VA_ARGS__)
#define SCATTER(PREFIX, ...)                                                                                 \
    PREFIX(Reduce_scatter)                                                                                   \
    (given->send, given->receive, given->counts, given->TYPED, given->comm, ##__VA_ARGS__)
#define BLOCK(PREFIX, ...)                                                                                   \
    PREFIX(Reduce_scatter_block)                                                                             \
    (given->send, given->receive, given->counts[0], given->TYPED, given->comm, ##__VA_ARGS__)
#define ALL(PREFIX, NAME, ...)                                                                               \
    PREFIX(NAME)(given->send, given->receive, given->count, given->TYPED, given->comm, ##__VA_ARGS__)

#define BLOCKING_NAME(NAME) MPI_##NAME
static int call_blocking(const struct given *given)
{
    switch (given->collective) {
    case COLLECTIVE_REDUCE:
        return REDUCE(BLOCKING_NAME);
    case COLLECTIVE_REDUCE_SCATTER:
        return SCATTER(BLOCKING_NAME);
    case COLLECTIVE_REDUCE_SCATTER_BLOCK:
        return BLOCK(BLOCKING_NAME);
    case COLLECTIVE_SCAN:
        return ALL(BLOCKING_NAME, Scan);
    case COLLECTIVE_EXSCAN:
        return ALL(BLOCKING_NAME, Exscan);
    default:
        return ALL(BLOCKING_NAME, Allreduce);
    }
}

static int call_nonblocking(const struct given *given)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int failed;
    switch (given->collective) {
    case COLLECTIVE_REDUCE:
        failed = MPI_Ireduce(given->send, given->receive, given->count, given->TYPED, given->root,
                             given->comm, &request);
        break;
    case COLLECTIVE_REDUCE_SCATTER:
        failed = MPI_Ireduce_scatter(given->send, given->receive, given->counts, given->TYPED, given->comm,
                                     &request);
        break;
    case COLLECTIVE_REDUCE_SCATTER_BLOCK:
        failed = MPI_Ireduce_scatter_block(given->send, given->receive, given->counts[0], given->TYPED,
                                           given->comm, &request);
        break;
    case COLLECTIVE_SCAN:
        failed = MPI_Iscan(given->send, given->receive, given->count, given->TYPED, given->comm, &request);
        break;
    case COLLECTIVE_EXSCAN:
        failed = MPI_Iexscan(given->send, given->receive, given->count, given->TYPED, given->comm, &request);
        break;
    default:
        failed =
            MPI_Iallreduce(given->send, given->receive, given->count, given->TYPED, given->comm, &request);
    }
    return failed ? failed : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

#if MPI_HAS_PERSISTENT
static int make_persistent(const struct given *given, MPI_Request *request)
{
    switch (given->collective) {
    case COLLECTIVE_REDUCE:
        return REDUCE(PERSISTENT, MPI_INFO_NULL, request);
    case COLLECTIVE_REDUCE_SCATTER:
        return SCATTER(PERSISTENT, MPI_INFO_NULL, request);
    case COLLECTIVE_REDUCE_SCATTER_BLOCK:
        return BLOCK(PERSISTENT, MPI_INFO_NULL, request);
    case COLLECTIVE_SCAN:
        return ALL(PERSISTENT, Scan, MPI_INFO_NULL, request);
    case COLLECTIVE_EXSCAN:
        return ALL(PERSISTENT, Exscan, MPI_INFO_NULL, request);
    default:
        return ALL(PERSISTENT, Allreduce, MPI_INFO_NULL, request);
    }
}

#else
static int make_persistent(const struct given *given, MPI_Request *request)
{
    (void)given, (void)request;
    return MPI_ERR_UNSUPPORTED_OPERATION;
}
#endif

/* The second time everything is there that the first one left. `again` is what the buffer that is received in held. */
static int call_persistent(const struct given *given, const char *again, uint64_t bytes)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int failed = make_persistent(given, &request);
    for (int turn = 0; !failed && turn < 2; turn++) {
        if (given->receive) memcpy(given->receive, again, bytes);
        failed = MPI_Start(&request);
        if (!failed) failed = MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    return failed;
}

/* The elements of each rank's block: of Reduce_scatter the share of the rows, of Reduce_scatter_block the same for all. */
static void count_blocks(const struct rank *rank, int counts[MOST_RANKS])
{
    uint64_t rows = rank->problem->rows, each = (rows + rank->ranks - 1) / rank->ranks;
    for (uint32_t r = 0; r < rank->ranks; r++) {
        struct share share = share_of(rows, 1, rank->ranks, r);
        bool even = rank->problem->collective == COLLECTIVE_REDUCE_SCATTER_BLOCK;
        counts[r] = (int)(even ? each : share.end - share.begin);
    }
}

static uint64_t elements(const struct rank *rank, const int counts[MOST_RANKS])
{
    uint64_t sum = 0;
    if (rank->problem->collective != COLLECTIVE_REDUCE_SCATTER_BLOCK) return rank->problem->rows;
    for (uint32_t r = 0; r < rank->ranks; r++)
        sum += (uint64_t)counts[r];
    return sum;
}

void rank_fold_shares(const struct rank *rank, const struct states *states, char *mine, uint64_t count)
{
    _Alignas(16) char state[MAX_STATE_BYTES];
    for (uint64_t row = 0; row < count; row++) {
        bool begins = rank->rank == 0 && row < rank->problem->rows;
        if (begins)
            rank_begin(rank, row, state);
        else
            rank->op->identity(rank_params(rank, 0), state);
        if (row < rank->problem->rows) rank_fold(rank, row, rank_share(rank, rank_row(rank, row)), state);
        states_put(states, mine, row, state);
    }
}

static void write_reduced(const struct rank *rank, const struct states *states, const char *got,
                          const int counts[MOST_RANKS])
{
    const struct ranks_problem *problem = rank->problem;
    uint64_t first = 0, count = problem->rows;
    bool scatters = problem->collective == COLLECTIVE_REDUCE_SCATTER ||
                    problem->collective == COLLECTIVE_REDUCE_SCATTER_BLOCK;
    if (!scatters && rank->rank != problem->root) return;
    for (uint32_t r = 0; scatters && r < rank->rank; r++)
        first += (uint64_t)counts[r];
    if (scatters) count = (uint64_t)counts[rank->rank];
    for (uint64_t k = 0; k < count && first + k < problem->rows; k++)
        states_get(states, got, k, rank_result(rank, first + k));
}

/* MPI_Allreduce gives all ranks one result. The standard recommends no more than that of an operator that is not exact. */
static bool results_are_equal(const struct rank *rank)
{
    unsigned laws = rank->op->laws;
    return laws & LAW_EXACT && (laws & LAW_COMMUTES || !rank->problem->commutes);
}

/* What the root got. */
static int take_roots(const struct rank *rank, const struct states *states, const char *got, char *roots)
{
    memcpy(roots, got, rank->problem->rows * states->extent);
    return MPI_Bcast(roots, (int)rank->problem->rows, states->type, (int)rank->problem->root, rank->comm);
}

/* Of a scan: what lies before the share of each row. After MPI_Scan a rank gets it from its neighbour. */
static int take_before(const struct rank *rank, const struct states *states, const char *got, char *before)
{
    int count = (int)rank->problem->rows;
    int left = rank->rank ? (int)rank->rank - 1 : MPI_PROC_NULL;
    int right = rank->rank + 1 < rank->ranks ? (int)rank->rank + 1 : MPI_PROC_NULL;
    if (rank->problem->collective == COLLECTIVE_EXSCAN) {
        memcpy(before, got, rank->problem->rows * states->extent);
        return 0;
    }
    return MPI_Sendrecv(got, count, states->type, right, 0, before, count, states->type, left, 0, rank->comm,
                        MPI_STATUS_IGNORE);
}

/* Scans each row's share from there. The last result of MPI_Scan's share is what it gave. */
static void write_scanned(const struct rank *rank, const struct states *states, const char *got,
                          const char *before)
{
    const struct ranks_problem *problem = rank->problem;
    _Alignas(16) char state[MAX_STATE_BYTES];
    for (uint64_t row = 0; row < problem->rows; row++) {
        struct span_of_items share = rank_share(rank, rank_row(rank, row));
        if (rank->rank == 0)
            rank_begin(rank, row, state);
        else
            states_get(states, before, row, state);
        rank_scan(rank, row, share, state);
        if (problem->collective == COLLECTIVE_SCAN && problem->what == WHAT_SCAN && share.begin < share.end)
            states_get(states, got, row, rank_result(rank, share.end - 1));
    }
}

static bool say_failed(const struct rank *rank, const char *what)
{
    snprintf(rank->note->failed, sizeof rank->note->failed, "%s", what);
    return false;
}

static bool say_error(const struct rank *rank, int error)
{
    char words[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_string(error, words, &length);
    snprintf(rank->note->failed, sizeof rank->note->failed, "MPI says: %.150s", words);
    return false;
}

int collective_call(const struct given *given, enum call how, const char *again, uint64_t bytes)
{
    if (how == CALL_BLOCKING || how == CALL_IN_PLACE) return call_blocking(given);
    if (how == CALL_NONBLOCKING || how == CALL_NONBLOCKING_IN_PLACE) return call_nonblocking(given);
    return call_persistent(given, again, bytes);
}

/* The rank's states, what they were, room for twice as many that come, and for the root's or, of a scan, those before the
 * rank's shares. */
struct buffers {
    char *mine, *kept, *receive, *before;
};

/* Calls it and writes what came. Ranks communicate whatever was found, and judge it afterwards: one that went back before the
 * others would let them wait. */
static bool call_and_write(struct rank *rank, const struct states *states, const struct buffers *buffers,
                           uint64_t count, const int counts[MOST_RANKS])
{
    char *mine = buffers->mine, *receive = buffers->receive;
    const char *kept = buffers->kept;
    const struct ranks_problem *problem = rank->problem;
    const uint64_t bytes = count * states->extent;
    const bool in_place = call_is_in_place(problem->call), reduces = problem->collective == COLLECTIVE_REDUCE;
    const bool is_root = rank->rank == problem->root, gets = !reduces || is_root;
    struct given given = {in_place && gets ? MPI_IN_PLACE : mine,
                          gets ? receive : NULL,
                          (int)count,
                          counts,
                          states,
                          (int)problem->root,
                          rank->comm,
                          (enum collective)problem->collective};
    const char *again = in_place ? kept : receive + bytes;
    if (in_place) memcpy(receive, kept, bytes);
    rank_is_at(rank, RANK_CALLS);
    int failed = collective_call(&given, (enum call)problem->call, again, bytes);
    int also = 0;
    if (problem->what != WHAT_REDUCE)
        also = take_before(rank, states, receive, buffers->before);
    else if (problem->collective == COLLECTIVE_ALLREDUCE)
        also = take_roots(rank, states, receive, buffers->before);
    if (!failed) failed = also;
    rank_is_at(rank, RANK_WRITES);
    if (failed) return say_error(rank, failed);
    if (memcmp(mine, kept, bytes) != 0) return say_failed(rank, "the buffer that is sent was written to");
    if (!states_gaps_kept(states, receive, count))
        return say_failed(rank, "bytes between those of the datatype were written to");
    if (problem->collective == COLLECTIVE_ALLREDUCE && results_are_equal(rank) &&
        !states_same(states, &rank->op->state, receive, buffers->before, count))
        return say_failed(rank, "it got another result than the root");
    if (problem->what == WHAT_REDUCE)
        write_reduced(rank, states, receive, counts);
    else
        write_scanned(rank, states, receive, buffers->before);
    return true;
}

/* ---- MPI_Reduce_local ---- */

/* Folds each row of the rank's share of them from right to left: inout = item . inout. */
static bool fold_locally(struct rank *rank, const struct states *states)
{
    struct share rows = share_of(rank->problem->rows, 1, rank->ranks, rank->rank);
    char *in = states_room(states, 1), *inout = states_room(states, 1);
    _Alignas(16) char state[MAX_STATE_BYTES];
    int failed = in && inout ? 0 : MPI_ERR_NO_MEM;
    rank_is_at(rank, RANK_CALLS);
    for (uint64_t row = rows.begin; !failed && row < rows.end; row++) {
        struct span_of_items items = rank_row(rank, row);
        rank->op->identity(rank_params(rank, row), state);
        states_put(states, inout, 0, state);
        for (uint64_t i = items.end; !failed && i > items.begin; i--) {
            rank->op->identity(rank_params(rank, row), state);
            rank_fold(rank, row, (struct span_of_items){i - 1, i}, state);
            states_put(states, in, 0, state);
            failed = MPI_Reduce_local(in, inout, 1, states->type, states->fold);
        }
        rank_begin(rank, row, state);
        states_put(states, in, 0, state);
        if (!failed) failed = MPI_Reduce_local(in, inout, 1, states->type, states->fold);
        states_get(states, inout, 0, rank_result(rank, row));
    }
    free(in);
    free(inout);
    return failed ? say_error(rank, failed) : true;
}

static bool fold_collectively(struct rank *rank, const struct states *states)
{
    int counts[MOST_RANKS];
    count_blocks(rank, counts);
    uint64_t count = elements(rank, counts);
    struct buffers buffers = {states_room(states, count), states_room(states, count),
                              states_room(states, 2 * count + 1), states_room(states, rank->problem->rows)};
    bool done = false;
    if (buffers.mine && buffers.kept && buffers.receive && buffers.before) {
        rank_is_at(rank, RANK_FOLDS);
        rank_fold_shares(rank, states, buffers.mine, count);
        memcpy(buffers.kept, buffers.mine, (count + 1) * states->extent);
        done = call_and_write(rank, states, &buffers, count, counts);
    } else {
        say_failed(rank, "no memory left");
    }
    free(buffers.mine);
    free(buffers.kept);
    free(buffers.receive);
    free(buffers.before);
    return done;
}

bool rank_does(struct rank *rank)
{
    const enum collective collective = (enum collective)rank->problem->collective;
    struct states states;
    if (collective == COLLECTIVE_TAILS || collective == COLLECTIVE_EXSCAN_TAILS) return rank_does_tails(rank);
    states_make(&states, rank);
    bool inter = collective == COLLECTIVE_INTER_REDUCE || collective == COLLECTIVE_INTER_ALLREDUCE;
    bool done = collective == COLLECTIVE_REDUCE_LOCAL ? fold_locally(rank, &states)
                : inter                               ? rank_does_inter(rank, &states)
                                                      : fold_collectively(rank, &states);
    states_free(&states);
    return done;
}
