/* SPDX-License-Identifier: MIT */
#include "arena_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const part_name[PARTS] = {"input", "result", "map-out", "row starts", "params"};

uint64_t offset_of(const struct view *view, const void *at)
{
    return (uint64_t)((const unsigned char *)at - view->load->memory);
}

static struct tuple words_tuple(void)
{
    return tuple_of(ELEM_U64);
}

static void view_words(struct part_view *part, const void *base, uint64_t count)
{
    part->tuple = words_tuple();
    part->columns = (struct columns){.count = 1, .column = {{(void *)(uintptr_t)base, 8}}};
    part->items = count;
}

/* The kept columns of the result, which is the tuple that lies in memory. */
static void view_result(const struct job *job, struct part_view *part)
{
    uint64_t kept[MAX_COLUMNS];
    int count = 0;
    for (int c = 0; c < job->out.count; c++) {
        if (!job->out.column[c].base) continue;
        kept[count] = (uint64_t)c;
        part->columns.column[count++] = job->out.column[c];
    }
    part->columns.count = count;
    part->tuple = tuple_of_columns(&job->op->state, kept, count);
}

static void view_parts(struct view *view)
{
    const struct job *job = &view->load->job;
    const struct layout *layout = &view->load->problem->layout;
    struct part_view *part = view->part;
    uint64_t items = job->row_start ? job->ragged_items : job->rows * job->length;
    uint64_t inputs = job->height ? job->rows / job->height * job->present : items;
    part[0] =
        (struct part_view){job->in, job->op->input, layout->input.form == SIDE_ONE ? inputs > 0 : inputs,
                           layout->input.form == SIDE_AOS};
    if (job->keys) { /* keys are the input's last column */
        part[0].columns.column[part[0].columns.count++] = job->key;
        part[0].tuple = tuple_and(&job->op->input, ELEM_U32);
    }
    view_result(job, &part[1]);
    part[1].items = job->keys ? job->rows * job->keys : job->what == WHAT_REDUCE ? job->rows : items;
    part[1].structs = layout->result.form == SIDE_AOS;
    if (job->op->emits && job->what != WHAT_TRANSPOSE)
        part[2] = (struct part_view){job->mapout, job->op->mapout, items, layout->mapout.form == SIDE_AOS};
    if (job->row_start) view_words(&part[3], job->row_start, job->rows + 1);
    if (job->row_params)
        view_words(&part[4], job->row_params,
                   (problem_param_sets(view->load->problem) * job->op->params_size + 7) / 8);
}

bool over_input(const struct view *view, int part)
{
    const struct layout *layout = &view->load->problem->layout;
    return (part == 1 && layout->result.form == SIDE_IN) || (part == 2 && layout->mapout.form == SIDE_IN);
}

static void stretch_add(struct view *view, struct named_stretch added, const char *suffix, int number)
{
    struct named_stretch *stretch = &view->stretch[view->stretches++];
    *stretch = added;
    int length = snprintf(stretch->name, sizeof stretch->name, "%s%s",
                          added.part == OWNER_SCRATCH ? "scratch" : part_name[added.part], suffix);
    if (number >= 0) snprintf(stretch->name + length, sizeof stretch->name - (size_t)length, " %d", number);
}

static void name_stretches(struct view *view)
{
    for (int p = 0; p < PARTS; p++) {
        const struct part_view *part = &view->part[p];
        if (!part->tuple.count || over_input(view, p)) continue;
        for (int c = 0; c < (part->structs ? 1 : part->tuple.count); c++) {
            const struct column *column = &part->columns.column[c];
            uint64_t from = offset_of(view, column->base), size = elem_size(part->tuple.elem[c]);
            uint64_t last = part->items ? from + (part->items - 1) * (uint64_t)column->stride : from;
            uint64_t to = part->items ? last + (part->structs ? part->tuple.size : size) : from;
            struct named_stretch added = {
                .from = from, .to = to, .item = (uint64_t)column->stride, .part = p};
            stretch_add(view, added, part->structs ? " structs" : " column", part->structs ? -1 : c);
        }
    }
    uint64_t scratch = offset_of(view, view->load->job.scratch);
    struct named_stretch all = {
        .from = scratch, .to = scratch + view->scratch_bytes, .item = 1, .part = OWNER_SCRATCH};
    stretch_add(view, all, "", -1);
}

static bool own(struct view *view, uint64_t at, struct element element, struct finding *finding)
{
    if (view->owner[at].part != OWNER_ZONE)
        return text_say(&finding->first_at, "byte %" PRIu64 " of the arena belongs to two elements", at);
    view->owner[at] = element;
    return true;
}

