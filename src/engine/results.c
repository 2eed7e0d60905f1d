/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "results.h"

#include "request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double runner_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool results_room(struct results *results, uint32_t targets, uint64_t fixed)
{
    if (results->tally) return true;
    results->tally = calloc((size_t)targets + 1, sizeof *results->tally);
    results->owner = calloc((size_t)targets + 1, sizeof *results->owner);
    results->lead = calloc((size_t)targets + 1, sizeof *results->lead);
    results->returned = calloc((size_t)targets + 1, sizeof *results->returned);
    results->fixed_target = calloc((size_t)fixed + 1, sizeof *results->fixed_target);
    results->fixed_taken = calloc((size_t)fixed + 1, sizeof *results->fixed_taken);
    return results->tally && results->owner && results->lead && results->returned && results->fixed_target &&
           results->fixed_taken;
}

/* `array` grown; false without memory, it then stays as it is. */
static bool grow(void *array, uint64_t count, size_t size)
{
    void *old, *grown;
    memcpy(&old, array, sizeof old);
    grown = realloc(old, (count + 1) * size);
    if (grown) memcpy(array, &grown, sizeof grown);
    return grown != NULL;
}

bool results_add_fixed(struct results *results, uint32_t target, const char *line)
{
    uint64_t count = results->fixed_count;
    char *copy = strdup(line);
    bool room = copy && grow(&results->fixed_line, count, sizeof *results->fixed_line) &&
                grow(&results->fixed_target, count, sizeof *results->fixed_target) &&
                grow(&results->fixed_taken, count, sizeof *results->fixed_taken);
    if (!room) {
        free(copy);
        return false;
    }
    results->fixed_line[count] = copy;
    results->fixed_target[count] = target;
    results->fixed_taken[count] = false;
    results->tally[target].fixed++;
    results->fixed_count++;
    return true;
}

bool results_wants_targets(const struct results *results)
{
    return !results->mine || (results->mine == results->slot && !results->mine->named);
}

/* A worker's parent has the lists. */
static void tell(const struct results *results, enum request_kind kind, const void *bytes, size_t length)
{
    if (results->channel) request_send(results->channel, kind, bytes, length);
}

void slot_beat(struct worker_slot *slot)
{
    __atomic_add_fetch(&slot->beat, 1, __ATOMIC_RELEASE);
}

