/* SPDX-License-Identifier: MIT */
#include <hip/hip_cooperative_groups.h>
