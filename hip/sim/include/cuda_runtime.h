/* SPDX-License-Identifier: MIT
 * CUDA for the simulator: an ordinary kernel's `#include <cuda_runtime.h>`. */
#ifndef FOLDCHECK_SIM_CUDA_RUNTIME_H
#define FOLDCHECK_SIM_CUDA_RUNTIME_H
#include "../../launcher/cuda_names.h"
#include "hip/hip_runtime.h"
#endif
