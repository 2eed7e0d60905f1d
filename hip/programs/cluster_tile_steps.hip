/* SPDX-License-Identifier: MIT
 * A turn of k-means in one kernel, which reads the points once: a block brings a tile of them into shared memory, a thread
 * finds the centres that are nearest to its points, and then threads that have two dimensions each add up the tile. The
 * centres are the last turn's sums, divided by the clusters' sizes as they are read.
 *
 * Which centre is nearest is told by the bits of squared distances, which take three roundings a dimension and centre. Most
 * points have their answer with one fused operation instead: half of |x - c|^2 is half of |x|^2, the same for all centres,
 * and |c|^2 / 2 - x c. With u = 2^-24, and d dimensions, the last is off by at most (d + 4) u (|x|^2 / 2 + 3 |c|^2 / 2), and half
 * of the distance with its roundings by at most (d + 4) u (|x|^2 + |c|^2). So where the least one is less than all others
 * by 8 (d + 8) u (|x|^2 + most |c|^2), it is the nearest by its bits, too; the other points take all roundings. So do those whose
 * squares may overflow; those that underflow are off by less than the least normal number. */
#include "hip/programs/each.hip.h"
#include "hip/step_shapes.h"

#include <math.h>

namespace FOLDCHECK_NAMESPACE
{

enum {
    TILE_BLOCK = STEP_TILE_BLOCK,
    TILE_CLUSTERS = STEP_CLUSTERS,
    TILE_GROUP = 32,
    GROUPS_A_WORD = 4,
    ADDED = 4
};
static_assert(TILE_CLUSTERS * sizeof(float) % sizeof(vector) == 0, "whole vectors of centres");
static_assert(TILE_BLOCK / TILE_GROUP == GROUPS_A_WORD, "a byte for each group that has a point a thread");

struct tile_arguments {
    const float *point, *last; /* [points][dimensions]; [clusters][dimensions]: sums of the last turn */
    const uint32_t *last_size; /* [clusters] */
    uint32_t *member;          /* [points] */
    uint32_t *size, *changed;  /* [clusters] and one, to which blocks add */
    float *sum;                /* [clusters][dimensions][blocks] */
    int clusters, dimensions;
    int64_t points;
};

/* Where a block's arrays lie in shared memory. */
struct tile_shared {
    float *point;  /* [tile's points][apart] */
    float *centre; /* [groups of TILE_CLUSTERS][dimensions][TILE_CLUSTERS] */
    float *half;   /* [groups of TILE_CLUSTERS * TILE_CLUSTERS]: half of the centres' squares */
    float *sum;    /* [parts][clusters][dimensions]: part q has every parts-th point of a cluster in a tile */
    uint32_t *listed; /* [tile's points]: where the tile's points begin, cluster by cluster */
    uint32_t *each;   /* [clusters][points a thread]: how many of them each group has, a byte a group */
    uint32_t *counts; /* [clusters + 1], the last of points that changed */
    float *nothing;   /* [apart]: a point at 0 */
    float largest;    /* of the centres' squares */
    int apart, parts; /* apart is odd, lest lanes meet in a bank */
};

FN tile_shared tile_lay(unsigned char *shared, const tile_arguments &a, int points)
{
    tile_shared tile = {};
    int groups = (a.clusters + TILE_CLUSTERS - 1) / TILE_CLUSTERS;
    tile.apart = a.dimensions | 1, tile.parts = STEP_TILE_PARTS(a.dimensions);
    tile.point = reinterpret_cast<float *>(shared);
    tile.centre = tile.point + points * tile.apart;
    tile.half = tile.centre + groups * TILE_CLUSTERS * a.dimensions;
    tile.sum = tile.half + groups * TILE_CLUSTERS;
    tile.listed = reinterpret_cast<uint32_t *>(tile.sum + tile.parts * a.clusters * a.dimensions);
    tile.each = tile.listed + points;
    tile.counts = tile.each + a.clusters * (points / TILE_BLOCK);
    tile.nothing = reinterpret_cast<float *>(tile.counts + a.clusters + 1);
    return tile;
}

/* The centre's coordinate: the mean of the last turn's points, or 0 where it had none. */
FN float centre_at(const tile_arguments &a, int c, int d)
{
    if (c >= a.clusters) return 0;
    float sum = load(a.last + c * a.dimensions + d);
    uint32_t size = load(a.last_size + c);
    return size ? sum / (float)size : sum;
}

FN tile_shared tile_open(unsigned char *shared, const tile_arguments &a, int points)
{
    tile_shared tile = tile_lay(shared, a, points);
    int groups = (a.clusters + TILE_CLUSTERS - 1) / TILE_CLUSTERS;
    int centres = groups * TILE_CLUSTERS * a.dimensions;
    for (int at = thread_id(); at < tile.parts * a.clusters * a.dimensions; at += TILE_BLOCK)
        store(tile.sum + at, 0.0f);
    for (int at = thread_id(); at <= a.clusters; at += TILE_BLOCK)
        store(tile.counts + at, (uint32_t)0);
    for (int at = thread_id(); at < centres; at += TILE_BLOCK) {
        int c = at / (a.dimensions * TILE_CLUSTERS) * TILE_CLUSTERS + at % TILE_CLUSTERS;
        store(tile.centre + at, centre_at(a, c, at / TILE_CLUSTERS % a.dimensions));
    }
    block_sync();
    for (int c = thread_id(); c < groups * TILE_CLUSTERS; c += TILE_BLOCK) {
        const float *centre =
            tile.centre + c / TILE_CLUSTERS * TILE_CLUSTERS * a.dimensions + c % TILE_CLUSTERS;
        float square = 0;
        for (int d = 0; d < a.dimensions; d++) { /* covers dimensions [0, d] */
            float one = load(centre + d * TILE_CLUSTERS);
            square = fmaf(one, one, square);
        }
        store(tile.half + c,
              c < a.clusters ? square / 2 : INFINITY); /* one that is not there is never near */
    }
    for (int d = thread_id(); d < tile.apart; d += TILE_BLOCK)
        store(tile.nothing + d, 0.0f);
    block_sync();
    tile.largest = 0;
    for (int c = 0; c < a.clusters; c++)
        tile.largest = fmaxf(tile.largest, 2 * load(tile.half + c)); /* covers centres [0, c] */
    return tile;
}

/* Points [first, first + count) into shared memory: in vectors where they lie there as in the array, of which a thread has
 * UNDER_WAY under way. */
template <int UNDER_WAY>
FN void tile_load(const tile_arguments &a, const tile_shared &tile, int64_t first, int count)
{
    const float *from = a.point + first * a.dimensions;
    int items = count * a.dimensions;
    if (tile.apart == a.dimensions && items % 4 == 0 &&
        reinterpret_cast<uintptr_t>(from) % sizeof(vector) == 0) {
        const vector *more = reinterpret_cast<const vector *>(from);
        vector *to = reinterpret_cast<vector *>(tile.point), some[UNDER_WAY];
        for (int at = thread_id(); at < items / 4; at += UNDER_WAY * TILE_BLOCK) {
            UNROLL for (int v = 0; v < UNDER_WAY; v++) if (at + v * TILE_BLOCK < items / 4) some[v] =
                load(more + at + v * TILE_BLOCK);
            UNROLL for (int v = 0; v < UNDER_WAY; v++) if (at + v * TILE_BLOCK < items / 4)
                store(to + at + v * TILE_BLOCK, some[v]);
        }
        return;
    }
    for (int at = thread_id(); at < items; at += TILE_BLOCK) {
        int p = at / a.dimensions;
        store(tile.point + p * tile.apart + at - p * a.dimensions, load(from + at));
    }
}

/* ---- the nearest centre ---- */

/* TILE_CLUSTERS numbers, as far as CLUSTERS need them. */
template <int CLUSTERS>
FN void load_beside(const float *from, float *one)
{
    constexpr int EACH = sizeof(vector) / sizeof(float);
    UNROLL for (int v = 0; v < (CLUSTERS + EACH - 1) / EACH; v++)
    {
        vector some = load(reinterpret_cast<const vector *>(from) + v);
        copy_bits<sizeof(some)>(one + v * EACH, &some);
    }
}

/* The centre that is nearest to a point, by the bits of all roundings; of two the first. */
template <int CLUSTERS>
FN_ONCE uint32_t tile_nearest(const tile_arguments &a, const tile_shared &tile, const float *mine)
{
    uint32_t nearest = 0;
    float least = 0;
    for (int first = 0; first < a.clusters; first += CLUSTERS) {
        const float *centre = tile.centre + first * a.dimensions;
        float distance[CLUSTERS] = {}, one[TILE_CLUSTERS];
        for (int d = 0; d < a.dimensions; d++) { /* covers dimensions [0, d] */
            float x = load(mine + d);
            load_beside<CLUSTERS>(centre + d * TILE_CLUSTERS, one);
            UNROLL for (int c = 0; c < CLUSTERS; c++) distance[c] += (x - one[c]) * (x - one[c]);
        }
        UNROLL for (int c = 0; c < CLUSTERS; c++)
        {
            if (first + c >= a.clusters || (first + c > 0 && distance[c] >= least)) continue;
            least = distance[c];
            nearest = (uint32_t)(first + c);
        }
    }
    return nearest;
}

/* What is known of the centres that are nearest to a point. */
struct nearest_two {
    float least, next; /* half of the distance's square, without half of the point's */
    float square;      /* the point's */
    uint32_t centre;   /* of `least` */
};

/* Compares POINTS points with centres [first, first + CLUSTERS), side by side. */
template <int CLUSTERS, int POINTS>
FN void compare_fused(const tile_arguments &a, const tile_shared &tile, const float *const *mine, int first,
                      nearest_two *two)
{
    float half[POINTS][CLUSTERS], one[TILE_CLUSTERS];
    load_beside<CLUSTERS>(tile.half + first, one);
    UNROLL for (int p = 0; p < POINTS; p++)
    {
        two[p].square = 0;
        UNROLL for (int c = 0; c < CLUSTERS; c++) half[p][c] = one[c];
    }
    const float *centre = tile.centre + first * a.dimensions;
    for (int d = 0; d < a.dimensions; d++) { /* covers dimensions [0, d] */
        load_beside<CLUSTERS>(centre + d * TILE_CLUSTERS, one);
        UNROLL for (int p = 0; p < POINTS; p++)
        {
            float x = load(mine[p] + d);
            two[p].square = fmaf(x, x, two[p].square);
            UNROLL for (int c = 0; c < CLUSTERS; c++) half[p][c] = fmaf(-x, one[c], half[p][c]);
        }
    }
    UNROLL for (int p = 0; p < POINTS; p++) UNROLL for (int c = 0; c < CLUSTERS; c++)
    {
        two[p].next = fminf(two[p].next, fmaxf(two[p].least, half[p][c]));
        two[p].centre = half[p][c] < two[p].least ? (uint32_t)(first + c) : two[p].centre;
        two[p].least = fminf(two[p].least, half[p][c]);
    }
}

/* The nearest centres of POINTS points. */
template <int CLUSTERS, int POINTS>
FN void tile_compare(const tile_arguments &a, const tile_shared &tile, const float *const *mine,
                     uint32_t *nearest)
{
    constexpr float MOST_SQUARE = 1e36f, ROUNDING = 1.0f / (1 << 24), LEAST_NORMAL = 1.17549435e-38f;
    nearest_two two[POINTS];
    UNROLL for (int p = 0; p < POINTS; p++) two[p] = {INFINITY, INFINITY, 0, 0};
    for (int first = 0; first < a.clusters; first += CLUSTERS)
        compare_fused<CLUSTERS, POINTS>(a, tile, mine, first, two);
    UNROLL for (int p = 0; p < POINTS; p++)
    {
        float squares = two[p].square + tile.largest;
        float off = (float)(8 * (a.dimensions + 8)) * ROUNDING * squares + LEAST_NORMAL;
        bool sure = two[p].next - two[p].least > off && squares < MOST_SQUARE;
        nearest[p] = sure ? two[p].centre : tile_nearest<CLUSTERS>(a, tile, mine[p]);
    }
}

/* ---- sums ---- */

FN uint32_t bytes_sum(uint32_t word)
{
    return word * 0x01010101u >> 24; /* at most GROUPS_A_WORD * TILE_GROUP, which a byte holds */
}

/* How many points of the tile a cluster has. */
template <int POINTS>
FN int tile_size(const tile_shared &tile, int cluster)
{
    uint32_t size = 0;
    UNROLL for (int p = 0; p < POINTS; p++) size += bytes_sum(load(tile.each + cluster * POINTS + p));
    return (int)size;
}

/* The points of the tile, cluster by cluster, each cluster's in order. A cluster is past all where there is no point. */
template <int POINTS>
FN void tile_list(const tile_arguments &a, const tile_shared &tile, const uint32_t *cluster)
{
    int lane = lane_id<TILE_GROUP>(), group = group_id<TILE_GROUP>();
    uint8_t *bytes = reinterpret_cast<uint8_t *>(tile.each);
    uint32_t before[POINTS] = {}; /* points of the group before mine, of my cluster */
    for (int c = 0; c < a.clusters; c++)
        UNROLL for (int p = 0; p < POINTS; p++)
        {
            lane_set<TILE_GROUP> set = group_ballot<TILE_GROUP>(cluster[p] == (uint32_t)c);
            if (cluster[p] == (uint32_t)c)
                before[p] = (uint32_t)bit_count(set & lanes_before<TILE_GROUP>(lane));
            if (lane == 0) store(bytes + (c * POINTS + p) * GROUPS_A_WORD + group, (uint8_t)bit_count(set));
        }
    block_sync();
    uint32_t begin = 0; /* of cluster c */
    for (int c = 0; c < a.clusters; c++) {
        uint32_t words = 0; /* points of the cluster in words [0, p) */
        UNROLL for (int p = 0; p < POINTS; p++)
        {
            uint32_t word = load(tile.each + c * POINTS + p), mine = word & ((1u << 8 * group) - 1);
            if (cluster[p] == (uint32_t)c) before[p] += begin + words + bytes_sum(mine);
            words += bytes_sum(word);
        }
        begin += words; /* covers clusters [0, c] */
    }
    UNROLL for (int p = 0; p < POINTS; p++) if (cluster[p] < (uint32_t)a.clusters)
        store(tile.listed + before[p], (uint32_t)((p * TILE_BLOCK + thread_id()) * tile.apart));
}

/* Adds dimensions d and d + beside of every parts-th point in the list from i on, ADDED of them, as far as they come before
 * `end`. */
FN void add_points(const tile_shared &tile, int i, int end, int d, int beside, float *sum, float *other)
{
    const float *point[ADDED];
    UNROLL for (int k = 0; k < ADDED; k++)
    {
        point[k] = tile.nothing + d;
        if (i + k * tile.parts < end) point[k] = tile.point + load(tile.listed + i + k * tile.parts) + d;
    }
    UNROLL for (int k = 0; k < ADDED; k++)
    {
        *sum += load(point[k]);
        *other += load(point[k] + beside); /* covers points [0, k] of these */
    }
}

/* Each thread has two dimensions of every parts-th point of each cluster. */
template <int POINTS>
FN void tile_add(const tile_arguments &a, const tile_shared &tile)
{
    int pairs = STEP_TILE_PAIRS(a.dimensions);
    for (int at = thread_id(); at < tile.parts * pairs; at += TILE_BLOCK) {
        int part = at / pairs, d = at - part * pairs, begin = 0;
        int beside = d + pairs < a.dimensions ? pairs : 0; /* 0: the thread has no second one */
        float *to = tile.sum + part * a.clusters * a.dimensions + d;
        for (int c = 0; c < a.clusters; c++, to += a.dimensions) {
            int end = begin + tile_size<POINTS>(tile, c);
            float sum = load(to), other = load(to + beside);
            for (int i = begin + part; i < end; i += ADDED * tile.parts)
                add_points(tile, i, end, d, beside, &sum, &other);
            store(to, sum); /* covers the part's points of cluster c, of all tiles so far */
            if (beside) store(to + beside, other);
            begin = end;
        }
    }
    for (int c = thread_id(); c < a.clusters; c += TILE_BLOCK)
        store(tile.counts + c, load(tile.counts + c) + (uint32_t)tile_size<POINTS>(tile, c));
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
    for (int c = thread_id(); c < a.clusters; c += TILE_BLOCK)
        add_to_word(a.size + c, load(tile.counts + c));
    if (thread_id() == 0) add_to_word(a.changed, load(tile.counts + a.clusters));
}

/* ---- the kernel ---- */

/* The nearest centres of the thread's points in the tile, and how many of these changed. */
template <int CLUSTERS, int POINTS>
FN uint32_t tile_assign(const tile_arguments &a, const tile_shared &tile, int64_t first, int count,
                        uint32_t *nearest)
{
    uint32_t changed = 0;
    const float *mine[POINTS];
    UNROLL for (int p = 0; p < POINTS; p++) /* one that is not there is compared as the tile's last */
        mine[p] = tile.point + smaller(thread_id() + p * TILE_BLOCK, count - 1) * tile.apart;
    tile_compare<CLUSTERS, POINTS>(a, tile, mine, nearest);
    UNROLL for (int p = 0; p < POINTS; p++)
    {
        int at = thread_id() + p * TILE_BLOCK;
        if (at >= count) {
            nearest[p] = (uint32_t)a.clusters;
            continue;
        }
        changed += load(a.member + first + at) != nearest[p];
        store(a.member + first + at, nearest[p]);
    }
    return changed;
}

/* Traffic: reads a point and 4 bytes, and writes 4; and the sums of each block. CLUSTERS at a time, at most TILE_CLUSTERS;
 * fewer only where there are no more. A thread has POINTS of a tile. */
template <int CLUSTERS, int POINTS, class A>
KERNEL(TILE_BLOCK, (POINTS == 1 ? 8 : 5))
cluster_tiles_kernel(A a)
{
    constexpr int TILE = TILE_BLOCK * POINTS;
    TOLD_SHARED(shared, (size_t)STEP_TILE_WORDS(a.clusters, a.dimensions, TILE) * sizeof(float));
    tile_shared tile = tile_open(shared, a, TILE);
    uint32_t changed = 0, nearest[POINTS];
    for (int64_t first = block_id() * TILE; first < a.points; first += block_count() * TILE) {
        int count = (int)smaller(TILE, a.points - first);
        tile_load<POINTS == 1 ? 6 : 9>(a, tile, first, count);
        block_sync();
        changed += tile_assign<CLUSTERS, POINTS>(a, tile, first, count, nearest);
        tile_list<POINTS>(a, tile, nearest);
        block_sync();
        tile_add<POINTS>(a, tile);
        block_sync();
    }
    block_sync();
    add_to_word(tile.counts + a.clusters, changed);
    block_sync();
    tile_close(a, tile);
}

/* By the kernel for so many clusters at a time. */
template <int POINTS, int CLUSTERS = TILE_CLUSTERS>
static bool cluster_tiles_enqueue(const struct program_call *call, const tile_arguments &a, struct text *why)
{
    if constexpr (CLUSTERS > 1)
        if (a.clusters < CLUSTERS) return cluster_tiles_enqueue<POINTS, CLUSTERS - 1>(call, a, why);
    struct job job = {};
    job.stream = call->stream;
    size_t bytes = (size_t)STEP_TILE_WORDS(a.clusters, a.dimensions, POINTS * TILE_BLOCK) * sizeof(float);
    return launch_with_shared("cluster_tiles", cluster_tiles_kernel<CLUSTERS, POINTS, tile_arguments>,
                              (int64_t)call->count, TILE_BLOCK, TILE_GROUP, bytes, &job, a, why);
}

bool cluster_tiles_launch(const struct program_call *call, struct text *why);
bool cluster_tiles_launch(const struct program_call *call, struct text *why)
{
    tile_arguments a = {};
    a.point = step_in<float>(call, 0), a.last = step_in<float>(call, 1);
    a.last_size = step_in<uint32_t>(call, 2), a.member = step_out<uint32_t>(call, 0);
    a.size = step_out<uint32_t>(call, 1), a.changed = step_out<uint32_t>(call, 2);
    a.sum = step_out<float>(call, 3);
    a.clusters = (int)call->number[0], a.dimensions = (int)call->number[1], a.points = call->number[2];
    if (call->number[3] == 1) return cluster_tiles_enqueue<1>(call, a, why);
    return cluster_tiles_enqueue<2>(call, a, why);
}

} // namespace FOLDCHECK_NAMESPACE
