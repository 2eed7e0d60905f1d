/* SPDX-License-Identifier: MIT
 * The simulator from inside: device, launch, block and lane. One machine a process; nothing
 * here is thread-safe.
 *
 *     sim.h       the words of a kernel's lane         (lane.c; sim_touch in memory.c)
 *     sched.c     which lane runs next
 *     explore.c   a path of choices, and the search through all of them
 *     stale.c     old values that a lane may find
 *     memory.c    allocations, regions, shared arrays, and the check of every access
 *     shadow.c    the last accesses of each word of memory, and whether anything was written there
 *     know.c      the accesses that a lane knows to have come before
 *     order.c     launches, barriers and atomics, by which lanes know of others' accesses
 *     formal.c    atomics and fences of ordinary kernels to the letter: orders and scopes
 *     race.c      every access: races, and reads of what nothing wrote
 *     site.c      the calls that lead from a kernel to a word
 *     source.c    the source line of a site, for reports
 *     tsan.c      what a kernel accesses unannounced, as the compiler reports it
 *     ordinary.c  the words of kernels that people have: ordinary.h
 *     warp.c      their meetings of a warp's lanes
 *     module.c    the variables of plugins, which every case finds as they were
 *     runtime.c   the calls by which such code's host side reaches the device
 *     bounds.c    an index past the end of a kernel's own array, as the compiler reports it
 *     count.c     what the accesses of a warp cost
 *     launch.c    launches, and the device that runs them
 *     limits.c    what a launch of ordinary code may ask for
 *     stream.c    streams' queues
 *     capture.c   streams whose work is recorded, and what may not be done meanwhile
 *     graph.c     what was recorded, and its launches
 *     block.c     blocks that start and end
 *     lane.c      lanes that wait for one another: barriers, exchanges, atomics
 *     fail.c      the error of a launch that fails
 *     backend.c   device.h's table */
#ifndef FOLDCHECK_SIM_MACHINE_H
#define FOLDCHECK_SIM_MACHINE_H

#include "fiber.h"
#include "hip/device.h"
#include "hip/sim/ordinary.h"
#include "hip/sim/sim.h"

enum {
    MAX_BLOCK = 1024,         /* threads */
    MAX_LANES = 64,           /* of any device */
    MAX_EXCHANGE = 1024,      /* bytes that a lane gives: a few states */
    MAX_SHARED_ARRAYS = 64,   /* declarations in a kernel */
    SHARED_BYTES = 227 << 10, /* a block: as much as the largest that strategies are tuned for */
    RESIDENT_BLOCKS = 4,      /* of a launch, unless the schedule says another number */
    RESIDENT_LANES = 4096,    /* at most so many of a launch, whatever the schedule says */
    PATIENCE = 256,           /* yields without progress after which a schedule lets others go first */
    POISON = 0xA5,            /* fresh memory */
    WORDS_A_CLOCK = 1 << 16,  /* words of lanes between two looks at the clock */
    TIMELY_THREADS = 1 << 17, /* threads of a run that need the time limit once more */
    MAX_IDLE_YIELDS = 1 << 22 /* yields in a row, by all lanes together, without progress */
};

struct access {
    uintptr_t at;
    size_t bytes;
    bool stores;
};

/* ---- device memory ------------------------------------------------------------------------------------- */

/* A named part of an allocation. */
struct region {
    uintptr_t from, to;
    uintptr_t reach; /* the furthest `to` of this region and all before it */
    uint32_t item;   /* bytes */
    bool stale;      /* the host's bytes are not to be read */
    char name[MAX_NAME];
};

struct module; /* a plugin with ordinary code, in module.c */

struct allocation {
    uintptr_t from, to;
    const struct module *module; /* whose launcher asked for it; NULL: the harness */
    struct region *region;       /* by `from`; owned */
    size_t regions, room;
};

enum { FREED_KEPT = 32 };

struct freed {
    uintptr_t from, to;
    bool stays; /* a launcher's, which may keep a pointer there: nothing else is allocated there meanwhile */
};

struct memory {
    struct allocation *allocation; /* by `from`; owned */
    size_t count, room;
    uint64_t bytes, most;           /* allocated; allowed */
    struct freed freed[FREED_KEPT]; /* the last ones, to name an access to them */
    size_t freed_next;
};

