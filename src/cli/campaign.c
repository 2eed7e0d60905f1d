/* SPDX-License-Identifier: MIT
 * foldcheck campaign: a check by as many processes as there are, on any machines that share a folder. Each takes a piece that
 * is left, runs it as `check --shard`, and takes another one; a piece whose process was lost is taken again. */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <string.h>

static const char usage[] =
    "foldcheck campaign DIR [options] -- check [options of check]\nor        foldcheck campaign DIR [--lost "
    "S] -- PATH/fuzz_cases [its options]\nor        foldcheck campaign DIR\nTakes part in a check by many "
    "processes that share the folder DIR, on any machines; the first process begins it.\nEach process takes "
    "unfinished pieces, also those of a process that died. All end with the same verdict, "
    "and\nDIR/record.jsonl is the record. Without a check, joins the campaign in DIR, or prints its verdict "
    "again.\nFuzzers share a corpus, which is merged once at the end, and keep one case for each cause of "
    "failure.";

struct campaign_options {
    uint64_t pieces;
    double lost, budget;
    bool first;
};

/* -1 to go on, else the exit status. */
static int take_options(struct campaign_options *taken, int *argc, char **argv)
{
    const struct cli_option options[] = {
        {"--pieces", OPTION_SOME, &taken->pieces, "N",
         "pieces of a new campaign (default 64); use several per process, so that all processes end "
         "together"},
        {"--lost", OPTION_REAL, &taken->lost, "S",
         "retake a piece whose process has shown no sign of life for S seconds (default 30)"},
        {"--budget", OPTION_REAL, &taken->budget, "S",
         "begin no piece later than S seconds after the campaign began"},
        {"--first", OPTION_FLAG, &taken->first, NULL,
         "stop at the first piece with a failure; later pieces do not count"},
        {NULL, OPTION_FLAG, NULL, NULL, NULL},
    };
    *taken = (struct campaign_options){.lost = 30};
    return options_parse(usage, options, argc, argv);
}

#ifdef FOLDCHECK_HAS_RECORDS
#include "campaign_fuzz.h"
#include "campaign_verdict.h"
#include "history.h"
#include "process.h"
#include "recording.h"
#include "results.h"
#include "version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_PIECES = 64, PAUSE_MICROSECONDS = 200000 };

struct campaign {
    struct campaign_options request;
    struct campaign_folder folder;
    char program[PATH_MAX]; /* this one */
    char **words;           /* of the check */
    int count;
    bool over;              /* the budget is used up */
    uint32_t piece, number; /* that this process works on */
    double beaten;          /* when it last showed that */
    bool joined;            /* it had no words of its own */
    bool works;             /* it had a piece */
};

/* ---- a piece ---- */

static void beat(void *user)
{
    struct campaign *campaign = user;
    if (runner_clock() < campaign->beaten + 0.5) return;
    campaign->beaten = runner_clock();
    campaign_beat(&campaign->folder, campaign->piece, campaign->number);
}

/* CHECK --shard K/N --seed X --quiet --record FILE; its exit status. */
static int run_piece(struct campaign *campaign, const char *record, const char *output)
{
    char shard[48], seed[32];
    const char **words = calloc((size_t)campaign->count + 10, sizeof *words);
    int count = 0;
    if (!words) return PROCESS_NOT_STARTED;
    snprintf(shard, sizeof shard, "%" PRIu32 "/%" PRIu64, campaign->piece + 1, campaign->folder.plan.pieces);
    snprintf(seed, sizeof seed, "0x%" PRIx64, campaign->folder.plan.seed);
    words[count++] = campaign->program;
    for (int i = 0; i < campaign->count; i++)
        words[count++] = campaign->words[i];
    const char *const added[] = {"--shard", shard, "--seed", seed, "--quiet", "--record", record};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        words[count++] = added[i];
    struct process process = {.arguments = words, .output = output, .tick = beat, .user = campaign};
    int status = process_run(&process);
    free(words);
    return status;
}

/* Whether a check's status is one only because everything was refused, which the sum of all pieces has to be for that. */
static bool only_refused(int status, const struct history *history)
{
    uint64_t passed = 0, refused = 0;
    bool judged = false;
    for (size_t i = 0; i < history->verdicts.count; i++) {
        if (!history->verdicts.at[i].implied) passed += history->verdicts.at[i].passed;
        refused += history->verdicts.at[i].refused;
        judged |= history->verdicts.at[i].judged;
    }
    return status == STATUS_FAIL && !history->failures.count && !judged && !passed && refused;
}

