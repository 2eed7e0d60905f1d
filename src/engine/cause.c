/* SPDX-License-Identifier: MIT */
#include "cause.h"

#include <ctype.h>
#include <string.h>

/* "block 3, thread 17: " at the beginning: its length, or 0. */
static size_t place_length(const char *at)
{
    const char *begin = at;
    for (int part = 0; part < 2; part++) {
        const char *word = part ? ", thread " : "block ";
        if (strncmp(at, word, strlen(word)) != 0) return 0;
        at += strlen(word);
        if (!isdigit((unsigned char)*at)) return 0;
        at += strspn(at, "0123456789");
    }
    return strncmp(at, ": ", 2) == 0 ? (size_t)(at + 2 - begin) : 0;
}

/* The words about what a lane did; NULL if this is no report. Its kernel ends at *kernel_end. */
static const char *deed_of(const char *report, const char **kernel_end)
{
    for (const char *at = strstr(report, ": "); at; at = strstr(at + 2, ": ")) {
        size_t length = place_length(at + 2);
        bool timed = strncmp(at + 2, "still running", 13) == 0;
        if (length == 0 && !timed) continue;
        *kernel_end = at;
        return at + 2 + length;
    }
    return NULL;
}

/* "race", "absent lane"; accesses that lie outside are one kind, and so are kernels that do not end. */
static void say_kind(const char *deed, struct text *kind)
{
    static const struct {
        const char *words, *kind;
    } known[] = {{"read of", "bounds"},       {"write of", "bounds"}, {"deadlock", "hang"},
                 {"livelock", "hang"},        {"hung", "hang"},       {"still running", "hang"},
                 {"misaligned", "misaligned"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(deed, known[i].words, strlen(known[i].words)) == 0) {
            text_say(kind, "%s", known[i].kind);
            return;
        }
    text_say(kind, "%.*s", (int)strcspn(deed, ":(0123456789"), deed);
}

/* Each place in brackets, "(sum.cu:10)", once. */
static void add_places(const char *deed, struct text *cause)
{
    for (const char *open = strchr(deed, '('); open; open = strchr(open + 1, '(')) {
        size_t length = strcspn(open, ")") + 1;
        const char *colon = memchr(open, ':', length);
        char place[256];
        if (!colon || !isdigit((unsigned char)colon[1]) || length >= sizeof place) continue;
        memcpy(place, open, length);
        place[length] = '\0';
        if (!strstr(cause->at, place)) text_add(cause, " %s", place);
    }
}

void cause_read(const struct text *report, struct text *cause)
{
    const char *kernel_end, *deed = deed_of(report->at, &kernel_end);
    cause->at[0] = '\0';
    if (!deed) return;
    say_kind(deed, cause);
    text_add(cause, " in %.*s", (int)(kernel_end - report->at), report->at);
    add_places(deed, cause);
}

bool cause_same_kind(const struct text *a, const struct text *b)
{
    const char *a_end = strstr(a->at, " in "), *b_end = strstr(b->at, " in ");
    size_t a_length = a_end ? (size_t)(a_end - a->at) : strlen(a->at);
    size_t b_length = b_end ? (size_t)(b_end - b->at) : strlen(b->at);
    return a_length == b_length && memcmp(a->at, b->at, a_length) == 0;
}
