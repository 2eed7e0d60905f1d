/* SPDX-License-Identifier: MIT
 * The words of subjects.def and needs.def. Private to this folder. */
#ifndef FOLDCHECK_NEEDS_H
#define FOLDCHECK_NEEDS_H

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

struct about_subject {
    const char *subject; /* as properties.def has it */
    unsigned about;
    const char *words;
};

/* A property's or a generator's needs. */
enum need {
    NEED_EXACT = 1,           /* of the operator: LAW_EXACT */
    NEED_MAP_OUT = 2,         /* emit */
    NEED_SAME_COLUMNS = 4,    /* results of the same columns as the items */
    NEED_SUMS = 8,            /* it adds its items as they are */
    NEED_OWN_LINE = 16,       /* one of the problems in the strategy's line is about it */
    NEED_INCLUSIVE = 32,      /* of the strategy: inclusive scans */
    NEED_BOTH_SCANS = 64,     /* both kinds of scan */
    NEED_INITIAL = 128,       /* scans with an initial value */
    NEED_SECTORS = 256,       /* it claims how its accesses coalesce */
    NEED_TRAFFIC = 512,       /* how many bytes it moves */
    NEED_SHARED = 1024,       /* how much shared memory a block takes */
    NEED_SAME_BITS = 2048,    /* the same bits for the operator in every run */
    NEED_ORDER = 4096,        /* it keeps the order of operands */
    NEED_REDUCTION = 1 << 13, /* of the build: any reduction */
    /* The whole table: the check says which line is left out, and a partial build has no test. */
    NEED_ALL_STRATEGIES = 1 << 14,
    NEED_ALL_OPERATORS = 1 << 15
};

#endif
