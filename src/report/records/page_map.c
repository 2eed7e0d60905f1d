/* SPDX-License-Identifier: MIT
 * Two maps of strategies and operators: whether they are correct, and how their costs and times changed. SVG, each cell a
 * link to its rows. */
#include "page_parts.h"
#include "xml_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A strategy with an operator. */
struct spot {
    unsigned pass, bad, refused;           /* newest verdicts */
    unsigned worse, better, same, unknown; /* levels */
    double worst, best;                    /* the largest change of either kind */
};

/* A column for each strategy, and one for the laws of operators; a row for each operator. */
struct map {
    const char **column, **row;
    size_t columns, rows;
    struct spot *at; /* by row, then by column */
};

static const char laws[] = "laws";

static void map_close(struct map *map)
{
    free(map->column);
    free(map->row);
    free(map->at);
}

static size_t index_of(const char **words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (words[i] == word || strcmp(words[i], word) == 0) return i;
    return SIZE_MAX;
}

static struct spot *spot_of(const struct map *map, const char *subject, const char *op)
{
    bool law = strcmp(subject, op) == 0;
    size_t column = index_of(map->column, map->columns, law ? laws : subject),
           row = index_of(map->row, map->rows, op);
    return column == SIZE_MAX || row == SIZE_MAX ? NULL : &map->at[row * map->columns + column];
}

static bool map_open(struct map *map, const struct page *page)
{
    *map = (struct map){.column = calloc(page->subjects.count + 1, sizeof *map->column),
                        .row = calloc(page->ops.count + 1, sizeof *map->row)};
    if (!map->column || !map->row) return false;
    for (size_t i = 0; i < page->ops.count; i++)
        if (strcmp(page->ops.at[i], "*") != 0) map->row[map->rows++] = page->ops.at[i];
    for (size_t i = 0; i < page->subjects.count; i++) {
        const char *subject = page->subjects.at[i];
        bool ours = !page_is_yardstick(subject) && page_find(&page->ops, subject) == SIZE_MAX &&
                    strcmp(subject, "suite") != 0;
        if (ours) map->column[map->columns++] = subject;
    }
    map->column[map->columns++] = laws;
    map->at = calloc(map->columns * map->rows + 1, sizeof *map->at);
    return map->at != NULL;
}

static void take_verdicts(const struct map *map, const struct page *page, const char *card)
{
    const struct timeline *timeline = &page->timeline;
    for (size_t first = 0, end; first < timeline->history->verdicts.count; first = end) {
        end = timeline_verdicts_end(timeline, first);
        const struct past_verdict *newest = timeline->verdicts[end - 1];
        struct spot *spot = spot_of(map, newest->target.subject, newest->target.op);
        if (!spot || !page_on_card(card, newest->target.card)) continue;
        spot->pass += newest->verdict == VERDICT_PASS;
        spot->refused += newest->verdict == VERDICT_REFUSED || newest->verdict == VERDICT_DISCARDED;
    }
    for (size_t i = 0; i < page->broken_count; i++) {
        const struct past_target *target = &page->broken[i].verdict->target;
        struct spot *spot = spot_of(map, target->subject, target->op);
        if (spot && page_on_card(card, target->card)) spot->bad++;
    }
}

static void take_levels(const struct map *map, const struct page *page, const char *card)
{
    for (size_t i = 0; i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        struct spot *spot = spot_of(map, page->words[i].subject, page->words[i].op);
        if (!spot || !page_on_card(card, level->card)) continue;
        spot->worse += level->is == LEVEL_WORSE;
        spot->better += level->is == LEVEL_BETTER;
        spot->same += level->is == LEVEL_SAME;
        spot->unknown += level->is == LEVEL_UNKNOWN;
        if (level->is == LEVEL_WORSE) spot->worst = fmax(spot->worst, level->change);
        if (level->is == LEVEL_BETTER) spot->best = fmin(spot->best, level->change);
    }
}

/* ---- drawing ---- */

/* What a map shows of a spot: its colour's name, NULL if there is nothing; whether it is to be noticed; its words. */
struct shade {
    const char *name;
    bool noticed;
    struct text words;
};

static struct shade correctness(const struct spot *spot)
{
    struct shade shade = {.name = spot->bad       ? "m-fail"
                                  : spot->pass    ? "m-pass"
                                  : spot->refused ? "m-refused"
                                                  : NULL};
    shade.noticed = spot->bad > 0;
    if (spot->bad)
        text_say(&shade.words, "%u fail, %u pass", spot->bad, spot->pass);
    else if (spot->pass)
        text_say(&shade.words, "%u pass", spot->pass);
    else
        text_say(&shade.words, "refused");
    return shade;
}

