/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* st_mtim, mkstemp */
#include "campaign_fuzz.h"

#include "cli.h"
#include "data.h"
#include "process.h"
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

enum { MOST_ADDED = 8, MOST_OTHERS = 256, PAUSE_NANOSECONDS = 200000000 };

static const char command[] = "campaign";
static const char time_option[] = "-max_total_time=";

struct fuzzing {
    struct campaign_folder *folder;
    const struct campaign_fuzz_request *request;
    char own[PATH_MAX]; /* fuzzer-Ab3xYz */
    char log[PATH_MAX];
    double ends, beaten; /* by this process's clock */
    bool merges;         /* it has the piece, */
    uint32_t number;     /* in this try */
};

/* ---- the words ---- */

bool campaign_fuzzes(const char *word)
{
    const char *slash = strrchr(word, '/');
    return strcmp(slash ? slash + 1 : word, "fuzz_cases") == 0;
}

bool campaign_fuzz_words(int count, char **words, struct text *why)
{
    static const char *const own[] = {
        "-artifact_prefix", "-exact_artifact_path", "-merge", "-fork", "-jobs", "-workers", "-seed"};
    bool timed = false;
    for (int i = 1; i < count; i++) {
        for (size_t o = 0; o < sizeof own / sizeof *own; o++) {
            size_t length = strlen(own[o]);
            if (strncmp(words[i], own[o], length) == 0 && words[i][length] == '=')
                return text_say(why, "a campaign's fuzz_cases takes no %s, which each process has", own[o]);
        }
        bool is_time = strncmp(words[i], time_option, sizeof time_option - 1) == 0;
        timed |= is_time && atof(words[i] + sizeof time_option - 1) >= 1;
    }
    return timed || text_say(why,
                             "expected %sSECONDS among the words of fuzz_cases: all stop that long after the "
                             "campaign began",
                             time_option);
}

/* PROGRAM and the two-dash options, which select the cases; with `all` the fuzzer's own, too. Room for MOST_ADDED. */
static const char **take_words(const struct fuzzing *fuzzing, bool all, int *count)
{
    const struct campaign_fuzz_request *request = fuzzing->request;
    const char **words = calloc((size_t)request->count + MOST_ADDED + 1, sizeof *words);
    *count = 0;
    for (int i = 0; words && i < request->count; i++) {
        const char *word = request->words[i];
        if (strncmp(word, time_option, sizeof time_option - 1) == 0) continue;
        if (i == 0 || strncmp(word, "--", 2) == 0 || (all && word[0] == '-')) words[(*count)++] = word;
    }
    return words;
}

/* The seeds: operands, which libFuzzer takes behind the folder that it writes. */
static void add_seeds(const struct fuzzing *fuzzing, const char **words, int *count)
{
    for (int i = 1; i < fuzzing->request->count; i++)
        if (fuzzing->request->words[i][0] != '-') words[(*count)++] = fuzzing->request->words[i];
}

/* ---- the folder ---- */

static void path_in(const struct fuzzing *fuzzing, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", fuzzing->folder->path, name);
}

static int cannot(const char *path)
{
    return cli_stop(STATUS_BROKEN, command, "%.300s cannot be read and written: %s", path, strerror(errno));
}

static double age_of(const struct fuzzing *fuzzing)
{
    char plan[PATH_MAX];
    struct stat now, begun;
    path_in(fuzzing, "campaign", plan);
    if (stat(fuzzing->own, &now) != 0 || stat(plan, &begun) != 0) return 0;
    return (double)(now.st_mtim.tv_sec - begun.st_mtim.tv_sec) +
           1e-9 * (double)(now.st_mtim.tv_nsec - begun.st_mtim.tv_nsec);
}

static double asked_time(const struct fuzzing *fuzzing)
{
    for (int i = 1; i < fuzzing->request->count; i++)
        if (strncmp(fuzzing->request->words[i], time_option, sizeof time_option - 1) == 0)
            return atof(fuzzing->request->words[i] + sizeof time_option - 1);
    return 0;
}

