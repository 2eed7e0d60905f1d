/* SPDX-License-Identifier: MIT
 * The launch formulas of segmented reductions against the examples that their documents work out. */
#include "property.h"

#include <inttypes.h>

#include "formulas.h"

/* Larsen's prototype fills the GTX 780 Ti with 240 blocks of 128 threads; Futhark asks for 128 of 256. */
enum { PROTOTYPE = 240, PROTOTYPE_BLOCK = 128, COMPILER = 128, COMPILER_BLOCK = 256 };

static const struct {
    const char *says;
    uint64_t rows, length, wanted, block, least, blocks, chunk;
} printed[] = {
    /* Larsen, thesis (2017), 5.1.2, equations 5.1 and 5.2 */
    {"2 rows: 120 blocks each", 2, 1 << 20, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK, 120, 69},
    {"64 rows: 4 blocks each", 64, 1 << 20, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK, 4, 2048},
    {"500 items for 256 threads: 2 each", 120, 500, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK, 2, 2},
    {"a block's items and one more: one block, 2 each", 240, 129, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK,
     1, 2},
    /* 6.2.1, the cap: a row that has an item for two blocks of those that would start */
    {"257 items: 2 blocks, not 128", 1, 257, COMPILER, COMPILER_BLOCK, COMPILER_BLOCK, 2, 1},
    {"256 items: a block, not 128", 1, 256, COMPILER, COMPILER_BLOCK, COMPILER_BLOCK, 1, 1},
    /* 9.1, first more items a thread, then more blocks: 512 items are one block's, of 4 items a thread */
    {"512 items, 4 a thread: one block", 1, 512, PROTOTYPE, PROTOTYPE_BLOCK, 4 * PROTOTYPE_BLOCK, 1, 4},
    {"1024 items, 4 a thread: two blocks", 1, 1024, PROTOTYPE, PROTOTYPE_BLOCK, 4 * PROTOTYPE_BLOCK, 2, 4},
    /* SegRed: iterations of strips of 3 items a thread; ceiling(100000 / (128 * 256 * 3)) */
    {"100000 items in strips: two iterations", 1, 100000, COMPILER, COMPILER_BLOCK * 3, COMPILER_BLOCK * 3,
     128, 2},
    /* more rows than blocks; rows without items */
    {"1000 rows: a block each", 1000, 1 << 20, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK, 1, 8192},
    {"no items: a block, nothing each", 3, 0, PROTOTYPE, PROTOTYPE_BLOCK, PROTOTYPE_BLOCK, 1, 0},
};

static bool printed_hold(const struct segment_formulas *formulas, struct finding *finding)
{
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        uint64_t blocks =
            formulas->blocks(printed[i].rows, printed[i].length, printed[i].wanted, printed[i].least);
        uint64_t chunk = formulas->chunk(printed[i].length, blocks * printed[i].block);
        finding->items++;
        if (blocks != printed[i].blocks || chunk != printed[i].chunk)
            return text_say(&finding->first_at,
                            "%s: got %" PRIu64 " blocks a row, %" PRIu64 " items a thread", printed[i].says,
                            blocks, chunk);
    }
    return true;
}

/* As the thesis words it (6.2.1): the cap is applied where a thread has one item, and nowhere else. */
static uint64_t blocks_as_worded(uint64_t rows, uint64_t length, uint64_t wanted, uint64_t block)
{
    uint64_t each = (wanted + rows - 1) / rows, needed = (length + block - 1) / block;
    bool item_a_thread = (length + each * block - 1) / (each * block) == 1;
    return item_a_thread && needed < each ? needed : each;
}

static bool wording_holds(const struct segment_formulas *formulas, struct finding *finding)
{
    for (uint64_t rows = 1; rows <= 20; rows++)
        for (uint64_t length = 1; length <= 100; length++)
            for (uint64_t wanted = 1; wanted <= 20; wanted++) {
                uint64_t worded = blocks_as_worded(rows, length, wanted, 4);
                uint64_t blocks = formulas->blocks(rows, length, wanted, 4);
                finding->items++;
                if (blocks == worded) continue;
                return text_say(&finding->first_at,
                                "%" PRIu64 " rows of %" PRIu64 " items, %" PRIu64
                                " blocks of 4 wanted: expected %" PRIu64 " a row, got %" PRIu64,
                                rows, length, wanted, worded, blocks);
            }
    return true;
}

/* Larsen, 5.4.2 and 9.1: of blocks of 1024 threads or fewer, but not less than a warp of 32. */
static const struct {
    uint64_t length, threads;
} halved[] = {{0, 32},    {1, 32},    {32, 32},    {33, 64},     {255, 256},        {256, 256},
              {257, 512}, {512, 512}, {513, 1024}, {1024, 1024}, {UINT64_MAX, 1024}};

