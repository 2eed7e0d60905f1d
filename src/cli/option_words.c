/* SPDX-License-Identifier: MIT */
#include "option_words.h"

#include <string.h>

/* clang-format off */
#define HOST(WORD)
#define GPU(WORD) WORD " "
#define SIMULATED(WORD) WORD " "
#define CPU(WORD) WORD " "
#define CARDS(WORD) WORD " "
#define DEVICE(KIND, WORD, ROLE, BACKEND, PEERS) ROLE(WORD)
static const struct {
    const char *takes, *words;
    bool one; /* exactly one of them; else the value's own parser knows */
} known[] = {
    {"D",
#include "devices.def"
     , false},
    {"W", "reduce scan keyed transpose ", true},
    {"KIND", "inclusive exclusive ", true},
    {"FORM", "PLAIN CUB HOST ", true},
    {"DOES", "reduce scan exscan keyed histogram reduce_by_key transpose ", true},
    {"MODEL", "formal lenient ", true},
};
/* clang-format on */

enum { KNOWN = sizeof known / sizeof *known };

const char *option_words(const char *takes)
{
    for (int i = 0; takes && i < KNOWN; i++)
        if (strcmp(takes, known[i].takes) == 0) return known[i].words;
    return NULL;
}

static bool has_word(const char *words, const char *value)
{
    size_t length = strlen(value);
    for (; *words; words += strcspn(words, " ") + 1)
        if (strcspn(words, " ") == length && strncmp(words, value, length) == 0) return true;
    return false;
}

/* "a, b or c". */
static void add_words(struct text *text, const char *words)
{
    for (const char *word = words; *word; word += strcspn(word, " ") + 1) {
        size_t length = strcspn(word, " ");
        const char *between = word == words ? "" : word[length + 1] ? ", " : " or ";
        text_add(text, "%s%.*s", between, (int)length, word);
    }
}

bool option_word_check(const char *takes, const char *value, struct text *why)
{
    for (int i = 0; i < KNOWN; i++) {
        if (!known[i].one || strcmp(takes, known[i].takes) != 0 || has_word(known[i].words, value)) continue;
        text_say(why, "%.60s: expected ", value);
        add_words(why, known[i].words);
        return false;
    }
    return true;
}
