/* SPDX-License-Identifier: MIT
 * Steps of k-means clustering. Henriksen, "Futhark" (slides), k-means Clustering, steps 2 to 4. Each of
 * `threads` chunks of consecutive points has results of its own; the program folds these by segmented reductions, with the
 * loops interchanged. count_alone and sum_alone have one thread for a chunk, as the slides do; count_chunk and sum_chunk have
 * one for each result of a chunk. */
#include "hip/programs/each.hip.h"
#include "hip/step_shapes.h"

namespace FOLDCHECK_NAMESPACE
{

/* With more clusters than it has in registers at a time, a thread reads its points again. */
enum { CLUSTERS = STEP_CLUSTERS };

/* Of two centres that are equally far it is the first. Traffic: reads a point, 4 bytes a dimension, and 4 bytes, and
 * writes 8. */
struct nearest_centre {
    const float *column, *centre; /* [dimensions][points], [clusters][dimensions] */
    uint32_t *member, *changed; /* member: as it was before, and then as it is; changed: 1 where it differs */
    int64_t clusters, dimensions, count;
};

static inline nearest_centre step_of(const struct program_call *call, nearest_centre *)
{
    return {step_in<float>(call, 0),
            step_in<float>(call, 1),
            step_out<uint32_t>(call, 0),
            step_out<uint32_t>(call, 1),
            call->number[0],
            call->number[1],
            0};
}

/* Squared distances of point i from centres [first, first + CLUSTERS), as far as there are any. */
FN void distances_from(const nearest_centre &step, int64_t i, int64_t first, float *distance)
{
    UNROLL for (int c = 0; c < CLUSTERS; c++) distance[c] = 0;
    for (int64_t d = 0; d < step.dimensions; d++) {
        float x = load(step.column + d * step.count + i);
        UNROLL for (int c = 0; c < CLUSTERS; c++)
        {
            if (first + c >= step.clusters) continue;
            float apart = x - load(step.centre + (first + c) * step.dimensions + d);
            distance[c] += apart * apart; /* covers dimensions [0, d] */
        }
    }
}

FN void step_do(const nearest_centre &step, int64_t i)
{
    float distance[CLUSTERS], least = 0;
    uint32_t nearest = 0, before = load(step.member + i);
    for (int64_t first = 0; first < step.clusters; first += CLUSTERS) {
        distances_from(step, i, first, distance);
        UNROLL for (int c = 0; c < CLUSTERS; c++)
        {
            bool is_there = first + c < step.clusters, is_first = first + c == 0;
            if (is_there && (is_first || distance[c] < least)) {
                least = distance[c];
                nearest = (uint32_t)(first + c);
            }
        }
    }
    store(step.member + i, nearest);
    store(step.changed + i, (uint32_t)(nearest != before));
}

EACH_STEP(nearest_centre)

/* The points of thread t: the first thread has as many as any. */
FN int64_t chunk_begin(int64_t points, int64_t threads, int64_t t)
{
    int64_t length = quotient(points + threads - 1, threads);
    return t * length < points ? t * length : points;
}

/* i counts [threads][clusters]. Traffic: each thread reads its chunk of members, neighbours the same one. */
struct count_chunk {
    const uint32_t *member;
    uint32_t *size; /* [threads][clusters] */
    int64_t clusters, points, threads, count;
};

static inline count_chunk step_of(const struct program_call *call, count_chunk *)
{
    return {step_in<uint32_t>(call, 0),
            step_out<uint32_t>(call, 0),
            call->number[0],
            call->number[1],
            call->number[2],
            0};
}

FN void step_do(const count_chunk &step, int64_t i)
{
    int64_t t = quotient(i, step.clusters), end = chunk_begin(step.points, step.threads, t + 1);
    uint32_t cluster = (uint32_t)(i - t * step.clusters), size = 0;
    for (int64_t p = chunk_begin(step.points, step.threads, t); p < end; p++)
        size += load(step.member + p) == cluster; /* covers points up to p of the chunk */
    store(step.size + i, size);
}

EACH_STEP(count_chunk)

/* i counts [threads][groups of clusters][dimensions], so that neighbours read neighbours. A point's coordinates are divided
 * by its cluster's size before they are added, as the slide has it. Traffic: reads the points once for each group, writes
 * 4 bytes for each cluster and dimension of a thread. */
struct sum_chunk {
    const float *point; /* [points][dimensions] */
    const uint32_t *member, *size;
    float *sum; /* [threads][clusters][dimensions] */
    int64_t clusters, dimensions, points, threads, count;
};

static inline sum_chunk step_of(const struct program_call *call, sum_chunk *)
{
    sum_chunk step = {};
    step.point = step_in<float>(call, 0), step.member = step_in<uint32_t>(call, 1);
    step.size = step_in<uint32_t>(call, 2), step.sum = step_out<float>(call, 0);
    step.clusters = call->number[0], step.dimensions = call->number[1];
    step.points = call->number[2], step.threads = call->number[3];
    return step;
}

FN void step_do(const sum_chunk &step, int64_t i)
{
    int64_t groups = (step.clusters + CLUSTERS - 1) / CLUSTERS, row = quotient(i, step.dimensions);
    int64_t t = quotient(row, groups), first = (row - t * groups) * CLUSTERS, d = i - row * step.dimensions;
    int64_t end = chunk_begin(step.points, step.threads, t + 1);
    float sum[CLUSTERS];
    UNROLL for (int c = 0; c < CLUSTERS; c++) sum[c] = 0;
    for (int64_t p = chunk_begin(step.points, step.threads, t); p < end; p++) {
        uint32_t member = load(step.member + p);
        if (member < first || member >= first + CLUSTERS || member >= step.clusters) continue;
        float part = load(step.point + p * step.dimensions + d) / (float)load(step.size + member);
        UNROLL for (int c = 0; c < CLUSTERS; c++) if (member == first + c) sum[c] +=
            part; /* covers points up to p of the chunk that are of cluster c */
    }
    UNROLL for (int c = 0; c < CLUSTERS; c++) if (first + c < step.clusters)
        store(step.sum + (t * step.clusters + first + c) * step.dimensions + d, sum[c]);
}

EACH_STEP(sum_chunk)

/* ---- as the slides have it: thread i has its chunk to itself ---- */

/* Traffic: reads 4 bytes a point, and reads and writes 4 of the thread's counts, which lie apart from its neighbours'. */
struct count_alone {
    const uint32_t *member;
    uint32_t *size; /* [threads][clusters] */
    int64_t clusters, points, threads, count;
};

static inline count_alone step_of(const struct program_call *call, count_alone *)
{
    return {step_in<uint32_t>(call, 0),
            step_out<uint32_t>(call, 0),
            call->number[0],
            call->number[1],
            call->number[2],
            0};
}

FN void step_do(const count_alone &step, int64_t i)
{
    uint32_t *size = step.size + i * step.clusters;
    int64_t end = chunk_begin(step.points, step.threads, i + 1);
    for (int64_t c = 0; c < step.clusters; c++)
        store(size + c, (uint32_t)0);
    for (int64_t p = chunk_begin(step.points, step.threads, i); p < end; p++) {
        uint32_t member = load(step.member + p);
        if (member >= step.clusters) continue;
        store(size + member,
              load(size + member) + 1); /* covers points up to p of the chunk that are of this cluster */
    }
}

EACH_STEP(count_alone)

/* A point's coordinates are divided by its cluster's size before they are added. Traffic: reads a point and 4 bytes, and
 * reads and writes 4 bytes a coordinate of the thread's sums. */
struct sum_alone {
    const float *point; /* [points][dimensions] */
    const uint32_t *member, *size;
    float *sum; /* [threads][clusters][dimensions] */
    int64_t clusters, dimensions, points, threads, count;
};

static inline sum_alone step_of(const struct program_call *call, sum_alone *)
{
    sum_alone step = {};
    step.point = step_in<float>(call, 0), step.member = step_in<uint32_t>(call, 1);
    step.size = step_in<uint32_t>(call, 2), step.sum = step_out<float>(call, 0);
    step.clusters = call->number[0], step.dimensions = call->number[1];
    step.points = call->number[2], step.threads = call->number[3];
    return step;
}

FN void step_do(const sum_alone &step, int64_t i)
{
    float *sum = step.sum + i * step.clusters * step.dimensions;
    int64_t end = chunk_begin(step.points, step.threads, i + 1);
    for (int64_t at = 0; at < step.clusters * step.dimensions; at++)
        store(sum + at, 0.0f);
    for (int64_t p = chunk_begin(step.points, step.threads, i); p < end; p++) {
        uint32_t member = load(step.member + p);
        if (member >= step.clusters) continue;
        float size = (float)load(step.size + member), *of = sum + member * step.dimensions;
        for (int64_t d = 0; d < step.dimensions;
             d++) /* covers points up to p of the chunk that are of this cluster */
            store(of + d, load(of + d) + load(step.point + p * step.dimensions + d) / size);
    }
}

EACH_STEP(sum_alone)

/* Sums become means; those of a cluster without points stay. Traffic: reads 8 bytes and writes 4 an item. */
struct divide_by_size {
    const uint32_t *size;
    float *centre; /* [clusters][dimensions]: sums, and then means */
    int64_t dimensions, count;
};

static inline divide_by_size step_of(const struct program_call *call, divide_by_size *)
{
    return {step_in<uint32_t>(call, 0), step_out<float>(call, 0), call->number[0], 0};
}

FN void step_do(const divide_by_size &step, int64_t i)
{
    uint32_t size = load(step.size + quotient(i, step.dimensions));
    float sum = load(step.centre + i);
    store(step.centre + i, size ? sum / (float)size : sum);
}

EACH_STEP(divide_by_size)

} // namespace FOLDCHECK_NAMESPACE
