/* SPDX-License-Identifier: MIT
 * Operators and strategies of users. A plugin is a shared object that exports one symbol, foldcheck_plugin. Its
 * operators join the table of op.h, its strategies and its operators' code the tables of the backends: every
 * property then sees them as it sees foldcheck's own. foldcheck_add_operator and foldcheck_add_strategy of the
 * CMake package write and build one; foldcheck check --plugin FILE.so loads it.
 *
 * A plugin with code for the simulator links with foldcheck_sim.so, whose words its kernels say. */
#ifndef FOLDCHECK_PLUGIN_H
#define FOLDCHECK_PLUGIN_H

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised with every change to struct plugin; BACKEND_ABI with every change to what it points to. */
enum { PLUGIN_ABI = 1 };

/* A plugin's code for one backend. */
struct plugin_code {
    const char *backend; /* "sim", "amd", "nvidia", "cpu" */
    /* New strategies; NULL ends the list. */
    const struct strategy *const *strategies;
    /* Instances by operator; NULL ends the list. For an operator that the backend has, they are added to its
     * own. An instance's strategy is looked up by name: foldcheck's own, or one of a plugin. */
    const struct operator_code *const *operators;
};

struct plugin {
    uint32_t abi, backend_abi;                         /* PLUGIN_ABI, BACKEND_ABI: first in every version */
    uint32_t op_line_bytes, strategy_bytes, job_bytes; /* sizeof, as the plugin was compiled */
    struct op_line *operators;                         /* of op_lines.h; NULL where there are none */
    size_t operator_count;
    const struct plugin_code *const *code; /* NULL ends the list */
};

/* The head of every plugin of this version. */
#define PLUGIN_HEAD                                                                                          \
    PLUGIN_ABI, BACKEND_ABI, sizeof(struct op_line), sizeof(struct strategy), sizeof(struct job)

extern const struct plugin foldcheck_plugin;

/* host side (hip/plugin.c): loads a plugin for as long as the program runs. False, with nothing added and the
 * reason in why, for a file that does not load, is of another version, or brings a name that is taken. */
bool plugin_load(const char *path, struct text *why);

/* Opens a plugin's file, and adds nothing. NULL with the reason, as plugin_load. */
const struct plugin *plugin_open(const char *path, struct text *why);

/* How many plugins are loaded. */
size_t plugins_count(void);

/* Adds what the loaded plugins bring to a copy of a backend's table. Returns the copy, which lives as long as
 * the program, or NULL with the reason. */
const struct backend *plugins_join(const struct backend *backend, struct text *why);

#ifdef __cplusplus
}
#endif
#endif
