/* SPDX-License-Identifier: MIT */
#include "hip_runtime.h"
