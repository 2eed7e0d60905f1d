/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "page.h"
#include "page_parts.h"
#include "whole_file.h"
#include "xml_text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SINCE_COMMITS = 20, WORST_LISTED = 50 };

/* ---- what every page of the folder has ---- */

void page_head(const struct page *page, const char *title)
{
    FILE *out = page->out;
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" href=\"data:,\"><title>",
          out);
    xml_text(out, title);
    fputs("</title>\n", out);
    for (const struct page_asset *asset = page_assets; asset->name; asset++)
        if (strstr(asset->name, ".css"))
            fprintf(out, "<link rel=\"stylesheet\" href=\"%s%s\">\n", page->up, asset->name);
    fprintf(out, "<script defer src=\"%scommits.js\"></script>\n", page->up);
    for (const struct page_asset *asset = page_assets; asset->name; asset++)
        if (strstr(asset->name, ".js"))
            fprintf(out, "<script defer src=\"%s%s\"></script>\n", page->up, asset->name);
    fprintf(out, "</head><body data-up=\"%s\">\n", page->up);
}

void page_plot(const struct page *page)
{
    fputs(
        "<div id=\"plot\" hidden><p><strong id=\"case\"></strong> <span id=\"said\"></span> <label>figure "
        "<select "
        "id=\"figure\"></select></label> <span id=\"value\" role=\"status\"></span> <button type=\"button\" "
        "id=\"close\">close</button></p><div id=\"chart\" tabindex=\"0\" role=\"group\" aria-label=\"plot: "
        "the arrow "
        "keys choose a commit\"></div><p><code id=\"again\"></code> <button type=\"button\" "
        "id=\"copy\">copy</button> "
        "<span id=\"bisected\" hidden><code id=\"bisect\"></code> <button type=\"button\" "
        "id=\"copy-bisect\">copy</button></span></p><p id=\"failed\" hidden>it failed here: <code "
        "id=\"replay\"></code> <button type=\"button\" id=\"copy-replay\">copy</button></p></div>\n",
        page->out);
}

/* ---- index.html ---- */

static const char *state_word(const struct page *page)
{
    if (page->broken_count) return "failing";
    for (size_t i = 0; i < page->levels.count; i++)
        if (page->levels.at[i].is == LEVEL_WORSE && !page->words[i].yardstick) return "worse";
    return "nothing worse";
}

/* What scripts fill. */
static void put_speed(const struct page *page)
{
    fputs("<section id=\"speed\" hidden><h2>Speed</h2>\n<p><label>problem <select "
          "id=\"family\"></select></label> "
          "<span id=\"rate\" class=\"soft\" role=\"status\"></span></p><div id=\"roof\"></div>\n"
          "<h3>Beside the libraries</h3><p><button type=\"button\" id=\"csv\">download as CSV</button> <span "
          "id=\"peers\" class=\"soft\"></span></p><div class=\"wide\" tabindex=\"0\"><table "
          "id=\"ratios\"><thead></thead><tbody></tbody></table></div></section>\n"
          "<section id=\"compare\" hidden><h2>Two commits</h2>\n<p><label>base <select "
          "id=\"base\"></select></label> "
          "<label>head <select id=\"head\"></select></label> <label><input type=\"checkbox\" id=\"noise\"> "
          "times that differ by less than 2 %, too</label> <span id=\"compared\" class=\"soft\" "
          "role=\"status\"></span></p><div class=\"wide\" tabindex=\"0\"><table "
          "id=\"differences\"><thead></thead><tbody></tbody></table></div></section>\n",
          page->out);
}

/* What a subject has that is not as it was. */
static void put_notes(const struct page *page, const char *subject)
{
    size_t failing = 0, worse = 0;
    for (size_t i = 0; i < page->broken_count; i++)
        failing += strcmp(page->broken[i].verdict->target.subject, subject) == 0;
    for (size_t i = 0; i < page->levels.count; i++)
        worse += page->words[i].subject == subject && page->levels.at[i].is == LEVEL_WORSE;
    if (failing) fprintf(page->out, " <small class=\"chip failing\">%zu fail</small>", failing);
    if (worse) fprintf(page->out, " <small class=\"chip slower\">%zu worse</small>", worse);
}

