/* SPDX-License-Identifier: MIT
 * segreduce_larsen_commuting: segreduce_larsen_strided with a reduction of a block of its own for operators that commute,
 * NVIDIA's: upper half onto lower half, so that no bank of shared memory is met twice, and without a barrier once a
 * group is left. The other keeps the order that strides have lost already.
 *
 * ID, source    LF7: Larsen, thesis (2017), 9.1, "separate group-wide reduction kernels for commutative and
 *               non-commutative reductions", of 4.3.2 and appendix A (L4)
 * Laws          associative, commutes
 * Memory        n items read, a result a row written; of several blocks a row, a state each written and read
 * Scratch       of several blocks a row, a state a block
 * Progress      none needed
 * Cannot        keep the order of operands; rows of different lengths */
#include "hip/segreduce/segreduce_larsen_strided.hip"

namespace FOLDCHECK_NAMESPACE
{

struct segreduce_larsen_commuting : larsen_reduction<segreduce_larsen_commuting> {
    static constexpr const char
        *ids = "LF7",
        *does = "the threads of a row's blocks stride over it, and blocks fold halves onto "
                "halves; a second launch reduces their results";

    static constexpr unsigned takes = row_reduction::takes | TAKES_GRID;
    static constexpr bool commutes = true;
    static constexpr auto strided = segreduce_larsen_strided::strided;
    static constexpr auto plan = segreduce_larsen_strided::plan;
};

} // namespace FOLDCHECK_NAMESPACE
