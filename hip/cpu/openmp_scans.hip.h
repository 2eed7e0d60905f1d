/* SPDX-License-Identifier: MIT
 * OpenMP's loops with a scan directive over a row: omp_scan_row by threads, omp_simd_scan_row by the lanes of one. */
#ifndef FOLDCHECK_CPU_OPENMP_SCANS_HIP_H
#define FOLDCHECK_CPU_OPENMP_SCANS_HIP_H

#include "hip/cpu/function.hip.h"

namespace FOLDCHECK_NAMESPACE
{

/* A state that knows how it is combined: a declared reduction sees its two operands and nothing else. */
template <class Row>
struct omp_state {
    typename Row::state value;
    const Row *row;
};
template <class Row>
static void omp_join(omp_state<Row> &left, const omp_state<Row> &right)
{
    left.value = left.row->combine(left.value, right.value);
}

#ifdef __clang__

/* clang 14 and 15 crash at a scan directive in a template. So the loops know states as bytes, and the row by three functions. */
struct omp_untyped_row;
struct omp_untyped {
    alignas(8) unsigned char value[MAX_STATE_BYTES];
    const omp_untyped_row *row;
};
struct omp_untyped_row {
    const void *row;
    size_t count;
    uint32_t threads;
    const omp_untyped *identity;
    void (*join)(const void *row, omp_untyped &left, const omp_untyped &right);
    void (*add)(const void *row, omp_untyped &sum, size_t i); /* item i behind the sum */
    void (*put)(const void *row, const omp_untyped &sum, size_t i);
};
/* A variable that is scanned may hold what was folded already where others are made: the identity is the row's. */
#pragma omp declare reduction(fold:omp_untyped                                                               \
                              : omp_out.row->join(omp_out.row->row, omp_out, omp_in))                        \
    initializer(omp_priv = *omp_orig.row->identity)

static inline void omp_scan_inclusive(const omp_untyped_row &row, omp_untyped acc)
{
#pragma omp parallel for num_threads(row.threads) reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        row.add(row.row, acc, i);
#pragma omp scan inclusive(acc)
        row.put(row.row, acc, i);
    }
}

static inline void omp_scan_exclusive(const omp_untyped_row &row, omp_untyped acc)
{
#pragma omp parallel for num_threads(row.threads) reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        row.put(row.row, acc, i);
#pragma omp scan exclusive(acc)
        row.add(row.row, acc, i);
    }
}

static inline void omp_simd_scan_inclusive(const omp_untyped_row &row, omp_untyped acc)
{
#pragma omp simd reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        row.add(row.row, acc, i);
#pragma omp scan inclusive(acc)
        row.put(row.row, acc, i);
    }
}

static inline void omp_simd_scan_exclusive(const omp_untyped_row &row, omp_untyped acc)
{
#pragma omp simd reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        row.put(row.row, acc, i);
#pragma omp scan exclusive(acc)
        row.add(row.row, acc, i);
    }
}

/* The functions of a row's type. */
template <class Row>
struct omp_typed {
    using state = typename Row::state;

    static state take(const omp_untyped &from)
    {
        state value;
        memcpy(static_cast<void *>(&value), from.value, sizeof value);
        return value;
    }

    static void set(omp_untyped &to, const state &value)
    {
        static_assert(sizeof value <= sizeof to.value, "a state fits");
        memcpy(to.value, &value, sizeof value);
    }

    static const Row &of(const void *row)
    {
        return *static_cast<const Row *>(row);
    }

    static void join(const void *row, omp_untyped &left, const omp_untyped &right)
    {
        set(left, of(row).combine(take(left), take(right)));
    }

    static void add(const void *row, omp_untyped &sum, size_t i)
    {
        set(sum, of(row).combine(take(sum), of(row).items[i]));
    }

    static void put(const void *row, const omp_untyped &sum, size_t i)
    {
        of(row).results[i] = take(sum);
    }
};

template <class Row, class Loop>
static void omp_untyped_scan(const Row &row, Loop inclusive, Loop exclusive)
{
    using typed = omp_typed<Row>;
    omp_untyped none = {}, begin = {};
    const omp_untyped_row untyped = {&row,        row.count,  row.how->threads, &none,
                                     typed::join, typed::add, typed::put};
    none.row = begin.row = &untyped;
    typed::set(none, row.identity);
    typed::set(begin, row.start());
    (row.exclusive ? exclusive : inclusive)(untyped, begin);
}

template <class Row>
static void omp_scan_row(const Row &row)
{
    omp_untyped_scan(row, omp_scan_inclusive, omp_scan_exclusive);
}

template <class Row>
static void omp_simd_scan_row(const Row &row)
{
    omp_untyped_scan(row, omp_simd_scan_inclusive, omp_simd_scan_exclusive);
}

#else

template <class Row>
static void omp_scan_row(const Row &row)
{
    using state = omp_state<Row>;
#pragma omp declare reduction(fold:state                                                                     \
                              : omp_join(omp_out, omp_in))                                                   \
    initializer(omp_priv = {omp_orig.row->identity, omp_orig.row})
    state acc = {row.start(), &row};
    if (row.exclusive) {
#pragma omp parallel for num_threads(row.how->threads) reduction(inscan, fold : acc)
        for (size_t i = 0; i < row.count; i++) {
            row.results[i] = acc.value;
#pragma omp scan exclusive(acc)
            acc.value = row.combine(acc.value, row.items[i]);
        }
        return;
    }
#pragma omp parallel for num_threads(row.how->threads) reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        acc.value = row.combine(acc.value, row.items[i]);
#pragma omp scan inclusive(acc)
        row.results[i] = acc.value;
    }
}

template <class Row>
static void omp_simd_scan_row(const Row &row)
{
    using state = omp_state<Row>;
#pragma omp declare reduction(fold:state                                                                     \
                              : omp_join(omp_out, omp_in))                                                   \
    initializer(omp_priv = {omp_orig.row->identity, omp_orig.row})
    state acc = {row.start(), &row};
    if (row.exclusive) {
#pragma omp simd reduction(inscan, fold : acc)
        for (size_t i = 0; i < row.count; i++) {
            row.results[i] = acc.value;
#pragma omp scan exclusive(acc)
            acc.value = row.combine(acc.value, row.items[i]);
        }
        return;
    }
#pragma omp simd reduction(inscan, fold : acc)
    for (size_t i = 0; i < row.count; i++) {
        acc.value = row.combine(acc.value, row.items[i]);
#pragma omp scan inclusive(acc)
        row.results[i] = acc.value;
    }
}

#endif

} // namespace FOLDCHECK_NAMESPACE
#endif
