/* SPDX-License-Identifier: MIT
 * Applications built on folds and scans, each beside a plain sequential C program that says what is right. An
 * application is one file, <name>.c, with one `const struct app <name>_app`, and one line in apps.def; the program is
 * src/cli/app.c.
 *
 * Folds and scans run as strategies. All stay on the device (program.h) and have kernels for the steps between folds, but for
 * two forms of reduction_sink: these go by passes.h, which copies each fold's columns up and down, and cut the batches in C
 * on the host. */
#ifndef FOLDCHECK_APPS_APP_H
#define FOLDCHECK_APPS_APP_H

#include "passes.h"

enum { MAX_ANSWERS = 5, MAX_FORMS = 3 };

/* The input of an application: items = rows * length of its input columns, contiguous, in host memory. */
struct app_data {
    uint64_t items, rows, length;
    const void *column[MAX_COLUMNS];
    int64_t option[MAX_ARGS]; /* in the order of app->option, defaults filled in */
};

/* One named array of an answer; owned by the answer. */
struct app_array {
    const char *name; /* a literal, such as "kept" */
    enum elem elem;
    uint64_t count;
    void *items;
};

/* The result of an application. Zero-initialise it, and close it. */
struct app_answer {
    int count;
    struct app_array array[MAX_ANSWERS];
    struct text says; /* the answer in a few words; only the judge's is printed */
};

/* Adds an array of `count` elements, each byte 0xA5, so that what is never written is seen. NULL: no memory, as why
 * says. */
void *answer_add(struct app_answer *answer, const char *name, enum elem elem, uint64_t count,
                 struct text *why);
void answer_close(struct app_answer *answer);

/* Compares bits. False with the first place where they differ: "kept, item 3 of 10 (u32): expected 5, got 7". */
bool answer_equals(const struct app_answer *expected, const struct app_answer *got, struct text *where);

/* Memory for `count` things of `size` bytes, at least one; NULL with the reason. The caller frees it. */
void *app_alloc(uint64_t count, size_t size, struct text *why);

/* One way to compute the answer on a device. */
struct app_form {
    const char *by;    /* "scan"; NULL ends the forms */
    const char *needs; /* a step that not every device has: skipped without it; NULL: nothing */
    bool scans, reduces, folds_by_key; /* what it launches */
    /* Fills the answer. False with the reason: passes->status then says what kind of reason. */
    bool (*run)(const struct app_data *data, struct passes *passes, struct app_answer *answer,
                struct text *why);
};

struct app {
    const char *name;
    const char *input; /* columns: "f32,f32" */
    bool takes_rows;   /* input may be several rows of one length, each on its own */
    struct op_arg option[MAX_ARGS + 1];
    /* Item `index` of generated input, as the C struct of the input columns; bits are random. */
    void (*value)(uint64_t index, uint64_t bits, void *item);
    /* Whether the data are such that there is an answer, else why not. NULL: always. */
    bool (*accepts)(const struct app_data *data, struct text *why);
    /* The plain sequential program. False: no memory. */
    bool (*judge)(const struct app_data *data, struct app_answer *answer, struct text *why);
    /* Whether an answer is right, else where not. NULL: its bits are the judge's (answer_equals). */
    bool (*agrees)(const struct app_data *data, const struct app_answer *expected,
                   const struct app_answer *got, struct text *where);
    struct app_form form[MAX_FORMS + 1];
};

#endif
