/* SPDX-License-Identifier: MIT
 * The first screen: the newest commit's state, failures, the maps, and what became worse. */
#define _POSIX_C_SOURCE 200809L
#include "page_parts.h"
#include "in_words.h"
#include "xml_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the state ---- */

/* How many things of a card, or of all cards, are in which state. */
struct state {
    size_t failing, slower, costlier, faster, cheaper, same, unknown, verified;
};

static void count_levels(const struct page *page, const char *card, struct state *state)
{
    for (size_t i = 0; i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        if (page->words[i].yardstick || !page_on_card(card, level->card)) continue;
        state->same += level->is == LEVEL_SAME;
        state->unknown += level->is == LEVEL_UNKNOWN;
        state->slower += level->is == LEVEL_WORSE && level->timed;
        state->costlier += level->is == LEVEL_WORSE && !level->timed;
        state->faster += level->is == LEVEL_BETTER && level->timed;
        state->cheaper += level->is == LEVEL_BETTER && !level->timed;
    }
}

static struct state count_state(const struct page *page, const char *card)
{
    const struct timeline *timeline = &page->timeline;
    struct state state = {0};
    for (size_t i = 0; i < page->broken_count; i++)
        state.failing += page_on_card(card, page->broken[i].verdict->target.card);
    for (size_t first = 0, end; first < timeline->history->verdicts.count; first = end) {
        end = timeline_verdicts_end(timeline, first);
        const struct past_verdict *newest = timeline->verdicts[end - 1];
        bool now = timeline->place_of[newest->run] + 1 == timeline->count;
        state.verified += now && newest->verdict == VERDICT_PASS && page_on_card(card, newest->target.card);
    }
    count_levels(page, card, &state);
    return state;
}

static void put_chip(FILE *out, const char *address, const char *name, size_t count, const char *words)
{
    if (count) fprintf(out, " <a class=\"chip %s\" href=\"#%s\">%zu %s</a>", name, address, count, words);
}

static const char *word_of(const struct state *state)
{
    if (state->failing) return "failing";
    if (state->slower) return "slower";
    if (state->costlier) return "costlier";
    if (state->verified) return "verified";
    if (state->faster + state->cheaper) return "cheaper";
    return state->same ? "unchanged" : "unknown";
}

static void put_state(const struct page *page, const char *card, const char *more)
{
    FILE *out = page->out;
    struct state state = count_state(page, card);
    const char *word = word_of(&state);
    fputs("<p class=\"state\"", out);
    page_card_attribute(page, card, more);
    fprintf(out, "><strong class=\"chip %s\">%s</strong>", word, word);
    put_chip(out, "failures", "failing", state.failing, state.failing == 1 ? "target fails" : "targets fail");
    put_chip(out, "worst", "slower", state.slower, "slower");
    put_chip(out, "worst", "costlier", state.costlier, "cost more");
    put_chip(out, "changes", "cheaper", state.faster, "faster");
    put_chip(out, "changes", "cheaper", state.cheaper, "cost less");
    put_chip(out, "strategies", "verified", state.verified, "targets verified");
    put_chip(out, "changes", "unchanged", state.same, "costs and times unchanged");
    put_chip(out, "strategies", "unknown", state.unknown, "not measured since");
    fputs("</p>\n", out);
}

static void put_commits(const struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    size_t newest = timeline->count - 1;
    fputs("<p class=\"against\">Newest commit ", page->out);
    page_commit(page, newest);
    if (page->levels.base != newest) {
        fputs(", against ", page->out);
        page_commit(page, page->levels.base);
        fprintf(page->out, ", %zu commit%s before", newest - page->levels.base,
                newest - page->levels.base == 1 ? "" : "s");
    }
    fputs("</p>\n", page->out);
}

/* ---- failures ---- */

/* "since 0123456789 (3 commits, 12 days; it passed at ...)" */
static void put_how_long(const struct page *page, const struct broken *broken)
{
    const struct timeline *timeline = &page->timeline;
    size_t commits = timeline->count - broken->since;
    int64_t days =
        (timeline->at[timeline->count - 1].time - timeline->at[broken->since].time) / (24 * 60 * 60);
    fputs("since ", page->out);
    page_commit(page, broken->since);
    fprintf(page->out, " (%zu commit%s", commits, commits == 1 ? "" : "s");
    if (days > 0) fprintf(page->out, ", %" PRId64 " day%s", days, days == 1 ? "" : "s");
    if (broken->was_good) {
        fputs("; it passed at ", page->out);
        page_commit(page, broken->good);
    }
    fputs(")", page->out);
}

