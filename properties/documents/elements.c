/* SPDX-License-Identifier: MIT
 * The model of elements a thread against the values that its documents print. */
#include "property.h"

#include "elements.h"

/* The GTX 780 Ti has 48 KiB of on-chip memory a block, the RTX 2080 Ti 64 KiB, a quarter of it cache; both have 64
 * registers for each of 1024 threads. */
enum { GTX_780_TI = 36, RTX_2080_TI = 48, REGISTERS = 64 };

static const struct {
    const char *state;
    uint32_t memory, registers, clausen, segred;
} printed[] = {
    /* Clausen, thesis (2021), 5.3; SegRed's by hand: min(memory / widest, (registers - 1 - sumup) / (2 * sumup)) */
    {"i8", GTX_780_TI, REGISTERS, 12, 31},
    {"i16", GTX_780_TI, REGISTERS, 12, 18},
    {"i32", GTX_780_TI, REGISTERS, 9, 9},
    {"i64", GTX_780_TI, REGISTERS, 4, 4},
    {"i8", RTX_2080_TI, REGISTERS, 12, 31},
    {"i16", RTX_2080_TI, REGISTERS, 12, 24},
    {"i32", RTX_2080_TI, REGISTERS, 12, 12},
    {"i64", RTX_2080_TI, REGISTERS, 6, 6},
    {"f32", RTX_2080_TI, REGISTERS, 12, 12},
    /* the radix sort's state, and that of the longest satisfying streak */
    {"i64,i64,i64,i64", GTX_780_TI, REGISTERS, 2, 3},
    {"i64,i64,i64,i64", RTX_2080_TI, REGISTERS, 2, 3},
    {"i32,i32,i32,i32,i32,i32", GTX_780_TI, REGISTERS, 3, 4},
    {"i32,i32,i32,i32,i32,i32", RTX_2080_TI, REGISTERS, 3, 4},
    /* a state of more bytes than a thread's share: items fill what it takes; by hand (7 * 8) / 8 */
    {"i64,i64,i64,i64,i64,i64,i64", GTX_780_TI, 1024, 7, 7},
    /* neither memory nor registers for one item: it is one all the same */
    {"i64,i64,i64,i64", GTX_780_TI, 8, 1, 1},
};

/* Cards as their makers describe them, and the share of each of 1024 threads by hand. */
static const struct {
    const char *card;
    uint64_t shared_bytes, registers;
    struct thread_share share;
} cards[] = {
    {"GTX 780 Ti", 48 << 10, 64 << 10, {48, 64}},
    {"RTX 2080 Ti", 64 << 10, 64 << 10, {64, 64}},
    {"H200", 227 << 10, 64 << 10, {227, 64}},
    {"a card of few registers", 1023, 32 << 10, {0, 32}},
};

static bool shares_hold(struct finding *finding)
{
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        const struct device_caps caps = {
            .max_block = 1024, .shared_bytes = cards[i].shared_bytes, .registers = cards[i].registers};
        struct thread_share share = thread_share_of(&caps);
        if (share.memory != cards[i].share.memory || share.registers != cards[i].share.registers)
            return text_say(&finding->first_at,
                            "%s: expected %u bytes and %u registers a thread, got %u and %u", cards[i].card,
                            cards[i].share.memory, cards[i].share.registers, share.memory, share.registers);
    }
    return true;
}

/* The parts of a product, the largest of which counts; with the RTX 2080 Ti's share, by hand. */
static const struct {
    const char *state;
    uint32_t merged, by_parts;
} products[] = {
    {"i32|i32", 8, 12},        /* (63 - 2) / 7, (63 - 1) / 5 */
    {"i64|i64|i64|i64", 2, 6}, /* the radix sort's state: (63 - 8) / 19, 48 / 8 */
    {"i8|i32,i32|i64", 4, 6},  /* (63 - 5) / 13; the last part, 48 / 8 */
    {"i32,i32,i32,i32", 5, 5}, /* one part: (63 - 4) / 11 */
};

static bool products_hold(struct finding *finding)
{
    const struct thread_share share = {RTX_2080_TI, REGISTERS};
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        struct tuple state;
        if (!tuple_parse(products[i].state, &state))
            return text_say(&finding->first_at, "%s is no tuple", products[i].state);
        uint32_t merged = elements_a_thread(ELEMENTS_CLAUSEN, &state, share);
        uint32_t by_parts = elements_a_thread_by_parts(ELEMENTS_CLAUSEN, &state, share);
        if (merged != products[i].merged || by_parts != products[i].by_parts)
            return text_say(&finding->first_at, "%s: expected %u items merged and %u by parts, got %u and %u",
                            products[i].state, products[i].merged, products[i].by_parts, merged, by_parts);
    }
    return true;
}

static enum verdict elements_model_equals_documents_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    (void)context, (void)checked;
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        struct tuple state;
        struct thread_share share = {printed[i].memory, printed[i].registers};
        if (!tuple_parse(printed[i].state, &state)) {
            text_say(&finding->reason, "%s is no tuple", printed[i].state);
            return VERDICT_BROKEN;
        }
        uint32_t clausen = elements_a_thread(ELEMENTS_CLAUSEN, &state, share);
        uint32_t segred = elements_a_thread(ELEMENTS_SEGRED, &state, share);
        if (clausen == printed[i].clausen && segred == printed[i].segred) continue;
        text_say(&finding->first_at,
                 "%s with %u bytes and %u registers a thread: expected %u items (SegRed %u), got %u (%u)",
                 printed[i].state, printed[i].memory, printed[i].registers, printed[i].clausen,
                 printed[i].segred, clausen, segred);
        return VERDICT_FAIL;
    }
    return shares_hold(finding) && products_hold(finding) ? VERDICT_PASS : VERDICT_FAIL;
}

CLAIM(elements_model_equals_documents, SUITE, HOST, once,
      "the model of items a thread gives the values that the documents print for their devices");
