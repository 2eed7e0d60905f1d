/* SPDX-License-Identifier: MIT
 * The page of one strategy or operator: its verdicts, costs and times, one row a case. */
#include "page_parts.h"
#include "in_words.h"
#include "samples.h"
#include "xml_text.h"

#include <inttypes.h>
#include <string.h>

/* The operators that have an anchor already. */
struct anchors {
    const char *at[256];
    size_t count;
};

/* " id=..." for the first row of an operator. */
static void put_anchor(const struct page *page, struct anchors *anchors, const char *op)
{
    char slug[MOST_SLUG];
    for (size_t i = 0; i < anchors->count; i++)
        if (strcmp(anchors->at[i], op) == 0) return;
    if (!op[0] || anchors->count == sizeof anchors->at / sizeof anchors->at[0]) return;
    anchors->at[anchors->count++] = op;
    page_slug(op, slug);
    fprintf(page->out, " id=\"op-%s\"", slug);
}

static void put_cell(FILE *out, const char *text)
{
    fputs("<td>", out);
    xml_text(out, text);
    fputs("</td>", out);
}

static void put_verdict(const struct page *page, const struct past_verdict *now, struct anchors *anchors)
{
    FILE *out = page->out;
    const char *word = verdict_name(now->verdict);
    fputs("<tr", out);
    put_anchor(page, anchors, now->target.op);
    page_card_attribute(page, now->target.card, "");
    fputs(">", out);
    put_cell(out, now->target.property);
    put_cell(out, now->target.op);
    put_cell(out, now->target.card);
    fprintf(out, "<td class=\"%s\">%s</td><td class=\"n\">%" PRIu64 "</td><td>", word, word, now->passed);
    page_commit(page, page->timeline.place_of[now->run]);
    fputs("</td>", out);
    put_cell(out, now->reason);
    fputs("</tr>\n", out);
}

static void put_verdicts(const struct page *page, const char *subject, struct anchors *anchors)
{
    const struct timeline *timeline = &page->timeline;
    bool any = false;
    for (size_t first = 0, end; first < timeline->history->verdicts.count; first = end) {
        end = timeline_verdicts_end(timeline, first);
        const struct past_verdict *now = timeline->verdicts[end - 1];
        if (strcmp(now->target.subject, subject) != 0) continue;
        if (!any)
            fputs("<h2>Verdicts</h2>\n<div class=\"wide\" "
                  "tabindex=\"0\"><table><thead><tr><th>property</th><th>operator</th>"
                  "<th>device</th><th>verdict</th><th "
                  "class=\"n\">problems</th><th>at</th><th>reason</th></tr></thead>"
                  "<tbody>\n",
                  page->out);
        any = true;
        put_verdict(page, now, anchors);
    }
    if (any) fputs("</tbody></table></div>\n", page->out);
}

/* "block=256,items=8" of "name{block=256,items=8}@device". */
static void put_tuning(FILE *out, const char *line)
{
    const char *open = strchr(line, '{'), *close = open ? strchr(open, '}') : NULL;
    char tuning[256] = "";
    if (close && close < strchr(line, '@'))
        snprintf(tuning, sizeof tuning, "%.*s", (int)(close - open - 1), open + 1);
    put_cell(out, tuning);
}

/* The cells that costs and times share: the case in words, its tuning, its device, and how it changed. */
static void put_case(const struct page *page, const struct level *level, struct anchors *anchors)
{
    const struct page_words *words = &page->words[level - page->levels.at];
    struct text said;
    problem_in_words(level->line, &said);
    fputs("<tr", page->out);
    put_anchor(page, anchors, words->op);
    page_card_attribute(page, level->card, "");
    fprintf(page->out, "><td id=\"c-%s\" data-series=\"%s\" title=\"", words->id, words->id);
    xml_text(page->out, level->line);
    fputs("\">", page->out);
    xml_text(page->out, said.at[0] ? said.at : level->line);
    fputs("</td>", page->out);
    put_tuning(page->out, level->line);
    put_cell(page->out, level->card);
}

