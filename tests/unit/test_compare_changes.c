/* SPDX-License-Identifier: MIT
 * A launch of the fake device is right, one of its bytes is changed, and the verdict must be `fail` at that very place. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_view.h"
#include "control.h"
#include "unit.h"

/* ---- changes ---- */

/* What is changed after the launch. */
struct change {
    uint64_t at, bytes; /* in the arena */
    unsigned char flip; /* of each byte; 0: they are set to `set` instead */
    unsigned char set;
    unsigned char *copied; /* or to these bytes */
};

static void fault(void *context, struct load *load)
{
    const struct change *change = context;
    for (uint64_t b = 0; b < change->bytes; b++) {
        unsigned char *at = load->memory + change->at + b;
        *at = change->copied ? change->copied[b] : change->flip ? *at ^ change->flip : change->set;
    }
}

/* With this change the verdict must be `fail`, and its words must begin with `place`. */
static bool fails_at(struct control *control, struct change change, const char *place, const char *words)
{
    struct finding got = {0};
    struct fake_plan plan = {.fault = fault, .context = &change};
    fake_set(control->fixture, &plan);
    enum verdict verdict = control->check(control->fixture, control->checked, &got);
    control->changes++;
    if (verdict == VERDICT_FAIL && strncmp(got.first_at.at, place, strlen(place)) == 0) return true;
    return report_control(control, words, place, &got, verdict);
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

static bool flips_byte(struct control *control, const struct view *view, uint64_t at, const char *words)
{
    struct text place;
    unsigned char was = view->load->up[at], flip = (unsigned char)(1u << at % 8);
    say_zone(view, at, &place);
    text_add(&place, ": expected 0x%02x, got 0x%02x", was, was ^ flip);
    return fails_at(control, (struct change){.at = at, .bytes = 1, .flip = flip}, place.at, words);
}

/* Does a stretch begin or end there? Without items it does so between bytes without an owner. */
static bool is_an_edge(const struct view *view, uint64_t at)
{
    bool edge = false;
    for (int s = 0; s < view->stretches; s++)
        edge = edge || at == view->stretch[s].from || at == view->stretch[s].to ||
               at + 1 == view->stretch[s].from;
    return edge;
}

/* The bytes [from, to) have no owner: all of few, of many those at their ends and some between. */
static bool zone_is_watched(struct control *control, const struct view *view, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at < to; at++) {
        bool sampled =
            to - from <= LONG_ZONE || at == from || at + 1 == to || at % SAMPLE == 0 || is_an_edge(view, at);
        if (sampled && !flips_byte(control, view, at, "a byte without an owner is changed")) return false;
    }
    return true;
}

/* What lies elsewhere in the guards is wrong here: the 8 bytes behind the first ones are laid over the last ones. */
static bool guards_differ(struct control *control, const struct view *view)
{
    uint64_t end = view->load->arena.bytes;
    struct change change = {.at = end - 16, .bytes = 8, .copied = view->load->up + 8};
    unsigned char moved[8];
    memcpy(moved, change.copied, sizeof moved);
    change.copied = moved;
    return fails_at(control, change, "byte ", "a guard is copied over another one");
}

static bool zones_are_watched(struct control *control, const struct view *view)
{
    uint64_t bytes = view->load->arena.bytes;
    for (uint64_t from = 0, to; from < bytes; from = to) {
        to = from + 1;
        if (view->owner[from].part != OWNER_ZONE) continue;
        while (to < bytes && view->owner[to].part == OWNER_ZONE)
            to++;
        if (!zone_is_watched(control, view, from, to)) return false;
    }
    return guards_differ(control, view);
}

/* ---- elements ---- */

static uint64_t element_at(const struct view *view, struct element element)
{
    const struct column *column = &view->part[element.part].columns.column[element.column];
    return offset_of(view, column->base) + element.item * (uint64_t)column->stride;
}

