/* SPDX-License-Identifier: MIT
 * Folds of MPI as strategies of the device cpu, in two kinds. Peers, openmpi_* and mpich_*, are the libraries' own collectives;
 * mpi_* fold shares beyond one rank by states of ours. A launch copies the items to memory that the ranks of a job share, and
 * their results from there. */
#include "team.h"

#include "fleet/states.h"
#include "peers/peers.h"
#include "refuse.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the libraries, and the algorithms that they let a user force ---- */
struct library {
    const char *word, *name;
    bool has_persistent;
};
struct forced {
    enum collective collective;
    const char *library;
    uint32_t nonblocking, number;
    const char *name, *environment;
};
#define FORCED(...)
#define LIBRARY(WORD, NAME, HAS_PERSISTENT) {WORD, NAME, HAS_PERSISTENT},
static const struct library libraries[] = {
#include "mpi_algorithms.def"
};
#undef FORCED
#undef LIBRARY
#define LIBRARY(...)
#define FORCED(LIBRARY, COLLECTIVE, NONBLOCKING, NUMBER, NAME, ENVIRONMENT)                                  \
    {COLLECTIVE, LIBRARY, NONBLOCKING, NUMBER, NAME, ENVIRONMENT},
static const struct forced forced[] = {
#include "mpi_algorithms.def"
    {0}};
#undef FORCED
#undef LIBRARY

/* Where one is of no use: Open MPI's join ranks in any order, though the operator is of commute 0 (open-mpi/ompi, issue 7765), and
 * MPICH's give way to another one without a word. MPICH 4.0.2 says so with MPIR_CVAR_COLLECTIVE_FALLBACK=error, which is of no use in
 * launches: the parts of "smp" are calls of their own, and fail then. */
enum limit {
    LIMIT_NONE,
    LIMIT_NO_ORDER,
    LIMIT_BUILT_IN,  /* none of a user's operators */
    LIMIT_COMMUTES,  /* operators of commute 1 */
    LIMIT_POWER_OF_2 /* of ranks */
};
static const struct limited {
    enum limit limit;
    enum collective collective;
    const char *library;
    uint32_t nonblocking;
    const char *name;
} limited[] = {
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 0, "chain"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 0, "pipeline"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 0, "binary"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 0, "binomial"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 1, "chain"}, /* in place, or with another root than 0 */
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE, "openmpi", 1, "rabenseifner"}, /* gives way to "chain" */
    {LIMIT_NO_ORDER, COLLECTIVE_ALLREDUCE, "openmpi", 0, "ring"},
    {LIMIT_NO_ORDER, COLLECTIVE_ALLREDUCE, "openmpi", 0, "segmented_ring"},
    {LIMIT_NO_ORDER, COLLECTIVE_ALLREDUCE, "openmpi", 1, "ring"},
    {LIMIT_NO_ORDER, COLLECTIVE_ALLREDUCE, "openmpi", 1, "rabenseifner"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE_SCATTER, "openmpi", 0, "recursive_halving"},
    {LIMIT_NO_ORDER, COLLECTIVE_REDUCE_SCATTER, "openmpi", 0, "ring"},
    {LIMIT_BUILT_IN, COLLECTIVE_REDUCE, "mpich", 0, "reduce_scatter_gather"},
    {LIMIT_BUILT_IN, COLLECTIVE_REDUCE, "mpich", 1, "sched_reduce_scatter_gather"},
    {LIMIT_BUILT_IN, COLLECTIVE_ALLREDUCE, "mpich", 0, "reduce_scatter_allgather"},
    {LIMIT_BUILT_IN, COLLECTIVE_ALLREDUCE, "mpich", 1, "sched_reduce_scatter_allgather"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE, "mpich", 0, "smp"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE, "mpich", 1, "sched_smp"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE, "mpich", 1, "tsp_tree"},
    {LIMIT_COMMUTES, COLLECTIVE_ALLREDUCE, "mpich", 0, "smp"},
    {LIMIT_COMMUTES, COLLECTIVE_ALLREDUCE, "mpich", 1, "sched_smp"},
    {LIMIT_COMMUTES, COLLECTIVE_ALLREDUCE, "mpich", 1, "tsp_ring"},
    {LIMIT_COMMUTES, COLLECTIVE_ALLREDUCE, "mpich", 1, "tsp_recexch_reduce_scatter_recexch_allgatherv"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER, "mpich", 0, "pairwise"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER, "mpich", 0, "recursive_halving"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER, "mpich", 1, "sched_pairwise"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER, "mpich", 1, "sched_recursive_halving"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER, "mpich", 1, "tsp_recexch"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 0, "pairwise"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 0, "recursive_halving"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 1, "sched_pairwise"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 1, "sched_recursive_halving"},
    {LIMIT_COMMUTES, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 1, "tsp_recexch"},
    {LIMIT_COMMUTES, COLLECTIVE_SCAN, "mpich", 0, "smp"},
    {LIMIT_COMMUTES, COLLECTIVE_SCAN, "mpich", 1, "sched_smp"},
    {LIMIT_POWER_OF_2, COLLECTIVE_REDUCE_SCATTER, "mpich", 1, "sched_noncommutative"},
    {LIMIT_POWER_OF_2, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 0, "noncommutative"},
    {LIMIT_POWER_OF_2, COLLECTIVE_REDUCE_SCATTER_BLOCK, "mpich", 1, "sched_noncommutative"},
};