static bool sizes_hold(const struct segment_formulas *formulas, struct finding *finding)
{
    for (size_t i = 0; i < sizeof halved / sizeof halved[0]; i++) {
        uint64_t threads = formulas->threads(halved[i].length, 1024, 32);
        finding->items++;
        if (threads != halved[i].threads)
            return text_say(&finding->first_at,
                            "a block for %" PRIu64 " items: expected %" PRIu64 " threads, got %" PRIu64,
                            halved[i].length, halved[i].threads, threads);
    }
    return true;
}

/* Rows of `length` items in blocks of `items`: how many rows a block, and how often blocks take that many. */
static const struct {
    uint64_t rows, length, items, packed, packs;
} packings[] = {
    /* Larsen, thesis (2017), 5.4.1: 1000 segments of 64 elements, groups of 128 */
    {1000, 64, 128, 2, 500},
    /* a segment in each group where no two fit, though threads idle (6.2.2) */
    {1000, 65, 128, 1, 1000},
    {1000, 128, 128, 1, 1000},
    /* the last group has fewer segments: 7 of 7 by 18 and by 1 */
    {19, 7, 128, 18, 2},
    {18, 7, 128, 18, 1},
    {17, 7, 128, 18, 1},
    /* as many rows as items; without items as many, too (SegRed divides by max(1, length)) */
    {129, 1, 128, 128, 2},
    {129, 0, 128, 128, 2},
    /* one that does not fit */
    {1, 129, 128, 0, 0},
    /* past 32 bits */
    {UINT64_C(1) << 40, 3, 256, 85, (UINT64_C(1) << 40) / 85 + 1},
};

static bool packings_hold(const struct segment_formulas *formulas, struct finding *finding)
{
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++) {
        uint64_t packed = formulas->packed(packings[i].length, packings[i].items);
        uint64_t packs = packed ? formulas->ceiling(packings[i].rows, packed) : 0;
        finding->items++;
        if (packed != packings[i].packed || packs != packings[i].packs)
            return text_say(&finding->first_at,
                            "%" PRIu64 "x%" PRIu64 " in blocks of %" PRIu64 ": expected %" PRIu64
                            " packs of %" PRIu64 " rows, got %" PRIu64 " of %" PRIu64,
                            packings[i].rows, packings[i].length, packings[i].items, packings[i].packs,
                            packings[i].packed, packs, packed);
    }
    return true;
}

/* ---- which way a document's dispatcher goes ---- */

enum { FULL = 30720 }; /* threads of the GTX 780 Ti: 15 processors of 2048 */

struct turn {
    const char *says;
    uint64_t rows, length, block, full;
    enum segments_way way;
};

/* Larsen, thesis (2017), 5.3, listing 5.4, in blocks of 128; and 5.3.1 and 5.3.2, where it goes wrong, and with
 * thresholds that would be right there */
static const struct turn prototype_turns[] = {
    {"2^20: 2^14 rows of 2^6, packed, where a thread each would be faster", 1 << 14, 1 << 6, 128, FULL,
     SEGMENTS_SMALL},
    {"2^20: the same, by the better threshold", 1 << 14, 1 << 6, 128, 1 << 14, SEGMENTS_THREAD},
    {"2^26: 2^15 rows of 2^11, a thread each too early", 1 << 15, 1 << 11, 128, FULL, SEGMENTS_THREAD},
    {"2^26: the same, by the better threshold", 1 << 15, 1 << 11, 128, 1 << 19, SEGMENTS_LARGE},
    {"2^26: 2^19 rows of 2^7, where the better threshold switches", 1 << 19, 1 << 7, 128, 1 << 19,
     SEGMENTS_THREAD},
    {"2^26: 2^18 rows of 2^8, by the better threshold", 1 << 18, 1 << 8, 128, 1 << 19, SEGMENTS_LARGE},
    {"as many rows as threads", FULL, 1 << 11, 128, FULL, SEGMENTS_THREAD},
    {"a row fewer", FULL - 1, 1 << 11, 128, FULL, SEGMENTS_LARGE},
    {"half a block: two rows are packed", 1000, 64, 128, FULL, SEGMENTS_SMALL},
    {"an item more", 1000, 65, 128, FULL, SEGMENTS_LARGE},
};

/* 6.2.5, in blocks of 256; 6.5.2: the version with a thread a row from 2^9 rows on */
static const struct turn version_turns[] = {
    {"half a block: two rows are packed", 1 << 8, 128, 256, 0, SEGMENTS_SMALL},
    {"an item more", 1 << 8, 129, 256, 0, SEGMENTS_LARGE},
    {"2^26: 2^8 rows", 1 << 8, 1 << 18, 256, 0, SEGMENTS_LARGE},
    {"2^26: 2^9 rows", 1 << 9, 1 << 17, 256, 0, SEGMENTS_THREAD},
    {"a row fewer", (1 << 9) - 1, 1 << 17, 256, 0, SEGMENTS_LARGE},
};

