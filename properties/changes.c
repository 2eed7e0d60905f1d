/* SPDX-License-Identifier: MIT
 * The checks, checked: a launch on paper is right, one of its bytes is changed, and the verdict must be `fail` at that
 * very place. The places, their names and the bytes between them are worked out here from the pointers that the job
 * holds, not from the arena. */
#include "checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paper.h"

/* ---- what every byte of an arena is ---- */

enum { LEAST_GUARD = 256, LONG_ZONE = 24, SAMPLE = 61 };
enum { PARTS = 5 };
static const char *const part_name[PARTS] = {"input", "result", "map-out", "row starts", "params"};

/* An element: a column of an item of a part. */
struct element {
    int part, column;
    uint64_t item;
};

/* A part of the job: its columns, and the tuple and the form in which they were asked for. */
struct part_view {
    struct columns columns;
    struct tuple tuple;
    uint64_t items;
    bool structs;
};

/* One stretch that has a name in messages. */
struct named_stretch {
    char name[32];
    uint64_t from, to, item; /* bytes from the arena's start; from an item to the next */
    int part;
};

enum { OWNER_ZONE = -1, OWNER_SCRATCH = PARTS, MOST_STRETCHES = 40 };

/* A planned and finished load, byte by byte. */
struct view {
    const struct load *load;
    struct part_view part[PARTS];
    struct named_stretch stretch[MOST_STRETCHES];
    int stretches;
    struct element *owner; /* of every byte; part OWNER_ZONE: none */
    unsigned char *right;  /* the arena as the right launch left it */
    uint64_t scratch_bytes;
};

static uint64_t offset_of(const struct view *view, const void *at)
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

/* Does it lie over the input? Then it is a part of the input's in all messages about zones. */
static bool over_input(const struct view *view, int part)
{
    const struct layout *layout = &view->load->problem->layout;
    return (part == 1 && layout->result.form == SIDE_IN) || (part == 2 && layout->mapout.form == SIDE_IN);
}

static void stretch_add(struct view *view, int part, const char *suffix, int number, uint64_t from,
                        uint64_t to, uint64_t item)
{
    struct named_stretch *stretch = &view->stretch[view->stretches++];
    *stretch = (struct named_stretch){.from = from, .to = to, .item = item, .part = part};
    int length = snprintf(stretch->name, sizeof stretch->name, "%s%s",
                          part == OWNER_SCRATCH ? "scratch" : part_name[part], suffix);
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
            stretch_add(view, p, part->structs ? " structs" : " column", part->structs ? -1 : c, from, to,
                        (uint64_t)column->stride);
        }
    }
    uint64_t scratch = offset_of(view, view->load->job.scratch);
    stretch_add(view, OWNER_SCRATCH, "", -1, scratch, scratch + view->scratch_bytes, 1);
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

static bool view_open(struct view *view, const struct load *load, struct finding *finding)
{
    *view = (struct view){.load = load};
    view->scratch_bytes = load->instance->strategy->scratch_bytes(&load->job, &load->instance->shape);
    view_parts(view);
    name_stretches(view);
    return own_bytes(view, finding);
}

/* Guards of 256 bytes at least before the first stretch, behind the last and between any two that are not columns of
 * one block of memory. */
static bool guards_are_wide(const struct view *view, struct finding *finding)
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

/* Rows of one length are a number to a strategy; lists and ragged rows have row starts, be they equal, one alone or
 * none. */
static bool rows_lie_as_asked(const struct view *view, struct finding *finding)
{
    const struct problem *problem = view->load->problem;
    bool starts = view->load->job.row_start != NULL;
    return starts == (problem->shape.form != SHAPE_DIMS) ||
           text_say(&finding->first_at, "a shape of form %d has %s row starts", (int)problem->shape.form,
                    starts ? "got" : "lost its");
}

/* Before a launch every element of a result or a map-out is stale, and so are the bytes that scratch had before it was
 * prepared: what a launch does not write is seen. */
static bool outputs_are_stale(const struct view *view, struct finding *finding)
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

/* The simulator is told of the same stretches, and of no others. */
static bool regions_are_stretches(const struct view *view, struct finding *finding)
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

/* ---- changes ---- */

/* What is changed after the launch. */
struct change {
    uint64_t at, bytes; /* in the arena */
    unsigned char flip; /* of each byte; 0: they are set to `set` instead */
    unsigned char set;
    unsigned char *copied; /* or to these bytes */
};

static void meddle(void *context, struct load *load)
{
    const struct change *change = context;
    for (uint64_t b = 0; b < change->bytes; b++) {
        unsigned char *at = load->memory + change->at + b;
        *at = change->copied ? change->copied[b] : change->flip ? *at ^ change->flip : change->set;
    }
}

typedef enum verdict check_function(void *context, const struct test_case *checked, struct finding *finding);

/* A line, its check, and the lab that it runs in. */
struct look {
    struct lab *lab;
    const struct test_case *checked;
    check_function *check;
    struct finding *finding; /* of the property */
    uint64_t changes;
};

