/* SPDX-License-Identifier: MIT
 * Items of floats of 16 bits: how many of them are no numbers. */
#include "data.h"
#include "unit.h"

#include <math.h>

#include "float_elem.h"
#include "op.h"

static const char *const wild[] = {"max_f16", "min_f16", "max_bf16", "min_bf16"};

/* One in 4096 is NaN and one in 512 an infinity of either sign: else a row of a thousand has one, which hides the others. */
static bool few_items_are_no_numbers(size_t at, struct finding *finding)
{
    enum { ITEMS = 1 << 16 };
    const struct op *op = op_find(wild[at]);
    const struct data data = {.form = DATA_ANY, .seed = 7};
    int nan = 0, infinite = 0;
    for (uint64_t i = 0; i < ITEMS; i++) {
        uint16_t item;
        op->value(NULL, i, data_bits(&data, i), &item);
        double x = float_value(op->input.elem[0], &item);
        nan += isnan(x) != 0;
        infinite += isinf(x) != 0;
    }
    return (nan >= ITEMS / 4096 / 2 && nan <= ITEMS / 4096 * 2 && infinite >= ITEMS / 512 / 2 &&
            infinite <= ITEMS / 512 * 2) ||
           text_say(&finding->first_at, "of %d items %d are NaN and %d infinite: expected %d and %d", ITEMS,
                    nan, infinite, ITEMS / 4096, ITEMS / 512);
}

static const struct unit_test tests[] = {LINES(few_items_are_no_numbers, wild)};
UNIT(operators_halves, tests);
