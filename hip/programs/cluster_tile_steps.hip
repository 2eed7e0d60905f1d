/* SPDX-License-Identifier: MIT
 * A turn of k-means in one kernel, which reads the points once: a block brings a tile of them into shared memory, a thread
 * finds the centre that is nearest to its point, and then threads that have a dimension each add up the tile. Sums are
 * divided by the clusters' sizes afterwards. */
#include "hip/programs/each.hip.h"
#include "hip/step_shapes.h"

namespace FOLDCHECK_NAMESPACE
{

enum {
    TILE_BLOCK = STEP_POINT_TILE,
    TILE_CLUSTERS = STEP_CLUSTERS,
    TILE_GROUP = 32,
    TILE_GROUPS = TILE_BLOCK / TILE_GROUP
};
static_assert(TILE_CLUSTERS * sizeof(float) % sizeof(vector) == 0, "whole vectors of centres");

struct tile_arguments {
    const float *point, *centre; /* [points][dimensions], [clusters][dimensions] */
    uint32_t *member, *counts;   /* counts: [clusters + 1][blocks], the last row of points that changed */
    float *sum;                  /* [clusters][dimensions][blocks] */
    int clusters, dimensions;
    int64_t points;
};

/* Where a block's arrays lie in shared memory. */
struct tile_shared {
    float *point;  /* [TILE_BLOCK][apart] */
    float *centre; /* [groups of TILE_CLUSTERS][dimensions][TILE_CLUSTERS] */
    float *sum;    /* [parts][clusters][dimensions]: part q has every parts-th point of a cluster in a tile */
    uint32_t *listed; /* [TILE_BLOCK]: the tile's points, cluster by cluster */
    uint32_t *each;   /* [clusters][TILE_GROUPS]: how many of them a group has */
    uint32_t *counts; /* [clusters + 1] */
    int apart, parts; /* apart is odd, lest lanes meet in a bank */
};

BOTH int parts_of(int dimensions)
{
    return dimensions < TILE_BLOCK ? TILE_BLOCK / dimensions : 1;
}

BOTH int centres_of(int clusters, int dimensions)
{
    return (clusters + TILE_CLUSTERS - 1) / TILE_CLUSTERS * TILE_CLUSTERS * dimensions;
}

BOTH size_t tile_bytes(int64_t clusters, int64_t dimensions)
{
    int64_t sums = (int64_t)parts_of((int)dimensions) * clusters * dimensions;
    int64_t points = TILE_BLOCK * (dimensions | 1) + centres_of((int)clusters, (int)dimensions);
    return (size_t)(points + sums + TILE_BLOCK + clusters * TILE_GROUPS + clusters + 1) * sizeof(float);
}

FN tile_shared tile_open(unsigned char *shared, const tile_arguments &a)
{
    tile_shared tile = {};
    tile.apart = a.dimensions | 1, tile.parts = parts_of(a.dimensions);
    int sums = tile.parts * a.clusters * a.dimensions, centres = centres_of(a.clusters, a.dimensions);
    tile.point = reinterpret_cast<float *>(shared);
    tile.centre = tile.point + TILE_BLOCK * tile.apart;
    tile.sum = tile.centre + centres;
    tile.listed = reinterpret_cast<uint32_t *>(tile.sum + sums);
    tile.each = tile.listed + TILE_BLOCK;
    tile.counts = tile.each + a.clusters * TILE_GROUPS;
    for (int at = thread_id(); at < sums; at += TILE_BLOCK)
        store(tile.sum + at, 0.0f);
    for (int at = thread_id(); at <= a.clusters; at += TILE_BLOCK)
        store(tile.counts + at, (uint32_t)0);
    for (int at = thread_id(); at < centres; at += TILE_BLOCK) {
        int c = at / (a.dimensions * TILE_CLUSTERS) * TILE_CLUSTERS + at % TILE_CLUSTERS;
        int d = at / TILE_CLUSTERS % a.dimensions;
        store(tile.centre + at, c < a.clusters ? load(a.centre + c * a.dimensions + d) : 0.0f);
    }
    return tile;
}

/* Points [first, first + count) into shared memory: in vectors where they lie there as in the array. */
FN void tile_load(const tile_arguments &a, const tile_shared &tile, int64_t first, int count)
{
    const float *from = a.point + first * a.dimensions;
    int items = count * a.dimensions;
    if (tile.apart == a.dimensions && items % 4 == 0 &&
        reinterpret_cast<uintptr_t>(from) % sizeof(vector) == 0) {
        for (int at = thread_id(); at < items / 4; at += TILE_BLOCK)
            store(reinterpret_cast<vector *>(tile.point) + at,
                  load(reinterpret_cast<const vector *>(from) + at));
        return;
    }
    for (int at = thread_id(); at < items; at += TILE_BLOCK) {
        int p = at / a.dimensions;
        store(tile.point + p * tile.apart + at - p * a.dimensions, load(from + at));
    }
}

/* Adds to the squared distances from centres [first, first + CLUSTERS) the dimension whose centres lie there. */
template <int CLUSTERS>
FN void add_squares(const float *centre, float x, float *distance)
{
    constexpr int EACH = sizeof(vector) / sizeof(float);
    UNROLL for (int v = 0; v < (CLUSTERS + EACH - 1) / EACH; v++)
    {
        float one[EACH];
        vector some = load(reinterpret_cast<const vector *>(centre) + v);
        copy_bits<sizeof(some)>(one, &some);
        UNROLL for (int c = 0; c < EACH; c++)
        {
            if (v * EACH + c >= CLUSTERS) continue;
            float apart = x - one[c];
            distance[v * EACH + c] += apart * apart;
        }
    }
}

/* The centre that is nearest to the thread's point; of two the first. */
template <int CLUSTERS>
FN uint32_t tile_nearest(const tile_arguments &a, const tile_shared &tile)
{
    const float *mine = tile.point + thread_id() * tile.apart;
    uint32_t nearest = 0;
    float least = 0;
    for (int first = 0; first < a.clusters; first += CLUSTERS) {
        const float *centre = tile.centre + first * a.dimensions;
        float distance[CLUSTERS] = {};
        for (int d = 0; d < a.dimensions; d++) /* covers dimensions [0, d] */
            add_squares<CLUSTERS>(centre + d * TILE_CLUSTERS, load(mine + d), distance);
        UNROLL for (int c = 0; c < CLUSTERS; c++)
        {
            if (first + c >= a.clusters || (first + c > 0 && distance[c] >= least)) continue;
            least = distance[c];
            nearest = (uint32_t)(first + c);
        }
    }
    return nearest;
}

/* The points of the tile, cluster by cluster, each cluster's in order. `cluster` is past all where there is no point. */
FN void tile_list(const tile_arguments &a, const tile_shared &tile, uint32_t cluster)
{
    int lane = lane_id<TILE_GROUP>(), group = group_id<TILE_GROUP>();
    uint32_t before = 0; /* points of the group before mine, of my cluster */
    for (int c = 0; c < a.clusters; c++) {
        lane_set<TILE_GROUP> set = group_ballot<TILE_GROUP>(cluster == (uint32_t)c);
        if (cluster == (uint32_t)c) before = (uint32_t)bit_count(set & lanes_before<TILE_GROUP>(lane));
        if (lane == 0) store(tile.each + c * TILE_GROUPS + group, (uint32_t)bit_count(set));
    }
    block_sync();
    if (cluster >= (uint32_t)a.clusters) return;
    for (int at = 0; at < (int)cluster * TILE_GROUPS + group; at++)
        before += load(tile.each +
                       at); /* covers the clusters before, and of this one groups [0, g) and lanes [0, l) */
    store(tile.listed + before, (uint32_t)thread_id());
}

/* Each thread has a dimension of every parts-th point of each cluster. */
FN void tile_add(const tile_arguments &a, const tile_shared &tile)
{
    for (int at = thread_id(); at < tile.parts * a.dimensions; at += TILE_BLOCK) {
        int part = at / a.dimensions, d = at - part * a.dimensions, begin = 0;
        float *to = tile.sum + part * a.clusters * a.dimensions + d;
        for (int c = 0; c < a.clusters; c++, to += a.dimensions) {
            int end = begin;
            for (int g = 0; g < TILE_GROUPS; g++)
                end += (int)load(tile.each + c * TILE_GROUPS + g);
            float sum = load(to);
            for (int i = begin + part; i < end; i += tile.parts)
                sum += load(tile.point + (int)load(tile.listed + i) * tile.apart + d);
            store(to, sum); /* covers the part's points of cluster c, of all tiles so far */
            begin = end;
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
        store(a.sum + at * block_count() + block_id(), all);
    }
    for (int at = thread_id(); at <= a.clusters; at += TILE_BLOCK)
        store(a.counts + at * block_count() + block_id(), load(tile.counts + at));
}

/* Traffic: reads a point and 4 bytes, and writes 4; and the sums of each block. CLUSTERS at a time, at most TILE_CLUSTERS;
 * fewer only where there are no more. */
template <int CLUSTERS, class A>
KERNEL(TILE_BLOCK, 1)
cluster_tiles_kernel(A a)
{
    TOLD_SHARED(shared, tile_bytes(a.clusters, a.dimensions));
    tile_shared tile = tile_open(shared, a);
    uint32_t changed = 0;
    for (int64_t first = block_id() * TILE_BLOCK; first < a.points; first += block_count() * TILE_BLOCK) {
        int count = (int)smaller(TILE_BLOCK, a.points - first);
        uint32_t before = 0, nearest = (uint32_t)a.clusters;
        if (thread_id() < count) before = load(a.member + first + thread_id());
        tile_load(a, tile, first, count);
        block_sync();
        if (thread_id() < count) {
            nearest = tile_nearest<CLUSTERS>(a, tile);
            store(a.member + first + thread_id(), nearest);
            changed += nearest != before;
            add_to_word(tile.counts + nearest, 1);
        }
        tile_list(a, tile, nearest);
        block_sync();
        tile_add(a, tile);
        block_sync();
    }
    block_sync();
    add_to_word(tile.counts + a.clusters, changed);
    block_sync();
    tile_close(a, tile);
}

/* By the kernel for so many clusters at a time. */
template <int CLUSTERS = TILE_CLUSTERS>
static bool cluster_tiles_enqueue(const struct program_call *call, const tile_arguments &a, struct text *why)
{
    if constexpr (CLUSTERS > 1)
        if (a.clusters < CLUSTERS) return cluster_tiles_enqueue<CLUSTERS - 1>(call, a, why);
    struct job job = {};
    job.stream = call->stream;
    return launch_with_shared("cluster_tiles", cluster_tiles_kernel<CLUSTERS, tile_arguments>,
                              (int64_t)call->count, TILE_BLOCK, TILE_GROUP,
                              tile_bytes(a.clusters, a.dimensions), &job, a, why);
}

bool cluster_tiles_launch(const struct program_call *call, struct text *why);
bool cluster_tiles_launch(const struct program_call *call, struct text *why)
{
    tile_arguments a = {step_in<float>(call, 0),     step_in<float>(call, 1),  step_out<uint32_t>(call, 0),
                        step_out<uint32_t>(call, 1), step_out<float>(call, 2), (int)call->number[0],
                        (int)call->number[1],        call->number[2]};
    return cluster_tiles_enqueue(call, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