static bool say_look(struct look *look, const char *words, const char *expected, const struct finding *got,
                     enum verdict verdict)
{
    char line[MAX_LINE];
    case_print(look->checked, line, sizeof line);
    text_say(&look->finding->first_at, "%s: %s: expected %s%s, got %s%s%s", line, words,
             *expected ? "fail at " : "", *expected ? expected : "pass", verdict_name(verdict),
             got->first_at.at[0] ? " at " : "", got->first_at.at);
    return false;
}

static bool passes(struct look *look, const char *words)
{
    struct finding got = {0};
    paper_set(look->lab, NULL);
    enum verdict verdict = look->check(look->lab, look->checked, &got);
    return verdict == VERDICT_PASS || say_look(look, words, "", &got, verdict);
}

/* With this change the verdict must be `fail`, and its words must begin with `place`. */
static bool fails_at(struct look *look, struct change change, const char *place, const char *words)
{
    struct finding got = {0};
    struct paper_plan plan = {.meddle = meddle, .context = &change};
    paper_set(look->lab, &plan);
    enum verdict verdict = look->check(look->lab, look->checked, &got);
    look->changes++;
    if (verdict == VERDICT_FAIL && strncmp(got.first_at.at, place, strlen(place)) == 0) return true;
    return say_look(look, words, place, &got, verdict);
}

/* ---- zones ---- */

/* The stretch that holds a byte, or the nearest one: the lower of two. */
static void say_zone(const struct view *view, uint64_t at, struct text *place)
{
    const struct named_stretch *nearest = NULL;
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < view->stretches; s++) {
        const struct named_stretch *stretch = &view->stretch[s];
        uint64_t away = at < stretch->from ? stretch->from - at : at < stretch->to ? 0 : at - stretch->to + 1;
        if (away < least) nearest = stretch, least = away;
    }
    if (least)
        text_say(place, "byte %" PRIu64 " %s %s", least, at < nearest->from ? "before" : "after",
                 nearest->name);
    else
        text_say(place, "%s, byte %" PRIu64 " of item %" PRIu64, nearest->name,
                 nearest->item ? (at - nearest->from) % nearest->item : at - nearest->from,
                 nearest->item ? (at - nearest->from) / nearest->item : 0);
}

static bool flips_byte(struct look *look, const struct view *view, uint64_t at, const char *words)
{
    struct text place;
    unsigned char was = view->load->up[at], flip = (unsigned char)(1u << at % 8);
    say_zone(view, at, &place);
    text_add(&place, ": expected 0x%02x, got 0x%02x", was, was ^ flip);
    return fails_at(look, (struct change){.at = at, .bytes = 1, .flip = flip}, place.at, words);
}

/* Does a stretch begin or end there? Without items it does so between bytes that belong to nobody. */
static bool is_an_edge(const struct view *view, uint64_t at)
{
    bool edge = false;
    for (int s = 0; s < view->stretches; s++)
        edge = edge || at == view->stretch[s].from || at == view->stretch[s].to ||
               at + 1 == view->stretch[s].from;
    return edge;
}

/* The bytes [from, to) belong to nobody: all of few, of many those at their ends and some between. */
static bool zone_is_watched(struct look *look, const struct view *view, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at < to; at++) {
        bool sampled =
            to - from <= LONG_ZONE || at == from || at + 1 == to || at % SAMPLE == 0 || is_an_edge(view, at);
        if (sampled && !flips_byte(look, view, at, "a byte that belongs to nobody is changed")) return false;
    }
    return true;
}

/* What lies elsewhere in the guards is wrong here: the 8 bytes behind the first ones are laid over the last ones. */
static bool guards_differ(struct look *look, const struct view *view)
{
    uint64_t end = view->load->arena.bytes;
    struct change change = {.at = end - 16, .bytes = 8, .copied = view->load->up + 8};
    unsigned char moved[8];
    memcpy(moved, change.copied, sizeof moved);
    change.copied = moved;
    return fails_at(look, change, "byte ", "a guard is copied over another one");
}

static bool zones_are_watched(struct look *look, const struct view *view)
{
    uint64_t bytes = view->load->arena.bytes;
    for (uint64_t from = 0, to; from < bytes; from = to) {
        to = from + 1;
        if (view->owner[from].part != OWNER_ZONE) continue;
        while (to < bytes && view->owner[to].part == OWNER_ZONE)
            to++;
        if (!zone_is_watched(look, view, from, to)) return false;
    }
    return guards_differ(look, view);
}

/* ---- elements ---- */

static uint64_t element_at(const struct view *view, struct element element)
{
    const struct column *column = &view->part[element.part].columns.column[element.column];
    return offset_of(view, column->base) + element.item * (uint64_t)column->stride;
}

/* Every byte of what a launch only reads. */
static bool inputs_are_watched(struct look *look, const struct view *view)
{
    bool overwritten = over_input(view, 1) || over_input(view, 2);
    for (uint64_t at = 0; at < view->load->arena.bytes; at++) {
        int part = view->owner[at].part;
        if ((part == 0 && !overwritten) || part == 3 || part == 4)
            if (!flips_byte(look, view, at, "a byte that is only read is changed")) return false;
    }
    return true;
}

/* The row of an item, by counting, and its place in it. */
static uint64_t row_of_item(const struct job *job, uint64_t item, uint64_t *inside)
{
    uint64_t row = 0, first = 0;
    for (; row < job->rows; row++) {
        uint64_t length = job->row_start ? job->row_start[row + 1] - job->row_start[row] : job->length;
        if (item < first + length) break;
        first += length;
    }
    *inside = item - first;
    return row;
}

