/* SPDX-License-Identifier: MIT
 * The steps of hip/programs/steps.def in sequential C, and arrays for them. Numbers that are places lie outside now and
 * then, as those of a wrong scan would. */
#include "steps.h"
#include "step_shapes.h"

#include <math.h>
#include <string.h>

/* A length that is not 0, up to about the square root of the size, and rows of it. */
static uint64_t draw_rows(struct step_trial *trial, uint64_t size, uint64_t *length)
{
    uint64_t root = (uint64_t)sqrt((double)size);
    *length = 1 + trial_draw(trial, root + 1);
    return size / *length + 1;
}

/* ---- rows ---- */

static void make_place_in_row(struct step_trial *trial, uint64_t size)
{
    trial->call.number[0] = 1 + (int64_t)trial_draw(trial, size);
    trial->call.count = size;
    trial_out(trial, 0, size, sizeof(uint32_t));
}

static uint64_t run_place_in_row(const struct program_call *call)
{
    uint32_t *place = call->out[0];
    for (uint64_t i = 0; i < call->count; i++)
        place[i] = (uint32_t)(i % (uint64_t)call->number[0]);
    return call->count * sizeof *place;
}

static void make_last_of_row(struct step_trial *trial, uint64_t size)
{
    uint64_t length, rows = draw_rows(trial, size, &length);
    if (size == 7) length = 0; /* rows of nothing */
    trial->call.count = rows;
    trial->call.number[0] = (int64_t)length;
    trial_in(trial, 0, rows * length, sizeof(int32_t));
    trial_out(trial, 0, rows, sizeof(int32_t));
}

static uint64_t run_last_of_row(const struct program_call *call)
{
    const int32_t *item = call->in[0];
    int32_t *last = call->out[0];
    uint64_t length = (uint64_t)call->number[0];
    for (uint64_t r = 0; r < call->count; r++)
        last[r] = length ? item[(r + 1) * length - 1] : 0;
    return call->count * sizeof *last;
}

/* ---- one row ---- */

static void make_flag_kept(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    uint32_t *item = trial_in(trial, 0, size, sizeof *item);
    for (uint64_t i = 0; item && i < size; i += 2)
        item[i] = (uint32_t)trial_draw(trial, 2);
    trial_out(trial, 0, size, sizeof(uint32_t));
}

static uint64_t run_flag_kept(const struct program_call *call)
{
    for (uint64_t i = 0; i < call->count; i++)
        ((uint32_t *)call->out[0])[i] = ((const uint32_t *)call->in[0])[i] != 0;
    return call->count * sizeof(uint32_t);
}

/* Places are a rotation, of which a tenth is moved outside. */
static void make_scatter_kept(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    trial_in(trial, 0, size, sizeof(uint32_t));
    uint32_t *flag = trial_in(trial, 1, size, sizeof *flag), *place = trial_in(trial, 2, size, sizeof *place);
    for (uint64_t i = 0; flag && place && i < size; i++) {
        flag[i] = (uint32_t)trial_draw(trial, 2);
        place[i] = (uint32_t)(i % 10 == 3 ? size + i / 10 : (i + 5) % size);
    }
    trial_out(trial, 0, size, sizeof(uint32_t));
}

static uint64_t run_scatter_kept(const struct program_call *call)
{
    const uint32_t *item = call->in[0], *flag = call->in[1], *place = call->in[2];
    uint64_t wrote = 0;
    for (uint64_t i = 0; i < call->count; i++) {
        if (!flag[i] || place[i] >= call->count) continue;
        ((uint32_t *)call->out[0])[place[i]] = item[i];
        wrote += sizeof *item;
    }
    return wrote;
}

static void make_slope_from_first(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    float *height = trial_in(trial, 0, size, sizeof *height);
    for (uint64_t i = 0; height && i < size; i++)
        height[i] = (float)trial_draw(trial, 100000) / 7;
    trial_out(trial, 0, size, sizeof(float));
    trial_out(trial, 1, size, sizeof(int64_t));
}

static uint64_t run_slope_from_first(const struct program_call *call)
{
    const float *height = call->in[0];
    float *slope = call->out[0];
    int64_t *point = call->out[1];
    slope[0] = INFINITY, point[0] = INT64_MAX;
    for (uint64_t i = 1; i < call->count; i++)
        slope[i] = -((height[i] - height[0]) / (float)i), point[i] = (int64_t)i;
    return call->count * (sizeof *slope + sizeof *point);
}

static void make_compare_slope(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    for (int side = 0; side < 2; side++) {
        float *slope = trial_in(trial, side, size, sizeof *slope);
        for (uint64_t i = 0; slope && i < size; i++)
            slope[i] = (float)trial_draw(trial, 8) - 4; /* some are equal */
    }
    trial_in(trial, 2, size, sizeof(int64_t));
    trial_out(trial, 0, size, 1);
    trial_out(trial, 1, size, sizeof(int64_t));
}

static uint64_t run_compare_slope(const struct program_call *call)
{
    const float *slope = call->in[0], *least = call->in[1];
    uint8_t *seen = call->out[0];
    for (uint64_t i = 0; i < call->count; i++) {
        seen[i] = i == 0 || slope[i] < least[i];
        ((int64_t *)call->out[1])[i] = seen[i] ? -1 : ((const int64_t *)call->in[2])[i];
    }
    return call->count * (1 + sizeof(int64_t));
}

/* ---- the sort ---- */

enum { DIGITS = 4 };

