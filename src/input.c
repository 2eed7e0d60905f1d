/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* mmap, PATH_MAX */
#include "input.h"

#include "whole_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the items of an empty column lie. */
static const uint64_t no_items[1];

/* ---- the file as a whole ---- */

/* Maps a regular file for reading; an empty one maps to nothing. */
static bool file_map(const char *path, struct input *input, struct text *why)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return text_say(why, "%s: %s; expected a file that can be read", path, strerror(errno));
    struct stat status;
    bool ok = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (!ok) {
        text_say(why, "%s: not a regular file; expected one that can be mapped", path);
    } else if (status.st_size > 0) {
        input->mapped = (size_t)status.st_size;
        input->mapping = mmap(NULL, input->mapped, PROT_READ, MAP_PRIVATE, file, 0);
        ok = input->mapping != MAP_FAILED;
        if (!ok) {
            input->mapping = NULL;
            text_say(why, "%s: cannot be mapped: %s", path, strerror(errno));
        }
    }
    close(file);
    return ok;
}

/* Takes `bytes` bytes at `from` as the items, where they are if they are aligned, else as a copy. */
static bool items_take(const char *path, struct input *input, const char *from, size_t bytes,
                       struct text *why)
{
    size_t size = elem_size(input->elem);
    input->count = bytes / size;
    if (bytes == 0) return true;
    if ((uintptr_t)from % size == 0) {
        input->items = from;
        return true;
    }
    input->owned = malloc(bytes);
    if (!input->owned) return text_say(why, "%s: no memory for %zu bytes", path, bytes);
    memcpy(input->owned, from, bytes);
    input->items = input->owned;
    return true;
}

static bool raw_open(const char *path, struct input *input, struct text *why)
{
    if (!file_map(path, input, why)) return false;
    size_t size = elem_size(input->elem);
    if (input->mapped % size != 0)
        return text_say(why, "%s: %zu bytes; expected a multiple of %zu, the size of %s", path, input->mapped,
                        size, elem_name(input->elem));
    return items_take(path, input, input->mapping, input->mapped, why);
}

/* ---- .npy: magic, version, length of the header, a Python dict, the items ---- */

