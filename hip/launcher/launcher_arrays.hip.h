/* SPDX-License-Identifier: MIT
 * The arrays and the numbers that launchers take, for launcher_calls.hip.h, which includes this behind what calls them. */

namespace foldcheck_calls
{
/* ---- an array of a call --------------------------------------------------------------------------------------- */

struct slot {
    void *at;
    size_t items;
    bool is_input;
};

inline struct slot *put_columns(struct slot *to, void *const *columns, int count, size_t items, bool is_input)
{
    for (int c = 0; c < count; c++)
        *to++ = {columns[c], items, is_input};
    return to;
}

inline struct slot *put_one(struct slot *to, void *at, size_t items, bool is_input)
{
    *to = {at, items, is_input};
    return to + 1;
}

/* Type number N of a list. */
template <size_t N, class LIST>
struct nth;
template <class T, class... MORE>
struct nth<0, types<T, MORE...>> {
    using type = T;
};
template <size_t N, class T, class... MORE>
struct nth<N, types<T, MORE...>> {
    using type = typename nth<N - 1, types<MORE...>>::type;
};

using offset_types = types<int, unsigned, long, unsigned long, long long, unsigned long long>;
using all_key_types = types<unsigned, int, unsigned long, long, unsigned long long, long long, unsigned short,
                            short, unsigned char, signed char, char>;
enum { OFFSET_TYPES = 6, KEY_TYPES = 11 };

/* ---- what stands behind the numbers ---------------------------------------------------------------------------- */

/* The columns of the initial value, if there is one, and NUMBERS numbers of the operator. */
template <int INIT, size_t NUMBERS, class... O>
struct extras_of;
template <class... O>
struct extras_of<0, 0, O...> {
    using type = types<>;
};
template <class... O>
struct extras_of<1, 0, O...> {
    using type = types<O...>;
};
template <int INIT, size_t NUMBERS, class... O>
struct extras_of {
    template <class... T>
    static types<T..., long long> longer(types<T...>);
    using type = decltype(longer(typename extras_of<INIT, NUMBERS - 1, O...>::type()));
};

template <class T>
T extra(const struct foldcheck_call *call, size_t at)
{
    T number;
    memcpy(static_cast<void *>(&number), call->extra[at], sizeof number);
    return number;
}

template <class... E, size_t... N, class... A>
int call_extras(struct foldcheck_call *call, types<E...>, std::index_sequence<N...>, A &&...a)
{
    return call_with(call, std::forward<A>(a)..., extra<E>(call, N)...);
}

template <class... E, class... A>
int call_before(types<E...> extras, struct foldcheck_call *call, A &&...a)
{
    return call_extras(call, extras, std::index_sequence_for<E...>(), std::forward<A>(a)...);
}

template <class... A, class... E>
constexpr int taken_before(types<E...>)
{
    return taken<A..., E...>();
}

/* ---- rows ---------------------------------------------------------------------------------------------------- */

/* How many pointers to offsets of type T the launcher takes behind these arguments and the number of rows: 2, 1 or
 * 0. */
template <class EXTRAS, class T, class... A>
constexpr int offset_pointers()
{
    if constexpr (taken_before<A..., size_t, const T *, const T *>(EXTRAS()) != 0)
        return 2;
    else
        return taken_before<A..., size_t, const T *>(EXTRAS()) != 0 ? 1 : 0;
}

template <class EXTRAS, class... A, class... T>
constexpr bool takes_rows(types<T...>)
{
    return (... || (offset_pointers<EXTRAS, T, A...>() != 0));
}

/* Where rows begin, in host memory for as long as it lives. */
template <class T>
struct host_offsets {
    T *at;
    hipError_t error = hipSuccess;

