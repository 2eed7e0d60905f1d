/* SPDX-License-Identifier: MIT
 * Records in the formats that other programs read. */
#ifndef FOLDCHECK_RECORD_EXPORT_H
#define FOLDCHECK_RECORD_EXPORT_H

#include "comparison.h"

/* What an exporter works on: the runs of one commit, or for histories all of them. */
struct export
{
    FILE *out;
    const struct history *history;
    const struct compared *side;
    const char *(*file_of)(const char *strategy); /* NULL where it is not known */
};

struct export_format {
    const char *name;
    void (*write)(const struct export *export);
    const char *what;
};

/* Ends with a row whose name is NULL. */
extern const struct export_format export_formats[];

/* The last times of each case of the commit, in the order of the record. */
bool export_has(const struct export *export, size_t run);

void export_junit(const struct export *export);
void export_summary(const struct export *export);
void export_annotations(const struct export *export);
void export_openmetrics(const struct export *export);
void export_ctest(const struct export *export);
void export_benchmark(const struct export *export);
void export_bmf(const struct export *export);
void export_action(const struct export *export);
void export_lnt(const struct export *export);
void export_go(const struct export *export);
void export_otava(const struct export *export);

#endif