static bool is_verdict(int status)
{
    return status == STATUS_OK || status == STATUS_FAIL || status == STATUS_BROKEN;
}

/* Gives the piece back, with nothing left of the try. */
static void leave(const struct campaign *campaign)
{
    static const char *const endings[] = {"part", "out"};
    char path[PATH_MAX];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        campaign_path_of_try(&campaign->folder, campaign->piece, campaign->number, endings[i], path);
        unlink(path);
    }
    campaign_give_back(&campaign->folder, campaign->piece, campaign->number);
}

/* After a check that gave no verdict. -1 to go on, else the exit status. */
static int take_stopped(struct campaign *campaign, int status, const char *output)
{
    struct text line;
    process_last_line(output, &line);
    if (status == STATUS_USAGE) {
        leave(campaign);
        campaign_forget(&campaign->folder);
        return cli_usage("campaign", "%s", line.at);
    }
    if (process_interrupted()) {
        leave(campaign);
        return 128 + process_interrupted();
    }
    if (status == STATUS_NO_DEVICE) { /* here: another machine may have one */
        leave(campaign);
        return cli_stop(STATUS_NO_DEVICE, "campaign",
                        "piece %" PRIu32
                        " is left to other processes, since its check ran on no device here: %.300s",
                        campaign->piece + 1, line.at);
    }
    printf("piece %" PRIu32 " ended with status %d: %s\n", campaign->piece + 1, status, line.at);
    return -1; /* and is taken again when its time has come */
}

static int work(struct campaign *campaign)
{
    char record[PATH_MAX], output[PATH_MAX];
    struct text why;
    campaign_path_of_try(&campaign->folder, campaign->piece, campaign->number, "part", record);
    campaign_path_of_try(&campaign->folder, campaign->piece, campaign->number, "out", output);
    unlink(record); /* of a process that was interrupted */
    int status = run_piece(campaign, record, output);
    struct history history = {0};
    bool whole = is_verdict(status) && (access(record, F_OK) != 0 || history_read(&history, record, &why));
    whole = whole && (history.runs.count == 0 || history.runs.at[0].ended);
    if (only_refused(status, &history)) status = STATUS_OK;
    history_close(&history);
    if (is_verdict(status) && !whole) { /* the folder is full, say */
        process_last_line(output, &why);
        leave(campaign);
        return cli_stop(STATUS_BROKEN, "campaign",
                        "%.200s: the record of piece %" PRIu32 " is not whole (is the folder full?): %.250s",
                        campaign->folder.path, campaign->piece + 1, why.at);
    }
    if (!is_verdict(status)) return take_stopped(campaign, status, output);
    unlink(output);
    if (campaign_finish(&campaign->folder, campaign->piece, status, campaign->number, &why)) return -1;
    return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
}

/* ---- which piece ---- */

/* Whether the process that had it is lost. */
static bool is_lost(const struct campaign *campaign, const struct campaign_piece *piece)
{
    return piece->tries > 0 && runner_clock() > piece->seen + campaign->request.lost;
}

/* A piece that ended its process every time. */
static int give_up(struct campaign *campaign, uint32_t piece)
{
    struct text why;
    printf("piece %" PRIu32 " was begun %d times and never ended\n", piece + 1, MOST_TRIES);
    if (campaign_finish(&campaign->folder, piece, STATUS_BROKEN, 0, &why)) return -1;
    return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
}

/* Takes a piece: -1 and *taken, or the exit status. */
static int take(struct campaign *campaign, uint32_t piece, bool *taken)
{
    struct text why;
    uint32_t number = campaign->folder.piece[piece].tries + 1;
    if (number > MOST_TRIES) return give_up(campaign, piece);
    if (!campaign_take(&campaign->folder, piece, number, taken, &why))
        return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
    if (!*taken) return -1;
    campaign->works = true;
    campaign->piece = piece;
    campaign->number = number;
    campaign->beaten = runner_clock();
    double budget = campaign->request.budget;
    if (budget > 0 && campaign_age(&campaign->folder, piece, number) > budget) {
        campaign_give_back(&campaign->folder, piece, number);
        campaign->over = true;
        *taken = false;
    }
    return -1;
}