static void put_change(const struct page *page, const struct level *level)
{
    bool changed = level->is == LEVEL_WORSE || level->is == LEVEL_BETTER;
    fprintf(page->out, "<td class=\"n%s\">", !changed ? "" : level->is == LEVEL_WORSE ? " up" : " down");
    if (changed) page_change(page->out, level->change);
    fputs("</td><td>", page->out);
    if (changed) page_commit(page, level->since);
    fputs("</td></tr>\n", page->out);
}

static void put_counts(const struct page *page, const char *subject, struct anchors *anchors)
{
    const struct timeline *timeline = &page->timeline;
    FILE *out = page->out;
    bool any = false;
    for (size_t i = 0; i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        if (level->timed || page->words[i].subject != subject) continue;
        const struct past_counters *now = timeline->counted[level->end - 1];
        if (!any) {
            fputs("<h2>Costs</h2>\n<div "
                  "class=\"wide\" "
                  "tabindex=\"0\"><table><thead><tr><th>problem</th><th>tuning</th><th>device</th>",
                  out);
            for (int k = 0; k < now->count; k++) {
                fputs("<th class=\"n\">", out);
                xml_text(out, now->name[k]);
                fputs("</th>", out);
            }
            fputs("<th class=\"n\">change</th><th>since</th></tr></thead><tbody>\n", out);
        }
        any = true;
        put_case(page, level, anchors);
        for (int k = 0; k < now->count; k++)
            fprintf(out, "<td class=\"n\">%" PRIu64 "</td>", now->value[k]);
        put_change(page, level);
    }
    if (any) fputs("</tbody></table></div>\n", out);
}

static void put_time(const struct page *page, const struct level *level, struct anchors *anchors)
{
    const struct past_times *now = page->timeline.timed[level->end - 1];
    double seconds = samples_spread(now).median, rate = seconds > 0 ? (double)now->bytes / seconds : 0;
    put_case(page, level, anchors);
    fprintf(page->out, "<td class=\"n\">%.3f</td><td class=\"n\">%.1f</td><td class=\"n\">", 1e6 * seconds,
            rate / 1e9);
    if (now->copy_rate > 0) fprintf(page->out, "%.3f", rate / now->copy_rate);
    fputs("</td>", page->out);
    put_change(page, level);
}

static void put_times(const struct page *page, const char *subject, struct anchors *anchors)
{
    bool any = false;
    for (size_t i = 0; i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        if (!level->timed || page->words[i].subject != subject) continue;
        if (!any)
            fputs("<h2>Times</h2>\n<div "
                  "class=\"wide\" "
                  "tabindex=\"0\"><table><thead><tr><th>problem</th><th>tuning</th><th>card</th><th "
                  "class=\"n\">us</th><th class=\"n\">GB/s</th><th class=\"n\">of the copy</th><th "
                  "class=\"n\">change</th>"
                  "<th>since</th></tr></thead><tbody>\n",
                  page->out);
        any = true;
        put_time(page, level, anchors);
    }
    if (any) fputs("</tbody></table></div>\n", page->out);
}

void page_subject(struct page *page, const char *subject)
{
    const char *file = page->request->file_of(subject);
    struct anchors anchors = {.count = 0};
    page->up = "../";
    page_head(page, subject);
    fputs("<header><h1>", page->out);
    xml_text(page->out, subject);
    fputs("</h1><p><a href=\"../index.html\">Overview</a>", page->out);
    if (file) fprintf(page->out, " <code>%s</code>", file);
    fputs("</p>", page->out);
    page_switch(page);
    fputs("</header>\n<main>\n", page->out);
    page_plot(page);
    put_verdicts(page, subject, &anchors);
    put_counts(page, subject, &anchors);
    put_times(page, subject, &anchors);
    fputs("</main></body></html>\n", page->out);
    page->up = "";
}
