/* SPDX-License-Identifier: MIT
 * Files of items: mapped whole, and read by their format. */
#define _GNU_SOURCE 1 /* mmap, PATH_MAX */
#include "input_formats.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Where the items of an empty column lie. */
static const uint64_t no_items[1];

bool input_map(const char *path, struct input *input, struct text *why)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return text_say(why, "%s: %s; expected a file that can be read", path, strerror(errno));
    struct stat status;
    bool ok = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    if (!ok) {
        text_say(why, "%s: not a regular file; expected one that can be mapped", path);
    } else if (status.st_size > 0) {
        input->mapped = (size_t)status.st_size;
        input->mapping = mmap(NULL, input->mapped, PROT_READ, MAP_PRIVATE, file, 0);
        ok = input->mapping != MAP_FAILED;
        if (!ok) {
            input->mapping = NULL;
            text_say(why, "%s: cannot be mapped: %s", path, strerror(errno));
        }
    }
    close(file);
    return ok;
}

bool input_take(const char *path, struct input *input, const char *from, size_t bytes, struct text *why)
{
    size_t size = elem_size(input->elem);
    input->count = bytes / size;
    if (bytes == 0) return true;
    if ((uintptr_t)from % size == 0) {
        input->items = from;
        return true;
    }
    input->owned = malloc(bytes);
    if (!input->owned) return text_say(why, "%s: no memory for %zu bytes", path, bytes);
    memcpy(input->owned, from, bytes);
    input->items = input->owned;
    return true;
}

static bool raw_open(const char *path, struct input *input, struct text *why)
{
    if (!input_map(path, input, why)) return false;
    size_t size = elem_size(input->elem);
    if (input->mapped % size != 0)
        return text_say(why, "%s: %zu bytes; expected a multiple of %zu, the size of %s", path, input->mapped,
                        size, elem_name(input->elem));
    return input_take(path, input, input->mapping, input->mapped, why);
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t tail = strlen(end);
    return length > tail && memcmp(text + length - tail, end, tail) == 0;
}

/* Copies the part of the name before the colon; false if it is too long to be a path. */
static bool path_of(const char *name, size_t length, char path[PATH_MAX], struct text *why)
{
    if (length >= PATH_MAX)
        return text_say(why, "a path of %zu characters; expected fewer than %d", length, PATH_MAX);
    memcpy(path, name, length);
    path[length] = 0;
    return true;
}

static bool input_open_as(const char *name, struct input *input, struct text *why)
{
    char path[PATH_MAX];
    size_t length = strlen(name);
    const char *colon = strrchr(name, ':');
    if (ends_with(name, length, ".npy")) return input_open_npy(name, input, why);
    if (ends_with(name, length, ".csv")) return input_open_csv(name, "1", input, why);
    size_t before = colon ? (size_t)(colon - name) : 0;
    if (colon && ends_with(name, before, ".csv"))
        return path_of(name, before, path, why) && input_open_csv(path, colon + 1, input, why);
    enum elem elem;
    if (!colon || before == 0 || !elem_parse(colon + 1, strlen(colon + 1), &elem))
        return text_say(why, "%s: expected F.npy, F.csv[:COLUMN] or F:TYPE (i8 u8 i16 ... f64)", name);
    if (elem != input->elem)
        return text_say(why, "%s: type %s; expected %s", name, elem_name(elem), elem_name(input->elem));
    return path_of(name, before, path, why) && raw_open(path, input, why);
}

bool input_open(const char *name, enum elem expected, struct input *input, struct text *why)
{
    assert(name && input);
    *input = (struct input){.elem = expected, .items = no_items};
    if (input_open_as(name, input, why)) return true;
    input_close(input);
    return false;
}

void input_close(struct input *input)
{
    if (input->mapping) munmap(input->mapping, input->mapped);
    free(input->owned);
    *input = (struct input){.elem = input->elem};
}
