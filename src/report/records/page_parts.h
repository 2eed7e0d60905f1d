/* SPDX-License-Identifier: MIT
 * Shared by the files that write the page. Private. */
#ifndef FOLDCHECK_RECORD_PAGE_PARTS_H
#define FOLDCHECK_RECORD_PAGE_PARTS_H

#include "page.h"
#include "timeline.h"

#include <stdio.h>

/* Files that are copied as they are: src/report/records/page/, and uPlot where it was found. Generated. */
struct page_asset {
    const char *name; /* NULL ends the list */
    const unsigned char *bytes;
    size_t length;
};
extern const struct page_asset page_assets[];

/* Words, sorted, each once. Owned. */
struct page_list {
    char **at;
    size_t count;
};
const char *page_take(struct page_list *list, const char *word); /* the list's own; NULL without memory */
void page_list_close(struct page_list *list);

/* The strategy and the device of a case: words of the page's lists. */
struct page_subject {
    const char *subject, *device;
};

struct page {
    FILE *out;
    const struct page_wish *wish;
    struct timeline timeline;
    struct page_list devices, subjects;
    struct page_subject *counted, *timed; /* of the timeline's; owned */
};

struct page_subject page_about(struct page *page, const char *line);

/* A commit, as a link where there is a pattern for it; a command, to be copied. */
void page_commit(const struct page *page, size_t place);
void page_line(const struct page *page, const char *command);

/* Changes of counters, newest first; the table of each strategy's cases; data.js. */
void page_changes(struct page *page);
void page_series(struct page *page);
void page_data(struct page *page);

#endif