/* Counts as they are right; but those of every fifth item, which is not a row's last, lead outside. */
static void make_scatter_digit(struct step_trial *trial, uint64_t size)
{
    uint64_t length, rows = draw_rows(trial, size, &length);
    uint32_t *keys = trial_in(trial, 0, rows * length, sizeof *keys);
    int64_t *counts[DIGITS];
    unsigned shift = 2 * (unsigned)trial_draw(trial, 16), flip = (unsigned)trial_draw(trial, DIGITS);
    trial->call.count = rows * length;
    trial->call.number[0] = (int64_t)length, trial->call.number[1] = shift, trial->call.number[2] = flip;
    trial_out(trial, 0, rows * length, sizeof(uint32_t));
    if (size != 257) { /* once without values */
        trial_in(trial, 1, rows * length, sizeof(uint32_t));
        trial_out(trial, 1, rows * length, sizeof(uint32_t));
    }
    for (unsigned d = 0; d < DIGITS; d++) {
        counts[d] = trial_in(trial, 2 + (int)d, rows * length, sizeof *counts[d]);
        for (uint64_t i = 0; counts[d] && keys && i < rows * length; i++) {
            int64_t before = i % length ? counts[d][i - 1] : 0;
            counts[d][i] = before + (((keys[i] >> shift & 3) ^ flip) == d);
        }
    }
    for (uint64_t i = 0; !trial->lacks_memory && i < rows * length; i += 5)
        if (i % length != length - 1)
            for (unsigned d = 0; d < DIGITS; d++)
                counts[d][i] = i % 2 ? (int64_t)length + 1 : INT64_MIN + (int64_t)i;
}

static uint64_t run_scatter_digit(const struct program_call *call)
{
    const uint32_t *key = call->in[0], *value = call->in[1];
    uint32_t *to_key = call->out[0], *to_value = call->out[1];
    uint64_t length = (uint64_t)call->number[0], wrote = 0;
    for (uint64_t i = 0; i < call->count; i++) {
        uint64_t first = i / length * length, place = 0;
        unsigned digit = (key[i] >> call->number[1] & 3) ^ (unsigned)call->number[2];
        for (unsigned d = 0; d < digit; d++)
            place += (uint64_t)((const int64_t *)call->in[2 + d])[first + length - 1];
        place += (uint64_t)((const int64_t *)call->in[2 + digit])[i] - 1;
        if (place >= length) continue;
        to_key[first + place] = key[i], wrote += sizeof *key;
        if (value) to_value[first + place] = value[i], wrote += sizeof *value;
    }
    return wrote;
}

enum { BYTES = 256 };

static uint32_t byte_of(const struct program_call *call, uint32_t key)
{
    return (key >> call->number[0] & (BYTES - 1)) ^ (uint32_t)call->number[1];
}

static uint64_t tiles_of(uint64_t items)
{
    return (items + STEP_BYTE_TILE - 1) / STEP_BYTE_TILE;
}

/* The largest trial has more tiles than the simulator's launches have blocks. */
static uint64_t tiled(uint64_t size)
{
    return size == 5000 ? 17 * STEP_BYTE_TILE + 5 : size;
}

static void make_count_bytes(struct step_trial *trial, uint64_t size)
{
    size = tiled(size);
    trial->call.count = size;
    trial->call.number[0] = 8 * (int64_t)trial_draw(trial, 4), trial->call.number[1] = size % 2 ? 128 : 0;
    trial_in(trial, 0, size, sizeof(uint32_t));
    trial_out(trial, 0, BYTES * tiles_of(size), sizeof(uint32_t));
}

static uint64_t run_count_bytes(const struct program_call *call)
{
    const uint32_t *key = call->in[0];
    uint32_t *counts = call->out[0];
    uint64_t tiles = tiles_of(call->count), bytes = BYTES * tiles * sizeof *counts;
    memset(counts, 0, bytes);
    for (uint64_t i = 0; i < call->count; i++)
        counts[byte_of(call, key[i]) * tiles + i / STEP_BYTE_TILE]++;
    return bytes + call->count * sizeof *counts; /* an atomic addition an item */
}

/* Beginnings as they are right, but those of the largest digit lead outside. */
static void make_scatter_bytes(struct step_trial *trial, uint64_t size)
{
    uint64_t tiles = tiles_of(size = tiled(size));
    trial->call.count = size;
    trial->call.number[0] = 8 * (int64_t)trial_draw(trial, 4), trial->call.number[1] = size % 2 ? 128 : 0;
    uint32_t *key = trial_in(trial, 0, size, sizeof *key),
             *begins = trial_in(trial, 2, BYTES * tiles, sizeof *begins);
    trial_out(trial, 0, size, sizeof(uint32_t));
    if (size != 257) { /* once without values */
        trial_in(trial, 1, size, sizeof(uint32_t));
        trial_out(trial, 1, size, sizeof(uint32_t));
    }
    if (trial->lacks_memory) return;
    for (uint64_t i = 0; i < size / 2; i++)
        key[i] &= 0x81818181; /* many are equal */
    memset(begins, 0, BYTES * tiles * sizeof *begins);
    for (uint64_t i = 0; i < size; i++)
        begins[byte_of(&trial->call, key[i]) * tiles + i / STEP_BYTE_TILE]++;
    uint32_t places = 0;
    for (uint64_t at = 0; at < BYTES * tiles; at++) {
        uint32_t count = begins[at];
        begins[at] = at / tiles == BYTES - 1 ? UINT32_MAX / 2 + places : places;
        places += count;
    }
}

