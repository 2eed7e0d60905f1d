/* SPDX-License-Identifier: MIT
 * segscan_serial: Clausen's regular segmented single-pass scan to the letter (serial.hip.h): a block a tile, one buffer of
 * shared memory for all phases, a look-back by one thread. segscan_regular is its faster relative.
 *
 * ID, source    C7: Clausen, thesis (2021), 4, 7, App A
 * Laws          associative
 * Memory        one pass: n items read, n results written; a status filled, and one or two states told, a tile
 * Scratch       a counter, a status and two states a tile
 * Progress      resident blocks go on while others wait
 * Cannot        rows of different lengths; exclusive scans, initial values */
#ifndef FOLDCHECK_SEGSCAN_SERIAL_HIP
#define FOLDCHECK_SEGSCAN_SERIAL_HIP
#include "hip/scan/serial.hip.h"

namespace FOLDCHECK_NAMESPACE
{

struct segscan_serial : serial_scan {
    static constexpr const char
        *ids = "C7 C7.0 C7.1 C7.2 C7.3 C7.4 C7.5 C7.6 C7.7 C7.8 C7.9",
        *does = "one pass over rows of one length, one thread looks back; 64-bit remainders";

    template <class M, int BLOCK, int ITEMS, int GROUP, int GATHER>
    static bool enqueue(const struct job *job, const struct launch_shape *shape, struct text *why)
    {
        static const char *const name[] = {"segscan_serial statuses", "segscan_serial"};
        return serial_enqueue<M, false, BLOCK, ITEMS, GROUP>(name, job, shape, why);
    }
};

} // namespace FOLDCHECK_NAMESPACE
#endif