void *memory_alloc(struct memory *memory, uint64_t bytes, struct text *why);
void memory_release(struct memory *memory, void *block);
/* From now on it is a launcher's; releases all that are. */
void memory_give(struct memory *memory, const void *block, const struct module *module);
void memory_release_of(struct memory *memory, const struct module *module);
/* The bytes that were asked for; 0: memory_begins is false. */
uint64_t memory_bytes(const struct memory *memory, const void *block);
/* Has the host pages there? */
bool memory_is_mapped(const void *from, uint64_t bytes);
/* Is this what memory_alloc returned, and not yet released? */
bool memory_begins(const struct memory *memory, const void *block);
void memory_region(struct memory *memory, void *from, uint64_t bytes, uint32_t item, bool stale,
                   const char *name);
void memory_free(struct memory *memory);
/* The host wrote there, if that is device memory at all. */
void memory_filled(const struct memory *memory, const void *from, uint64_t bytes);
/* The name of the region at an address, "" where the allocation has none; NULL: no device memory. */
const char *memory_name(const struct memory *memory, uintptr_t at);
/* Bytes from the beginning of its allocation; what is none keeps its address. */
uintptr_t memory_offset(const struct memory *memory, uintptr_t at);
/* Do the bytes lie in one allocation? Says in why what does not. */
bool memory_holds(const struct memory *memory, const char *what, const void *from, uint64_t bytes,
                  struct text *why);

/* ---- plugins with ordinary code -------------------------------------------------------------------------- */

/* The plugin in which this code lies, whose variables are kept from the first call on. NULL: the host has no memory. */
struct module *module_of(uintptr_t code);
/* A lane stored to a static variable; a launch was stopped. */
void module_stored(const struct access *access);
void modules_stopped(void);
/* Whether there are any; whether this code is a plugin's own, which holds no lock and is not in the midst of the
 * simulator. */
bool modules_there(void);
bool modules_hold_code(uintptr_t code);
/* Variables of plugins where something was stored, or stopped, are as they were at first; nothing is queued. */
void modules_renew(struct device *device);
/* The device closes: what plugins keep of it is gone. */
void modules_forget(struct device *device);

/* ---- launches ------------------------------------------------------------------------------------------ */

struct graph_run;

/* Of a graph: a bit each. */
struct nodes {
    uint64_t *word; /* owned */
    size_t words;
};

enum wait { WAIT_NOT, WAIT_BARRIER, WAIT_GROUP_SYNC, WAIT_EXCHANGE, WAIT_WARP, WAIT_ENDED };

struct block_counts;

/* What passes between fences: among all threads of the device, among those of the block, among sequentially consistent
 * fences of the device, which barriers hand on to other threads; and what is passed on by none. */
enum { IN_DEVICE, IN_BLOCK, HANDED_ON, IN_NONE };

/* formal.c's, of a lane: what it knows, what its fences told, and what it learns at its next one; owned. */
struct formal {
    struct know *know, *fenced[IN_NONE], *heard[IN_NONE + 1];
    /* For reports: where it read what it may not know yet and where a fence of the block came behind that, if one did;
     * where its last fence is, if that is of the block. */
    uint32_t read_site, read_fence_site, block_fence_site;
};

struct lane {
    struct fiber fiber; /* first: an entry gets its fiber and knows its lane */
    struct block *block;
    struct lane *next; /* in its block's queue */
    uint32_t thread;   /* in the block */
    uint64_t priority; /* the scheduler's */
    enum wait wait;
    uint32_t group, source; /* of the group that it waits in; meaningless else */
    size_t bytes;
    const void *mine;
    void *theirs;
    const void *frame;  /* of the function that calls the launch's body */
    uint8_t arrived[7]; /* of a group's first lane: how many wait, for groups of 2^0 .. 2^6 lanes */
    /* order.c's: the lane's clock, what it learnt of its bundle (in block->seen), the block's `since` for which that is
     * valid, and what it learnt by atomics (owned) */
    uint32_t clock, seen_since;
    const uint32_t *seen;
    struct know *know;
    /* What it told by a fence, and what it learns at its next one; owned */
    struct know *fenced, *heard;
    struct formal *formal;   /* of an ordinary launch under the formal model, which judges it; else NULL */
    uint32_t at[3];          /* of an ordinary launch: its thread index */
    struct meeting *meeting; /* while it waits in one */
    uint32_t site;           /* of an ordinary launch: where it waits */
    uint64_t vote;           /* what it says there, and what the meeting made of it */
};