/* Every byte of what a launch only reads. */
static bool inputs_are_watched(struct control *control, const struct view *view)
{
    bool overwritten = over_input(view, 1) || over_input(view, 2);
    for (uint64_t at = 0; at < view->load->arena.bytes; at++) {
        int part = view->owner[at].part;
        if ((part == 0 && !overwritten) || part == 3 || part == 4)
            if (!flips_byte(control, view, at, "a byte that is only read is changed")) return false;
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

static bool changes_element(struct control *control, const struct view *view, struct element element,
                            struct change change, const char *words)
{
    struct text place;
    say_element(view, element, &place);
    return fails_at(control, change, place.at, words);
}

/* Whether an element has these bytes already, so that laying them there changes nothing. */
static bool has_bytes(const struct view *view, uint64_t at, const unsigned char *bytes, size_t size)
{
    return memcmp(view->right + at, bytes, size) == 0;
}

/* One bit of the first byte, of the last; stale; another item's value. */
static bool element_is_watched(struct control *control, const struct view *view, struct element element)
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
    if (!loose)
        good = changes_element(control, view, element, first, "the lowest bit of an element is changed");
    good = good && changes_element(control, view, element, last, "a high bit of an element is changed");
    if (!has_bytes(view, at, stale, size))
        good = good && changes_element(control, view, element, old, "an element is not written");
    if (!has_bytes(view, at, other, size))
        good = good && changes_element(control, view, element, copy, "an element has its neighbour's value");
    return good;
}

/* All elements of an output. */
static bool output_is_watched(struct control *control, const struct view *view, int p)
{
    const struct part_view *part = &view->part[p];
    for (int c = 0; c < part->tuple.count; c++)
        for (uint64_t i = 0; i < part->items; i++)
            if (!element_is_watched(control, view, (struct element){p, c, i})) return false;
    return true;
}

/* What a launch may do: scratch is its own. */
static bool scratch_is_free(struct control *control, const struct view *view)
{
    struct finding got = {0};
    struct change change = {
        .at = offset_of(view, view->load->job.scratch), .bytes = view->scratch_bytes, .set = 7};
    struct fake_plan plan = {.fault = fault, .context = &change};
    fake_set(control->fixture, &plan);
    enum verdict verdict = control->check(control->fixture, control->checked, &got);
    return verdict == VERDICT_PASS || report_control(control, "scratch is written", "", &got, verdict);
}

/* ---- all problems ---- */

/* Every form of a side, as input, result and map-out, with skews and gaps; every form of a shape; columns of one and of
 * mixed sizes, lifted, emitted, kept, of floats within slack; rows with params of their own. */
static const char *const whole_lines[] = {
    "reduce_equals_oracle.reduce_auto reduce/add_u32/7/soa/any:1",
    "reduce_equals_oracle.reduce_auto reduce/add_u32/0/soa/any:1",
    "reduce_equals_oracle.reduce_auto reduce/affine_u32/0/arena/any:1", /* both columns at one place */
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
    "keyed_equals_oracle.keyed_stream keyed/add_u32/7#3:uniform:1/soa/any:1",
    "keyed_equals_oracle.keyed_stream keyed/affine_u32/2x3#2/aos+1~1>aos+2/any:1",
    "keyed_equals_oracle.keyed_stream keyed/mixed6/3x2#2/arena+1>arena~1/any:3",
    "keyed_equals_oracle.keyed_stream keyed/span_emit/4#3/soa>soa~2>aos+1/unit:0",
    "keyed_equals_oracle.keyed_stream keyed/add_f32/5#2/soa+3/small:1",
    "keyed_equals_oracle.keyed_stream keyed/add_u32/4#3/one>soa/any:1",
    "keyed_equals_oracle.keyed_stream keyed/add_u32/0#2/soa/any:1",
    "keys_past_the_last_are_left_out.keyed_stream keyed/affine_u32/9#2:uniform:3/soa+1/any:1",
    "transpose_equals_oracle.transpose_naive transpose/i8/3x5/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/u16/2x2x3/soa+1~1>soa~2/any:1",
    "transpose_equals_oracle.transpose_naive transpose/f32/4x2/aos>arena+3/any:1/with:present=5",
    "transpose_equals_oracle.transpose_naive transpose/u32/3x3/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/i64/3x1x4/soa/any:1",
    "transpose_equals_oracle.transpose_naive transpose/u128/2x3/soa+1/any:1",
};

/* The load that a check left behind, which was right. */
static bool view_is_watched(struct control *control)
{
    struct view view;
    bool good = view_open(&view, &control->fixture->load[LOAD_CASE], control->finding);
    good = good && guards_are_wide(&view, control->finding) && rows_lie_as_asked(&view, control->finding) &&
           regions_are_stretches(&view, control->finding) && outputs_are_stale(&view, control->finding) &&
           scratch_is_free(control, &view) && zones_are_watched(control, &view) &&
           inputs_are_watched(control, &view);
    for (int p = 1; p <= 2; p++)
        good = good && output_is_watched(control, &view, p);
    free(view.owner);
    free(view.right);
    return good;
}

/* Claims that look at guards and not at inputs, or at inputs alone. */
static const char *const guard_lines[] = {
    "guards_are_untouched.reduce_auto reduce/affine_u32/3x4/aos+1/any:1",
    "guards_are_untouched.reduce_auto reduce/add_if_smaller/[2,1,3]/soa/any:1/vary:0",
    "empty_rows_give_identity.reduce_auto reduce/affine_u32/3x0/soa/any:1"};
static const char *const input_lines[] = {
    "input_is_untouched.reduce_auto reduce/affine_u32/3x4/aos+1/any:1",
    "input_is_untouched.reduce_auto reduce/add_if_smaller/[2,1,3]/soa/any:1/vary:0"};

static bool guards_are_watched(struct control *control)
{
    struct view view;
    bool good = view_open(&view, &control->fixture->load[LOAD_CASE], control->finding) &&
                zones_are_watched(control, &view);
    free(view.owner);
    free(view.right);
    return good;
}

/* A byte before all parts belongs to a guard. */
static bool inputs_alone_are_watched(struct control *control)
{
    struct view view;
    struct change first = {.at = 0, .bytes = 1, .flip = 1};
    struct fake_plan plan = {.fault = fault, .context = &first};
    struct finding got = {0};
    bool good = view_open(&view, &control->fixture->load[LOAD_CASE], control->finding) &&
                inputs_are_watched(control, &view);
    free(view.owner);
    free(view.right);
    fake_set(control->fixture, &plan);
    enum verdict verdict = good ? control->check(control->fixture, control->checked, &got) : VERDICT_PASS;
    return good &&
           (verdict == VERDICT_PASS || report_control(control, "a guard is changed", "", &got, verdict));
}

/* Looks at the load that a line's check left behind, which was right. */
static bool line_is_watched(struct fixture *fixture, const char *line, bool (*watch)(struct control *control),
                            struct finding *finding)
{
    struct test_case checked;
    if (!read_line(line, fixture->name.kind, &checked, finding)) return false;
    struct control control = {.fixture = fixture,
                              .checked = &checked,
                              .check = properties_find(checked.claim)->check,
                              .finding = finding};
    bool good = passes(&control, "nothing is changed") && watch(&control);
    finding->items += control.changes;
    return good;
}

static bool changed_byte_fails(struct fixture *fixture, size_t at, struct finding *finding)
{
    return line_is_watched(fixture, whole_lines[at], view_is_watched, finding);
}

static bool changed_guard_fails(struct fixture *fixture, size_t at, struct finding *finding)
{
    return line_is_watched(fixture, guard_lines[at], guards_are_watched, finding);
}

static bool changed_input_fails(struct fixture *fixture, size_t at, struct finding *finding)
{
    return line_is_watched(fixture, input_lines[at], inputs_alone_are_watched, finding);
}

static const struct unit_test tests[] = {LINES(changed_byte_fails, whole_lines),
                                         LINES(changed_guard_fails, guard_lines),
                                         LINES(changed_input_fails, input_lines)};
UNIT(compare_changes, tests);