static uint64_t run_scatter_bytes(const struct program_call *call)
{
    const uint32_t *key = call->in[0], *value = call->in[1], *begins = call->in[2];
    uint32_t *to_key = call->out[0], *to_value = call->out[1];
    uint64_t tiles = tiles_of(call->count), wrote = 0;
    uint32_t seen[BYTES];
    for (uint64_t i = 0; i < call->count; i++) {
        uint32_t digit = byte_of(call, key[i]);
        if (i % STEP_BYTE_TILE == 0) memset(seen, 0, sizeof seen);
        uint64_t place = begins[digit * tiles + i / STEP_BYTE_TILE] + seen[digit]++;
        if (place >= call->count) continue;
        to_key[place] = key[i], wrote += sizeof *key;
        if (value) to_value[place] = value[i], wrote += sizeof *value;
    }
    return wrote;
}

/* ---- the tree ---- */

enum { DIMENSIONS = 3, LEVEL = 3 };

static float draw_float(struct step_trial *trial)
{
    switch (trial_draw(trial, 16)) {
    case 0:
        return -0.0f;
    case 1:
        return INFINITY;
    default:
        return (float)((double)trial_draw(trial, 1 << 20) / 1000 - 500);
    }
}

static void draw_floats(struct step_trial *trial, float *to, uint64_t count)
{
    for (uint64_t i = 0; to && i < count; i++)
        to[i] = draw_float(trial);
}

static int32_t key_of(float value)
{
    int32_t bits;
    if (value == 0) value = 0; /* -0, too */
    memcpy(&bits, &value, sizeof bits);
    return bits >= 0 ? bits : (int32_t)(0x80000000u - (uint32_t)bits) - 1;
}

static void make_sortable_key(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    draw_floats(trial, trial_in(trial, 0, size, sizeof(float)), size);
    trial_out(trial, 0, size, sizeof(int32_t));
}

static uint64_t run_sortable_key(const struct program_call *call)
{
    for (uint64_t i = 0; i < call->count; i++)
        ((int32_t *)call->out[0])[i] = key_of(((const float *)call->in[0])[i]);
    return call->count * sizeof(int32_t);
}

/* The level's nodes begin at 2^LEVEL - 1; dimensions of those above are chosen. */
static void make_choose_dimension(struct step_trial *trial, uint64_t size)
{
    uint64_t first = (1 << LEVEL) - 1, nodes = size < first + 1 ? size : first + 1;
    trial->call.count = nodes;
    trial->call.number[0] = DIMENSIONS, trial->call.number[1] = (int64_t)first;
    for (int side = 0; side < 2; side++) {
        int32_t *key = trial_in(trial, side, DIMENSIONS, sizeof *key);
        for (int d = 0; key && d < DIMENSIONS; d++)
            key[d] = key_of((float)((side ? 1 : -1) * (int64_t)(1 + trial_draw(trial, 2))));
    }
    draw_floats(trial, trial_in(trial, 2, first, sizeof(float)), first);
    int32_t *dimension = trial_out(trial, 0, first + nodes, sizeof *dimension);
    for (uint64_t i = 0; dimension && i < first + nodes; i++)
        dimension[i] = (int32_t)trial_draw(trial, DIMENSIONS);
    trial_out(trial, 1, first + nodes, sizeof(int32_t));
}

