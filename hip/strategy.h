/* SPDX-License-Identifier: MIT
 * A strategy as the rest of foldcheck sees it: plain C, filled in by one .hip file a strategy. */
#ifndef FOLDCHECK_STRATEGY_H
#define FOLDCHECK_STRATEGY_H

#include "layout.h"
#include "problem.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct device_caps;
struct stream; /* a backend's own */

/* One fold, scan or transposition to be done on a device: everything that a strategy may know. All pointers are device
 * pointers, except op, params and caps. */
struct job {
    const struct op *op; /* of a transposition: op_of_elem */
    const int64_t *args; /* its MAX_ARGS numbers, of which `params` is made; NULL where only that is known */
    const void *params;  /* host copy of the operator's params struct; NULL without */
    const void *row_params; /* params that vary by row: row r has the struct numbered
                               vary_index_of(&vary, r), `params` is number 0; else NULL */
    struct vary_index vary; /* then; else of no dimension */
    const void *init;       /* host copy of the state that stands left of every row; NULL without */
    enum what what;
    uint64_t rows, length; /* of rows of one length, else length is 0; a flat problem has one row */
    const uint64_t
        *row_start;        /* rows of different lengths: row r is items [row_start[r], row_start[r + 1]); else
                                  NULL */
    uint64_t ragged_items; /* then: of all rows */
    struct columns in;     /* the operator's input tuple, items of them */
    bool by_column; /* item j of row r is number j * rows + r of these; else r * length + j (job_place) */
    /* State tuple: rows results (reduce), rows * keys (keyed), one an item (scan, transposition); a column that was
     * not asked for has no base, and is not to be written. */
    struct columns out;
    struct columns mapout; /* map-out tuple, one an item; count 0: no emit */
    /* Of a transposition (else 0): the rows are those of matrices of `height` rows each, one behind the other, which
     * become matrices of `length` rows of `height` items. `present` items of each are there, the first of its rows; the
     * input holds these alone. */
    uint64_t height, present;
    /* Of a keyed problem (else 0): keys of each row, and the column of the items' keys, uint32_t, one an item; result
     * row * keys + k is the fold of the row's items of key k, the identity where there are none. An item whose key is
     * not below `keys` is in no fold; its map-out is written as any other's. */
    uint64_t keys;
    struct column key;
    void *scratch; /* scratch_bytes(job) bytes, 256-byte aligned, contents undefined before prepare */
    const struct device_caps *caps;
    struct stream *stream; /* NULL: the default stream */
};

/* Block, items and group that a kernel was compiled for; gather is reduce_tree_warp_first's L3b, and the groups with
 * which look-ahead gathers what other blocks publish. */
struct launch_shape {
    uint32_t block, items, group; /* threads a block, items a thread (after scaling), lanes a group */
    uint32_t gather;
    /* Blocks to launch, asked for at run time; 0: as many as the strategy finds right. No instance's. */
    uint64_t grid;
    /* Of functions of the host (hip/cpu), else 0. Threads: an instance's are the default, others may be asked for. */
    uint32_t threads;
    uint32_t policy,
        partitioner; /* numbers from 1 of the library's own list, which the strategy's `does` names */
    uint32_t grain;  /* items */
    /* Of jobs of MPI (hip/mpi), else 0: how many ranks, the algorithm that the library is made to take and how it is
     * called, which are an instance's; the rank that gets the results, what a state is for MPI, and whether the ranks are
     * numbered backwards, which are asked for, and so may the ranks be. */
    uint32_t ranks, algorithm, call, root, datatype, reversed;
    uint32_t own; /* a number of the strategy's own, which no tuning has */
    /* Cards, or on one device the parts that stand for them, asked for at run time; 0: as many as the strategy finds
     * right. No instance's. */
    uint32_t cards;
};

/* The most blocks that a launch can have, the most threads that a function of the host can be asked to take, and the most
 * ranks and cards. */
