/* SPDX-License-Identifier: MIT
 * Stream compaction: keeps the items that are not 0, in order. An exclusive sum of the flags (1 for an item that is
 * kept, else 0) is for each kept item the place that it goes to, and the sum of all flags is how many there are.
 *
 * Source    Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190, 1990, section 1.3 (pack); Harris, Sengupta,
 *           Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007, section 39.3.1
 * Device    one scan, exscan/add_u32 over the flags
 * Host      makes the flags and scatters the items */
#include "app.h"

#include <inttypes.h>
#include <stdlib.h>

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

/* Puts every kept item in its place. A wrong scan can name places outside the answer, whose items are missing then, and
 * more of them than there are items. */
static bool scatter(const struct app_data *data, const uint32_t *flags, const uint32_t *places,
                    struct app_answer *answer, struct text *why)
{
    const uint32_t *items = data->column[0];
    uint64_t last = data->items - 1;
    uint64_t kept = data->items ? (uint64_t)places[last] + flags[last] : 0;
    if (kept > data->items) kept = data->items;
    uint32_t *to = answer_add(answer, "kept", ELEM_U32, kept, why);
    if (!to) return false;
    for (uint64_t i = 0; i < data->items; i++)
        if (flags[i] && places[i] < kept) to[places[i]] = items[i];
    return true;
}

static bool compaction_by_scan(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                               struct text *why)
{
    const uint32_t *items = data->column[0];
    struct columns places;
    uint32_t *flags = app_alloc(data->items, sizeof *flags, why);
    if (!flags) return false;
    for (uint64_t i = 0; i < data->items; i++)
        flags[i] = items[i] != 0;
    struct pass pass = {.what = WHAT_EXSCAN, .op = "add_u32", .rows = 1, .length = data->items};
    pass.items = (struct columns){.count = 1, .column = {pass_column(flags, sizeof *flags)}};
    bool done =
        passes_do(passes, &pass, &places, why) && scatter(data, flags, places.column[0].base, answer, why);
    free(flags);
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