static bool own_part(struct view *view, int p, struct finding *finding)
{
    const struct part_view *part = &view->part[p];
    for (int c = 0; c < part->tuple.count; c++) {
        size_t size = elem_size(part->tuple.elem[c]);
        if ((uintptr_t)part->columns.column[c].base % size)
            return text_say(&finding->first_at, "%s column %d is not aligned", part_name[p], c);
        for (uint64_t i = 0; i < part->items; i++)
            for (size_t b = 0; b < size; b++) {
                uint64_t at = offset_of(view, part->columns.column[c].base) +
                              i * (uint64_t)part->columns.column[c].stride + b;
                if (!own(view, at, (struct element){p, c, i}, finding)) return false;
            }
    }
    return true;
}

static bool own_bytes(struct view *view, struct finding *finding)
{
    uint64_t bytes = view->load->arena.bytes, scratch = offset_of(view, view->load->job.scratch);
    view->owner = malloc(bytes * sizeof *view->owner);
    view->right = malloc(bytes);
    if (!view->owner || !view->right)
        return text_say(&finding->first_at, "no host memory for a map of the arena");
    memcpy(view->right, view->load->down, bytes);
    for (uint64_t at = 0; at < bytes; at++)
        view->owner[at] = (struct element){OWNER_ZONE, 0, 0};
    for (int p = 0; p < PARTS; p++)
        if (!over_input(view, p) && !own_part(view, p, finding)) return false;
    for (uint64_t b = 0; b < view->scratch_bytes; b++)
        if (!own(view, scratch + b, (struct element){OWNER_SCRATCH, 0, b}, finding)) return false;
    return true;
}

bool view_open(struct view *view, const struct load *load, struct finding *finding)
{
    *view = (struct view){.load = load};
    view->scratch_bytes = load->instance->strategy->scratch_bytes(&load->job, &load->instance->shape);
    view_parts(view);
    name_stretches(view);
    return own_bytes(view, finding);
}

bool guards_are_wide(const struct view *view, struct finding *finding)
{
    const struct layout *layout = &view->load->problem->layout;
    uint64_t end = 0;
    for (int s = 0; s <= view->stretches; s++) {
        bool last = s == view->stretches;
        const struct named_stretch *stretch = &view->stretch[last ? s - 1 : s];
        uint64_t from = last ? view->load->arena.bytes : stretch->from;
        const struct side *side = stretch->part == 0   ? &layout->input
                                  : stretch->part == 1 ? &layout->result
                                                       : &layout->mapout;
        bool block = !last && s > 0 && stretch->part < 3 && stretch->part == view->stretch[s - 1].part &&
                     side->form == SIDE_ARENA;
        if (!block && from < end + LEAST_GUARD)
            return text_say(&finding->first_at, "%" PRIu64 " bytes of guard %s %s, expected %d at least",
                            from - end, last ? "behind" : "before", stretch->name, LEAST_GUARD);
        end = stretch->to;
    }
    return true;
}

bool rows_lie_as_asked(const struct view *view, struct finding *finding)
{
    const struct problem *problem = view->load->problem;
    bool starts = view->load->job.row_start != NULL;
    return starts == (problem->shape.form != SHAPE_DIMS) ||
           text_say(&finding->first_at, "a shape of form %d has %s row starts", (int)problem->shape.form,
                    starts ? "got" : "lost its");
}

bool outputs_are_stale(const struct view *view, struct finding *finding)
{
    for (uint64_t at = 0; at < view->load->arena.bytes; at++) {
        int part = view->owner[at].part;
        if ((part == 1 || part == 2 || part == OWNER_SCRATCH) && view->load->up[at] != STALE_BYTE)
            return text_say(&finding->first_at,
                            "byte %" PRIu64 " of the %s is 0x%02x before a launch, not stale", at,
                            part == OWNER_SCRATCH ? "scratch" : part_name[part], view->load->up[at]);
    }
    return true;
}

bool regions_are_stretches(const struct view *view, struct finding *finding)
{
    const struct arena *arena = &view->load->arena;
    bool same = arena->regions == view->stretches;
    for (int s = 0; same && s < view->stretches; s++) {
        const struct region *region = &arena->region[s];
        const struct named_stretch *stretch = &view->stretch[s];
        same = strcmp(region->name, stretch->name) == 0 && region->offset == stretch->from &&
               region->bytes == stretch->to - stretch->from && region->item == stretch->item;
    }
    return same || text_say(&finding->first_at, "the arena's %d regions are not the %d stretches of the job",
                            arena->regions, view->stretches);
}
