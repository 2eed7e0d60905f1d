/* SPDX-License-Identifier: MIT
 * All that a run knows stands in struct results, in memory of the parent alone. It hands out turns, a case each, to its workers;
 * each has a slot in memory that both share, with its turns, the line that runs, and what came of them. A process that
 * dies in the middle of a case loses nothing: its parent writes down how it died (slot.pending), and the next process on
 * that slot goes on from the step that was running. A target's cases depend on its own tally alone, so that the same
 * cases run however many workers there are. */
#ifndef FOLDCHECK_RESULTS_H
#define FOLDCHECK_RESULTS_H

#include "test_case.h"

/* Of one case, or of all cases of a size: at which places among the items the loss of the item would have changed a
 * result. Places are those of enum: fractions of the problem, the same in each; and borders, each with the items on
 * either side of it. A bit each. */
enum {
    POWER_PLACES = 64,
    POWER_BORDERS = 10, /* of one kind: the first, the last, and others between them */
    POWER_KINDS = 3,    /* tiles; blocks; windows of a group */
    POWER_SIZES = 26,   /* powers of two, the last one and all larger ones */
    POWER_AGAIN = 4
};
struct power {
    uint64_t tried, noticed;
    uint32_t borders_tried, borders_noticed; /* border b of kind k: bit k * POWER_BORDERS + b */
    bool is_judged; /* the operator is one of which each lost item can show: no minimum, say */
};

/* What the cases of one size saw. */
struct power_size {
    struct power seen;
    /* Drawn cases in which some losses would not have shown, those with the most borders: to be drawn again, one after the
     * other, with items of which each loss shows, as long as `seen` lacks something. */
    struct {
        uint32_t number, borders;
    } again[POWER_AGAIN];
    uint8_t again_count, mended; /* of them */
};

/* The finding of a check, in words for the report. Empty strings are not printed. */
struct finding {
    struct text first_at; /* "row 0, item 256, column 1 of 2 (u32): expected 0x9e3779b9, got 0x1b873593" */
    struct text cause;    /* "race in sums (sum.cu:10)", cause.h's; empty for a wrong result */
    struct text witness;  /* "same shape with span: item 256 is [1,256) then a tear" */
    struct text
        operands; /* of a law that failed: "a = (3), b = (1), c = (1): combine(combine(a, b), c) = ..." */
    struct text
        remedy; /* what to write where the law need not hold for these operands, or a sum for these items */
    struct text breaks;     /* and what it would break: "a reduction that splits here differs" */
    char law[64];           /* which law of an operator failed: "combine is not associative" */
    struct text reason;     /* of a refusal, a discard, or BROKEN */
    struct text overridden; /* why the strategy would not have run the case; empty where it would have */
    struct text warning;    /* of a case that passes */
    struct text remark;     /* what such a case measured */
    bool cut_off;           /* not all of its schedules ran */
    uint64_t tiles;         /* how many tiles the case crossed; 0 where that means nothing */
    uint64_t items;         /* live items of the case */
    struct schedule path;   /* of a case under every schedule: the one that failed; else SCHEDULE_NONE */
    struct power power;     /* of a case that passes; nothing tried where it is not known */
    uint64_t size;          /* items of it, live or not, of the problem that `power` is about */
    bool poisoned;          /* the device does not work any more in this process: only a fresh one helps */
};

/* The subject of a property. */
enum subject { SUBJECT_STRATEGY, SUBJECT_OPERATOR, SUBJECT_SUITE };

/* Counts of one target, and its name for those who have no struct target. */
struct tally {
    char property[MAX_NAME], subject[MAX_NAME], op[MAX_NAME], device[24];
    char claim[160];
    enum subject subject_kind;
    bool is_elem; /* op is an element type */
    bool ought_refuse, is_main;
    bool implied; /* a law that was not asked for, but comes before a strategy; its cases do not count */
    uint64_t wanted, first; /* verified cases, as the target has them */
    /* A worker that names its targets sends what stands before this. */
    uint32_t fixed, fixed_done; /* cases that come first */
    bool left_out;              /* a law of its operator failed */
    bool closed;                /* nothing more is drawn for it */
    uint32_t drawn;             /* generated cases, whatever became of them */
    uint32_t drawn_refused, discarded;
    uint32_t passed, failed, refused, broken; /* fixed cases too */
    uint32_t over_3_tiles;                    /* of those passed */
    bool knows_tiles;                         /* some case said how many tiles it crossed */
    struct power_size power[POWER_SIZES];     /* of problems of 2^s to 2^(s + 1) - 1 items */
    double seconds;
    char reason[160]; /* of the first refusal, or why it is broken */
};

/* A case that failed, with what was found out about it. */
struct failure {
    uint32_t target;
    uint64_t order;       /* among the target's cases: fixed ones come first */
    char drawn[MAX_LINE]; /* as it first failed */
    char line[MAX_LINE];  /* after shrinking */
    struct finding finding;
    bool hung;
    bool always; /* it is about one item at most, and does not end: no other case would */
    uint32_t steady_runs, steady_failed; /* of `drawn` */
    uint32_t shrink_runs;
    double shrink_seconds;
};