/* Lanes of a warp that wait for one another. */
struct meeting {
    uint64_t mask, came; /* lanes: those that must come, 0: the lanes that come; those that came */
    enum warp_word word;
    uintptr_t code; /* of the call, where the mask is 0 */
};

/* A warp of an ordinary launch. */
struct warp {
    uint64_t live; /* its lanes that have not ended */
    uint32_t open; /* meetings */
    struct meeting meeting[MAX_LANES];
};

struct shared_array {
    uint32_t slot;
    const struct sim_variable *variable; /* of an ordinary kernel, else NULL */
    uintptr_t from, to;
};

struct block {
    struct launch *launch;
    uint64_t index;
    struct lane lane[MAX_BLOCK];
    uint32_t lanes, live, at_barrier;
    /* the scheduler's: its lanes that can run, how many more of them run before the next block's turn */
    struct lane *first, *last;
    uint32_t queued, turns;
    uint64_t points, falls_at;     /* its scheduling points so far, and the one at which it falls; 0: none */
    struct block *next, *previous; /* resident blocks, in a ring */
    struct shared_array shared[MAX_SHARED_ARRAYS];
    size_t shared_count, shared_bytes;
    size_t dynamic_bytes;  /* of these: of the array whose size the launch was told */
    uintptr_t shared_end;  /* in shared_memory */
    unsigned char *memory; /* owned; see block.c for its size */
    /* order.c's: the block's number, the clocks that its last barrier lies before, what lanes learnt since by
     * group_sync (owned, MAX_LANES a group of any size) */
    uint32_t race_id, since, *seen;
    struct formal *formal;       /* of each lane; owned; NULL until the formal model judges one */
    bool formal_used;            /* a lane has told or learnt something by it */
    struct block_counts *counts; /* owned; NULL: nothing is counted */
    uint32_t at[3];              /* of an ordinary launch: its block index */
    struct warp *warp;           /* of an ordinary launch; owned, MAX_BLOCK / 32 of them */
    uint64_t votes, voted;       /* yeses at the barrier that fills, and at the last one */
};

struct launch {
    struct stream *stream;
    char kernel[96];
    uint64_t blocks, next_block; /* of the grid; the next one to start */
    uint32_t block, running;     /* threads a block; blocks that are resident */
    void (*body)(const void *arguments);
    size_t shared; /* bytes of dynamic shared memory */
    size_t bytes;
    void *arguments;     /* owned */
    uint32_t race_first; /* race_id of block 0 */
    bool unwaited;       /* the harness takes the results, and nothing has waited for the stream */
    bool ordinary;      /* of a kernel without our accessors: every access that the compiler reports is one */
    size_t shared_most; /* of an ordinary launch: bytes of shared memory a block, dynamic or not */
    uint32_t *meeting;  /* of a cooperative one: the word by which its blocks meet */
    uint32_t grid[3], threads[3]; /* of an ordinary launch */
    struct graph_run *run;        /* whose node it is; NULL: none's */
    size_t node;
};

struct event {
    bool recorded;
    double ms;
    unsigned long long captured; /* the capture in which it was recorded last; 0: none */
    struct nodes after;          /* then: what it comes behind; owned */
};

/* DO_FRESH: nothing has been written there. */
enum operation_kind { DO_LAUNCH, DO_COPY, DO_FILL, DO_READ, DO_EVENT, DO_FRESH, DO_HOST, DO_GRAPH };

/* An entry of a stream's queue. */
struct operation {
    enum operation_kind kind;
    struct operation *next;
    struct launch launch;
    void *to;
    const void *from;
    void *own; /* a copy of what `from` was on the host, or NULL; owned */
    uint64_t bytes;
    int byte;
    bool ordinary; /* asked for by ordinary code: what it leaves may be read, wherever it lies */
    struct event *event;
    void (*call)(void *context); /* a function of the host's */
    void *context;
    struct graph_run *run; /* owned */
};

struct capture;