static enum limit limit_of(const struct forced *algorithm)
{
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (limited[i].collective == algorithm->collective &&
            limited[i].nonblocking == algorithm->nonblocking &&
            strcmp(limited[i].library, algorithm->library) == 0 &&
            strcmp(limited[i].name, algorithm->name) == 0)
            return limited[i].limit;
    return LIMIT_NONE;
}

enum { LIBRARIES = sizeof libraries / sizeof *libraries, ALGORITHMS = sizeof forced / sizeof *forced - 1 };

/* ---- the strategies ---- */
struct kind {
    const char *name; /* behind the library's word */
    const char *does;
    enum collective collective;
    enum what what;
    bool commutes;   /* the operator is made with commute 1, */
    bool predefined; /* or MPI's own */
    bool has_root;
    bool is_forced; /* to take the algorithms that a user can force */
    bool has_gaps;  /* takes a datatype with gaps, which others of its collective do not */
    bool unordered; /* of those that are forced, the ones that keep no order */
};
#define KIND(NAME, FUNCTION, COLLECTIVE, WHAT, HAS_ROOT)                                                     \
    {.name = NAME,                                                                                           \
     .does = FUNCTION ", commute 0",                                                                         \
     .collective = COLLECTIVE,                                                                               \
     .what = WHAT,                                                                                           \
     .has_root = HAS_ROOT},                                                                                  \
        {.name = NAME "_commuting",                                                                          \
         .does = FUNCTION ", commute 1",                                                                     \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .commutes = true,                                                                                   \
         .has_root = HAS_ROOT},                                                                              \
        {.name = NAME "_forced",                                                                             \
         .does = FUNCTION ", commute 0, each algorithm",                                                     \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .has_root = HAS_ROOT,                                                                               \
         .is_forced = true},                                                                                 \
        {.name = NAME "_unordered_forced",                                                                   \
         .does = FUNCTION ", commute 0, each algorithm that keeps no order",                                 \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .has_root = HAS_ROOT,                                                                               \
         .is_forced = true,                                                                                  \
         .unordered = true},                                                                                 \
        {.name = NAME "_commuting_forced",                                                                   \
         .does = FUNCTION ", commute 1, each algorithm",                                                     \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .commutes = true,                                                                                   \
         .has_root = HAS_ROOT,                                                                               \
         .is_forced = true},                                                                                 \
        {.name = NAME "_predefined",                                                                         \
         .does = FUNCTION ", an operation of MPI's own",                                                     \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .commutes = true,                                                                                   \
         .predefined = true,                                                                                 \
         .has_root = HAS_ROOT},                                                                              \
        {.name = NAME "_predefined_forced",                                                                  \
         .does = FUNCTION ", an operation of MPI's own, each algorithm",                                     \
         .collective = COLLECTIVE,                                                                           \
         .what = WHAT,                                                                                       \
         .commutes = true,                                                                                   \
         .predefined = true,                                                                                 \
         .has_root = HAS_ROOT,                                                                               \
         .is_forced = true},
