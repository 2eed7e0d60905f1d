/* SPDX-License-Identifier: MIT
 * Judges graphs: two nodes that touch the same words race unless an edge leads from one to the other, whatever they do there
 * and whichever was recorded first; all nodes run, each behind those that lead to it; and what graphs leave behind. */
#ifndef FOLDCHECK_LITMUS_GRAPHS_HIP_H
#define FOLDCHECK_LITMUS_GRAPHS_HIP_H

#include "bench.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* What a node does to the payload's first words. */
enum graph_act { ACT_LOADS, ACT_STORES, ACT_FILLS, ACT_COPIES_FROM, ACT_COPIES_TO, ACTS };
static const char *const act_names[ACTS] = {"loads", "stores", "fills", "copies from", "copies to"};

UNSEEN static void loads_in_node(const void *arguments)
{
    if (sim_thread() == 0) sim_touch(static_cast<const words *>(arguments)->payload + 1, 4, 4, false);
}

UNSEEN static void stores_in_node(const void *arguments)
{
    if (sim_thread() == 0) sim_touch(static_cast<const words *>(arguments)->payload + 1, 4, 4, true);
}

/* branch: 0 or 1. */
static bool act_node(bench &b, graph_act act, struct stream *stream, int branch)
{
    enum { BYTES = 16 };
    sim_grid grid = {{1, 1, 1}, {8, 1, 1}, 0, stream};
    void *words_there = b.w.payload, *apart = b.w.payload + 32 + 16 * branch;
    switch (act) {
    case ACT_FILLS:
        return sim_memory_set(words_there, 0, BYTES, stream, false);
    case ACT_COPIES_FROM:
        return sim_memory_copy(apart, words_there, BYTES, stream, false);
    case ACT_COPIES_TO:
        return sim_memory_copy(words_there, apart, BYTES, stream, false);
    default:
        return sim_launch_ordinary(&grid, act == ACT_LOADS ? "loads_in_node" : "stores_in_node",
                                   act == ACT_LOADS ? loads_in_node : stores_in_node, &b.w, sizeof b.w);
    }
}

/* Two branches of two streams. */
struct two_branches {
    struct stream *stream[2] = {sim_stream_create(false), sim_stream_create(false)};
    struct event *event[2] = {sim_event_create(), sim_event_create()};

    two_branches() = default;
    two_branches(const two_branches &) = delete;
    ~two_branches()
    {
        for (int i = 0; i < 2; i++) {
            sim_stream_destroy(stream[i]);
            sim_event_destroy(event[i]);
        }
    }
};

/* edge: the second one lies behind the first. */
static struct graph *graph_of(bench &b, const two_branches &of, graph_act first, graph_act second, bool edge)
{
    struct graph *graph = nullptr;
    bool done = !sim_capture_begin(of.stream[0], SIM_CAPTURE_GLOBAL);
    if (!edge) done = done && sim_event_mark(of.event[0], of.stream[0]);
    done = done && act_node(b, first, of.stream[0], 0);
    if (edge) done = done && sim_event_mark(of.event[0], of.stream[0]);
    done = done && !sim_stream_await(of.stream[1], of.event[0]) && act_node(b, second, of.stream[1], 1) &&
           sim_event_mark(of.event[1], of.stream[1]) && !sim_stream_await(of.stream[0], of.event[1]) &&
           !sim_capture_end(of.stream[0], &graph);
    expect_notes(b, done && graph && sim_graph_nodes(graph) == 2, "two nodes are not captured");
    return graph;
}

static bool act_stores(graph_act act)
{
    return act == ACT_STORES || act == ACT_FILLS || act == ACT_COPIES_TO;
}

static void judge_pair(bench &b, const two_branches &of, graph_act first, graph_act second, bool edge)
{
    char name[80];
    bool races = !edge && (act_stores(first) || act_stores(second));
    snprintf(name, sizeof name, "a graph in which one node %s, another %s%s", act_names[first],
             act_names[second], edge ? " behind it" : "");
    for (int run = 0; run < 4; run++) {
        struct schedule schedule = nth_schedule(run);
        struct text report;
        lay_out(b);
        struct graph *graph = graph_of(b, of, first, second, edge);
        foldcheck_backend.schedule(b.device, &schedule);
        report.at[0] = 0;
        if (sim_graph_launch(graph, nullptr) == 0) finish(b, &report);
        bool right = races ? strstr(report.at, RACE) != nullptr : !*report.at;
        if (!right) say_wrong(b, name, run, races ? RACE : "", report.at);
        sim_graph_destroy(graph);
    }
}

