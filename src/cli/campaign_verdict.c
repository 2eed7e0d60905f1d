/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "campaign_verdict.h"

#ifdef FOLDCHECK_HAS_RECORDS
#include "cli.h"
#include "history.h"
#include "whole_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct sum {
    uint64_t done, failed, passed, over_3_tiles, failures, refused, discarded, broken;
    bool stopped; /* some piece */
};

static bool piece_failed(const struct campaign_piece *piece)
{
    return piece->done && piece->status == STATUS_FAIL;
}

uint64_t campaign_first_failed(const struct campaign_folder *folder)
{
    uint64_t piece = 0;
    while (piece < folder->plan.pieces && !piece_failed(&folder->piece[piece]))
        piece++;
    return piece;
}

static void add_records(struct sum *sum, const struct history *history)
{
    for (size_t i = 0; i < history->verdicts.count; i++) {
        const struct past_verdict *verdict = &history->verdicts.at[i];
        if (verdict->judged) {
            sum->failures++;
            continue;
        }
        sum->failures += verdict->failed;
        sum->broken += verdict->broken;
        if (verdict->implied) continue; /* each piece has it */
        sum->passed += verdict->passed;
        sum->over_3_tiles += verdict->over_3_tiles;
        sum->refused += verdict->refused;
        sum->discarded += verdict->discarded;
    }
}

static void add_statuses(struct sum *sum, const struct campaign_folder *folder, uint64_t end)
{
    for (uint64_t p = 0; p < end; p++) {
        const struct campaign_piece *piece = &folder->piece[p];
        sum->done += piece->done;
        sum->failed += piece_failed(piece);
        sum->stopped |= piece->done && piece->status == STATUS_BROKEN;
    }
}

static void copy_record(FILE *out, const char *path)
{
    char some[1 << 16];
    size_t length;
    FILE *in = fopen(path, "r");
    if (!in) return;
    while ((length = fread(some, 1, sizeof some, in)) > 0)
        fwrite(some, 1, length, out);
    fclose(in);
}

/* The path of a piece's record; false if it has none. */
static bool has_record(const struct campaign_folder *folder, uint64_t piece, char path[PATH_MAX])
{
    const struct campaign_piece *found = &folder->piece[piece];
    campaign_path_of_try(folder, (uint32_t)piece, found->record, "jsonl", path);
    return found->done && found->record && access(path, F_OK) == 0;
}

static bool read_records(const struct campaign_folder *folder, uint64_t end, struct history *history,
                         struct text *why)
{
    char path[PATH_MAX];
    for (uint64_t p = 0; p < end; p++)
        if (has_record(folder, p, path) && !history_read(history, path, why)) return false;
    return true;
}

/* The pieces' records, one behind the other: a record of as many runs. */
static bool join_records(const struct campaign_folder *folder, uint64_t end, bool again, struct text *why)
{
    char all[PATH_MAX], path[PATH_MAX];
    struct whole_file file;
    snprintf(all, sizeof all, "%s/record.jsonl", folder->path);
    if (!again && access(all, F_OK) == 0) return true;
    if (!whole_file_open(&file, all, why)) return false;
    for (uint64_t p = 0; p < end; p++)
        if (has_record(folder, p, path)) copy_record(file.out, path);
    return whole_file_close(&file, true, why);
}

/* A law that a piece before this one told, too. */
static bool is_told(const struct history *history, size_t failure)
{
    for (size_t i = 0; i < failure; i++)
        if (history->failures.at[i].line == history->failures.at[failure].line) return true;
    return false;
}

static void print_failures(const struct history *history)
{
    for (size_t i = 0; i < history->failures.count; i++)
        if (!is_told(history, i)) fputs(history->failures.at[i].report, stdout);
    for (size_t i = 0; i < history->verdicts.count; i++) {
        const struct past_verdict *verdict = &history->verdicts.at[i];
        if (verdict->judged)
            printf("%s.%s@%s: %s\n", verdict->target.property, verdict->target.subject,
                   verdict->target.device, verdict->reason);
    }
}

static void print_sum(const struct campaign_folder *folder, const struct sum *sum, const char *word)
{
    const struct campaign_plan *plan = &folder->plan;
    printf("%s: %" PRIu64 " problem%s in %" PRIu64 " of %" PRIu64 " pieces, %" PRIu64
           " over more than 3 tiles, %" PRIu64 " failure%s",
           word, sum->passed, sum->passed == 1 ? "" : "s", sum->done, plan->pieces, sum->over_3_tiles,
           sum->failures, sum->failures == 1 ? "" : "s");
    if (sum->refused) printf(", %" PRIu64 " refused", sum->refused);
    if (sum->discarded) printf(", %" PRIu64 " discarded", sum->discarded);
    if (sum->broken) printf(", %" PRIu64 " broken", sum->broken);
    printf(" (seed 0x%" PRIx64 ")\n", plan->seed);
}

static int judge(const struct sum *sum, bool may_refuse, const char **word)
{
    *word = "FAILED";
    if (sum->failed) return STATUS_FAIL;
    *word = "BROKEN";
    if (sum->broken || sum->stopped) return STATUS_BROKEN;
    *word = "refused";
    if (sum->refused && !sum->passed) return may_refuse ? STATUS_OK : STATUS_FAIL;
    *word = "verified";
    return STATUS_OK;
}

int campaign_verdict(const struct campaign_folder *folder, const struct campaign_verdict_request *request)
{
    struct sum sum = {0};
    struct history history = {0};
    struct text why;
    const char *word;
    uint64_t end = folder->plan.pieces, failed = campaign_first_failed(folder);
    if (request->first && failed < end) end = failed + 1;
    if (!read_records(folder, end, &history, &why) || !join_records(folder, end, request->joins, &why)) {
        history_close(&history);
        return cli_stop(STATUS_BROKEN, "campaign", "%s", why.at);
    }
    add_records(&sum, &history);
    add_statuses(&sum, folder, end);
    int status = judge(&sum, request->may_refuse, &word);
    bool first = campaign_says_first(folder, sum.done, sum.failed);
    if (first || request->all) print_failures(&history);
    print_sum(folder, &sum, word);
    history_close(&history);
    return status;
}

#endif