void slot_wait(struct worker_slot *slot)
{
    slot_beat(slot);
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

void results_call(struct results *results, uint32_t shares)
{
    results->shares = shares;
    tell(results, REQUEST_CALL, &shares, sizeof shares);
}

bool results_stopped(const struct results *results)
{
    return results->stopped.at[0] ||
           (results->mine && __atomic_load_n(&results->mine->stop, __ATOMIC_ACQUIRE));
}

void results_stop(struct results *results, enum status status, const char *why)
{
    if (results->stopped.at[0]) return;
    results->stopped_status = status;
    text_say(&results->stopped, "%s", why);
    struct request_stop stop = {.status = status, .why = results->stopped};
    tell(results, REQUEST_STOP, &stop, sizeof stop);
}

void results_add_note(struct results *results, const struct device_note *note)
{
    uint32_t at = 0;
    while (at < results->note_count && strcmp(results->note[at].device, note->device) != 0)
        at++;
    if (at < results->note_count || at == MAX_DEVICE_NOTES) return;
    results->note[at] = *note;
    results->note_count++;
    tell(results, REQUEST_NOTE, note, sizeof *note);
}

void results_add_skipped(struct results *results, const struct text *why)
{
    if (!strstr(results->skipped.at, why->at)) /* every worker says so */
        text_add(&results->skipped, "%s%s", results->skipped_any ? "; " : "", why->at);
    results->skipped_any = true;
    tell(results, REQUEST_SKIPPED, why, sizeof *why);
}

void results_add_broken(struct results *results, const char *line, const struct text *reason)
{
    results->broken++;
    if (results->broken_count < MAX_BROKEN) {
        uint32_t at = results->broken_count;
        snprintf(results->broken_case[at].line, MAX_LINE, "%s", line);
        results->broken_case[at].reason = *reason;
        results->broken_count = at + 1;
    }
    if (results->broken >= MAX_BROKEN)
        results_stop(results, STATUS_BROKEN, "stopped: too many cases broke the harness or the device");
}

void results_add_warning(struct results *results, const struct text *warning)
{
    if (results->warning_count < MAX_WARNINGS) results->warning[results->warning_count++] = *warning;
}

void results_add_remark(struct results *results, const struct text *remark)
{
    bool is_new = true;
    for (uint32_t i = 0; i < results->remark_count; i++)
        is_new &= strcmp(results->remark[i].at, remark->at) != 0;
    if (is_new && results->remark_count < MAX_WARNINGS)
        results->remark[results->remark_count++] = *remark;
    else
        results->remarks_left += is_new;
}

static unsigned bits_of(uint64_t word)
{
    unsigned bits = 0;
    for (; word; word &= word - 1)
        bits++;
    return bits;
}

double power_share(const struct power *power)
{
    return power->tried ? (double)bits_of(power->noticed) / bits_of(power->tried) : 1;
}

uint32_t power_borders_left(const struct power *power)
{
    return power->borders_tried & ~power->borders_noticed;
}

void power_add(struct power *sum, const struct power *seen)
{
    sum->tried |= seen->tried;
    sum->noticed |= seen->noticed;
    sum->borders_tried |= seen->borders_tried;
    sum->borders_noticed |= seen->borders_noticed;
    sum->is_judged |= seen->is_judged;
}

bool power_lacks(const struct power *power)
{
    return power->is_judged && (power_share(power) < POWER_LEAST || power_borders_left(power));
}

/* A case that lacks something; where there is no room, instead of one with fewer borders that was not mended yet. */
static void keep_again(struct power_size *size, uint32_t number, uint32_t borders)
{
    uint8_t at = size->again_count;
    if (at < POWER_AGAIN)
        size->again_count++;
    else
        for (uint8_t i = size->mended; i < POWER_AGAIN; i++)
            if (size->again[i].borders < (at < POWER_AGAIN ? size->again[at].borders : borders)) at = i;
    if (at == POWER_AGAIN) return;
    size->again[at].number = number;
    size->again[at].borders = borders;
}

void power_note(struct tally *tally, const struct finding *finding, uint32_t number)
{
    unsigned log2 = 0;
    const struct power *power = &finding->power;
    if (!power->tried) return;
    while (log2 + 1 < POWER_SIZES && finding->size >> (log2 + 1))
        log2++;
    struct power_size *size = &tally->power[log2];
    power_add(&size->seen, power);
    if (number != UINT32_MAX && power_lacks(power)) keep_again(size, number, bits_of(power->borders_tried));
}

/* Whether a case has one item at most. */
static bool is_least(const char *line)
{
    struct test_case least;
    struct text why;
    uint64_t items;
    return case_parse(line, &least, &why) && least.has_problem && shape_items(&least.problem.shape, &items) &&
           items <= 1;
}

static void fill_failure(struct failure *failure, const struct worker_slot *slot)
{
    failure->target = slot->target;
    failure->order = slot->order;
    memcpy(failure->drawn, slot->drawn, sizeof failure->drawn);
    memcpy(failure->line, slot->minimal[0] ? slot->minimal : slot->drawn, sizeof failure->line);
    failure->finding = slot->found;
    failure->hung = slot->hung;
    failure->always = strncmp(slot->found.cause.at, "hang", 4) == 0 && is_least(failure->line);
    failure->steady_runs = slot->steady_runs;
    failure->steady_failed = slot->steady_failed;
    failure->shrink_runs = slot->shrink_runs;
    failure->shrink_seconds = slot->shrink_started > 0 ? runner_clock() - slot->shrink_started : 0;
}

void results_add_failure(struct results *results, const struct worker_slot *slot)
{
    struct tally *tally = &results->tally[slot->target];
    tally->failed++;
    tally->closed = true;
    results->failed++;
    if (results->failure_count < MAX_FAILURES)
        fill_failure(&results->failure[results->failure_count++], slot);
    if (results->failure_count == MAX_FAILURES) {
        struct text why;
        text_say(&why, "stopped after %d failures", MAX_FAILURES);
        results_stop(results, STATUS_FAIL, why.at);
    }
}

static void take_texts(struct results *results, const struct gains *gains)
{
    if (gains->warns) results_add_warning(results, &gains->warning);
    if (gains->remarks) results_add_remark(results, &gains->remark);
    if (gains->broke) results_add_broken(results, gains->broken, &gains->reason);
    if (gains->most_items <= results->most_items) return;
    results->most_items = gains->most_items;
    memcpy(results->largest, gains->largest, sizeof results->largest);
}

void results_take(struct results *results, struct worker_slot *slot)
{
    struct gains *gains = &slot->gains;
    for (uint32_t i = 0; i < slot->turn_count; i++)
        results->tally[slot->turn[i].target] = slot->turn[i].tally;
    results->passed += gains->passed;
    results->refused += gains->refused;
    results->discarded += gains->discarded;
    results->over_3_tiles += gains->over_3_tiles;
    results->overridden += gains->overridden;
    results->cut_off += gains->cut_off;
    take_texts(results, gains);
    if (gains->failed) {
        results_add_failure(results, slot);
        if (results->first && results->laws_done)
            results_stop(results, STATUS_FAIL, "stopped at the first failure");
    }
    memset(gains, 0, sizeof *gains);
}

static bool is_about(const struct tally *law, const struct tally *tally)
{
    bool same_place = strcmp(law->device, "host") == 0 || strcmp(law->device, tally->device) == 0;
    return law->subject_kind == SUBJECT_OPERATOR && same_place && strcmp(law->op, tally->op) == 0;
}

const struct failure *results_broken_law(const struct results *results, uint32_t target)
{
    const struct tally *tally = &results->tally[target];
    uint32_t count = results->failure_count;
    if (results->anyway) return NULL;
    for (uint32_t i = 0; tally->op[0] && tally->subject_kind == SUBJECT_STRATEGY && i < count; i++)
        if (is_about(&results->tally[results->failure[i].target], tally)) return &results->failure[i];
    return NULL;
}

const struct failure *results_hang(const struct results *results, uint32_t target)
{
    const struct tally *tally = &results->tally[target];
    uint32_t count = results->failure_count;
    for (uint32_t i = 0; tally->subject_kind == SUBJECT_STRATEGY && !results->anyway && i < count; i++) {
        const struct tally *hung = &results->tally[results->failure[i].target];
        if (results->failure[i].always && strcmp(hung->subject, tally->subject) == 0 &&
            strcmp(hung->op, tally->op) == 0 && strcmp(hung->device, tally->device) == 0)
            return &results->failure[i];
    }
    return NULL;
}

const char *failure_law(const struct failure *failure)
{
    return failure->finding.law[0] ? failure->finding.law : failure->finding.first_at.at;
}

static int compare_failures(const void *left, const void *right)
{
    const struct failure *a = left, *b = right;
    if (a->target != b->target) return a->target < b->target ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_notes(const void *left, const void *right)
{
    const struct device_note *a = left, *b = right;
    return strcmp(a->device, b->device);
}

void results_sort(struct results *results)
{
    qsort(results->note, results->note_count, sizeof results->note[0], compare_notes);
    qsort(results->failure, results->failure_count, sizeof results->failure[0], compare_failures);
}

static double share_of(const struct tally *tally)
{
    bool over = tally->closed || tally->ought_refuse;
    double wanted = (double)tally->fixed, done = tally->fixed_done;
    if (!over) {
        wanted += (double)tally->wanted;
        done += tally->passed < tally->wanted ? (double)tally->passed : (double)tally->wanted;
    }
    return wanted > 0 ? done / wanted : 1;
}

/* The share of targets that had their first case, as every one has, whatever the time. */
static double share_begun(const struct results *results)
{
    uint32_t begun = 0;
    for (uint32_t i = 0; i < results->target_count; i++) {
        const struct tally *tally = &results->tally[i];
        begun += tally->closed || tally->drawn > 0 || tally->wanted == 0;
    }
    return results->target_count > 0 ? (double)begun / results->target_count : 1;
}

double results_share(const struct results *results, double now)
{
    double share = 0, whole = results->deadline - results->started;
    if (results->deadline > 0) {
        double time = whole > 0 ? (now - results->started) / whole : 1, begun = share_begun(results);
        share = time < begun ? time : begun;
    }
    for (uint32_t i = 0; results->deadline == 0 && i < results->target_count; i++)
        share += share_of(&results->tally[i]) / results->target_count;
    return share < 1 ? share : 1;
}

/* Few draws may be unlucky: this many more than the allowed share pass. */
enum { UNLUCKY = 8 };

static void judge(const struct tally *sum, bool may_refuse, struct text *why)
{
    if (!may_refuse && sum->drawn_refused > UNLUCKY + sum->drawn / 2)
        text_say(why, "%u of %u draws were refused, more than half: %s", sum->drawn_refused, sum->drawn,
                 sum->reason);
    else if (sum->discarded > UNLUCKY + sum->drawn / 10)
        text_say(why, "%u of %u draws were discarded, more than a tenth", sum->discarded, sum->drawn);
}

static bool same_group(const struct tally *a, const struct tally *b)
{
    return strcmp(a->property, b->property) == 0 && strcmp(a->subject, b->subject) == 0 &&
           strcmp(a->device, b->device) == 0;
}

uint32_t results_group(const struct results *results, uint32_t first, struct text *why)
{
    struct tally sum = {0};
    uint32_t i = first, applies = 0, closed = 0;
    text_say(why, "%s", "");
    for (; i < results->target_count && same_group(&results->tally[first], &results->tally[i]); i++) {
        const struct tally *tally = &results->tally[i];
        if (tally->drawn == 0 || tally->ought_refuse) continue;
        bool nothing = tally->discarded == tally->drawn;
        closed += tally->closed;
        applies += !nothing;
        if (nothing) continue;
        if (!why->at[0]) judge(tally, results->may_refuse, why);
        sum.drawn += tally->drawn;
        sum.drawn_refused += tally->drawn_refused;
        sum.discarded += tally->discarded;
        if (!sum.reason[0]) memcpy(sum.reason, tally->reason, sizeof sum.reason);
    }
    if (!why->at[0]) judge(&sum, results->may_refuse, why);
    /* a claim need not apply to the one operator that there is, but one of the suite has no other */
    uint32_t few = results->tally[first].subject_kind == SUBJECT_SUITE ? 0 : 1;
    if (!applies && closed > few) text_say(why, "no draw gave anything to check");
    return i;
}

enum verdict results_verdict(const struct results *results)
{
    struct text why;
    if (results->failed || (results->strict && results->warning_count)) return VERDICT_FAIL;
    for (uint32_t i = 0; i < results->target_count;) {
        i = results_group(results, i, &why);
        if (why.at[0]) return VERDICT_FAIL;
    }
    if (results->broken || results->stopped_status == STATUS_BROKEN) return VERDICT_BROKEN;
    if (results->target_count == 0 && results->skipped_any) return VERDICT_NO_DEVICE;
    return results->refused && !results->passed ? VERDICT_REFUSED : VERDICT_PASS;
}
