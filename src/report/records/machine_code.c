/* SPDX-License-Identifier: MIT
 * The comparison of kernels' machine code. A kernel whose code did not change runs as before; any other is to be
 * measured. */
#include "comparison_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int compare_keys(const struct past_code *a, const struct past_code *b)
{
    int order = strcmp(a->device, b->device);
    if (!order) order = strcmp(a->arch, b->arch);
    return order ? order : strcmp(a->kernel, b->kernel);
}

static int compare_code(const void *left, const void *right)
{
    const struct past_code *a = *(const struct past_code *const *)left,
                           *b = *(const struct past_code *const *)right;
    int order = compare_keys(a, b);
    return order ? order : (a->run < b->run) - (a->run > b->run);
}

/* A commit's kernels, the last run's. Returns how many; SIZE_MAX without memory. */
static size_t take_code(const struct compared *side, const struct past_code ***taken)
{
    const struct history *history = side->history;
    const struct past_code **at = calloc(history->code.count + 1, sizeof *at);
    size_t count = 0, kept = 0;
    *taken = at;
    if (!at) return SIZE_MAX;
    for (size_t i = 0; i < history->code.count; i++)
        if (side->has[history->code.at[i].run]) at[count++] = &history->code.at[i];
    if (count) qsort(at, count, sizeof *at, compare_code);
    for (size_t i = 0; i < count; i++)
        if (!kept || compare_keys(at[kept - 1], at[i]) != 0) at[kept++] = at[i];
    return kept;
}

/* "scan_lookback_totals_kernel<add_u32_operator>" -> "scan_lookback", if that is a strategy; else the kernel's own
 * name. */
static const char *strategy_of(struct comparison *comparison, const char *kernel)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(kernel, "<"), kernel);
    for (char *end = name; end && !comparison->request->file_of(name);)
        if ((end = strrchr(name, '_'))) *end = '\0';
    bool known = comparison->request->file_of(name) != NULL;
    if (!known) snprintf(name, sizeof name, "%.*s", (int)strcspn(kernel, "<"), kernel);
    const char *kept = names_keep(&comparison->names, name);
    comparison->broken |= !kept;
    return kept ? kept : "";
}

/* Whether code may be slower than it was for a reason that can be seen: more spilled registers, or a larger stack. */
static bool is_costly(const char *figure)
{
    return strcmp(figure, "spills") == 0 || strcmp(figure, "stack") == 0;
}

static const uint64_t *figure_of(const struct past_code *code, const char *name)
{
    for (int i = 0; i < code->count; i++)
        if (strcmp(code->name[i], name) == 0) return &code->value[i];
    return NULL;
}

static void note_code(struct comparison *comparison, const struct past_code *base,
                      const struct past_code *head)
{
    comparison->kernels++;
    if (strcmp(base->hash, head->hash) == 0) return;
    struct text figures = {0};
    double largest = 0;
    bool costly = false;
    comparison->kernels_changed++;
    for (int i = 0; i < base->count; i++) {
        const uint64_t *now = figure_of(head, base->name[i]);
        if (!now || *now == base->value[i]) continue;
        double size = comparison_say_figure(base->name[i], base->value[i], *now, &figures);
        costly |= *now > base->value[i] && is_costly(base->name[i]);
        if (size > largest) largest = size;
    }
    const char *strategy = strategy_of(comparison, head->kernel);
    struct found *found =
        comparison_add(comparison, costly ? CHANGE_WORSE : CHANGE_UNKNOWN, largest, strategy);
    text_say(&found->what, "%s@%s %s: its machine code changed: %s", head->kernel, head->device, head->arch,
             figures.at[0] ? figures.at : "other instructions, as many bytes");
    text_say(&found->command, "foldcheck bench --device %s --strategy %s", head->device, strategy);
}

static void note_gone(struct comparison *comparison, const struct past_code *base)
{
    struct found *found =
        comparison_add(comparison, CHANGE_UNKNOWN, 0, strategy_of(comparison, base->kernel));
    comparison->kernels++;
    comparison->kernels_changed++;
    text_say(&found->what, "%s@%s %s: its machine code is gone", base->kernel, base->device, base->arch);
}

void comparison_code(struct comparison *comparison)
{
    const struct past_code **base, **head;
    size_t b = 0, h = 0, bases = take_code(comparison->base, &base),
           heads = take_code(comparison->head, &head);
    comparison->broken |= bases == SIZE_MAX || heads == SIZE_MAX;
    while (!comparison->broken && b < bases) {
        int order = h == heads ? -1 : compare_keys(base[b], head[h]);
        if (order == 0) note_code(comparison, base[b], head[h]);
        if (order < 0) note_gone(comparison, base[b]);
        b += order <= 0;
        h += order >= 0;
    }
    free(base);
    free(head);
}
