/* SPDX-License-Identifier: MIT
 * A column of a .csv file. */
#include "input_formats.h"

#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "float_elem.h"

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
    char between;   /* fields: ',' or ';' */
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

/* Takes the next field off a line; `more` says whether what stands between fields followed it. A quoted field loses its quotes. */
static struct piece field_take(struct piece *line, char between, bool *more)
{
    size_t end = 0;
    bool quoted = false;
    for (; end < line->length && (quoted || line->at[end] != between); end++)
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
static bool field_find(struct piece line, char between, uint64_t wanted, struct piece *field)
{
    bool more = true;
    for (uint64_t i = 0; more; i++) {
        *field = field_take(&line, between, &more);
        if (i == wanted) return true;
    }
    return false;
}

enum number { NUMBER_FITS, NUMBER_NONE, NUMBER_OUT_OF_RANGE };

/* The double between which and the number lies no other, with an odd last digit where the number is none itself: rounded to
 * fewer digits it gives what the number gives. */
static double odd_double(const char *word)
{
    const int was = fegetround();
    uint64_t bits;
    fesetround(FE_DOWNWARD);
    const double below = strtod(word, NULL);
    fesetround(FE_UPWARD);
    const double above = strtod(word, NULL);
    fesetround(was);
    memcpy(&bits, &below, sizeof bits);
    return bits & 1 ? below : above;
}

static enum number parse_float(const char *word, enum elem elem, void *value)
{
    char *end;
    double wide = strtod(word, &end);
    if (end == word || *end != 0) return NUMBER_NONE;
    float narrow = strtof(word, &end); /* rounded once, not through double */
    if (elem == ELEM_F32)
        memcpy(value, &narrow, sizeof narrow);
    else
        float_put(elem, elem == ELEM_F64 ? wide : odd_double(word), value);
    return isinf(float_value(elem, value)) && !strpbrk(word, "iI") ? NUMBER_OUT_OF_RANGE : NUMBER_FITS;
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

static enum number parse_number(struct piece field, char between, enum elem elem, void *value)
{
    char word[400]; /* the longest exact decimal of a double has fewer digits before its exponent helps */
    if (field.length >= sizeof word) return NUMBER_NONE;
    memcpy(word, field.at, field.length);
    word[field.length] = 0;
    if (strlen(word) != field.length || field.length == 0) return NUMBER_NONE;
    char *comma = between == ';' ? strchr(word, ',') : NULL; /* of a decimal, where commas are none */
    if (comma) *comma = '.';
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
    if (!field_find(line, csv->between, csv->field, &field))
        return csv_says(csv, why, "the line is too short, a hole");
    if (field.length == 0) return csv_says(csv, why, "a hole");
    enum number number = parse_number(field, csv->between, csv->elem, value);
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
    struct text there = {0};
    for (csv->field = 0; more; csv->field++) {
        struct piece field = field_take(&header, csv->between, &more);
        if (field.length == strlen(csv->column) && memcmp(field.at, csv->column, field.length) == 0)
            return true;
        text_add(&there, "%s%.*s", csv->field ? ", " : "", (int)(field.length < 60 ? field.length : 60),
                 field.at);
    }
    return text_say(why, "%s: line 1: no column is called '%s'; expected its number from 1, or one of %.200s",
                    csv->path, csv->column, there.at);
}

/* Semicolons stand between the fields of a file whose first line has no comma: many countries write 0,5. */
static char between_fields(struct piece header)
{
    bool comma = memchr(header.at, ',', header.length), semicolon = memchr(header.at, ';', header.length);
    return semicolon && !comma ? ';' : ',';
}

/* Decides which field is meant, and takes the header line off the rest if there is one. */
static bool csv_start(struct csv *csv, struct piece *rest, struct text *why)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, as spreadsheets write it */
    if (rest->length >= 3 && memcmp(rest->at, mark, 3) == 0)
        *rest = (struct piece){rest->at + 3, rest->length - 3};
    struct piece after = *rest, header = line_take(&after), field;
    char *end;
    csv->between = between_fields(header);
    errno = 0;
    uint64_t number = strtoull(csv->column, &end, 10);
    bool by_number = csv->column[0] >= '0' && csv->column[0] <= '9' && *end == 0;
    if (by_number && (number == 0 || errno != 0))
        return text_say(why, "%s: column %s; expected a number from 1, or a name", csv->path, csv->column);
    csv->line = 1;
    if (by_number) {
        double any;
        csv->field = number - 1;
        bool is_header = field_find(header, csv->between, csv->field, &field) && field.length > 0 &&
                         parse_number(field, csv->between, ELEM_F64, &any) == NUMBER_NONE;
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

bool input_open_csv(const char *path, const char *column, struct input *input, struct text *why)
{
    struct csv csv = {.path = path, .column = column, .elem = input->elem};
    if (!input_map(path, input, why)) return false;
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