/* The pieces that are still to be run: with --first, none behind one that failed. */
static uint64_t end_of(const struct campaign *campaign)
{
    uint64_t pieces = campaign->folder.plan.pieces, failed = campaign_first_failed(&campaign->folder);
    return campaign->request.first && failed < pieces ? failed : pieces;
}

/* Goes once through the pieces. *left: some are not done and may be in work. -1 to go on, else the exit status. */
static int go_through(struct campaign *campaign, bool *worked, bool *left)
{
    struct campaign_folder *folder = &campaign->folder;
    struct text why;
    int status = -1;
    *worked = *left = false;
    if (!campaign_look(folder, &why)) return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
    for (uint64_t p = 0; p < end_of(campaign) && status < 0 && !*worked; p++) {
        const struct campaign_piece *piece = &folder->piece[p];
        bool is_free = piece->tries == 0 || is_lost(campaign, piece);
        if (piece->done) continue;
        if (!is_free || !campaign->over) *left = true;
        if (is_free && !campaign->over) status = take(campaign, (uint32_t)p, worked);
        if (*worked) status = work(campaign);
    }
    return status;
}

static bool has_word(const struct campaign *campaign, const char *word)
{
    int at = 0;
    while (at < campaign->count && strcmp(campaign->words[at], word) != 0)
        at++;
    return at < campaign->count;
}

static int take_part(struct campaign *campaign)
{
    int status = -1;
    process_begin();
    for (bool worked, left = true; left && status < 0;) {
        status = go_through(campaign, &worked, &left);
        if (status < 0 && process_interrupted()) status = 128 + process_interrupted();
        if (status < 0 && left && !worked)
            nanosleep(&(struct timespec){.tv_nsec = 1000L * PAUSE_MICROSECONDS}, NULL);
    }
    process_end();
    if (status >= 0) return status;
    const struct campaign_verdict_request request = {.first = campaign->request.first,
                                                     .all = campaign->joined,
                                                     .joins = campaign->works,
                                                     .may_refuse = has_word(campaign, "--allow-refused")};
    return campaign_verdict(&campaign->folder, &request);
}

static int take_part_in_fuzzing(struct campaign *campaign)
{
    const struct campaign_fuzz_request request = {.foldcheck = campaign->program,
                                                  .words = campaign->words,
                                                  .count = campaign->count,
                                                  .lost = campaign->request.lost,
                                                  .all = campaign->joined};
    return campaign_fuzz(&campaign->folder, &request);
}

/* ---- the words ---- */

/* The words of the plan, for a process that has none of its own; they were written by recording_command. */
static bool words_of_plan(struct campaign *campaign, char *text, struct text *why)
{
    char *to = text;
    campaign->words = calloc(strlen(text) / 2 + 2, sizeof *campaign->words);
    if (!campaign->words) return text_say(why, "no memory");
    for (const char *at = text; *at;) {
        bool quoted = false;
        while (*at == ' ')
            at++;
        campaign->words[campaign->count++] = to;
        for (; *at && (quoted || *at != ' '); at++) {
            if (*at == '\'')
                quoted = !quoted;
            else if (!quoted && at[0] == '\\' && at[1])
                *to++ = *++at;
            else
                *to++ = *at;
        }
        at += *at == ' ';
        *to++ = '\0';
    }
    return true;
}

/* Takes --seed out, which the plan has, and refuses what a piece has of its own. */
static bool take_words(struct campaign *campaign, struct campaign_plan *plan, struct text *why)
{
    static const char *const own[] = {"--shard",   "--record",   "--junit",        "--json",
                                      "--seconds", "--failures", "--measurements", "--counters"};
    char **words = campaign->words;
    bool fuzzes = campaign_fuzzes(words[0]);
    int kept = fuzzes ? campaign->count : 0;
    if (fuzzes && !campaign_fuzz_words(campaign->count, words, why)) return false;
    for (int i = kept; i < campaign->count; i++) {
        bool apart = strcmp(words[i], "--seed") == 0 && i + 1 < campaign->count;
        for (size_t o = 0; o < sizeof own / sizeof *own; o++) {
            size_t length = strlen(own[o]);
            if (strncmp(words[i], own[o], length) == 0 && (!words[i][length] || words[i][length] == '='))
                return text_say(why, "a campaign's check takes no %s", own[o]);
        }
        if (apart || strncmp(words[i], "--seed=", 7) == 0)
            plan->seed = strtoull(apart ? words[++i] : words[i] + 7, NULL, 0);
        else
            words[kept++] = words[i];
    }
    campaign->count = kept;
    char command[COMMAND_ROOM];
    recording_command(campaign->count, campaign->words, command);
    if (strlen(command) + 1 >= COMMAND_ROOM)
        return text_say(why, "the words of the check are too many: more than %d bytes", COMMAND_ROOM);
    snprintf(plan->words, sizeof plan->words, "%s", command);
    return true;
}