static void say_item(const struct job *job, struct element element, struct text *place)
{
    uint64_t inside, row;
    if (element.part == 1 && job->what == WHAT_REDUCE) {
        text_say(place, "row %" PRIu64, element.item);
        return;
    }
    if (element.part == 1 && job->keys) {
        text_say(place, "row %" PRIu64 ", key %" PRIu64, element.item / job->keys, element.item % job->keys);
        return;
    }
    if (job->what == WHAT_TRANSPOSE) {
        uint64_t matrix = job->height * job->length, rest = element.item % matrix;
        text_say(place, "matrix %" PRIu64 ", row %" PRIu64 ", column %" PRIu64 " of the result",
                 element.item / matrix, rest / job->height, rest % job->height);
        return;
    }
    row = row_of_item(job, element.item, &inside);
    text_say(place, "%srow %" PRIu64 ", item %" PRIu64, element.part == 2 ? "map-out: " : "", row, inside);
}

/* The column's number in the operator's own tuple. */
static int column_of(const struct job *job, struct element element)
{
    int column = -1, kept = element.column;
    if (element.part != 1) return element.column;
    while (kept >= 0)
        kept -= job->out.column[++column].base != NULL;
    return column;
}

static void say_element(const struct view *view, struct element element, struct text *place)
{
    const struct job *job = &view->load->job;
    const struct tuple *tuple = element.part == 1 ? &job->op->state : &job->op->mapout;
    int column = column_of(job, element);
    say_item(job, element, place);
    text_add(place, ", column %d of %d (%s): expected ", column + 1, tuple->count,
             elem_name(tuple->elem[column]));
}

/* May this column differ a little? Then a change of one bit may be too little to be a mistake. */
static bool within_slack(const struct view *view, struct element element)
{
    const struct op *op = view->load->job.op;
    return element.part == 1 && !(op->laws & LAW_EXACT) &&
           elem_is_float(view->part[1].tuple.elem[element.column]);
}

static bool changes_element(struct look *look, const struct view *view, struct element element,
                            struct change change, const char *words)
{
    struct text place;
    say_element(view, element, &place);
    return fails_at(look, change, place.at, words);
}

/* Whether an element has these bytes already, so that laying them there changes nothing. */
static bool has_bytes(const struct view *view, uint64_t at, const unsigned char *bytes, size_t size)
{
    return memcmp(view->right + at, bytes, size) == 0;
}

/* One bit of the first byte, of the last; stale; another item's value. */
static bool element_is_watched(struct look *look, const struct view *view, struct element element)
{
    const struct part_view *part = &view->part[element.part];
    size_t size = elem_size(part->tuple.elem[element.column]);
    uint64_t at = element_at(view, element);
    unsigned char stale[16], other[16];
    struct element next = {element.part, element.column, (element.item + 1) % part->items};
    bool loose = within_slack(view, element), good = true;
    memset(stale, STALE_BYTE, sizeof stale);
    memcpy(other, view->right + element_at(view, next), size);
    struct change first = {.at = at, .bytes = 1, .flip = 1},
                  last = {.at = at + size - 1, .bytes = 1, .flip = 0x40},
                  old = {.at = at, .bytes = size, .set = STALE_BYTE}, copy = {.at = at, .bytes = size};
    copy.copied = other;
    if (!loose) good = changes_element(look, view, element, first, "the lowest bit of an element is changed");
    good = good && changes_element(look, view, element, last, "a high bit of an element is changed");
    if (!has_bytes(view, at, stale, size))
        good = good && changes_element(look, view, element, old, "an element is not written");
    if (!has_bytes(view, at, other, size))
        good = good && changes_element(look, view, element, copy, "an element has its neighbour's value");
    return good;
}

/* All elements of an output. */
static bool output_is_watched(struct look *look, const struct view *view, int p)
{
    const struct part_view *part = &view->part[p];
    for (int c = 0; c < part->tuple.count; c++)
        for (uint64_t i = 0; i < part->items; i++)
            if (!element_is_watched(look, view, (struct element){p, c, i})) return false;
    return true;
}

/* What a launch may do: scratch is its own. */
static bool scratch_is_free(struct look *look, const struct view *view)
{
    struct finding got = {0};
    struct change change = {
        .at = offset_of(view, view->load->job.scratch), .bytes = view->scratch_bytes, .set = 7};
    struct paper_plan plan = {.meddle = meddle, .context = &change};
    paper_set(look->lab, &plan);
    enum verdict verdict = look->check(look->lab, look->checked, &got);
    return verdict == VERDICT_PASS || say_look(look, "scratch is written", "", &got, verdict);
}

/* ---- all problems ---- */

/* Every form of a side, as input, result and map-out, with skews and gaps; every form of a shape; columns of one and of
 * mixed sizes, lifted, emitted, kept, of floats within slack; rows with params of their own. */
