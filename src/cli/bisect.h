/* SPDX-License-Identifier: MIT
 * Shared by the files of foldcheck bisect. */
#ifndef FOLDCHECK_BISECT_H
#define FOLDCHECK_BISECT_H

#include "status.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

/* What is looked for, as the command line has it. */
struct bisect_request {
    const char *line;             /* a case, or that of a cost or a time */
    const char *good, *bad;       /* commits, as the user names them */
    const char *repository;       /* a folder in it */
    const char *build;            /* a command of the shell; NULL: nothing is built */
    const char *program, *plugin; /* below the work tree; NULL: this program; no plugin */
    const char *cost;             /* a counter's name; NULL */
    const char *log;              /* a file that keeps verdicts; NULL */
    bool time;
    double build_timeout, timeout, bound; /* seconds; bound: 0.02 is 2 % */
    uint64_t rounds;
};

enum { BISECT_PATH = PATH_MAX - 64, MOST_ID = 65 };

/* A clone that shares the user's objects, in a new folder: the user's files and references stay as they are. */
struct bisect_tree {
    char folder[BISECT_PATH]; /* of all that is made */
    char tree[PATH_MAX];      /* the clone that moves from commit to commit */
    char base[PATH_MAX];      /* another one, which stays at the good commit; made for times alone */
    char output[PATH_MAX];    /* a file for what programs print */
    char record[PATH_MAX];
    char good[MOST_ID], bad[MOST_ID]; /* whole hashes */
};

/* Opens the repository of `request` and looks the commits up. False with the reason; close it all the same. */
bool bisect_open(struct bisect_tree *tree, const struct bisect_request *request, struct text *why);
void bisect_close(struct bisect_tree *tree);

/* Checks a commit out into a clone, with its files as they are there; what was built stays. */
bool bisect_check_out(const struct bisect_tree *tree, const char *clone, const char *commit,
                      struct text *why);
/* One more clone, at `base`. */
bool bisect_clone_base(struct bisect_tree *tree, const struct bisect_request *request, struct text *why);

/* `git bisect`: begins between good and bad; takes a verdict ("good", "bad", "skip") for the commit at which the clone
 * stands. `at` is the commit to look at next, or the first bad one if that is `found`. False with the reason; when only
 * skipped commits are left, after those that it may be are printed to standard output. */
struct bisect_step {
    char at[MOST_ID];
    bool found;
};
bool bisect_start(const struct bisect_tree *tree, struct bisect_step *step, struct text *why);
bool bisect_mark(const struct bisect_tree *tree, const char *verdict, struct bisect_step *step,
                 struct text *why);

/* What git prints, to standard output: of a commit its author, date, subject and files; the log of the bisection. */
void bisect_show(const struct bisect_tree *tree, const char *commit);
void bisect_print_log(const struct bisect_tree *tree);
/* "subject" of a commit, cut short. */
void bisect_subject(const struct bisect_tree *tree, const char *commit, struct text *subject);

/* What a commit is. GOOD and BAD have a value where a cost or a time is looked at: the count, or the median round's
 * ratio to the good commit. SKIP has the reason, and INTERRUPTED none. */
enum bisect_is { BISECT_GOOD, BISECT_BAD, BISECT_SKIP, BISECT_INTERRUPTED };
struct bisect_verdict {
    enum bisect_is is;
    double value;
    double p; /* of the signed-rank test over rounds */
    struct text why;
};

/* Builds what stands in a clone. SKIP or INTERRUPTED if that does not work, else GOOD. */
struct bisect_verdict bisect_build(const struct bisect_tree *tree, const struct bisect_request *request,
                                   const char *clone);

/* Replays the case, counts the cost, or times rounds beside the base. `limit`: a value above it is BAD. */
struct bisect_verdict bisect_judge(const struct bisect_tree *tree, const struct bisect_request *request,
                                   double limit);

#endif