enum {
    MAX_TARGETS = 1 << 22,
    MAX_TURNS = 16,
    MAX_SLOTS = 256,
    MAX_FAILURES = 24,
    MAX_BROKEN = 8,
    MAX_DEVICE_NOTES = 8,
    MAX_WARNINGS = 16,
    MEMO_ROOM = 16384,
    STEADY_RUNS = 20,
};

/* The step of the running process. */
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

struct device_note {
    char device[24];
    char facts[160];                                  /* "gfx90a, 64 lanes" */
    char name[128], arch[32], versions[128], bus[16]; /* as the backend has them */
};

/* A case to be run: of a target, drawn or fixed. */
struct slot_turn {
    uint32_t target;
    uint32_t mends;     /* it is one more of 2^(mends - 1) items, of power_size.again; 0: it is not */
    bool is_fixed;      /* it is one of run.fixed */
    uint64_t order;     /* its failure.order; of a fixed one the index */
    struct tally tally; /* of the target, which nobody else has meanwhile */
};

/* What turns came to, beside their tallies. A turn that leaves one of the texts, or a failure, is the last of its slot. */
struct gains {
    uint64_t passed, refused, discarded, over_3_tiles, overridden, cut_off;
    uint64_t most_items;
    char largest[MAX_LINE];
    bool warns, remarks, broke;
    bool failed; /* the slot has the failure */
    struct text warning, remark, reason;
    char broken[MAX_LINE];
};

/* A place for a process that works, as its parent sees it: in memory that both share. */
struct worker_slot {
    /* The parent's words: */
    int channel;    /* the worker's end, a descriptor */
    bool stop;      /* the run is stopped */
    bool shared;    /* results.shared */
    bool named;     /* the targets are known */
    bool laws_done; /* results.laws_done */
    uint32_t law_count;
    double started, deadline;
    uint64_t seed;
    uint32_t turn_count;
    bool cycles; /* after the last turn the first one's target has its next case */
    struct slot_turn turn[MAX_TURNS];
    /* The worker's: */
    bool busy; /* it has turns; set by the parent */
    uint32_t turn_at, round;
    struct gains gains;

    uint64_t beat;              /* moves whenever a case starts or ends */
    enum step step, after_open; /* while a device is opened: what comes next */
    char line[MAX_LINE];        /* the case that is running */
    struct {
        bool known;
        bool died; /* the process that ran it is gone */
        bool hung;
        enum verdict verdict;
        struct finding finding;
    } pending;      /* the outcome of `line`, if the process that ran it could not go on */
    uint32_t kills; /* of processes that ran `line`, by somebody else */
    bool done;      /* nothing is left to do here */

    uint32_t target, mends; /* of the case that is running: as its turn has them */
    bool is_fixed;
    uint64_t order;
    double slowest;       /* seconds of the slowest case that ended by itself */
    struct finding found; /* of the failure that is looked into */
    bool died, hung;      /* how it failed */
    uint32_t steady_runs, steady_failed;
    double steady_seconds, shrink_started, shrink_left;
    uint32_t shrink_restarts, shrink_runs;
    char drawn[MAX_LINE], minimal[MAX_LINE]; /* of a fixed case the parent's words */
    uint32_t memo_count;
    struct {
        uint64_t hash; /* of a line; 0: free */
        bool fails;
    } memo[MEMO_ROOM];
};

/* Whether there is something to do. */
enum next {
    NEXT_CASE,
    NEXT_LATER, /* it depends on cases that run */
    NEXT_NONE,  /* nothing is left to do, or the run was stopped */
};

/* Whether a target's turn may come, is there, or never comes again. */
enum { TARGET_FREE, TARGET_TAKEN, TARGET_CLOSED };

struct results {
    /* Where the run stands. */
    double started;                   /* seconds, the monotonic clock's */
    double deadline;                  /* likewise; 0: none */
    bool shared;                      /* workers share a card: a fault of one is a fault of all */
    bool prepared;                    /* the targets are known */
    uint32_t shares;                  /* workers that find something to do; 0: that is not known yet */
    bool may_refuse;                  /* any share of the draws may be refused: --allow-refused */
    bool anyway;                      /* run.anyway */
    bool laws_done;                   /* the laws that come first have had their cases */
    bool first;                       /* run.first */
    uint32_t law_count;               /* run.law_count */
    uint64_t fixed_count, fixed_next; /* cases that come first; those before fixed_next were taken */
    uint32_t *fixed_target;           /* of each; owned, like the other arrays */
    bool *fixed_taken;
    char **fixed_line;    /* their texts, where the run has them not as cases; else NULL */
    uint32_t target_next; /* where the next turn is looked for */
    uint32_t
        returned_count; /* targets whose turns were taken and not begun: they come first, the last one before all */
    uint32_t *returned;
    unsigned char *owner; /* of each target */
    uint32_t *lead; /* of each target, the main one about the same strategy, operator and device, or itself */
    uint32_t restarts;
    int channel; /* in a worker, to its parent, which hears all that is added to lists; else 0 */

