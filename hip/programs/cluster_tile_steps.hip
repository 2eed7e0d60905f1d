/* SPDX-License-Identifier: MIT
 * A turn of k-means in one kernel, which reads the points once: a block brings a tile of them into shared memory, a thread
 * finds the centre that is nearest to its point, and then threads that have a dimension each add up the tile. Sums are
 * divided by the clusters' sizes afterwards. */
#include "hip/programs/each.hip.h"
#include "hip/step_shapes.h"

namespace FOLDCHECK_NAMESPACE
{

enum { TILE_BLOCK = STEP_POINT_TILE, TILE_CLUSTERS = STEP_CLUSTERS };

struct tile_arguments {
    const float *point, *centre;       /* [points][dimensions], [clusters][dimensions] */
    uint32_t *member, *changed, *size; /* size: [blocks][clusters] */
    float *sum;                        /* [blocks][clusters][dimensions] */
    int clusters, dimensions;
    int64_t points;
};

/* Where a block's arrays lie in shared memory. */
struct tile_shared {
    float *point; /* [TILE_BLOCK][apart] */
    float *sum;   /* [parts][clusters][dimensions]: part q has every parts-th point of a tile */
    uint32_t *member, *size;
    int apart, parts; /* apart is odd, lest lanes meet in a bank */
};

BOTH int parts_of(int dimensions)
{
    return dimensions < TILE_BLOCK ? TILE_BLOCK / dimensions : 1;
}

BOTH size_t tile_bytes(int64_t clusters, int64_t dimensions)
{
    int64_t sums = (int64_t)parts_of((int)dimensions) * clusters * dimensions;
    return (size_t)(TILE_BLOCK * (dimensions | 1) + sums + TILE_BLOCK + clusters) * sizeof(float);
}

FN tile_shared tile_open(unsigned char *shared, const tile_arguments &a)
{
    tile_shared tile = {};
    tile.apart = a.dimensions | 1, tile.parts = parts_of(a.dimensions);
    int sums = tile.parts * a.clusters * a.dimensions;
    tile.point = reinterpret_cast<float *>(shared);
    tile.sum = tile.point + TILE_BLOCK * tile.apart;
    tile.member = reinterpret_cast<uint32_t *>(tile.sum + sums);
    tile.size = tile.member + TILE_BLOCK;
    for (int at = thread_id(); at < sums; at += TILE_BLOCK)
        store(tile.sum + at, 0.0f);
    for (int at = thread_id(); at < a.clusters; at += TILE_BLOCK)
        store(tile.size + at, (uint32_t)0);
    return tile;
}

/* Points [first, first + count) into shared memory. */
FN void tile_load(const tile_arguments &a, const tile_shared &tile, int64_t first, int count)
{
    for (int at = thread_id(); at < count * a.dimensions; at += TILE_BLOCK) {
        int p = at / a.dimensions;
        store(tile.point + p * tile.apart + at - p * a.dimensions, load(a.point + first * a.dimensions + at));
    }
}

/* The centre that is nearest to the thread's point; of two the first. */
FN uint32_t tile_nearest(const tile_arguments &a, const tile_shared &tile)
{
    float distance[TILE_CLUSTERS], least = 0;
    uint32_t nearest = 0;
    for (int first = 0; first < a.clusters; first += TILE_CLUSTERS) {
        UNROLL for (int c = 0; c < TILE_CLUSTERS; c++) distance[c] = 0;
        for (int d = 0; d < a.dimensions; d++) {
            float x = load(tile.point + thread_id() * tile.apart + d);
            UNROLL for (int c = 0; c < TILE_CLUSTERS; c++)
            {
                if (first + c >= a.clusters) continue;
                float apart = x - load(a.centre + (first + c) * a.dimensions + d);
                distance[c] += apart * apart; /* covers dimensions [0, d] */
            }
        }
        UNROLL for (int c = 0; c < TILE_CLUSTERS; c++)
        {
            if (first + c >= a.clusters || (first + c > 0 && distance[c] >= least)) continue;
            least = distance[c];
            nearest = (uint32_t)(first + c);
        }
    }
    return nearest;
}

FN void tile_assign(const tile_arguments &a, const tile_shared &tile, int64_t point)
{
    uint32_t nearest = tile_nearest(a, tile), before = load(a.member + point);
    store(a.member + point, nearest);
    store(a.changed + point, (uint32_t)(nearest != before));
    store(tile.member + thread_id(), nearest);
    add_to_word(tile.size + nearest, 1);
}

/* Each thread has a dimension of every parts-th point. */
FN void tile_add(const tile_arguments &a, const tile_shared &tile, int count)
{
    for (int at = thread_id(); at < tile.parts * a.dimensions; at += TILE_BLOCK) {
        int part = at / a.dimensions, d = at - part * a.dimensions;
        for (int p = part; p < count; p += tile.parts) {
            int cluster = (int)load(tile.member + p);
            float *sum = tile.sum + (part * a.clusters + cluster) * a.dimensions + d;
            store(sum,
                  load(sum) + load(tile.point + p * tile.apart + d)); /* covers the part's points up to p */
        }
    }
}

FN void tile_close(const tile_arguments &a, const tile_shared &tile)
{
    int sums = a.clusters * a.dimensions;
    for (int at = thread_id(); at < sums; at += TILE_BLOCK) {
        float all = 0;
        for (int q = 0; q < tile.parts; q++)
            all += load(tile.sum + q * sums + at); /* covers parts [0, q] */
        store(a.sum + block_id() * sums + at, all);
    }
    for (int at = thread_id(); at < a.clusters; at += TILE_BLOCK)
        store(a.size + block_id() * a.clusters + at, load(tile.size + at));
}

/* Traffic: reads a point and 4 bytes, writes 8; and the sums of each block. */
template <class A>
KERNEL(TILE_BLOCK, 1)
cluster_tiles_kernel(A a)
{
    TOLD_SHARED(shared, tile_bytes(a.clusters, a.dimensions));
    tile_shared tile = tile_open(shared, a);
    for (int64_t first = block_id() * TILE_BLOCK; first < a.points; first += block_count() * TILE_BLOCK) {
        int count = (int)smaller(TILE_BLOCK, a.points - first);
        tile_load(a, tile, first, count);
        block_sync();
        if (thread_id() < count) tile_assign(a, tile, first + thread_id());
        block_sync();
        tile_add(a, tile, count);
        block_sync();
    }
    block_sync();
    tile_close(a, tile);
}

bool cluster_tiles_launch(const struct program_call *call, struct text *why);
bool cluster_tiles_launch(const struct program_call *call, struct text *why)
{
    struct job job = {};
    job.stream = call->stream;
    tile_arguments a = {step_in<float>(call, 0),     step_in<float>(call, 1),     step_out<uint32_t>(call, 0),
                        step_out<uint32_t>(call, 1), step_out<uint32_t>(call, 2), step_out<float>(call, 3),
                        (int)call->number[0],        (int)call->number[1],        call->number[2]};
    return launch_with_shared("cluster_tiles", cluster_tiles_kernel<tile_arguments>, (int64_t)call->count,
                              TILE_BLOCK, 1, tile_bytes(a.clusters, a.dimensions), &job, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
