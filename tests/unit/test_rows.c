/* SPDX-License-Identifier: MIT
 * Questions about the rows of a tile: how many are asked, and which complains where a tile is said to lie otherwise
 * than it does, against values typed by hand. */
#include "unit.h"
#include "property.h"

#include <inttypes.h>
#include <string.h>

#include "rows.h"

/* ---- how much is asked ---- */

/* Of every size and length: as many tiles as the length and one more; as many items as the size, and pairs of them.
 * Where item 0 continues a row that reaches to the tile's end or farther a remainder rounded down is wrong: of tiles
 * that begin i items into their rows one for each i from 1 to length - size, on average. */
static bool small_were_asked(const struct index_look *look)
{
    const uint64_t lengths = 44 * 45 / 2 + 44, sizes = 20 * 21 / 2 - 1, pairs = 20 * 21 * 22 / 6 - 1;
    const uint64_t floors = 42 * 43 * 44 / 6 - 23 * 24 * 25 / 6;
    if (look->tiles == lengths * 19 && look->finding->items == lengths * sizes &&
        look->pairs == lengths * pairs && look->floor_differs == floors)
        return true;
    return text_say(&look->finding->first_at,
                    "small shapes: looked at %" PRIu64 " tiles, %" PRIu64 " items and %" PRIu64
                    " pairs; %" PRIu64
                    " tell a truncating remainder from one that rounds down, expected %" PRIu64,
                    look->tiles, look->finding->items, look->pairs, look->floor_differs, floors);
}

/* Items 0, 1, 6, 7, 16, 17, 50 and 99 of a tile in which rows begin at 7, 17, ...; items 0, 1, 7, 4 and 7 of one
 * that lies inside a row: those that are counted twice are looked at twice. Where two items were one, in the others, a
 * pair more would be looked at: 0, 1, 9, 10, 34, 35, 50, 99; 0, 1, 29, 30, 79, 80, 50, 99; the same with rows that are
 * an item longer; and 0, 1, 2, 3, 27, 28, 50, 99. */
static bool edges_of_a_tile_are_asked(struct finding *finding)
{
    static const struct {
        int64_t first, length;
        int32_t size;
        uint64_t items, pairs;
    } expected[] = {{103, 10, 100, 8, 36}, {8, 100, 8, 5, 16},   {15, 25, 100, 8, 36},
                    {20, 50, 100, 8, 36},  {21, 51, 100, 8, 36}, {22, 25, 100, 8, 36}};
    for (size_t e = 0; e < sizeof expected / sizeof expected[0]; e++) {
        struct finding own = {0};
        struct index_look look = {.finding = &own};
        struct row_index rows = row_index_of(expected[e].first, expected[e].length, expected[e].size);
        bool good = look_at_edges(&look, &rows);
        if (!good || own.items != expected[e].items || look.pairs != expected[e].pairs)
            return text_say(&finding->first_at,
                            "edges of a tile of %d: expected %" PRIu64 " items and %" PRIu64
                            " pairs to be looked at, got %" PRIu64 " and %" PRIu64 " %s",
                            expected[e].size, expected[e].items, expected[e].pairs, own.items, look.pairs,
                            own.first_at.at);
    }
    return true;
}

/* 5 sizes, 125 lengths, 12 numbers of items and 5 tiles around each. Where a row is longer than the items, at every
 * other number, two of the 5 would lie before item 0: of the lengths that is so, over the 6 numbers, for
 * 96, 162, 306, 396 and 618 of the five sizes. */
static bool large_were_asked(const struct index_look *look)
{
    const uint64_t expected = 5 * 125 * 12 * 5 - 2 * (96 + 162 + 306 + 396 + 618);
    return look->tiles == expected ||
           text_say(&look->finding->first_at, "large shapes: looked at %" PRIu64 " tiles, expected %" PRIu64,
                    look->tiles, expected);
}

/* As much as the property looks at. */
static bool property_asks_its_number_of_questions(struct finding *finding)
{
    struct finding own = {0}, whole = {0};
    struct index_look small = {.finding = &own}, large = {.finding = &own};
    bool good = look_at_small(&small) && small_were_asked(&small) && look_at_large(&large) &&
                large_were_asked(&large);
    if (!good) return text_say(&finding->first_at, "%s", own.first_at.at);
    enum verdict verdict = rewritten_indices_equal_64_bit_property.check(NULL, NULL, &whole);
    return (verdict == VERDICT_PASS && whole.items == own.items) ||
           text_say(&finding->first_at,
                    "rewritten indices: expected pass and %" PRIu64 " items, got %s and %" PRIu64, own.items,
                    verdict_name(verdict), whole.items);
}

