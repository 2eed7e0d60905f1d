/* SPDX-License-Identifier: MIT
 * The loop of the main job: draw a case, check it, count verdicts, shrink what fails. Knows only callbacks:
 * neither devices nor strategies.
 *
 * All that a run knows stands in struct results, which is plain data without pointers: in a worker it lies in
 * memory shared with the parent. A process that dies in the middle of a case loses nothing: its parent writes
 * down how it died (results.pending), and the next process goes on from the step that was running. */
#ifndef FOLDCHECK_RUNNER_H
#define FOLDCHECK_RUNNER_H

#include "draw.h"
#include "problem.h"

/* What a check found, in words for the report. Empty strings are not printed. */
struct finding {
    struct text first_at; /* "row 0, item 256, column 1 of 2 (u32): expected 0x9e3779b9, got 0x1b873593" */
    struct text witness;  /* "same shape with span: item 256 is [1,256) then a tear" */
    struct text
        operands; /* of a law that failed: "a = (3), b = (1), c = (1): combine(combine(a, b), c) = ..." */
    struct text breaks;     /* and what it would break: "a reduction that splits here differs" */
    struct text reason;     /* of a refusal, a discard, or BROKEN */
    struct text overridden; /* why the strategy would not have run the case; empty where it would have */
    uint64_t tiles;         /* how many tiles the case crossed; 0 where that means nothing */
    uint64_t items;         /* live items of the case */
    bool poisoned;          /* the device does not work any more in this process: only a fresh one helps */
};

struct target;
struct results;

/* A claim, as the runner sees it. context is the properties' own (an open device, its scratch). */
struct property {
    const char *name;  /* lower_snake, the claim in words: reduce_equals_oracle */
    const char *claim; /* the claim in one sentence */
    enum { SUBJECT_STRATEGY, SUBJECT_OPERATOR, SUBJECT_SUITE } subject;
    bool on_host; /* needs no device */
    bool on_sim;  /* needs the simulator */
    /* Draws a case for the target; every choice comes from draw. False: nothing to check (discarded). */
    bool (*generate)(void *context, const struct target *target, struct draw *draw, struct test_case *drawn);
    /* Checks one case. Draws nothing: every choice is in the case. */
    enum verdict (*check)(void *context, const struct test_case *checked, struct finding *finding);
    int does; /* the properties' own: what a strategy must do for the claim to speak of it (enum what), -1 any */
};

/* One thing to check: a property of a subject on a device, with one operator (NULL: any the generator likes). */
struct target {
    const struct property *property;
    char subject[MAX_NAME]; /* strategy or operator; "" for the suite */
    const struct op *op;
    struct device_name device;
    uint64_t cases;    /* verified cases wanted; the generated cases stop there (0: none are generated) */
    bool ought_refuse; /* the strategy needs a law that the operator lacks: a few draws, to see it refuse */
};

/* A case that is run before anything is drawn: a line of the corpus, or what `replay` was given. Its device
 * is the target's, whatever the line says. */
struct fixed_case {
    uint32_t target; /* index in run.targets */
    const struct test_case *line;
};

/* What a run does. Everything is the caller's and is only read. */
struct run {
    const struct target *targets;
    uint32_t target_count; /* <= MAX_TARGETS */
    const struct fixed_case *fixed;
    uint64_t fixed_count;
    double seconds; /* for everything together, once every target had its first case; 0: no limit */
    uint64_t seed;
    bool shrink;
    bool first;      /* the first failure ends the run, as it was drawn */
    bool has_worker; /* a parent stands by: a process may end with WORKER_FRESH to go on in a fresh one */
    void *user;
    /* The context of a device's checks, opened at the first call. NULL with the reason. */
    void *(*context)(void *user, struct device_name device, struct text *why);
    /* properties_simpler_tuning, or NULL. */
    bool (*simpler_tuning)(void *context, const struct test_case *from, size_t index, struct tuning *tuning);
    /* Called between cases; NULL in a worker, whose parent looks by itself. */
    void (*tick)(void *tick_user, const struct results *results);
    void *tick_user;
};

/* Counts of one target, and its name for those who have no struct target. */
struct tally {
    char property[MAX_NAME], subject[MAX_NAME], op[MAX_NAME], device[24];
    char claim[160];
    int subject_kind; /* SUBJECT_STRATEGY ... */
    bool ought_refuse;
    bool closed;    /* nothing more is drawn for it */
    uint32_t drawn; /* generated cases, whatever became of them */
    uint32_t drawn_refused, discarded;
    uint32_t passed, failed, refused, broken; /* fixed cases too */
    uint32_t over_3_tiles;                    /* of those passed */
    bool knows_tiles;                         /* some case said how many tiles it crossed */
    double seconds;
    char reason[160]; /* of the first refusal, or why it is broken */
};