static const char *const whole_lines[] = {
    "reduce_equals_oracle.reduce_auto reduce/add_u32/7/soa/any:1",
    "reduce_equals_oracle.reduce_auto reduce/add_u32/0/soa/any:1",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/1/aos/any:2",
    "reduce_equals_oracle.reduce_auto reduce/mixed6/3x4/soa+1~2>aos+1/any:3",
    "reduce_equals_oracle.reduce_auto reduce/mixed6/3x4/aos+2~1>soa~3/any:3",
    "reduce_equals_oracle.reduce_auto reduce/mixed6/2x2x2/arena+1>arena~1/any:4",
    "reduce_equals_oracle.reduce_auto reduce/mixed6/5/one+3>soa+5/any:4",
    "reduce_equals_oracle.reduce_auto reduce/mixed6/4x2/soa>aos~2/any:3/keep:0,3,5",
    "reduce_equals_oracle.reduce_auto reduce/argmin_f32_i64/4x3/soa>arena+1/any:9/keep:1",
    "reduce_equals_oracle.reduce_auto reduce/mss_i32/[2,0,3,1]/soa>aos/any:5",
    "reduce_equals_oracle.reduce_auto reduce/mss_i32/[3,3,3]/soa/any:5",
    "reduce_equals_oracle.reduce_auto reduce/span_lift/[4]/soa/any:5",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/rag:5x3:uniform:9/arena/any:6",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/rag:1x4:geometric:1/soa/any:6",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/rag:0x4:giant:1/soa/any:6",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/rag:6x2:halfempty:3/soa+17/any:6",
    "reduce_equals_oracle.reduce_auto reduce/add_f32/1/soa/any:7",
    "reduce_equals_oracle.reduce_auto reduce/add_f32/3x5/soa>soa+1/small:7",
    "reduce_equals_oracle.reduce_auto reduce/span_emit/2x3/soa>soa>aos+1~1/unit:0",
    "reduce_equals_oracle.reduce_auto reduce/span_emit/[1,4]/aos>aos>arena+2/unit:0",
    "reduce_equals_oracle.reduce_auto reduce/span_twice_emit/6/soa>soa>in/unit:0",
    "reduce_equals_oracle.reduce_auto reduce/sum_and_square_f32/2x3/arena>soa>soa+3/any:8",
    "reduce_equals_oracle.reduce_auto reduce/add_if_smaller/3x2x2/soa/any:9/vary:1",
    "reduce_equals_oracle.reduce_auto reduce/add_if_smaller(threshold=5)/[2,1,3]/soa/small:9/vary:0",
    "reduce_equals_oracle.reduce_auto reduce/affine_mod/4x2/soa/any:9/vary:0",
    "scan_equals_oracle.scan_lookback scan/add_if_smaller/3x2/soa/any:9/vary:0",
    "scan_equals_oracle.scan_lookback scan/add_u32/6/soa/any:1",
    "scan_equals_oracle.scan_lookback exscan/affine_u32/6/aos~1>soa+3/any:1/init:5",
    "scan_equals_oracle.scan_lookback scan/affine_u32/3x3/soa>aos+1/any:1/init:5",
    "scan_equals_oracle.scan_lookback scan/affine_u32/4/soa+2>in/any:1",
    "scan_equals_oracle.scan_lookback exscan/affine_u32/4/aos>in/any:1",
    "scan_equals_oracle.scan_lookback exscan/mixed6/[0,3,2]/arena+1>in/any:1",
    "scan_equals_oracle.scan_lookback scan/span_4_emit/5/soa>aos>in/unit:0",
    "scan_equals_oracle.scan_lookback exscan/span_emit/2x3/soa>arena~1>aos/unit:0",
    "scan_equals_oracle.scan_lookback scan/mss_i32/rag:3x2:uniform:5/soa/any:4/only:1-3",
    "scan_equals_oracle.scan_lookback scan/add_f32/4/soa/small:4",
    "keyed_equals_oracle.keyed_right keyed/add_u32/7#3:uniform:1/soa/any:1",
    "keyed_equals_oracle.keyed_right keyed/affine_u32/2x3#2/aos+1~1>aos+2/any:1",
    "keyed_equals_oracle.keyed_right keyed/mixed6/3x2#2/arena+1>arena~1/any:3",
    "keyed_equals_oracle.keyed_right keyed/span_emit/4#3/soa>soa~2>aos+1/unit:0",
    "keyed_equals_oracle.keyed_right keyed/add_f32/5#2/soa+3/small:1",
    "keyed_equals_oracle.keyed_right keyed/add_u32/4#3/one>soa/any:1",
    "keyed_equals_oracle.keyed_right keyed/add_u32/0#2/soa/any:1",
    "keys_past_the_last_are_left_out.keyed_right keyed/affine_u32/9#2:uniform:3/soa+1/any:1",
    "transpose_equals_oracle.transpose_naive transpose/i8/3x5/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/u16/2x2x3/soa+1~1>soa~2/any:1",
    "transpose_equals_oracle.transpose_naive transpose/f32/4x2/aos>arena+3/any:1/with:present=5",
    "transpose_equals_oracle.transpose_naive transpose/u32/3x3/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/i64/3x1x4/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/u128/2x3/soa+1/any:1",
};

static const struct property *property_of(const char *claim)
{
    for (const struct property *const *property = properties_table; *property; property++)
        if (strcmp((*property)->name, claim) == 0) return *property;
    return NULL;
}

