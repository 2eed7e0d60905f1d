/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L
#include "request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Before the bytes, which fill up to whole heads so that each is aligned. */
struct head {
    uint64_t kind, length;
};

static size_t padded(size_t length)
{
    return (length + sizeof(struct head) - 1) / sizeof(struct head) * sizeof(struct head);
}

/* A reader that is gone is no signal: the caller's standard output may want that one. */
static bool send_all(int channel, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(channel, at, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool request_send(int channel, enum request_kind kind, const void *bytes, size_t length)
{
    static const char zeros[sizeof(struct head)];
    struct head head = {kind, length};
    return send_all(channel, &head, sizeof head) && send_all(channel, bytes, length) &&
           send_all(channel, zeros, padded(length) - length);
}

static bool receive_all(int channel, void *bytes, size_t length)
{
    size_t got = 0;
    while (got < length) {
        ssize_t more = recv(channel, (char *)bytes + got, length - got, 0);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        got += (size_t)more;
    }
    return true;
}

enum request_kind request_wait(int channel, void *bytes, size_t room)
{
    char zeros[sizeof(struct head)];
    struct head head;
    if (!receive_all(channel, &head, sizeof head) || head.length > room ||
        !receive_all(channel, bytes, head.length) ||
        !receive_all(channel, zeros, padded(head.length) - head.length))
        return (enum request_kind)0;
    return (enum request_kind)head.kind;
}

static bool make_room(struct inbox *inbox)
{
    enum { LEAST = 1 << 16 };
    if (inbox->seen > 0) {
        inbox->used -= inbox->seen;
        memmove(inbox->bytes, inbox->bytes + inbox->seen, inbox->used);
        inbox->seen = 0;
    }
    if (inbox->room - inbox->used >= LEAST) return true;
    size_t room = inbox->room ? 2 * inbox->room : 2 * LEAST;
    char *grown = realloc(inbox->bytes, room);
    if (!grown) return false;
    inbox->bytes = grown;
    inbox->room = room;
    return true;
}

bool inbox_fill(struct inbox *inbox, int channel)
{
    while (!inbox->ended) {
        if (!make_room(inbox)) return false;
        ssize_t more = recv(channel, inbox->bytes + inbox->used, inbox->room - inbox->used, MSG_DONTWAIT);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (more <= 0)
            inbox->ended = true; /* or it was reset, by a process that died with something unread */
        else
            inbox->used += (size_t)more;
    }
    return true;
}

enum request_kind inbox_next(struct inbox *inbox, const void **bytes, size_t *length)
{
    struct head head;
    size_t there = inbox->used - inbox->seen;
    if (there < sizeof head) return (enum request_kind)0;
    memcpy(&head, inbox->bytes + inbox->seen, sizeof head);
    if (there - sizeof head < padded(head.length)) return (enum request_kind)0;
    *bytes = inbox->bytes + inbox->seen + sizeof head;
    *length = head.length;
    inbox->seen += sizeof head + padded(head.length);
    return (enum request_kind)head.kind;
}

void inbox_close(struct inbox *inbox)
{
    free(inbox->bytes);
    memset(inbox, 0, sizeof *inbox);
}
