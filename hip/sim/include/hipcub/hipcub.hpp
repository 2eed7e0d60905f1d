/* SPDX-License-Identifier: MIT */
#include "../foldcheck_sim/hipcub.h"
