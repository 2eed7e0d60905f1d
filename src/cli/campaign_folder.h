/* SPDX-License-Identifier: MIT
 * The folder of a campaign, which processes on any machines share: a check in pieces, each taken by one process at a time.
 *
 *     campaign          what is checked: made whole by the first process, the same for all
 *     piece-0007.1      somebody works on piece 7; its time changes while that is so. When it stays, .2 is taken, and so on
 *     piece-0007.jsonl  the record of what the piece found; not there if it found nothing to do
 *     piece-0007.done   its exit status: the piece is finished
 *
 * A file is made by one process alone (O_EXCL, link) or moved there whole, so that nothing is locked; clocks of different
 * machines are never compared. A piece that two processes finish has the same record from both. */
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
    int status;      /* of a piece that is done: the check's exit status */
    uint32_t tries;  /* the last one that somebody took; 0: none */
    int64_t beat[2]; /* its time when it was last seen to change, seconds and nanoseconds, */
    double seen;     /* and when that was, by this process's clock */
};

struct campaign_folder {
    char path[PATH_MAX - 192];
    struct campaign_plan plan;
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

/* Writes down that the piece is finished, with the record that is at `record`, which is moved. */
bool campaign_finish(const struct campaign_folder *folder, uint32_t piece, int status, const char *record,
                     struct text *why);

/* The path of a file of a piece: "DIR/piece-0007.jsonl". */
void campaign_path(const struct campaign_folder *folder, uint32_t piece, const char *ending,
                   char path[PATH_MAX]);

/* Whether this process is the first of all to say how the campaign ended. */
bool campaign_says_first(const struct campaign_folder *folder);

/* Ends a campaign that has not begun: no piece is done. */
void campaign_forget(struct campaign_folder *folder);

#endif
