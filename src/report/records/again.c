/* SPDX-License-Identifier: MIT */
#include "again.h"

#include <stdio.h>
#include <string.h>

/* "time.reduce_window{...}@nvidia:0 reduce/add_f32/1024/soa/small:1" in words. */
struct words {
    char subject[128], device[64], what[32], op[64]; /* what and op: empty where there are none */
};

static struct words words_of(const char *line)
{
    struct words words = {0};
    const char *problem = strchr(line, ' ');
    case_subject(line, words.subject, sizeof words.subject);
    case_device(line, words.device, sizeof words.device);
    if (problem && sscanf(problem, " %31[a-z]/%63[a-z0-9_]/", words.what, words.op) != 2)
        words.what[0] = words.op[0] = '\0';
    return words;
}

/* A word of a command, which may be quoted. */
static size_t word_length(const char *word)
{
    bool quoted = false;
    size_t length = 0;
    for (; word[length] && (quoted || word[length] != ' '); length++)
        if (word[length] == '\'') quoted = !quoted;
    return length;
}

/* The plugins of a command, as it names them. */
static void add_plugins(const struct past_run *run, struct text *command)
{
    static const char option[] = "--plugin";
    for (const char *word = run->command; *word;) {
        size_t length = word_length(word);
        bool names = length == strlen(option) && strncmp(word, option, length) == 0;
        word += length + (word[length] == ' ');
        if (names) text_add(command, " %s %.*s", option, (int)word_length(word), word);
    }
}

void again_times(const char *timed, const struct past_run *run, struct text *command)
{
    struct words words = words_of(timed);
    bool yardstick = strcmp(words.subject, "copy") == 0 || strcmp(words.subject, "read_only") == 0;
    text_say(command, "foldcheck bench --device %s", words.device);
    if (words.op[0]) text_add(command, " --what %s --operator %s", words.what, words.op);
    if (!yardstick) text_add(command, " --strategy %s", words.subject);
    add_plugins(run, command);
}

void again_costs(const char *counted, const struct past_run *run, struct text *command)
{
    struct words words = words_of(counted);
    text_say(command, "foldcheck check --counters --cases 1 --device %s --strategy %s", words.device,
             words.subject);
    if (words.op[0]) text_add(command, " --operator %s", words.op);
    add_plugins(run, command);
}
