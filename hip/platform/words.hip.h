/* SPDX-License-Identifier: MIT
 * The words of kernels and their meanings. A file a device defines them: sim.hip.h; nvidia.hip.h and amd.hip.h, both on
 * gpu.hip.h. It defines the keywords before it includes this one:
 *
 *   OP_FN              an operator's function
 *   FN, FN_ONCE        device code; not inlined where that compiles faster
 *   BOTH               device code that the host's plans use, too
 *   COMPILE_TIME       the compiler's arithmetic: sizes, offsets, scaling
 *   KERNEL             (most threads a block, blocks a processor)
 *   UNROLL, ROLLED     before a loop; ROLLED has one turn mostly, or few, for which a compiler would write out four
 *   UNROLL_FOR_SPEED   before a loop whose lanes access memory alike, or not at all: the simulator counts the same if
 *                      it is rolled, and its kernels compile faster for it. Before another one UNROLL makes each turn's
 *                      accesses instructions of their own, or counts would go wrong once a lane left a turn out.
 *   SHARED             (T, name, count) declares T *name, items of shared memory. Only kernels declare it; helpers are
 *                      handed the pointer.
 *   DYNAMIC_SHARED     (name, bytes) declares unsigned char *name, shared memory from a multiple of 16 bytes on, which
 *                      launch_with_shared is told, too. At most one a kernel; there may be more of it than a device has
 *                      for SHARED.
 *   TOLD_SHARED        the same, of as many bytes as the problem needs, which only launch_with_shared's caller works
 *                      out
 *
 * and defines two numbers: MOST_LANES of a group, and MOST_BLOCKS of a launch that would have one a tile; a kernel with
 * more tiles loops over them. */
#ifndef FOLDCHECK_WORDS_HIP_H
#define FOLDCHECK_WORDS_HIP_H

#include "hip/device.h"

#include <stddef.h>
#include <stdint.h>

/* All of a backend's own code lies in a namespace of its own: two backends' templates in one program would be
 * merged silently by the linker. */
#define FOLDCHECK_PASTE2(a, b) a##b
#define FOLDCHECK_PASTE(a, b) FOLDCHECK_PASTE2(a, b)
#define FOLDCHECK_NAMESPACE FOLDCHECK_PASTE(foldcheck_, FOLDCHECK_BACKEND)

namespace FOLDCHECK_NAMESPACE
{

/* The bits of a value, into another one as wide. memcpy would say so to the simulator, which looks at all that a kernel
 * copies; this is for registers, and for memory behind its accessor's touch. */
template <size_t BYTES>
BOTH void copy_bits(void *to, const void *from);

/* ---- who is running ------------------------------------------------------------------------------------ */
FN int thread_id(void);
FN int64_t block_id(void);
FN int64_t block_count(void);

/* n, which the compiler takes for a new number whenever control comes by: what follows from it is worked out there,
 * and not once in front of a loop and kept in registers throughout. */
FN int worked_out_here(int n);

/* ---- barriers ------------------------------------------------------------------------------------------ */
FN void block_sync(void);

template <int GROUP>
FN void group_sync(void);

/* ---- between lanes ------------------------------------------------------------------------------------- */
/* Whose value a lane takes: that of the lane `by` above or below it (its own where there is none), or of lane
 * `by`. */
enum lane_way { LANE_ABOVE, LANE_BELOW, LANE_NUMBER };

/* The value of another lane of the group. All lanes of the group take part. */
template <int GROUP, lane_way WAY, class T>
FN_ONCE T lane_exchange(T mine, int by);

/* A bit for each lane of a group. */
template <bool WIDE>
struct lane_bits {
    using type = uint32_t;
};
template <>
struct lane_bits<true> {
    using type = uint64_t;
};
template <int GROUP>
using lane_set = typename lane_bits<(GROUP > 32)>::type;

/* Bit l: the argument of lane l of the group. All lanes of the group take part. */
template <int GROUP>
FN lane_set<GROUP> group_ballot(bool mine);

/* The number of the highest bit; -1 for none. */
FN int highest_bit(uint64_t bits);
FN int highest_bit(uint32_t bits);

FN int bit_count(uint64_t bits);
FN int bit_count(uint32_t bits);

/* ---- memory -------------------------------------------------------------------------------------------- */
/* Every access to global and shared memory passes here; it costs nothing on hardware. */
FN void touch(const void *memory, size_t bytes, size_t align, bool stores);

/* Every combine of a kernel passes here; it costs nothing on hardware. */
BOTH void count_combine(void);

/* Loads BYTES (4, 8 or 16, aligned to themselves) of global memory as 32-bit words, in one access; stores them. */
template <int BYTES>
FN void load_words(const void *memory, uint32_t *word);
template <int BYTES>
FN void store_words(void *memory, const uint32_t *word);

/* 16 bytes of global memory, aligned to themselves, that no block reads again soon: they bypass the caches. */
struct alignas(16) vector {
    uint32_t word[4];
};
FN vector load_stream(const void *memory);
FN void store_stream(void *memory, const vector &stored);

/* ---- between blocks ------------------------------------------------------------------------------------ */
/* Adds one to a counter and returns what it held. Release and acquire among all blocks of the device: what
 * was written before is seen by each block that takes a later one, and nothing that is read after is older than
 * the ticket. */
FN uint32_t take_ticket(uint32_t *counter);

/* As take_ticket, of 64 bits, but orders nothing: numbers that only tell blocks apart. */
FN uint64_t take_number(uint64_t *counter);

/* Stores `next` in a word of global or shared memory if it holds what is expected, in one step, and returns what it
 * held. Orders nothing else. */
FN uint64_t swap_word(uint64_t *word, uint64_t expected, uint64_t next);

/* Adds to a word of global or shared memory, in one step, and returns what it held. Orders nothing. */
FN uint32_t add_to_word(uint32_t *word, uint32_t add);

/* The same where nobody asks what the word held. */
FN void add_onto(uint32_t *word, uint32_t add);
FN void add_onto(uint64_t *word, uint64_t add);

/* A word that blocks leave for others: all 64 bits at once, and nothing else is promised. */
FN void publish_word(uint64_t *word, uint64_t value);
FN uint64_t observe_word(const uint64_t *word);
FN uint32_t observe_word(const uint32_t *word);

/* A word that other lanes may place, too, where what says the places is wrong: one of them stays. Orders nothing. */
FN void place_word(uint32_t *word, uint32_t value);

/* A flag for "my earlier writes are visible": published with release, observed with acquire. */
FN void publish_flag(uint32_t *flag, uint32_t value);
FN uint32_t observe_flag(const uint32_t *flag);

/* A lane has looked for something that is not there yet, and will look again. */
FN void spin(void);

/* ---- launching ----------------------------------------------------------------------------------------- */
/* Enqueues kernel(arguments) on blocks x block threads, with `shared` bytes of DYNAMIC_SHARED; never waits. */
template <class A>
static inline bool launch_with_shared(const char *name, void (*kernel)(A), int64_t blocks, int block,
                                      int group, size_t shared, const struct job *job, const A &arguments,
                                      struct text *why);

} // namespace FOLDCHECK_NAMESPACE
#endif
