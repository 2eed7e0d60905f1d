/* SPDX-License-Identifier: MIT
 * Calls of somebody else's launcher, for a generated file that has included its source and defined
 *
 *     FOLDCHECK_LAUNCHER         its name
 *     FOLDCHECK_FORM             PLAIN   launcher(arrays..., numbers..., extras...[, stream]), pointers to device memory
 *                                CUB     launcher(temporary, bytes, arrays..., numbers..., extras...[, stream]), where a
 *                                        temporary of nullptr asks for `bytes`, a reference
 *                                HOST    launcher(arrays..., numbers..., extras...), pointers to host memory
 *     FOLDCHECK_ARRAYS           a struct of launcher_arrays.hip.h: which arrays it takes, in which order
 *     FOLDCHECK_NUMBERS          a struct of launcher_arrays.hip.h: which numbers, such as the count of items
 *     FOLDCHECK_KEYS             with KEYS n: n; else 0
 *     FOLDCHECK_INIT             1: it takes the initial value, column by column, as its first extras
 *     FOLDCHECK_CALLS            the name of the list that is made here
 *     FOLDCHECK_HALVES           if an operator has columns of 16-bit floats, which own_headers.h then declares
 *     FOLDCHECK_OPERATORS(X)     X(operator, (types of its items), (types of its states), (types of rounded results), how many of
 *                                the operator's numbers are extras) for each
 *
 * It may be a function, overloaded, or a template; it returns nothing, a bool, or an error where 0 is none. Integers
 * may have another type of the same size, and floats of 16 bits may be integers. Results of an operator that sums such
 * floats in f32 may be rounded to what its items are. */
#include "own_headers.h"

#define FOLDCHECK_QUOTED_AS(...) #__VA_ARGS__
#define FOLDCHECK_QUOTED(...) FOLDCHECK_QUOTED_AS(__VA_ARGS__)

