/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* st_mtim */
#include "campaign_folder.h"

#include "results.h"
#include "whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char head[] = "foldcheck campaign 1";
static const char plan_name[] = "campaign";

enum { LEAVING_TURNS = 40, LEAVING_MILLISECONDS = 50 };

static int cannot(struct text *why, const char *path)
{
    return text_say(why, "%.300s cannot be read and written: %s", path, strerror(errno));
}

static void path_in(const struct campaign_folder *folder, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", folder->path, name);
}

static void path_of_piece(const struct campaign_folder *folder, uint32_t piece, const char *ending,
                          char path[PATH_MAX])
{
    char name[64];
    snprintf(name, sizeof name, "piece-%04" PRIu32 ".%.40s", piece + 1, ending);
    path_in(folder, name, path);
}

static void path_of_try(const struct campaign_folder *folder, uint32_t piece, uint32_t number,
                        char path[PATH_MAX])
{
    char ending[16];
    snprintf(ending, sizeof ending, "%" PRIu32, number);
    path_of_piece(folder, piece, ending, path);
}

void campaign_path_of_try(const struct campaign_folder *folder, uint32_t piece, uint32_t number,
                          const char *ending, char path[PATH_MAX])
{
    char both[40];
    snprintf(both, sizeof both, "%" PRIu32 ".%.20s", number, ending);
    path_of_piece(folder, piece, both, path);
}

/* ---- the plan ---- */

static bool read_plan(struct campaign_plan *plan, const char *path, struct text *why)
{
    char text[2 * CAMPAIGN_ROOM] = "", format[128];
    FILE *in = fopen(path, "r");
    if (!in) return cannot(why, path);
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[length] = '\0';
    snprintf(format, sizeof format,
             "%s\nprogram %%255[^\n]\npieces %%" SCNu64 "\nseed 0x%%" SCNx64 "\nwords %%%d[^\n]", head,
             CAMPAIGN_ROOM - 1);
    int fields = sscanf(text, format, plan->program, &plan->pieces, &plan->seed, plan->words);
    if (fields == 4 && plan->pieces >= 1 && plan->pieces <= MOST_PIECES) return true;
    return text_say(why, "%.300s: expected \"%s\" and what it checks", path, head);
}

/* The first process's stays. */
static bool write_plan(struct campaign_folder *folder, const struct campaign_plan *plan, const char *path,
                       struct text *why)
{
    struct whole_file file;
    int first = 0;
    if (!whole_file_open(&file, path, why)) return false;
    fprintf(file.out, "%s\nprogram %s\npieces %" PRIu64 "\nseed 0x%" PRIx64 "\nwords %s\n", head,
            plan->program, plan->pieces, plan->seed, plan->words);
    bool good = whole_file_close_first(&file, true, &first, why);
    folder->begun_here = first;
    return good;
}

/* -1 to go on. */
static int compare_plans(const struct campaign_folder *folder, const struct campaign_plan *wanted,
                         struct text *why)
{
    const struct campaign_plan *plan = &folder->plan;
    if (strcmp(plan->program, wanted->program) != 0)
        text_say(why, "%.150s: a campaign of foldcheck %.100s is there; this is %.100s", folder->path,
                 plan->program, wanted->program);
    else if (wanted->words[0] && strcmp(plan->words, wanted->words) != 0)
        text_say(why, "%.100s: another campaign is there, of `%.300s`; expected its words, or another folder",
                 folder->path, plan->words);
    else if (wanted->pieces && plan->pieces != wanted->pieces)
        text_say(why, "%.300s: the campaign there has %" PRIu64 " pieces, not %" PRIu64, folder->path,
                 plan->pieces, wanted->pieces);
    else if (wanted->words[0] && wanted->seed && plan->seed != wanted->seed)
        text_say(why, "%.300s: the campaign there has the seed 0x%" PRIx64 ", not 0x%" PRIx64, folder->path,
                 plan->seed, wanted->seed);
    else
        return -1;
    return STATUS_USAGE;
}

enum status campaign_open(struct campaign_folder *folder, const char *path,
                          const struct campaign_plan *wanted, const struct campaign_plan *fresh,
                          struct text *why)
{
    char plan[PATH_MAX];
    *folder = (struct campaign_folder){.piece = NULL};
    int length = snprintf(folder->path, sizeof folder->path, "%s", path);
    if (length < 0 || (size_t)length >= sizeof folder->path)
        return text_say(why, "%.300s: the path is too long", path), STATUS_USAGE;
    if (wanted->words[0] && mkdir(path, 0777) != 0 && errno != EEXIST)
        return cannot(why, path), STATUS_BROKEN;
    path_in(folder, plan_name, plan);
    bool there = access(plan, F_OK) == 0;
    if (!there && !wanted->words[0])
        return text_say(why, "%.300s: no campaign is there; expected -- and the words of a check", path),
               STATUS_USAGE;
    if (!there && !write_plan(folder, fresh, plan, why)) return STATUS_BROKEN;
    if (!read_plan(&folder->plan, plan, why)) return STATUS_USAGE;
    int differ = compare_plans(folder, wanted, why);
    if (differ >= 0) return (enum status)differ;
    folder->piece = calloc(folder->plan.pieces, sizeof *folder->piece);
    return folder->piece ? STATUS_OK : (text_say(why, "no memory"), STATUS_BROKEN);
}

void campaign_close(struct campaign_folder *folder)
{
    free(folder->piece);
    folder->piece = NULL;
}