enum { MOST_GRID = 0x7fffffff, MOST_THREADS = 256, MOST_RANKS = 9, MOST_CARDS = 16 };

/* Why a strategy will not do a job. */
enum refusal {
    REFUSAL_NONE,
    REFUSAL_LAW,
    REFUSAL_PROGRESS,
    REFUSAL_SHAPE,
    REFUSAL_SHARED_MEMORY,
    REFUSAL_KEYS,
    REFUSAL_DEVICE,
    REFUSAL_PARAMS,
    REFUSAL_COLUMNS
};

/* How equal two runs of one job are, for an operator that is not exact. */
enum determinism { SAME_BITS_EVERY_RUN, SAME_BITS_ON_ONE_DEVICE, BITS_MAY_VARY };

/* Words of a strategy's line in strategies.def, which programs that build and test read, too; 0 is none of them. */
enum strategy_word {
    NEEDS_COMMUTES = 1, /* laws without which it refuses */
    NEEDS_EXACT = 2,
    NO_MAP_OUT = 4, /* takes operators without a map-out array, whose items are states */
    PRODUCTS = 8,   /* takes operators of several parts alone */
    PICKS = 16,     /* an auto strategy: takes another one for each job */
    FORM = 32       /* a document's own form, beside faster ones: for FOLDCHECK_FORM_OPERATORS alone */
};

/* What a strategy takes beyond one row of at least one item, with one set of params and no initial value, whose results are
 * all asked for and have a place of their own. What it does not say here, refuse_what_is_not_taken (refuse.h) refuses. */
enum takes {
    TAKES_ROWS = 1,          /* any number of rows, or of matrices */
    TAKES_RAGGED = 2,        /* of different lengths */
    TAKES_EMPTY_ROWS = 4,    /* rows of no items */
    TAKES_PARAMS_BY_ROW = 8, /* job.row_params */
    TAKES_IN_PLACE = 16,     /* results, or a map-out, over the items */
    TAKES_SOME_COLUMNS = 32, /* of a reduction: results of which not all columns are asked for */
    TAKES_MAP_OUT = 64,      /* operators with a map-out */
    TAKES_MASK = 128,        /* matrices that lack items */
    TAKES_GRID = 256,        /* launch_shape.grid: it launches as many blocks, or in all rows about as many */
    TAKES_INCLUSIVE = 512,   /* kinds of scan, and those with an initial value */
    TAKES_EXCLUSIVE = 1024,
    TAKES_INIT_INCLUSIVE = 2048,
    TAKES_INIT_EXCLUSIVE = 4096,
    TAKES_INIT = TAKES_INIT_INCLUSIVE | TAKES_INIT_EXCLUSIVE,
    TAKES_SCANS = TAKES_INCLUSIVE | TAKES_EXCLUSIVE | TAKES_INIT,
    TAKES_USUAL = TAKES_EMPTY_ROWS | TAKES_IN_PLACE | TAKES_SOME_COLUMNS | TAKES_MAP_OUT,
    TAKES_ANY_ROWS = TAKES_ROWS | TAKES_RAGGED | TAKES_PARAMS_BY_ROW,
    TAKES_THREADS = 8192, /* launch_shape.threads: any number from 1 to MOST_THREADS */
    TAKES_CARDS =
        16384, /* launch_shape.cards: any number from 1 to MOST_CARDS; on real cards all of the device */
    TAKES_INIT_REDUCTION = 32768, /* a reduction with an initial value */
    TAKES_BY_COLUMN = 65536,      /* job.by_column */
    TAKES_ALL = 131071
};

/* Whether somebody's launcher is captured: not where it works on memory of the host's, or foldcheck copies its keys or results
 * before or behind it; and not without a stream. */
enum graph_way { GRAPH_NOT_TRIED, GRAPH_NO_STREAM, GRAPH_CAN };

