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

/* How many bits of an address are random; 0 if that cannot be read. */
static int random_bits(void)
{
    int bits = 0;
    FILE *in = fopen("/proc/sys/vm/mmap_rnd_bits", "r");
    if (in && fscanf(in, "%d", &bits) != 1) bits = 0;
    if (in) fclose(in);
    return bits;
}

/* The run-time library wants its memory at certain addresses, where nothing else may lie by chance. */
static bool fix_addresses(const char *path, struct text *why)
{
    enum { MOST_BITS = 28 };
    int now = personality(0xffffffff);
    if (now >= 0 && personality((unsigned long)now | ADDR_NO_RANDOMIZE) >= 0) return true;
    if (random_bits() <= MOST_BITS) return true;
    return text_say(
        why,
        "%.200s is built with ThreadSanitizer, which needs addresses of at most %d random bits, and "
        "here are %d: expected sysctl vm.mmap_rnd_bits=%d, or a container that lets programs call "
        "personality()",
        path, MOST_BITS, random_bits(), MOST_BITS);
}

bool run_with_thread_sanitizer(const char *path, struct text *why)
{
    const char *before = getenv("LD_PRELOAD");
    char **words = own_words();
    if (words && !(before && strstr(before, library))) {
        if (!fix_addresses(path, why)) return false;
        set_in_front("LD_PRELOAD", library, ':');
        set_in_front("TSAN_OPTIONS", "die_after_fork=0:halt_on_error=1:atexit_sleep_ms=0", ':');
        fflush(NULL);
        keep_sockets();
        execv("/proc/self/exe", words);
    }
    return text_say(
        why, "%.300s is built with ThreadSanitizer, whose run-time library %s is not here (Debian: libtsan2)",
        path, library);
}