/* Makes what is not there, and says that this process fuzzes. -1 to go on. */
static int enter(struct fuzzing *fuzzing)
{
    static const char *const inner[] = {"corpus", "found", "causes"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        path_in(fuzzing, inner[i], path);
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return cannot(path);
    }
    path_in(fuzzing, "fuzzer-XXXXXX", fuzzing->own);
    int file = mkstemp(fuzzing->own);
    if (file < 0) return cannot(fuzzing->own);
    dprintf(file, "%ld\n", (long)getpid()); /* for a person who looks */
    close(file);
    if (snprintf(fuzzing->log, sizeof fuzzing->log, "%s.log", fuzzing->own) >= (int)sizeof fuzzing->log)
        return cannot(fuzzing->own);
    fuzzing->ends = runner_clock() + asked_time(fuzzing) - age_of(fuzzing);
    return -1;
}

static void beat(void *user)
{
    struct fuzzing *fuzzing = user;
    if (runner_clock() < fuzzing->beaten + 0.5) return;
    fuzzing->beaten = runner_clock();
    utimensat(AT_FDCWD, fuzzing->own, NULL, 0);
    if (fuzzing->merges) campaign_beat(fuzzing->folder, 0, fuzzing->number);
}

static int run(struct fuzzing *fuzzing, const char *const *words)
{
    const struct process process = {
        .arguments = words, .output = fuzzing->log, .tick = beat, .user = fuzzing};
    return process_run(&process);
}

/* ---- crashes ---- */

/* Bytes that failed and were not replayed yet: slow ones are no failure. */
static bool is_fresh(const struct fuzzing *fuzzing, const char *name)
{
    static const char *const kinds[] = {"crash-", "timeout-", "oom-", "leak-"};
    char mark[PATH_MAX + 300];
    size_t i = 0;
    while (i < sizeof kinds / sizeof *kinds && strncmp(name, kinds[i], strlen(kinds[i])) != 0)
        i++;
    snprintf(mark, sizeof mark, "%s/found/%.255s.cause", fuzzing->folder->path, name);
    return i < sizeof kinds / sizeof *kinds && !strchr(name, '.') && access(mark, F_OK) != 0;
}

/* What stands in the last '...' of a line of the log that begins so, or has that word. */
static bool read_quoted(const struct fuzzing *fuzzing, const char *word, char *line, size_t room)
{
    char one[4096];
    bool found = false;
    FILE *in = fopen(fuzzing->log, "r");
    while (in && !found && fgets(one, sizeof one, in)) {
        char *at = strstr(one, word), *end = strrchr(one, '\''), *begin = NULL;
        if (!at || !end || end <= at) continue;
        *end = '\0';
        begin = strrchr(at, '\'');
        found = begin != NULL;
        if (found) snprintf(line, room, "%s", begin + 1);
    }
    if (in) fclose(in);
    return found;
}

/* foldcheck replay of the bytes; its exit status. */
static int replay(struct fuzzing *fuzzing, const char *path, bool shrink)
{
    int count;
    const char **selection = take_words(fuzzing, false, &count);
    const char **words = calloc((size_t)count + 8, sizeof *words);
    int used = 0, status = PROCESS_NOT_STARTED;
    if (selection && words) {
        words[used++] = fuzzing->request->foldcheck;
        words[used++] = "replay";
        if (shrink) words[used++] = "--shrink";
        words[used++] = "--fuzz-file";
        words[used++] = path;
        for (int i = 1; i < count; i++)
            words[used++] = selection[i];
        status = run(fuzzing, words);
    }
    free(words);
    free(selection);
    return status;
}

/* A file of one line; one that is there stays. */
static bool write_first(const char *path, const char *line, const char *comment)
{
    struct whole_file file;
    struct text why;
    int first;
    if (!whole_file_open(&file, path, &why)) return false;
    if (comment) fprintf(file.out, "# %s\n", comment);
    fprintf(file.out, "%s\n", line);
    return whole_file_close_first(&file, true, &first, &why);
}

/* Of a property and strategy: as check tells failures of one cause once. */
static void name_cause(const char *line, char *cause, size_t room)
{
    snprintf(cause, room, "%.*s", (int)strcspn(line, "{@ "), line);
}