    explicit host_offsets(const struct foldcheck_call *call)
        : at(static_cast<T *>(malloc((call->rows + 1) * sizeof(unsigned long long))))
    {
        auto *start = reinterpret_cast<unsigned long long *>(at);
        if (!at)
            error = hipErrorOutOfMemory;
        else if (call->row_start)
            error =
                hipMemcpy(start, call->row_start, (call->rows + 1) * sizeof *start, hipMemcpyDeviceToHost);
        for (size_t r = 0; at && r <= call->rows; r++) { /* none is larger than what it is made of */
            unsigned long long first = call->row_length * r;
            if (call->row_start) memcpy(&first, start + r, sizeof first);
            T number = static_cast<T>(first);
            memcpy(static_cast<void *>(at + r), &number, sizeof number);
        }
    }
    host_offsets(const host_offsets &) = delete;
    ~host_offsets()
    {
        free(at);
    }
};

template <class EXTRAS, class T, class... A>
int call_offsets(struct foldcheck_call *call, const T *begin, A &&...a)
{
    if constexpr (offset_pointers<EXTRAS, T, A...>() == 2)
        return call_before(EXTRAS(), call, std::forward<A>(a)..., static_cast<size_t>(call->rows), begin,
                           begin ? begin + 1 : begin);
    else
        return call_before(EXTRAS(), call, std::forward<A>(a)..., static_cast<size_t>(call->rows), begin);
}

template <bool ON_HOST, class EXTRAS, class T, class... MORE, class... A>
int call_rows(struct foldcheck_call *call, types<T, MORE...>, A &&...a)
{
    if constexpr (offset_pointers<EXTRAS, T, A...>() == 0) {
        return call_rows<ON_HOST, EXTRAS>(call, types<MORE...>(), std::forward<A>(a)...);
    } else {
        if (!ON_HOST && !call->offsets) /* only a size is asked for */
            return call_offsets<EXTRAS>(call, static_cast<const T *>(nullptr), std::forward<A>(a)...);
        hipStream_t stream = static_cast<hipStream_t>(call->stream);
        hipError_t error = hipStreamSynchronize(stream);
        if (error != hipSuccess) return failed(call, error, "waiting for the rows: ");
        host_offsets<T> offsets(call);
        if (offsets.error != hipSuccess) return failed(call, offsets.error, "copying the rows: ");
        if constexpr (ON_HOST)
            return call_offsets<EXTRAS>(call, static_cast<const T *>(offsets.at), std::forward<A>(a)...);
        error = hipMemcpy(call->offsets, offsets.at, (call->rows + 1) * sizeof(T), hipMemcpyHostToDevice);
        if (error != hipSuccess) return failed(call, error, "copying the rows: ");
        return call_offsets<EXTRAS>(call, static_cast<const T *>(call->offsets), std::forward<A>(a)...);
    }
}

/* ---- the numbers behind the arrays ------------------------------------------------------------------------------- */

/* rows, begin, end; or rows, offsets. */
struct row_offsets {
    template <class... E, class... A>
    static constexpr bool fits(types<E...>, types<A...>)
    {
        return takes_rows<types<E...>, A...>(offset_types());
    }
    template <bool ON_HOST, class EXTRAS, class... A>
    static int call(struct foldcheck_call *call, A &&...a)
    {
        return call_rows<ON_HOST, EXTRAS>(call, offset_types(), std::forward<A>(a)...);
    }
};

/* nvcc expands no pattern that is an alias. */
template <size_t foldcheck_call::*>
struct size_of_member {
    using type = size_t;
};

/* The sizes that MEMBERS of the call are. */
template <size_t foldcheck_call::*...MEMBERS>
struct sizes {
    template <class... E, class... A>
    static constexpr bool fits(types<E...>, types<A...>)
    {
        return taken<A..., typename size_of_member<MEMBERS>::type..., E...>() != 0;
    }
    template <bool ON_HOST, class EXTRAS, class... A>
    static int call(struct foldcheck_call *call, A &&...a)
    {
        return call_before(EXTRAS(), call, std::forward<A>(a)..., static_cast<size_t>(call->*MEMBERS)...);
    }
};
using items = sizes<&foldcheck_call::count>;
using items_and_keys = sizes<&foldcheck_call::count, &foldcheck_call::keys>;
using matrix = sizes<&foldcheck_call::height, &foldcheck_call::row_length>;
using matrices = sizes<&foldcheck_call::rows, &foldcheck_call::height, &foldcheck_call::row_length>;

/* ---- the arrays -------------------------------------------------------------------------------------------------- */

/* Host memory for as long as it lives. */
template <class T>
struct host_array {
    T *at;
    explicit host_array(size_t items) : at(static_cast<T *>(malloc(items * sizeof(T) + 1))) {}
    host_array(const host_array &) = delete;
    ~host_array()
    {
        free(at);
    }
};

/* Device memory for as long as it lives, which is until the call's work is done. */
struct own_memory {
    struct foldcheck_call *call;
    void *at[FOLDCHECK_MOST_COLUMNS + 3];
    int count = 0;

