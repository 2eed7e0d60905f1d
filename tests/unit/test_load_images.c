/* SPDX-License-Identifier: MIT
 * The image of a load: items, keys, row starts and params where they belong, and all else as it was filled. */
#include "unit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "recording_device.h"
#include "slack.h"

/* Behind the elements that a load writes everything is as it was filled. */
static bool guards_hold_their_pattern(const struct fixture *fixture, struct finding *finding)
{
    static const char *const lines[] = {
        "a.noted@sim64 reduce/add_u32/3/soa/any:1",
        "a.noted@sim64 reduce/mixed6/3/aos/any:1",
        "a.noted@sim64 reduce/add_u32/[2,0,5]/soa/any:1",
        "a.noted@sim64 reduce/affine_mod/4x2/aos/any:9/vary:0",
        "a.noted@sim64 reduce/affine_mod/4x0/aos/any:9/vary:0",
        "a.noted@sim64 reduce/affine_mod/4x2/one>soa/any:9/vary:0",
        "a.noted@sim64 reduce/affine_mod/5/soa/any:9",
        "a.noted@sim64 keyed/add_u32/3#2/soa/any:1",
    };
    static struct tried tried;
    bool good = true;
    for (size_t i = 0; good && i < sizeof lines / sizeof lines[0]; i++) {
        struct text why = {0};
        good = recording_begin(&tried, fixture, lines[i], finding) && session_put_items(&tried.load, &why);
        unsigned char *fresh = good ? malloc(tried.load.arena.bytes) : NULL;
        if (fresh) {
            arena_fill(&tried.load.arena, fresh);
            good = arena_check(&tried.load.arena, fresh, tried.load.up, false, &why);
        }
        free(fresh);
        load_close(&tried.load);
        if (!good) text_say(&finding->first_at, "%s, put: %s", lines[i], why.at);
    }
    return good;
}

/* Keys take turns, 0 1 0: the items of key 0 have the first places, and the span of an item begins at its place. */
static bool items_lie_at_their_places(const struct fixture *fixture, struct finding *finding)
{
    static const uint32_t items[] = {0, 2, 1}, keys[] = {0, 1, 0};
    static struct tried tried;
    struct load *load = &tried.load;
    struct text why = {0};
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 keyed/span_8/3#2/soa/unit:0", finding) &&
                session_put_items(load, &why);
    const uint32_t *got = good ? load->job.in.column[0].base : items, *key = good ? load->job.key.base : keys;
    if (good && (memcmp(got, items, sizeof items) != 0 || memcmp(key, keys, sizeof keys) != 0))
        good = text_say(&why, "got %u %u %u, %u %u %u", got[0], got[1], got[2], key[0], key[1], key[2]);
    load_close(load);
    return good || text_say(&finding->first_at,
                            "spans of the keys 0 1 0: expected them to begin at 0 2 1: %s", why.at);
}

/* Each row has its params and the items that they make; of `one` the first item alone is there. */
static bool params_of_each_row_are_put(const struct fixture *fixture, struct finding *finding)
{
    static const char *const lines[] = {
        "a.noted@sim64 reduce/affine_mod(modulus=97)/4x2/aos/any:9/vary:0",
        "a.noted@sim64 reduce/affine_mod(modulus=97)/4x2/one>soa/any:9/vary:0"};
    static struct tried tried;
    bool good = true;
    for (uint64_t at = 0; good && at < 2; at++) {
        struct text why = {0};
        good = recording_begin(&tried, fixture, lines[at], finding) && session_put_items(&tried.load, &why);
        const struct problem *problem = &tried.made.problem;
        for (uint64_t i = 0; good && i < (at ? 1 : 8); i++) {
            _Alignas(16) unsigned char params[MAX_PARAMS_BYTES] = {0};
            struct state item = {{0}}, got = {{0}};
            problem_params(problem, i / 2, params);
            problem_item(problem, params, i, item.at);
            columns_read(&tried.load.job.in, &problem->op->input, i, got.at);
            if (memcmp((const char *)tried.load.job.row_params + i / 2 * problem->op->params_size, params,
                       problem->op->params_size) != 0)
                good = text_say(&why, "row %" PRIu64 " has other params", i / 2);
            else if (tuple_difference(&problem->op->input, item.at, got.at) >= 0)
                good = text_say(&why, "item %" PRIu64 " is another", i);
        }
        load_close(&tried.load);
        if (!good) text_say(&finding->first_at, "%s, put: %s", lines[at], why.at);
    }
    return good;
}