/* Writes down the cause of bytes that failed. -1 to go on. */
static int gather_one(struct fuzzing *fuzzing, const char *name)
{
    char path[PATH_MAX + 300], mark[PATH_MAX + 320], kept[PATH_MAX + 300], line[MAX_LINE] = "", cause[200];
    struct text said;
    snprintf(path, sizeof path, "%s/found/%.255s", fuzzing->folder->path, name);
    snprintf(mark, sizeof mark, "%s.cause", path);
    int status = replay(fuzzing, path, false);
    if (process_interrupted()) return 128 + process_interrupted();
    if ((status != STATUS_OK && status != STATUS_FAIL) || !read_quoted(fuzzing, " is '", line, sizeof line)) {
        process_last_line(fuzzing->log, &said);
        return cli_stop(STATUS_BROKEN, command, "%.200s cannot be replayed (status %d): %.200s", path, status,
                        said.at);
    }
    name_cause(line, cause, sizeof cause);
    if (status == STATUS_OK) snprintf(cause, sizeof cause, "passes-when-replayed");
    snprintf(kept, sizeof kept, "%s/causes/%s", fuzzing->folder->path, cause);
    if (status == STATUS_FAIL && access(kept, F_OK) != 0) {
        replay(fuzzing, path, true);
        if (process_interrupted()) return 128 + process_interrupted();
        read_quoted(fuzzing, "  replay ", line, sizeof line); /* else what was drawn stays */
    }
    return write_first(kept, line, name) && write_first(mark, cause, NULL) ? -1 : cannot(kept);
}

/* All that nobody has replayed. *fresh: how many. -1 to go on. */
static int gather(struct fuzzing *fuzzing, int *fresh)
{
    char path[PATH_MAX];
    int status = -1;
    *fresh = 0;
    path_in(fuzzing, "found", path);
    DIR *all = opendir(path);
    if (!all) return cannot(path);
    for (const struct dirent *entry; status < 0 && (entry = readdir(all));)
        if (is_fresh(fuzzing, entry->d_name)) {
            ++*fresh;
            status = gather_one(fuzzing, entry->d_name);
        }
    closedir(all);
    return status;
}

/* ---- fuzzing ---- */

/* fuzz_cases with the rest of the time. */
static int run_fuzzer(struct fuzzing *fuzzing)
{
    char time[40], seed[40], prefix[PATH_MAX + 40], corpus[PATH_MAX];
    int count;
    const char **words = take_words(fuzzing, true, &count);
    if (!words) return PROCESS_NOT_STARTED;
    uint64_t drawn = splitmix64((uint64_t)(runner_clock() * 1e9));
    for (const char *at = fuzzing->own + strlen(fuzzing->own) - 6; *at; at++)
        drawn = splitmix64(drawn ^ (uint64_t)(unsigned char)*at);
    snprintf(time, sizeof time, "%s%.0f", time_option, fuzzing->ends - runner_clock());
    snprintf(seed, sizeof seed, "-seed=%" PRIu32, (uint32_t)drawn | 1);
    snprintf(prefix, sizeof prefix, "-artifact_prefix=%s/found/", fuzzing->folder->path);
    path_in(fuzzing, "corpus", corpus);
    words[count++] = time;
    words[count++] = seed;
    words[count++] = prefix;
    words[count++] = corpus;
    add_seeds(fuzzing, words, &count);
    int status = run(fuzzing, words);
    free(words);
    return status;
}

/* After a fuzzer that ended early: it kept bytes, or it cannot run. */
static int take_early_end(struct fuzzing *fuzzing, int status)
{
    struct text line;
    int fresh;
    if (process_interrupted()) return 128 + process_interrupted();
    process_last_line(fuzzing->log, &line);
    int gathered = gather(fuzzing, &fresh);
    if (gathered >= 0 || fresh > 0) return gathered;
    if (status == STATUS_USAGE) {
        if (fuzzing->folder->begun_here) {
            unlink(fuzzing->own);
            campaign_forget(fuzzing->folder);
        }
        return cli_usage(command, "%s", line.at);
    }
    return cli_stop(STATUS_BROKEN, command, "%.200s ended with status %d and kept no bytes: %.250s",
                    fuzzing->request->words[0], status, line.at);
}