static void put_case(const struct page *page, const struct past_failure *failure, bool whole)
{
    struct text said;
    problem_in_words(failure->line, &said);
    fputs("<br>", page->out);
    if (said.at[0]) {
        fputs("minimal case: <span class=\"said\">", page->out);
        xml_text(page->out, said.at);
        fputs("</span>; ", page->out);
    }
    fputs("first difference: ", page->out);
    xml_text(page->out, failure->first_at);
    fputs("<br>", page->out);
    page_line(page, failure->again);
    if (!whole) return;
    fputs("<br>", page->out);
    xml_text(page->out, failure->claim);
    if (!failure->report[0]) return;
    fputs("<pre tabindex=\"0\">", page->out);
    xml_text(page->out, failure->report);
    fputs("</pre>", page->out);
}

static void put_failure(const struct page *page, const struct broken *broken, bool whole, const char *more)
{
    FILE *out = page->out;
    const struct past_target *target = &broken->verdict->target;
    fputs("<li", out);
    page_card_attribute(page, target->card, more);
    fputs("><a href=\"", out);
    page_address(page, target->subject);
    fputs("\"><strong>", out);
    xml_text(out, target->subject);
    fputs("</strong></a> fails ", out);
    xml_text(out, target->property);
    fputs(target->op[0] ? " with " : "", out);
    xml_text(out, target->op);
    fputs(" on <b>", out);
    xml_text(out, target->card);
    fputs("</b> ", out);
    put_how_long(page, broken);
    if (broken->failure) {
        put_case(page, broken->failure, whole);
    } else {
        fputs("<br>", out);
        xml_text(out, broken->verdict->reason);
        fputs("<br>", out);
        struct text again;
        text_say(&again, "foldcheck %.480s", page->timeline.history->runs.at[broken->verdict->run].command);
        page_line(page, again.at);
    }
    fputs("</li>\n", out);
}

/* How many failures before this one are on its card. */
static size_t before_on_card(const struct page *page, size_t index)
{
    size_t count = 0;
    for (size_t i = 0; i < index; i++)
        count += page->broken[i].verdict->target.card == page->broken[index].verdict->target.card;
    return count;
}

/* The first `most`, and the first `most` of each card for its switch. */
void page_failures(const struct page *page, size_t most, bool whole)
{
    fputs("<ul class=\"failures\">\n", page->out);
    for (size_t i = 0; i < page->broken_count; i++)
        if (i < most || (page->cards.count > 1 && before_on_card(page, i) < most))
            put_failure(page, &page->broken[i], whole, i < most ? "" : " data-rest");
    fputs("</ul>\n", page->out);
    if (page->broken_count > most)
        fprintf(page->out, "<p><a href=\"#failures\">All %zu failures</a></p>\n", page->broken_count);
}

/* ---- what became worse ---- */

static int compare_levels(const void *left, const void *right)
{
    const struct level *a = *(const struct level *const *)left, *b = *(const struct level *const *)right;
    double one = a->is == LEVEL_BETTER ? -a->change : a->change,
           other = b->is == LEVEL_BETTER ? -b->change : b->change;
    if (a->is != b->is) return a->is == LEVEL_WORSE ? -1 : 1;
    if (one != other) return one > other ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Those of ours that changed, the worst first. Owned by the caller. */
static const struct level **take_changed(const struct page *page, bool only_worse, size_t *count)
{
    const struct level **taken = calloc(page->levels.count + 1, sizeof *taken);
    *count = 0;
    for (size_t i = 0; taken && i < page->levels.count; i++) {
        enum level_is is = page->levels.at[i].is;
        if (page->words[i].yardstick) continue;
        if (is == LEVEL_WORSE || (is == LEVEL_BETTER && !only_worse)) taken[(*count)++] = &page->levels.at[i];
    }
    if (*count) qsort(taken, *count, sizeof *taken, compare_levels);
    return taken;
}

/* Of the cases of one strategy that changed by one figure on one card the first stays; `more` counts the others, which would
 * say the same in every row. Returns how many stay. */
static size_t keep_first_of_each(const struct page *page, const struct level **at, size_t count, size_t *more)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const char *subject = page->words[at[i] - page->levels.at].subject;
        size_t k = 0;
        while (k < kept && (page->words[at[k] - page->levels.at].subject != subject ||
                            at[k]->card != at[i]->card || at[k]->figure != at[i]->figure))
            k++;
        if (k == kept)
            at[kept++] = at[i];
        else
            more[k]++;
    }
    return kept;
}

