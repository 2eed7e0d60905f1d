/* SPDX-License-Identifier: MIT
 * The claims that foldcheck checks: one line each in properties.def, one check function each in this folder. */
#ifndef FOLDCHECK_PROPERTIES_H
#define FOLDCHECK_PROPERTIES_H

#include "runner.h"
#include "strategy.h"

/* In the order of properties.def; NULL ends the list. */
extern const struct property *const properties_table[];

/* Which tests of the suite a property of strategies has, but for one of each strategy. */
enum tested {
    TESTED_AT_ONCE = 1,  /* one of all: what a shape decides, and no problem */
    TESTED_OF_KEYED = 2, /* of folds by key one of all */
    TESTED_BY_KEYED_ORACLE =
        4, /* of folds by key none: keyed_equals_oracle shows it, in every layout with every operator */
    TESTED_OF_EACH_FORM = 8,     /* of what is there for a document's form, too; its other claims share one */
    TESTED_OF_EACH_BLOCK = 16,   /* of each block-wide fold; its other claims have one of all */
    TESTED_WITH_EMIT = 32,       /* where there is an operator with a map-out */
    TESTED_OF_OWN_PROBLEMS = 64, /* where there is an operator of the strategy's line */
    TESTED_OF_ALL_STRATEGIES =
        128, /* the whole table: the check says which line is left out, and a partial build has no test */
    TESTED_OF_ALL_OPERATORS = 256
};

/* Whether a property speaks of a strategy, whatever the operator; strategy NULL: of foldcheck's own operators. */
bool property_speaks_of(const struct property *property, const struct strategy *strategy);

/* Whether a property of operators speaks of this one. */
bool property_is_about_op(const struct property *property, const struct op *op);

/* Whether one of the problems of the strategy's line in strategies.def is about the operator. */
bool properties_own_problem(const char *strategy, const struct op *op);

/* NULL: there is none of that name. */
const struct property *properties_find(const char *name);

/* Whether the property is a strategy's main one, the comparison with the oracle. */
bool properties_is_main(const struct property *property);

/* Opens what the checks need: a device with its reused memory, or, for DEVICE_HOST and DEVICE_NONE, no device
 * at all (only properties with on_host then). NULL with the reason, which is "no device" in its widest sense.
 * The context goes to every generate and check; it is not thread-safe. */
void *properties_open(struct device_name device, struct text *why);
void properties_close(void *context);

/* Keeps drawn problems to that many items from now on; 0 = as many as the device is good for. */
void properties_limit(void *context, uint64_t most_items);

/* Drawn problems are judged by the lenient model of memory from now on, not by the formal one. */
void properties_lenient(void *context);

/* Of a case under every schedule no more executions run than this; 0: a million. */
void properties_most_executions(void *context, uint64_t most);
/* And none of these in which a lane is stopped before an access, or finds an old value, more often than this; 0: any number. */
void properties_most_reorderings(void *context, uint64_t most);

/* A small case of the target's under every schedule: four tiles of the first tuning, or 600 items of a strategy that has
 * none. False: there is none, or its blocks have nothing to do with one another. */
bool properties_small_case(void *context, const struct target *target, struct test_case *made);

/* A check that runs long calls beat(beating) now and then. */
void properties_beats(void *context, void (*beat)(void *beating), void *beating);

/* Runs strategies, from now on, even where they refuse because a law is missing: cases say so in
 * finding.overridden. Any other refusal stands. */
void properties_override(void *context);

/* Whether a property says anything about a target's subject and operator (NULL: any): an operator without
 * emit has no map-out, a backend may lack an operator. Enumerate only those targets; false with the reason. */
bool properties_apply(void *context, const struct target *target, struct text *why);

/* Launches on a simulator count as hung after a quarter of the usual time, or no more. */
void properties_patience(void *context, bool little);

/* False, with the reason, if a target's strategy is for other devices than the context's in every tuning. */
bool properties_on_device(void *context, const struct target *target, struct text *why);

/* The tunings of the context's device that are simpler than the case's, simplest first: for shrinking. Sets
 * the case's tuning to number `index` of them; false past the last. */
bool properties_simpler_tuning(void *context, const struct test_case *from, size_t index,
                               struct tuning *tuning);

/* ---- how much an operator notices ---- */
enum mistake { MISTAKE_SWAP, MISTAKE_DROP, MISTAKE_DUPLICATE, MISTAKE_FOREIGN, MISTAKES };
const char *mistake_name(enum mistake mistake);

/* Mistakes planted into folds of `any` items, one at a time and at every place; those that changed the fold. */
struct strength {
    uint32_t planted, caught;
};
struct strength properties_strength(const struct op *op, enum mistake mistake);

/* Whether the operator's laws promise that it notices all of them: it orders or cancels, and no swap is seen
 * by one that commutes. */
bool properties_expect_caught(const struct op *op, enum mistake mistake);

/* The table of draws: how often 10,000 of them, for the strategies of the context's device, took a value of a choice; then at
 * which share of places the loss of an item would show in the first 64, by size. Calls
 * print(line) for each; false with the reason. */
bool properties_draws(void *context, void (*print)(const char *line), struct text *why);

/* Where properties/<name> lies: in share/foldcheck beside an installed program, else in the source tree. The
 * next call overwrites it. */
const char *properties_file(const char *name);

enum { FINGERPRINT_FIGURES = 10 };
/* The names of the figures: "launches", "barriers" ... */
extern const char *const properties_figure_name[FINGERPRINT_FIGURES];

/* What a strategy costs on one of the fixed problems. */
struct fingerprint {
    struct text name; /* "strategy{tuning}@device problem" */
    uint64_t figure[FINGERPRINT_FIGURES];
    uint64_t accesses, active_lanes; /* of warps, to memory; lanes that take part, one after the other */
    struct text line;                /* name and figures, as in fingerprints.txt */
};

/* The strategy that line `index` is about; NULL past the last. Its operator; NULL if there is no such line. */
const char *properties_fingerprint_strategy(void *context, size_t index);
const char *properties_fingerprint_operator(void *context, size_t index);

/* Line `index` of fingerprints.txt as the context's simulator counts it now; empty if the operator was not built. False
 * past the last line, with why empty, or where the device fails or cannot count, with the reason. */
bool properties_fingerprint(void *context, size_t index, struct fingerprint *counted, struct text *why);
/* Whether some line of fingerprints.txt is about an operator. */
bool properties_has_fingerprint(const char *op);

/* The same for other operators: line `index` of those that count the costs of all strategies with one. */
const char *properties_costs_strategy(void *context, size_t index);
bool properties_costs(void *context, const char *op, size_t index, struct fingerprint *counted,
                      struct text *why);
/* The heads of its columns. */
extern const char properties_fingerprint_head[];

#endif