/* How somebody's launcher is captured. It says GRAPHS, or only may be. */
struct strategy_graphs {
    bool claimed;
    /* With the operator's columns. Pure. */
    enum graph_way (*way)(const struct op *op);
    /* Calls it while its stream is captured, where nothing runs. NULL, with the reason: it cannot be captured. The graph is
     * the caller's to drop; it uses the job's memory. */
    void *(*capture)(const struct job *job, struct text *why);
    /* Enqueues the graph on the job's stream. */
    bool (*replay)(const struct job *job, void *graph, struct text *why);
    void (*drop)(const struct job *job, void *graph);
};

/* The bit that says of problems of this kind that they may have an initial value; 0: none may. */
static inline unsigned takes_init(enum what what)
{
    return what == WHAT_REDUCE   ? TAKES_INIT_REDUCTION
           : what == WHAT_SCAN   ? TAKES_INIT_INCLUSIVE
           : what == WHAT_EXSCAN ? TAKES_INIT_EXCLUSIVE
                                 : 0;
}

struct strategy {
    const char *name;
    const char *ids;  /* the documents' IDs that it owns, "L1 L2" */
    const char *does; /* one sentence */
    enum what what;   /* WHAT_SCAN: inclusive and exclusive scans */
    unsigned needs;   /* laws (enum law) without which it refuses */
    unsigned takes;   /* bits of enum takes */
    bool is_default;  /* of those that pick: for a caller without preference; a document's policy is not */
    bool needs_progress;
    /* A block may see, while its launch runs, what another one did, or lanes meet at atomics: so that results may
     * depend on the schedule though there is no race. */
    bool blocks_communicate;
    enum determinism determinism;

    /* The most keys, and the items of the longest row, that it takes; NULL: any number. Pure. */
    uint64_t (*most_keys)(const struct job *job, const struct launch_shape *shape);
    uint64_t (*longest_row)(const struct job *job, const struct launch_shape *shape);
    /* REFUSAL_NONE, or why not, with the reason in words (why may be NULL): what refuse_what_is_not_taken (refuse.h) says, and
     * then rules of its own. Pure. */
    enum refusal (*refuse)(const struct strategy *strategy, const struct job *job,
                           const struct launch_shape *shape, struct text *why);
    /* Bytes of scratch that the job needs. Pure. O(blocks). */
    uint64_t (*scratch_bytes)(const struct job *job, const struct launch_shape *shape);
    /* Bytes of global memory that the documents claim for the job, read and written: n, 2n, 3n ... items; of a
     * strategy that needs progress, without what it reads of scratch. Of rows of different lengths, which a host
     * does not know: the most that it may be. Pure. NULL: not said. */
    uint64_t (*traffic)(const struct job *job, const struct launch_shape *shape);
    /* How well the items are read and the map-out written: the most 32-byte sectors that an access of a warp
     * touches, as a multiple of the fewest; 1.0 is coalesced. An access may touch one more where it begins
     * inside a sector. Pure. NULL: not said. */
    double (*sectors)(const struct job *job, const struct launch_shape *shape);
    /* The most combines that an item of the longest row passes through on its way into a result; those with the identity
     * and with an initial value are not counted. Pure. From above: it need not be reached. NULL: not said. */
    uint64_t (*depth)(const struct job *job, const struct launch_shape *shape);
    /* Enqueues what makes fresh scratch ready (counters to zero). Once for a scratch buffer: every launch
     * leaves its scratch as prepare did. */
    bool (*prepare)(const struct job *job, const struct launch_shape *shape, struct text *why);
    /* An auto strategy only (else NULL): the strategy and shape that it takes for the job, and why in words.
     * Pure. */
    const struct strategy *(*pick)(const struct job *job, struct launch_shape *shape, struct text *why);
    /* It accepts problems of that many items and refuses larger ones; 0: as many as the operator allows. */
    uint64_t most_items;
    /* Of somebody's launcher, else NULL: the integers in the text of its source, ascending; 0 ends them. A kernel may go
     * wrong for as many items. */
    const uint64_t *constants;
    /* Of somebody's launcher, else NULL: the results of the operator are rounded to this once, ELEM_F16 or ELEM_BF16; to
     * any other: not at all. Pure. */
    enum elem (*rounds)(const struct op *op);
    /* Of somebody's launcher: not for sums of infinities and NaN, which no data of its problems (struct data) then have. */
    bool finite;
    /* Of somebody's launcher that does not say NO_GRAPHS, else NULL. */
    const struct strategy_graphs *graphs;
    /* Of somebody's launcher: not for keys that are larger than the last; it counts items, each of which is 1 (unit:0). */
    bool keys_in_range, counts;
    /* Of somebody's launcher: the items of each row, and the rows of a matrix, are a multiple; 0 or 1: any number. */
    uint64_t multiple;
};

