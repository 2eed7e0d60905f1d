/* SPDX-License-Identifier: MIT
 * Ordinary CUDA for AMD: a kernel's `#include <cuda_runtime.h>`. */
#include <hip/hip_runtime.h>

#include "../cuda_names.h"
