/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include "run_anew.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <unistd.h>

static const char library[] = "libtsan.so.2";

bool lacks_thread_sanitizer(const char *error)
{
    return error && (strstr(error, "__tsan_") || strstr(error, "__sanitizer_"));
}

/* The words of the command line, NULL behind the last; NULL if there is no memory. They stay to the program's end. */
static char **own_words(void)
{
    enum { MOST = 1 << 20 };
    FILE *in = fopen("/proc/self/cmdline", "r");
    char *all = calloc(1, MOST + 1), **words = calloc(MOST / 2, sizeof *words);
    size_t length = in && all ? fread(all, 1, MOST, in) : 0, count = 0;
    if (in) fclose(in);
    if (!words || length == 0) return NULL;
    for (size_t at = 0; at < length && count + 1 < MOST / 2; at += strlen(all + at) + 1)
        words[count++] = all + at;
    return words;
}

/* A worker's channel to its parent, which is closed in what else a worker starts, has to outlive this. */
static void keep_sockets(void)
{
    enum { FILES = 64 };
    struct stat found;
    for (int file = STDERR_FILENO + 1; file < FILES; file++)
        if (fstat(file, &found) == 0 && S_ISSOCK(found.st_mode)) fcntl(file, F_SETFD, 0);
}

/* In front of what the variable has. */
static void set_in_front(const char *variable, const char *value, char between)
{
    char all[4096];
    const char *old = getenv(variable);
    snprintf(all, sizeof all, "%s%c%s", value, old ? between : '\0', old ? old : "");
    setenv(variable, all, 1);
}

bool run_with_thread_sanitizer(const char *path, struct text *why)
{
    const char *before = getenv("LD_PRELOAD");
    char **words = own_words();
    if (words && !(before && strstr(before, library))) {
        set_in_front("LD_PRELOAD", library, ':');
        set_in_front("TSAN_OPTIONS", "die_after_fork=0:halt_on_error=1:atexit_sleep_ms=0", ':');
        fflush(NULL);
        keep_sockets();
        personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
        execv("/proc/self/exe", words);
    }
    return text_say(
        why, "%.300s is built with ThreadSanitizer, whose run-time library %s is not here (Debian: libtsan2)",
        path, library);
}