/* "3 worse, at most +12.0 %"; a cost that was 0 has no share. */
static void say_changes(struct text *words, unsigned count, const char *word, double most)
{
    if (isinf(most))
        text_say(words, "%u %s, some from 0", count, word);
    else
        text_say(words, "%u %s, at most %+.1f %%", count, word, 100 * most);
}

static struct shade changing(const struct spot *spot)
{
    static const char *const worse[] = {"m-worse1", "m-worse2", "m-worse3"}, *const better[] = {"m-better1",
                                                                                                "m-better2",
                                                                                                "m-better3"};
    double size = spot->worse ? spot->worst : -spot->best;
    int step = size < 0.05 ? 0 : size < 0.2 ? 1 : 2;
    struct shade shade = {.name = spot->worse     ? worse[step]
                                  : spot->better  ? better[step]
                                  : spot->same    ? "m-same"
                                  : spot->unknown ? "m-unknown"
                                                  : NULL};
    shade.noticed = spot->worse > 0 || spot->better > 0;
    if (spot->worse)
        say_changes(&shade.words, spot->worse, "worse", spot->worst);
    else if (spot->better)
        say_changes(&shade.words, spot->better, "better", spot->best);
    else
        text_say(&shade.words, spot->same ? "unchanged" : "not measured");
    return shade;
}

/* Where a map's parts lie, in pixels. */
struct frame {
    double wide, high;        /* of a cell */
    double left, bottom;      /* of the labels */
    bool *in_column, *in_row; /* what has anything; owned */
    size_t columns, rows;     /* of those */
};

static void find_used(const struct map *map, struct shade (*shade_of)(const struct spot *),
                      struct frame *frame)
{
    for (size_t r = 0; r < map->rows; r++)
        for (size_t c = 0; c < map->columns; c++)
            if (shade_of(&map->at[r * map->columns + c]).name) frame->in_row[r] = frame->in_column[c] = true;
    for (size_t r = 0; r < map->rows; r++)
        frame->rows += frame->in_row[r];
    for (size_t c = 0; c < map->columns; c++)
        frame->columns += frame->in_column[c];
}

static double between(double least, double value, double most)
{
    return fmin(fmax(least, value), most);
}

static bool frame_open(struct frame *frame, const struct map *map,
                       struct shade (*shade_of)(const struct spot *))
{
    *frame = (struct frame){.left = 118, .bottom = 86};
    frame->in_column = calloc(map->columns + 1, sizeof *frame->in_column);
    frame->in_row = calloc(map->rows + 1, sizeof *frame->in_row);
    if (!frame->in_column || !frame->in_row) return false;
    find_used(map, shade_of, frame);
    frame->wide = between(5, 490 / (double)(frame->columns + 1), 34);
    frame->high = between(5, 180 / (double)(frame->rows + 1), 18);
    return true;
}

/* A cell, and where it is drawn. */
struct cell {
    size_t row, column;
    double x, y;
};

static void put_spot(const struct page *page, const struct map *map, const struct frame *frame,
                     const struct cell *cell, const struct shade *shade)
{
    FILE *out = page->out;
    const char *subject = map->column[cell->column], *op = map->row[cell->row];
    char slug[MOST_SLUG];
    page_slug(op, slug);
    fputs("<a href=\"", out);
    page_address(page, subject == laws ? op : subject);
    fprintf(out,
            "#op-%s\"%s><rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/><title>",
            slug, shade->noticed ? "" : " tabindex=\"-1\"", shade->name, cell->x, cell->y, frame->wide - 1,
            frame->high - 1);
    xml_text(out, subject);
    fputs(", ", out);
    xml_text(out, op);
    fprintf(out, ": %s</title></a>\n", shade->words.at);
}

static void put_row_label(FILE *out, const char *word, double y, const struct frame *frame)
{
    size_t length = strlen(word), most = 20;
    const char *cut =
        length > most ? word + length - most : word; /* operators of one family end differently */
    double size = between(6, frame->high + 1, 10);
    fprintf(out,
            "<text class=\"label\" style=\"font-size:%.1fpx\" text-anchor=\"end\" x=\"%.0f\" y=\"%.1f\">",
            size, frame->left - 4, y + frame->high / 2 + size / 3);
    xml_text(out, cut);
    fputs("</text>", out);
}

static void put_column_label(FILE *out, const char *word, double x, double y, const struct frame *frame)
{
    char cut[20];
    double middle = x + frame->wide / 2 + 3;
    snprintf(cut, sizeof cut, "%s", word);
    fprintf(out,
            "<text class=\"label\" text-anchor=\"end\" transform=\"rotate(-60 %.1f %.1f)\" x=\"%.1f\" "
            "y=\"%.1f\">",
            middle, y, middle, y);
    xml_text(out, cut);
    fputs("</text>", out);
}