/* Items of two columns that a caller has, 1 to 6: column by column or as structs, into columns and into structs. */
static bool columns_of_the_caller_are_put(const struct fixture *fixture, struct finding *finding)
{
    static const char *const lines[] = {"a.noted@sim64 reduce/span_8/3/soa/any:1",
                                        "a.noted@sim64 reduce/span_8/3/aos/any:1"};
    static uint32_t apart[2][4] = {{1, 3, 5, 99}, {2, 4, 6, 99}}, structs[] = {1, 2, 3, 4, 5, 6, 99, 99};
    const struct columns hosts[] = {{.count = 2, .column = {{apart[0], 4}, {apart[1], 4}}},
                                    {.count = 2, .column = {{structs, 8}, {structs + 1, 8}}}};
    static struct tried tried;
    bool good = true;
    for (size_t at = 0; good && at < 4; at++) {
        struct text why = {0};
        uint32_t got;
        good = recording_begin(&tried, fixture, lines[at / 2], finding) &&
               session_put_columns(&tried.load, &hosts[at % 2], &why);
        struct columns columns = {0};
        if (good) columns = arena_columns(&tried.load.arena, ARENA_INPUT, tried.load.memory);
        for (uint32_t i = 0; good && i < 6; i++) {
            const struct column *column = &columns.column[i % 2];
            memcpy(&got, (const char *)column->base + (int64_t)(i / 2) * column->stride, sizeof got);
            good = got == i + 1 || text_say(&why, "item %u, column %u is %u", i / 2, i % 2, got);
        }
        unsigned char *fresh = good ? malloc(tried.load.arena.bytes) : NULL;
        if (fresh) arena_fill(&tried.load.arena, fresh);
        good = good && fresh && arena_check(&tried.load.arena, fresh, tried.load.up, false, &why);
        free(fresh);
        load_close(&tried.load);
        if (!good)
            text_say(&finding->first_at, "%s, put from %s: %s", lines[at / 2], at % 2 ? "structs" : "columns",
                     why.at);
    }
    return good;
}

/* Item j of row r of two rows of three is number j * 2 + r: the caller's 1 to 6 and the problem's own. Rows of real data, which
 * begin where they like, do not lie so. */
static bool columns_of_rows_are_put(const struct fixture *fixture, struct finding *finding)
{
    static const char *const lines[] = {"a.noted@sim64 reduce/add_u32/2x3/cols+1/any:1",
                                        "a.noted@sim64 reduce/add_u32/2x3/cols/any:9"};
    static const uint32_t number[] = {1, 4, 2, 5, 3, 6};
    static uint32_t by_row[] = {1, 2, 3, 4, 5, 6};
    static const uint64_t starts[] = {0, 2, 6};
    const struct columns host = {.count = 1, .column = {{by_row, 4}}};
    static struct tried tried;
    struct load *load = &tried.load;
    struct text why = {0};
    for (size_t at = 0; at < UNIT_COUNT(lines); at++) {
        bool good = recording_begin(&tried, fixture, lines[at], finding) &&
                    (at ? session_put_items(load, &why) : session_put_columns(load, &host, &why));
        for (uint64_t i = 0; good && i < 6; i++) {
            uint32_t expected = number[i], got;
            if (at) problem_item(&tried.made.problem, NULL, number[i] - 1, &expected);
            memcpy(&got, (const char *)load->job.in.column[0].base + 4 * i, sizeof got);
            good = got == expected || text_say(&why, "place %" PRIu64 " has %u, not %u", i, got, expected);
        }
        load_close(load);
        if (!good) return text_say(&finding->first_at, "%s, put: %s", lines[at], why.at);
    }
    bool good = recording_begin(&tried, fixture, lines[0], finding);
    load->real_start = starts;
    load->real_rows = 2;
    good = good && !session_plan(&tried.session, load, &tried.made.problem, &tried.instance, &why) &&
           strcmp(why.at,
                  "layout: cols is for rows of one length, the data have rows of different lengths") == 0;
    load_close(load);
    return good || text_say(&finding->first_at, "rows from 0 2 6 on, column by column: '%s'", why.at);
}