static void put_strategies(const struct page *page)
{
    fputs("<section id=\"strategies\"><h2>Strategies and operators</h2>\n<p id=\"tools\" "
          "hidden><label>Search <input "
          "id=\"search\" type=\"search\" autocomplete=\"off\"></label> <span id=\"shown\" class=\"soft\" "
          "role=\"status\"></span></p>\n<ul class=\"names\">\n",
          page->out);
    for (size_t i = 0; i < page->subjects.count; i++) {
        fputs("<li><a href=\"", page->out);
        page_address(page, page->subjects.at[i]);
        fputs("\">", page->out);
        xml_text(page->out, page->subjects.at[i]);
        fputs("</a>", page->out);
        put_notes(page, page->subjects.at[i]);
        fputs("</li>\n", page->out);
    }
    fputs("</ul></section>\n", page->out);
}

static void put_index(struct page *page)
{
    char title[64];
    snprintf(title, sizeof title, "foldcheck: %s", state_word(page));
    page_head(page, title);
    page_overview(page);
    page_plot(page);
    fputs(
        "<section><h2 id=\"changes\">All changes</h2>\n<details><summary>The fifty largest, worse and better"
        "</summary>\n",
        page->out);
    page_worst(page, WORST_LISTED, false);
    fputs("</details></section>\n", page->out);
    put_speed(page);
    if (page->broken_count) {
        fputs("<section><h2 id=\"failures\">Failures</h2>\n", page->out);
        page_failures(page, SIZE_MAX, true);
        fputs("</section>\n", page->out);
    }
    put_strategies(page);
    fprintf(page->out, "<p class=\"soft\">%zu commits, %zu runs, %zu series.</p></main></body></html>\n",
            page->timeline.count, page->timeline.history->runs.count, page->levels.count);
}

/* ---- the folder ---- */

/* Whether the paths of the folder's files fit a text. */
static bool folder_fits(const char *folder, struct text *why)
{
    enum { MOST_NAME = MOST_SLUG + 16 }; /* "/commit/SLUG.js" */
    return strlen(folder) + MOST_NAME < sizeof(struct text) ||
           text_say(why, "--output: %.200s...: the path is too long", folder);
}

/* A file that is written to its end before it has its name. */
static bool open_part(struct page *page, const char *name, struct whole_file *file, struct text *path,
                      struct text *why)
{
    text_say(path, "%s/%s", page->request->folder, name);
    if (!whole_file_open(file, path->at, why)) return false;
    page->out = file->out;
    return true;
}

static bool write_part(struct page *page, const char *name, void (*put)(struct page *page), struct text *why)
{
    struct whole_file file;
    struct text path;
    if (!open_part(page, name, &file, &path, why)) return false;
    put(page);
    return whole_file_close(&file, true, why);
}

static void put_commits(struct page *page)
{
    page_commits(page);
}

static void put_entries(struct page *page)
{
    page_entries(page);
}

static bool write_subjects(struct page *page, struct text *why)
{
    for (size_t i = 0; i < page->subjects.count; i++) {
        struct whole_file file;
        struct text path, name;
        char slug[MOST_SLUG];
        page_slug(page->subjects.at[i], slug);
        text_say(&name, "s/%s.html", slug);
        if (!open_part(page, name.at, &file, &path, why)) return false;
        page_subject(page, page->subjects.at[i]);
        if (!whole_file_close(&file, true, why)) return false;
    }
    return true;
}

/* ---- scripts that are left as they are where nothing of theirs changed ---- */

enum { MARK_ROOM = 32 };

static void mark_say(uint64_t mark, char text[MARK_ROOM])
{
    snprintf(text, MARK_ROOM, "// %016" PRIx64 "\n", mark);
}

/* Whether the folder has the script already, made of the same: its first line says so. */
static bool is_made(const struct page *page, const char *name, const char *mark)
{
    char first[MARK_ROOM] = "";
    struct text path;
    text_say(&path, "%s/%s", page->request->folder, name);
    int file = open(path.at, O_RDONLY | O_CLOEXEC);
    bool read_it = file >= 0 && read(file, first, strlen(mark)) == (ssize_t)strlen(mark);
    if (file >= 0) close(file);
    return read_it && strcmp(first, mark) == 0;
}

/* The head of a series' script, in memory; NULL without it. Owned by the caller. */
static char *series_head(struct page *page, size_t level, const struct yardsticks *yardsticks)
{
    char *head = NULL;
    size_t length;
    page->out = open_memstream(&head, &length);
    if (!page->out) return NULL;
    page_series_head(page, level, yardsticks);
    bool whole = !ferror(page->out);
    if (fclose(page->out) == 0 && whole) return head;
    free(head);
    return NULL;
}

