/* SPDX-License-Identifier: MIT
 * The library that is wrapped for this compiler. It defines PEER_STRATEGIES(X), a struct a strategy with its
 * `strategy` and a template `call<M>`, and PEER_BACKEND. */
#if defined(__CUDACC__)
#include "hip/peers/cub.hip.h"
#else
#include "hip/peers/rocprim.hip.h"
#endif
