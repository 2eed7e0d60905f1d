/* SPDX-License-Identifier: MIT */
#include "../../foldcheck_sim/rocprim.h"
