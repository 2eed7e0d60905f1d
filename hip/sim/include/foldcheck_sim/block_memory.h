/* SPDX-License-Identifier: MIT
 * BlockLoad and BlockStore as CUB's and hipCUB's documents have them: thread t has items t * ITEMS and on (blocked), or, by
 * BLOCK_LOAD_STRIPED, every THREADS-th from t on. Accesses lie as the algorithm says: those that transpose read and write
 * neighbours by neighbouring threads and exchange the items through shared memory, and vectors need their alignment. Items past
 * `valid_items` are left as they are, or become the default. */
#ifndef FOLDCHECK_SIM_BLOCK_MEMORY_H
#define FOLDCHECK_SIM_BLOCK_MEMORY_H

#include "block_collectives.h"

namespace foldcheck_sim
{
enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/* The place in memory of a thread's i-th item. */
enum arrangement { BLOCKED, STRIPED, WARP_STRIPED };
template <int THREADS, int ITEMS>
static inline int place_of(arrangement where, int thread, int i)
{
    constexpr int WARP = 32;
    return where == BLOCKED   ? thread * ITEMS + i
           : where == STRIPED ? i * THREADS + thread
                              : thread / WARP * WARP * ITEMS + i * WARP + thread % WARP;
}

/* Moves a block's items from one arrangement to the other. */
template <int THREADS, int ITEMS, class T>
static inline void exchange(const block_team<THREADS> &team, slots<T, THREADS * ITEMS> &memory,
                            T (&items)[ITEMS], arrangement from, arrangement to)
{
    use_begins(team, memory);
    for (int i = 0; i < ITEMS; i++)
        memory[place_of<THREADS, ITEMS>(from, team.rank, i)] = items[i];
    team.sync();
    use_ends(memory);
    for (int i = 0; i < ITEMS; i++)
        items[i] = memory[place_of<THREADS, ITEMS>(to, team.rank, i)];
}
template <int THREADS, int ITEMS, class T>
static inline void exchange(const block_team<THREADS> &, no_slots &, T (&)[ITEMS], arrangement, arrangement)
{
}

template <int BYTES>
struct __attribute__((may_alias, aligned(BYTES))) vector_of {
    unsigned word[BYTES / 4];
};

/* How many bytes a vector of a thread's items has; 0: there is none. */
template <class T, int ITEMS>
constexpr int vector_bytes()
{
    constexpr int MOST = (ITEMS % 4 == 0 ? 4 : ITEMS % 2 == 0 ? 2 : 0) * static_cast<int>(sizeof(T));
    return !std::is_arithmetic_v<T> || MOST < 4 ? 0 : MOST < 16 ? MOST : 16;
}

template <class T, class I>
constexpr bool is_pointer_to =
    std::is_pointer_v<I> &&std::is_same_v<std::remove_cv_t<std::remove_pointer_t<I>>, T>;

/* From one array to the other, of which one lies in device memory. */
template <class T, int ITEMS>
static inline void copy_vectors(const T *from, T *to)
{
    constexpr int BYTES = vector_bytes<T, ITEMS>();
    typedef vector_of<BYTES> vector;
    for (int i = 0; i < ITEMS * static_cast<int>(sizeof(T)) / BYTES; i++)
        reinterpret_cast<vector *>(to)[i] = reinterpret_cast<const vector *>(from)[i];
}

template <class T, int X, int ITEMS, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockLoad
{
    enum { THREADS = X * Y * Z, TILE = THREADS * ITEMS, TRANSPOSES = ALGORITHM >= BLOCK_LOAD_TRANSPOSE };
    static constexpr arrangement WHERE = ALGORITHM == BLOCK_LOAD_STRIPED || ALGORITHM == BLOCK_LOAD_TRANSPOSE
                                             ? STRIPED
                                         : TRANSPOSES ? WARP_STRIPED
                                                      : BLOCKED;
    static_assert(WHERE != WARP_STRIPED || THREADS % 32 == 0,
                  "BlockLoad: a block of whole warps is expected");

  public:
    using TempStorage = std::conditional_t<TRANSPOSES, slots<T, TILE>, no_slots>;
    BlockLoad() : memory(own_storage<TempStorage>()) {}
    explicit BlockLoad(TempStorage &storage) : memory(storage) {}

    template <class I>
    void Load(I block_itr, T (&items)[ITEMS])
    {
        if constexpr (ALGORITHM == BLOCK_LOAD_VECTORIZE && is_pointer_to<T, I> && vector_bytes<T, ITEMS>()) {
            alignas(16) T loaded[ITEMS];
            copy_vectors<T, ITEMS>(block_itr + block_team<THREADS>("BlockLoad").rank * ITEMS, loaded);
            for (int i = 0; i < ITEMS; i++)
                items[i] = loaded[i];
        } else
            Load(block_itr, items, int(TILE));
    }
    template <class I>
    void Load(I block_itr, T (&items)[ITEMS], int valid_items)
    {
        block_team<THREADS> team("BlockLoad");
        for (int i = 0; i < ITEMS; i++) {
            int at = place_of<THREADS, ITEMS>(WHERE, team.rank, i);
            if (at < valid_items) items[i] = block_itr[at];
        }
        exchange(team, memory, items, WHERE, BLOCKED);
    }
    template <class I, class D>
    void Load(I block_itr, T (&items)[ITEMS], int valid_items, D oob_default)
    {
        for (int i = 0; i < ITEMS; i++)
            items[i] = oob_default;
        Load(block_itr, items, valid_items);
    }

  private:
    TempStorage &memory;
};

template <class T, int X, int ITEMS, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1,
          int ARCH = 0>
class BlockStore
{
    enum { THREADS = X * Y * Z, TILE = THREADS * ITEMS, TRANSPOSES = ALGORITHM >= BLOCK_STORE_TRANSPOSE };
    static constexpr arrangement WHERE =
        ALGORITHM == BLOCK_STORE_STRIPED || ALGORITHM == BLOCK_STORE_TRANSPOSE ? STRIPED
        : TRANSPOSES                                                           ? WARP_STRIPED
                                                                               : BLOCKED;
    static_assert(WHERE != WARP_STRIPED || THREADS % 32 == 0,
                  "BlockStore: a block of whole warps is expected");

  public:
    using TempStorage = std::conditional_t<TRANSPOSES, slots<T, TILE>, no_slots>;
    BlockStore() : memory(own_storage<TempStorage>()) {}
    explicit BlockStore(TempStorage &storage) : memory(storage) {}

    template <class I>
    void Store(I block_itr, T (&items)[ITEMS])
    {
        if constexpr (ALGORITHM == BLOCK_STORE_VECTORIZE && is_pointer_to<T, I> && vector_bytes<T, ITEMS>()) {
            alignas(16) T stored[ITEMS];
            for (int i = 0; i < ITEMS; i++)
                stored[i] = items[i];
            copy_vectors<T, ITEMS>(stored, block_itr + block_team<THREADS>("BlockStore").rank * ITEMS);
        } else
            Store(block_itr, items, int(TILE));
    }
    template <class I>
    void Store(I block_itr, T (&items)[ITEMS], int valid_items)
    {
        block_team<THREADS> team("BlockStore");
        exchange(team, memory, items, BLOCKED, WHERE);
        for (int i = 0; i < ITEMS; i++) {
            int at = place_of<THREADS, ITEMS>(WHERE, team.rank, i);
            if (at < valid_items) block_itr[at] = items[i];
        }
    }

  private:
    TempStorage &memory;
};
} // namespace foldcheck_sim

#endif