/* A line's case, as the runner has it. */
static bool read_line(const char *line, enum device_kind kind, struct test_case *checked,
                      struct finding *finding)
{
    if (!case_parse(line, checked, &finding->first_at)) return false;
    checked->device = (struct device_name){kind, 0};
    return property_of(checked->claim) || text_say(&finding->first_at, "%s: there is no such property", line);
}

/* The load that a check left behind, which was right. */
static bool view_is_watched(struct look *look)
{
    struct view view;
    bool good = view_open(&view, &look->lab->load[LOAD_CASE], look->finding);
    good = good && guards_are_wide(&view, look->finding) && rows_lie_as_asked(&view, look->finding) &&
           regions_are_stretches(&view, look->finding) && outputs_are_stale(&view, look->finding) &&
           scratch_is_free(look, &view) && zones_are_watched(look, &view) && inputs_are_watched(look, &view);
    for (int p = 1; p <= 2; p++)
        good = good && output_is_watched(look, &view, p);
    free(view.owner);
    free(view.right);
    return good;
}

static bool line_is_watched(struct lab *lab, const char *line, struct finding *finding)
{
    struct test_case checked;
    if (!read_line(line, lab->name.kind, &checked, finding)) return false;
    struct look look = {
        .lab = lab, .checked = &checked, .check = property_of(checked.claim)->check, .finding = finding};
    bool good = passes(&look, "nothing is changed") && view_is_watched(&look);
    finding->items += look.changes;
    return good;
}

enum verdict every_change_is_noticed_check(void *context, const struct test_case *checked,
                                           struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    bool good = true;
    (void)context, (void)checked;
    if (!lab) return VERDICT_BROKEN;
    for (size_t i = 0; good && i < sizeof whole_lines / sizeof whole_lines[0]; i++)
        good = line_is_watched(lab, whole_lines[i], finding);
    properties_close(lab);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}

/* ---- every launch of every claim ---- */

/* Which results of a launch a claim looks at. */
enum matter {
    MATTER_ALL,
    MATTER_LAST,
    MATTER_NOT_LAST,
    MATTER_ROW_1,
    MATTER_KEY_1,
    MATTER_ROW_ENDS,
    MATTER_MAPOUT
};

/* A change of one element: a place among those that matter. */
struct spoil {
    enum matter matter;
    int part, column; /* 1: the result; 2: the map-out */
    int place;        /* 0: the first, 1: one in the middle, 2: the last */
    bool lowest;      /* the lowest bit, of a claim about bits; else a high one */
    bool spoiled;
};

/* Rows of one length, more than one of them, for what matters by row. */
static uint64_t spoiled_item(const struct spoil *spoil, const struct job *job)
{
    uint64_t items = job->what == WHAT_REDUCE && spoil->part == 1 ? job->rows : job_items(job);
    if (job->keys && spoil->part == 1) items = job->rows * job->keys;
    uint64_t from = 0, to = items;
    if (spoil->matter == MATTER_LAST) from = items - 1;
    if (spoil->matter == MATTER_NOT_LAST) to = items - 1;
    if (spoil->matter == MATTER_ROW_1) from = items / job->rows, to = 2 * items / job->rows;
    uint64_t item = spoil->place == 0 ? from : spoil->place == 1 ? from + (to - from) / 2 : to - 1;
    if (spoil->matter == MATTER_KEY_1) return item / job->keys * job->keys + 1;
    return spoil->matter == MATTER_ROW_ENDS ? item / job->length * job->length + job->length - 1 : item;
}

static void spoil_result(void *context, struct load *load)
{
    struct spoil *spoil = context;
    const struct job *job = &load->job;
    const struct columns *columns = spoil->part == 1 ? &job->out : &job->mapout;
    const struct tuple *tuple = spoil->part == 1 ? &job->op->state : &job->op->mapout;
    const struct column *column = &columns->column[spoil->column];
    if (spoil->column >= columns->count || !column->base) return;
    unsigned char *element =
        (unsigned char *)column->base + spoiled_item(spoil, job) * (uint64_t)column->stride;
    if (spoil->lowest)
        element[0] ^= 1;
    else
        element[elem_size(tuple->elem[spoil->column]) - 1] ^= 0x40;
    spoil->spoiled = true;
}

