/* SPDX-License-Identifier: MIT
 * HIP for the simulator: an ordinary kernel's `#include <hip/hip_runtime.h>`. */
#ifndef FOLDCHECK_SIM_HIP_RUNTIME_H
#define FOLDCHECK_SIM_HIP_RUNTIME_H
#include "../foldcheck_sim/atomics.h"
#include "../foldcheck_sim/kernel.h"
#include "../foldcheck_sim/launch.h"
#include "../foldcheck_sim/math.h"
#include "../foldcheck_sim/rounding.h"
#include "../foldcheck_sim/runtime.h"
#include "../foldcheck_sim/vectors.h"
#include "../foldcheck_sim/warp.h"
#endif