namespace foldcheck_calls
{
template <class... T>
struct types {
};

/* ---- what the launcher calls an integer ---------------------------------------------------------------------- */

/* SPELLING 0: as it is; 1: long long for long; 2: signed; 3: signed, long long. */
template <class T, int SPELLING>
struct spell {
    using type = T;
};
#define FOLDCHECK_SPELL(T, SPELLING, AS)                                                                     \
    template <>                                                                                              \
    struct spell<T, SPELLING> {                                                                              \
        using type = AS;                                                                                     \
    };
FOLDCHECK_SPELL(unsigned long, 1, unsigned long long)
FOLDCHECK_SPELL(long, 1, long long)
FOLDCHECK_SPELL(signed char, 1, char)
FOLDCHECK_SPELL(unsigned char, 2, signed char)
FOLDCHECK_SPELL(unsigned short, 2, short)
FOLDCHECK_SPELL(unsigned, 2, int)
FOLDCHECK_SPELL(unsigned long, 2, long)
FOLDCHECK_SPELL(unsigned char, 3, char)
FOLDCHECK_SPELL(unsigned long, 3, long long)
#ifdef FOLDCHECK_HALVES
using f16 = __half;
#if defined(__HIP_PLATFORM_AMD__) && !defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
using bf16 = hip_bfloat16;
#else
using bf16 = __nv_bfloat16;
#endif
#if defined(__FLT16_MANT_DIG__) || defined(__HIP_PLATFORM_AMD__)
FOLDCHECK_SPELL(f16, 1, _Float16)
#endif
FOLDCHECK_SPELL(f16, 2, unsigned short)
FOLDCHECK_SPELL(f16, 3, short)
FOLDCHECK_SPELL(bf16, 2, unsigned short)
FOLDCHECK_SPELL(bf16, 3, short)
#endif
#undef FOLDCHECK_SPELL

/* ---- forms --------------------------------------------------------------------------------------------------- */

struct launch_by_name {
    template <class... A>
    auto operator()(A &&...a) const -> decltype(FOLDCHECK_LAUNCHER(std::forward<A>(a)...))
    {
        return FOLDCHECK_LAUNCHER(std::forward<A>(a)...);
    }
};

/* What the device says of a kernel, whatever the launcher made of it. */
inline bool reported(struct foldcheck_call *call)
{
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    call->reported = sim_failure() != nullptr;
    if (call->reported) snprintf(call->problem, sizeof call->problem, "%s", sim_failure());
#endif
    return call->reported != 0;
}

inline int failed(struct foldcheck_call *call, hipError_t error, const char *doing)
{
    if (!reported(call))
        snprintf(call->problem, sizeof call->problem, "%s%s", doing, hipGetErrorString(error));
    return 1;
}

/* The launcher says no; the runtime may know more, also of what the launcher asked it about before. */
inline int declined(struct foldcheck_call *call, int returned, const char *meaning)
{
    hipError_t error = hipGetLastError();
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    if (error == hipSuccess) error = foldcheck_sim::first_error();
#endif
    if (reported(call)) return 1;
    if (error != hipSuccess) return failed(call, error, "");
    snprintf(call->problem, sizeof call->problem, "returned %d%s%s%s", returned, meaning ? " (" : "",
             meaning ? meaning : "", meaning ? ")" : "");
    return 1;
}

/* In words, if it is one of the runtime's errors. */
template <class T>
const char *meaning_of(T returned)
{
    if constexpr (std::is_same_v<T, hipError_t>)
        return hipGetErrorString(returned);
    else
        return nullptr;
}

/* An error of the runtime that the launcher has not looked at. */
inline int overlooked(struct foldcheck_call *call, hipError_t error, bool returns_nothing)
{
    failed(call, error, "");
    size_t length = strlen(call->problem);
    if (!call->reported)
        snprintf(call->problem + length, sizeof call->problem - length, "; the launcher %s",
                 returns_nothing ? "did not look at it" : "returned success");
    return 1;
}

/* What a launcher returns, as 0 or 1. */
template <class F>
int outcome(struct foldcheck_call *call, F launcher)
{
    if constexpr (std::is_void_v<decltype(launcher())>) {
        launcher();
    } else {
        auto returned = launcher();
        bool is_bool = std::is_same_v<decltype(returned), bool>;
        if (is_bool ? !returned : static_cast<int>(returned) != 0)
            return declined(call, static_cast<int>(returned), meaning_of(returned));
    }
    hipError_t error = hipGetLastError();
    return error == hipSuccess ? 0 : overlooked(call, error, std::is_void_v<decltype(launcher())>);
}

/* Whether the launcher takes these arguments with a stream behind them, 1, without one, 2, or not at all, 0. */
template <class... A>
constexpr int taken()
{
    if constexpr (std::is_invocable_v<launch_by_name, A..., hipStream_t>)
        return 1;
    else
        return std::is_invocable_v<launch_by_name, A...> ? 2 : 0;
}

/* For as long as it lives, the default stream's work goes to the harness's stream: on a GPU they wait for each
 * other. */
struct default_stream {
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    explicit default_stream(void *stream)
    {
        sim_use_stream(static_cast<struct stream *>(stream));
    }
    ~default_stream()
    {
        sim_use_stream(nullptr);
    }
#else
    explicit default_stream(void *) {}
#endif
};

/* The simulator tells the stream that it gives from the default one. */
inline hipStream_t stream_given(const struct foldcheck_call *call)
{
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    (void)call;
    return sim_stream_given();
#else
    return static_cast<hipStream_t>(call->stream);
#endif
}

/* A launcher that was given no stream leaves to its caller what the default stream waits for. */
inline int joined(struct foldcheck_call *call, int status)
{
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    if (status == 0 && !sim_stream_join() && reported(call)) return 1;
#else
    (void)call;
#endif
    return status;
}

/* ---- graphs ---------------------------------------------------------------------------------------------------- */

/* A stream that is captured for as long as it lives. The default stream waits for it. */
struct recording {
    hipStream_t own = nullptr;
    hipGraph_t graph = nullptr;
    bool begun = false;