/* A case that failed, with what was found out about it. */
struct failure {
    uint32_t target;
    char drawn[MAX_LINE]; /* as it first failed */
    char line[MAX_LINE];  /* after shrinking */
    struct finding finding;
    uint32_t steady_runs, steady_failed; /* of `drawn` */
    uint32_t shrink_runs;
    double shrink_seconds;
};

enum {
    MAX_TARGETS = 32768,
    MAX_FAILURES = 24,
    MAX_BROKEN = 8,
    MAX_DEVICE_NOTES = 8,
    MEMO_ROOM = 16384,
    STEADY_RUNS = 20,
};

/* What the running process is about. */
enum step {
    STEP_NEXT,   /* between two cases */
    STEP_OPEN,   /* opens a device */
    STEP_DRAW,   /* the generator runs */
    STEP_CHECK,  /* a case runs for the first time */
    STEP_AGAIN,  /* it was broken: the same case, in a fresh process */
    STEP_STEADY, /* it failed: the same case, several times */
    STEP_SHRINK, /* simpler cases */
    STEP_LAST,   /* the simplest one, once more */
};

struct results {
    /* The process that runs, for its parent. */
    uint64_t beat; /* moves whenever a case starts or ends */
    enum step step;
    char line[MAX_LINE]; /* the case that is running */
    struct {
        bool known;
        bool died; /* the process that ran it is gone */
        bool hung;
        enum verdict verdict;
        struct finding finding;
    } pending; /* what became of `line`, where the process that ran it could not go on */
    bool done;
    uint32_t restarts;

    /* Where the run stands. */
    double started; /* seconds, the monotonic clock's */
    uint64_t fixed_next;
    uint64_t round;
    uint32_t target_next;
    bool drew_in_round;
    uint32_t target;      /* of the case that is running */
    bool is_fixed;        /* it is one of run.fixed */
    double slowest;       /* seconds of the slowest case that ended by itself */
    struct finding found; /* of the failure that is looked into */
    bool died, hung;      /* how it failed */
    uint32_t steady_runs, steady_failed;
    double steady_seconds, shrink_started, shrink_left;
    uint32_t shrink_restarts, shrink_runs;
    char drawn[MAX_LINE], minimal[MAX_LINE];
    uint32_t memo_count;
    struct {
        uint64_t hash; /* of a line; 0: free */
        bool fails;
    } memo[MEMO_ROOM];

    /* What was found. */
    double ended;
    uint64_t seed;
    char options[1024]; /* what a replay wants before the case: " --plugin my_op.so", or nothing */
    uint64_t passed, failed, refused, discarded, broken, over_3_tiles;
    uint64_t overridden;    /* of those passed and failed: run although the strategy refuses */
    uint32_t failure_count; /* written last */
    struct failure failure[MAX_FAILURES];
    uint32_t broken_count;
    struct {
        char line[MAX_LINE];
        struct text reason;
    } broken_case[MAX_BROKEN];
    uint32_t note_count;
    struct {
        char device[24];
        char facts[160]; /* "gfx90a, 64 lanes" */
    } note[MAX_DEVICE_NOTES];
    struct text skipped; /* devices that are not there */
    bool skipped_any;
    struct text stopped; /* why the run ended before its time; empty if it did not */
    enum status stopped_status;
    uint32_t target_count;
    struct tally tally[MAX_TARGETS];
};

/* The exit status of a process that wants to go on in a fresh one. */
enum { WORKER_FRESH = 75 };

/* Runs, or goes on with, a run. results is zero at first. With a worker it does not return where a fresh
 * process is wanted, but ends this one. Sets results->done. */
void runner_run(const struct run *run, struct results *results);

/* A name for a target: "reduce_equals_oracle.reduce_window.affine_u32@sim64". Returns its length. */
size_t target_name(const struct target *target, char *out, size_t room);

/* The verdict of the run, once it is done: fail over broken over no device over pass. */
enum verdict results_verdict(const struct results *results);

/* Judges a group: the targets of one property, subject and device (all its operators), which stand together.
 * `first` is the group's first target; returns the index past its last. why is empty if the group may pass,
 * else it says that more than half of its draws were refused, more than a tenth discarded, or that nothing
 * at all was drawn that could be checked. */
uint32_t results_group(const struct results *results, uint32_t first, struct text *why);

/* Seconds of the monotonic clock. */
double runner_clock(void);

#endif