/* The most items, of all rows, that a strategy accepts for an operator; 0: any number. */
static inline uint64_t strategy_most_items(const struct strategy *strategy, const struct op *op)
{
    if (!op->most_items || !strategy->most_items) return op->most_items + strategy->most_items;
    return strategy->most_items < op->most_items ? strategy->most_items : op->most_items;
}

/* The items of all rows. */
static inline uint64_t job_items(const struct job *job)
{
    return job->row_start ? job->ragged_items : job->rows * job->length;
}

/* Which of the input's items is item i of all rows, counted row by row. */
static inline uint64_t job_place(const struct job *job, uint64_t i)
{
    return job->by_column && job->length ? i % job->length * job->rows + i / job->length : i;
}

/* The most combines that an item passes through, that with the initial value too; UINT64_MAX where the strategy does not
 * say it. */
static inline uint64_t strategy_depth(const struct strategy *strategy, const struct job *job,
                                      const struct launch_shape *shape)
{
    uint64_t depth = strategy->depth ? strategy->depth(job, shape) : UINT64_MAX;
    return job->init && depth < UINT64_MAX ? depth + 1 : depth;
}

/* Are all columns of the result asked for? */
static inline bool job_keeps_all(const struct job *job)
{
    for (int c = 0; c < job->out.count; c++)
        if (!job->out.column[c].base) return false;
    return true;
}

/* Does a strategy that does `done` do problems of this kind? */
static inline bool strategy_does(enum what done, enum what asked)
{
    return done == asked || (done == WHAT_SCAN && asked == WHAT_EXSCAN);
}

/* A strategy compiled for one operator and one shape. */
struct instance {
    const struct strategy *strategy;
    struct launch_shape shape;
    bool tiny;             /* for tests: so small that 256 items cross many tiles */
    uint64_t shared_bytes; /* that a block asks for, if it may be more than every device has; else 0 */
    uint64_t shared_said;  /* that a block takes, at most; what every device has if unsaid; 0: a launcher's */
    /* Enqueues the work; never waits. */
    bool (*launch)(const struct job *job, const struct launch_shape *shape, struct text *why);
};

/* The code variant that an instance runs for an operator and a layout: the only way in which its code may
 * branch on either. op_variant(op) for what the strategy does, ITEMS after scaling, and whether loads are 16
 * bytes wide. */
uint64_t instance_variant(const struct instance *instance, const struct op *op, bool wide);

/* Everything of one operator, or element type, in a backend. One translation unit an operator, and one for all element
 * types. */
struct operator_code {
    const char *op; /* its name, or the element type's */
    const struct instance *instances;
    size_t count;
    /* result[i] = combine(left[i], right[i]) on the device, outside every strategy; states as C structs. NULL of an
     * element type. */
    bool (*combine_many)(const void *params, struct stream *stream, const void *left, const void *right,
                         void *result, uint64_t count, struct text *why);
    /* Writes items [0, count) of the problem's data (not literals) into columns, as problem_item does; with by_rows, the
     * number of rows, item j of row r at j * by_rows + r; else it is 0. */
    bool (*make_items)(const void *params, struct stream *stream, const struct columns *columns,
                       enum data_form form, uint64_t seed, uint64_t count, uint64_t by_rows,
                       struct text *why);
};

#ifdef __cplusplus
}
#endif
#endif