/* clang-format off */
static const struct kind kinds[] = {
    KIND("reduce", "MPI_Reduce", COLLECTIVE_REDUCE, WHAT_REDUCE, true)
    KIND("allreduce", "MPI_Allreduce", COLLECTIVE_ALLREDUCE, WHAT_REDUCE, true)
    KIND("reduce_scatter", "MPI_Reduce_scatter", COLLECTIVE_REDUCE_SCATTER, WHAT_REDUCE, false)
    KIND("reduce_scatter_block", "MPI_Reduce_scatter_block", COLLECTIVE_REDUCE_SCATTER_BLOCK, WHAT_REDUCE, false)
    KIND("scan", "MPI_Scan", COLLECTIVE_SCAN, WHAT_SCAN, false)
    KIND("exscan", "MPI_Exscan", COLLECTIVE_EXSCAN, WHAT_SCAN, false)
    {"reduce_local", "MPI_Reduce_local", COLLECTIVE_REDUCE_LOCAL, WHAT_REDUCE, .commutes = false},
    {"reduce_scatter_gaps", "MPI_Reduce_scatter, commute 0, of a datatype with gaps", COLLECTIVE_REDUCE_SCATTER, WHAT_REDUCE, .has_gaps = true},
    {"reduce_scatter_block_gaps", "MPI_Reduce_scatter_block, commute 0, of a datatype with gaps", COLLECTIVE_REDUCE_SCATTER_BLOCK, WHAT_REDUCE,
     .has_gaps = true},
    {"reduce_inter", "MPI_Reduce of an inter-communicator, commute 0", COLLECTIVE_INTER_REDUCE, WHAT_REDUCE, .has_root = true},
    {"allreduce_inter", "MPI_Allreduce of an inter-communicator, commute 0", COLLECTIVE_INTER_ALLREDUCE, WHAT_REDUCE, .has_root = true},
};
/* clang-format on */
#undef KIND
/* Ours, of any library; they take its number, from 1, as their policy. */
static const struct kind folds[] = {
    {"mpi_reduce", "shares of ranks, and MPI_Allgather of a state a rank", COLLECTIVE_TAILS, WHAT_REDUCE,
     .commutes = false},
    {"mpi_segreduce", "the same of rows, which may lie across ranks", COLLECTIVE_TAILS, WHAT_REDUCE,
     .commutes = false},
    {"mpi_scan", "shares of ranks, and MPI_Exscan of a state a rank", COLLECTIVE_EXSCAN_TAILS, WHAT_SCAN,
     .commutes = false},
    {"mpi_segscan", "the same of rows, which may lie across ranks", COLLECTIVE_EXSCAN_TAILS, WHAT_SCAN,
     .commutes = false},
};
enum {
    KINDS = sizeof kinds / sizeof *kinds,
    FOLDS = sizeof folds / sizeof *folds,
    STRATEGIES = LIBRARIES * KINDS + FOLDS,
    MOST_INSTANCES = LIBRARIES * (KINDS * CALLS + FOLDS) + 8 * ALGORITHMS,
    USUAL_RANKS = 3
};
static struct strategy strategies[STRATEGIES];
static char names[STRATEGIES][48];
static struct instance instances[MOST_INSTANCES];
static size_t instance_count;

/* Of a strategy's number. */
static const struct kind *kind_of(uint32_t own)
{
    return own < LIBRARIES * KINDS ? &kinds[own % KINDS] : &folds[own - LIBRARIES * KINDS];
}

static bool is_ours(uint32_t own)
{
    return own >= LIBRARIES * KINDS;
}

static const struct library *library_of(const struct launch_shape *shape)
{
    return &libraries[is_ours(shape->own) ? shape->policy - 1 : shape->own / KINDS];
}

static bool is_nonblocking(uint32_t call)
{
    return call >= CALL_NONBLOCKING;
}

/* The algorithm that the shape asks for; NULL where it leaves that to the library. */
static const struct forced *algorithm_of(const struct launch_shape *shape)
{
    for (int a = 0; a < ALGORITHMS; a++)
        if (forced[a].collective == kind_of(shape->own)->collective &&
            forced[a].nonblocking == is_nonblocking(shape->call) && forced[a].number == shape->algorithm &&
            strcmp(forced[a].library, library_of(shape)->word) == 0)
            return &forced[a];
    return NULL;
}

