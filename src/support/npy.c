/* SPDX-License-Identifier: MIT
 * .npy files, read and written: magic, version, length of the header, a Python dict, the items. */
#include "input_formats.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "whole_file.h"

/* NumPy's letters: kind, then size in bytes. It has no bf16: ml_dtypes, which JAX has it from, saves bytes instead. */
static void npy_code(enum elem elem, char code[8])
{
    char kind = elem == ELEM_BF16 ? 'V' : elem_is_float(elem) ? 'f' : elem_name(elem)[0];
    size_t size = elem_size(elem);
    snprintf(code, 8, "%c%c%d", size == 1 || kind == 'V' ? '|' : '<', kind, (int)size);
}

/* The value that stands behind 'key': in the header's dict, NULL without the key. */
static const char *npy_value(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    if (!at) return NULL;
    at += strlen(key);
    while (*at == ' ' || *at == ':')
        at++;
    return at;
}

/* Is the quoted dtype at `at` the element's? Native order counts as little endian: hosts here are. */
static bool npy_type_is(const char *at, const char *code)
{
    if (*at != '\'' && *at != '"') return false;
    char order = at[1];
    bool order_fits = order == code[0] || (order == '=' && code[0] == '<') || code[0] == '|';
    size_t length = strlen(code + 1);
    return order_fits && strncmp(at + 2, code + 1, length) == 0 && at[2 + length] == at[0];
}

/* Reads "(123,)", or "(3, 41)" with 3 rows; false for any other number of dimensions. */
static bool npy_lengths(const char *at, uint64_t *count, uint64_t *rows)
{
    char *end;
    uint64_t length;
    *rows = 0;
    if (*at != '(' || at[1] < '0' || at[1] > '9') return false;
    errno = 0;
    *count = strtoull(at + 1, &end, 10);
    end += strspn(end, " ");
    if (*end++ != ',') return false;
    end += strspn(end, " ");
    if (*end == ')') return errno == 0;
    if (*end < '0' || *end > '9') return false;
    length = strtoull(end, &end, 10);
    end += strspn(end, " ");
    *rows = *count;
    return errno == 0 && *end == ')' && !__builtin_mul_overflow(*rows, length, count);
}

/* A word of the header for an error message: up to the next comma or brace outside parentheses. */
static int word_length(const char *at)
{
    int depth = 0, length = 0;
    for (; at[length] && at[length] != '\n' && length < 60; length++) {
        depth += at[length] == '(' || at[length] == '[' ? 1 : 0;
        depth -= at[length] == ')' || at[length] == ']' ? 1 : 0;
        if (depth == 0 && (at[length] == ',' || at[length] == '}')) break;
    }
    return length;
}

/* Checks the dict against what is expected; the number of items goes to `count`. */
static bool npy_header_fits(const char *path, const char *header, struct input *input, uint64_t *count,
                            struct text *why)
{
    char code[8];
    enum elem elem = input->elem;
    npy_code(elem, code);
    const char *type = npy_value(header, "'descr'");
    const char *order = npy_value(header, "'fortran_order'");
    const char *shape = npy_value(header, "'shape'");
    if (!type || !order || !shape)
        return text_say(why, "%s: the .npy header lacks descr, fortran_order or shape", path);
    if (!npy_type_is(type, code))
        return text_say(why, "%s: dtype %.*s; expected '%s' (%s, little endian)", path, word_length(type),
                        type, code, elem_name(elem));
    if (strncmp(order, "False", 5) != 0)
        return text_say(why, "%s: fortran_order %.*s; expected False (C order)", path, word_length(order),
                        order);
    if (!npy_lengths(shape, count, &input->rows))
        return text_say(why, "%s: shape %.*s; expected one dimension or two, as in (1000,) or (4, 250)", path,
                        word_length(shape), shape);
    return true;
}