    hipError_t begin()
    {
        hipError_t error = hipStreamCreate(&own);
        if (error == hipSuccess) error = hipStreamBeginCapture(own, hipStreamCaptureModeGlobal);
        begun = error == hipSuccess;
        return error;
    }
    /* nullptr: it was captured; else why not. HIP's words for CUDA's errors are none of these. */
    const char *end()
    {
        begun = false;
#if defined(__HIP_PLATFORM_NVIDIA__) && !defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
        cudaError_t error = cudaStreamEndCapture(own, &graph);
        return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
#else
        hipError_t error = hipStreamEndCapture(own, &graph);
        return error == hipSuccess ? nullptr : hipGetErrorString(error);
#endif
    }
    ~recording()
    {
        if (begun) (void)end();
        (void)hipDeviceSynchronize(); /* of what was not captured nothing is left */
        if (graph) (void)hipGraphDestroy(graph);
        if (own) (void)hipStreamDestroy(own);
        (void)hipGetLastError();
    }
};

/* What the launcher asks its stream for becomes call->graph. */
template <class F>
int captured(struct foldcheck_call *call, F launcher)
{
    recording under_way;
    hipGraphExec_t executable = nullptr;
    hipError_t error = under_way.begin();
    if (error != hipSuccess) return failed(call, error, "beginning a capture: ");
    if (outcome(call, [&] { return launcher(under_way.own); })) return 1;
    const char *words = under_way.end();
    if (words) {
        snprintf(call->problem, sizeof call->problem, "%s", words);
        return 1;
    }
    error = hipGraphInstantiateWithFlags(&executable, under_way.graph, 0);
    if (error != hipSuccess) return failed(call, error, "instantiating the graph: ");
    call->graph = static_cast<void *>(executable);
    return 0;
}

inline int replayed(struct foldcheck_call *call)
{
    default_stream instead(call->stream);
    auto executable = static_cast<hipGraphExec_t>(call->graph);
    hipError_t error = call->step == FOLDCHECK_DROP ? hipGraphExecDestroy(executable)
                                                    : hipGraphLaunch(executable, stream_given(call));
    return error == hipSuccess ? 0 : failed(call, error, "");
}

/* ---- a call -------------------------------------------------------------------------------------------------- */

template <class... A>
int call_unguarded(struct foldcheck_call *call, A &&...a)
{
    if (call->step == FOLDCHECK_CAPTURE && taken<A...>() != 1) {
        snprintf(call->problem, sizeof call->problem, "it takes no stream");
        return 1;
    }
    if constexpr (taken<A...>() == 1)
        if (call->step == FOLDCHECK_CAPTURE)
            return captured(call,
                            [&](hipStream_t own) { return launch_by_name()(std::forward<A>(a)..., own); });
    if constexpr (taken<A...>() == 1)
        return outcome(call, [&] { return launch_by_name()(std::forward<A>(a)..., stream_given(call)); });
    else
        return joined(call, outcome(call, [&] { return launch_by_name()(std::forward<A>(a)...); }));
}

inline int threw(struct foldcheck_call *call, const char *what)
{
    if (!reported(call))
        snprintf(call->problem, sizeof call->problem, "threw an exception%s%s", *what ? ": " : "", what);
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    if (!call->reported && *sim_capture_reason()) /* which came first */
        snprintf(call->problem, sizeof call->problem, "%s", sim_capture_reason());
#endif
    return 1;
}

template <class... A>
int call_catching(struct foldcheck_call *call, A &&...a)
{
    try {
        return call_unguarded(call, std::forward<A>(a)...);
    } catch (const std::exception &thrown) {
        return threw(call, thrown.what());
    } catch (...) { /* foldcheck_sim::left, too */
        return threw(call, "");
    }
}

/* On the simulator it may abort after a kernel failed. */
template <class... A>
int call_with(struct foldcheck_call *call, A &&...a)
{
    call->takes_stream = taken<A...>() == 1;
    if (call->step == FOLDCHECK_ASK) return 0;
    default_stream instead(call->stream);
#if defined(FOLDCHECK_SIM_HIP_RUNTIME_H)
    int status = 1;
    auto run = [&] { status = call_catching(call, std::forward<A>(a)...); };
    foldcheck_sim::first_error() = foldcheck_sim::last_error() = hipSuccess;
    if (!sim_call([](void *of) { (*static_cast<decltype(run) *>(of))(); }, &run) && !reported(call))
        snprintf(call->problem, sizeof call->problem, "%s",
                 *sim_capture_reason() ? sim_capture_reason() : "it aborted");
    return status;
#else
    return call_catching(call, std::forward<A>(a)...);
#endif
}

} // namespace foldcheck_calls

