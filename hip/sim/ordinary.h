/* SPDX-License-Identifier: MIT
 * The simulator as ordinary kernels see it, by the headers of include/: kernels in HIP or CUDA that know nothing of
 * foldcheck. The compiler reports what they load and store (tsan.c); these are the words that have no such report, and
 * those of the code on the host that launches them. Plain C. */
#ifndef FOLDCHECK_SIM_ORDINARY_H
#define FOLDCHECK_SIM_ORDINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct stream;
struct event;

/* ---- who is running: none of these switches ------------------------------------------------------------ */
uint32_t sim_thread_x(void) __attribute__((const));
uint32_t sim_thread_y(void) __attribute__((const));
uint32_t sim_thread_z(void) __attribute__((const));
uint32_t sim_block_x(void) __attribute__((const));
uint32_t sim_block_y(void) __attribute__((const));
uint32_t sim_block_z(void) __attribute__((const));
uint32_t sim_threads_x(void) __attribute__((const));
uint32_t sim_threads_y(void) __attribute__((const));
uint32_t sim_threads_z(void) __attribute__((const));
uint32_t sim_blocks_x(void) __attribute__((const));
uint32_t sim_blocks_y(void) __attribute__((const));
uint32_t sim_blocks_z(void) __attribute__((const));
uint32_t sim_lane(void) __attribute__((const));
/* An assertion failed: in a kernel that ends the launch, else it returns. */
void sim_assertion(const char *what, const char *file, unsigned line);
/* __trap: the same. */
void sim_trap(const char *file, unsigned line);
/* "BlockReduce", made for so many threads: if the block has another number of them, that ends the launch. */
void sim_collective(const char *who, uint32_t threads);
/* Any bytes, which no result may depend on. what: "undefined value: ..." */
void sim_take_undefined(void *value, size_t bytes, const char *what);
/* Lets other lanes run. */
void sim_pause(void);
/* A number that grows from call to call. */
long long sim_clock(void);
/* Lanes of a warp of the device; also outside kernels. */
uint32_t sim_lanes(void);

/* ---- shared memory -------------------------------------------------------------------------------------- */
/* A declaration: its address is what tells it apart. */
struct sim_variable {
    const char *name;
    uint32_t line, item; /* bytes of an element */
};

/* The block's memory for it. */
void *sim_shared_variable(const struct sim_variable *variable, size_t bytes);
/* The same for `extern __shared__`: all of them share what the launch asked for. */
void *sim_shared_extern(const struct sim_variable *variable);

/* ---- waiting -------------------------------------------------------------------------------------------- */
/* The block's barrier; returns how many of its threads said yes. */
uint32_t sim_block_vote(bool yes);

enum warp_word { WARP_SYNC, WARP_EXCHANGE, WARP_VOTE, WARP_ACTIVE };
/* "__syncwarp" and so on. */
const char *sim_warp_word(enum warp_word word);

/* Lanes of a warp meet. mask: a bit for each lane that must come, of which those that have ended are excused; 0:
 * the lanes that come, which are all lanes of the warp, or fewer when no other lane of the block can run. */
void sim_warp_sync(uint64_t mask);
/* Each gives `mine` and takes what lane `source` of the warp gave: 0xA5 in every byte if that lane did not come. */
void sim_warp_exchange(uint64_t mask, const void *mine, void *theirs, size_t bytes, uint32_t source);
/* The lanes that said yes. */
uint64_t sim_warp_vote(uint64_t mask, bool yes);
/* The lanes that came. */
uint64_t sim_warp_active(void);

/* ---- memory --------------------------------------------------------------------------------------------- */
/* An order of atomics beside __ATOMIC_*: of atomicAdd and its like, which order nothing themselves. What they find was
 * told by a fence. */
enum { SIM_UNORDERED = 64 };
/* How far an atomic or a fence reaches, added to its order: among the threads of a block or a warp, or not past its own
 * thread. Nothing added: all threads of the device, whether its word says "device" or "system". */
enum { SIM_OF_BLOCK = 1 << 8, SIM_OF_WARP = 2 << 8, SIM_OF_THREAD = 3 << 8 };
/* Between enter and leave the lane alone runs, and may access the bytes. kind: 1 loads, 2 stores, 3 does both. how: an
 * order with a scope. A comparison that failed says so before it leaves, with the order of its load. */
void sim_atomic_enter(const volatile void *memory, size_t bytes, int kind, int how);
void sim_atomic_failed(int how);
void sim_atomic_leave(bool changed);
/* A fence of the device that acquires and releases; one that does as it says. */
void sim_fence(void);
void sim_fence_of(int how);

/* ---- the host's side ------------------------------------------------------------------------------------ */
struct sim_grid {
    uint32_t blocks[3], threads[3];
    size_t shared;
    struct stream *stream;
};
/* The stream that takes the default one's work, until the next call; NULL: none. The default stream of a GPU waits for
 * the others, and they for it: a launcher that knows no stream is as if it knew the harness's. */
void sim_use_stream(struct stream *stream);
/* Calls launch(context). False: it aborted, or an assertion of its failed, after a kernel had failed. */
bool sim_call(void (*launch)(void *context), void *context);
/* What the device's card allows a launch: threads a block in all and along each side, blocks along each side, bytes of
 * shared memory a block and those that hipFuncSetAttribute may ask for, threads along a side of the grid. */