struct stream {
    struct device *device;
    struct operation *first, *last;
    struct stream *next;         /* of the device */
    bool own;                    /* a launcher's, of which nothing is done before somebody waits */
    bool blocking;               /* of these: the default stream and it wait for each other */
    const struct module *module; /* of these: whose launcher opened it */
    bool closed;                 /* of these: by the launcher, perhaps before its work was done */
    struct capture *capture;     /* what it is asked for is recorded; NULL: it is done */
    struct nodes tail;           /* then: what the next node comes behind; owned */
};

/* An undefined value that a lane took: from a lane that was not there, or where a collective gives it none. The first one, and
 * the first of another kind or place. */
enum { MOST_TAKEN = 2 };
struct took {
    bool any;
    uint64_t block;
    uint32_t thread, site;
    char kernel[96], what[96];
};

/* In words; false if there is none. */
bool took_undefined(const struct took took[MOST_TAKEN], struct text *what);
void took_forget(struct took took[MOST_TAKEN]);

struct device {
    struct device_caps caps;
    struct memory memory;
    struct stream usual;    /* the default stream, first of the list */
    struct stream *instead; /* of the default one, in ordinary code; NULL: that one */
    bool by_default;        /* ordinary code has queued something in the default stream */
    struct text error;      /* of the launch that failed */
    bool unexamined;        /* because of an access that no accessor announced */
    bool failed;            /* in a sync that ordinary code asked for: the next sync says so */
    struct schedule schedule;
    enum memory_model model;
    struct took took[MOST_TAKEN]; /* since a case began, or the harness asked */
    int undefined_byte;           /* of such values; 0: POISON */
    bool counting;                /* launches that start from now on */
    struct launch_counters counters;
};

/* ---- counters ------------------------------------------------------------------------------------------ */

/* A launch that starts. */
void count_launch(const struct launch *launch, struct launch_counters *totals);
/* The counts of a block that starts. NULL: no memory. */
struct block_counts *count_begin(void);
/* Adds them up, and frees them. */
void count_end(struct block_counts *counts, struct launch_counters *totals);
/* An access of the lane that runs, whose block is counted; `site` tells one instruction from another. */
void count_access(const struct access *access, uint32_t site);
/* A lane passes a word by which `lanes` lanes wait for one another: one more of `words`, and what follows is
 * another access. Its block is counted. */
void count_sync(const struct lane *lane, uint64_t *words, uint32_t lanes);

/* ---- streams ------------------------------------------------------------------------------------------- */

/* Does the operation now if the stream is idle (an event waits all the same, so that it times what follows),
 * else queues a copy of it. Returns false if there is no memory. Takes `own` over. */
bool stream_do(struct stream *stream, const struct operation *operation);
void stream_drop(struct stream *stream);
/* Does what needs no lanes. */
void operation_do(const struct operation *operation);

/* Runs everything that is queued on the device. Returns false with the failed launch's error, after which the
 * queues are empty. seconds: time limit, 0 for none. */
bool device_run(struct device *device, double seconds, struct text *why);
/* The same for one stream; NULL: for all that the default one waits for. */
bool device_run_stream(struct device *device, struct stream *stream, struct text *why);
/* Frees the streams that launchers have closed and where nothing is left to do. */
void streams_close(struct device *device);
/* The harness takes results: what launchers' own streams have still to do is unwaited for. */
void streams_unwaited(struct device *device);
/* Fails the launch of the lane that runs if its write is seen in what the harness takes. */
void unwaited_store(const struct access *access);

/* Frees the pool of blocks and stacks. */
void launch_free_pool(void);

/* ---- what is known of every word ------------------------------------------------------------------------ */

/* The kind of an access; atomics do not race with one another. */
enum atomic { NO_ATOMIC, ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_BOTH };
/* Of an access by a volatile lvalue, beside ATOMIC_LOAD or ATOMIC_STORE; the scope of an atomic, beside any. */
enum { ATOMIC_VOLATILE = 4, ATOMIC_SCOPE = 3, ATOMIC_SCOPE_BIT = 3 };
/* Beside ATOMIC_BOTH, for lane_before_access alone: it adds, and nobody looks at what it finds. */
enum { ATOMIC_SUMS = 32 };

enum { MAX_PLACE = 160 };
/* As a person reads it: "item 3 of scratch". */
void access_place(const struct access *access, char out[MAX_PLACE]);

/* ---- sites in kernels ----------------------------------------------------------------------------------- */

/* Where -fno-omit-frame-pointer has a function's frame begin. */
struct frame {
    const struct frame *caller;
    uintptr_t back; /* the return address */
};

