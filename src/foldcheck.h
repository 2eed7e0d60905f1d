/* SPDX-License-Identifier: MIT
 * foldcheck's public header: cases as values, for programs of your own that link the CMake target
 * foldcheck::foldcheck (libfoldcheck.a).
 *
 *     #include <foldcheck/foldcheck.h>
 *
 *     struct test_case drawn;
 *     struct text why;
 *     if (!case_parse(line, &drawn, &why)) puts(why.at);
 *
 * Contents, and the header that documents each:
 *
 *     status.h    exit statuses, verdicts, struct text: one line for a person
 *     elem.h      element types; struct tuple: columns as a C struct lays them out (bytes)
 *     op.h        what an operator's header defines; op_count, op_at, op_find: the table of operators
 *     layout.h    struct columns: where a tuple's columns lie; layout_place, columns_read, columns_write
 *     test_case.h a case is a line: case_parse, case_print, problem_parse, problem_print
 *     problem.h   what a case is about: problem_item makes its items. shape.h, data.h, schedule.h and tuning.h have its
 *                 parts; data_bits is the same on host and device
 *     draw.h      the choice sequence that a generator draws from: record, replay
 *     choices.h   a case as a choice sequence, one fixed slot a field, exact both ways
 *     shrink.h    the simplest case that still fails, in shortlex order of choices
 *     runner.h    the loop: draw, check, count, shrink; knows only callbacks
 *     record.h    a file of JSON lines that runs append to
 *     report.h    failures, the table, the verdict line, JUnit and JSON
 *
 * Rules that hold everywhere. Strings and structs belong to the caller, and so does every pointer that is
 * handed in; a struct's pointers live as long as what they point to. Sizes are in bytes, shapes in items,
 * times in seconds unless a name says _ms. A function that can fail returns false or NULL and writes one line
 * into struct text; a caller's own mistake is an assertion. Nothing is thread-safe unless it says so. */
#ifndef FOLDCHECK_H
#define FOLDCHECK_H

#include "choices.h"
#include "draw.h"
#include "elem.h"
#include "layout.h"
#include "op.h"
#include "problem.h"
#include "report.h"
#include "runner.h"
#include "shrink.h"
#include "status.h"
#include "test_case.h"

#endif