/* ---- launches ---- */
static uint64_t aligned(uint64_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

static uint64_t results_of(const struct job *job)
{
    return job->what == WHAT_REDUCE ? job->rows : job_items(job);
}

static uint64_t param_sets(const struct job *job)
{
    uint64_t sets = job->params ? 1 : 0;
    for (int v = 0; job->row_params && v < job->vary.count; v++)
        sets *= (uint64_t)job->vary.dim[v].size;
    return sets;
}

/* Where everything lies. */
static struct ranks_problem place(const struct job *job, const struct launch_shape *shape)
{
    const struct kind *kind = kind_of(shape->own);
    struct ranks_problem problem = {.what = job->what,
                                    .collective = kind->collective,
                                    .call = shape->call,
                                    .datatype = shape->datatype,
                                    .root = shape->root,
                                    .reversed = shape->reversed,
                                    .commutes = kind->commutes,
                                    .predefined = kind->predefined,
                                    .has_init = job->init,
                                    .emits = job->mapout.count,
                                    .rows = job->rows,
                                    .length = job->length,
                                    .items = job_items(job),
                                    .param_sets = param_sets(job),
                                    .vary = job->vary};
    snprintf(problem.op, sizeof problem.op, "%s", job->op->name);
    problem.at_items = RANKS_PAGE_BYTES;
    problem.at_results = problem.at_items + aligned(problem.items * job->op->input.size);
    problem.at_mapouts = problem.at_results + aligned(results_of(job) * job->op->state.size);
    uint64_t at = problem.at_mapouts + aligned(problem.emits ? problem.items * job->op->mapout.size : 0);
    if (job->row_start) problem.at_starts = at;
    problem.at_params = at + aligned(job->row_start ? (job->rows + 1) * sizeof *job->row_start : 0);
    problem.at_init = problem.at_params + aligned(problem.param_sets * job->op->params_size);
    problem.bytes = problem.at_init + MAX_STATE_BYTES;
    return problem;
}

static void copy_in(const struct job *job, const struct ranks_problem *problem, char *memory)
{
    for (uint64_t i = 0; i < problem->items; i++)
        columns_read(&job->in, &job->op->input, i, memory + problem->at_items + i * job->op->input.size);
    memset(memory + problem->at_results, 0xa5, results_of(job) * job->op->state.size);
    if (problem->emits) memset(memory + problem->at_mapouts, 0xa5, problem->items * job->op->mapout.size);
    if (job->row_start)
        memcpy(memory + problem->at_starts, job->row_start, (job->rows + 1) * sizeof *job->row_start);
    if (problem->param_sets)
        memcpy(memory + problem->at_params, job->row_params ? job->row_params : job->params,
               problem->param_sets * job->op->params_size);
    if (job->init) memcpy(memory + problem->at_init, job->init, job->op->state.size);
}

/* Columns that are not asked for have no base. */
static void write_item(const struct columns *columns, const struct tuple *tuple, uint64_t at,
                       const char *item)
{
    for (int c = 0; c < columns->count; c++)
        if (columns->column[c].base)
            memcpy((char *)columns->column[c].base + (int64_t)at * columns->column[c].stride,
                   item + tuple->offset[c], elem_size(tuple->elem[c]));
}

static void copy_out(const struct job *job, const struct ranks_problem *problem, const char *memory)
{
    for (uint64_t i = 0; i < results_of(job); i++)
        write_item(&job->out, &job->op->state, i, memory + problem->at_results + i * job->op->state.size);
    for (uint64_t i = 0; problem->emits && i < problem->items; i++)
        write_item(&job->mapout, &job->op->mapout, i,
                   memory + problem->at_mapouts + i * job->op->mapout.size);
}

static bool launch(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    const struct forced *algorithm = algorithm_of(shape);
    const struct team_request request = {library_of(shape)->word, shape->ranks,
                                         algorithm ? algorithm->environment : ""};
    struct ranks_problem problem = place(job, shape);
    struct team *team = team_get(&request, why);
    struct ranks_page *page = team ? team_page(team, problem.bytes, why) : NULL;
    if (!page) return false;
    problem.bytes = page->problem.bytes;
    page->problem = problem;
    copy_in(job, &problem, (char *)page);
    if (!team_turn(team, kind_of(shape->own)->does, why)) return false;
    copy_out(job, &problem, (const char *)page);
    return true;
}

/* ---- what they refuse ---- */

/* MPICH goes wrong there: the strategies *_gaps show it, and the others stay of use. */
static bool lacks_gaps(const struct kind *kind)
{
    bool scatters =
        kind->collective == COLLECTIVE_REDUCE_SCATTER || kind->collective == COLLECTIVE_REDUCE_SCATTER_BLOCK;
    return scatters && (!kind->commutes || kind->is_forced) && !kind->has_gaps;
}

/* Between two halves of the ranks; MPI_IN_PLACE means nothing there. */
static bool is_inter(const struct kind *kind)
{
    return kind->collective == COLLECTIVE_INTER_REDUCE || kind->collective == COLLECTIVE_INTER_ALLREDUCE;
}

/* Whether the call's elements are the rows. */
static bool counts_rows(const struct launch_shape *shape)
{
    return !is_ours(shape->own) && kind_of(shape->own)->collective != COLLECTIVE_REDUCE_LOCAL;
}

static bool gives_way(const struct launch_shape *shape)
{
    const struct forced *algorithm = algorithm_of(shape);
    bool is_power = (shape->ranks & (shape->ranks - 1)) == 0;
    return algorithm && limit_of(algorithm) == LIMIT_POWER_OF_2 && !is_power;
}

static enum refusal refuse(const struct strategy *strategy, const struct job *job,
                           const struct launch_shape *shape, struct text *why)
{
    enum refusal refusal = refuse_by_takes(strategy, job, shape, why);
    const char *name = strategy->name;
    if (refusal != REFUSAL_NONE || !shape) return refusal;
    const uint32_t least = is_inter(kind_of(shape->own)) ? 2 : 1;
    if (shape->ranks < least || shape->ranks > MOST_RANKS) {
        text_say(why, "%s takes %u to %d ranks, got %u", name, least, MOST_RANKS, shape->ranks);
    } else if (shape->root && !kind_of(shape->own)->has_root) {
        text_say(why, "%s has no root, got root=%u", name, shape->root);
    } else if (shape->root >= shape->ranks) {
        text_say(why, "%s: expected a root below %u, the number of ranks, got %u", name, shape->ranks,
                 shape->root);
    } else if (shape->datatype >= DATATYPES || (shape->datatype && is_ours(shape->own))) {
        text_say(why, "%s: expected a datatype below %d, got %u", name, is_ours(shape->own) ? 1 : DATATYPES,
                 shape->datatype);
    } else if (shape->datatype && kind_of(shape->own)->predefined) {
        text_say(why, "%s has MPI's own datatype, got datatype=%u", name, shape->datatype);
    } else if (shape->datatype == DATATYPE_GAPS && lacks_gaps(kind_of(shape->own))) {
        text_say(why, "%s takes no datatype with gaps, got datatype=%u", name, shape->datatype);
    } else if (gives_way(shape)) {
        text_say(why, "%s: algorithm=%u is for a power of two of ranks, got %u", name, shape->algorithm,
                 shape->ranks);
    } else if (shape->reversed > 1) {
        text_say(why, "%s: expected reversed 0 or 1, got %u", name, shape->reversed);
    } else if (counts_rows(shape) && job->rows > INT32_MAX / (2 * MOST_RANKS)) {
        text_say(why, "%s: MPI counts elements in an int, got %llu rows", name,
                 (unsigned long long)job->rows);
        return REFUSAL_SHAPE;
    } else {
        return REFUSAL_NONE;
    }
    return REFUSAL_DEVICE;
}

static uint64_t no_scratch(const struct job *job, const struct launch_shape *shape)
{
    (void)job, (void)shape;
    return 0;
}

static bool prepare_nothing(const struct job *job, const struct launch_shape *shape, struct text *why)
{
    (void)job, (void)shape, (void)why;
    return true;
}

/* ---- the tables, made when the plugin is opened ---- */
static void describe(uint32_t own)
{
    const struct kind *kind = kind_of(own);
    const bool rows = !is_ours(own) || strncmp(kind->name, "mpi_seg", 7) == 0;
    struct strategy *strategy = &strategies[own];
    if (is_ours(own))
        snprintf(names[own], sizeof names[own], "%s", kind->name);
    else
        snprintf(names[own], sizeof names[own], "%s_%s", libraries[own / KINDS].word, kind->name);
    strategy->name = names[own];
    strategy->ids = "";
    strategy->does = kind->does;
    strategy->what = kind->what;
    strategy->needs = kind->commutes || kind->unordered ? LAW_COMMUTES : 0;
    strategy->takes = (TAKES_USUAL | TAKES_SCANS | (rows ? TAKES_ROWS | TAKES_RAGGED : 0) |
                       (rows && is_ours(own) ? TAKES_PARAMS_BY_ROW : 0));
    strategy->blocks_communicate = true;
    /* MPI recommends no more; the states that MPI_Allgather brings are folded in order. */
    strategy->determinism = kind->collective == COLLECTIVE_TAILS ? SAME_BITS_EVERY_RUN : BITS_MAY_VARY;
    strategy->refuse = refuse;
    strategy->scratch_bytes = no_scratch;
    strategy->prepare = prepare_nothing;
}

static void add_instance(uint32_t own, uint32_t policy, uint32_t algorithm, uint32_t call, uint32_t ranks)
{
    assert(instance_count < MOST_INSTANCES);
    struct instance *instance = &instances[instance_count++];
    instance->strategy = &strategies[own];
    instance->launch = launch;
    instance->shape.ranks = ranks;
    instance->shape.own = own;
    instance->shape.policy = policy;
    instance->shape.algorithm = algorithm;
    instance->shape.call = call;
    instance->shape.datatype = kind_of(own)->has_gaps ? DATATYPE_GAPS : DATATYPE_STRUCT;
}

static bool belongs(const struct forced *algorithm, const struct kind *kind)
{
    enum limit limit = limit_of(algorithm);
    if (algorithm->collective != kind->collective) return false;
    if (limit == LIMIT_BUILT_IN) return kind->predefined;
    if (kind->commutes) return true;
    return limit != LIMIT_COMMUTES && (limit == LIMIT_NO_ORDER) == kind->unordered;
}

/* Those of a library's strategy: each call, as the library likes, and each algorithm, in place and not. */
static void add_instances(uint32_t own)
{
    const struct kind *kind = kind_of(own);
    const struct library *library = &libraries[own / KINDS];
    const uint32_t calls = kind->collective == COLLECTIVE_REDUCE_LOCAL ? 1
                           : library->has_persistent                   ? CALLS
                                                                       : CALL_PERSISTENT;
    for (uint32_t call = 0; !kind->is_forced && call < calls; call++)
        if (!is_inter(kind) || !call_is_in_place(call)) add_instance(own, 0, 0, call, USUAL_RANKS);
    for (int a = 0; kind->is_forced && a < ALGORITHMS; a++)
        for (uint32_t in_place = 0; in_place < 2; in_place++)
            if (belongs(&forced[a], kind) && strcmp(forced[a].library, library->word) == 0)
                add_instance(own, 0, forced[a].number,
                             (forced[a].nonblocking ? CALL_NONBLOCKING : CALL_BLOCKING) + in_place,
                             limit_of(&forced[a]) == LIMIT_POWER_OF_2 ? 4 : USUAL_RANKS);
}

/* ---- the plugin ---- */
#define BUILT_OPERATOR(NAME) #NAME,
static const char *const built[] = {
#include "mpi_operators.def"
};
enum { BUILT = sizeof built / sizeof *built };
static const struct strategy *strategy_list[STRATEGIES + 1];
static struct operator_code operators[BUILT];
static const struct operator_code *operator_list[BUILT + 1];

static bool has_predefined(const char *op)
{
#define PREDEFINED(OP, TYPE, OPERATION)                                                                      \
    if (strcmp(op, #OP) == 0) return true;
#include "mpi_predefined.def"
#undef PREDEFINED
    return false;
}

/* Adds the strategies that are of operators of MPI's own, or the others. */
static int add_strategies(bool predefined, int count)
{
    for (uint32_t own = 0; own < STRATEGIES; own++) {
        const size_t before = instance_count;
        if (kind_of(own)->predefined != predefined) continue;
        describe(own);
        if (!is_ours(own)) add_instances(own);
        for (uint32_t library = 0; is_ours(own) && library < LIBRARIES; library++)
            add_instance(own, library + 1, 0, 0, USUAL_RANKS);
        if (instance_count > before) strategy_list[count++] = &strategies[own];
    }
    return count;
}

__attribute__((constructor)) static void make_tables(void)
{
    int count = add_strategies(false, 0);
    const size_t of_all = instance_count; /* the instances behind them are of operators of MPI's own alone */
    add_strategies(true, count);
    for (int o = 0; o < BUILT; o++) {
        size_t has = has_predefined(built[o]) ? instance_count : of_all;
        operators[o] = (struct operator_code){.op = built[o], .instances = instances, .count = has};
        operator_list[o] = &operators[o];
    }
}

static const struct plugin_code code = {"cpu", strategy_list, operator_list};
static const struct plugin_code *const codes[] = {&code, NULL};
__attribute__((visibility("default"))) const struct plugin foldcheck_plugin = {PLUGIN_HEAD, NULL, 0, codes};
#define FORCED(...)
#define LIBRARY(WORD, NAME, HAS_PERSISTENT) ", " NAME
__attribute__((visibility("default"))) const char *const foldcheck_library = &
#include "mpi_algorithms.def"
                                                                             [2];
