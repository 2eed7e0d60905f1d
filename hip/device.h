/* SPDX-License-Identifier: MIT
 * All that the rest of foldcheck sees of a GPU. A backend is a shared object (foldcheck_sim.so,
 * foldcheck_amd.so, foldcheck_nvidia.so, foldcheck_cpu.so, foldcheck_nccl.so), opened with dlopen(RTLD_LOCAL), that exports one symbol:
 * foldcheck_backend. */
#ifndef FOLDCHECK_DEVICE_H
#define FOLDCHECK_DEVICE_H

#include "device_name.h"
#include "program_step.h"
#include "strategy.h"
#include "tuned.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BACKEND_ABI = 24 };

struct device; /* a backend's own */
struct event;

struct device_caps {
    char name[128];        /* "NVIDIA H200", "simulator" */
    char arch[32];         /* "sm_90", "gfx90a", "sim64" */
    char versions[128];    /* runtime, driver, compiler */
    char bus[16];          /* the card's PCI address, "0000:3b:00.0"; "" where there is none */
    int cards;             /* that are one device: 0 where it is no more than one */
    int lanes;             /* hardware lanes of a warp or wavefront */
    int processors;        /* multiprocessors or compute units */
    int max_block;         /* threads */
    int resident_threads;  /* threads that a processor holds at once */
    uint64_t shared_bytes; /* shared memory that a block may ask for */
    uint64_t registers;    /* of 32 bits, that a block may have */
    uint64_t memory_bytes, l2_bytes;
    bool forward_progress; /* resident blocks keep running while others spin */
    bool finds_races;      /* of every launch, whatever came first in it */
    /* The thresholds of the auto strategies; NULL: the defaults. The session sets them, not the backend. */
    const struct tuned *tuned;
};

/* Costs of accesses to global memory. An access is one instruction of a warp; sectors are the aligned 32
 * bytes that it touches, `fewest` those that as many distinct bytes fill. */
struct memory_counters {
    uint64_t loaded, stored; /* bytes that the kernels asked for, without atomics */
    uint64_t accesses, sectors, fewest;
};

/* Totals over launches. */
struct launch_counters {
    struct memory_counters data, scratch; /* apart: the region named "scratch" */
    uint64_t launches;
    uint64_t blocks, threads; /* of the launch with the most blocks: how many, and the threads of each */
    uint64_t bank_conflicts;  /* cycles beyond the fewest of accesses to shared memory: 32 banks of 4 bytes,
                                a word a cycle from each, the same word to all lanes */
    uint64_t accesses,
        active_lanes;  /* of warps, to shared memory, too; and the lanes that take part in each */
    uint64_t barriers; /* one a block and word */
    uint64_t group_syncs, shuffles; /* one a group and word */
    uint64_t atomics, combines;     /* one a lane */
    uint64_t
        crossings; /* of loads: words that another block of the launch had stored; only where races are found */
    uint64_t shared_bytes, dynamic_shared; /* no sums: the most shared memory that a block took, of arrays
                                              whose size is known where it is compiled, and of the one that its
                                              launch was told of */
};

/* How an execution of a schedule that stands for every one ended: to its end, which may be a failure; early, because it does
 * nothing that another one did not; to its end, as another one did whose lanes found the same; or at once, because it is too large. */
enum exploration_end { EXPLORED_TO_END, EXPLORED_BEFORE, EXPLORED_AGAIN, EXPLORED_TOO_LARGE };

/* What such a schedule ran so far. */
struct exploration {
    uint64_t executions, left; /* to their end; those that were left */
    enum exploration_end end;  /* of the last one */
    bool more;                 /* there are others */
    bool bounded;              /* some were not run that have more reorderings than were allowed */
    bool alike;           /* which of its blocks does what counts for nothing: they were shown to be alike */
    bool waits;           /* a lane waited in one of them */
    uint64_t choices;     /* that are known to be left, if there are */
    uint64_t blocks;      /* of the largest launch */
    bool values_left_out; /* loads were not offered all old values */
};