/* NumPy's letters: kind, then size in bytes. */
static void npy_code(enum elem elem, char code[8])
{
    char kind = elem_is_float(elem) ? 'f' : elem_name(elem)[0];
    size_t size = elem_size(elem);
    snprintf(code, 8, "%c%c%d", size == 1 ? '|' : '<', kind, (int)size);
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

static bool npy_open(const char *path, struct input *input, struct text *why)
{
    size_t at = 0, length = 0;
    if (!file_map(path, input, why) || !npy_header_find(path, input, &at, &length, why)) return false;
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
    return items_take(path, input, file + at + length, data, why);
}

/* ---- .csv ---- */

/* Characters of the file, not terminated. */
struct piece {
    const char *at;
    size_t length;
};

struct csv {
    const char *path, *column; /* as the user wrote it */
    enum elem elem;
    uint64_t field; /* 0-based */
    uint64_t line;  /* 1-based, the one being read */
};

static struct piece piece_trim(struct piece piece)
{
    while (piece.length > 0 && (piece.at[0] == ' ' || piece.at[0] == '\t'))
        piece = (struct piece){piece.at + 1, piece.length - 1};
    while (piece.length > 0 && (piece.at[piece.length - 1] == ' ' || piece.at[piece.length - 1] == '\t'))
        piece.length--;
    return piece;
}

/* Takes the next line off the rest, without its end (\n or \r\n). */
static struct piece line_take(struct piece *rest)
{
    const char *end = memchr(rest->at, '\n', rest->length);
    size_t length = end ? (size_t)(end - rest->at) : rest->length;
    struct piece line = {rest->at, length};
    size_t eaten = end ? length + 1 : length;
    *rest = (struct piece){rest->at + eaten, rest->length - eaten};
    if (line.length > 0 && line.at[line.length - 1] == '\r') line.length--;
    return line;
}

/* Takes the next field off a line; `more` says whether a comma followed it. A quoted field loses its quotes. */
static struct piece field_take(struct piece *line, bool *more)
{
    size_t end = 0;
    bool quoted = false;
    for (; end < line->length && (quoted || line->at[end] != ','); end++)
        if (line->at[end] == '"') quoted = !quoted;
    struct piece field = piece_trim((struct piece){line->at, end});
    *more = end < line->length;
    size_t eaten = *more ? end + 1 : end;
    *line = (struct piece){line->at + eaten, line->length - eaten};
    if (field.length >= 2 && field.at[0] == '"' && field.at[field.length - 1] == '"')
        field = piece_trim((struct piece){field.at + 1, field.length - 2});
    return field;
}

/* Field number `wanted` of a line; false if the line is shorter. */
static bool field_find(struct piece line, uint64_t wanted, struct piece *field)
{
    bool more = true;
    for (uint64_t i = 0; more; i++) {
        *field = field_take(&line, &more);
        if (i == wanted) return true;
    }
    return false;
}

enum number { NUMBER_FITS, NUMBER_NONE, NUMBER_OUT_OF_RANGE };

static enum number parse_float(const char *word, enum elem elem, void *value)
{
    char *end;
    double wide = strtod(word, &end);
    if (end == word || *end != 0) return NUMBER_NONE;
    if (elem == ELEM_F64) {
        memcpy(value, &wide, sizeof wide);
        return isinf(wide) && !strpbrk(word, "iI") ? NUMBER_OUT_OF_RANGE : NUMBER_FITS;
    }
    float narrow = strtof(word, &end); /* rounded once, not through double */
    memcpy(value, &narrow, sizeof narrow);
    return isinf(narrow) && !strpbrk(word, "iI") ? NUMBER_OUT_OF_RANGE : NUMBER_FITS;
}

/* Two's complement in the element's own size; `bits` holds the value in 64. */
static void store_integer(enum elem elem, uint64_t bits, void *value)
{
    uint8_t b1 = (uint8_t)bits;
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    switch (elem_size(elem)) {
    case 1:
        memcpy(value, &b1, 1);
        break;
    case 2:
        memcpy(value, &b2, 2);
        break;
    case 4:
        memcpy(value, &b4, 4);
        break;
    default:
        memcpy(value, &bits, 8);
    }
}

static enum number parse_integer(const char *word, enum elem elem, void *value)
{
    char *end;
    const char *digits = word + (*word == '-' || *word == '+');
    if (*digits < '0' || *digits > '9') return NUMBER_NONE;
    errno = 0;
    uint64_t magnitude = strtoull(digits, &end, 10);
    if (*end != 0) return NUMBER_NONE;
    bool is_signed = elem_name(elem)[0] == 'i', negative = *word == '-' && magnitude != 0;
    unsigned width = (unsigned)(8 * elem_size(elem));
    uint64_t most = UINT64_MAX >> (64 - width + (is_signed ? 1 : 0));
    uint64_t least = is_signed ? most + 1 : 0; /* magnitude of the least value */
    if (errno != 0 || magnitude > (negative ? least : most)) return NUMBER_OUT_OF_RANGE;
    store_integer(elem, negative ? 0 - magnitude : magnitude, value);
    return NUMBER_FITS;
}

static enum number parse_number(struct piece field, enum elem elem, void *value)
{
    char word[400]; /* the longest exact decimal of a double has fewer digits before its exponent helps */
    if (field.length >= sizeof word) return NUMBER_NONE;
    memcpy(word, field.at, field.length);
    word[field.length] = 0;
    if (strlen(word) != field.length || field.length == 0) return NUMBER_NONE;
    return elem_is_float(elem) ? parse_float(word, elem, value) : parse_integer(word, elem, value);
}

static int csv_says(const struct csv *csv, struct text *why, const char *what)
{
    return text_say(why, "%s: line %llu, column %s: %s; expected a number of type %s", csv->path,
                    (unsigned long long)csv->line, csv->column, what, elem_name(csv->elem));
}

/* Reads one line's number into value. */
static bool csv_line(const struct csv *csv, struct piece line, void *value, struct text *why)
{
    struct piece field;
    if (!field_find(line, csv->field, &field)) return csv_says(csv, why, "the line is too short, a hole");
    if (field.length == 0) return csv_says(csv, why, "a hole");
    enum number number = parse_number(field, csv->elem, value);
    if (number == NUMBER_FITS) return true;
    char what[120];
    snprintf(what, sizeof what, "'%.*s' is %s", (int)(field.length < 60 ? field.length : 60), field.at,
             number == NUMBER_NONE ? "not such a number" : "out of range");
    return csv_says(csv, why, what);
}

/* Looks a column's name up in the header line. */
static bool csv_column_find(struct csv *csv, struct piece header, struct text *why)
{
    bool more = true;
    for (csv->field = 0; more; csv->field++) {
        struct piece field = field_take(&header, &more);
        if (field.length == strlen(csv->column) && memcmp(field.at, csv->column, field.length) == 0)
            return true;
    }
    return text_say(why, "%s: line 1: no column is called '%s'; expected its name, or its number from 1",
                    csv->path, csv->column);
}

/* Decides which field is meant, and takes the header line off the rest if there is one. */
static bool csv_start(struct csv *csv, struct piece *rest, struct text *why)
{
    struct piece after = *rest, header = line_take(&after), field;
    char *end;
    errno = 0;
    uint64_t number = strtoull(csv->column, &end, 10);
    bool by_number = csv->column[0] >= '0' && csv->column[0] <= '9' && *end == 0;
    if (by_number && (number == 0 || errno != 0))
        return text_say(why, "%s: column %s; expected a number from 1, or a name", csv->path, csv->column);
    csv->line = 1;
    if (by_number) {
        double any;
        csv->field = number - 1;
        bool is_header = field_find(header, csv->field, &field) && field.length > 0 &&
                         parse_number(field, ELEM_F64, &any) == NUMBER_NONE;
        if (!is_header) return true;
    } else if (!csv_column_find(csv, header, why)) {
        return false;
    }
    *rest = after;
    csv->line = 2;
    return true;
}

static size_t lines_count(struct piece rest)
{
    size_t lines = 0;
    for (; rest.length > 0; lines++)
        line_take(&rest);
    return lines;
}

static bool csv_open(const char *path, const char *column, struct input *input, struct text *why)
{
    struct csv csv = {.path = path, .column = column, .elem = input->elem};
    if (!file_map(path, input, why)) return false;
    struct piece rest = {input->mapped > 0 ? input->mapping : "", input->mapped};
    if (!csv_start(&csv, &rest, why)) return false;
    size_t size = elem_size(input->elem), lines = lines_count(rest);
    char *items = input->owned = lines > 0 ? malloc(lines * size) : NULL;
    if (lines > 0 && !items) return text_say(why, "%s: no memory for %zu numbers", path, lines);
    for (size_t i = 0; i < lines; i++, csv.line++)
        if (!csv_line(&csv, line_take(&rest), items + i * size, why)) return false;
    input->count = lines;
    if (lines > 0) input->items = items;
    return true;
}

/* ---- which of the three it is ---- */

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t tail = strlen(end);
    return length > tail && memcmp(text + length - tail, end, tail) == 0;
}