    explicit own_memory(struct foldcheck_call *whose) : call(whose) {}
    own_memory(const own_memory &) = delete;
    ~own_memory()
    {
        if (count) (void)hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
        for (int i = 0; i < count; i++)
            (void)hipFree(at[i]);
    }
    /* False: there is none, which is reported. */
    bool take(void **memory, size_t items, size_t bytes, const char *name)
    {
        size_t all = items ? items * bytes : bytes;
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
        *memory = sim_malloc_named(all, bytes, name);
        hipError_t error = *memory ? hipSuccess : hipErrorOutOfMemory;
#else
        hipError_t error = hipMalloc(memory, all);
        (void)name;
#endif
        if (error != hipSuccess) return !failed(call, error, "memory for its arrays: ");
        at[count++] = *memory;
        return true;
    }
    bool take_apart(size_t items)
    {
        bool taken = true;
        for (int c = 0; taken && c < call->outs; c++) {
            char name[32];
            snprintf(name, sizeof name, "result column %d", c);
            taken = take(&call->apart[c], items, call->out_bytes[c], name);
        }
        return taken;
    }
};

/* in..., out...: of a fold, a scan or a transposition. */
struct folded {
    enum { key_types = 1, number_types = 1, has_keys = 0, apart = 0 };

    template <class K, class N, class... I, class... O>
    static types<I..., O...> of(types<I...>, types<O...>);
    template <class K, class N>
    static bool prepare(struct foldcheck_call *, struct own_memory &)
    {
        return true;
    }
    template <class K>
    static void fill(const struct foldcheck_call *call, struct slot *to)
    {
        to = put_columns(to, call->in, call->ins, call->count, true);
        put_columns(to, call->out, call->outs, call->results, false);
    }
    template <class K, class N>
    static int finish(struct foldcheck_call *)
    {
        return 0;
    }
};

/* To another type. What is too large for it becomes the largest; a type with a sign has no negative keys, unless it takes all its
 * bits to have so many keys. */
template <class K>
K key_as(unsigned key, unsigned long long keys)
{
    unsigned long long all = ~0ULL >> (64 - 8 * sizeof(K)), most = std::is_signed_v<K> ? all >> 1 : all;
    if (keys > most + 1) most = all;
    return static_cast<K>(key > most ? most : key);
}

/* keys, in..., out...: of a fold by key. With KEYS n results lie apart, for n keys, and the first go to their place. */
struct keyed {
    enum { key_types = KEY_TYPES, number_types = 1, has_keys = 1, apart = FOLDCHECK_KEYS != 0 };

    template <class K, class N, class... I, class... O>
    static types<K, I..., O...> of(types<I...>, types<O...>);

