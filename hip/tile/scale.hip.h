/* SPDX-License-Identifier: MIT
 * ITEMS of a shape, scaled for the bytes of an operator's items. */
#ifndef FOLDCHECK_TILE_SCALE_HIP_H
#define FOLDCHECK_TILE_SCALE_HIP_H

#include "hip/tile/tuple.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* op_variant's classes of an input tuple by its bytes. */
COMPILE_TIME int size_class(size_t packed_bytes)
{
    return packed_bytes <= 4 ? 0 : packed_bytes <= 8 ? 1 : packed_bytes <= 16 ? 2 : 3;
}

/* ITEMS after scaling: the bytes that a thread holds stay about the same, in powers of two
 * (Clausen's model is hip/scan/clausen.hip.h). Tiny shapes keep their items. */
COMPILE_TIME int scaled_items(int items, size_t packed_bytes)
{
    return items <= 3 ? items : items >> size_class(packed_bytes) > 1 ? items >> size_class(packed_bytes) : 1;
}

} // namespace FOLDCHECK_NAMESPACE
#endif
