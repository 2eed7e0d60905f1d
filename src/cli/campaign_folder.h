/* SPDX-License-Identifier: MIT
 * The folder of a campaign, which processes on any machines share: a check in pieces, each taken by one process at a time.
 *
 *     campaign            what is checked: made whole by the first process, the same for all
 *     piece-0007.1        somebody works on piece 7; its time changes while that is so. When it stays, .2 is taken, and so on
 *     piece-0007.1.jsonl  the record of what that try found; not there if it found nothing to do
 *     piece-0007.done     the exit status and the number of the try that ended first: the piece is finished
 *     verdict-64-0        somebody has told the failures of a verdict over 64 pieces, of which none failed
 *
 * A file is made by one process alone (O_EXCL, link) or moved there whole, so that nothing is locked; clocks of different
 * machines are never compared. Of a piece that two processes finish, the first one's result stays, for all of them. */
#ifndef FOLDCHECK_CAMPAIGN_FOLDER_H
#define FOLDCHECK_CAMPAIGN_FOLDER_H

#include "status.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

enum { MOST_PIECES = 9999, MOST_TRIES = 5, CAMPAIGN_ROOM = 4096 };

/* What all processes of a campaign have to agree on, and its seed, which is the first one's. */
struct campaign_plan {
    uint64_t pieces, seed;
    char program[256];         /* version and commit */
    char words[CAMPAIGN_ROOM]; /* of the check, as a shell takes them, without --seed */
};

struct campaign_piece {
    bool done;
    int status;      /* of a piece that is done: the check's exit status, */
    uint32_t record; /* and the try whose record counts; 0: none */
    uint32_t tries;  /* the last one that somebody took; 0: none */
    int64_t beat[2]; /* its time when it was last seen to change, seconds and nanoseconds, */
    double seen;     /* and when that was, by this process's clock */
};

struct campaign_folder {
    char path[PATH_MAX - 192];
    struct campaign_plan plan;
    bool begun_here;              /* this process wrote the plan */
    struct campaign_piece *piece; /* plan.pieces of them; owned */
};

/* Opens the folder, which is made if it is not there, and begins the campaign `fresh` or joins the one that is there, which
 * has to be `wanted`: 0 and "" stand for anything. STATUS_USAGE if another campaign is there, or none and there are no
 * words; STATUS_BROKEN if the folder cannot be read or written: one line in `why`. */
enum status campaign_open(struct campaign_folder *folder, const char *path,
                          const struct campaign_plan *wanted, const struct campaign_plan *fresh,
                          struct text *why);
void campaign_close(struct campaign_folder *folder);

/* Looks which pieces are taken and done. */
bool campaign_look(struct campaign_folder *folder, struct text *why);

/* Takes try `number` of a piece. *taken is false if another process was faster; false with the reason if the folder
 * cannot be written. */
bool campaign_take(const struct campaign_folder *folder, uint32_t piece, uint32_t number, bool *taken,
                   struct text *why);
/* Shows that this process still works on it. */
void campaign_beat(const struct campaign_folder *folder, uint32_t piece, uint32_t number);
/* Gives it back, so that another process takes it at once. */
void campaign_give_back(const struct campaign_folder *folder, uint32_t piece, uint32_t number);
/* How long after the beginning of the campaign it was taken, in seconds, by the folder's clock. */
double campaign_age(const struct campaign_folder *folder, uint32_t piece, uint32_t number);

/* Writes down that try `number` finished the piece, with its record if there is one (campaign_path_of_try, "part"); 0: no
 * try did. If another process has finished it, that result stays. */
bool campaign_finish(const struct campaign_folder *folder, uint32_t piece, int status, uint32_t number,
                     struct text *why);

/* The path of a file of a try of a piece: "DIR/piece-0007.1.jsonl". */
void campaign_path_of_try(const struct campaign_folder *folder, uint32_t piece, uint32_t number,
                          const char *ending, char path[PATH_MAX]);

/* Whether this process is the first of all to give the verdict of so many pieces, of which so many failed. */
bool campaign_says_first(const struct campaign_folder *folder, uint64_t pieces, uint64_t failed);

/* Ends a campaign that this process began and nobody else works on. Others that are there get a moment to leave it, as they
 * do if the check's words are as wrong for them. */
void campaign_forget(struct campaign_folder *folder);

#endif
