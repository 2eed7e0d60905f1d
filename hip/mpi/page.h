/* SPDX-License-Identifier: MIT
 * The memory that a process of foldcheck shares with the ranks of a job of MPI, all of one machine: a page, and behind it
 * the items, the results and whatever else a problem has. The process writes a problem there and raises `turn`; each rank
 * does its share, writes its results, and counts itself in `done`. Ranks that have nothing to do sleep on `turn`. */
#ifndef FOLDCHECK_MPI_PAGE_H
#define FOLDCHECK_MPI_PAGE_H

#include "plugin.h"
#include "strategy.h"

#include <stdatomic.h>

/* Environment of a rank: "PID:FD" of the memory, a file of the process PID; and the turn of which it takes notice. */
#define RANKS_MEMORY "FOLDCHECK_RANKS_MEMORY"

enum { RANKS_ABI = 3, RANKS_PAGE_BYTES = 1 << 16, MOST_RANK_TEXT = 200 };

/* What the ranks do with their shares. */
enum collective {
    COLLECTIVE_REDUCE,
    COLLECTIVE_ALLREDUCE,
    COLLECTIVE_REDUCE_SCATTER,
    COLLECTIVE_REDUCE_SCATTER_BLOCK,
    COLLECTIVE_REDUCE_LOCAL,
    COLLECTIVE_SCAN,
    COLLECTIVE_EXSCAN,
    COLLECTIVE_TAILS, /* MPI_Allgather of states as bytes, which each rank folds in order (fleet/states.h) */
    COLLECTIVE_EXSCAN_TAILS, /* MPI_Exscan of them */
    COLLECTIVE_INTER_REDUCE, /* of an inter-communicator of two halves of the ranks */
    COLLECTIVE_INTER_ALLREDUCE
};

/* How it is called: the number `call` of a tuning. */
enum call {
    CALL_BLOCKING,
    CALL_IN_PLACE,
    CALL_NONBLOCKING,
    CALL_NONBLOCKING_IN_PLACE,
    CALL_PERSISTENT, /* started twice */
    CALL_PERSISTENT_IN_PLACE,
    CALLS
};

static inline bool call_is_in_place(uint32_t call)
{
    return call % 2 != 0;
}

/* What a state is for MPI: the number `datatype` of a tuning. */
enum datatype {
    DATATYPE_STRUCT,     /* its columns */
    DATATYPE_CONTIGUOUS, /* bytes */
    DATATYPE_GAPS,       /* a vector of bytes with a byte between each two */
    DATATYPES
};

/* Where a rank is. */
enum rank_phase { RANK_STARTS, RANK_WAITS, RANK_FOLDS, RANK_CALLS, RANK_WRITES, RANK_ENDS };

struct rank_note {
    _Atomic int32_t pid;     /* 0: it has not started */
    _Atomic uint32_t signal; /* that ended it, if it came to say so */
    _Atomic uint32_t phase;
    char failed[MOST_RANK_TEXT]; /* what went wrong in this turn, "" if nothing */
};

/* A problem. Places are bytes from the beginning of the memory. */
struct ranks_problem {
    char op[48];
    uint32_t what, collective, call, datatype, root;
    bool reversed, commutes, predefined, has_init, emits;
    uint64_t rows, length, items, param_sets;
    struct vary_index vary;
    uint64_t at_items, at_results, at_mapouts, at_starts, at_params, at_init,
        bytes; /* at_starts 0: rows of one length */
};

/* What foldcheck_mpi.so and the program of the ranks have to agree on. */
struct ranks_head {
    uint32_t abi, plugin_abi, backend_abi, page_bytes, op_bytes;
};

struct ranks_page {
    struct ranks_head head; /* first in every version */
    uint32_t ranks;
    _Atomic uint32_t turn, done; /* words that are slept on */
    _Atomic uint32_t over;       /* the ranks are to end */
    struct rank_note rank[MOST_RANKS];
    struct ranks_problem problem;
};

static inline struct ranks_head ranks_head(void)
{
    return (struct ranks_head){RANKS_ABI, PLUGIN_ABI, BACKEND_ABI, sizeof(struct ranks_page),
                               sizeof(struct op)};
}

_Static_assert(sizeof(struct ranks_page) <= RANKS_PAGE_BYTES, "the page is large enough");

#endif