static void put_since(const struct page *page, const struct level *level)
{
    fputs("<td>", page->out);
    page_commit(page, level->since);
    if (level->since > level->good + 1) {
        fputs(" <small>or after ", page->out);
        page_commit(page, level->good);
        fputs("</small>", page->out);
    }
    if (level->timed && level->points == 1) fputs(" <small>one run</small>", page->out);
    fputs("</td>", page->out);
}

/* The case in words, with its line one click away. */
static void put_case_cell(const struct page *page, const struct level *level, size_t others)
{
    const struct page_words *words = &page->words[level - page->levels.at];
    struct text said;
    problem_in_words(level->line, &said);
    fputs("<td><a href=\"", page->out);
    page_address(page, words->subject);
    fprintf(page->out, "#c-%s\" title=\"", words->id);
    xml_text(page->out, level->line);
    fputs("\">", page->out);
    xml_text(page->out, words->subject);
    fputs("</a> <span class=\"said\">", page->out);
    xml_text(page->out, said.at);
    fputs("</span>", page->out);
    if (others) fprintf(page->out, " <small>and %zu more</small>", others);
    fputs("</td><td>", page->out);
    xml_text(page->out, level->card);
    fputs("</td>", page->out);
}

static void put_changed(const struct page *page, const struct level *level, size_t others, const char *more)
{
    FILE *out = page->out;
    struct text again;
    fputs("<tr", out);
    page_card_attribute(page, level->card, more);
    fputs(">", out);
    put_case_cell(page, level, others);
    fputs("<td>", out);
    xml_text(out, level->figure);
    fprintf(out, "</td><td class=\"n %s\">", level->is == LEVEL_WORSE ? "up" : "down");
    page_change(out, level->change);
    fputs("</td><td class=\"n\">", out);
    page_value(out, level, level->base);
    fputs(" &rarr; ", out);
    page_value(out, level, level->now);
    fputs("</td><td class=\"n\">", out);
    if (level->timed)
        fprintf(out, "%.1f %%", 100 * level->bound);
    else
        fputs("exact", out);
    fputs("</td>", out);
    put_since(page, level);
    fputs("<td class=\"command\">", out);
    page_again(page, level, &again);
    page_line(page, again.at);
    fputs("</td></tr>\n", out);
}

/* Whether a row is among the first `most` of its card. */
static bool is_first_of_card(const struct level **at, size_t index, size_t most)
{
    size_t before = 0;
    for (size_t i = 0; i < index && before < most; i++)
        before += at[i]->card == at[index]->card;
    return before < most;
}

void page_worst(const struct page *page, size_t most, bool only_worse)
{
    size_t count;
    const struct level **at = take_changed(page, only_worse, &count);
    size_t *others = at ? calloc(count + 1, sizeof *others) : NULL;
    if (!others || !count) {
        fprintf(page->out, "<p>%s since then.</p>\n",
                only_worse ? "Nothing became worse" : "No time and no cost changed");
        free(others);
        free(at);
        return;
    }
    if (only_worse) count = keep_first_of_each(page, at, count, others);
    fputs("<div class=\"wide\" tabindex=\"0\"><table "
          "class=\"worst\"><thead><tr><th>case</th><th>card</th><th>figure</th><th "
          "class=\"n\">change</th><th class=\"n\">from &rarr; to</th><th class=\"n\">bound</th><th>first "
          "commit</th>"
          "<th>shown by</th></tr></thead><tbody>\n",
          page->out);
    bool cards = page->cards.count > 1;
    for (size_t i = 0; i < count; i++)
        if (i < most || (cards && is_first_of_card(at, i, most)))
            put_changed(page, at[i], others[i], i < most ? "" : " data-rest");
    fputs("</tbody></table></div>\n", page->out);
    free(others);
    free(at);
}

/* ---- the screen ---- */

void page_overview(struct page *page)
{
    FILE *out = page->out;
    fputs("<header><h1>foldcheck</h1>\n", out);
    put_commits(page);
    page_switch(page);
    put_state(page, NULL, "");
    for (size_t i = 0; page->cards.count > 1 && i < page->cards.count; i++)
        put_state(page, page->cards.at[i], " data-rest");
    fputs("</header>\n<main><section id=\"overview\">\n", out);
    if (page->broken_count) page_failures(page, 2, false);
    page_maps(page, NULL);
    for (size_t i = 0; page->cards.count > 1 && i < page->cards.count; i++)
        page_maps(page, page->cards.at[i]);
    fputs("<h2 id=\"worst\">Worst changes</h2>\n", out);
    page_worst(page, 5, true);
    fputs("</section>\n", out);
}
