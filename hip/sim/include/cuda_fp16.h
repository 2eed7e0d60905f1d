/* SPDX-License-Identifier: MIT */
#ifndef FOLDCHECK_SIM_CUDA_FP16_H
#define FOLDCHECK_SIM_CUDA_FP16_H
#include "cuda_runtime.h"
#include "foldcheck_sim/halves.h"
#endif
