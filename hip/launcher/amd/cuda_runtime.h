/* SPDX-License-Identifier: MIT
 * Ordinary CUDA for AMD: a kernel's `#include <cuda_runtime.h>`. */
#define HIP_DISABLE_WARP_SYNC_BUILTINS /* of HIP 7; warp_words.h takes masks of 32 bits, too */
#include <hip/hip_runtime.h>

#include "../cuda_names.h"
#include "warp_words.h"