/* ---- wrong answers ---- */

/* Tiles that are said to lie otherwise than they do, and the first question that they answer wrongly. Rows of 10 items
 * begin at 0, 10, 20, ..., 100, 110, ... */
static const struct {
    struct row_index rows; /* first, length, into, size, boundary, compact */
    const char *words;
} misled[] = {
    {{103, 10, 3, 100, 7, 10}, ""},
    /* item 103 begins no row; the row of items 1 and 2 ends with the tile, that of items 2 to 4 before item 5 of it;
     * that of item 103 begins in tile 1 */
    {{103, 10, 0, 100, 7, 10}, "row_begins, item 0 of a tile of 100 at item 103, rows of 10 items"},
    {{1, 3, 2, 2, 2, 2}, "row_ends_inside, item 0 of a tile of 2 at item 1, rows of 3 items"},
    {{2, 5, 1, 4, 3, 4}, "row_ends_inside, item 0 of a tile of 4 at item 2, rows of 5 items"},
    {{103, 10, 13, 100, 7, 10}, "row_first_tile, item 0 of a tile of 100 at item 103, rows of 10 items"},
    /* item 103 continues the row of 102, and lies before no boundary of 0; item -11 does not continue the row of 99 */
    {{103, 10, 3, 100, 0, 10}, "row_continues_32, item 0 of a tile of 100 at item 103, rows of 10 items"},
    {{100, 10, 0, 100, -10, 10}, "row_continues_64, item -11 of a tile of 100 at item 100, rows of 10 items"},
    /* a row does not begin at item 101 */
    {{100, 10, 0, 100, 1, 10}, "row_starts_32, item 1 of a tile of 100 at item 100, rows of 10 items"},
    /* it is 9 items from 101 on that belong to the row of 100, and not the 8 up to 109 */
    {{100, 10, 0, 100, 9, 10}, "row_continuing_32, item 1 of a tile of 100 at item 100, rows of 10 items"},
    /* rows begin at items 20, 50 and 80 of the tile, but 90 items apart only 20 does */
    {{70, 30, 10, 100, 20, 90}, "row_starts_32, item 50 of a tile of 100 at item 70, rows of 30 items"},
    /* they begin at 20, 45, 70 and 95, but 26 items apart 45 does not, and 24 apart item 43 lies before the last of its
     * row; of those at 50 and 100 but 60 apart 100 does not */
    {{5, 25, 5, 100, 20, 26}, "row_starts_32, item 45 of a tile of 100 at item 5, rows of 25 items"},
    {{5, 25, 5, 100, 20, 24}, "row_continuing_32, item 43 of a tile of 100 at item 5, rows of 25 items"},
    {{100, 50, 0, 101, 50, 60}, "row_starts_32, item 100 of a tile of 101 at item 100, rows of 50 items"},
    /* an item is in a row with itself, where the remainder is -1, too; before all items is row 0, as C divides */
    {{100, 10, 0, 100, 11, 10}, "row_crosses_32, item 0 of a tile of 100 at item 100, rows of 10 items"},
    {{0, 10, 0, 100, 0, 10}, "row_crosses_64, item 0 of a tile of 100 at item 0, rows of 10 items"},
};

static bool wrong_tile_fails(struct finding *finding)
{
    for (size_t m = 0; m < sizeof misled / sizeof misled[0]; m++) {
        struct finding own = {0};
        struct index_look look = {.finding = &own};
        bool good = look_at_edges(&look, &misled[m].rows);
        if (good != !misled[m].words[0] || strcmp(own.first_at.at, misled[m].words) != 0)
            return text_say(&finding->first_at, "tile %zu of a table: expected '%s', got %s '%.200s'", m,
                            misled[m].words, good ? "pass" : "fail", own.first_at.at);
    }
    return true;
}

/* Of all tiles one lies otherwise than it is said to: its first row begins an item earlier, or its second one does. Of
 * large ones it is the first of each size beside 2^31, with rows of an item; and beside 2^32 the last item of 3. */