/* The number, above 0, of the site from which the running lane called a word: of the call that returns to `code`, in
 * the function that called the word, whose own frame is `word`. */
uint32_t site_number(uintptr_t code, const struct frame *word);
/* The same for the word whose function this stands in. */
#define SITE() site_number((uintptr_t)__builtin_return_address(0), __builtin_frame_address(0))
/* The return addresses of a site's calls, innermost first: at most 16. Returns how many. */
size_t site_calls(uint32_t site, const uintptr_t **back);
/* The source line of a site; an offset in the shared object if it cannot be told. */
void source_name(uint32_t site, char name[120]);

/* Nothing has written these bytes since they came to be. */
void race_fresh(const void *memory, uint64_t bytes);
/* The host has. */
void race_filled(const void *memory, uint64_t bytes);
/* The lane that runs accesses device or shared memory; fails the launch if that is a race or reads what nothing
 * wrote. */
void race_access(const struct access *access, enum atomic atomic, uint32_t site);
/* The lane knows from now on what was told at this address; tells there all that it knows. An atomic that does both
 * stands in one order with the others there. */
void race_learn(const void *address);
void race_tell(const void *address);
/* A lane that acquires there from now on learns nothing. */
void race_tell_nothing(const void *address);
/* An atomic of an ordinary kernel, which orders as it says (__ATOMIC_*, or SIM_UNORDERED). */
void race_atomic(const void *address, enum atomic kind, int order);
/* A fence: what was done before it is told by atomics behind it, what atomics found before it is known behind it. */
void race_fence(void);
/* In their place where the formal model judges. how: an order with a scope; kind: with ATOMIC_VOLATILE. */
void formal_atomic(const void *address, enum atomic kind, int how, uint32_t site);
void formal_fence(int how, uint32_t site);
/* The lane copies or fills; bytes that nothing has written may be copied. */
void race_move(const struct access *access);
/* The bytes have had a value since the program began. */
void race_written(const void *memory, uint64_t bytes);
void race_launch(struct launch *launch);
void race_block_start(struct block *block);
void race_block_end(struct block *block);
/* All lanes of the block have met, or all of a group. */
void race_barrier(struct block *block);
void race_group(struct lane *first, uint32_t group);
/* Any lanes of a warp have, a bit each; `first` is the warp's first. */
void race_lanes(struct lane *first, uint64_t lanes);
/* Nothing runs any more: all that happened is known to all that comes. */
void race_settle(void);
void race_free(void);

/* ---- the scheduler ------------------------------------------------------------------------------------- */

/* Before anything of a run: in which order lanes run from now on. */
void sched_begin(const struct schedule *schedule);
/* Frees what a schedule needed; no block is resident. */
void sched_free(void);

/* False if the host has no memory; the block was not added. Lanes become ready one by one. */
bool sched_add(struct block *block);
/* The index of the launch's block that starts as number n. */
uint64_t sched_nth_block(uint64_t n, uint64_t blocks);
void sched_remove(struct block *block);
/* Any resident block; NULL if there is none. */
struct block *sched_any(void);
/* A lane of a resident block can run (again). */
void sched_ready(struct lane *lane);
/* As sched_ready, before all other lanes of its block where the order is fifo. */
void sched_ready_first(struct lane *lane);
/* Takes the lane that runs next. Some lane of a resident block can run. */
struct lane *sched_next(void);
/* The lane came to a scheduling point: a word at which another lane may go on instead. */
void sched_point(const struct lane *lane);
/* Whether a lane that need not wait at a scheduling point may lose its turn all the same. */
bool sched_preempts(void);
/* Which one of so many values a lane finds. */
unsigned sched_value(unsigned values);
/* The lane has spun for PATIENCE yields. */
void sched_spun(const struct lane *lane);

/* ---- what runs now ------------------------------------------------------------------------------------- */

