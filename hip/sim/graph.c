/* SPDX-License-Identifier: MIT
 * Graphs, and their launches. Nodes whose predecessors are done run beside one another, whatever was recorded first;
 * what they access is ordered by edges alone (launch_is_over). A copy or a fill is one lane that accesses all of its
 * bytes, so that it races as a kernel does. */
#include "graph.h"
#include "know.h"
#include "launch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets of nodes ------------------------------------------------------------------------------------------ */

static void nodes_reach(struct nodes *nodes, size_t words)
{
    if (words <= nodes->words) return;
    nodes->word = must(realloc(nodes->word, words * sizeof *nodes->word));
    memset(nodes->word + nodes->words, 0, (words - nodes->words) * sizeof *nodes->word);
    nodes->words = words;
}

void nodes_join(struct nodes *to, const struct nodes *from)
{
    nodes_reach(to, from->words);
    for (size_t i = 0; i < from->words; i++)
        to->word[i] |= from->word[i];
}

void nodes_add(struct nodes *to, size_t node)
{
    nodes_reach(to, node / 64 + 1);
    to->word[node / 64] |= UINT64_C(1) << node % 64;
}

bool nodes_have(const struct nodes *nodes, size_t node)
{
    return node / 64 < nodes->words && (nodes->word[node / 64] >> node % 64 & 1);
}

void nodes_drop(struct nodes *nodes)
{
    free(nodes->word);
    *nodes = (struct nodes){0};
}

/* ---- graphs ------------------------------------------------------------------------------------------------- */

static struct graph *graphs;

struct graph *graph_new(void)
{
    struct graph *graph = must(calloc(1, sizeof *graph));
    graph->module = machine.module;
    graph->references = graph->handles = 1;
    graph->next = graphs;
    return graphs = graph;
}

/* Memory that no node frees is the launcher's. */
static void graph_free(struct graph *graph)
{
    struct graph **at = &graphs;
    while (*at != graph)
        at = &(*at)->next;
    *at = graph->next;
    for (size_t i = 0; i < graph->nodes; i++) {
        free(graph->node[i].operation.launch.arguments);
        nodes_drop(&graph->node[i].before);
    }
    for (size_t i = 0; i < graph->memories; i++)
        if (graph->memory[i].freed && memory_begins(&machine.device->memory, graph->memory[i].at))
            memory_release(&machine.device->memory, graph->memory[i].at);
    free(graph->node);
    free(graph->memory);
    free(graph);
}

static void graph_drop(struct graph *graph)
{
    if (--graph->references == 0) graph_free(graph);
}

bool graph_is_known(const struct graph *graph)
{
    const struct graph *at = graphs;
    while (at && at != graph)
        at = at->next;
    return at && at->handles;
}

void graph_share(struct graph *graph)
{
    graph->references++;
    graph->handles++;
}

void graph_release(struct graph *graph)
{
    if (graph->handles == 0) return;
    graph->handles--;
    graph_drop(graph);
}

void graphs_release_of(const struct module *module)
{
    for (struct graph *graph = graphs, *next; graph; graph = next) {
        next = graph->next;
        if (graph->module != module || !graph->handles) continue;
        graph->references -= graph->handles - 1;
        graph->handles = 1;
        graph_release(graph);
    }
}

void graph_add(struct graph *graph, const struct operation *operation, const struct nodes *before)
{
    if (graph->nodes == graph->room) {
        graph->room = 2 * graph->room + 16;
        graph->node = must(realloc(graph->node, graph->room * sizeof *graph->node));
    }
    struct node *node = &graph->node[graph->nodes++];
    *node = (struct node){.operation = *operation};
    nodes_join(&node->before, before);
}

void graph_allocates(struct graph *graph, void *memory)
{
    graph->memory = must(realloc(graph->memory, (graph->memories + 1) * sizeof *graph->memory));
    graph->memory[graph->memories++] = (struct graph_memory){.at = memory};
}

struct graph_memory *graph_allocated(const struct graph *graph, const void *memory)
{
    for (size_t i = 0; i < graph->memories; i++)
        if (graph->memory[i].at == memory) return &graph->memory[i];
    return NULL;
}

/* ---- runs --------------------------------------------------------------------------------------------------- */

struct graph_run *run_new(struct graph *graph)
{
    struct graph_run *run = must(calloc(1, sizeof *run));
    *run = (struct graph_run){.graph = graph, .references = 1, .left = graph->nodes};
    run->operation = must(calloc(graph->nodes + 1, sizeof *run->operation));
    run->done = must(calloc(graph->nodes + 1, sizeof *run->done));
    for (size_t i = 0; i < graph->nodes; i++)
        run->operation[i] = graph->node[i].operation;
    graph->references++;
    return run;
}

struct graph_run *run_share(struct graph_run *run)
{
    if (run) run->references++;
    return run;
}

void run_drop(struct graph_run *run)
{
    if (!run || --run->references > 0) return;
    free(run->operation);
    free(run->done);
    graph_drop(run->graph);
    free(run);
}

static bool is_ready(const struct graph_run *run, size_t node)
{
    for (size_t i = 0; i < node; i++)
        if (!run->done[i] && nodes_have(&run->graph->node[node].before, i)) return false;
    return true;
}

/* False: the host has no memory. `over`: it is done. */
static bool node_advance(struct graph_run *run, size_t node, struct stream *stream, bool *over)
{
    struct operation *operation = &run->operation[node];
    struct launch *launch = &operation->launch;
    *over = true;
    if (operation->kind != DO_LAUNCH) {
        operation_do(operation);
        return true;
    }
    launch->stream = stream;
    launch->run = run;
    launch->node = node;
    if (!launch_starts_blocks(launch)) return false;
    *over = launch->running == 0;
    return true;
}

bool run_advance(struct graph_run *run, struct stream *stream, bool unwaited)
{
    for (bool moved = true; moved && run->left;) {
        moved = false;
        for (size_t i = 0; i < run->graph->nodes; i++) {
            bool over;
            if (run->done[i] || !is_ready(run, i)) continue;
            run->operation[i].launch.unwaited |= unwaited;
            if (!node_advance(run, i, stream, &over)) return false;
            run->done[i] = over;
            run->left -= over;
            moved |= over;
        }
    }
    return true;
}
