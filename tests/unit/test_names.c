/* SPDX-License-Identifier: MIT
 * src/report/records/names.c: one address for one text, whatever stood before it. */
#include "names.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

enum { TEXTS = 1000, STEPS = 20000 };

/* Texts in an order that comes again with others in between. */
static void text_has_one_address(void **state)
{
    (void)state;
    struct names names = {0};
    const char *first[TEXTS] = {0}, *before = NULL;
    for (unsigned i = 0; i < STEPS; i++) {
        char text[32];
        unsigned number = i % 7 ? i % TEXTS : i * 31 % TEXTS;
        snprintf(text, sizeof text, "%u", number);
        const char *kept = i % 3 ? names_keep_after(&names, before, text) : names_keep(&names, text);
        if (!first[number]) first[number] = kept;
        assert_string_equal(kept, text);
        assert_ptr_equal(kept, first[number]);
        before = kept;
    }
    assert_int_equal(names.count, TEXTS);
    names_close(&names);
}

/* A length that is no whole number of words counts, too, and what is hashed before. */
static void hash_looks_at_each_byte(void **state)
{
    (void)state;
    char text[] = "0123456789abcdefghi";
    uint64_t whole = names_hash(0, text, sizeof text);
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] ^= 1;
        assert_true(names_hash(0, text, sizeof text) != whole);
        text[i] ^= 1;
    }
    assert_true(names_hash(1, text, sizeof text) != whole);
}

int main(int argc, char **argv)
{
    static struct table table;
    table_add(&table, text_has_one_address, NULL, "a text has one address");
    table_add(&table, hash_looks_at_each_byte, NULL, "a hash looks at each byte");
    return table_run(&table, "names", argc, argv);
}
