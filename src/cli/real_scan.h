/* SPDX-License-Identifier: MIT
 * The results of a scan of real data, beside the oracle's. */
#ifndef FOLDCHECK_REAL_SCAN_H
#define FOLDCHECK_REAL_SCAN_H

#include "real_rows.h"
#include "load.h"

struct real_scan {
    const struct op *op;
    const void *params;
    const struct columns *columns; /* of the items */
    const struct real_rows *rows;
    bool exclusive;
};

/* Compares what came down with a load, and copies it to `got`, a C struct an item. `bounds`: how many bounds the float
 * that lies farthest is off (difference.h). Returns false with the first place that differs. */
bool real_scan_agrees(const struct real_scan *scan, const struct load *load, unsigned char *got,
                      double *bounds, struct text *where);

#endif
