/* SPDX-License-Identifier: MIT */
#include "../foldcheck_sim/halves.h"
#include "hip_runtime.h"
