/* SPDX-License-Identifier: MIT
 * Benchmarks of documents' figures: every line of figures/figures.def is two entries, and the ratio of their medians.
 * Its bounds are read by docs/internals/figures, which judges a record of them.
 */
#include "entry.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { CURVE_ITEMS = 16, BLOCK = 256 };

/* One side of a ratio. items 0: the default shape. */
struct figure_side {
    const char *subject;
    uint32_t items, block;
};

struct figure {
    const char *name;
    enum what what;
    const char *op;
    uint64_t rows, length;
    struct figure_side above, below;
    const char *says;
    bool curve; /* above stands for 1 to CURVE_ITEMS items but below's */
};

static const struct figure figures[] = {
#define FIGURE(NAME, OP, ROWS, LENGTH, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, LEAST, MOST, SAYS)            \
    RATIO(NAME, WHAT_SCAN, OP, ROWS, LENGTH, BLOCK, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, SAYS)
#define REDUCTION(NAME, OP, ROWS, LENGTH, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, LEAST, MOST, SAYS)         \
    RATIO(NAME, WHAT_REDUCE, OP, ROWS, LENGTH, BLOCK, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, SAYS)
#define BLOCKS(NAME, OP, ROWS, LENGTH, THREADS, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, LEAST, MOST, SAYS)   \
    RATIO(NAME, WHAT_REDUCE, OP, ROWS, LENGTH, THREADS, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, SAYS)
#define RATIO(NAME, WHAT, OP, ROWS, LENGTH, THREADS, ABOVE, ABOVE_ITEMS, BELOW, BELOW_ITEMS, SAYS)           \
    {#NAME, WHAT, #OP, ROWS, LENGTH, {ABOVE, ABOVE_ITEMS, THREADS}, {BELOW, BELOW_ITEMS, THREADS},           \
     SAYS,  false},
#define CURVE(NAME, OP, ROWS, LENGTH, BEST, SAYS)                                                            \
    {#NAME, WHAT_SCAN, #OP, ROWS, LENGTH, {"segscan_serial", 0, BLOCK}, {"segscan_serial", BEST, BLOCK},     \
     SAYS,  true},
#include "figures/figures.def"
#undef CURVE
#undef RATIO
#undef BLOCKS
#undef REDUCTION
#undef FIGURE
};

enum { FIGURES = sizeof figures / sizeof figures[0] };

/* ---- which there are ---- */

/* Calls visit for every ratio of the figures that are asked for, until it says false. */
static bool figures_visit(const struct bench *bench,
                          bool (*visit)(void *context, const struct figure *figure), void *context)
{
    for (size_t f = 0; f < FIGURES; f++) {
        struct figure figure = figures[f];
        if (!bench->request->matches(bench->request->figures, figure.name)) continue;
        for (uint32_t items = 1; figure.curve && items <= CURVE_ITEMS; items++) {
            figure.above.items = items;
            if (items != figure.below.items && !visit(context, &figure)) return false;
        }
        if (!figure.curve && !visit(context, &figure)) return false;
    }
    return true;
}

/* The figure's problem, or one with as many times fewer items as the request says. NULL op: there is none. */
static struct problem figure_problem(const struct bench *bench, const struct figure *figure)
{
    uint64_t items = figure->rows * figure->length / bench->request->fewer;
    uint64_t rows = figure->rows / bench->request->fewer > 0 ? figure->rows / bench->request->fewer : 1;
    const struct shape shape = {.count = 2, .size = {rows, items / rows}};
    return problem_of(figure->what, op_find(figure->op), &shape);
}

static const struct instance *side_instance(const struct bench *bench, const struct op *op,
                                            const struct figure_side *side)
{
    const struct backend *backend = bench->session.backend;
    const struct strategy *strategy = backend_strategy(backend, side->subject);
    const struct tuning tuning = {.count = 3,
                                  .pair = {{"block", side->block}, {"items", side->items}, {"group", 32}}};
    return strategy ? backend_instance(backend, bench->session.caps, op->name, strategy,
                                       side->items > 0 ? &tuning : NULL)
                    : NULL;
}

static enum entry_kind side_kind(const struct figure_side *side)
{
    if (strcmp(side->subject, "copy") == 0) return ENTRY_COPY;
    if (strcmp(side->subject, HOST_BY_ROWS) == 0 || strcmp(side->subject, HOST_BY_COLUMNS) == 0)
        return ENTRY_HOST;
    return strcmp(side->subject, "read_only") == 0 ? ENTRY_READ : ENTRY_OURS;
}

