/* SPDX-License-Identifier: MIT
 * literal_traffic: costs of launches by the listings of the documents, worked out by hand from these, for the strategies that
 * have their IDs. docs/documents counts the lines of each ID. */
#include <inttypes.h>

#include "counting.h"

enum { ANY = -1 }; /* what the document leaves open */

/* Launches of kernels, bytes of global memory read and written (scratch, too), barriers of blocks, atomics of lanes, and cycles
 * that accesses to shared memory take beyond the fewest: of the documents' warps, which have 32 lanes. */
static const struct {
    const char *ids, *line;
    int64_t launches, read, written, barriers, atomics, conflicts;
} forms_by_hand[] = {
#define AT(STRATEGY, TUNING, PROBLEM)                                                                        \
    "literal_traffic." STRATEGY "{" TUNING "}@sim32 reduce/" PROBLEM "/soa/any:1"
    /* L 4.3.2, "First version": a launch a level, each block reads its tile (line 7), has a barrier behind that (line 8) and one
     * behind each of log2 B steps (line 17), and writes one (line 20). Tiles of 8: 125, 16, 2, 1; and 8, 1 */
    {"L1 L2", AT("reduce_tree_interleaved", "block=8,items=1,group=4", "add_u32/1000"), 4,
     4 * (1000 + 125 + 16 + 2), 4 * (125 + 16 + 2 + 1), 4 * (125 + 16 + 2 + 1), 0, ANY},
    {"L1 L2", AT("reduce_tree_interleaved", "block=8,items=1,group=4", "add_u32/64"), 2, 4 * (64 + 8),
     4 * (8 + 1), 4 * (8 + 1), 0, ANY},
    /* its strides, of two loads and a store each: 4 warps two ways, 2 warps four ways, then one warp of 32, 16 and 8 lanes eight
     * ways, of 4 lanes four ways, of 2 two ways */
    {"L2", AT("reduce_tree_interleaved", "block=256,items=1,group=32", "add_u32/256"), 1, 4 * 256, 4, 9, 0,
     3 * (4 * 1 + 2 * 3 + 3 * 7 + 3 + 1)},
    /* "Second version": no conflict, and two barriers, before and after the leaders' stores; of every tile */
    {"L1 L3", AT("reduce_tree_warp_first", "block=256,items=4,group=32", "add_u32/1024"), 1, 4 * 1024, 4, 2,
     0, 0},
    {"L1 L3", AT("reduce_tree_warp_first", "block=256,items=4,group=32", "add_u32/4096"), 2, 4 * (4096 + 4),
     4 * (4 + 1), 2 * (4 + 1), 0, 0},
    /* where the first warp fetches the results: one */
    {"L1 L3b", AT("reduce_tree_warp_first", "block=8,items=3,group=4,gather=1", "add_u32/24"), 1, 4 * 24, 4,
     1, 0, ANY},
    {"L1 L3b", AT("reduce_tree_warp_first", "block=8,items=3,group=4,gather=1", "add_u32/288"), 2,
     4 * (288 + 12), 4 * (12 + 1), 12 + 1, 0, ANY},
#undef AT
};

static bool differs(int64_t by_hand, uint64_t counted)
{
    return by_hand != ANY && (uint64_t)by_hand != counted;
}

static enum verdict check_form(struct lab *lab, size_t at, struct finding *finding)
{
    struct launch_counters counted;
    enum verdict verdict = count_line(lab, forms_by_hand[at].line, &counted, finding);
    if (verdict != VERDICT_PASS) return verdict;
    const struct {
        const char *name;
        int64_t by_hand;
        uint64_t counted;
    } figure[] = {{"launches", forms_by_hand[at].launches, counted.launches},
                  {"bytes read", forms_by_hand[at].read, counted.data.loaded + counted.scratch.loaded},
                  {"bytes written", forms_by_hand[at].written, counted.data.stored + counted.scratch.stored},
                  {"barriers", forms_by_hand[at].barriers, counted.barriers},
                  {"atomics", forms_by_hand[at].atomics, counted.atomics},
                  {"bank conflicts", lab->session.caps->lanes == 32 ? forms_by_hand[at].conflicts : ANY,
                   counted.bank_conflicts}};
    for (size_t i = 0; i < sizeof figure / sizeof figure[0]; i++) {
        if (!differs(figure[i].by_hand, figure[i].counted)) continue;
        text_say(&finding->first_at, "%s (%s): by the document %" PRId64 " %s, has %" PRIu64,
                 forms_by_hand[at].line, forms_by_hand[at].ids, figure[i].by_hand, figure[i].name,
                 figure[i].counted);
        return VERDICT_FAIL;
    }
    return VERDICT_PASS;
}

enum verdict check_forms_by_hand(struct lab *lab, struct finding *finding)
{
    return check_lines(lab, check_form, sizeof forms_by_hand / sizeof forms_by_hand[0], finding);
}
