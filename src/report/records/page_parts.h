/* SPDX-License-Identifier: MIT
 * Shared by the files that write the page. Private. */
#ifndef FOLDCHECK_RECORD_PAGE_PARTS_H
#define FOLDCHECK_RECORD_PAGE_PARTS_H

#include "levels.h"
#include "page.h"

#include <stdio.h>

/* Files that are copied as they are: src/report/records/page/. Generated. */
struct page_asset {
    const char *name; /* NULL ends the list */
    const unsigned char *bytes;
    size_t length;
};
extern const struct page_asset page_assets[];
extern const char page_form[]; /* changes with the sources that write the page. Generated. */

/* Words, sorted, each once. Owned. */
struct page_list {
    char **at;
    size_t count;
};
const char *page_take(struct page_list *list, const char *word);  /* the list's own; NULL without memory */
size_t page_find(const struct page_list *list, const char *word); /* its place; SIZE_MAX if it is not there */
void page_list_close(struct page_list *list);

enum { MOST_SLUG = 96, PAGE_ID = 17 };

/* Words of a series that the page needs more than once. The page's own. */
struct page_words {
    const char *subject, *op; /* op: "" where the case has no problem */
    bool yardstick;           /* the copy, a read-only pass or a library's: it is not ours */
    char id[PAGE_ID];         /* the same from page to page */
};

struct page {
    FILE *out;
    const struct page_request *request;
    struct timeline timeline;
    struct levels levels;
    struct page_words *words; /* of each level; owned */
    struct broken *broken;    /* owned */
    size_t broken_count;
    const struct past_verdict **bad; /* all failing ones, of any commit; owned */
    size_t bad_count;
    struct page_list cards, subjects, ops;
    const char *up; /* from the file that is written to the folder: "" or "../" */
};

/* FNV-1a of a text behind one that has the hash `h`; PAGE_HASH is that of none. */
#define PAGE_HASH UINT64_C(0xcbf29ce484222325)
uint64_t page_hash(uint64_t h, const char *text);

/* A name as a part of a file's name and of an address: "reduce_window"; other characters than these are replaced, and
 * a hash keeps such names apart. */
void page_slug(const char *name, char slug[MOST_SLUG]);
bool page_is_yardstick(const char *subject);
/* Whether a series or a target is on this card; NULL: on any. */
bool page_on_card(const char *card, const char *of);

/* A commit, as a link where there is a pattern for it; a command, to be copied; "s/reduce_window.html". */
void page_commit(const struct page *page, size_t place);
void page_line(const struct page *page, const char *command);
void page_address(const struct page *page, const char *subject);
void page_change(FILE *out, double change);
/* Seconds or a count: "12.3 us", "126". */
void page_value(FILE *out, const struct level *level, double value);
/* Attributes that the card's switch looks at; nothing where there is one card. */
void page_card_attribute(const struct page *page, const char *card, const char *more);
/* The switch itself, which works without scripts. */
void page_switch(const struct page *page);
/* The commands that show a level, and that look for its commit. */
void page_again(const struct page *page, const struct level *level, struct text *again);
void page_bisect(const struct page *page, const struct level *level, FILE *out);

/* The head up to <body>, with the page's files; the end. */
void page_head(const struct page *page, const char *title);
void page_plot(const struct page *page);

/* What is where: the overview's parts. `card` NULL: all of them. */
void page_overview(struct page *page);
void page_maps(const struct page *page, const char *card);
void page_worst(const struct page *page, size_t most, bool only_worse);
void page_failures(const struct page *page, size_t most, bool whole);
/* The page of one strategy or operator. */
void page_subject(struct page *page, const char *subject);

/* Scripts: commits.js, list.js, series/ID.js of a level, commit/ID.js of a place. */
void page_commits(const struct page *page);
void page_entries(const struct page *page);
struct yardsticks;
struct yardsticks *
page_yardsticks(const struct page *page); /* owned by the caller: free; NULL without memory */
void page_series_head(const struct page *page, size_t level, const struct yardsticks *yardsticks);
void page_series_numbers(const struct page *page, size_t level); /* its rest */
/* One series' value at one place. */
struct page_point {
    size_t place, level, at; /* at: in the timeline's array */
};
void page_values(const struct page *page, size_t place, const struct page_point *point, size_t count);
void page_commit_id(const struct page *page, size_t place, char id[MOST_SLUG]);

/* A mark changes with the numbers that a script is made of, without their being written. */
uint64_t page_series_mark(const struct page *page, size_t level, uint64_t mark);
uint64_t page_values_mark(const struct page *page, const struct page_point *point, size_t count,
                          uint64_t mark);

#endif
