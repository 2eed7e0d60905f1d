/* SPDX-License-Identifier: MIT
 * Threads that fold or scan a value each, by memory that their kernel shares among them: what CUB's, hipCUB's and
 * rocPRIM's collectives are made of. Each use of the memory writes a byte that all threads read in the end, so that the next
 * use races with it unless a barrier lies between, as those libraries' documents ask for. A value that the documents leave
 * undefined is any bytes; a wrong result that changes with them is reported as that. */
#ifndef FOLDCHECK_SIM_TEAM_H
#define FOLDCHECK_SIM_TEAM_H

#include "warp.h"

namespace foldcheck_sim
{
/* A value of any bytes. */
template <class T>
static inline T undefined(const char *what)
{
    union any {
        T value;
        any() {}
        ~any() {}
    } any;
    sim_take_undefined(&any.value, sizeof(T), what);
    return any.value;
}

/* Shared memory for some values, which no constructor fills. */
template <class T, int COUNT>
struct slots {
    unsigned char used; /* first, so that collectives that share memory meet in it */
    alignas(T) unsigned char bytes[COUNT * sizeof(T)];
    T &operator[](int i)
    {
        return reinterpret_cast<T *>(bytes)[i];
    }
};
struct no_slots {
};

/* Around the use of some memory by a team. */
template <class TEAM, class S>
static inline void use_begins(const TEAM &team, S &memory)
{
    if (team.rank == 0) memory.used = 1;
}
template <class S>
static inline void use_ends(S &memory)
{
    __asm__ volatile("" : : "r"(memory.used)); /* a read that the compiler keeps, and reports */
}

/* All threads of a block, by their linear number. */
template <int THREADS>
struct block_team {
    static constexpr int ROOM = THREADS;
    int rank;

    explicit block_team(const char *who)
        : rank(static_cast<int>(sim_thread_x() +
                                sim_threads_x() * (sim_thread_y() + sim_threads_y() * sim_thread_z())))
    {
        sim_collective(who, THREADS);
    }
    int size() const
    {
        return THREADS;
    }
    void sync() const
    {
        __syncthreads();
    }
};

/* THREADS lanes that follow one another in a warp, or 0: all lanes. What is no power of two is the first ones of a warp. */
template <int THREADS>
struct warp_team {
    static constexpr int ROOM = THREADS ? THREADS : 64;
    int rank, first;

    explicit warp_team(const char *)
    {
        int lane = static_cast<int>(sim_lane());
        first = size() & (size() - 1) ? 0 : lane / size() * size();
        rank = lane - first;
    }
    int size() const
    {
        return THREADS ? THREADS : static_cast<int>(sim_lanes());
    }
    uint64_t mask() const
    {
        return UINT64_MAX >> (64 - size()) << first;
    }
    void sync() const
    {
        sim_warp_sync(mask());
    }
};

/* The order in which a fold takes the threads' values: by their numbers, by lanes, or by warps in any order. */
enum fold_order { BY_RANK, BY_LANES, BY_ANY_WARP };

template <class T, int ROOM, class F>
static inline T fold_slots(slots<T, ROOM> &memory, int count, fold_order order, F combine)
{
    const int lanes = static_cast<int>(sim_lanes()), warps = (count + lanes - 1) / lanes;
    const int first = order == BY_ANY_WARP ? static_cast<int>(sim_clock() % warps) * lanes : 0;
    const int columns = order == BY_LANES && lanes < count ? lanes : count,
              rows = (count + columns - 1) / columns;
    T all = memory[first];
    for (int column = 0; column < columns; column++)
        for (int row = column == 0; row < rows; row++) {
            int at = (first + column) % columns + row * columns;
            if (at < count) all = combine(all, memory[at]);
        }
    return all;
}

/* What the first `valid` threads' values give, for thread 0 alone. */
template <class TEAM, class T, class F>
static inline T fold_team(const TEAM &team, slots<T, TEAM::ROOM> &memory, T value, int valid, F combine,
                          fold_order order = BY_RANK)
{
    use_begins(team, memory);
    memory[team.rank] = value;
    team.sync();
    use_ends(memory);
    if (team.rank)
        return undefined<T>("undefined value: a reduction's result, which the first thread alone has");
    if (valid < 1) return undefined<T>("undefined value: a reduction's result of no valid item");
    return fold_slots(memory, valid < team.size() ? valid : team.size(), order, combine);
}

/* before: what the values of the threads before this one give, which is none in thread 0; all: what those of all give. */
template <class TEAM, class T, int ROOM, class F>
static inline void scan_team(const TEAM &team, slots<T, ROOM> &memory, T value, T &before, T &all, F combine)
{
    use_begins(team, memory);
    memory[team.rank] = value;
    team.sync();
    if (team.rank == 0) {
        T sum = value;
        for (int i = 1; i < team.size(); i++)
            memory[i] = sum = combine(sum, memory[i]);
    }
    team.sync();
    use_ends(memory);
    if (team.rank) before = memory[team.rank - 1];
    all = memory[team.size() - 1];
}

template <class T>
static inline T no_items_before()
{
    return undefined<T>("undefined value: the first result of an exclusive scan without an initial value");
}

/* One thread's items of a scan. running: what lies before them, if anything does. */
template <int ITEMS, class T, class F>
static inline void scan_items(const T (&input)[ITEMS], T (&output)[ITEMS], T running, bool any,
                              bool inclusive, F combine)
{
    for (int i = 0; i < ITEMS; i++) {
        T next = any ? T(combine(running, input[i])) : input[i];
        output[i] = inclusive ? next : any ? running : no_items_before<T>();
        running = next;
        any = true;
    }
}

template <int ITEMS, class T, class F>
static inline T fold_items(const T (&input)[ITEMS], F combine)
{
    T all = input[0];
    for (int i = 1; i < ITEMS; i++)
        all = combine(all, input[i]);
    return all;
}
} // namespace foldcheck_sim

#endif
