/* SPDX-License-Identifier: MIT
 * The plugin of the benchmarks of figures, one a backend: the operators that only they need, and the shapes of
 * figures_unit.hip.h. */
#include "operators/add_i16.h"
#include "operators/add_i64.h"
#include "operators/map_of_map_u32.h"
#include "operators/map_u32.h"
#define OPERATOR_TABLE "bench/figures/operators.def"
#include "op_lines.h"
#include "plugin.h"

extern const struct plugin_code figures_code;

static const struct plugin_code *const codes[] = {&figures_code, NULL};
extern __attribute__((visibility("default"))) const struct plugin foldcheck_plugin;
const struct plugin foldcheck_plugin = {PLUGIN_HEAD, op_lines, sizeof op_lines / sizeof op_lines[0], codes};
