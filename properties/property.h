/* SPDX-License-Identifier: MIT
 * How a property describes itself: CLAIM, beside its check; its name stands in properties.def. Private to this folder. */
#ifndef FOLDCHECK_PROPERTY_H
#define FOLDCHECK_PROPERTY_H

#include "generate.h"
#include "properties.h"

/* The strategies or operators that a subject is about. */
enum about {
    ABOUT_REDUCE = 1,
    ABOUT_SCAN = 2,
    ABOUT_KEYED = 4,
    ABOUT_TRANSPOSE = 8,
    ABOUT_FOLD = ABOUT_REDUCE | ABOUT_SCAN | ABOUT_KEYED,
    ABOUT_ALL = ABOUT_FOLD | ABOUT_TRANSPOSE,
    ABOUT_ROWS = 16,     /* of these, strategies for several rows */
    ABOUT_PICKS = 32,    /* of these, strategies that pick others */
    ABOUT_ADDED = 64,    /* operators of plugins */
    ABOUT_WIDENED = 128, /* operators with an oracle in a wider type */
    ABOUT_LAUNCHED = 256 /* of these, strategies that are somebody's launcher */
};

/* What a property needs beyond its subject. */
enum need {
    NEED_EXACT = 1,             /* of the operator: LAW_EXACT */
    NEED_MAP_OUT = 2,           /* emit */
    NEED_SAME_COLUMNS = 4,      /* results of the same columns as the items */
    NEED_SUMS = 8,              /* it adds its items as they are */
    NEED_OWN_LINE = 16,         /* one of the problems in the strategy's line is about it */
    NEED_INCLUSIVE = 32,        /* of the strategy: inclusive scans */
    NEED_BOTH_SCANS = 64,       /* both kinds of scan */
    NEED_INITIAL = 128,         /* scans with an initial value */
    NEED_SECTORS = 256,         /* it claims how its accesses coalesce */
    NEED_TRAFFIC = 512,         /* how many bytes it moves */
    NEED_SHARED = 1024,         /* how much shared memory a block takes */
    NEED_SAME_BITS = 2048,      /* the same bits for the operator in every run */
    NEED_ORDER = 4096,          /* it keeps the order of operands */
    NEED_REDUCTION = 1 << 13,   /* of the build: any reduction */
    NEED_LARGER_KEYS = 1 << 14, /* of the strategy: keys that are larger than the last */
    NEED_STREAM = 1 << 15       /* of the launcher: it takes a stream, and may be captured here */
};

/* What properties speak of: X(word, the runner's subject, the strategies or operators, "<strategy> does no ..."). */
#define SUBJECTS(X)                                                                                          \
    X(STRATEGY, STRATEGY, ABOUT_ALL, "")                                                                     \
    X(REDUCTION, STRATEGY, ABOUT_REDUCE, "reduce")                                                           \
    X(SCAN, STRATEGY, ABOUT_SCAN, "scan")                                                                    \
    X(SEGSCAN, STRATEGY, ABOUT_SCAN | ABOUT_ROWS, "scan of several rows")                                    \
    X(SEGREDUCE, STRATEGY, ABOUT_REDUCE | ABOUT_ROWS, "reduction of several rows")                           \
    X(ROWS, STRATEGY, ABOUT_REDUCE | ABOUT_SCAN | ABOUT_ROWS, "problem of several rows")                     \
    X(TRANSPOSITION, STRATEGY, ABOUT_TRANSPOSE, "transpose")                                                 \
    X(KEYED, STRATEGY, ABOUT_KEYED, "keyed")                                                                 \
    X(KEYED_ROWS, STRATEGY, ABOUT_KEYED | ABOUT_ROWS, "fold by key of several rows")                         \
    X(FOLD, STRATEGY, ABOUT_FOLD, "fold")                                                                    \
    X(EMITTER, STRATEGY, ABOUT_FOLD, "fold")                                                                 \
    X(AUTO, STRATEGY, ABOUT_ALL | ABOUT_PICKS, "picking of others")                                          \
    X(POLICY, STRATEGY, ABOUT_REDUCE | ABOUT_ROWS | ABOUT_PICKS, "picking of reductions of several rows")    \
    X(LAUNCHED, STRATEGY, ABOUT_ALL | ABOUT_LAUNCHED, "launch of somebody's kernels")                        \
    X(OPERATOR, OPERATOR, ABOUT_ALL, "")                                                                     \
    X(ADDED, OPERATOR, ABOUT_ADDED, "")                                                                      \
    X(WIDENED, OPERATOR, ABOUT_WIDENED, "")                                                                  \
    X(SUITE, SUITE, ABOUT_ALL, "")

struct about_subject {
    const char *word;
    unsigned about; /* bits of enum about */
    const char *words;
};

#define SUBJECT(WORD, SUBJECT, ABOUT, WORDS)                                                                 \
    extern const struct about_subject about_##WORD;                                                          \
    enum { SUBJECT_OF_##WORD = SUBJECT_##SUBJECT };
SUBJECTS(SUBJECT)
#undef SUBJECT

#define PROPERTY(NAME) extern const struct property NAME##_property;
#include "properties.def"
#undef PROPERTY

enum { ON_HOST, ON_DEVICE, ON_SIM };

/* CLAIM(name, subject, where, generator, "the claim in one sentence"): the struct of a property, whose check is <name>_check and
 * whose cases <generator>_generate draws. Where: HOST needs no device, DEVICE runs on every device, SIM needs the simulator.
 * More members of struct property may follow: .needs, .compares, .is_main, .every_schedule, .tested. */
#define CLAIM(NAME, SUBJECT, WHERE, GENERATOR, ...)                                                          \
    const struct property NAME##_property = {.name = #NAME,                                                  \
                                             .subject = (enum subject)SUBJECT_OF_##SUBJECT,                  \
                                             .on_host = ON_##WHERE == ON_HOST,                               \
                                             .on_sim = ON_##WHERE == ON_SIM,                                 \
                                             .generate = GENERATOR##_generate,                               \
                                             .check = NAME##_check,                                          \
                                             .about = &about_##SUBJECT,                                      \
                                             .claim = __VA_ARGS__}

#endif