    /* Findings. */
    double ended;
    uint64_t seed;
    char program[128];  /* as the shell finds this one: "build/foldcheck"; empty: "foldcheck" */
    char options[1024]; /* the options of a replay, before the case: " --plugin my_op.so", or nothing */
    uint64_t passed, failed, refused, discarded, broken, over_3_tiles;
    uint64_t most_items;    /* of a problem of a strategy's that passed or failed, */
    char largest[MAX_LINE]; /* and its line */
    uint64_t overridden;    /* of those passed and failed: run although the strategy refuses */
    uint32_t failure_count; /* written last */
    struct failure failure[MAX_FAILURES];
    uint32_t broken_count;
    struct {
        char line[MAX_LINE];
        struct text reason;
    } broken_case[MAX_BROKEN];
    uint32_t note_count;
    struct device_note note[MAX_DEVICE_NOTES];
    uint32_t warning_count;
    struct text warning[MAX_WARNINGS];
    uint32_t remark_count;
    struct text remark[MAX_WARNINGS];
    uint32_t remarks_left; /* for which there was no room */
    uint64_t cut_off;      /* of those passed */
    bool strict;           /* run.strict */
    struct text skipped;   /* devices that are not there */
    bool skipped_any;
    struct text stopped; /* why the run ended before its time; empty if it did not */
    enum status stopped_status;
    uint32_t target_count;
    uint32_t slot_count;
    struct worker_slot *slot; /* shared */
    struct worker_slot *mine; /* in a worker, its slot; else NULL */
    struct tally *tally;      /* owned */
};

/* Makes the arrays for that many targets and cases that come first, zeroed; those that are there already stay. False
 * without memory. */
bool results_room(struct results *results, uint32_t targets, uint64_t fixed);

/* Adds a case that comes first, to targets that are known, before any case runs. False without memory. */
bool results_add_fixed(struct results *results, uint32_t target, const char *line);

/* Whether this process finds out what there is to do: the only one, or the first worker. */
bool results_wants_targets(const struct results *results);

/* A sign of life. */
void slot_beat(struct worker_slot *slot);

/* A moment in which other workers go on. */
void slot_wait(struct worker_slot *slot);

/* Calls workers, of whom so many find something to do. The first one does, once it knows. */
void results_call(struct results *results, uint32_t shares);

/* Ends a run before its time, in all its processes; the first reason counts. */
void results_stop(struct results *results, enum status status, const char *why);

/* Whether it was ended so. */
bool results_stopped(const struct results *results);

/* Takes what a slot's turns came to. */
void results_take(struct results *results, struct worker_slot *slot);

/* Notes a device once, and a device that is not there. */
void results_add_note(struct results *results, const struct device_note *note);
void results_add_skipped(struct results *results, const struct text *why);

/* Lists a case that broke the harness or the device. */
void results_add_broken(struct results *results, const char *line, const struct text *reason);

/* Lists a warning. */
void results_add_warning(struct results *results, const struct text *warning);

/* Lists a measurement. */
void results_add_remark(struct results *results, const struct text *remark);

/* Lists what a slot has found out about its failure by now; the run may have ended in the midst of it. */
void results_add_failure(struct results *results, const struct worker_slot *slot);

/* The failure of a law for which a target of a strategy is left out; NULL if there is none, or it runs anyway. */
const struct failure *results_broken_law(const struct results *results, uint32_t target);

/* The failure because of which a target's strategy, which never ends, is tried no further; NULL if there is none. */
const struct failure *results_hang(const struct results *results, uint32_t target);

/* The share of places at which a loss shows that --strict asks for, of problems of up to 2^POWER_JUDGED items. */
#define POWER_LEAST 0.99
enum { POWER_JUDGED = 24 };

/* Of the places that were tried; 1 if none was. And the borders at which no loss would have shown. */
double power_share(const struct power *power);
uint32_t power_borders_left(const struct power *power);

/* Adds what was seen elsewhere. */
void power_add(struct power *sum, const struct power *seen);

/* Is it judged, and has less, or a border that is left out? */
bool power_lacks(const struct power *power);

/* Notes a case that passed: drawn case number `number`, or UINT32_MAX. */
void power_note(struct tally *tally, const struct finding *finding, uint32_t number);

/* In words: "combine is not associative", "crashed with SIGSEGV". */
const char *failure_law(const struct failure *failure);

/* Puts the failures in the order of their targets, and devices in that of their names. Once all workers have ended. */
void results_sort(struct results *results);

/* How much of what was wanted is done, from 0 to 1: by verified cases, or by time where that is limited. */
double results_share(const struct results *results, double now);

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