struct sim_limits {
    const char *card;
    uint32_t block, threads[3], blocks[3];
    size_t shared, shared_asked;
    uint64_t grid_threads;
};
const struct sim_limits *sim_limits(void);
/* The next launch's kernel may take so many bytes of dynamic shared memory: hipFuncSetAttribute has asked for them. */
void sim_shared_asked(size_t bytes);
/* False, with sim_error: no kernel of the card may ask for so many. */
bool sim_shared_may_be_asked(size_t bytes);
/* The next launch is a cooperative one: all of its blocks are resident, and meet by a word. */
void sim_launch_meets(uint32_t *word);
/* That word, in the launch that runs; one without it ends here. */
uint32_t *sim_grid_meeting(void);
/* The runtime's error, by its number, of the last launch that was refused. */
int sim_launch_error(void);
/* As sim_launch. */
bool sim_launch_ordinary(const struct sim_grid *grid, const char *kernel, void (*body)(const void *arguments),
                         const void *arguments, size_t bytes);
void *sim_malloc(size_t bytes);
/* The same for items of so many bytes, under a name that reports have; at least one item. */
void *sim_malloc_named(size_t bytes, size_t item, const char *name);
/* False: not what sim_malloc returned. */
bool sim_free(void *memory);
/* Copies among host and device, whose pointers it tells apart. With `wait`, all work of the device is done then. */
/* Pinned memory of the host's; freed by sim_pinned_free, which takes NULL, too. */
void *sim_pinned(size_t bytes);
void sim_pinned_free(void *memory);
bool sim_memory_copy(void *to, const void *from, size_t bytes, struct stream *stream, bool wait);
bool sim_memory_set(void *to, int byte, size_t bytes, struct stream *stream, bool wait);
bool sim_synchronize(void);
/* Why it returned false since the harness last asked; NULL: it did not. */
const char *sim_failure(void);
/* ---- capture into graphs (capture.c), by the runtime's numbers of errors; 0: it is done ---- */
enum {
    SIM_INVALID_VALUE = 1,
    SIM_OUT_OF_MEMORY = 2,
    SIM_ILLEGAL_STATE = 401,
    SIM_LAUNCH_FAILURE = 719,
    SIM_CAPTURE_UNSUPPORTED = 900,
    SIM_CAPTURE_INVALIDATED,
    SIM_CAPTURE_MERGE,
    SIM_CAPTURE_UNMATCHED,
    SIM_CAPTURE_UNJOINED,
    SIM_CAPTURE_ISOLATION,
    SIM_CAPTURE_IMPLICIT,
    SIM_CAPTURED_EVENT
};
enum { SIM_CAPTURE_GLOBAL, SIM_CAPTURE_OF_THREAD, SIM_CAPTURE_RELAXED };
enum { SIM_CAPTURE_NONE, SIM_CAPTURE_ACTIVE, SIM_CAPTURE_INVALID };
struct graph;
int sim_capture_begin(struct stream *stream, int mode);
int sim_capture_end(struct stream *stream, struct graph **graph);
/* One of SIM_CAPTURE_NONE ...; id: the capture's, or 0. */
int sim_capture_status(struct stream *stream, unsigned long long *id);
/* Returns the mode of the thread before. */
int sim_capture_exchange(int mode);
/* What is no work in a stream: it may allocate or free, copies at once, waits for a stream or for the device. `what`: the
 * call's name. */
enum sim_forbidden { SIM_ALLOCATES, SIM_COPIES, SIM_WAITS, SIM_WAITS_FOR_ALL };
int sim_capture_forbids(enum sim_forbidden how, struct stream *stream, const char *what);
/* An event is asked for, or waited for by the host. */
int sim_event_forbids(const struct event *event, const char *what);
/* The error of the last call that returned false for a capture, once; why the last capture became invalid, or "". */
int sim_capture_error(void);
const char *sim_capture_reason(void);
/* Whether a capture is under way, or the last one became invalid: a launcher that ends the program does it for that. */
bool sim_capture_matters(void);
/* Memory of a captured stream's, and its end. */
void *sim_capture_malloc(struct stream *stream, size_t bytes);
int sim_capture_free(struct stream *stream, void *memory);
/* Another handle of the same graph. */
int sim_graph_instantiate(struct graph *graph, struct graph **executable);
int sim_graph_destroy(struct graph *graph);
int sim_graph_launch(struct graph *graph, struct stream *stream);
size_t sim_graph_nodes(const struct graph *graph);

/* The host waits in the stream's place, and for everything; in a capture, the stream does. */
int sim_stream_await(struct stream *stream, struct event *event);
/* The stream that a call names: NULL is the one that takes the default one's work. */
struct stream *sim_stream_named(struct stream *stream);
/* The stream calls function(context) of the host. */
bool sim_host_call(struct stream *stream, void (*function)(void *context), void *context);
/* All work of one stream; NULL: of the default one, which waits for others. */
bool sim_stream_wait(struct stream *stream);
/* What a launcher gets as the stream that its caller wants: another one than the default stream. */
struct stream *sim_stream_given(void);
/* A launcher that was given none has returned: the default stream of its caller waits for those that wait for it. */
bool sim_stream_join(void);
struct stream *sim_stream_create(bool blocking);
void sim_stream_destroy(struct stream *stream);
struct event *sim_event_create(void);
void sim_event_destroy(struct event *event);
bool sim_event_mark(struct event *event, struct stream *stream);
double sim_event_between(struct event *from, struct event *to);
uint32_t sim_processors(void);
size_t sim_memory_most(void);
size_t sim_memory_used(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