/* The measurement of a side. False: it is not built. */
static bool side_entry(struct bench *bench, const struct figure *figure, const struct figure_side *side,
                       struct entry *entry)
{
    *entry =
        (struct entry){.bench = bench, .problem = figure_problem(bench, figure), .subject = side->subject};
    if (!entry->problem.op) return false;
    entry->kind = side_kind(side);
    if (entry->kind == ENTRY_OURS) entry->instance = side_instance(bench, entry->problem.op, side);
    entry_lay(entry);
    return entry->kind != ENTRY_OURS || entry->instance;
}

/* The entry of the list that measures the same; a yardstick is one whatever the rows. NULL: none yet. */
static struct entry *entry_same(const struct bench *bench, const struct entry *wanted)
{
    for (size_t e = 0; e < bench->count; e++) {
        struct entry *entry = &bench->entry[e];
        bool same = entry->kind == wanted->kind && entry->instance == wanted->instance &&
                    entry->problem.op == wanted->problem.op && entry_items(entry) == entry_items(wanted) &&
                    strcmp(entry->subject, wanted->subject) == 0;
        if (same &&
            (entry->kind != ENTRY_OURS || entry->problem.shape.size[0] == wanted->problem.shape.size[0]))
            return entry;
    }
    return NULL;
}

static bool side_add(struct bench *bench, const struct figure *figure, const struct figure_side *side)
{
    struct entry entry;
    return !side_entry(bench, figure, side, &entry) || entry_same(bench, &entry) || entry_add(bench, &entry);
}

/* Every operator is copied, too: the largest copy is the unit of shares. */
static bool figure_add(void *context, const struct figure *figure)
{
    static const struct figure_side copy = {"copy", 0, 0};
    return side_add(context, figure, &copy) && side_add(context, figure, &figure->above) &&
           side_add(context, figure, &figure->below);
}

bool figures_add(struct bench *bench)
{
    return figures_visit(bench, figure_add, bench);
}

/* ---- measured ratios beside the documents', which docs/internals/figures judges by row ---- */

struct count {
    struct bench *bench;
    int measured, missing;
};

/* "segscan_serial{items=9}"; of other blocks than the usual "reduce_harris{512x2}" */
static void side_print(const struct figure_side *side)
{
    char words[64];
    if (side->items > 0 && side->block != BLOCK)
        snprintf(words, sizeof words, "%s{%" PRIu32 "x%" PRIu32 "}", side->subject, side->block, side->items);
    else if (side->items > 0)
        snprintf(words, sizeof words, "%s{items=%" PRIu32 "}", side->subject, side->items);
    else
        snprintf(words, sizeof words, "%s", side->subject);
    printf("  %-31s", words);
}

/* The median of a side in seconds; 0: not measured. */
static double side_median(struct bench *bench, const struct figure *figure, const struct figure_side *side)
{
    struct entry wanted;
    const struct entry *entry = side_entry(bench, figure, side, &wanted) ? entry_same(bench, &wanted) : NULL;
    return entry && !entry->wrong ? entry_median(entry) : 0;
}

static bool figure_print(void *context, const struct figure *figure)
{
    struct count *count = context;
    struct problem problem = figure_problem(count->bench, figure);
    double above = side_median(count->bench, figure, &figure->above);
    double below = side_median(count->bench, figure, &figure->below);
    uint64_t rows = problem.shape.size[0], length = problem.shape.size[1];
    printf("%-7s %-14s %9" PRIu64 " %8" PRIu64 " x %-9" PRIu64, figure->name, figure->op, rows * length, rows,
           length);
    side_print(&figure->above);
    side_print(&figure->below);
    if (above > 0 && below > 0)
        printf(" %9.2f %9.2f %7.3f  %s\n", above * 1e6, below * 1e6, above / below, figure->says);
    else
        printf(" %9s %9s %7s  %s\n", "-", "-", "-", figure->says);
    count->measured += above > 0 && below > 0;
    count->missing += above == 0 || below == 0;
    return true;
}

void figures_print(struct bench *bench)
{
    struct count count = {.bench = bench};
    printf("\n%s: medians in us by device events; ratio = above / below; document: the ratio on the cards of "
           "the documents\n",
           bench->session.caps->name);
    if (bench->request->fewer > 1)
        printf("%" PRIu64
               " times fewer items than in the documents: shows that every figure runs, not its times\n",
               bench->request->fewer);
    printf("%-7s %-14s %9s %20s  %-31s  %-31s %9s %9s %7s  %s\n", "figure", "operator", "n", "rows x length",
           "above", "below", "above", "below", "ratio", "document");
    figures_visit(bench, figure_print, &count);
    printf("%d ratios measured, %d not built; a record of them is judged by docs/internals/figures\n",
           count.measured, count.missing);
}
