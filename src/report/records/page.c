/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "page.h"
#include "page_parts.h"
#include "whole_file.h"
#include "xml_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* ---- pieces ---- */

void page_commit(const struct page *page, size_t place)
{
    const struct place *at = &page->timeline.at[place];
    const char *url = page->wish->commit_url, *hole = url ? strstr(url, "%s") : NULL;
    if (!at->commit[0]) {
        time_t when = (time_t)at->time;
        struct tm parts;
        char text[32] = "";
        if (gmtime_r(&when, &parts)) strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
        fputs(at->time ? text : "no commit", page->out);
    } else if (hole) {
        struct text link;
        text_say(&link, "%.*s%s%s", (int)(hole - url), url, at->commit, hole + 2);
        fputs("<a href=\"", page->out);
        xml_text(page->out, link.at);
        fprintf(page->out, "\">%.10s</a>", at->commit);
    } else {
        fprintf(page->out, "<code>%.10s</code>", at->commit);
    }
}

void page_line(const struct page *page, const char *command)
{
    fputs("<code class=\"line\">", page->out);
    xml_text(page->out, command);
    fputs("</code>", page->out);
}

/* ---- the matrix ---- */

/* The subjects and the devices, each once, and those of each count and time. */
static void take_words(struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    const struct history *history = timeline->history;
    for (size_t i = 0; i < history->verdicts.count; i++) {
        page_take(&page->devices, history->verdicts.at[i].target.device);
        page_take(&page->subjects, history->verdicts.at[i].target.subject);
    }
    for (size_t i = 0; i < history->counters.count; i++)
        page->counted[i] = page_about(page, timeline->counted[i]->counted);
    for (size_t i = 0; i < history->times.count; i++)
        page->timed[i] = page_about(page, timeline->timed[i]->timed);
}

/* A subject on a device, at its newest place, and where that last became something else. */
struct cell {
    bool any, verdicts;
    size_t place, changed;
    unsigned pass, bad, refused;
};

static void judge_cell(const struct page *page, const char *subject, const char *device, struct cell *cell)
{
    const struct timeline *timeline = &page->timeline;
    size_t count = timeline->history->verdicts.count;
    for (size_t i = 0; i < count; i++) {
        const struct past_verdict *verdict = timeline->verdicts[i];
        if (strcmp(verdict->target.subject, subject) != 0 || strcmp(verdict->target.device, device) != 0)
            continue;
        size_t place = timeline->place_of[verdict->run];
        if (!cell->verdicts || place > cell->place)
            *cell = (struct cell){.any = true, .verdicts = true, .place = place};
        if (place < cell->place) continue;
        bool bad = verdict->verdict == VERDICT_FAIL || verdict->verdict == VERDICT_BROKEN;
        cell->pass += verdict->verdict == VERDICT_PASS;
        cell->bad += bad;
        cell->refused += verdict->verdict == VERDICT_REFUSED;
    }
}

static const char *cell_word(const struct cell *cell)
{
    if (!cell->any) return "none";
    if (!cell->verdicts) return "costs"; /* or times */
    return cell->bad ? "fail" : cell->pass ? "pass" : "refused";
}

static void note_change(struct cell *cell, bool same, size_t place)
{
    if (!same && place > cell->changed) cell->changed = place;
    cell->any = true;
}

static bool same_target(const struct past_target *a, const struct past_target *b)
{
    return a->subject == b->subject && a->op == b->op && a->device == b->device && a->property == b->property;
}

/* Where a counter or the verdicts of a cell changed last, or were there for the first time. */
static void find_change(const struct page *page, const char *subject, const char *device, struct cell *cell)
{
    const struct timeline *timeline = &page->timeline;
    const struct history *history = timeline->history;
    for (size_t i = 0; i < history->counters.count; i++) {
        const struct past_counters *now = timeline->counted[i], *before = i ? timeline->counted[i - 1] : NULL;
        if (page->counted[i].subject != subject || page->counted[i].device != device) continue;
        bool same = before && before->counted == now->counted &&
                    memcmp(before->value, now->value, sizeof now->value) == 0;
        note_change(cell, same, timeline->place_of[now->run]);
    }
    for (size_t i = 0; i < history->verdicts.count; i++) {
        const struct past_verdict *now = timeline->verdicts[i],
                                  *before = i ? timeline->verdicts[i - 1] : NULL;
        if (strcmp(now->target.subject, subject) != 0 || strcmp(now->target.device, device) != 0) continue;
        bool same = before && same_target(&before->target, &now->target) && before->verdict == now->verdict;
        note_change(cell, same, timeline->place_of[now->run]);
    }
    for (size_t i = 0; i < history->times.count; i++)
        cell->any |= page->timed[i].subject == subject && page->timed[i].device == device;
}

