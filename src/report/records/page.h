/* SPDX-License-Identifier: MIT
 * A folder of static files that shows records: index.html with the overview, s/STRATEGY.html with its tables, and scripts
 * that hold what a plot or a list needs, each loaded when it is looked at: series/ID.js, commit/ID.js, list.js. */
#ifndef FOLDCHECK_RECORD_PAGE_H
#define FOLDCHECK_RECORD_PAGE_H

#include "history.h"

struct page_request {
    const char *folder;     /* made if it is not there */
    const char *commit_url; /* "https://host/project/commit/%s", or NULL */
    const char *since;      /* the commit that the newest one is compared with; NULL: 20 commits before it */
    const char *(*file_of)(const char *strategy);
};

/* Writes the folder. STATUS_USAGE: there is no commit `since`, or the path is too long; STATUS_BROKEN: it cannot
 * be written. Both with the reason. */
enum status page_write(const struct history *history, const struct page_request *request, struct text *why);

#endif