/* Functions that can fail return false (or NULL) and say why in one line; the device may be poisoned then,
 * and only reset or a fresh process helps. Nothing here is thread-safe. */
struct backend {
    uint32_t abi;     /* BACKEND_ABI */
    const char *name; /* "sim", "amd", "nvidia", "cpu", "nccl" */

    /* How many devices of this kind there are; 0 with the reason in why. */
    int (*count)(enum device_kind kind, struct text *why);
    struct device *(*open)(struct device_name name, struct text *why);
    void (*close)(struct device *device);
    const struct device_caps *(*caps)(struct device *device);

    /* Device memory, at least 256-byte aligned. */
    void *(*alloc)(struct device *device, uint64_t bytes, struct text *why);
    void (*release)(struct device *device, void *memory);
    /* On the simulator: within the allocation, only named regions may be accessed from now on; an access
     * elsewhere is reported by kernel, region and index. They may overlap, and be empty. `item` is the bytes
     * from one item to the next, for the index (0: the region is one item). `stale`: what put, fill or copy
     * leave there is not to be read; only a kernel writes it. Where regions overlap, one that is not stale
     * wins. name NULL forgets the regions and the contents of the allocation that holds `memory`. A no-op on
     * hardware. */
    void (*region)(struct device *device, void *memory, uint64_t bytes, uint32_t item, bool stale,
                   const char *name);

    /* In order within a stream; streams (the default one, NULL, too) order nothing among one another. put has
     * taken the host's bytes when it returns; what get brings is there after the next sync. */
    bool (*put)(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                struct text *why);
    bool (*get)(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                struct text *why);
    bool (*fill)(struct device *device, struct stream *stream, void *to, int byte, uint64_t bytes,
                 struct text *why);
    /* Device to device; the benchmarks' yardstick. */
    bool (*copy)(struct device *device, struct stream *stream, void *to, const void *from, uint64_t bytes,
                 struct text *why);

    struct stream *(*stream_open)(struct device *device, struct text *why);
    void (*stream_close)(struct device *device, struct stream *stream);
    /* On the simulator: in which order lanes run, and how many blocks of a launch are resident (fewer, where
     * that would be more than 4096 lanes), in every sync until the next call; each sync begins the schedule
     * afresh. NULL or SCHEDULE_NONE: fifo, 4 blocks. A no-op on hardware. */
    void (*schedule)(struct device *device, const struct schedule *schedule);
    /* Waits for all work of the device. False if a kernel failed or, where the backend can tell, `seconds`
     * ran out (0: no limit); on hardware the worker's watchdog ends a process whose kernel hangs. */
    bool (*sync)(struct device *device, double seconds, struct text *why);
    /* False if the last sync failed because a kernel accessed memory in a way that the device does not see, so
     * that nothing can be said of the case. Always true on hardware. */
    bool (*examined)(struct device *device);
    struct event *(*event_open)(struct device *device, struct text *why);
    void (*event_close)(struct device *device, struct event *event);
    bool (*event_record)(struct device *device, struct event *event, struct stream *stream, struct text *why);
    /* Milliseconds between two recorded events whose work is done; negative on an error. */
    double (*event_ms)(struct device *device, struct event *from, struct event *to);
    /* A pass that reads `bytes` and writes nothing that counts: the second yardstick. */
    bool (*read_only)(struct device *device, struct stream *stream, const void *from, uint64_t bytes,
                      void *sink, struct text *why);
    /* Keeps the stream busy for about that many microseconds (hardware; the simulator does nothing), so that
     * the host is done with enqueueing what is timed before the device begins it. */
    bool (*occupy)(struct device *device, struct stream *stream, double microseconds, struct text *why);
    /* Enqueues what does nothing: a launch, or a collective of all cards. NULL where the device is one card or none. */
    bool (*empty)(struct device *device, struct stream *stream, bool collective, struct text *why);
    /* Makes the device usable again after a failure, where it can. */
    bool (*reset)(struct device *device, struct text *why);
    /* On the simulator: the model of memory that orders the accesses of blocks that start from now on; lenient before.
     * NULL on hardware, which has its own. */
    void (*judge)(struct device *device, enum memory_model model);
    /* On the simulator: from the next launch under SCHEDULE_EVERY on, each one between two calls of schedule is another
     * execution of at most so many reorderings (0: any number), until explored says that there are no more; it also says in
     * which order the last one ran, as a path (of SCHEDULE_NONE, where it is too long for a line). NULL on hardware. */
    void (*explore)(struct device *device, uint64_t most_reorderings);
    bool (*explored)(struct device *device, struct exploration *sum, struct schedule *taken);
    /* On the simulator: what code of users keeps from launch to launch, its __device__ variables above all, is as it was
     * at first, and it waits for `seconds` at most itself. Nothing is queued. NULL on hardware, where nothing can be done
     * about it. */
    void (*renew)(struct device *device, double seconds);
    /* On the simulator: whether a lane has taken an undefined value since renew or the last call, from a lane that was not
     * there; `what` says where first. From now on such values are made of `byte`, 0: of 0xA5. NULL on hardware. */
    bool (*undefined_values)(struct device *device, int byte, struct text *what);
    /* Counts the launches that start from now on, or, without `on`, counts no more. `totals` (or NULL) gets
     * what was counted since the last call. False: the device cannot count. */
    bool (*counters)(struct device *device, bool on, struct launch_counters *totals);