/* A claim, its launches, and what of each of them it looks at. */
static const struct {
    const char *line;
    int launches;
    enum matter matter[3];
} claims[] = {
    {"reduce_equals_oracle.reduce_auto reduce/add_f32/3x5/soa/small:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/65537/soa/any:1", 1, {MATTER_ALL}},
    {"reduce_equals_oracle.reduce_auto reduce/affine_u32/2x65537/one/any:1", 1, {MATTER_ALL}},
    {"scan_may_lie_over_its_input.scan_lookback scan/affine_u32/5/soa>in/any:1", 1, {MATTER_ALL}},
    {"map_out_equals_oracle.reduce_auto reduce/span_emit/2x3/soa/unit:0", 1, {MATTER_MAPOUT}},
    {"layout_does_not_matter.reduce_auto reduce/affine_u32/3x4/aos+1>arena+1/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"layout_does_not_matter.reduce_auto reduce/affine_u32/3x4/aos/any:1/keep:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"layout_does_not_matter.scan_lookback scan/add_f32/2x3/aos+1/small:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"same_input_same_bits.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"same_input_same_bits.scan_lookback scan/add_f32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"exact_operators_same_bits_under_any_schedule.scan_lookback "
     "scan/affine_u32/5/soa/any:1/with:schedules=2",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"reduce_of_concatenation.reduce_auto reduce/affine_u32/7/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback scan/affine_u32/7/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback exscan/affine_u32/7/soa/any:1/init:4/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"last_of_scan_is_reduce.scan_lookback scan/add_f32/7/soa/small:1", 2, {MATTER_LAST, MATTER_ALL}},
    {"scan_of_concatenation.scan_lookback scan/add_f32/7/soa/small:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"last_of_scan_is_reduce.scan_lookback scan/affine_u32/7/soa/any:1/init:3", 2, {MATTER_LAST, MATTER_ALL}},
    {"exclusive_is_shifted_inclusive.scan_lookback exscan/affine_u32/7/soa/any:1/init:3",
     2,
     {MATTER_ALL, MATTER_NOT_LAST}},
    {"exclusive_is_shifted_inclusive.scan_lookback exscan/affine_u32/7/soa/any:1",
     2,
     {MATTER_ALL, MATTER_NOT_LAST}},
    {"initial_value_applies_once.scan_lookback scan/affine_u32/7/soa/any:1/init:3",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"rows_are_independent.reduce_auto reduce/affine_u32/3x4/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"rows_are_independent.segscan_flags scan/affine_u32/3x4/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"segscan_equals_scan_of_each_row.segscan_flags scan/affine_u32/2x3/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"flags_and_regular_agree.scan_lookback scan/affine_u32/2x3/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"segreduce_equals_last_of_segscan.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ROW_ENDS}},
    {"one_row_equals_flat_reduce.reduce_auto reduce/affine_u32/5/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"row_order_does_not_matter.reduce_auto reduce/affine_u32/[1,2,0,3]/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"row_order_does_not_matter.segscan_flags exscan/affine_u32/[1,2,0,3]/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"every_policy_agrees.policy reduce/affine_u32/3x4/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"empty_rows_give_identity.reduce_auto reduce/affine_u32/3x0/soa/any:1", 1, {MATTER_ALL}},
    {"twice_is_the_original.transpose_naive transpose/u16/2x3x2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"second_launch_on_same_scratch.reduce_auto reduce/affine_u32/3x4/soa/any:1",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"second_launch_on_same_scratch.reduce_auto reduce/span_emit/2x3/soa/any:1",
     3,
     {MATTER_MAPOUT, MATTER_MAPOUT, MATTER_MAPOUT}},
    {"keyed_equals_oracle.keyed_right keyed/add_f32/2x5#3/soa/small:1", 1, {MATTER_ALL}},
    {"every_assignment_of_keys.keyed_right keyed/affine_u32/4x2#2/soa/any:1", 1, {MATTER_ALL}},
    {"keys_are_independent.keyed_right keyed/affine_u32/3x4#3/soa/any:1/with:key=1",
     2,
     {MATTER_KEY_1, MATTER_KEY_1}},
    {"order_of_keys_does_not_matter.keyed_right keyed/affine_u32/2x3#2/soa/any:1",
     2,
     {MATTER_ALL, MATTER_ALL}},
    {"keys_past_the_last_are_left_out.keyed_right keyed/affine_u32/9#2/soa/any:1", 1, {MATTER_ALL}},
    {"keyed_of_concatenation.keyed_right keyed/affine_u32/7#2/soa/any:1/with:split=3",
     3,
     {MATTER_ALL, MATTER_ALL, MATTER_ALL}},
    {"one_key_is_reduce.keyed_right keyed/affine_u32/5#1/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"one_key_is_reduce.keyed_right keyed/affine_u32/2x5#1/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"distinct_keys_are_a_scatter.keyed_right keyed/affine_u32/2x3#4/soa/any:1/with:step=3", 1, {MATTER_ALL}},
    {"rows_with_keys_are_independent.keyed_right keyed/affine_u32/3x4#2/soa/any:1/with:row=1",
     2,
     {MATTER_ROW_1, MATTER_ROW_1}},
    {"stable_where_order_is_kept.keyed_right keyed/affine_u32/2x4#2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"empty_keys_give_identity.keyed_right keyed/affine_u32/0#3/soa/any:1", 1, {MATTER_ALL}},
    {"counting_equals_histogram.keyed_right keyed/add_u32/2x5#3/soa/any:1", 1, {MATTER_ALL}},
    {"two_streams_at_once.keyed_right keyed/affine_u32/5#2/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"two_streams_at_once.reduce_auto reduce/affine_u32/3x4/soa/any:1", 2, {MATTER_ALL, MATTER_ALL}},
    {"two_streams_at_once.reduce_auto reduce/span_emit/2x3/soa/any:1", 2, {MATTER_MAPOUT, MATTER_MAPOUT}},
};

/* Of claims about floats that are within slack the words tell which of two launches is wrong. */
static bool names_the_launch(const struct look *look, const struct paper_plan *plan,
                             const struct finding *got)
{
    bool loose = strcmp(look->checked->claim, "layout_does_not_matter") == 0 &&
                 !(look->checked->problem.op->laws & LAW_EXACT);
    bool other = strstr(got->first_at.at, "(in what the result is compared with)") != NULL;
    return !loose || other == (plan->launch > 0);
}

static bool launch_must_fail(struct look *look, const struct paper_plan *plan, const char *words)
{
    struct finding got = {0};
    struct text which;
    paper_set(look->lab, plan);
    enum verdict verdict = look->check(look->lab, look->checked, &got);
    look->changes++;
    if (verdict == VERDICT_FAIL && got.first_at.at[0] && names_the_launch(look, plan, &got)) return true;
    text_say(&which, "launch %" PRIu64 ": %s", plan->launch, words);
    return say_look(look, which.at, "some place", &got, verdict);
}

/* A device that fails is the verdict, whatever the results that were there before would have been. */
static bool failure_is_told(struct look *look, uint64_t launch)
{
    static const char words[] = "a launch failed on paper";
    struct finding got = {0};
    struct paper_plan plan = {.launch = launch, .fails = true};
    paper_set(look->lab, &plan);
    enum verdict verdict = look->check(look->lab, look->checked, &got);
    look->changes++;
    if (verdict == VERDICT_FAIL && strncmp(got.first_at.at, words, strlen(words)) == 0) return true;
    return say_look(look, "the device fails", words, &got, verdict);
}

static bool spoils_are_noticed(struct look *look, uint64_t launch, enum matter matter)
{
    struct spoil spoil = {.matter = matter, .part = matter == MATTER_MAPOUT ? 2 : 1};
    spoil.lowest = strstr(look->checked->claim, "same_bits") != NULL;
    struct paper_plan plan = {.launch = launch, .meddle = spoil_result, .context = &spoil};
    const struct op *op = look->checked->problem.op;
    const struct tuple *tuple = spoil.part == 1 ? &op->state : &op->mapout;
    for (spoil.column = 0; spoil.column < tuple->count; spoil.column++)
        for (spoil.place = 0; spoil.place < 3; spoil.place++) {
            spoil.spoiled = false;
            bool noticed = launch_must_fail(look, &plan, "a result that matters is changed");
            if (!noticed && spoil.spoiled) return false;
        }
    return true;
}

static bool claim_is_watched(struct look *look, int launches, const enum matter *matter)
{
    if (!passes(look, "nothing is changed")) return false;
    if (paper_launches(look->lab) != (uint64_t)launches)
        return text_say(&look->finding->first_at, "%s: expected %d launches, got %" PRIu64,
                        look->checked->claim, launches, paper_launches(look->lab));
    for (int n = 0; n < launches; n++) {
        struct paper_plan nothing = {.launch = (uint64_t)n, .writes_nothing = true};
        if (!launch_must_fail(look, &nothing, "nothing is written") || !failure_is_told(look, (uint64_t)n) ||
            !spoils_are_noticed(look, (uint64_t)n, matter[n]))
            return false;
    }
    return true;
}

enum verdict every_launch_is_compared_check(void *context, const struct test_case *checked,
                                            struct finding *finding)
{
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    bool good = true;
    (void)context, (void)checked;
    if (!lab) return VERDICT_BROKEN;
    for (size_t i = 0; good && i < sizeof claims / sizeof claims[0]; i++) {
        struct test_case claim;
        good = read_line(claims[i].line, lab->name.kind, &claim, finding);
        if (!good) break;
        struct look look = {
            .lab = lab, .checked = &claim, .check = property_of(claim.claim)->check, .finding = finding};
        good = claim_is_watched(&look, claims[i].launches, claims[i].matter);
        finding->items += look.changes;
    }
    properties_close(lab);
    return good ? VERDICT_PASS : VERDICT_FAIL;
}

/* ---- failures and refusals ---- */

static const struct {
    const char *line, *words;
    enum device_kind kind;
    bool fails, unexamined;
    enum verdict verdict;
    bool poisoned;
} judged[] = {
#define LINE(SUBJECT, OP) "reduce_equals_oracle." SUBJECT " reduce/" OP "/3/soa/any:1"
    {LINE("reduce_auto", "add_u32"), "", DEVICE_SIM32, false, false, VERDICT_PASS, false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on paper", DEVICE_SIM32, true, false, VERDICT_FAIL,
     false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on paper", DEVICE_SIM64, true, true, VERDICT_BROKEN,
     false},
    {LINE("reduce_auto", "add_u32"), "a launch failed on paper", DEVICE_NVIDIA, true, false, VERDICT_BROKEN,
     true},
    {LINE("reduce_auto", "add_u32"), "a launch failed on paper", DEVICE_AMD, true, false, VERDICT_BROKEN,
     true},
    {LINE("accepts_anyway", "add_u32"),
     "accepts_anyway accepts although a law that it needs is missing for add_u32", DEVICE_SIM64, false, false,
     VERDICT_FAIL, false},
    {LINE("accepts_anyway", "min_i64"), "", DEVICE_SIM64, false, false, VERDICT_PASS, false},
    {LINE("refuses_a_law", "add_u32"), "refuses_a_law refuses for a law that holds for add_u32", DEVICE_SIM64,
     false, false, VERDICT_FAIL, false},
    {LINE("refuses_a_law", "add_f32"), "wants a law", DEVICE_SIM64, false, false, VERDICT_REFUSED, false},
    {LINE("refuses_in_silence", "add_u32"), "refuses_in_silence refuses without a reason for add_u32",
     DEVICE_SIM64, false, false, VERDICT_FAIL, false},
    {LINE("no_such_strategy", "add_u32"), "paper has no strategy no_such_strategy", DEVICE_SIM64, false,
     false, VERDICT_REFUSED, false},
    {"reduce_equals_oracle.reduce_auto reduce/add_u32/3/soa/any:1/init:1", "no reduction does init yet",
     DEVICE_SIM64, false, false, VERDICT_REFUSED, false},
    {LINE("scan_lookback", "add_u32"), "scan_lookback does scan, not reduce", DEVICE_SIM64, false, false,
     VERDICT_REFUSED, false},
#undef LINE
};

static bool judged_rightly(size_t at, struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct lab *lab = paper_open(judged[at].kind, &finding->reason);
    struct paper_plan plan = {.fails = judged[at].fails, .unexamined = judged[at].unexamined};
    if (!lab || !read_line(judged[at].line, judged[at].kind, &checked, finding)) return false;
    paper_set(lab, &plan);
    enum verdict verdict = reduce_equals_oracle_check(lab, &checked, &got);
    properties_close(lab);
    const char *words = verdict == VERDICT_FAIL ? got.first_at.at : got.reason.at;
    if (verdict == VERDICT_PASS) words = "";
    if (verdict == judged[at].verdict && got.poisoned == judged[at].poisoned &&
        strcmp(words, judged[at].words) == 0)
        return true;
    return text_say(&finding->first_at, "%s: expected %s%s \"%s\", got %s%s \"%s\"", judged[at].line,
                    verdict_name(judged[at].verdict), judged[at].poisoned ? ", poisoned," : "",
                    judged[at].words, verdict_name(verdict), got.poisoned ? ", poisoned," : "", words);
}

/* The longest row is found by halving, and memory is asked for to the byte. */
static bool limits_are_found(struct finding *finding)
{
    struct test_case checked;
    struct finding got = {0};
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    if (!lab || !read_line("reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1", DEVICE_SIM64,
                           &checked, finding))
        return false;
    paper_set(lab, NULL);
    uint64_t longest =
        lab_longest_row(lab, lab_nth_instance(lab, "short_rows", "add_u32", 0), checked.problem.op);
    uint64_t any =
        lab_longest_row(lab, lab_nth_instance(lab, "reduce_auto", "add_u32", 0), checked.problem.op);
    enum verdict verdict = reduce_equals_oracle_check(lab, &checked, &got);
    uint64_t bytes = lab->load[LOAD_CASE].arena.bytes;
    lab->session.tuned_caps.memory_bytes = bytes;
    enum verdict fits = reduce_equals_oracle_check(lab, &checked, &got);
    lab->session.tuned_caps.memory_bytes = bytes - 1;
    enum verdict larger = reduce_equals_oracle_check(lab, &checked, &got);
    properties_close(lab);
    if (longest != PAPER_SHORT || any != ANY_ROW)
        return text_say(&finding->first_at, "longest rows: expected %d and %d, got %" PRIu64 " and %" PRIu64,
                        PAPER_SHORT, ANY_ROW, longest, any);
    return (verdict == VERDICT_PASS && fits == VERDICT_PASS && larger == VERDICT_REFUSED) ||
           text_say(&finding->first_at,
                    "a device with as much memory as a problem needs: %s, with a byte less: %s",
                    verdict_name(fits), verdict_name(larger));
}

/* Items, and tiles of 64 that they cross. */
static bool sizes_are_told(struct finding *finding)
{
    static const struct {
        const char *line;
        uint64_t items, tiles;
    } sizes[] = {
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1", 129, 3},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/128/soa/any:1", 128, 2},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/3x65/soa/any:1", 195, 2},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/[65,65]/soa/any:1", 130, 3},
        {"reduce_equals_oracle.reduce_auto reduce/add_u32/129/soa/any:1/only:2-5", 3, 3},
    };
    struct lab *lab = paper_open(DEVICE_SIM64, &finding->reason);
    bool good = lab != NULL;
    for (size_t i = 0; good && i < sizeof sizes / sizeof sizes[0]; i++) {
        struct test_case checked;
        struct finding got = {0};
        good = read_line(sizes[i].line, DEVICE_SIM64, &checked, finding);
        paper_set(lab, NULL);
        if (good) reduce_equals_oracle_check(lab, &checked, &got);
        if (good && (got.items != sizes[i].items || got.tiles != sizes[i].tiles))
            good = text_say(&finding->first_at,
                            "%s: expected %" PRIu64 " items over %" PRIu64 " tiles, got %" PRIu64
                            " over %" PRIu64,
                            sizes[i].line, sizes[i].items, sizes[i].tiles, got.items, got.tiles);
    }
    if (lab) properties_close(lab);
    return good;
}

enum verdict failures_are_judged_check(void *context, const struct test_case *checked,
                                       struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++)
        if (!judged_rightly(i, finding)) return VERDICT_FAIL;
    return limits_are_found(finding) && sizes_are_told(finding) ? VERDICT_PASS : VERDICT_FAIL;
}
