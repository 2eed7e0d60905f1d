/* SPDX-License-Identifier: MIT
 * Between a launcher that somebody else wrote and the strategy that foldcheck makes of it: launcher_calls.hip.h is
 * compiled with their source for each device, launcher_strategy.h is C and knows foldcheck. Names here stand in one
 * file with theirs, and begin with foldcheck_. */
#ifndef FOLDCHECK_LAUNCHER_H
#define FOLDCHECK_LAUNCHER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FOLDCHECK_MOST_COLUMNS = 32, FOLDCHECK_MOST_NUMBERS = 4, FOLDCHECK_NUMBER_BYTES = 16 };

/* What a call is for: a launch; to say takes_stream, which touches nothing; a launch whose stream is captured into `graph`;
 * to launch that; to end it. */
enum foldcheck_step { FOLDCHECK_LAUNCH, FOLDCHECK_ASK, FOLDCHECK_CAPTURE, FOLDCHECK_REPLAY, FOLDCHECK_DROP };

/* One call of a launcher. All memory is the device's. */
struct foldcheck_call {
    enum foldcheck_step step;
    int takes_stream;
    void *graph;                                                    /* executable */
    void *in[FOLDCHECK_MOST_COLUMNS], *out[FOLDCHECK_MOST_COLUMNS]; /* a column each */
    int ins, outs;                                                  /* columns */
    size_t out_bytes[FOLDCHECK_MOST_COLUMNS];                       /* of a result */
    size_t count;                                                   /* items */
    size_t results;
    size_t rows; /* then of `row_length` items each or, if that is not NULL, as `row_start` says */
    size_t row_length;
    const unsigned long long *row_start; /* rows + 1 numbers */
    void *offsets;                       /* for as many numbers of the launcher's type */
    size_t height;                       /* rows of a matrix; 0: it is no transposition */
    size_t keys;                         /* how many there are */
    void *key;                           /* the items' keys, of 32 bits */
    /* Memory that launcher_arrays.hip.h takes for a call: the items' keys in the launcher's type; the keys of runs and their
     * number; results that go to `out` behind the call, of runs and of KEYS n. */
    void *own_key, *unique, *runs, *apart[FOLDCHECK_MOST_COLUMNS];
    void *narrow[FOLDCHECK_MOST_COLUMNS]; /* for results of 16 bits, where the launcher rounds them */
    unsigned char identity[FOLDCHECK_MOST_COLUMNS][FOLDCHECK_NUMBER_BYTES]; /* of the operator */
    /* What stands behind the count: the columns of the initial value, and then the operator's numbers. */
    unsigned char extra[FOLDCHECK_MOST_COLUMNS + FOLDCHECK_MOST_NUMBERS][FOLDCHECK_NUMBER_BYTES];
    void *temporary; /* NULL: only its size is asked for */
    size_t temporary_bytes;
    void *stream;
    char problem[480]; /* why it failed */
    int reported;      /* these are the device's words about a kernel */
};

/* What a launcher rounds results of f32 to. */
enum { FOLDCHECK_NOT_ROUNDED, FOLDCHECK_TO_F16, FOLDCHECK_TO_BF16 };

/* The launcher for one operator. */
struct foldcheck_launcher {
    const char *op;
    int rounds;
    int key_bytes;                           /* of the type that it has for keys; 0: it takes none */
    int (*run)(struct foldcheck_call *call); /* 0: it was enqueued */
};

#ifdef __cplusplus
}
#endif
#endif
