/* SPDX-License-Identifier: MIT
 * The pieces that every strategy is made of: items in and out of columns, a run of items folded by one lane,
 * groups and blocks of lanes combined in order, and the sharing-out of windows.
 *
 * Comments say what an accumulator covers: [a, b) are item indices, clipped to the live ones. A window is
 * what one group folds in one go, GROUP * ITEMS consecutive items; windows are cut at 16-byte boundaries, so
 * that the first begins at -lead, 0 <= lead < 16, and has lead items fewer. */
#ifndef FOLDCHECK_TILE_HIP_H
#define FOLDCHECK_TILE_HIP_H

#include "hip/tile/chunks.hip.h"
#include "hip/tile/group.hip.h"
#include "hip/tile/run.hip.h"
#include "hip/tile/scale.hip.h"
#include "hip/tile/share.hip.h"
#include "hip/tile/source.hip.h"
#include "hip/tile/target.hip.h"
#include "hip/tile/tuple.hip.h"
#include "hip/tile/window.hip.h"
#include "hip/tile/window_parts.hip.h"

#endif