/* Finds the dict in the file: its offset and length in bytes. */
static bool npy_header_find(const char *path, const struct input *input, size_t *at, size_t *length,
                            struct text *why)
{
    const unsigned char *bytes = input->mapping;
    if (input->mapped < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return text_say(why, "%s: at byte 0: no \\x93NUMPY; expected a .npy file", path);
    unsigned major = bytes[6];
    if (major < 1 || major > 2)
        return text_say(why, "%s: at byte 6: .npy version %u; expected 1 or 2", path, major);
    *at = major == 1 ? 10 : 12;
    *length = bytes[8] | (size_t)bytes[9] << 8;
    if (major == 2 && input->mapped >= 12) *length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (input->mapped < *at || *length > input->mapped - *at)
        return text_say(why, "%s: truncated at byte %zu, inside the header", path, input->mapped);
    return true;
}

bool input_open_npy(const char *path, struct input *input, struct text *why)
{
    size_t at = 0, length = 0;
    if (!input_map(path, input, why) || !npy_header_find(path, input, &at, &length, why)) return false;
    const char *file = input->mapping;
    char *header = calloc(1, length + 1); /* terminated, as the string functions need it */
    if (!header) return text_say(why, "%s: no memory for a header of %zu bytes", path, length);
    memcpy(header, file + at, length);
    uint64_t count = 0;
    bool fits = npy_header_fits(path, header, input, &count, why);
    free(header);
    if (!fits) return false;
    size_t size = elem_size(input->elem), data = input->mapped - at - length;
    if (count > data / size || count * size != data)
        return text_say(why, "%s: %zu bytes of data; the header says %llu items of %zu bytes", path, data,
                        (unsigned long long)count, size);
    return input_take(path, input, file + at + length, data, why);
}

/* ---- writing ---- */

enum { NPY_DICT = 32 * MAX_COLUMNS + 160 };

/* The dtype as Python writes it. */
static void npy_descr(const struct tuple *tuple, char *descr)
{
    char code[8];
    npy_code(tuple->elem[0], code);
    if (tuple->count == 1) {
        sprintf(descr, "'%s'", code);
        return;
    }
    descr += sprintf(descr, "[");
    for (int c = 0; c < tuple->count; c++) {
        npy_code(tuple->elem[c], code);
        descr += sprintf(descr, "%s('c%d', '%s')", c > 0 ? ", " : "", c, code);
    }
    sprintf(descr, "]");
}

/* Magic, version, length and dict, padded with spaces so that the data start at a multiple of 64 bytes. */
static bool npy_write_header(FILE *file, const struct tuple *tuple, struct npy_shape shape)
{
    char descr[32 * MAX_COLUMNS], dict[NPY_DICT], lengths[64];
    npy_descr(tuple, descr);
    if (shape.rows)
        snprintf(lengths, sizeof lengths, "%" PRIu64 ", %" PRIu64, shape.rows, shape.count / shape.rows);
    else
        snprintf(lengths, sizeof lengths, "%" PRIu64 ",", shape.count);
    snprintf(dict, sizeof dict, "{'descr': %s, 'fortran_order': False, 'shape': (%s), }", descr, lengths);
    size_t used = 10 + strlen(dict) + 1, length = (used + 63) / 64 * 64 - 10;
    fwrite("\x93NUMPY\x01\x00", 1, 8, file);
    fputc((int)(length & 255), file);
    fputc((int)(length >> 8), file);
    return fprintf(file, "%-*s\n", (int)(length - 1), dict) == (int)length;
}

static bool npy_write_items(FILE *file, const struct tuple *tuple, const struct columns *columns,
                            uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        for (int c = 0; c < tuple->count; c++) {
            const char *base = columns->column[c].base;
            size_t size = elem_size(tuple->elem[c]);
            if (fwrite(base + (int64_t)i * columns->column[c].stride, 1, size, file) != size) return false;
        }
    return true;
}

bool npy_write(const char *path, const struct tuple *tuple, const struct columns *columns,
               struct npy_shape shape, struct text *why)
{
    assert(tuple->count > 0 && columns->count == tuple->count);
    struct whole_file file;
    if (!whole_file_open(&file, path, why)) return false;
    bool ok =
        npy_write_header(file.out, tuple, shape) && npy_write_items(file.out, tuple, columns, shape.count);
    return whole_file_close(&file, ok, why);
}