/* Whether the row, or the column, has something to be noticed. */
static bool any_noticed(const struct map *map, size_t first, size_t step, size_t count,
                        struct shade (*shade_of)(const struct spot *))
{
    for (size_t i = 0; i < count; i++)
        if (shade_of(&map->at[first + i * step]).noticed) return true;
    return false;
}

/* Where columns are narrow, only the first one of each family ("scan_") and those with something to be noticed. */
static void put_column_labels(const struct page *page, const struct map *map, const struct frame *frame,
                              struct shade (*shade_of)(const struct spot *), double y)
{
    double x = frame->left, last = -100;
    size_t before = SIZE_MAX;
    for (size_t c = 0; c < map->columns; c++) {
        if (!frame->in_column[c]) continue;
        size_t family = strcspn(map->column[c], "_");
        bool first = before == SIZE_MAX || strncmp(map->column[before], map->column[c], family + 1) != 0,
             noticed = any_noticed(map, c, map->columns, map->rows, shade_of);
        bool room = x > last + 8;
        if (frame->wide >= 9 || (room && (noticed || first))) {
            put_column_label(page->out, map->column[c], x, y, frame);
            last = x;
        }
        before = c;
        x += frame->wide;
    }
}

static void put_cells(const struct page *page, const struct map *map, const struct frame *frame,
                      struct shade (*shade_of)(const struct spot *))
{
    double y = 2;
    for (size_t r = 0; r < map->rows; r++) {
        double x = frame->left;
        if (!frame->in_row[r]) continue;
        for (size_t c = 0; c < map->columns; c++) {
            if (!frame->in_column[c]) continue;
            struct shade shade = shade_of(&map->at[r * map->columns + c]);
            if (shade.name) put_spot(page, map, frame, &(struct cell){r, c, x, y}, &shade);
            x += frame->wide;
        }
        put_row_label(page->out, map->row[r], y, frame);
        y += frame->high;
    }
    put_column_labels(page, map, frame, shade_of, y + 8);
}

/* A colour of a map, and what it means. */
struct meaning {
    const char *name, *words;
};

/* What a map is: its heading, its colours, how a cell gets its own, and what is said if there is none. */
struct drawing {
    const char *heading, *nothing;
    struct meaning key[5];
    struct shade (*shade_of)(const struct spot *);
};
static const struct drawing drawings[] = {
    {"Correctness: strategies and operators",
     "No verdict is recorded.",
     {{"m-pass", "verified"}, {"m-fail", "fails"}, {"m-refused", "refused"}},
     correctness},
    {"Change of costs and times",
     "No cost and no time is recorded.",
     {{"m-worse1", "worse"},
      {"m-worse2", "by 5 %"},
      {"m-worse3", "by 20 %"},
      {"m-same", "unchanged"},
      {"m-better2", "better"}},
     changing}};

static void put_caption(FILE *out, const struct drawing *drawing)
{
    fprintf(out, "<figcaption>%s", drawing->heading);
    for (size_t i = 0; i < sizeof drawing->key / sizeof drawing->key[0] && drawing->key[i].name; i++)
        fprintf(out,
                " <span class=\"key\"><svg width=\"10\" height=\"10\" aria-hidden=\"true\"><rect "
                "class=\"%s\" width=\"10\" "
                "height=\"10\"/></svg> %s</span>",
                drawing->key[i].name, drawing->key[i].words);
    fputs("</figcaption>", out);
}

static void put_map(const struct page *page, const struct map *map, const struct drawing *drawing)
{
    struct frame frame;
    bool room = frame_open(&frame, map, drawing->shade_of);
    fputs("<figure>", page->out);
    put_caption(page->out, drawing);
    if (room && frame.columns) {
        double wide = frame.left + (double)frame.columns * frame.wide + 20,
               high = 4 + (double)frame.rows * frame.high + frame.bottom;
        fprintf(
            page->out,
            "<svg class=\"map\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"group\">\n",
            wide, high, wide, high);
        put_cells(page, map, &frame, drawing->shade_of);
        fputs("</svg>", page->out);
    } else {
        fprintf(page->out, "<p class=\"soft\">%s</p>", drawing->nothing);
    }
    fputs("</figure>\n", page->out);
    free(frame.in_column);
    free(frame.in_row);
}

void page_maps(const struct page *page, const char *card)
{
    struct map map;
    if (map_open(&map, page)) {
        take_verdicts(&map, page, card);
        take_levels(&map, page, card);
        fputs("<div class=\"maps\"", page->out);
        page_card_attribute(page, card, card ? " data-rest" : "");
        fputs(">", page->out);
        for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++)
            put_map(page, &map, &drawings[i]);
        fputs("</div>\n", page->out);
    }
    map_close(&map);
}
