/* SPDX-License-Identifier: MIT
 * Unit tests that share fakes, in one program: foldcheck_unit [--first] [MODULE [PATTERN]]. A file test_<module>.c ends with the
 * table of its checks:
 *
 *     static const struct unit_test tests[] = {TEST(names_are_known), ROWS(order_is_right, orders)};
 *     UNIT(choices, tests);
 *
 * A check is a cmocka test with a name, "choices: names are known"; of a table each row is one. */
#ifndef FOLDCHECK_UNIT_H
#define FOLDCHECK_UNIT_H

#include "runner.h"

struct fixture;

/* What a check is given. It returns false with the reason in finding->first_at, or in the text. */
enum unit_kind {
    UNIT_FACT,        /* bool (struct finding *) */
    UNIT_TEXT,        /* bool (struct text *) */
    UNIT_ROW,         /* bool (size_t row, struct finding *) */
    UNIT_TEXT_ROW,    /* bool (size_t row, struct text *) */
    UNIT_FIXTURE,     /* bool (struct fixture *, struct finding *): a fake device, opened for this test */
    UNIT_FIXTURE_ROW, /* bool (struct fixture *, size_t row, struct finding *) */
    UNIT_RESULTS      /* bool (size_t row, struct results *, struct finding *): of a run that has not begun */
};

#define UNIT_KIND(CHECK)                                                                                     \
    _Generic((CHECK), bool (*)(struct finding *)                                                             \
             : UNIT_FACT, bool (*)(struct text *)                                                            \
             : UNIT_TEXT, bool (*)(size_t, struct finding *)                                                 \
             : UNIT_ROW, bool (*)(size_t, struct text *)                                                     \
             : UNIT_TEXT_ROW, bool (*)(struct fixture *, struct finding *)                                   \
             : UNIT_FIXTURE, bool (*)(const struct fixture *, struct finding *)                              \
             : UNIT_FIXTURE, bool (*)(struct fixture *, size_t, struct finding *)                            \
             : UNIT_FIXTURE_ROW, bool (*)(size_t, struct results *, struct finding *)                        \
             : UNIT_RESULTS)

struct unit_test {
    const char *name; /* of the function; its underscores are printed as spaces */
    enum unit_kind kind;
    void (*check)(void);
    size_t rows;       /* 0: it has no table */
    const void *label; /* the first row's string that names it; NULL: rows have numbers */
    size_t row_bytes;
    size_t (*count)(void); /* of rows that are read from a file; NULL: rows */
    const char *(*name_of)(size_t row);
};

#define UNIT_COUNT(TABLE) (sizeof(TABLE) / sizeof *(TABLE))
#define UNIT_ROWS(CHECK, COUNT, LABEL, BYTES)                                                                \
    {                                                                                                        \
#CHECK, UNIT_KIND(CHECK), (void (*)(void))(CHECK), COUNT, LABEL, BYTES, NULL, NULL                   \
    }
/* Rows of a file: how many, and the name of each. */
#define READ_ROWS(CHECK, COUNT, NAME_OF)                                                                     \
    {                                                                                                        \
#CHECK, UNIT_KIND(CHECK), (void (*)(void))(CHECK), 0, NULL, 0, COUNT, NAME_OF                        \
    }
#define TEST(CHECK) UNIT_ROWS(CHECK, 0, NULL, 0)
#define NUMBERED(CHECK, COUNT) UNIT_ROWS(CHECK, COUNT, NULL, 0)
#define ROWS(CHECK, TABLE) UNIT_ROWS(CHECK, UNIT_COUNT(TABLE), NULL, 0)
/* MEMBER is a string of each row. LINES: the rows are strings. */
#define NAMED_ROWS(CHECK, TABLE, MEMBER)                                                                     \
    UNIT_ROWS(CHECK, UNIT_COUNT(TABLE), &(TABLE)[0].MEMBER, sizeof *(TABLE))
#define LINES(CHECK, TABLE) UNIT_ROWS(CHECK, UNIT_COUNT(TABLE), TABLE, sizeof *(TABLE))

struct unit {
    const char *module;
    const struct unit_test *test;
    size_t count;
    enum device_kind fixture; /* the kind of the fake device */
};
#define UNIT_ON(MODULE, TESTS, KIND)                                                                         \
    extern const struct unit unit_##MODULE;                                                                  \
    const struct unit unit_##MODULE = {#MODULE, TESTS, UNIT_COUNT(TESTS), KIND}
#define UNIT(MODULE, TESTS) UNIT_ON(MODULE, TESTS, DEVICE_SIM64)

/* ---- what several files use ---- */

/* Bytes that the heap has given out; 0 where the C library does not say. */
size_t heap_in_use(void);

/* How many bytes of the heap four runs of a step keep. The heap keeps a few freed pieces of each size, which count as given
 * out and which a leak may take first: so nine runs go before, and four more follow, up to sixteen times, until they keep
 * none. */
size_t bytes_kept(void (*run)(void *context), void *context);

/* Whether memory of the heap has that many bytes; true where the C library does not say. */
bool heap_has_room(void *memory, uint64_t bytes);

/* A number of 4 bytes, wherever it lies. */
uint32_t u32_at(const void *at);
void put_u32(uint32_t number, void *at);

/* Leaves bytes that are neither zeros nor stale where the frames of the next calls will be, so that what a function
 * forgets to set there is not right by luck. */
void spoil_stack(void);

/* Within 1e-5 of it; an infinity itself. */
bool is_near(double expected, double got);

/* What the check says in a process of its own, which has one thread; false if that process crashes. */
bool in_own_process(bool (*check)(void *context, struct finding *finding), void *context,
                    struct finding *finding);

/* Takes all memory that the host would give, in pieces of this size or larger, so that it gives no such piece, and gives
 * it back. For a process of its own: threads of a driver would lack memory, too, or take what was left for the check. Not
 * where a sanitizer needs memory of its own. */
void take_memory(size_t least);
void give_memory(void);
extern const bool memory_can_be_taken;

#endif