#include "launcher_arrays.hip.h"

namespace foldcheck_calls
{
/* ---- forms of calls ------------------------------------------------------------------------------------------- */

struct PLAIN {
    template <class EXTRAS, class... P>
    static constexpr bool fits = FOLDCHECK_NUMBERS::fits(EXTRAS(), types<P *...>());

    template <class EXTRAS, class... P, size_t... N>
    static int run(struct foldcheck_call *call, const struct slot *slot, types<P...>,
                   std::index_sequence<N...>)
    {
        return FOLDCHECK_NUMBERS::call<false, EXTRAS>(call, static_cast<P *>(slot[N].at)...);
    }
};

struct CUB {
    template <class EXTRAS, class... P>
    static constexpr bool fits = FOLDCHECK_NUMBERS::fits(EXTRAS(), types<void *, size_t &, P *...>());

    template <class EXTRAS, class... P, size_t... N>
    static int run(struct foldcheck_call *call, const struct slot *slot, types<P...>,
                   std::index_sequence<N...>)
    {
        return FOLDCHECK_NUMBERS::call<false, EXTRAS>(call, static_cast<void *>(call->temporary),
                                                      call->temporary_bytes, static_cast<P *>(slot[N].at)...);
    }
};

/* A column on the host for as long as the launcher runs. */
struct host_column {
    void *device, *host;
    size_t bytes;
    hipError_t error = hipSuccess;

    host_column(void *memory, size_t size, bool is_input)
        : device(memory), host(malloc(size + 1)), bytes(size)
    {
        if (!host)
            error = hipErrorOutOfMemory;
        else if (is_input && bytes)
            error = hipMemcpy(host, device, bytes, hipMemcpyDeviceToHost);
    }
    ~host_column()
    {
        free(host);
    }
    hipError_t put() const
    {
        return bytes ? hipMemcpy(device, host, bytes, hipMemcpyHostToDevice) : hipSuccess;
    }
};

struct HOST {
    template <class EXTRAS, class... P>
    static constexpr bool fits = FOLDCHECK_NUMBERS::fits(EXTRAS(), types<P *...>());

