/* SPDX-License-Identifier: MIT
 * segscan_serial32: segscan_serial with one remainder of 64 bits a tile, and 32 bits from there on: the kernel that the
 * thesis ends with. segscan_regular32 is its faster relative.
 *
 * ID, source    C9: Clausen, thesis (2021), 6, App A
 * Laws          associative
 * Memory        one pass: n items read, n results written; a status filled, and one or two states told, a tile
 * Scratch       a counter, a status and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths; exclusive scans, initial values */
#ifndef FOLDCHECK_SEGSCAN_SERIAL32_HIP
#define FOLDCHECK_SEGSCAN_SERIAL32_HIP
#include "hip/scan/serial.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segscan_serial32 : serial_scan {
    static constexpr const char *ids = "C9", *does = "segscan_serial with 32-bit remainders";

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        static const char *const name[] = {"segscan_serial32 statuses", "segscan_serial32"};
        return serial_enqueue<M, true, BLOCK, ITEMS, GROUP>(name, job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