/* Until the time is over. -1 to go on. */
static int fuzz(struct fuzzing *fuzzing)
{
    int result = -1;
    bool over = false;
    while (result < 0 && !over && fuzzing->ends - runner_clock() >= 1) {
        int status = run_fuzzer(fuzzing);
        over = status == 0;
        if (!over) result = take_early_end(fuzzing, status);
    }
    return result;
}

/* ---- merging ---- */

/* Others that fuzz, and when their files were seen to change. */
struct others {
    struct other {
        char name[32];
        struct timespec beat;
        double seen;
    } at[MOST_OTHERS];
    int count;
};

static struct other *find_other(struct others *others, const char *name)
{
    for (int i = 0; i < others->count; i++)
        if (strcmp(others->at[i].name, name) == 0) return &others->at[i];
    if (others->count == MOST_OTHERS) return NULL;
    struct other *added = &others->at[others->count++];
    *added = (struct other){.seen = runner_clock()};
    snprintf(added->name, sizeof added->name, "%.31s", name);
    return added;
}

/* Whether anybody fuzzes who is not lost. */
static bool others_fuzz(const struct fuzzing *fuzzing, struct others *others)
{
    bool any = false;
    char path[PATH_MAX + 300];
    struct stat found;
    DIR *all = opendir(fuzzing->folder->path);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        if (strncmp(entry->d_name, "fuzzer-", 7) != 0 || strchr(entry->d_name, '.')) continue;
        snprintf(path, sizeof path, "%s/%s", fuzzing->folder->path, entry->d_name);
        struct other *other = find_other(others, entry->d_name);
        if (!other || stat(path, &found) != 0) continue;
        if (other->beat.tv_sec != found.st_mtim.tv_sec || other->beat.tv_nsec != found.st_mtim.tv_nsec) {
            other->beat = found.st_mtim;
            other->seen = runner_clock();
        }
        any |= runner_clock() <= other->seen + fuzzing->request->lost;
    }
    if (all) closedir(all);
    return any;
}

static void empty(const char *path)
{
    char inner[PATH_MAX + 300];
    DIR *all = opendir(path);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.') unlink(inner);
    }
    if (all) closedir(all);
}

/* Into a folder of this try's own, which is moved to its place whole: the first one stays. -1 to go on. */
static int run_merge(struct fuzzing *fuzzing)
{
    char merging[PATH_MAX], merged[PATH_MAX], corpus[PATH_MAX], name[40];
    struct text line;
    int count;
    snprintf(name, sizeof name, "merging-%" PRIu32, fuzzing->number);
    path_in(fuzzing, name, merging);
    path_in(fuzzing, "merged", merged);
    path_in(fuzzing, "corpus", corpus);
    empty(merging);
    if (mkdir(merging, 0777) != 0 && errno != EEXIST) return cannot(merging);
    const char **words = take_words(fuzzing, true, &count);
    if (!words) return cli_stop(STATUS_BROKEN, command, "no memory");
    words[count++] = "-merge=1";
    words[count++] = merging;
    words[count++] = corpus;
    add_seeds(fuzzing, words, &count);
    int status = run(fuzzing, words);
    free(words);
    if (process_interrupted()) return 128 + process_interrupted();
    process_last_line(fuzzing->log, &line);
    if (status != 0)
        return cli_stop(STATUS_BROKEN, command, "the corpora cannot be merged (status %d): %.300s", status,
                        line.at);
    if (rename(merging, merged) == 0) return -1;
    if (errno != ENOTEMPTY && errno != EEXIST) return cannot(merged);
    empty(merging);
    rmdir(merging);
    return -1;
}

/* Takes the piece, and does what there is left to do. -1 to go on. */
static int merge(struct fuzzing *fuzzing)
{
    struct text why;
    int fresh;
    fuzzing->number = fuzzing->folder->piece[0].tries + 1;
    if (!campaign_take(fuzzing->folder, 0, fuzzing->number, &fuzzing->merges, &why))
        return cli_stop(STATUS_BROKEN, command, "%s", why.at);
    if (!fuzzing->merges) return -1;
    int status = gather(fuzzing, &fresh);
    if (status < 0) status = run_merge(fuzzing);
    fuzzing->merges = false;
    if (status >= 0) {
        campaign_give_back(fuzzing->folder, 0, fuzzing->number);
        return status;
    }
    return campaign_finish(fuzzing->folder, 0, STATUS_OK, fuzzing->number, &why)
               ? -1
               : cli_stop(STATUS_BROKEN, command, "%s", why.at);
}