/* Henriksen, slides (2016), "Performance": the faster of both in each row of the table; no rule is printed, ours switches
 * behind the largest size at which a block a row is */
static const struct turn henriksen_turns[] = {
    {"917 us against 2718", 50000, 1000, 0, 0, SEGMENTS_THREAD},
    {"302 us against 290", 5000, 1000, 0, 0, SEGMENTS_LARGE},
    {"267 us against 45", 500, 1000, 0, 0, SEGMENTS_LARGE},
    {"200 us against 20", 50, 1000, 0, 0, SEGMENTS_LARGE},
    {"a row more than 5000", 5001, 1000, 0, 0, SEGMENTS_THREAD},
};

/* SegRed's source, in blocks of 256: twice the length is less than a block, strictly */
static const struct turn segred_turns[] = {
    {"two rows leave two threads over", 1000, 127, 256, 0, SEGMENTS_SMALL},
    {"two rows fill a block", 1000, 128, 256, 0, SEGMENTS_LARGE},
    {"two rows of 2 leave one of 5 over", 1000, 2, 5, 0, SEGMENTS_SMALL},
    {"two rows of 3 do not fit 5", 1000, 3, 5, 0, SEGMENTS_LARGE},
    {"no items", 1000, 0, 256, 0, SEGMENTS_SMALL},
};

static enum segments_way turn_prototype(const struct segment_formulas *formulas, const struct turn *turn)
{
    return formulas->prototype(turn->rows, turn->length, turn->block, turn->full);
}

static enum segments_way turn_versions(const struct segment_formulas *formulas, const struct turn *turn)
{
    return formulas->versions(turn->rows, turn->length, turn->block);
}

static enum segments_way turn_henriksen(const struct segment_formulas *formulas, const struct turn *turn)
{
    return formulas->henriksen(turn->rows);
}

static enum segments_way turn_segred(const struct segment_formulas *formulas, const struct turn *turn)
{
    return formulas->segred(turn->length, turn->block);
}

static const struct {
    const char *name;
    enum segments_way (*goes)(const struct segment_formulas *formulas, const struct turn *turn);
    const struct turn *turn;
    size_t turns;
} dispatchers[] = {
    {"prototype", turn_prototype, prototype_turns, sizeof prototype_turns / sizeof prototype_turns[0]},
    {"versions", turn_versions, version_turns, sizeof version_turns / sizeof version_turns[0]},
    {"Henriksen", turn_henriksen, henriksen_turns, sizeof henriksen_turns / sizeof henriksen_turns[0]},
    {"SegRed", turn_segred, segred_turns, sizeof segred_turns / sizeof segred_turns[0]},
};

static bool dispatchers_hold(const struct segment_formulas *formulas, struct finding *finding)
{
    static const char *const words[] = {"a thread a row", "blocks a row", "rows a block"};
    for (size_t d = 0; d < sizeof dispatchers / sizeof dispatchers[0]; d++)
        for (size_t t = 0; t < dispatchers[d].turns; t++) {
            const struct turn *turn = &dispatchers[d].turn[t];
            enum segments_way way = dispatchers[d].goes(formulas, turn);
            finding->items++;
            if (way != turn->way)
                return text_say(&finding->first_at, "%s, %" PRIu64 "x%" PRIu64 " (%s): expected %s, got %s",
                                dispatchers[d].name, turn->rows, turn->length, turn->says, words[turn->way],
                                words[way]);
        }
    return true;
}

const struct segment_formulas segment_formulas = {
    .blocks = segments_blocks,
    .chunk = segments_chunk,
    .threads = segments_threads,
    .packed = segments_packed,
    .ceiling = segments_ceiling,
    .prototype = segments_by_prototype,
    .versions = segments_by_versions,
    .henriksen = segments_by_henriksen,
    .segred = segments_by_segred,
};

enum verdict judge_segments(const struct segment_formulas *formulas, struct finding *finding)
{
    bool holds = printed_hold(formulas, finding) && wording_holds(formulas, finding) &&
                 sizes_hold(formulas, finding) && packings_hold(formulas, finding) &&
                 dispatchers_hold(formulas, finding);
    return holds ? VERDICT_PASS : VERDICT_FAIL;
}

static enum verdict launch_formulas_equal_documents_check(void *context, const struct test_case *checked,
                                                          struct finding *finding)
{
    (void)context, (void)checked;
    return judge_segments(&segment_formulas, finding);
}

CLAIM(launch_formulas_equal_documents, SUITE, HOST, once,
      "blocks a row, rows a block, items a thread, threads a block and the dispatchers' choices equal the "
      "documents' worked examples");