static void draw_seed(struct campaign_plan *plan)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    plan->seed = splitmix64((uint64_t)now.tv_sec * 1000000007 + (uint64_t)now.tv_nsec) >> 32;
}

static bool find_program(struct campaign *campaign, struct campaign_plan *plan, struct text *why)
{
    ssize_t length = readlink("/proc/self/exe", campaign->program, sizeof campaign->program - 1);
    snprintf(plan->program, sizeof plan->program, "%s %s", version_number(), version_commit());
    return length > 0 || text_say(why, "/proc/self/exe: %s", strerror(errno));
}

static int run_campaign(struct campaign *campaign, const char *path)
{
    struct campaign_plan wanted = {.pieces = campaign->request.pieces};
    struct text why;
    static char text[CAMPAIGN_ROOM];
    campaign->joined = campaign->count == 0;
    if (!find_program(campaign, &wanted, &why)) return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
    if (!campaign->joined && !take_words(campaign, &wanted, &why)) return cli_usage("campaign", "%s", why.at);
    struct campaign_plan fresh = wanted;
    if (!fresh.seed) draw_seed(&fresh);
    if (!fresh.pieces) fresh.pieces = USUAL_PIECES;
    enum status status = campaign_open(&campaign->folder, path, &wanted, &fresh, &why);
    if (status != STATUS_OK) return cli_stop(status, "campaign", "%s", why.at);
    snprintf(text, sizeof text, "%s", campaign->folder.plan.words);
    if (campaign->joined && !words_of_plan(campaign, text, &why))
        return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
    int result = campaign_fuzzes(campaign->words[0]) ? take_part_in_fuzzing(campaign) : take_part(campaign);
    campaign_close(&campaign->folder);
    if (campaign->joined) free(campaign->words);
    return result;
}

/* Which of the words are the check's: those behind `--`. */
static int words_begin(int argc, char **argv)
{
    int at = 1;
    while (at < argc && strcmp(argv[at], "--") != 0)
        at++;
    return at;
}

int cli_campaign(int argc, char **argv)
{
    struct campaign campaign = {.count = 0};
    int end = words_begin(argc, argv), own = end;
    int status = take_options(&campaign.request, &own, argv);
    if (status >= 0) return status;
    if (own != 2)
        return cli_usage("campaign",
                         "expected a folder, got %d operands; the words of the check stand behind --",
                         own - 1);
    if (campaign.request.pieces > MOST_PIECES)
        return cli_usage("campaign", "--pieces takes a number from 1 to %d, not %" PRIu64, MOST_PIECES,
                         campaign.request.pieces);
    if (end < argc) {
        campaign.words = argv + end + 1;
        campaign.count = argc - end - 1;
        bool fuzzes = campaign.count > 0 && campaign_fuzzes(campaign.words[0]);
        if (campaign.count == 0 || (!fuzzes && strcmp(campaign.words[0], "check") != 0))
            return cli_usage("campaign", "expected -- check ... or -- PATH/fuzz_cases ..., got '%s'",
                             campaign.count ? campaign.words[0] : "");
        if (fuzzes && (campaign.request.pieces || campaign.request.budget > 0 || campaign.request.first))
            return cli_usage("campaign", "--pieces, --budget and --first are for check, not for fuzz_cases");
        if (fuzzes) campaign.request.pieces = 1; /* the merge */
    }
    return run_campaign(&campaign, argv[1]);
}

#else

int cli_campaign(int argc, char **argv)
{
    struct campaign_options taken;
    int status = take_options(&taken, &argc, argv);
    return status >= 0 ? status
                       : cli_usage(argv[0], "this program was built without jansson (libjansson-dev)");
}

#endif