static const struct lying {
    bool large, second;
    int64_t first, length;
    int32_t size;
    const char *words;
} lyings[] = {
    {false, false, 0, 1, 2, "row_begins, item 0 of a tile of 2 at item 0, rows of 1 items"},
    {false, true, 0, 10, 20, "row_continuing_32, item 1 of a tile of 20 at item 0, rows of 10 items"},
    {false, true, 40, 10, 20, "row_continuing_32, item 1 of a tile of 20 at item 40, rows of 10 items"},
    {false, false, 880, 44, 20, "row_begins, item 0 of a tile of 20 at item 880, rows of 44 items"},
    {true, false, INT64_C(2147483644), 1, 2,
     "row_begins, item 0 of a tile of 2 at item 2147483644, rows of 1 items"},
    {true, false, INT64_C(2147483592), 1, 24,
     "row_begins, item 0 of a tile of 24 at item 2147483592, rows of 1 items"},
    {true, false, INT64_C(2147471360), 1, 5120,
     "row_begins, item 0 of a tile of 5120 at item 2147471360, rows of 1 items"},
    {true, false, INT64_C(2147061760), 1, 167936,
     "row_begins, item 0 of a tile of 167936 at item 2147061760, rows of 1 items"},
    {true, false, 0, 1, 1 << 30, "row_begins, item 0 of a tile of 1073741824 at item 0, rows of 1 items"},
    {true, false, INT64_C(4294967288), 3, 2,
     "row_first_tile, item 0 of a tile of 2 at item 4294967288, rows of 3 items"},
};

static const struct lying *lying; /* the one that is tried */

static struct row_index lie(int64_t first, int64_t length, int32_t size)
{
    struct row_index rows = row_index_of(first, length, size);
    bool here = first == lying->first && length == lying->length && size == lying->size;
    rows.into += here && !lying->second;
    rows.boundary -= here && lying->second;
    return rows;
}

static bool wrong_answer_fails(struct finding *finding)
{
    for (size_t i = 0; i < sizeof lyings / sizeof lyings[0]; i++) {
        struct finding own = {0};
        struct index_look look = {.finding = &own, .tile_of = lie};
        lying = &lyings[i];
        bool good = lying->large ? look_at_large(&look) : look_at_small(&look);
        if (good || strcmp(own.first_at.at, lying->words) != 0)
            return text_say(&finding->first_at, "a tile that lies: expected '%s', got %s '%.200s'",
                            lying->words, good ? "pass" : "fail", own.first_at.at);
    }
    return true;
}

/* ---- one wrong answer ---- */

enum question {
    CROSSES_64,
    CROSSES_32,
    CONTINUES_64,
    CONTINUES_32,
    STARTS_64,
    STARTS_32,
    BEGINS,
    ENDS_INSIDE,
    FIRST_TILE,
    QUESTIONS
};

/* The first time that a question has this answer, its answer is the other one, or another tile by `by`. */
static struct {
    enum question question;
    int right;
    int64_t by;
    bool given;
} lie_once;

static int answer(enum question question, int right)
{
    if (question != lie_once.question || right != lie_once.right || lie_once.given) return right;
    lie_once.given = true;
    return !right;
}

static int crosses_64(struct row_index rows, int32_t from, int32_t to)
{
    return answer(CROSSES_64, row_crosses_64(rows, from, to));
}

static int crosses_32(struct row_index rows, int32_t from, int32_t to)
{
    return answer(CROSSES_32, row_crosses_32(rows, from, to));
}

static int continues_64(struct row_index rows, int32_t i)
{
    return answer(CONTINUES_64, row_continues_64(rows, i));
}

static int continues_32(struct row_index rows, int32_t i)
{
    return answer(CONTINUES_32, row_continues_32(rows, i));
}

static int starts_64(struct row_index rows, int32_t i)
{
    return answer(STARTS_64, row_starts_64(rows, i));
}

static int starts_32(struct row_index rows, int32_t i)
{
    return answer(STARTS_32, row_starts_32(rows, i));
}

static int begins(struct row_index rows)
{
    return answer(BEGINS, row_begins(rows));
}

static int ends_inside(struct row_index rows)
{
    return answer(ENDS_INSIDE, row_ends_inside(rows));
}

