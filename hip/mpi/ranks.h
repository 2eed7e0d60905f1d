/* SPDX-License-Identifier: MIT
 * A rank's program, foldcheck_ranks_<library>, by parts. It is the only one that knows MPI, so that foldcheck itself needs
 * none, and one build can examine several. */
#ifndef FOLDCHECK_MPI_RANKS_H
#define FOLDCHECK_MPI_RANKS_H

#include "page.h"

#include <mpi.h>
#if defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#endif

/* Persistent collectives are of MPI 4.0: MPICH 4.0, Open MPI 5.0, and an extension of Open MPI 4. */
#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
#define MPI_HAS_PERSISTENT 1
#elif defined OPEN_MPI && defined OMPI_HAVE_MPI_EXT_PCOLLREQ
#define MPI_HAS_PERSISTENT OMPI_HAVE_MPI_EXT_PCOLLREQ
#else
#define MPI_HAS_PERSISTENT 0
#endif

/* A rank at work on a problem. Its number and the number of ranks are those of `comm`, which may be reversed. */
struct rank {
    struct ranks_page *page;
    char *memory;
    uint64_t mapped; /* bytes */
    const struct ranks_problem *problem;
    const struct op *op;
    uint32_t world_rank, rank, ranks;
    MPI_Comm comm, reversed;
    MPI_Comm inter, inters[2]; /* between the halves of `comm`; of both orders. MPI_COMM_NULL of one rank */
    struct rank_note *note;
};

/* Says which part of its work a rank is at. */
static inline void rank_is_at(struct rank *rank, enum rank_phase phase)
{
    atomic_store(&rank->note->phase, phase);
}

/* ---- rows.c: folds and scans of a share, without MPI ------------------------------------------------------- */
struct span_of_items {
    uint64_t begin, end;
};
struct span_of_items rank_row(const struct rank *rank, uint64_t row);
/* Items [0, items) or a row of them, the rank's share of it. */
struct span_of_items rank_share(const struct rank *rank, struct span_of_items whole);
const void *rank_params(const struct rank *rank, uint64_t row);
/* What a row begins with: the initial value, else the identity. */
void rank_begin(const struct rank *rank, uint64_t row, void *state);
/* Folds items of a row on top of a state, and writes their map-outs. */
void rank_fold(const struct rank *rank, uint64_t row, struct span_of_items items, void *state);
/* The same, as a scan: writes their results, too. */
void rank_scan(const struct rank *rank, uint64_t row, struct span_of_items items, void *state);
void *rank_result(const struct rank *rank, uint64_t at);

/* ---- states.c: states as MPI has them ----------------------------------------------------------------------- */
struct states {
    MPI_Datatype type;
    MPI_Op fold;
    size_t extent; /* bytes from one to the next */
    enum datatype as;
    size_t size;     /* of a state */
    bool predefined; /* type and fold are MPI's own */
};
/* For the rank's problem; the operator's calls use its params until the next ones are made. */
void states_make(struct states *states, const struct rank *rank);
void states_free(struct states *states);
/* An array of `count` states, whose bytes hold no state yet. The caller frees it. */
char *states_room(const struct states *states, uint64_t count);
void states_put(const struct states *states, char *array, uint64_t at, const void *state);
void states_get(const struct states *states, const char *array, uint64_t at, void *state);
/* Whether no byte between the states' own was written. */
bool states_gaps_kept(const struct states *states, const char *array, uint64_t count);
/* Whether two arrays have the same bits in every column. */
bool states_same(const struct states *states, const struct tuple *tuple, const char *one, const char *other,
                 uint64_t count);
/* combine for MPI_Op_create; `row` of the states at hand. */
void states_fold_with(const struct rank *rank);

/* ---- collectives.c ------------------------------------------------------------------------------------------ */
/* What a call is given. */
struct given {
    const void *send;
    char *receive;
    int count;         /* of all blocks */
    const int *counts; /* of a block, by rank */
    const struct states *states;
    int root;
    MPI_Comm comm;
    enum collective collective;
};
/* Calls it. A persistent one is started twice, and `receive` holds `again`, of `bytes` bytes, before each. */
int collective_call(const struct given *given, enum call how, const char *again, uint64_t bytes);
/* This rank's state of each row, and the identity behind the last one. */
void rank_fold_shares(const struct rank *rank, const struct states *states, char *mine, uint64_t count);
/* Does the rank's part of the problem. False with the reason in the rank's note. */
bool rank_does(struct rank *rank);

/* ---- tails.c: shares of all rows together -------------------------------------------------------------------- */
bool rank_does_tails(struct rank *rank);

/* ---- inter.c ------------------------------------------------------------------------------------------------- */
/* The ranks of the first half of a communicator: one more than the others where they are odd. */
static inline uint32_t inter_half(uint32_t ranks)
{
    return (ranks + 1) / 2;
}
/* The inter-communicator between the halves; MPI_COMM_NULL of one rank. */
MPI_Comm inter_make(MPI_Comm comm);
bool rank_does_inter(struct rank *rank, const struct states *states);

/* ---- file.c ------------------------------------------------------------------------------------------------ */
/* Folds files, with the words of `foldcheck run`, and prints the result; returns its exit status. */
int files_run(int count, char **words);

/* ---- algorithms.c ------------------------------------------------------------------------------- */
/* Prints the algorithms that the library lets a user force, as lines of C for the plugin. */
int algorithms_print(void);
/* "Open MPI 4.1.4" */
const char *library_name(void);
/* "openmpi" */
const char *library_word(void);
/* Whether the library that was loaded is the one that the program was built for, which names findings. */
bool library_is_own(struct text *why);

#endif