    template <class EXTRAS, class... P, size_t... N>
    static int run(struct foldcheck_call *call, const struct slot *slot, types<P...>,
                   std::index_sequence<N...>)
    {
        hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
        if (error != hipSuccess) return failed(call, error, "waiting for the items: ");
        host_column column[] = {{slot[N].at, sizeof(P) * slot[N].items, slot[N].is_input}...};
        for (const host_column &each : column)
            if (each.error != hipSuccess) return failed(call, each.error, "copying the items to the host: ");
        if (FOLDCHECK_NUMBERS::call<true, EXTRAS>(call, static_cast<P *>(column[N].host)...)) return 1;
        for (size_t i = 0; i < sizeof...(P); i++)
            if (!slot[i].is_input && (error = column[i].put()) != hipSuccess)
                return failed(call, error, "copying the results to the device: ");
        return 0;
    }
};

/* ---- one operator -------------------------------------------------------------------------------------------- */

/* Way number AT of calling the launcher: how it spells columns, and its types of keys and of the number of runs. */
template <size_t AT, size_t NUMBERS, class I, class O>
struct way;
template <size_t AT, size_t NUMBERS, class... I, class... O>
struct way<AT, NUMBERS, types<I...>, types<O...>> {
    static constexpr int spelling = AT % 4;
    using key = typename nth<AT / 4 % FOLDCHECK_ARRAYS::key_types, all_key_types>::type;
    using number = typename nth<AT / 4 / FOLDCHECK_ARRAYS::key_types, offset_types>::type;
    using arrays = decltype(FOLDCHECK_ARRAYS::of<key, number>(types<typename spell<I, spelling>::type...>(),
                                                              types<typename spell<O, spelling>::type...>()));
    using extras = typename extras_of<FOLDCHECK_INIT, NUMBERS, typename spell<O, spelling>::type...>::type;
};

enum { WAYS = 4 * FOLDCHECK_ARRAYS::key_types * FOLDCHECK_ARRAYS::number_types };

template <class FORM, class EXTRAS, class... P>
constexpr bool form_fits(types<P...>)
{
    return FORM::template fits<EXTRAS, P...>;
}

/* The first that fits, from AT on; WAYS: none does. */
template <class FORM, size_t NUMBERS, class I, class O, size_t AT = 0>
constexpr size_t way_that_fits()
{
    if constexpr (AT == WAYS) {
        return WAYS;
    } else {
        using one = way<AT, NUMBERS, I, O>;
        if constexpr (form_fits<FORM, typename one::extras>(typename one::arrays()))
            return AT;
        else
            return way_that_fits<FORM, NUMBERS, I, O, AT + 1>();
    }
}

template <class FORM, class WAY, class... P>
int run_way(struct foldcheck_call *call, types<P...> arrays)
{
    struct slot slot[sizeof...(P)];
    bool sizes = std::is_same_v<FORM, CUB> && !call->temporary; /* only a size is asked for */
    struct own_memory own_memory(call);
    if (!sizes &&
        !FOLDCHECK_ARRAYS::template prepare<typename WAY::key, typename WAY::number>(call, own_memory))
        return 1;
    FOLDCHECK_ARRAYS::template fill<typename WAY::key>(call, slot);
    int status =
        FORM::template run<typename WAY::extras>(call, slot, arrays, std::index_sequence_for<P...>());
    if (status == 0 && !sizes)
        status = FOLDCHECK_ARRAYS::template finish<typename WAY::key, typename WAY::number>(call);
    return status;
}

#ifdef FOLDCHECK_HALVES
static inline float widened(unsigned short half, int rounded_to)
{
    unsigned bits = static_cast<unsigned>(half) << 16;
    float number;
    __half narrow;
    memcpy(&number, &bits, sizeof number);
    memcpy(static_cast<void *>(&narrow), &half, sizeof narrow);
    return rounded_to == FOLDCHECK_TO_F16 ? __half2float(narrow) : number;
}

/* The rounded results of a column, as the operator's. */
inline int widen(struct foldcheck_call *call, const void *narrow, void *results, int rounded_to)
{
    size_t count = call->results;
    hipError_t error = hipStreamSynchronize(static_cast<hipStream_t>(call->stream));
    if (error != hipSuccess || !count) return error != hipSuccess ? failed(call, error, "") : 0;
    auto *from = static_cast<unsigned short *>(malloc(count * sizeof(unsigned short)));
    auto *to = static_cast<float *>(malloc(count * sizeof(float)));
    error = from && to ? hipMemcpy(from, narrow, count * sizeof *from, hipMemcpyDeviceToHost)
                       : hipErrorOutOfMemory;
    for (size_t i = 0; error == hipSuccess && i < count; i++)
        to[i] = widened(from[i], rounded_to);
    if (error == hipSuccess) error = hipMemcpy(results, to, count * sizeof *to, hipMemcpyHostToDevice);
    free(from);
    free(to);
    return error == hipSuccess ? 0 : failed(call, error, "widening the results: ");
}
#else
inline int widen(struct foldcheck_call *, const void *, void *, int)
{
    return 0;
}
#endif

/* What the launcher rounds results to that could be rounded to R. */
template <size_t NUMBERS, class I, class O, class... R>
constexpr int rounded_to(I, O, types<R...>)
{
#ifdef FOLDCHECK_HALVES
    if constexpr (!std::is_same_v<O, types<R...>> && !FOLDCHECK_INIT && !FOLDCHECK_ARRAYS::apart)
        if (way_that_fits<FOLDCHECK_FORM, NUMBERS, I, O>() == WAYS &&
            way_that_fits<FOLDCHECK_FORM, NUMBERS, I, types<R...>>() < WAYS)
            return (... && std::is_same_v<R, f16>) ? FOLDCHECK_TO_F16 : FOLDCHECK_TO_BF16;
#endif
    return FOLDCHECK_NOT_ROUNDED;
}

template <size_t NUMBERS, class I, class O, class R>
struct best_way {
    static constexpr int rounds = rounded_to<NUMBERS>(I(), O(), R());
    using results = std::conditional_t<rounds == FOLDCHECK_NOT_ROUNDED, O, R>;
    static constexpr size_t at = way_that_fits<FOLDCHECK_FORM, NUMBERS, I, results>();
    using type = way<at == WAYS ? 0 : at, NUMBERS, I, results>;
};

template <size_t NUMBERS, class I, class O, class R>
constexpr int key_bytes(I, O, R)
{
    return FOLDCHECK_ARRAYS::has_keys ? sizeof(typename best_way<NUMBERS, I, O, R>::type::key) : 0;
}

template <size_t NUMBERS, class I, class O, class R>
int run_as(struct foldcheck_call *call, I, O, R)
{
    using best = best_way<NUMBERS, I, O, R>;
    static_assert(
        best::at != WAYS,
        "LAUNCHER " FOLDCHECK_QUOTED(
            FOLDCHECK_LAUNCHER) ": there is no such function, or it does not take " FOLDCHECK_EXPECTED
                                " and maybe a stream in the form that FORM says");
    if (call->step >= FOLDCHECK_REPLAY) return replayed(call);
    if constexpr (best::at != WAYS) {
        constexpr bool copied =
            FOLDCHECK_ARRAYS::apart || best::rounds != FOLDCHECK_NOT_ROUNDED ||
            (FOLDCHECK_ARRAYS::has_keys && !std::is_same_v<typename best::type::key, unsigned>);
        if (call->step == FOLDCHECK_ASK && (copied || std::is_same_v<FOLDCHECK_FORM, HOST>))
            return 1; /* a graph would have memory of this call alone */
        void *results[FOLDCHECK_MOST_COLUMNS];
        bool rounds = best::rounds != FOLDCHECK_NOT_ROUNDED;
        for (int i = 0; rounds && i < call->outs; i++) {
            results[i] = call->out[i];
            call->out[i] = call->narrow[i];
        }
        int status = run_way<FOLDCHECK_FORM, typename best::type>(call, typename best::type::arrays());
        bool sizes = std::is_same_v<FOLDCHECK_FORM, CUB> && !call->temporary;
        for (int i = 0; rounds && i < call->outs; i++) {
            call->out[i] = results[i];
            if (status == 0 && !sizes) status = widen(call, call->narrow[i], results[i], best::rounds);
        }
        return status;
    }
    return 1;
}
} // namespace foldcheck_calls

