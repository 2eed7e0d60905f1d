/* SPDX-License-Identifier: MIT
 * A folder of static files that shows records: index.html with all tables, data.js for its plots. */
#ifndef FOLDCHECK_RECORD_PAGE_H
#define FOLDCHECK_RECORD_PAGE_H

#include "history.h"

struct page_wish {
    const char *folder;     /* made if it is not there */
    const char *commit_url; /* "https://host/project/commit/%s", or NULL */
    const char *(*file_of)(const char *strategy);
};

/* Writes the folder. False with the reason. */
bool page_write(const struct history *history, const struct page_wish *wish, struct text *why);

#endif