static float value_of(int32_t key)
{
    float value;
    uint32_t bits = key >= 0 ? (uint32_t)key : 0x80000000u - (uint32_t)(key + 1);
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* From the node up: the first cut of a side that is met is the last one that was made. */
static float reach_of(const struct program_call *call, uint64_t node, int d)
{
    const int32_t *dimension = call->out[0];
    const float *median = call->in[2];
    float low = value_of(((const int32_t *)call->in[0])[d]),
          high = value_of(((const int32_t *)call->in[1])[d]);
    bool has_low = false, has_high = false;
    for (uint64_t at = node; at > 0; at = (at - 1) / 2) {
        uint64_t above = (at - 1) / 2;
        bool is_left = at == 2 * above + 1;
        if (dimension[above] != d || isinf(median[above])) continue;
        if (is_left && !has_high) high = median[above], has_high = true;
        if (!is_left && !has_low) low = median[above], has_low = true;
    }
    return high - low;
}

static uint64_t run_choose_dimension(const struct program_call *call)
{
    int32_t *dimension = call->out[0], *ancestor = call->out[1];
    for (uint64_t i = 0; i < call->count; i++) {
        uint64_t node = (uint64_t)call->number[1] + i, above = node;
        int widest = 0;
        for (int d = 1; d < DIMENSIONS; d++)
            if (reach_of(call, node, d) > reach_of(call, node, widest)) widest = d;
        dimension[node] = widest;
        ancestor[node] = -1;
        while (above > 0) {
            above = (above - 1) / 2;
            if (dimension[above] != widest) continue;
            ancestor[node] = (int32_t)above;
            break;
        }
    }
    return call->count * 2 * sizeof *dimension;
}

/* Dimensions of the level's nodes, and points, of which some lie at infinity. */
static uint64_t make_level(struct step_trial *trial, uint64_t size, int dimensions, int points)
{
    uint64_t length, first = 2, nodes = draw_rows(trial, size, &length);
    if (length < 2) length = 2;
    trial->call.number[0] = (int64_t)length, trial->call.number[1] = (int64_t)first;
    trial->call.number[2] = (int64_t)size;
    int32_t *dimension = trial_in(trial, dimensions, first + nodes, sizeof *dimension);
    for (uint64_t i = 0; dimension && i < first + nodes; i++)
        dimension[i] = (int32_t)trial_draw(trial, DIMENSIONS);
    uint32_t *point = trial_in(trial, points, nodes * length, sizeof *point);
    for (uint64_t i = 0; point && i < nodes * length; i++)
        point[i] = (uint32_t)trial_draw(trial, size + size / 8 + 1);
    return nodes;
}

static void make_gather_key(struct step_trial *trial, uint64_t size)
{
    uint64_t nodes = make_level(trial, size, 1, 2);
    trial->call.count = nodes * (uint64_t)trial->call.number[0];
    trial_in(trial, 0, DIMENSIONS * size, sizeof(int32_t));
    trial_out(trial, 0, trial->call.count, sizeof(uint32_t));
    trial_out(trial, 1, trial->call.count, sizeof(uint32_t));
}

static uint64_t run_gather_key(const struct program_call *call)
{
    const int32_t *key = call->in[0], *dimension = call->in[1];
    const uint32_t *point = call->in[2];
    uint32_t *sorted = call->out[0], *place = call->out[1];
    uint64_t length = (uint64_t)call->number[0], points = (uint64_t)call->number[2];
    for (uint64_t i = 0; i < call->count; i++) {
        uint64_t d = (uint64_t)dimension[(uint64_t)call->number[1] + i / length];
        sorted[i] = (uint32_t)(point[i] < points ? key[d * points + point[i]] : key_of(INFINITY));
        place[i] = (uint32_t)(i % length);
    }
    return call->count * 2 * sizeof *sorted;
}

static void make_permute_in_row(struct step_trial *trial, uint64_t size)
{
    uint64_t length, rows = draw_rows(trial, size, &length);
    trial->call.count = rows * length;
    trial->call.number[0] = (int64_t)length;
    trial_in(trial, 0, rows * length, sizeof(uint32_t));
    uint32_t *place = trial_in(trial, 1, rows * length, sizeof *place);
    for (uint64_t i = 0; place && i < rows * length; i++)
        place[i] = (uint32_t)trial_draw(trial, length + length / 4 + 1);
    trial_out(trial, 0, rows * length, sizeof(uint32_t));
}

static uint64_t run_permute_in_row(const struct program_call *call)
{
    const uint32_t *item = call->in[0], *place = call->in[1];
    uint64_t length = (uint64_t)call->number[0];
    for (uint64_t i = 0; i < call->count; i++)
        ((uint32_t *)call->out[0])[i] = place[i] < length ? item[i / length * length + place[i]] : 0;
    return call->count * sizeof(uint32_t);
}

static float coordinate(const float *value, uint64_t points, uint64_t point, uint64_t dimension)
{
    return point < points ? value[dimension * points + point] : INFINITY;
}

static void make_median_of_node(struct step_trial *trial, uint64_t size)
{
    uint64_t nodes = make_level(trial, size, 1, 2);
    trial->call.count = nodes;
    draw_floats(trial, trial_in(trial, 0, DIMENSIONS * size, sizeof(float)), DIMENSIONS * size);
    trial_out(trial, 0, (uint64_t)trial->call.number[1] + nodes, sizeof(float));
}

static uint64_t run_median_of_node(const struct program_call *call)
{
    const uint32_t *point = call->in[2];
    uint64_t length = (uint64_t)call->number[0], first = (uint64_t)call->number[1],
             points = (uint64_t)call->number[2];
    for (uint64_t n = 0; n < call->count; n++) {
        uint64_t d = (uint64_t)((const int32_t *)call->in[1])[first + n], middle = n * length + length / 2;
        ((float *)call->out[0])[first + n] = (coordinate(call->in[0], points, point[middle], d) +
                                              coordinate(call->in[0], points, point[middle - 1], d)) /
                                             2;
    }
    return call->count * sizeof(float);
}

static void make_gather_point(struct step_trial *trial, uint64_t size)
{
    trial->call.count = DIMENSIONS * size;
    trial->call.number[0] = DIMENSIONS, trial->call.number[1] = (int64_t)size;
    trial_in(trial, 0, DIMENSIONS * size, sizeof(float));
    uint32_t *point = trial_in(trial, 1, size, sizeof *point);
    for (uint64_t i = 0; point && i < size; i++)
        point[i] = (uint32_t)trial_draw(trial, size + 2);
    trial_out(trial, 0, DIMENSIONS * size, sizeof(float));
}

static uint64_t run_gather_point(const struct program_call *call)
{
    const uint32_t *point = call->in[1];
    float *leaf = call->out[0];
    for (uint64_t p = 0; p < call->count / DIMENSIONS; p++)
        for (uint64_t d = 0; d < DIMENSIONS; d++)
            leaf[p * DIMENSIONS + d] = coordinate(call->in[0], (uint64_t)call->number[1], point[p], d);
    return call->count * sizeof *leaf;
}

/* ---- clusters ---- */

/* More clusters than a thread of the device holds at a time. */
enum { CLUSTERS = 11 };

static void make_nearest_centre(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    trial->call.number[0] = CLUSTERS, trial->call.number[1] = DIMENSIONS;
    float *column = trial_in(trial, 0, DIMENSIONS * size, sizeof *column),
          *centre = trial_in(trial, 1, CLUSTERS * DIMENSIONS, sizeof *centre);
    for (uint64_t i = 0; column && i < DIMENSIONS * size; i++)
        column[i] = (float)trial_draw(trial, 8); /* small integers: some are equally far from two centres */
    for (int i = 0; centre && i < CLUSTERS * DIMENSIONS; i++)
        centre[i] = (float)trial_draw(trial, 8);
    uint32_t *member = trial_out(trial, 0, size, sizeof *member);
    for (uint64_t i = 0; member && i < size; i++)
        member[i] = (uint32_t)trial_draw(trial, CLUSTERS);
    trial_out(trial, 1, size, sizeof(uint32_t));
}

static float squared_distance(const struct program_call *call, uint64_t i, uint64_t cluster)
{
    const float *column = call->in[0], *centre = call->in[1];
    float sum = 0;
    for (uint64_t d = 0; d < DIMENSIONS; d++) {
        float apart = column[d * call->count + i] - centre[cluster * DIMENSIONS + d];
        sum += apart * apart;
    }
    return sum;
}

static uint64_t run_nearest_centre(const struct program_call *call)
{
    uint32_t *member = call->out[0], *changed = call->out[1];
    for (uint64_t i = 0; i < call->count; i++) {
        uint32_t nearest = 0;
        for (uint32_t c = 1; c < CLUSTERS; c++)
            if (squared_distance(call, i, c) < squared_distance(call, i, nearest)) nearest = c;
        changed[i] = member[i] != nearest;
        member[i] = nearest;
    }
    return call->count * 2 * sizeof *member;
}

/* Members, of which one in a hundred is of no cluster. */
static void draw_members(struct step_trial *trial, int at, uint64_t size)
{
    uint32_t *member = trial_in(trial, at, size, sizeof *member);
    for (uint64_t i = 0; member && i < size; i++)
        member[i] = trial_draw(trial, 100) ? (uint32_t)trial_draw(trial, CLUSTERS) : CLUSTERS + 3;
}

static uint64_t draw_threads(struct step_trial *trial, uint64_t size)
{
    return 1 + trial_draw(trial, size < 20 ? size : 20);
}

static void make_count_chunk(struct step_trial *trial, uint64_t size)
{
    uint64_t threads = draw_threads(trial, size);
    trial->call.count = threads * CLUSTERS;
    trial->call.number[0] = CLUSTERS, trial->call.number[1] = (int64_t)size;
    trial->call.number[2] = (int64_t)threads;
    draw_members(trial, 0, size);
    trial_out(trial, 0, threads * CLUSTERS, sizeof(uint32_t));
}

static uint64_t run_count_chunk(const struct program_call *call)
{
    const uint32_t *member = call->in[0];
    uint32_t *size = call->out[0];
    uint64_t points = (uint64_t)call->number[1], threads = (uint64_t)call->number[2];
    uint64_t length = (points + threads - 1) / threads;
    memset(size, 0, call->count * sizeof *size);
    for (uint64_t p = 0; p < points; p++)
        if (member[p] < CLUSTERS) size[p / length * CLUSTERS + member[p]]++;
    return call->count * sizeof *size;
}

static void make_count_alone(struct step_trial *trial, uint64_t size)
{
    make_count_chunk(trial, size);
    trial->call.count /= CLUSTERS;
}

static uint64_t of_a_cluster(const uint32_t *member, uint64_t points)
{
    uint64_t count = 0;
    for (uint64_t p = 0; p < points; p++)
        count += member[p] < CLUSTERS;
    return count;
}

static uint64_t run_count_alone(const struct program_call *call)
{
    struct program_call counts = *call;
    counts.count *= CLUSTERS;
    return run_count_chunk(&counts) +
           sizeof(uint32_t) * of_a_cluster(call->in[0], (uint64_t)call->number[1]); /* a count a point, too */
}

static void make_sum_chunk(struct step_trial *trial, uint64_t size)
{
    uint64_t threads = draw_threads(trial, size), groups = 2;
    trial->call.count = threads * groups * DIMENSIONS;
    trial->call.number[0] = CLUSTERS, trial->call.number[1] = DIMENSIONS;
    trial->call.number[2] = (int64_t)size, trial->call.number[3] = (int64_t)threads;
    float *point = trial_in(trial, 0, size * DIMENSIONS, sizeof *point);
    for (uint64_t i = 0; point && i < size * DIMENSIONS; i++)
        point[i] = (float)trial_draw(trial, 1000) / 7;
    draw_members(trial, 1, size);
    uint32_t *sizes = trial_in(trial, 2, CLUSTERS, sizeof *sizes);
    for (int c = 0; sizes && c < CLUSTERS; c++)
        sizes[c] = 1 + (uint32_t)trial_draw(trial, 100);
    trial_out(trial, 0, threads * CLUSTERS * DIMENSIONS, sizeof(float));
}

static uint64_t run_sum_chunk(const struct program_call *call)
{
    const float *point = call->in[0];
    const uint32_t *member = call->in[1], *size = call->in[2];
    float *sum = call->out[0];
    uint64_t points = (uint64_t)call->number[2], threads = (uint64_t)call->number[3];
    uint64_t length = (points + threads - 1) / threads, all = threads * CLUSTERS * DIMENSIONS;
    for (uint64_t i = 0; i < all; i++)
        sum[i] = 0;
    for (uint64_t p = 0; p < points; p++)
        for (uint64_t d = 0; member[p] < CLUSTERS && d < DIMENSIONS; d++)
            sum[(p / length * CLUSTERS + member[p]) * DIMENSIONS + d] +=
                point[p * DIMENSIONS + d] / (float)size[member[p]];
    return all * sizeof *sum;
}

static void make_sum_alone(struct step_trial *trial, uint64_t size)
{
    make_sum_chunk(trial, size);
    trial->call.count = (uint64_t)trial->call.number[3];
}

static uint64_t run_sum_alone(const struct program_call *call)
{
    return run_sum_chunk(call) +
           DIMENSIONS * sizeof(float) *
               of_a_cluster(call->in[1], (uint64_t)call->number[2]); /* sums a point, too */
}

static void make_divide_by_size(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size * DIMENSIONS;
    trial->call.number[0] = DIMENSIONS;
    uint32_t *sizes = trial_in(trial, 0, size, sizeof *sizes);
    float *centre = trial_out(trial, 0, size * DIMENSIONS, sizeof *centre);
    for (uint64_t i = 0; sizes && i < size; i++)
        sizes[i] = (uint32_t)trial_draw(trial, 5);
    for (uint64_t i = 0; centre && i < size * DIMENSIONS; i++)
        centre[i] = (float)trial_draw(trial, 1000);
}

static uint64_t run_divide_by_size(const struct program_call *call)
{
    float *centre = call->out[0];
    for (uint64_t i = 0; i < call->count; i++) {
        uint32_t size = ((const uint32_t *)call->in[0])[i / DIMENSIONS];
        if (size) centre[i] /= (float)size;
    }
    return call->count * sizeof *centre;
}

/* Coordinates are small integers, so that sums are exact in every order, and so are the last turn's; some points are equally far
 * from two centres. */
static void make_cluster_tiles(struct step_trial *trial, uint64_t size)
{
    uint64_t blocks = 1 + trial_draw(trial, 4), clusters = 1 + trial_draw(trial, CLUSTERS);
    trial->call.count = blocks;
    trial->call.number[0] = (int64_t)clusters, trial->call.number[1] = DIMENSIONS,
    trial->call.number[2] = (int64_t)size, trial->call.number[3] = 1 + (int64_t)trial_draw(trial, 2);
    for (int side = 0; side < 2; side++) {
        uint64_t count = DIMENSIONS * (side ? clusters : size);
        float *coordinate = trial_in(trial, side, count, sizeof *coordinate);
        for (uint64_t i = 0; coordinate && i < count; i++)
            coordinate[i] = (float)trial_draw(trial, 8);
    }
    uint32_t *last_size = trial_in(trial, 2, clusters, sizeof *last_size);
    for (uint64_t c = 0; last_size && c < clusters; c++)
        last_size[c] = (uint32_t)trial_draw(trial, 4);
    uint32_t *member = trial_out(trial, 0, size, sizeof *member);
    for (uint64_t i = 0; member && i < size; i++)
        member[i] = (uint32_t)trial_draw(trial, clusters);
    trial_out(trial, 1, clusters, sizeof(uint32_t));
    trial_out(trial, 2, 1, sizeof(uint32_t));
    trial_out(trial, 3, clusters * DIMENSIONS * blocks, sizeof(float));
}

/* The mean of the last turn's points, or the sum where there were none. */
static float last_mean(const struct program_call *call, uint32_t cluster, uint32_t d)
{
    float sum = ((const float *)call->in[1])[cluster * DIMENSIONS + d];
    uint32_t size = ((const uint32_t *)call->in[2])[cluster];
    return size ? sum / (float)size : sum;
}

static uint32_t nearest_of_row(const struct program_call *call, const float *point, uint64_t clusters)
{
    uint32_t nearest = 0;
    float least = INFINITY;
    for (uint32_t c = 0; c < clusters; c++) {
        float sum = 0;
        for (uint32_t d = 0; d < DIMENSIONS; d++) {
            float apart = point[d] - last_mean(call, c, d);
            sum += apart * apart;
        }
        if (sum < least) least = sum, nearest = c;
    }
    return nearest;
}

static uint64_t run_cluster_tiles(const struct program_call *call)
{
    const float *point = call->in[0];
    uint32_t *member = call->out[0], *sizes = call->out[1], *changed = call->out[2];
    float *sum = call->out[3];
    uint64_t clusters = (uint64_t)call->number[0], points = (uint64_t)call->number[2], blocks = call->count;
    uint64_t tile = STEP_TILE_BLOCK * (uint64_t)call->number[3];
    for (uint64_t at = 0; at < clusters * DIMENSIONS * blocks; at++)
        sum[at] = 0;
    for (uint64_t p = 0; p < points; p++, point += DIMENSIONS) {
        uint32_t nearest = nearest_of_row(call, point, clusters);
        sizes[nearest]++;
        *changed += member[p] != nearest;
        member[p] = nearest;
        for (uint64_t d = 0; d < DIMENSIONS; d++)
            sum[(nearest * DIMENSIONS + d) * blocks + p / tile % blocks] += point[d];
    }
    /* members; an atomic addition a thread, and for each size and for what changed; sums */
    return points * sizeof *member + blocks * (STEP_TILE_BLOCK + clusters + 1) * sizeof *sizes +
           blocks * clusters * DIMENSIONS * sizeof *sum;
}

/* ---- images ---- */

enum { CHANNELS = 3 };

static void make_split_channels(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    trial_in(trial, 0, size * CHANNELS, 1);
    trial_out(trial, 0, size * CHANNELS, sizeof(float));
}

static uint64_t run_split_channels(const struct program_call *call)
{
    const uint8_t *pixel = call->in[0];
    float *channel = call->out[0];
    for (uint64_t i = 0; i < call->count * CHANNELS; i++)
        channel[i % CHANNELS * call->count + i / CHANNELS] = (float)pixel[i] / 255.0f;
    return call->count * CHANNELS * sizeof *channel;
}

static void make_blur_channels(struct step_trial *trial, uint64_t size)
{
    uint64_t columns, rows = draw_rows(trial, size, &columns), all = CHANNELS * rows * columns;
    trial->call.count = all;
    trial->call.number[0] = (int64_t)rows, trial->call.number[1] = (int64_t)columns;
    float *from = trial_in(trial, 0, all, sizeof *from);
    for (uint64_t i = 0; from && i < all; i++)
        from[i] = (float)trial_draw(trial, 256) / 255.0f;
    trial_out(trial, 0, all, sizeof(float));
}

/* The mean of the nine around it, as the slide adds them. */
static float mean_of_nine(const float *middle, uint64_t columns)
{
    const float *above = middle - columns, *below = middle + columns;
    float sum = above[-1] + above[0] + above[1] + middle[-1] + middle[0] + middle[1] + below[-1] + below[0] +
                below[1];
    return sum / 9.0f;
}

static uint64_t run_blur_channels(const struct program_call *call)
{
    const float *from = call->in[0];
    float *to = call->out[0];
    uint64_t rows = (uint64_t)call->number[0], columns = (uint64_t)call->number[1];
    for (uint64_t i = 0; i < call->count; i++) {
        uint64_t row = i / columns % rows, column = i % columns;
        bool edge = row == 0 || row == rows - 1 || column == 0 || column == columns - 1;
        to[i] = edge ? from[i] : mean_of_nine(from + i, columns);
    }
    return call->count * sizeof *to;
}

static void make_combine_channels(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    float *channel = trial_in(trial, 0, size * CHANNELS, sizeof *channel);
    for (uint64_t i = 0; channel && i < size * CHANNELS; i++)
        channel[i] = (float)trial_draw(trial, 1001) / 1000.0f;
    trial_out(trial, 0, size * CHANNELS, 1);
}

static uint64_t run_combine_channels(const struct program_call *call)
{
    const float *channel = call->in[0];
    uint8_t *pixel = call->out[0];
    for (uint64_t i = 0; i < call->count * CHANNELS; i++)
        pixel[i] = (uint8_t)(channel[i % CHANNELS * call->count + i / CHANNELS] * 255.0f);
    return call->count * CHANNELS;
}

/* ---- loops ---- */

static void make_twice_sum(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    trial_in(trial, 0, size, sizeof(uint32_t));
    trial_out(trial, 0, size, sizeof(uint32_t));
}

static uint64_t run_twice_sum(const struct program_call *call)
{
    uint32_t *item = call->out[0];
    for (uint64_t i = 0; i < call->count; i++)
        item[i] = 2 * (item[i] + ((const uint32_t *)call->in[0])[i]);
    return call->count * sizeof *item;
}

static void make_loop_in_thread(struct step_trial *trial, uint64_t size)
{
    uint64_t length, rows = draw_rows(trial, size, &length);
    uint64_t inner = 1 + trial_draw(trial, 4);
    trial->call.count = (rows + inner - 1) / inner;
    trial->call.number[0] = (int64_t)length, trial->call.number[1] = 4;
    trial->call.number[2] = (int64_t)inner, trial->call.number[3] = (int64_t)rows;
    trial_in(trial, 0, rows * length, sizeof(uint32_t));
    trial_out(trial, 0, rows, sizeof(uint32_t));
}

static uint64_t run_loop_in_thread(const struct program_call *call)
{
    const uint32_t *row = call->in[0];
    uint32_t *item = call->out[0];
    for (int64_t r = 0; r < call->number[3]; r++, row += call->number[0]) {
        uint32_t sum = 0;
        for (int64_t j = 0; j < call->number[0]; j++)
            sum += row[j];
        for (int64_t t = 0; t < call->number[1]; t++)
            item[r] = 2 * (item[r] + sum);
    }
    return (uint64_t)(call->number[3] * call->number[1]) * sizeof *item; /* each turn stores them */
}

/* ---- layers ---- */

/* Rows of weights, and a unit for each place in a row. */
static uint64_t make_layer(struct step_trial *trial, uint64_t size)
{
    uint64_t length, rows = draw_rows(trial, size, &length);
    trial->call.number[0] = (int64_t)length;
    for (int side = 0; side < 2; side++) {
        uint64_t count = side ? length : rows * length;
        float *item = trial_in(trial, side, count, sizeof *item);
        for (uint64_t i = 0; item && i < count; i++)
            item[i] = (float)trial_draw(trial, 1000) / 7 - 50;
    }
    return rows;
}

static void make_multiply_by_unit(struct step_trial *trial, uint64_t size)
{
    uint64_t rows = make_layer(trial, size);
    trial->call.count = rows * (uint64_t)trial->call.number[0];
    trial_out(trial, 0, trial->call.count, sizeof(float));
}

static uint64_t run_multiply_by_unit(const struct program_call *call)
{
    const float *weight = call->in[0], *unit = call->in[1];
    for (uint64_t i = 0; i < call->count; i++)
        ((float *)call->out[0])[i] = weight[i] * unit[i % (uint64_t)call->number[0]];
    return call->count * sizeof(float);
}

static void make_sum_by_unit(struct step_trial *trial, uint64_t size)
{
    trial->call.count = make_layer(trial, size);
    trial_out(trial, 0, trial->call.count, sizeof(float));
}

static uint64_t run_sum_by_unit(const struct program_call *call)
{
    const float *weight = call->in[0], *unit = call->in[1];
    float *sum = call->out[0];
    for (uint64_t r = 0; r < call->count; r++) {
        sum[r] = 0;
        for (int64_t j = 0; j < call->number[0]; j++)
            sum[r] += *weight++ * unit[j];
    }
    return call->count * sizeof *sum;
}

/* ---- the sink ---- */

static void make_sink_in_blocks(struct step_trial *trial, uint64_t size)
{
    bool fills = size == 257; /* a round too many by one item */
    uint64_t blocks = fills ? 1 : 1 + trial_draw(trial, 3), tags = 1 + trial_draw(trial, 9);
    trial->call.count = blocks;
    trial->call.number[0] = (int64_t)size, trial->call.number[1] = (int64_t)tags;
    trial->call.number[2] = fills ? 129 : 1 + (int64_t)trial_draw(trial, 600);
    for (int column = 0; column < 4; column++) {
        uint32_t *item = trial_in(trial, column, size, sizeof *item);
        for (uint64_t i = 0; item && i < size; i++)
            item[i] = (uint32_t)trial_draw(trial, UINT32_MAX);
        for (uint64_t i = 0; item && column == 3 && i < (fills ? size : size / 2); i++)
            item[i] |= 1; /* nothing is dropped at first: buffers are full to the last place */
    }
    for (int column = 0; column < 2; column++)
        trial_out(trial, column, blocks * tags, sizeof(uint32_t));
}

static uint64_t run_sink_in_blocks(const struct program_call *call)
{
    const uint32_t *tag = call->in[0], *slope = call->in[1], *offset = call->in[2], *kept = call->in[3];
    uint32_t *slopes = call->out[0], *offsets = call->out[1];
    uint64_t tags = (uint64_t)call->number[1];
    for (uint64_t at = 0; at < call->count * tags; at++)
        slopes[at] = 1, offsets[at] = 0;
    for (uint64_t i = 0; i < (uint64_t)call->number[0]; i++) {
        uint64_t at = i / (uint64_t)call->number[2] % call->count * tags + tag[i] % tags;
        if (kept[i] % 4 == 0) continue;
        offsets[at] = slope[i] * offsets[at] + offset[i];
        slopes[at] *= slope[i];
    }
    return call->count * tags * 2 * sizeof *slopes;
}

/* ---- maps in place ---- */

static void make_map_in_place(struct step_trial *trial, uint64_t size)
{
    trial->call.count = size;
    trial_out(trial, 0, size, sizeof(uint32_t));
}

static uint64_t map_in_place(const struct program_call *call, uint32_t add, uint32_t times)
{
    uint32_t *item = call->out[0];
    for (uint64_t i = 0; i < call->count; i++)
        item[i] = times * (item[i] + add);
    return call->count * sizeof *item;
}

static void make_add_two(struct step_trial *trial, uint64_t size)
{
    make_map_in_place(trial, size);
}

static uint64_t run_add_two(const struct program_call *call)
{
    return map_in_place(call, 2, 1);
}

static void make_triple(struct step_trial *trial, uint64_t size)
{
    make_map_in_place(trial, size);
}

static uint64_t run_triple(const struct program_call *call)
{
    return map_in_place(call, 0, 3);
}

static void make_add_two_and_triple(struct step_trial *trial, uint64_t size)
{
    make_map_in_place(trial, size);
}

static uint64_t run_add_two_and_triple(const struct program_call *call)
{
    return map_in_place(call, 2, 3);
}

/* ---- a library's ---- */

static void make_library_sort(struct step_trial *trial, uint64_t size)
{
    bool values = size != 257; /* once without values */
    trial->call.count = size;
    int32_t *key = trial_in(trial, 0, size, sizeof *key);
    for (uint64_t i = 0; key && i < size / 2; i++)
        key[i] &= 0x1001; /* many are equal */
    trial_out(trial, 0, size, sizeof *key);
    if (values) trial_in(trial, 1, size, sizeof(uint32_t));
    if (values) trial_out(trial, 1, size, sizeof(uint32_t));
}

/* By insertion, which keeps the order of equal keys. */
static uint64_t run_library_sort(const struct program_call *call)
{
    const int32_t *key = call->in[0];
    const uint32_t *value = call->in[1];
    int32_t *to_key = call->out[0];
    uint32_t *to_value = call->out[1];
    for (uint64_t i = 0; i < call->count; i++) {
        uint64_t at = i;
        for (; at > 0 && to_key[at - 1] > key[i]; at--) {
            to_key[at] = to_key[at - 1];
            if (value) to_value[at] = to_value[at - 1];
        }
        to_key[at] = key[i];
        if (value) to_value[at] = value[i];
    }
    return call->count * sizeof *key * (value ? 2 : 1);
}

/* ---- all of them ---- */

#define STEP(NAME, ...) {#NAME, make_##NAME, run_##NAME},
static const struct step_model models[] = {
#include "programs/steps.def"
};
#undef STEP

const struct step_model *step_model_find(const char *name)
{
    for (size_t m = 0; m < sizeof models / sizeof models[0]; m++)
        if (strcmp(models[m].name, name) == 0) return &models[m];
    return NULL;
}