    /* In the order of strategies.def; NULL ends the list. */
    const struct strategy *const *strategies;
    /* One an operator, in the order of operators.def (those that were built in); NULL ends the list. */
    const struct operator_code *const *operators;
    /* What programs do between folds, in the order of programs/steps.def; one without a name ends the list. NULL where
     * there are no kernels. */
    const struct program_step *steps;
};

extern const struct backend foldcheck_backend;

/* Generated into every backend (registry): what foldcheck_backend's lists point to. */
extern const struct strategy *const foldcheck_strategies[];
extern const struct operator_code *const foldcheck_operators[];
extern const struct program_step foldcheck_steps[];

/* host side (hip/device.c): opens the shared object of a kind, from the program's own folder,
 * ../lib/foldcheck/backends or FOLDCHECK_BACKENDS. NULL with the reason. */
const struct backend *backend_open(enum device_kind kind, struct text *why);

/* "sim", "amd", "nvidia", "cpu" or "nccl"; the kind has a backend. */
const char *backend_name(enum device_kind kind);

/* The path of a file in the folder of a kind's backend, if it is there. False with the reason. `path` has PATH_MAX
 * bytes. */
bool backend_beside(enum device_kind kind, const char *file, char *path, struct text *why);

/* Whether a backend of this kind is built and loads, whatever plugins are loaded. */
bool backend_built(enum device_kind kind, struct text *why);

/* The file of a kind's backend, which need not load here. False with the places where it was looked for. */
bool backend_file(enum device_kind kind, char *path, size_t room, struct text *why);

/* The step of this name; NULL if there is none. */
const struct program_step *backend_step(const struct backend *backend, const char *name);

const struct strategy *backend_strategy(const struct backend *backend, const char *name);
const struct operator_code *backend_operator(const struct backend *backend, const char *op);
/* Whether an operator before it has the very same instances: element types of one size do. */
bool backend_repeats(const struct backend *backend, const struct operator_code *code);
/* The instance of a strategy with this shape (or, with shape NULL, the default on the device); NULL if
 * none. */
const struct instance *backend_instance(const struct backend *backend, const struct device_caps *caps,
                                        const char *op, const struct strategy *strategy,
                                        const struct tuning *tuning);
/* The tuning as it is printed. */
struct tuning shape_tuning(const struct launch_shape *shape);
/* "{block=256,items=4,group=32}", or "". */
const char *shape_print(const struct launch_shape *shape, struct text *out);
struct tuning instance_tuning(const struct instance *instance);

#ifdef __cplusplus
}
#endif
#endif
