/* SPDX-License-Identifier: MIT
 * Graphs of operations: capture.c records them, graph.c runs them. A node lies behind those that the edges lead from, so
 * edges go from lower numbers to higher ones; what comes before a node is kept as a set that has all of them. */
#ifndef FOLDCHECK_SIM_GRAPH_H
#define FOLDCHECK_SIM_GRAPH_H

#include "machine.h"

struct node {
    struct operation operation; /* its arguments are owned */
    struct nodes before;
};

/* What cudaMallocAsync gave while it was recorded: the same address at every launch. */
struct graph_memory {
    void *at;
    bool freed; /* by a node */
};

struct graph {
    struct graph *next; /* of all that there are */
    const struct module *module;
    unsigned references; /* handles of the host's, and runs */
    unsigned handles;    /* of these: of the host's */
    struct node *node;   /* owned */
    size_t nodes, room;
    struct graph_memory *memory; /* owned */
    size_t memories;
    bool launched;             /* once at least */
    const struct stream *last; /* by whom: a launch in another stream comes behind it */
};

/* One launch of a graph. */
struct graph_run {
    struct graph *graph;
    unsigned references;
    struct operation *operation; /* a copy of each node's, whose arguments are the graph's; owned */
    bool *done;                  /* owned */
    size_t left;
};

void nodes_join(struct nodes *to, const struct nodes *from);
void nodes_add(struct nodes *to, size_t node);
bool nodes_have(const struct nodes *nodes, size_t node);
void nodes_drop(struct nodes *nodes);

struct graph *graph_new(void);
/* Has somebody a handle of it? */
bool graph_is_known(const struct graph *graph);
/* One handle more, or one less. */
void graph_share(struct graph *graph);
void graph_release(struct graph *graph);
/* What the plugin's launchers had of them is gone. */
void graphs_release_of(const struct module *module);
/* A node behind all of those. Takes what the operation owns over. */
void graph_add(struct graph *graph, const struct operation *operation, const struct nodes *before);
/* Of memory that a node allocates; its entry, or NULL. */
void graph_allocates(struct graph *graph, void *memory);
struct graph_memory *graph_allocated(const struct graph *graph, const void *memory);

struct graph_run *run_new(struct graph *graph);
struct graph_run *run_share(struct graph_run *run);
void run_drop(struct graph_run *run);
/* Does what can be done, up to launches that still run, whose blocks it starts. False: the host has no memory. */
bool run_advance(struct graph_run *run, struct stream *stream, bool unwaited);

#endif
