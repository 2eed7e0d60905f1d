/* SPDX-License-Identifier: MIT
 * Other people's reductions, behind the same struct strategy as ours: what a benchmark times beside ours,
 * with the same events. A shared object of its own for each library (foldcheck_cub.so for CUB, on nvidia), so
 * that no template of a library meets one of ours at link time. It exports one symbol, foldcheck_peers, and
 * says status.h's text_say itself (it is linked with src/status.c).
 *
 * A peer takes any job of a strategy that its `refuse` admits. The caller's device must be the current one of
 * the calling thread, as it is after backend->open. */
#ifndef FOLDCHECK_PEERS_H
#define FOLDCHECK_PEERS_H

#include "strategy.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PEERS_ABI = 1 };

struct peers {
    uint32_t abi;          /* PEERS_ABI */
    const char *library;   /* "CUB 3.0.1" */
    enum device_kind kind; /* the backend whose device pointers and streams it takes */
    /* Which operators it has, one instance a peer and operator (no tunings: the library has its own; no
     * combine_many, no make_items). NULL ends both lists. */
    const struct strategy *const *strategies;
    const struct operator_code *const *operators;
};

extern const struct peers foldcheck_peers;

/* host side (peers.c): the peers of a kind of device, from where backend_open finds its backend. NULL with
 * the reason where there are none. Stays open until the program ends. */
const struct peers *peers_open(enum device_kind kind, struct text *why);

/* The peer's code for an operator, NULL if it has none. */
const struct operator_code *peers_operator(const struct peers *peers, const char *op);

#ifdef __cplusplus
}
#endif
#endif