    template <class K, class N>
    static bool prepare(struct foldcheck_call *call, struct own_memory &own_memory)
    {
        if (apart && !own_memory.take_apart(FOLDCHECK_KEYS)) return false;
        if (std::is_same_v<K, unsigned>) return true;
        if (!own_memory.take(&call->own_key, call->count, sizeof(K), "keys")) return false;
        host_array<unsigned> given(call->count);
        host_array<K> own(call->count);
        hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
        if (!given.at || !own.at) error = hipErrorOutOfMemory;
        if (error == hipSuccess && call->count)
            error = hipMemcpy(given.at, call->key, call->count * sizeof *given.at, hipMemcpyDeviceToHost);
        for (size_t i = 0; error == hipSuccess && i < call->count; i++)
            own.at[i] = key_as<K>(given.at[i], call->keys);
        if (error == hipSuccess && call->count)
            error = hipMemcpy(call->own_key, own.at, call->count * sizeof(K), hipMemcpyHostToDevice);
        return error == hipSuccess || !failed(call, error, "copying the keys: ");
    }
    template <class K>
    static struct slot *fill_keys(const struct foldcheck_call *call, struct slot *to)
    {
        return put_one(to, std::is_same_v<K, unsigned> ? call->key : call->own_key, call->count, true);
    }
    static void fill_results(const struct foldcheck_call *call, struct slot *to)
    {
        if (apart)
            put_columns(to, call->apart, call->outs, FOLDCHECK_KEYS, false);
        else
            put_columns(to, call->out, call->outs, call->results, false);
    }
    template <class K>
    static void fill(const struct foldcheck_call *call, struct slot *to)
    {
        to = fill_keys<K>(call, to);
        fill_results(call, put_columns(to, call->in, call->ins, call->count, true));
    }
    template <class K, class N>
    static int finish(struct foldcheck_call *call)
    {
        hipError_t error = hipSuccess;
        for (int c = 0; apart && error == hipSuccess && c < call->outs; c++)
            error = hipMemcpyAsync(call->out[c], call->apart[c], call->results * call->out_bytes[c],
                                   hipMemcpyDeviceToDevice, static_cast<hipStream_t>(call->stream));
        return error == hipSuccess ? 0 : failed(call, error, "copying the results: ");
    }
};

/* keys, out...: of an operator that counts, whatever its items are. */
struct counted : keyed {
    template <class K, class N, class... I, class... O>
    static types<K, O...> of(types<I...>, types<O...>);
    template <class K>
    static void fill(const struct foldcheck_call *call, struct slot *to)
    {
        fill_results(call, fill_keys<K>(call, to));
    }
};

/* ---- runs of keys ------------------------------------------------------------------------------------------------ */

/* The key of run number `run`, none of which is that of the run before. Some differ in high bits alone, and some come again. */
template <class K>
K key_of_run(size_t run)
{
    constexpr int bits = 8 * sizeof(K);
    const unsigned long long keys[] = {0, 1ULL << (bits / 2), 1, ~0ULL,
                                       5, 1ULL << (bits - 1), 2, 1ULL << (bits / 2)};
    return static_cast<K>(keys[run % 8]);
}

/* keys, in..., their keys, out..., their number: of a reduction of runs of equal keys, which are the rows that have items. */
struct runs {
    enum { key_types = KEY_TYPES, number_types = OFFSET_TYPES, has_keys = 1, apart = 1 };

    template <class K, class N, class... I, class... O>
    static types<K, I..., K, O..., N> of(types<I...>, types<O...>);

    template <class K>
    static void fill(const struct foldcheck_call *call, struct slot *to)
    {
        to = put_one(to, call->own_key, call->count, true);
        to = put_columns(to, call->in, call->ins, call->count, true);
        to = put_one(to, call->unique, call->count, false);
        to = put_columns(to, call->apart, call->outs, call->count, false);
        put_one(to, call->runs, 1, false);
    }

    template <class K, class N>
    static bool prepare(struct foldcheck_call *call, struct own_memory &own_memory)
    {
        if (!own_memory.take(&call->own_key, call->count, sizeof(K), "keys") ||
            !own_memory.take(&call->unique, call->count, sizeof(K), "keys of runs") ||
            !own_memory.take(&call->runs, 1, sizeof(N), "number of runs") ||
            !own_memory.take_apart(call->count))
            return false;
        host_array<K> key(call->count);
        hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
        if (error != hipSuccess) return !failed(call, error, "waiting for the rows: ");
        host_offsets<unsigned long long> first(call);
        error = key.at ? first.error : hipErrorOutOfMemory;
        size_t run = 0;
        for (size_t r = 0; error == hipSuccess && r < call->rows; r++) {
            for (size_t i = first.at[r]; i < first.at[r + 1]; i++)
                key.at[i] = key_of_run<K>(run);
            run += first.at[r] < first.at[r + 1];
        }
        if (error == hipSuccess && call->count)
            error = hipMemcpy(call->own_key, key.at, call->count * sizeof(K), hipMemcpyHostToDevice);
        return error == hipSuccess || !failed(call, error, "making the keys: ");
    }

