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
