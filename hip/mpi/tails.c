/* SPDX-License-Identifier: MIT
 * Folds beyond one rank: all rows are one list of items, a rank has a contiguous share of it, and the rows that lie across
 * shares begin with the tails of the ranks before (fleet/states.h). MPI_Allgather brings all tails to all ranks as bytes,
 * tails_bytes each; or MPI_Exscan, with an operator that does not commute, brings each rank what lies before it. */
#include "ranks.h"

#include "fleet/states.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A tail on its way through MPI_Exscan: what lies left of a share belongs to the row that goes on behind it only where no
 * row begins in it. */
struct tail {
    uint64_t row;
    uint32_t begins; /* a row does */
    _Alignas(16) char state[MAX_STATE_BYTES];
};

/* The row that has item `at`, the last that begins there or before; problem->rows where no row goes on to it. */
static uint64_t row_of_item(const struct rank *rank, uint64_t at)
{
    uint64_t low = 0, high = rank->problem->rows;
    while (low < high) { /* the first row that ends behind it */
        uint64_t middle = low + (high - low) / 2;
        if (rank_row(rank, middle).end > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint64_t larger_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Begins a row at item `from`, which may lie inside it. */
static void begin_inside(const struct rank *rank, uint64_t row, uint64_t from, void *state)
{
    if (from == rank_row(rank, row).begin)
        rank_begin(rank, row, state);
    else
        rank->op->identity(rank_params(rank, row), state);
}

/* The tail of a rank's share: of the row that has the item behind it, if it has one of the share's, too. */
static void fold_tail(const struct rank *rank, struct span_of_items share, struct tail *tail)
{
    uint64_t row = share.end < rank->problem->items ? row_of_item(rank, share.end) : rank->problem->rows;
    memset(tail, 0, sizeof *tail);
    tail->row = row;
    tail->begins = 1; /* what lies left ends in the share, or before it */
    if (row == rank->problem->rows || rank_row(rank, row).begin >= share.end) {
        rank->op->identity(rank_params(rank, 0), tail->state);
        return;
    }
    uint64_t from = larger_of(rank_row(rank, row).begin, share.begin);
    tail->begins = rank_row(rank, row).begin >= share.begin;
    begin_inside(rank, row, from, tail->state);
    rank_fold(rank, row, (struct span_of_items){from, share.end}, tail->state);
}

static size_t tail_bytes(const struct rank *rank)
{
    return offsetof(struct tail, state) + rank->op->state.size;
}

/* MPI_Exscan's operator. */
static const struct rank *folding;
static void join(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)count, (void)type;
    struct tail left, right;
    memcpy(&left, in, tail_bytes(folding));
    memcpy(&right, inout, tail_bytes(folding));
    if (right.begins) return;
    folding->op->combine(rank_params(folding, right.row), left.state, right.state, right.state);
    right.begins = left.begins;
    memcpy(inout, &right, tail_bytes(folding));
}

static int scan_tails(const struct rank *rank, const struct tail *mine, struct tail *before)
{
    MPI_Op op;
    MPI_Datatype type;
    MPI_Type_contiguous((int)tail_bytes(rank), MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(join, 0, &op);
    folding = rank;
    int failed = MPI_Exscan(mine, before, 1, type, op, rank->comm);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    return failed;
}

/* The tails of all ranks, and those before this one folded in order. */
static int gather_tails(const struct rank *rank, uint64_t row, const struct tail *mine, struct tail *before)
{
    const size_t size = rank->op->state.size;
    const struct ranks_problem *problem = rank->problem;
    char *all = malloc(rank->ranks * size);
    if (!all) return MPI_ERR_NO_MEM;
    int failed = MPI_Allgather(mine->state, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, rank->comm);
    if (!failed && row < problem->rows) {
        struct tails tails =
            tails_before(rank_row(rank, row).begin, problem->items, 1, rank->ranks, rank->rank);
        rank->op->identity(rank_params(rank, row), before->state);
        for (uint32_t r = tails.from; r < tails.to; r++)
            rank->op->combine(rank_params(rank, row), before->state, all + r * size,
                              before->state); /* covers the row up to the share of rank r */
    }
    free(all);
    return failed;
}

/* Folds, or scans, what the share has of each row. */
static void write_rows(const struct rank *rank, struct span_of_items share, const struct tail *before)
{
    const struct ranks_problem *problem = rank->problem;
    const struct share part = {share.begin, share.end};
    _Alignas(16) char state[MAX_STATE_BYTES];
    for (uint64_t row = 0; row < problem->rows; row++) {
        struct span_of_items items = rank_row(rank, row);
        uint64_t from = larger_of(items.begin, share.begin);
        uint64_t to = items.end < share.end ? items.end : share.end;
        bool ends = share_ends_row(part, rank->rank, items.end);
        if (from >= to && !ends) continue;
        if (items.begin < share.begin && items.end > share.begin)
            memcpy(state, before->state, rank->op->state.size);
        else
            rank_begin(rank, row, state);
        if (problem->what != WHAT_REDUCE) {
            rank_scan(rank, row, (struct span_of_items){from, to}, state);
        } else if (ends) {
            rank_fold(rank, row, (struct span_of_items){from, to}, state);
            memcpy(rank_result(rank, row), state, rank->op->state.size);
        }
    }
}

bool rank_does_tails(struct rank *rank)
{
    const struct ranks_problem *problem = rank->problem;
    struct span_of_items share = rank_share(rank, (struct span_of_items){0, problem->items});
    bool goes_on = share.begin > 0 && share.begin < problem->items;
    uint64_t row = goes_on ? row_of_item(rank, share.begin) : problem->rows; /* that the share begins in */
    struct tail mine, before;
    memset(&before, 0, sizeof before);
    rank_is_at(rank, RANK_FOLDS);
    fold_tail(rank, share, &mine);
    rank_is_at(rank, RANK_CALLS);
    int failed = problem->collective == COLLECTIVE_TAILS ? gather_tails(rank, row, &mine, &before)
                                                         : scan_tails(rank, &mine, &before);
    rank_is_at(rank, RANK_WRITES);
    if (failed) {
        snprintf(rank->note->failed, sizeof rank->note->failed, "MPI failed, with error %d", failed);
        return false;
    }
    write_rows(rank, share, &before);
    return true;
}