struct machine {
    struct device *device; /* of the last call of the backend: what the default stream belongs to */
    struct lane *lane;     /* NULL outside kernels */
    bool checks;           /* for races and uninitialised reads */
    struct fiber main;
    struct block *ended; /* the block whose last lane just ended; NULL: the launch failed */
    uint32_t words;      /* until the next look at the clock */
    uint32_t idle;       /* yields since a lane last wrote device memory or ended */
    uint32_t spun;       /* idle at the last yield: an atomic of an ordinary kernel clears it for a moment */
    double began;        /* the run: seconds that the process had computed */
    double limit;        /* seconds that it may take without its threads' time; 0: any */
    double allowed;      /* seconds with it */
    uint64_t threads;    /* of the launches that it has begun */
    /* The region that was last accessed: most accesses stay in it. */
    uintptr_t near_from;
    size_t near_bytes;
    uint32_t site;         /* of the access that is checked */
    struct module *module; /* whose launcher runs; NULL: none */
    struct access touched; /* what the lane announced last, since its last word; 0 bytes: nothing */
};
extern struct machine machine;

/* Is this one of the lanes? A bit each says so; where there are more than 64, all bits are set. */
static inline bool is_among(uint64_t lanes, uint32_t i)
{
    return lanes >> i % 64 & 1;
}

/* Whether a lane of an ordinary launch runs. */
static inline bool lane_is_ordinary(void)
{
    return machine.lane && machine.lane->block->launch->ordinary;
}

/* The lane accesses what it has not announced, from a call that returns to `code`: fails the launch if that is
 * device or shared memory. */
void lane_plain_access(const struct access *access, uintptr_t code, const struct frame *word);

/* memset and memcpy for the simulator's own fills and copies while a lane runs, which are no accesses of the lane. */
void fill_unwatched(void *to, int byte, size_t bytes);
void copy_unwatched(void *to, const void *from, size_t bytes);

/* Adds an array to the shared memory of the block that runs. */
struct shared_array *shared_add(struct block *block, uint32_t slot, size_t bytes);

/* An access that the compiler reports; `align`: the multiple that it lies at, else undefined. */
void ordinary_access(const struct access *access, size_t align, uintptr_t code, const struct frame *word);
void ordinary_volatile(const struct access *access, uintptr_t code, const struct frame *word);
void ordinary_atomic(const struct access *access, enum atomic kind, int how, uintptr_t code,
                     const struct frame *word);
void ordinary_atomic_done(bool changed);
/* Are the bytes in the static data of a loaded object? */
bool is_static_data(const struct access *access);

/* Readies the warps of a block that starts. False: no memory. */
bool warps_start(struct block *block);
/* The lane has ended: no lane waits for it any more. */
void warp_leave(struct lane *lane);
/* No lane of the block can run: lets lanes go on that wait for those that come. False if there are none. */
bool warps_relent(struct block *block);
/* The lanes, of those that the lane waits for, that have not come: a bit each. */
uint64_t warp_absent(const struct lane *lane);

/* The lane waits, as its fields say, until another one makes it ready. */
void lane_wait(struct lane *self);
void lane_release(struct lane *lane);
/* The lane comes to an atomic or volatile access: others may run before it. */
void lane_before_access(const struct access *access, enum atomic kind, int how, uint32_t site);
/* What a fence does beside formal_fence and race_fence. */
void lane_fences(int how);
/* The last one to come lets the others go on; it goes on itself, unless the schedule would have another. */
void lane_goes_on(struct lane *self);

/* The number of the error that the launch gets on the device's card, with words; 0: it may run. asked: bytes of dynamic
 * shared memory. And the most shared memory of its blocks. */
int limits_refuse(const struct sim_grid *grid, size_t asked, bool meets, struct text *why);
size_t limits_shared(size_t asked);
/* No launch: sim_error says why. */
bool launch_refuse(const struct text *why);
/* Queues a launch; copies its arguments. False, with sim_error. */
bool launch_queue(struct stream *stream, struct launch *launch, const void *arguments);
/* No launch has been refused so far. */
void launch_forget_error(void);

/* What sim_touch does, for an access from a site. */
void lane_touch(const struct access *access, size_t align, enum atomic atomic, uint32_t site);

/* Monotonic seconds. */
double clock_seconds(void);

/* One word of a lane went by: looks at the clock once in WORDS_A_CLOCK. */
void lane_clock(void);
static inline void lane_tick(void)
{
    machine.touched.bytes = 0;
    if (--machine.words == 0) lane_clock();
}

/* Drops the lane that runs and goes back to device_run, which drops all the others; the device's error says why. */
_Noreturn void lane_leave(void);

/* Fails the launch of the lane that runs, naming kernel, block and thread; the message goes on from there. */
_Noreturn void lane_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