static bool write_one_series(struct page *page, size_t level, const struct yardsticks *yardsticks,
                             struct text *why)
{
    struct whole_file file;
    struct text path, name;
    char mark[MARK_ROOM], *head = series_head(page, level, yardsticks);
    if (!head) return text_say(why, "no memory");
    mark_say(page_series_mark(page, level, page_hash(page_hash(PAGE_HASH, page_form), head)), mark);
    text_say(&name, "series/%s.js", page->words[level].id);
    bool made = is_made(page, name.at, mark), good = made || open_part(page, name.at, &file, &path, why);
    if (good && !made) {
        fprintf(page->out, "%s%s", mark, head);
        page_series_numbers(page, level);
        good = whole_file_close(&file, true, why);
    }
    free(head);
    return good;
}

static bool write_series(struct page *page, struct text *why)
{
    struct yardsticks *yardsticks = page_yardsticks(page);
    bool good = yardsticks || text_say(why, "no memory");
    for (size_t i = 0; good && i < page->levels.count; i++)
        good = write_one_series(page, i, yardsticks, why);
    free(yardsticks);
    return good;
}

/* Each value of each series, by commits, series by series; of a commit's runs the last one. `end` has a place more than
 * there are commits; it becomes the end of each commit's. Owned by the caller. */
static struct page_point *take_points(const struct page *page, size_t *end)
{
    const struct timeline *timeline = &page->timeline;
    size_t room = timeline->history->counters.count + timeline->history->times.count + 1, count = 0;
    struct page_point *point = calloc(room, sizeof *point), *sorted = calloc(room, sizeof *sorted);
    for (size_t i = 0; point && i < page->levels.count; i++) {
        const struct level *level = &page->levels.at[i];
        for (size_t k = level->first; k < level->end; k++) {
            bool good = !level->timed || (timeline->timed[k]->samples && !timeline->timed[k]->wrong[0]);
            size_t run = level->timed ? timeline->timed[k]->run : timeline->counted[k]->run;
            size_t place = timeline->place_of[run];
            bool again = count && point[count - 1].level == i && point[count - 1].place == place;
            if (good) point[again ? count - 1 : count++] = (struct page_point){place, i, k};
        }
    }
    for (size_t i = 0; sorted && i < count; i++)
        end[point[i].place + 1]++;
    for (size_t place = 0; place < timeline->count; place++)
        end[place + 1] += end[place];
    for (size_t i = 0; sorted && point && i < count; i++)
        sorted[end[point[i].place]++] = point[i];
    if (!point) free(sorted);
    struct page_point *taken = point ? sorted : NULL;
    free(point);
    return taken;
}

static bool write_commit(struct page *page, size_t place, const struct page_point *point, size_t count,
                         struct text *why)
{
    struct whole_file file;
    struct text path, name;
    char id[MOST_SLUG], mark[MARK_ROOM];
    page_commit_id(page, place, id);
    mark_say(page_values_mark(page, point, count, page_hash(page_hash(PAGE_HASH, page_form), id)), mark);
    text_say(&name, "commit/%s.js", id);
    if (is_made(page, name.at, mark)) return true;
    if (!open_part(page, name.at, &file, &path, why)) return false;
    fputs(mark, page->out);
    page_values(page, place, point, count);
    return whole_file_close(&file, true, why);
}

static bool write_values(struct page *page, struct text *why)
{
    size_t *end = calloc(page->timeline.count + 1, sizeof *end), first = 0;
    struct page_point *point = end ? take_points(page, end) : NULL;
    bool good = point || text_say(why, "no memory");
    for (size_t place = 0; good && place < page->timeline.count; first = end[place++])
        good = write_commit(page, place, point + first, end[place] - first, why);
    free(end);
    free(point);
    return good;
}

static bool write_assets(struct page *page, struct text *why)
{
    for (const struct page_asset *asset = page_assets; asset->name; asset++) {
        struct whole_file file;
        struct text path;
        if (!open_part(page, asset->name, &file, &path, why)) return false;
        bool good = fwrite(asset->bytes, 1, asset->length, file.out) == asset->length;
        if (!whole_file_close(&file, good, why)) return false;
    }
    return true;
}

static bool make_folder(const char *folder, const char *name, struct text *why)
{
    struct text path;
    text_say(&path, "%s%s", folder, name);
    return mkdir(path.at, 0777) == 0 || errno == EEXIST ||
           text_say(why, "%.300s cannot be made: %s", path.at, strerror(errno));
}