/* Keys come in the last column, each below 2; rows of real data begin where the caller says. */
static bool keys_and_rows_are_put(const struct fixture *fixture, struct finding *finding)
{
    static uint32_t items[] = {5, 6, 7}, keys[] = {1, 0, 1};
    static const uint64_t starts[] = {0, 2, 3};
    const struct columns host = {.count = 2, .column = {{items, 4}, {keys, 4}}};
    const struct columns plain = {.count = 1, .column = {{items, 4}}};
    static struct tried tried;
    struct load *load = &tried.load;
    struct text why = {0};
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 keyed/add_u32/3#2/soa/any:1", finding) &&
                session_put_columns(load, &host, &why) &&
                memcmp(load->job.key.base, keys, sizeof keys) == 0 &&
                memcmp(load->job.in.column[0].base, items, sizeof items) == 0 &&
                memcmp(load->keys.key, keys, sizeof keys) == 0;
    keys[1] = 2;
    if (good) good = !session_put_columns(load, &host, &why);
    keys[1] = 0;
    load_close(load);
    if (!good || strcmp(why.at, "item 1 has key 2, expected a key below 2") != 0)
        return text_say(&finding->first_at, "keys 1 0 1, and a key 2 of 2: '%s'", why.at);
    good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding);
    load->real_start = starts;
    load->real_rows = 2;
    good = good &&
           session_plan(&tried.session, load, &tried.made.problem, &tried.instance, &finding->reason) &&
           session_put_columns(load, &plain, &finding->reason) &&
           memcmp(load->job.row_start, starts, sizeof starts) == 0;
    load_close(load);
    return good || text_say(&finding->first_at, "rows from 0 2 3 on: other starts are put");
}

/* ---- memory of the host ---- */

/* By a sanitizer, which ends a process that asks for too much. */
#ifdef __SANITIZE_ADDRESS__
enum { ADDRESSES_ARE_CHECKED = true };
#else
enum { ADDRESSES_ARE_CHECKED = false };
#endif

/* Without memory for an image the device is well, and the next image has memory of its own. */
static bool missing_image_leaves_the_device_well(const struct fixture *fixture, struct finding *finding)
{
    static const char expected[] = "no host memory for an image of 4611686018427387904 bytes";
    static struct tried tried;
    struct load *load = &tried.load;
    struct text why = {0}, none;
    bool good = recording_begin(&tried, fixture, "a.noted@sim64 reduce/add_u32/3/soa/any:1", finding) &&
                session_put_items(load, &none) && session_finish(load, &none);
    const uint64_t bytes = load->arena.bytes;
    load->arena.bytes = (uint64_t)1 << 62;
    bool given =
        ADDRESSES_ARE_CHECKED || (good && !session_finish(load, &why) && strcmp(why.at, expected) == 0);
    load->arena.bytes = bytes;
    good = good && given && !tried.session.failed && session_finish(load, &none) &&
           memcmp(load->down, load->memory, bytes) == 0;
    load_close(load);
    return good || text_say(&finding->first_at,
                            "an image of 2^62 bytes: expected '%s' and a device that is well, "
                            "got '%s'",
                            expected, why.at);
}

/* A load gives back its images, those that became too small, and its keys. */
static bool load_frees_host_memory(const struct fixture *fixture, struct finding *finding)
{
    static struct tried tried;
    struct load *load = &tried.load;
    size_t heap = 0;
    bool good = true;
    for (int round = 0; good && round < 12; round++) {
        if (round == 4) heap = heap_in_use();
        good = recording_begin(&tried, fixture, "a.noted@sim64 keyed/add_u32/20000#20000/soa/any:1", finding);
        for (int put = 0; good && put < 2; put++) {
            good = session_put_items(load, &finding->first_at) && session_finish(load, &finding->first_at);
            if (put == 0) load->up_capacity = load->down_capacity = 0; /* too small */
        }
        load_close(load);
    }
    return good && (heap_in_use() < heap + 30000 ||
                    text_say(&finding->first_at, "loads that are closed keep %zu bytes of the host's memory",
                             heap_in_use() - heap));
}

static const struct unit_test tests[] = {
    TEST(guards_hold_their_pattern),  TEST(items_lie_at_their_places),
    TEST(params_of_each_row_are_put), TEST(columns_of_the_caller_are_put),
    TEST(columns_of_rows_are_put),    TEST(keys_and_rows_are_put),
    TEST(load_frees_host_memory),     TEST(missing_image_leaves_the_device_well)};
UNIT(load_images, tests);
