/* SPDX-License-Identifier: MIT
 * Other libraries' reductions and scans, behind the same struct strategy as ours. `check --peers` examines them, and a
 * benchmark times them beside ours, with the same events. Each library is a plugin (hip/plugin.h) beside the
 * backend: foldcheck_cub.so for CUB, on nvidia, foldcheck_rocprim.so for rocPRIM, on amd; a shared object of
 * its own, so that no template of a library meets one of ours at link time. Beside foldcheck_plugin it exports
 * foldcheck_library, the library's name and version.
 *
 * foldcheck_libraries.so, foldcheck_openmp_clang.so, foldcheck_thrust.so and foldcheck_mpi.so are those of cpu.
 *
 * A peer's instances on a GPU have no tuning: the library has its own. */
#ifndef FOLDCHECK_PEERS_H
#define FOLDCHECK_PEERS_H

#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose strategies a plugin of this folder brings: "CUB 3.0.1". */
extern const char *const foldcheck_library;

/* host side (peers.c) */
struct peers {
    const char *library;
    const struct plugin_code *code;
};

/* How many plugins of peers a kind of device has, at most. */
enum { MOST_PEERS = 4 };
int peers_count(enum device_kind kind);

/* The peers of a kind of device, of its plugin `number` < peers_count(kind), from where backend_open finds its backend, for
 * a caller who keeps them apart from the backend's strategies. NULL with the reason where there are none. Stays open until
 * the program ends. */
const struct peers *peers_open(enum device_kind kind, int number, struct text *why);

/* Whether the file of a kind's peers is there, though it may not load. */
bool peers_there(enum device_kind kind, int number);

/* Lets the peers of a kind join the backend's own strategies, as plugin_load does. */
bool peers_load(enum device_kind kind, int number, struct text *why);

/* The peer's code for an operator, NULL if it has none. */
const struct operator_code *peers_operator(const struct peers *peers, const char *op);

#ifdef __cplusplus
}
#endif
#endif
