/* SPDX-License-Identifier: MIT */
#include "../foldcheck_sim/groups.h"