/* Until somebody has merged, this process if nobody else does. -1 to go on. */
static int end_together(struct fuzzing *fuzzing)
{
    static struct others others;
    const struct campaign_piece *piece = &fuzzing->folder->piece[0];
    struct text why;
    int status = -1;
    while (status < 0 && !piece->done) {
        if (!campaign_look(fuzzing->folder, &why)) return cli_stop(STATUS_BROKEN, command, "%s", why.at);
        if (process_interrupted()) return 128 + process_interrupted();
        bool is_free = piece->tries == 0 || runner_clock() > piece->seen + fuzzing->request->lost;
        if (piece->done) break;
        if (is_free && !others_fuzz(fuzzing, &others))
            status = merge(fuzzing);
        else
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NANOSECONDS}, NULL);
    }
    return status;
}

/* ---- the verdict ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint64_t count_files(const struct fuzzing *fuzzing, const char *folder, const char *ending)
{
    char path[PATH_MAX];
    uint64_t count = 0;
    path_in(fuzzing, folder, path);
    DIR *all = opendir(path);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        size_t length = strlen(entry->d_name), end = strlen(ending);
        count += entry->d_name[0] != '.' && length > end && strcmp(entry->d_name + length - end, ending) == 0;
    }
    if (all) closedir(all);
    return count;
}

static void print_cause(const struct fuzzing *fuzzing, const char *name)
{
    char path[PATH_MAX + 300], line[MAX_LINE] = "";
    snprintf(path, sizeof path, "%s/causes/%s", fuzzing->folder->path, name);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in) && line[0] == '#') {
    }
    if (in) fclose(in);
    line[strcspn(line, "\n")] = '\0';
    printf("FAIL %s\n  replay    foldcheck replay", name);
    for (int i = 1; i < fuzzing->request->count; i++)
        if (strncmp(fuzzing->request->words[i], "--plugin=", 9) == 0)
            printf(" %s", fuzzing->request->words[i]);
    printf(" '%s'\n", line);
}

/* Prints the causes, by name, if they are this process's to tell. Returns how many there are. */
static uint64_t tell_causes(const struct fuzzing *fuzzing)
{
    enum { MOST_CAUSES = 4096 };
    static char *names[MOST_CAUSES];
    char path[PATH_MAX];
    size_t count = 0;
    path_in(fuzzing, "causes", path);
    DIR *all = opendir(path);
    for (const struct dirent *entry; all && count < MOST_CAUSES && (entry = readdir(all));)
        if (entry->d_name[0] != '.' && (names[count] = strdup(entry->d_name))) count++;
    if (all) closedir(all);
    qsort(names, count, sizeof *names, compare_names);
    bool first = campaign_says_first(fuzzing->folder, 1, count);
    for (size_t i = 0; i < count; i++) {
        if (first || fuzzing->request->all) print_cause(fuzzing, names[i]);
        free(names[i]);
    }
    return count;
}

static int tell(const struct fuzzing *fuzzing)
{
    uint64_t causes = tell_causes(fuzzing), failed = count_files(fuzzing, "found", ".cause"),
             merged = count_files(fuzzing, "merged", ""), all = count_files(fuzzing, "corpus", "");
    printf("%s: %" PRIu64 " cause%s of %" PRIu64 " file%s that failed; of %" PRIu64
           " inputs that were kept, %" PRIu64 " are merged\n",
           causes ? "FAILED" : "fuzzed", causes, causes == 1 ? "" : "s", failed, failed == 1 ? "" : "s", all,
           merged);
    return causes ? STATUS_FAIL : STATUS_OK;
}

int campaign_fuzz(struct campaign_folder *folder, const struct campaign_fuzz_request *request)
{
    struct fuzzing fuzzing = {.folder = folder, .request = request};
    int status = enter(&fuzzing);
    process_begin();
    if (status < 0) status = fuzz(&fuzzing);
    unlink(fuzzing.own);
    if (status < 0) status = end_together(&fuzzing);
    process_end();
    unlink(fuzzing.log);
    return status < 0 ? tell(&fuzzing) : status;
}