/* Copies the part of the name before the colon; false if it is too long to be a path. */
static bool path_of(const char *name, size_t length, char path[PATH_MAX], struct text *why)
{
    if (length >= PATH_MAX)
        return text_say(why, "a path of %zu characters; expected fewer than %d", length, PATH_MAX);
    memcpy(path, name, length);
    path[length] = 0;
    return true;
}

static bool input_open_as(const char *name, struct input *input, struct text *why)
{
    char path[PATH_MAX];
    size_t length = strlen(name);
    const char *colon = strrchr(name, ':');
    if (ends_with(name, length, ".npy")) return npy_open(name, input, why);
    if (ends_with(name, length, ".csv")) return csv_open(name, "1", input, why);
    size_t before = colon ? (size_t)(colon - name) : 0;
    if (colon && ends_with(name, before, ".csv"))
        return path_of(name, before, path, why) && csv_open(path, colon + 1, input, why);
    enum elem elem;
    if (!colon || before == 0 || !elem_parse(colon + 1, strlen(colon + 1), &elem))
        return text_say(why, "%s: expected F.npy, F.csv[:COLUMN] or F:TYPE (i8 u8 i16 ... f64)", name);
    if (elem != input->elem)
        return text_say(why, "%s: type %s; expected %s", name, elem_name(elem), elem_name(input->elem));
    return path_of(name, before, path, why) && raw_open(path, input, why);
}

bool input_open(const char *name, enum elem expected, struct input *input, struct text *why)
{
    assert(name && input);
    *input = (struct input){.elem = expected, .items = no_items};
    if (input_open_as(name, input, why)) return true;
    input_close(input);
    return false;
}

void input_close(struct input *input)
{
    if (input->mapping) munmap(input->mapping, input->mapped);
    free(input->owned);
    *input = (struct input){.elem = input->elem};
}

/* ---- writing .npy ---- */

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
