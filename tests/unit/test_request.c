/* SPDX-License-Identifier: MIT
 * Requests between processes: whole ones in their order, beginnings of one, readers and writers that are gone. */
#define _GNU_SOURCE 1

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "request.h"
#include "unit.h"

/* The parent's end of a channel, and the other one. */
struct channel {
    int end[2];
    struct inbox inbox;
};

static bool opens(struct channel *channel, struct finding *finding)
{
    memset(channel, 0, sizeof *channel);
    return socketpair(AF_UNIX, SOCK_STREAM, 0, channel->end) == 0 ||
           text_say(&finding->first_at, "no pair of sockets");
}

static void closes(struct channel *channel)
{
    close(channel->end[0]);
    close(channel->end[1]);
    inbox_close(&channel->inbox);
}

/* Whether the next request is that one, of so many bytes, each of them `fill`. */
static bool next_is(struct channel *channel, enum request_kind kind, size_t length, char fill,
                    struct finding *finding)
{
    const void *bytes = NULL;
    size_t got = 0;
    enum request_kind next = inbox_next(&channel->inbox, &bytes, &got);
    if (next != kind)
        return text_say(&finding->first_at, "expected request %d, got %d", (int)kind, (int)next);
    if (kind == 0) return true;
    if (got != length) return text_say(&finding->first_at, "expected %zu bytes, got %zu", length, got);
    for (size_t i = 0; i < length; i++)
        if (((const char *)bytes)[i] != fill)
            return text_say(&finding->first_at, "byte %zu of %zu is not as sent", i, length);
    return (uintptr_t)bytes % 16 == 0 || text_say(&finding->first_at, "bytes that are not aligned");
}

static const size_t lengths[] = {0, 1, 15, 16, 17, 4096, 65520, 65536, 1000000};

/* Three of a length, which a process writes as there is room: each is whole, and they come in their order. */
static bool requests_are_whole(size_t row, struct finding *finding)
{
    struct channel channel;
    size_t length = lengths[row], heard = 0;
    char *bytes = malloc(length + 1);
    if (!bytes || !opens(&channel, finding)) return text_say(&finding->first_at, "no memory");
    pid_t child = fork();
    if (child == 0) {
        for (char fill = 'a'; fill < 'd'; fill++) {
            memset(bytes, fill, length);
            if (!request_send(channel.end[1], REQUEST_NOTE, bytes, length)) _exit(1);
        }
        _exit(0);
    }
    close(channel.end[1]);
    bool good = true;
    while (good && !channel.inbox.ended) {
        good = inbox_fill(&channel.inbox, channel.end[0]);
        while (good && heard < 3 && channel.inbox.used - channel.inbox.seen >= 16 + length + 15) {
            good = next_is(&channel, REQUEST_NOTE, length, (char)('a' + heard), finding);
            heard++;
        }
    }
    for (; good && heard < 3; heard++)
        good = next_is(&channel, REQUEST_NOTE, length, (char)('a' + heard), finding);
    good = good && next_is(&channel, (enum request_kind)0, 0, 0, finding);
    waitpid(child, NULL, 0);
    channel.end[1] = -1;
    closes(&channel);
    free(bytes);
    return good;
}

/* A process that dies in the midst of a request: the one before it counts, and it does not. */
static bool half_a_request_is_none(size_t cut, struct finding *finding)
{
    static const size_t cuts[] = {1, 15, 16, 17, 40};
    struct channel whole, channel;
    char sent[128];
    const char bytes[32] = "something of thirty-two bytes";
    if (!opens(&whole, finding) || !opens(&channel, finding)) return false;
    request_send(whole.end[1], REQUEST_STOP, bytes, sizeof bytes);
    bool good =
        recv(whole.end[0], sent, sizeof sent, 0) == 48 || text_say(&finding->first_at, "not 48 bytes");
    request_send(channel.end[1], REQUEST_READY, NULL, 0);
    good = good && send(channel.end[1], sent, cuts[cut], 0) == (ssize_t)cuts[cut];
    shutdown(channel.end[1], SHUT_WR);
    good = good && inbox_fill(&channel.inbox, channel.end[0]) && channel.inbox.ended &&
           next_is(&channel, REQUEST_READY, 0, 0, finding) &&
           next_is(&channel, (enum request_kind)0, 0, 0, finding);
    closes(&whole);
    closes(&channel);
    return good;
}

/* Nobody reads: that is an answer, and no signal. */
static bool lost_reader_is_no_signal(size_t row, struct finding *finding)
{
    struct channel channel;
    int status = 0;
    (void)row;
    if (!opens(&channel, finding)) return false;
    close(channel.end[1]); /* before there is a child, which would have it, too */
    channel.end[1] = -1;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        _exit(request_send(channel.end[0], REQUEST_END, NULL, 0) ? 1 : 0);
    }
    waitpid(child, &status, 0);
    closes(&channel);
    return (WIFEXITED(status) && WEXITSTATUS(status) == 0) ||
           text_say(&finding->first_at, "a write that nobody reads: status %d", status);
}

/* A worker waits for what its parent says, and hears when it is gone, or says more than there is room for. */
static bool worker_waits(size_t row, struct finding *finding)
{
    static const enum request_kind expected[] = {REQUEST_TURNS, REQUEST_SWEEP, REQUEST_END,
                                                 (enum request_kind)0};
    struct channel channel;
    char order[6] = "";
    bool good = true, is_gone = row == 0;
    if (!opens(&channel, finding)) return false;
    request_send(channel.end[0], REQUEST_TURNS, NULL, 0);
    request_send(channel.end[0], REQUEST_SWEEP, "order", 6);
    request_send(channel.end[0], REQUEST_END, NULL, 0);
    if (is_gone)
        shutdown(channel.end[0], SHUT_WR);
    else
        request_send(channel.end[0], REQUEST_SWEEP, "orders", 7);
    for (size_t i = 0; good && i < sizeof expected / sizeof *expected; i++) {
        enum request_kind got = request_wait(channel.end[1], order, sizeof order);
        good = got == expected[i] || text_say(&finding->first_at, "request %zu: expected %d, got %d", i,
                                              (int)expected[i], (int)got);
    }
    closes(&channel);
    return good && (strcmp(order, "order") == 0 || text_say(&finding->first_at, "the order is '%s'", order));
}

/* Nothing there: the reader does not wait. */
static bool empty_channel_is_no_end(size_t row, struct finding *finding)
{
    struct channel channel;
    (void)row;
    if (!opens(&channel, finding)) return false;
    bool good = inbox_fill(&channel.inbox, channel.end[0]) && !channel.inbox.ended &&
                next_is(&channel, (enum request_kind)0, 0, 0, finding);
    closes(&channel);
    return good || text_say(&finding->first_at, "an empty channel has ended");
}

static const struct unit_test tests[] = {
    ROWS(requests_are_whole, lengths), NUMBERED(half_a_request_is_none, 5),
    NUMBERED(lost_reader_is_no_signal, 1), NUMBERED(worker_waits, 2), NUMBERED(empty_channel_is_no_end, 1)};
UNIT(request, tests);
