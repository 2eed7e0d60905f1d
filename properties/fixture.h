/* SPDX-License-Identifier: MIT
 * Shared by the checks: an open device with room for two problems, expected values, comparisons. Private to
 * this folder. */
#ifndef FOLDCHECK_FIXTURE_H
#define FOLDCHECK_FIXTURE_H

#include "properties.h"
#include "load.h"

/* The context behind properties_open. */
struct fixture {
    struct device_name name;
    bool has_device;
    uint64_t most_items;         /* of a drawn problem; 0: no limit */
    bool lenient;                /* the simulator judges drawn problems by MODEL_LENIENT */
    uint64_t most_executions;    /* under every schedule; 0: the usual number */
    uint64_t most_reorderings;   /* of one of these; 0: any number */
    void (*beat)(void *beating); /* says that a check goes on; NULL: it is not told */
    void *beating;
    bool on_paths;          /* the check runs its case in one order after the other */
    bool little_patience;   /* of a case that is known to hang */
    struct session session; /* meaningless without a device */
    /* load[0] is the case's, load[1] and load[2] the other problems of a check; load[2] a witness's, too. Each
     * keeps pointers to its problem. */
    struct load load[3];
    struct problem part[3];   /* of fixture_run_part */
    struct stream *stream[2]; /* opened when a check first wants them */
    void *pairs;              /* device memory of device_combine_equals_host_combine */
};

enum { LOAD_CASE, LOAD_OTHER, LOAD_THIRD, LOAD_WITNESS = LOAD_THIRD };

/* Items of a row that are a problem of their own. */
struct part {
    uint64_t from, count;
    bool keeps_init;
};

/* One state, one item: room and alignment for any operator's. */
struct state {
    _Alignas(16) unsigned char at[MAX_STATE_BYTES];
};

/* Plans a case on one of the fixture's loads. VERDICT_PASS: go on; else the case's verdict: the strategy refuses,
 * it should have and did not, or the case names what is not there. */
enum verdict fixture_plan(struct fixture *fixture, int which, const struct test_case *checked,
                          struct finding *finding);

/* As fixture_plan for a problem of the case's strategy and tuning. */
enum verdict fixture_plan_problem(struct fixture *fixture, int which, const struct test_case *checked,
                                  const struct problem *problem, struct finding *finding);

/* The meaning of a device's failure: on the simulator the claim did not hold, and the device goes on; on hardware
 * the process may be poisoned, and the runner decides. `why` becomes first_at or reason. */
enum verdict fixture_device_failed(struct fixture *fixture, const struct text *why, struct finding *finding);

/* The case whose strategy is planned, with other items. Literals stay: a few of them would not do. */
struct test_case fixture_other_items(const struct fixture *fixture, const struct test_case *checked);

/* Copies up, launches, copies down; then fixture_launch alone. VERDICT_PASS: go on. */
enum verdict fixture_run(struct fixture *fixture, int which, struct finding *finding);
enum verdict fixture_launch(struct fixture *fixture, int which, struct finding *finding);

/* A result is wrong. If it depends on an undefined value that a lane took, that is what failed: runs the load again, with
 * other such values. */
enum verdict fixture_blame(struct fixture *fixture, int which, enum verdict verdict, struct finding *finding);

/* Plans and runs the case on load[LOAD_CASE], then another problem by the other case's strategy on load[LOAD_OTHER]. */
enum verdict fixture_run_both(struct fixture *fixture, const struct test_case *checked,
                              const struct test_case *other, const struct problem *problem,
                              struct finding *finding);

/* The case's strategy on the items [from, from + count) of the one row that lies in load[LOAD_CASE].up, as a
 * problem of its own, with the case's initial value or without. VERDICT_PASS: go on. */
enum verdict fixture_run_part(struct fixture *fixture, int which, const struct test_case *checked,
                              struct part part, struct finding *finding);

/* Of problems that are drawn: the formal one on the simulator, unless told otherwise; a GPU has its own. */
enum memory_model fixture_model(const struct fixture *fixture);

/* The instance that a case names: its strategy for its operator, in its tuning or the default. NULL with
 * the reason. */
const struct instance *fixture_instance(struct fixture *fixture, const struct test_case *checked,
                                        struct text *why);

/* Whether there is one: a build may be of some strategies, operators or tunings. */
bool fixture_is_built(struct fixture *fixture, const struct test_case *checked);

/* The instances of a strategy for an operator that the device can run; `index` counts from 0, NULL past the
 * last. */
const struct instance *fixture_nth_instance(const struct fixture *fixture, const char *strategy,
                                            const char *op, size_t index);

/* All of them, at most `room`; returns how many. */
size_t fixture_instances(const struct fixture *fixture, const char *strategy, const char *op,
                         const struct instance **at, size_t room);

/* Whether an instance takes all of some bits of enum takes, for an operator that has the laws that it needs, on a device whose
 * blocks go on if it needs that. */
bool fixture_takes(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                   unsigned takes);

/* The bits of enum takes for the initial values of the kinds of scan that an instance does. */
unsigned fixture_scans_with_init(const struct instance *instance);

/* False, with the reason, if it is for other devices than this one. */
bool fixture_is_for_device(const struct fixture *fixture, const struct instance *instance,
                           const struct op *op, struct text *why);

/* Whether it does such scans: one kind may be refused. */
bool fixture_does_what(const struct fixture *fixture, const struct instance *instance, const struct op *op,
                       enum what what);

/* The most keys that an instance accepts for one row; MANY_KEYS if any number. */
enum { MANY_KEYS = 1 << 20 };
uint64_t fixture_most_keys(const struct fixture *fixture, const struct instance *instance,
                           const struct op *op);

/* Items of the longest row that an instance accepts; ANY_ROW, which every operator's most_items allows, if its rows
 * need not fit into a block. */
enum { ANY_ROW = 1 << 15 };
uint64_t fixture_longest_row(const struct fixture *fixture, const struct instance *instance,
                             const struct op *op);

/* The keys of a load's items, which are put; NULL where they have none. */
const struct item_keys *load_keys(const struct load *load);

/* The results that came down: how many (a reduction has one a row, a keyed one a row and key, a scan one an item); the
 * row of result `at`; the result as a C struct; the items that are folded into it, by their numbers in the whole
 * problem (of a keyed problem: by their places); "row 2" or "row 2, item 7",
 * or the place in a transposed matrix. */
struct result_items {
    uint64_t begin, end; /* [begin, end) */
};
uint64_t load_results(const struct load *load);
uint64_t result_row(const struct load *load, uint64_t at);
void load_result(const struct load *load, uint64_t at, void *state);
struct result_items result_items(const struct load *load, uint64_t at);
void say_result(const struct load *load, uint64_t at, struct text *place);

/* The shape of the planned load, or of what an auto strategy picks for it. */
struct launch_shape load_shape(const struct load *load);

/* How many items one block folds at a time in the planned job; 0 where the strategy does not say. */
uint64_t load_tile(const struct load *load);

/* Tells where a span operator of the code variant of load[which]'s problem tears on the same shape. */
void witness_tell(struct fixture *fixture, int which, const struct test_case *checked,
                  struct finding *finding);

#endif
