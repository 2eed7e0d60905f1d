/* SPDX-License-Identifier: MIT
 * The headers of launcher_calls.hip.h: they come before somebody's source and its macros. */
#include "launcher.h"

#include <hip/hip_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <type_traits>
#include <utility>

#ifdef FOLDCHECK_HALVES
#if defined(__HIP_PLATFORM_AMD__) && !defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#else
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif
#endif