static int64_t first_tile(struct row_index rows)
{
    bool lies = lie_once.question == FIRST_TILE && !lie_once.given;
    lie_once.given = lie_once.given || lies;
    return row_first_tile(rows) + (lies ? lie_once.by : 0);
}

static const struct row_questions answering = {crosses_64, crosses_32, continues_64, continues_32, starts_64,
                                               starts_32,  begins,     ends_inside,  first_tile};
static const char *const question_names[QUESTIONS] = {
    "row_crosses_64", "row_crosses_32", "row_continues_64", "row_continues_32", "row_starts_64",
    "row_starts_32",  "row_begins",     "row_ends_inside",  "row_first_tile"};

/* Tiles that begin inside a row, with one, and lie in one. Whether any of them has the answer; a wrong one is told. */
static bool lie_is_reported(enum question question, int right, int64_t by, struct finding *finding)
{
    const struct row_index tiles[] = {row_index_of(103, 10, 100), row_index_of(100, 10, 100),
                                      row_index_of(8, 100, 8)};
    bool asked = false;
    for (size_t t = 0; t < sizeof tiles / sizeof tiles[0]; t++) {
        struct finding own = {0};
        struct index_look look = {.finding = &own, .asked = &answering};
        lie_once.question = question;
        lie_once.right = right;
        lie_once.by = by;
        lie_once.given = false;
        bool good = look_at_edges(&look, &tiles[t]), lied = lie_once.given;
        size_t length = strlen(question_names[question]);
        asked = asked || lied;
        if (good == lied || (lied && strncmp(own.first_at.at, question_names[question], length) != 0))
            return text_say(&finding->first_at, "%s, %d for once of tile %zu: got %s '%.200s'",
                            question_names[question], !right, t, good ? "pass" : "fail", own.first_at.at);
    }
    return asked || text_say(&finding->first_at, "%s is never %d", question_names[question], right);
}

static bool each_wrong_answer_fails(struct finding *finding)
{
    for (enum question question = 0; question < FIRST_TILE; question++)
        if (!lie_is_reported(question, 0, 0, finding) || !lie_is_reported(question, 1, 0, finding))
            return false;
    return lie_is_reported(FIRST_TILE, 0, 1, finding) && lie_is_reported(FIRST_TILE, 0, -1, finding);
}

/* Of 100 items from 103 on, items from one on that are in the row of the item before it: of item 1 the items 104
 * to 109; of item 98 the items 201 to 209, of which the tile has two. */
static bool wrong_continuation_fails(struct finding *finding)
{
    static const struct {
        int32_t i;
        int64_t wide, narrow;
        const char *wrong; /* "": none */
    } expected[] = {
        {1, 6, 6, ""},
        {1, 7, 6, "row_continuing_64"},
        {1, 5, 6, "row_continuing_64"},
        {1, 6, 5, "row_continuing_32"},
        {1, 6, 7, "row_continuing_32"},
        {1, 6, 99, "row_continuing_32"}, /* the rest of the tile */
        {98, 9, 2, ""},
        {98, 9, 9, ""},
        {98, 9, 1, "row_continuing_32"},
        {98, 2, 2, "row_continuing_64"},
    };
    const struct row_index rows = row_index_of(103, 10, 100);
    for (size_t n = 0; n < sizeof expected / sizeof expected[0]; n++) {
        struct finding own = {0};
        struct index_look look = {.finding = &own};
        bool good = look_at_continuing(&look, &rows, expected[n].i, expected[n].wide, expected[n].narrow);
        size_t length = strlen(expected[n].wrong);
        if (good != !length || strncmp(own.first_at.at, expected[n].wrong, length) != 0)
            return text_say(&finding->first_at,
                            "item %d of a tile: %" PRId64 " and %" PRId64 " items continue its row: expected "
                            "'%s', got '%.200s'",
                            expected[n].i, expected[n].wide, expected[n].narrow, expected[n].wrong,
                            own.first_at.at);
    }
    return true;
}

static const struct unit_test tests[] = {TEST(property_asks_its_number_of_questions),
                                         TEST(edges_of_a_tile_are_asked),
                                         TEST(wrong_tile_fails),
                                         TEST(wrong_answer_fails),
                                         TEST(each_wrong_answer_fails),
                                         TEST(wrong_continuation_fails)};
UNIT(rows, tests);