static void put_cell(const struct page *page, const char *subject, const char *device)
{
    struct cell cell = {0};
    judge_cell(page, subject, device, &cell);
    find_change(page, subject, device, &cell);
    const char *word = cell_word(&cell);
    if (!cell.any) {
        fputs("<td class=\"none\">&ndash;</td>", page->out);
        return;
    }
    fprintf(page->out, "<td class=\"%s\"><a href=\"#%s\">%s</a>", word, subject, word);
    if (cell.bad) fprintf(page->out, " %u of %u", cell.bad, cell.bad + cell.pass + cell.refused);
    fputs("<br><small>since ", page->out);
    page_commit(page, cell.changed);
    fputs("</small></td>", page->out);
}

static void put_matrix(const struct page *page)
{
    FILE *out = page->out;
    fputs("<h2 id=\"overview\">Overview</h2>\n<p id=\"tools\" hidden><label>Search <input id=\"search\" "
          "type=\"search\" "
          "autocomplete=\"off\"></label> <label>Show <select id=\"show\"><option value=\"all\">all</option>"
          "<option value=\"bad\">what fails</option><option value=\"good\">what does not "
          "fail</option></select></label> "
          "<span id=\"shown\" class=\"soft\" role=\"status\"></span></p>\n"
          "<div class=\"wide\"><table id=\"matrix\"><thead><tr><th>strategy, operator</th>",
          out);
    for (size_t d = 0; d < page->devices.count; d++) {
        fputs("<th>", out);
        xml_text(out, page->devices.at[d]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t s = 0; s < page->subjects.count; s++) {
        fprintf(out, "<tr data-name=\"%s\"><th scope=\"row\">%s</th>", page->subjects.at[s],
                page->subjects.at[s]);
        for (size_t d = 0; d < page->devices.count; d++)
            put_cell(page, page->subjects.at[s], page->devices.at[d]);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

/* ---- failures ---- */

/* The first of the places in a row at which the target failed, up to its newest; SIZE_MAX if it does not fail there. */
static size_t failing_since(const struct page *page, const struct past_target *target)
{
    const struct timeline *timeline = &page->timeline;
    size_t since = SIZE_MAX;
    for (size_t i = 0; i < timeline->history->verdicts.count; i++) {
        const struct past_verdict *verdict = timeline->verdicts[i];
        const struct past_target *about = &verdict->target;
        if (!same_target(about, target)) continue;
        bool bad = verdict->verdict == VERDICT_FAIL || verdict->verdict == VERDICT_BROKEN;
        if (!bad)
            since = SIZE_MAX;
        else if (since == SIZE_MAX)
            since = timeline->place_of[verdict->run];
    }
    return since;
}

/* "for 3 commits, 12 days, since 0123456789", up to the newest commit. */
static void put_how_long(const struct page *page, size_t since)
{
    const struct timeline *timeline = &page->timeline;
    size_t commits = timeline->count - since;
    int64_t days = (timeline->at[timeline->count - 1].time - timeline->at[since].time) / (24 * 60 * 60);
    fprintf(page->out, "for %zu commit%s", commits, commits == 1 ? "" : "s");
    if (days > 0) fprintf(page->out, ", %" PRId64 " day%s", days, days == 1 ? "" : "s");
    fputs(", since ", page->out);
    page_commit(page, since);
}

static void put_failure(const struct page *page, const struct past_failure *failure, size_t since)
{
    FILE *out = page->out;
    fputs("<li><strong>", out);
    xml_text(out, failure->target.subject);
    fprintf(out, "</strong> %s %s@%s, failing ", failure->target.property, failure->target.op,
            failure->target.device);
    put_how_long(page, since);
    if (failure->report[0]) {
        fputs("<pre>", out);
        xml_text(out, failure->report);
        fputs("</pre>", out);
    } else {
        fputs("<br>", out);
        xml_text(out, failure->claim);
        fputs("<br>first at ", out);
        xml_text(out, failure->first_at);
        fputs("<br>", out);
    }
    page_line(page, failure->again);
    fputs("</li>\n", out);
}

/* Those of targets that fail now, each target's newest. */
static void put_failures(const struct page *page)
{
    const struct history *history = page->timeline.history;
    size_t count = 0;
    fputs("<h2 id=\"failures\">Failures</h2>\n<ul>\n", page->out);
    for (size_t i = 0; i < history->failures.count; i++) {
        const struct past_failure *failure = &history->failures.at[i];
        size_t since = failing_since(page, &failure->target), place = page->timeline.place_of[failure->run];
        bool newest = since != SIZE_MAX && place >= since;
        for (size_t k = 0; newest && k < history->failures.count; k++) {
            const struct past_failure *other = &history->failures.at[k];
            bool same = same_target(&other->target, &failure->target);
            size_t theirs = page->timeline.place_of[other->run];
            newest = !same || theirs < place || (theirs == place && k >= i) || other == failure;
        }
        if (!newest) continue;
        put_failure(page, failure, since);
        count++;
    }
    fprintf(page->out, "</ul>\n%s", count ? "" : "<p>Nothing fails.</p>\n");
}

/* ---- the folder ---- */

static void put_head(const struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" "
          "href=\"data:,\"><title>foldcheck</title>\n",
          page->out);
    for (const struct page_asset *asset = page_assets; asset->name; asset++)
        if (strstr(asset->name, ".css"))
            fprintf(page->out, "<link rel=\"stylesheet\" href=\"%s\">\n", asset->name);
    fputs("<script defer src=\"data.js\"></script>\n", page->out);
    for (const struct page_asset *asset = page_assets; asset->name; asset++)
        if (strstr(asset->name, ".js"))
            fprintf(page->out, "<script defer src=\"%s\"></script>\n", asset->name);
    fprintf(page->out,
            "</head><body>\n<h1>foldcheck</h1>\n<p class=\"soft\">%zu commit%s, %zu runs; the newest: ",
            timeline->count, timeline->count == 1 ? "" : "s", timeline->history->runs.count);
    page_commit(page, timeline->count - 1);
    struct text which;
    if (history_mixes_cards(timeline->history, &which)) {
        fputs(". <strong>", page->out);
        xml_text(page->out, which.at);
        fputs(": their times stand in one series</strong>", page->out);
    }
    fputs(". <a href=\"#overview\">Overview</a> <a href=\"#failures\">Failures</a> <a "
          "href=\"#changes\">Changes</a> "
          "<a href=\"#series\">Series</a></p>\n"
          "<div id=\"plot\" hidden><p><strong id=\"case\"></strong> <label>figure <select "
          "id=\"figure\"></select></label> "
          "<span id=\"value\" role=\"status\"></span> <button type=\"button\" id=\"close\">close</button></p>"
          "<div id=\"chart\" tabindex=\"0\" role=\"group\" aria-label=\"plot: the arrow keys choose a "
          "commit\"></div>"
          "<p><code id=\"again\"></code> <button type=\"button\" id=\"copy\">copy</button></p>"
          "<p id=\"failed\" hidden>it failed here: <code id=\"replay\"></code> "
          "<button type=\"button\" id=\"copy-replay\">copy</button></p></div>\n",
          page->out);
}

/* What scripts fill. */
static void put_rates(const struct page *page)
{
    fputs("<section id=\"rates\" hidden><h2>Rates</h2>\n<p><label>problem <select "
          "id=\"family\"></select></label> <span "
          "id=\"rate\" class=\"soft\" role=\"status\"></span></p><div id=\"roof\"></div></section>\n"
          "<section id=\"compare\" hidden><h2>Two commits</h2>\n<p><label>base <select "
          "id=\"base\"></select></label> "
          "<label>head <select id=\"head\"></select></label> <span id=\"compared\" class=\"soft\" "
          "role=\"status\"></span></p>"
          "<div class=\"wide\"><table "
          "id=\"differences\"><thead></thead><tbody></tbody></table></div></section>\n",
          page->out);
}

static bool write_part(const struct page_wish *wish, const char *name, struct page *page,
                       void (*put)(struct page *page), struct text *why)
{
    struct whole_file file;
    struct text path;
    text_say(&path, "%s/%s", wish->folder, name);
    if (!whole_file_open(&file, path.at, why)) return false;
    page->out = file.out;
    put(page);
    return whole_file_close(&file, true, why);
}

static void put_index(struct page *page)
{
    put_head(page);
    put_matrix(page);
    put_failures(page);
    put_rates(page);
    page_changes(page);
    page_series(page);
    fputs("</body></html>\n", page->out);
}

static bool write_assets(const struct page_wish *wish, struct text *why)
{
    for (const struct page_asset *asset = page_assets; asset->name; asset++) {
        struct whole_file file;
        struct text path;
        text_say(&path, "%s/%s", wish->folder, asset->name);
        if (!whole_file_open(&file, path.at, why)) return false;
        bool good = fwrite(asset->bytes, 1, asset->length, file.out) == asset->length;
        if (!whole_file_close(&file, good, why)) return false;
    }
    return true;
}

bool page_write(const struct history *history, const struct page_wish *wish, struct text *why)
{
    struct page page = {.wish = wish};
    if (mkdir(wish->folder, 0777) != 0 && errno != EEXIST)
        return text_say(why, "%.300s cannot be made: %s", wish->folder, strerror(errno));
    if (!timeline_open(&page.timeline, history)) return text_say(why, "no memory");
    page.counted = calloc(history->counters.count + 1, sizeof *page.counted);
    page.timed = calloc(history->times.count + 1, sizeof *page.timed);
    bool room = page.counted && page.timed;
    if (room) take_words(&page);
    bool done = room && write_assets(wish, why) && write_part(wish, "data.js", &page, page_data, why) &&
                write_part(wish, "index.html", &page, put_index, why);
    if (!room) text_say(why, "no memory");
    free(page.counted);
    free(page.timed);
    page_list_close(&page.devices);
    page_list_close(&page.subjects);
    timeline_close(&page.timeline);
    return done;
}
