/* SPDX-License-Identifier: MIT
 * How steps of programs divide their work, for those who size the arrays and say what is right: kernels, applications and
 * models. */
#ifndef FOLDCHECK_STEP_SHAPES_H
#define FOLDCHECK_STEP_SHAPES_H

enum {
    STEP_CLUSTERS = 8,     /* that a thread of nearest_centre, sum_chunk or cluster_tiles has at a time */
    STEP_POINT_TILE = 128, /* of a tile of cluster_tiles, whose block has a thread for each */
    STEP_BYTE_TILE = 4096  /* of a tile of count_bytes and scatter_bytes */
};

#endif
