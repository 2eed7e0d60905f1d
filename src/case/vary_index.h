/* SPDX-License-Identifier: MIT
 * Which set of params a row has where they vary over some of the outer dimensions: invariant variables, found from the
 * row's number alone (L25: Larsen, thesis (2017), 6.2.4). Rows of a x b x c are numbered as the last dimension runs
 * fastest, so that row r has the indices (r / (b * c)) % a, (r / c) % b and r % c; those of the dimensions that
 * matter, again with the last one fastest, number the sets. Neighbouring dimensions count as one: where all vary, a
 * row's set is its number. Plain C, pure; kernels and properties compile the same lines. */
#ifndef FOLDCHECK_VARY_INDEX_H
#define FOLDCHECK_VARY_INDEX_H

#include "op.h"

enum { MAX_VARIED = 3 /* that are not neighbours, of the 5 outer dimensions */ };

struct varied_dim {
    int64_t below, size; /* rows from one index to the next; indices */
};

struct vary_index {
    int count;
    struct varied_dim dim[MAX_VARIED];
};

OP_FN int64_t vary_index_of(const struct vary_index *vary, int64_t row)
{
    int64_t index = 0;
    int v;
    for (v = 0; v < vary->count; v++)
        index = index * vary->dim[v].size + row / vary->dim[v].below % vary->dim[v].size;
    return index;
}

#endif