    /* The number of runs, and the key of each. */
    template <class K, class N>
    static int compare(struct foldcheck_call *call, size_t expected)
    {
        N number;
        host_array<K> key(expected);
        hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
        if (error == hipSuccess && !key.at) error = hipErrorOutOfMemory;
        if (error == hipSuccess) error = hipMemcpy(&number, call->runs, sizeof number, hipMemcpyDeviceToHost);
        if (error != hipSuccess) return failed(call, error, "copying the number of runs: ");
        if (number != static_cast<N>(expected)) {
            snprintf(call->problem, sizeof call->problem, "the number of runs: expected %zu, got %lld",
                     expected, static_cast<long long>(number));
            return 1;
        }
        if (expected) error = hipMemcpy(key.at, call->unique, expected * sizeof(K), hipMemcpyDeviceToHost);
        if (error != hipSuccess) return failed(call, error, "copying the keys of runs: ");
        for (size_t run = 0; run < expected; run++)
            if (key.at[run] != key_of_run<K>(run)) {
                snprintf(call->problem, sizeof call->problem, "the key of run %zu: expected %lld, got %lld",
                         run, static_cast<long long>(key_of_run<K>(run)),
                         static_cast<long long>(key.at[run]));
                return 1;
            }
        return 0;
    }

    /* A column of results, run by run, to the rows; those of no items get the identity. */
    static hipError_t spread(struct foldcheck_call *call, const unsigned long long *first, size_t run_count,
                             int column)
    {
        size_t bytes = call->out_bytes[column], run = 0;
        host_array<unsigned char> from(run_count * bytes), to(call->rows * bytes);
        if (!from.at || !to.at) return hipErrorOutOfMemory;
        hipError_t error = hipSuccess;
        if (run_count)
            error = hipMemcpy(from.at, call->apart[column], run_count * bytes, hipMemcpyDeviceToHost);
        for (size_t r = 0; r < call->rows; r++) {
            bool empty = first[r] == first[r + 1];
            memcpy(to.at + r * bytes, empty ? call->identity[column] : from.at + run * bytes, bytes);
            run += !empty;
        }
        if (error != hipSuccess || !call->rows) return error;
        return hipMemcpy(call->out[column], to.at, call->rows * bytes, hipMemcpyHostToDevice);
    }

    template <class K, class N>
    static int finish(struct foldcheck_call *call)
    {
        host_offsets<unsigned long long> first(call);
        if (first.error != hipSuccess) return failed(call, first.error, "copying the rows: ");
        size_t run_count = 0;
        for (size_t r = 0; r < call->rows; r++)
            run_count += first.at[r] < first.at[r + 1];
        if (compare<K, N>(call, run_count)) return 1;
        for (int c = 0; c < call->outs; c++) {
            hipError_t error = spread(call, first.at, run_count, c);
            if (error != hipSuccess) return failed(call, error, "copying the results of runs: ");
        }
        return 0;
    }
};

/* keys, their keys, in..., out..., their number: CUB's order. */
struct runs_as_cub : runs {
    template <class K, class N, class... I, class... O>
    static types<K, K, I..., O..., N> of(types<I...>, types<O...>);

    template <class K>
    static void fill(const struct foldcheck_call *call, struct slot *to)
    {
        to = put_one(to, call->own_key, call->count, true);
        to = put_one(to, call->unique, call->count, false);
        to = put_columns(to, call->in, call->ins, call->count, true);
        to = put_columns(to, call->apart, call->outs, call->count, false);
        put_one(to, call->runs, 1, false);
    }
};
} // namespace foldcheck_calls
