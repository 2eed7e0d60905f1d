/* SPDX-License-Identifier: MIT
 * The page's words, and the pieces that its files share. */
#define _POSIX_C_SOURCE 200809L
#include "again.h"
#include "page_parts.h"
#include "xml_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- lists of words ---- */

static size_t place_in(const struct page_list *list, const char *word, bool *there)
{
    size_t low = 0, high = list->count;
    *there = false;
    while (low < high && !*there) {
        size_t middle = (low + high) / 2;
        int order = strcmp(list->at[middle], word);
        *there = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return *there ? high : low;
}

size_t page_find(const struct page_list *list, const char *word)
{
    bool there;
    size_t at = place_in(list, word, &there);
    return there ? at : SIZE_MAX;
}

const char *page_take(struct page_list *list, const char *word)
{
    bool there;
    size_t at = place_in(list, word, &there);
    if (there) return list->at[at];
    char *kept = strdup(word);
    if (!kept || !history_grow(&list->at, list->count, sizeof *list->at)) {
        free(kept);
        return NULL;
    }
    memmove(list->at + at + 1, list->at + at, (list->count - at) * sizeof *list->at);
    list->at[at] = kept;
    list->count++;
    return kept;
}

void page_list_close(struct page_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
    *list = (struct page_list){0};
}

/* ---- names ---- */

uint64_t page_hash(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3;
    return h;
}

void page_slug(const char *name, char slug[MOST_SLUG])
{
    enum { MOST_LETTERS = MOST_SLUG - 20 };
    size_t length = 0;
    bool plain = true;
    for (const char *at = name; *at && length < MOST_LETTERS; at++) {
        char small = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
        bool good = isdigit((unsigned char)small) || small == '_' || (small >= 'a' && small <= 'z');
        slug[length++] = good ? small : '-';
        plain &= small == *at && good;
    }
    plain &= length > 0 && strlen(name) == length;
    slug[length] = '\0';
    if (!plain) snprintf(slug + length, MOST_SLUG - length, "-%08" PRIx64, page_hash(PAGE_HASH, name) >> 32);
}

bool page_is_yardstick(const char *subject)
{
    return strcmp(subject, "copy") == 0 || strcmp(subject, "read_only") == 0 ||
           strncmp(subject, "cub_", 4) == 0 || strncmp(subject, "rocprim_", 8) == 0;
}

bool page_on_card(const char *card, const char *of)
{
    return !card || strcmp(card, of) == 0;
}

void page_commit_id(const struct page *page, size_t place, char id[MOST_SLUG])
{
    const struct place *at = &page->timeline.at[place];
    char name[64];
    snprintf(name, sizeof name, "run-%" PRId64 "-%zu", at->time, place);
    page_slug(at->commit[0] ? at->commit : name, id);
}

/* ---- pieces ---- */

static void put_day(const struct page *page, int64_t when)
{
    time_t at = (time_t)when;
    struct tm parts;
    char text[32] = "";
    if (when && gmtime_r(&at, &parts)) strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    fputs(text[0] ? text : "no commit", page->out);
}

static void put_short(FILE *out, const char *commit)
{
    char word[11];
    snprintf(word, sizeof word, "%s", commit);
    xml_text(out, word);
}

void page_commit(const struct page *page, size_t place)
{
    const struct place *at = &page->timeline.at[place];
    const char *url = page->request->commit_url, *hole = url ? strstr(url, "%s") : NULL;
    if (!at->commit[0]) {
        put_day(page, at->time);
    } else if (hole) {
        struct text link;
        text_say(&link, "%.*s%s%s", (int)(hole - url), url, at->commit, hole + 2);
        fputs("<a href=\"", page->out);
        xml_text(page->out, link.at);
        fputs("\">", page->out);
        put_short(page->out, at->commit);
        fputs("</a>", page->out);
    } else {
        fputs("<code>", page->out);
        put_short(page->out, at->commit);
        fputs("</code>", page->out);
    }
}

void page_line(const struct page *page, const char *command)
{
    fputs("<code class=\"line\">", page->out);
    xml_text(page->out, command);
    fputs("</code>", page->out);
}

void page_address(const struct page *page, const char *subject)
{
    char slug[MOST_SLUG];
    page_slug(subject, slug);
    fprintf(page->out, "%ss/%s.html", page->up, slug);
}

void page_change(FILE *out, double change)
{
    if (isinf(change))
        fputs("from 0", out);
    else
        fprintf(out, "%+.*f %%", fabs(change) < 0.1 ? 1 : 0, 100 * change);
}

void page_value(FILE *out, const struct level *level, double value)
{
    if (level->timed)
        fprintf(out, "%.4g us", 1e6 * value);
    else
        fprintf(out, "%.0f", value);
}

void page_card_attribute(const struct page *page, const char *card, const char *more)
{
    if (page->cards.count < 2) return;
    char slug[MOST_SLUG] = "all";
    if (card) page_slug(card, slug);
    fprintf(page->out, " data-card=\"%s\"%s", slug, more);
}

void page_again(const struct page *page, const struct level *level, struct text *again)
{
    (void)page;
    if (level->timed)
        again_times(level->line, level->run, again);
    else
        again_costs(level->line, level->run, again);
}

/* A commit that `git bisect` can look up. */
static const char *commit_at(const struct page *page, size_t place)
{
    return page->timeline.at[place].commit;
}

void page_bisect(const struct page *page, const struct level *level, FILE *out)
{
    const char *good = commit_at(page, level->good), *bad = commit_at(page, level->newest);
    if (level->is != LEVEL_WORSE || !good[0] || !bad[0]) return;
    fprintf(out, "foldcheck bisect '%s' --good %.12s --bad %.12s", level->line, good, bad);
    if (level->timed)
        fputs(" --time", out);
    else
        fprintf(out, " --cost %s", level->figure);
}

/* ---- the card's switch ---- */

/* By style alone, so that it works without scripts. */
static void put_switch_style(const struct page *page)
{
    fputs("<style>body:has(#card-all:checked) [data-rest]{display:none}\n", page->out);
    for (size_t i = 0; i < page->cards.count; i++) {
        char slug[MOST_SLUG];
        page_slug(page->cards.at[i], slug);
        fprintf(page->out, "body:has(#card-%s:checked) [data-card]:not([data-card=\"%s\"]){display:none}\n",
                slug, slug);
    }
    fputs("</style>\n", page->out);
}

void page_switch(const struct page *page)
{
    if (page->cards.count < 2) return;
    put_switch_style(page);
    fputs("<fieldset id=\"cards\"><legend>card</legend><label><input type=\"radio\" name=\"card\" "
          "id=\"card-all\" "
          "checked> all</label>",
          page->out);
    for (size_t i = 0; i < page->cards.count; i++) {
        char slug[MOST_SLUG];
        page_slug(page->cards.at[i], slug);
        fprintf(page->out, " <label><input type=\"radio\" name=\"card\" id=\"card-%s\"> ", slug);
        xml_text(page->out, page->cards.at[i]);
        fputs("</label>", page->out);
    }
    fputs("</fieldset>\n", page->out);
}