#define FOLDCHECK_TYPES(...) foldcheck_calls::types<__VA_ARGS__>()
#define FOLDCHECK_RUN(OP, IN, OUT, ROUNDED, NUMBERS)                                                         \
    static int foldcheck_run_##OP(struct foldcheck_call *call)                                               \
    {                                                                                                        \
        return foldcheck_calls::run_as<NUMBERS>(call, FOLDCHECK_TYPES IN, FOLDCHECK_TYPES OUT,               \
                                                FOLDCHECK_TYPES ROUNDED);                                    \
    }
FOLDCHECK_OPERATORS(FOLDCHECK_RUN)

#define FOLDCHECK_ENTRY(OP, IN, OUT, ROUNDED, NUMBERS)                                                       \
    {#OP,                                                                                                    \
     foldcheck_calls::rounded_to<NUMBERS>(FOLDCHECK_TYPES IN, FOLDCHECK_TYPES OUT, FOLDCHECK_TYPES ROUNDED), \
     foldcheck_calls::key_bytes<NUMBERS>(FOLDCHECK_TYPES IN, FOLDCHECK_TYPES OUT, FOLDCHECK_TYPES ROUNDED),  \
     foldcheck_run_##OP},
extern "C" {
extern struct foldcheck_launcher
    FOLDCHECK_CALLS[]; /* not const, or clang would have the table on the device, too */
struct foldcheck_launcher FOLDCHECK_CALLS[] = {FOLDCHECK_OPERATORS(FOLDCHECK_ENTRY){nullptr, 0, 0, nullptr}};
}
