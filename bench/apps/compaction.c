/* SPDX-License-Identifier: MIT
 * Stream compaction: keeps the items that are not 0, in order. An exclusive sum of the flags (1 for an item that is
 * kept, else 0) is for each kept item the place that it goes to, and the sum of all flags is how many there are.
 *
 * Source    Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190, 1990, section 1.3 (pack); Harris, Sengupta,
 *           Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007, section 39.3.1
 * Device    a step makes the flags; one scan, exscan/add_u32 over them; a step scatters the items */
#include "app.h"
#include "program.h"

#include <inttypes.h>

/* A flag's sum must fit 32 bits. */
static bool compaction_accepts(const struct app_data *data, struct text *why)
{
    return data->items <= UINT32_MAX ||
           text_say(why, "%" PRIu64 " items; expected at most 2^32 - 1", data->items);
}

/* About half of the items are 0. */
static void compaction_value(uint64_t index, uint64_t bits, void *item)
{
    uint32_t *value = item;
    (void)index;
    *value = bits & 1 ? (uint32_t)(bits >> 32) : 0;
}

static bool compaction_judge(const struct app_data *data, struct app_answer *answer, struct text *why)
{
    const uint32_t *items = data->column[0];
    uint64_t kept = 0;
    for (uint64_t i = 0; i < data->items; i++)
        kept += items[i] != 0;
    uint32_t *to = answer_add(answer, "kept", ELEM_U32, kept, why);
    if (!to) return false;
    for (uint64_t i = 0; i < data->items; i++)
        if (items[i] != 0) *to++ = items[i];
    text_say(&answer->says, "%" PRIu64 " are kept", kept);
    return true;
}

/* The program's arrays. */
struct compaction {
    uint32_t *items, *flags, *places, *kept;
};

static bool compact(const struct app_data *data, struct program *program, struct compaction *there)
{
    uint64_t items = data->items;
    there->items = program_array(program, "items", sizeof *there->items, items);
    there->flags = program_array(program, "flags", sizeof *there->flags, items);
    there->places = program_array(program, "places", sizeof *there->places, items);
    there->kept = program_array(program, "kept", sizeof *there->kept, items);
    struct pass pass = {.what = WHAT_EXSCAN, .op = "add_u32", .rows = 1, .length = items};
    struct columns places = {.count = 1, .column = {pass_column(there->places, sizeof *there->places)}};
    struct program_call flag = {.count = items, .in = {there->items}, .out = {there->flags}};
    struct program_call move = {
        .count = items, .in = {there->items, there->flags, there->places}, .out = {there->kept}};
    pass.items = (struct columns){.count = 1, .column = {pass_column(there->flags, sizeof *there->flags)}};
    return program_put(program, there->items, data->column[0], items * sizeof *there->items) &&
           program_reserve(program, &pass, 1) && program_start(program) &&
           program_do(program, "flag_kept", &flag) && program_fold(program, &pass, &places) &&
           program_do(program, "scatter_kept", &move) && program_stop(program);
}

/* How many are kept: the last place, and whether the last item is. A wrong scan can count more of them than there are
 * items. */
static bool count_kept(struct program *program, const struct compaction *there, uint64_t items,
                       uint64_t *kept)
{
    uint32_t place, flag;
    *kept = 0;
    if (items == 0) return true;
    if (!program_get(program, &place, there->places + items - 1, sizeof place) ||
        !program_get(program, &flag, there->flags + items - 1, sizeof flag))
        return false;
    *kept = (uint64_t)place + flag < items ? (uint64_t)place + flag : items;
    return true;
}

static bool compaction_by_scan(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                               struct text *why)
{
    struct program program;
    struct compaction there;
    uint64_t kept = 0;
    bool done = program_open(&program, passes, why) && compact(data, &program, &there) &&
                count_kept(&program, &there, data->items, &kept);
    uint32_t *to = done ? answer_add(answer, "kept", ELEM_U32, kept, why) : NULL;
    done = to && program_get(&program, to, there.kept, kept * sizeof *to);
    program_close(&program);
    return done;
}

const struct app compaction_app = {
    .name = "compaction",
    .input = "u32",
    .value = compaction_value,
    .accepts = compaction_accepts,
    .judge = compaction_judge,
    .form = {{.by = "scan", .scans = true, .run = compaction_by_scan}},
};
