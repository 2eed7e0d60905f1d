/* SPDX-License-Identifier: MIT */
#include "../../foldcheck_sim/cub.h"
