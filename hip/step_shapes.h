/* SPDX-License-Identifier: MIT
 * How steps of programs divide their work, for those who size the arrays and say what is right: kernels, applications and
 * models. */
#ifndef FOLDCHECK_STEP_SHAPES_H
#define FOLDCHECK_STEP_SHAPES_H

enum {
    STEP_CLUSTERS = 8,     /* that a thread of nearest_centre, sum_chunk or cluster_tiles has at a time */
    STEP_TILE_BLOCK = 128, /* threads of a block of cluster_tiles, each with one point of a tile or two */
    STEP_BYTE_TILE = 4096  /* of a tile of count_bytes and scatter_bytes */
};

/* Parts of a tile that cluster_tiles' threads add up beside one another, two dimensions a thread. */
#define STEP_TILE_PAIRS(dimensions) (((dimensions) + 1) / 2)
#define STEP_TILE_PARTS(dimensions)                                                                          \
    (STEP_TILE_PAIRS(dimensions) < STEP_TILE_BLOCK ? STEP_TILE_BLOCK / STEP_TILE_PAIRS(dimensions) : 1)

/* Words of 32 bits of shared memory that a block of cluster_tiles needs, with so many points in a tile: points, centres,
 * half of their squares, sums, a list, counts of groups, counts, a point at 0. */
#define STEP_TILE_CENTRES(clusters) (((clusters) + STEP_CLUSTERS - 1) / STEP_CLUSTERS * STEP_CLUSTERS)
#define STEP_TILE_WORDS(clusters, dimensions, points)                                                        \
    ((points) * ((dimensions) | 1) + STEP_TILE_CENTRES(clusters) * ((dimensions) + 1) +                      \
     STEP_TILE_PARTS(dimensions) * (clusters) * (dimensions) + (points) +                                    \
     (clusters) * ((points) / STEP_TILE_BLOCK) + (clusters) + 1 + ((dimensions) | 1))

#endif