static bool is_used(struct campaign_folder *folder)
{
    struct text why;
    bool used = !campaign_look(folder, &why);
    for (uint64_t p = 0; p < folder->plan.pieces && !used; p++)
        used = folder->piece[p].done || folder->piece[p].tries > 0;
    return used;
}

void campaign_forget(struct campaign_folder *folder)
{
    char path[PATH_MAX];
    bool used = true;
    for (int turn = 0; folder->begun_here && used && turn < LEAVING_TURNS; turn++) {
        if (turn > 0) nanosleep(&(struct timespec){.tv_nsec = 1000000L * LEAVING_MILLISECONDS}, NULL);
        used = is_used(folder);
    }
    if (used) return;
    path_in(folder, plan_name, path);
    unlink(path);
}

/* ---- pieces ---- */

static void read_done(struct campaign_piece *piece, const char *path)
{
    FILE *in = fopen(path, "r");
    if (!in || fscanf(in, "%d %" SCNu32, &piece->status, &piece->record) != 2) piece->status = STATUS_BROKEN;
    if (in) fclose(in);
    piece->done = true;
}

/* The time of the last try, and when it was seen to change. */
static void look_at_try(const struct campaign_folder *folder, uint32_t number, struct campaign_piece *piece)
{
    char path[PATH_MAX];
    struct stat found;
    path_of_try(folder, number, piece->tries, path);
    if (stat(path, &found) != 0) return;
    if (found.st_mtim.tv_sec == piece->beat[0] && found.st_mtim.tv_nsec == piece->beat[1]) return;
    piece->beat[0] = found.st_mtim.tv_sec;
    piece->beat[1] = found.st_mtim.tv_nsec;
    piece->seen = runner_clock();
}

static void note_name(struct campaign_folder *folder, const char *name)
{
    uint32_t number, tried;
    char ending[16], path[PATH_MAX];
    if (sscanf(name, "piece-%" SCNu32 ".%15s", &number, ending) != 2 || number < 1 ||
        number > folder->plan.pieces)
        return;
    struct campaign_piece *piece = &folder->piece[--number];
    if (strcmp(ending, "done") == 0 && !piece->done) {
        path_of_piece(folder, number, "done", path);
        read_done(piece, path);
    } else if (ending[strspn(ending, "0123456789")] == '\0') {
        tried = (uint32_t)strtoul(ending, NULL, 10);
        if (tried > piece->tries) piece->tries = tried;
    }
}

bool campaign_look(struct campaign_folder *folder, struct text *why)
{
    DIR *all = opendir(folder->path);
    if (!all) return cannot(why, folder->path);
    for (uint64_t p = 0; p < folder->plan.pieces; p++)
        folder->piece[p].tries = 0;
    for (const struct dirent *entry; (entry = readdir(all));)
        note_name(folder, entry->d_name);
    closedir(all);
    for (uint32_t p = 0; p < folder->plan.pieces; p++)
        if (folder->piece[p].tries && !folder->piece[p].done) look_at_try(folder, p, &folder->piece[p]);
    return true;
}

bool campaign_take(const struct campaign_folder *folder, uint32_t piece, uint32_t number, bool *taken,
                   struct text *why)
{
    char path[PATH_MAX], host[64] = "";
    path_of_try(folder, piece, number, path);
    gethostname(host, sizeof host - 1);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *taken = file >= 0;
    if (file < 0) return errno == EEXIST || cannot(why, path);
    dprintf(file, "%s %ld\n", host, (long)getpid()); /* for a person who looks */
    close(file);
    return true;
}

void campaign_beat(const struct campaign_folder *folder, uint32_t piece, uint32_t number)
{
    char path[PATH_MAX];
    path_of_try(folder, piece, number, path);
    utimensat(AT_FDCWD, path, NULL, 0);
}

void campaign_give_back(const struct campaign_folder *folder, uint32_t piece, uint32_t number)
{
    char path[PATH_MAX];
    path_of_try(folder, piece, number, path);
    unlink(path);
}

double campaign_age(const struct campaign_folder *folder, uint32_t piece, uint32_t number)
{
    char path[PATH_MAX], plan[PATH_MAX];
    struct stat taken, begun;
    path_of_try(folder, piece, number, path);
    path_in(folder, plan_name, plan);
    if (stat(path, &taken) != 0 || stat(plan, &begun) != 0) return 0;
    return (double)(taken.st_mtim.tv_sec - begun.st_mtim.tv_sec) +
           1e-9 * (double)(taken.st_mtim.tv_nsec - begun.st_mtim.tv_nsec);
}

bool campaign_finish(const struct campaign_folder *folder, uint32_t piece, int status, uint32_t number,
                     struct text *why)
{
    char part[PATH_MAX], record[PATH_MAX], path[PATH_MAX];
    struct whole_file done;
    int first = 0;
    campaign_path_of_try(folder, piece, number, "part", part);
    campaign_path_of_try(folder, piece, number, "jsonl", record);
    path_of_piece(folder, piece, "done", path);
    if (number > 0 && rename(part, record) != 0 && errno != ENOENT) return cannot(why, record);
    if (!whole_file_open(&done, path, why)) return false;
    fprintf(done.out, "%d %" PRIu32 "\n", status, number);
    bool good = whole_file_close_first(&done, true, &first, why);
    if (good && !first) unlink(record);
    return good;
}

bool campaign_says_first(const struct campaign_folder *folder, uint64_t pieces, uint64_t failed)
{
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "verdict-%" PRIu64 "-%" PRIu64, pieces, failed);
    path_in(folder, name, path);
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) close(file);
    return file >= 0;
}