static bool write_folder(struct page *page, struct text *why)
{
    const char *folder = page->request->folder;
    return make_folder(folder, "", why) && make_folder(folder, "/s", why) &&
           make_folder(folder, "/series", why) && make_folder(folder, "/commit", why) &&
           write_assets(page, why) && write_part(page, "commits.js", put_commits, why) &&
           write_part(page, "list.js", put_entries, why) && write_series(page, why) &&
           write_values(page, why) && write_subjects(page, why) &&
           write_part(page, "index.html", put_index, why);
}

/* ---- what the page is made of ---- */

/* "affine_mod" of "scan@sim32 scan/affine_mod(modulus=97)/1000/soa/any:1". */
static void op_of(const char *line, char *op, size_t room)
{
    const char *problem = strchr(line, ' '), *slash = problem ? strchr(problem, '/') : NULL;
    snprintf(op, room, "%.*s", slash ? (int)strcspn(slash + 1, "(/") : 0, slash ? slash + 1 : "");
}

static bool take_level(struct page *page, size_t index)
{
    struct level *level = &page->levels.at[index];
    struct page_words *words = &page->words[index];
    char subject[128], op[64], device[64];
    case_subject(level->line, subject, sizeof subject);
    case_device(level->line, device, sizeof device);
    op_of(level->line, op, sizeof op);
    words->subject = page_take(&page->subjects, subject);
    words->op = op[0] ? page_take(&page->ops, op) : "";
    words->yardstick = page_is_yardstick(subject);
    level->card = page_take(&page->cards, level->card ? level->card : device);
    if (!words->subject || !words->op || !level->card) return false;
    uint64_t id = page_hash(page_hash(PAGE_HASH, level->line), level->timed ? level->card : "");
    snprintf(words->id, sizeof words->id, "%016" PRIx64, id);
    return true;
}

/* The cards, the strategies and the operators, each once. */
static bool take_words(struct page *page)
{
    const struct history *history = page->timeline.history;
    page->words = calloc(page->levels.count + 1, sizeof *page->words);
    bool good = page->words != NULL;
    for (size_t i = 0; good && i < history->verdicts.count; i++) {
        const struct past_target *target = &history->verdicts.at[i].target;
        good = page_take(&page->cards, target->card) && page_take(&page->subjects, target->subject) &&
               (!target->op[0] || page_take(&page->ops, target->op));
    }
    for (size_t i = 0; good && i < page->levels.count; i++)
        good = take_level(page, i);
    return good;
}

static bool take_bad(struct page *page)
{
    const struct timeline *timeline = &page->timeline;
    for (size_t i = 0; i < timeline->history->verdicts.count; i++) {
        if (!verdict_is_bad(timeline->verdicts[i])) continue;
        if (!history_grow(&page->bad, page->bad_count, sizeof *page->bad)) return false;
        page->bad[page->bad_count++] = timeline->verdicts[i];
    }
    return true;
}

/* The place of the commit that the newest one is compared with. */
static bool find_base(const struct page *page, size_t *base, struct text *why)
{
    const struct timeline *timeline = &page->timeline;
    const char *since = page->request->since;
    *base = timeline->count > SINCE_COMMITS ? timeline->count - 1 - SINCE_COMMITS : 0;
    for (size_t i = timeline->count; since && since[0] && i-- > 0;)
        if (timeline->at[i].commit[0] && strncmp(timeline->at[i].commit, since, strlen(since)) == 0) {
            *base = i;
            return true;
        }
    return !since || text_say(why, "--since: no run of commit %.60s", since);
}

static void page_close(struct page *page)
{
    free(page->words);
    free(page->broken);
    free(page->bad);
    levels_close(&page->levels);
    page_list_close(&page->cards);
    page_list_close(&page->subjects);
    page_list_close(&page->ops);
    timeline_close(&page->timeline);
}

enum status page_write(const struct history *history, const struct page_request *request, struct text *why)
{
    struct page page = {.request = request, .up = ""};
    size_t base = 0;
    enum status status = STATUS_BROKEN;
    if (!timeline_open(&page.timeline, history)) {
        text_say(why, "no memory");
    } else if (!folder_fits(request->folder, why) || !find_base(&page, &base, why)) {
        status = STATUS_USAGE;
    } else {
        page.broken_count = broken_find(&page.timeline, &page.broken);
        bool good = page.broken_count != SIZE_MAX && levels_open(&page.levels, &page.timeline, base) &&
                    take_words(&page) && take_bad(&page);
        if (!good) text_say(why, "no memory");
        if (good && write_folder(&page, why)) status = STATUS_OK;
    }
    page_close(&page);
    return status;
}
