/* SPDX-License-Identifier: MIT
 * Real data: one column read from a file, and results written to one. */
#ifndef FOLDCHECK_INPUT_H
#define FOLDCHECK_INPUT_H

#include "layout.h"
#include "status.h"

/* One column of a file. `items` are `count` elements, contiguous, in the host's byte order and aligned to the
 * element's size; never NULL. They belong to the input and live until input_close. */
struct input {
    enum elem elem;
    uint64_t count;
    uint64_t rows; /* of a .npy file of two dimensions; else 0 */
    const void *items;
    void *mapping; /* the file as mapped; NULL where nothing is */
    size_t mapped; /* bytes */
    void *owned;   /* items that had to be copied or parsed */
};

/* Opens what `name` says and checks that it holds elements of type `expected`:
 *
 *     F.npy            NumPy's format, version 1 or 2: little endian, C order, one dimension or two (rows of one
 *                      length), that very type
 *     F.csv[:COLUMN]   a column by its name in the header line, or by its number from 1 (the first by
 * default; the first line is then a header if it holds no number there); "..." quotes a field F:TYPE raw
 * elements, i8 u8 i16 u16 i32 u32 i64 u64 f32 or f64
 *
 * .npy and raw files are mapped, not read: opening costs no pass over the data. A hole, a word that is no
 * number or a number that the type cannot hold is an error with its line. Returns false with one line: what,
 * where, what was expected; nothing is left open then. */
bool input_open(const char *name, enum elem expected, struct input *input, struct text *why);

void input_close(struct input *input);

/* `count` items, in `rows` rows of one length; 0: in one dimension. */
struct npy_shape {
    uint64_t count, rows;
};

/* Writes items to a .npy file of version 1: a plain dtype where the tuple has one column, else a
 * packed structured dtype with the fields c0, c1 ... The file appears whole under its name or not at all. */
bool npy_write(const char *path, const struct tuple *tuple, const struct columns *columns,
               struct npy_shape shape, struct text *why);

#endif