static void judge_branches(bench &b)
{
    two_branches of;
    for (int first = 0; first < ACTS; first++)
        for (int second = 0; second < ACTS; second++)
            for (int edge = 0; edge < 2; edge++)
                judge_pair(b, of, (graph_act)first, (graph_act)second, edge);
}

/* ---- all of it runs --------------------------------------------------------------------------------------- */

enum { CHAINS = 5, LINKS = 40 }; /* more nodes than a word has bits */

static int links_done[CHAINS];
static bool in_turn;

struct chain_link {
    int chain, link;
};

static void does_link(void *context)
{
    const auto *at = static_cast<const chain_link *>(context);
    in_turn &= links_done[at->chain]++ == at->link;
}

/* Chains beside one another, which begin behind one node and end before another; launched twice before anybody waits. */
static void judge_graph_chains(bench &b)
{
    static chain_link at[CHAINS][LINKS];
    struct stream *stream[CHAINS];
    struct event *event = sim_event_create();
    struct graph *graph = nullptr;
    struct text report;
    bool done = true;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    for (struct stream *&each : stream)
        each = sim_stream_create(false);
    done = !sim_capture_begin(stream[0], SIM_CAPTURE_RELAXED) && sim_event_mark(event, stream[0]);
    for (int c = 1; c < CHAINS; c++)
        done = done && !sim_stream_await(stream[c], event);
    for (int l = 0; l < LINKS; l++)
        for (int c = 0; c < CHAINS; c++) {
            at[c][l] = {c, l};
            done = done && sim_host_call(stream[c], does_link, &at[c][l]);
        }
    for (int c = 1; c < CHAINS; c++)
        done = done && sim_event_mark(event, stream[c]) && !sim_stream_await(stream[0], event);
    done = done && !sim_capture_end(stream[0], &graph);
    expect_notes(b, done && sim_graph_nodes(graph) == CHAINS * LINKS, "chains are not captured");
    memset(links_done, 0, sizeof links_done);
    in_turn = true;
    report.at[0] = 0;
    if (!sim_graph_launch(graph, nullptr)) finish(b, &report);
    expect_notes(b, in_turn && links_done[0] == LINKS && links_done[CHAINS - 1] == LINKS && !*report.at,
                 "nodes of a chain run out of turn, or not at all");
    bool destroyed = !sim_graph_destroy(graph);
    expect_notes(b, destroyed && sim_graph_destroy(graph) && sim_graph_launch(graph, nullptr),
                 "a graph is there after it was destroyed");
    for (struct stream *each : stream)
        sim_stream_destroy(each);
    sim_event_destroy(event);
}

/* ---- what ends it ------------------------------------------------------------------------------------------ */

/* A graph that is destroyed while its launch waits is launched; a node that fails names itself; a capture that nobody ended is over
 * when the device is reset. */
static void judge_ends(bench &b)
{
    two_branches of;
    struct text report;
    unsigned long long id;
    unsigned got = 1;
    lay_out(b);
    foldcheck_backend.schedule(b.device, nullptr);
    struct graph *graph = graph_of(b, of, ACT_LOADS, ACT_FILLS, true);
    report.at[0] = 0;
    bool queued = !sim_graph_launch(graph, nullptr) && !sim_graph_destroy(graph);
    if (queued) finish(b, &report);
    foldcheck_backend.get(b.device, nullptr, &got, b.w.payload, sizeof got, &report);
    expect_notes(b, queued && !*report.at && foldcheck_backend.sync(b.device, 20, &report) && got == 0,
                 "a launch of a graph is lost with its handle");

    void *gone = sim_malloc(64);
    sim_capture_begin(of.stream[0], SIM_CAPTURE_RELAXED);
    sim_memory_set(gone, 0, 64, of.stream[0], false);
    sim_capture_end(of.stream[0], &graph);
    sim_free(gone);
    report.at[0] = 0;
    if (!sim_graph_launch(graph, nullptr)) finish(b, &report);
    expect_report(b, "a node in memory that was freed",
                  "memset: block 0, thread 0: write of 64 bytes at byte 0 of an allocation that was freed",
                  report);
    sim_graph_destroy(graph);

    sim_capture_begin(of.stream[0], SIM_CAPTURE_GLOBAL);
    foldcheck_backend.reset(b.device, &report);
    expect_notes(b, sim_capture_status(of.stream[0], &id) == SIM_CAPTURE_NONE && id == 0,
                 "a capture goes on after the device was reset");
}

static void judge_graphs(bench &b)
{
    judge_branches(b);
    judge_graph_chains(b);
    judge_ends(b);
}

} // namespace FOLDCHECK_NAMESPACE

#endif
