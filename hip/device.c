/* SPDX-License-Identifier: MIT
 * The host's side of device.h: finds and opens a backend's shared object, and looks things up in its table. */
#define _GNU_SOURCE 1 /* readlink, PATH_MAX */
#include "device.h"
#include "plugin.h"

#include <assert.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first kind whose backend is the kind's own: both simulators are one. DEVICE_NONE: it has no backend. */
static enum device_kind first_of_backend(enum device_kind kind)
{
    const char *name = kind == DEVICE_NONE ? "" : device_facts(kind)->backend;
    enum device_kind first = DEVICE_NONE + 1;
    while (first < kind && strcmp(device_facts(first)->backend, name) != 0)
        first++;
    return name[0] ? first : DEVICE_NONE;
}

/* "foldcheck_sim.so" */
static const char *file_name(enum device_kind kind, struct text *name)
{
    text_say(name, "foldcheck_%s.so", device_facts(kind)->backend);
    return name->at;
}

/* The folder of the running program, without a slash at its end; "." if the system does not tell. */
static void program_folder(char folder[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    if (length < 0) {
        strcpy(folder, ".");
        return;
    }
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
}

/* The first of the three places that has the file. Returns false with the places in why. */
static bool find_file(const char *name, char path[PATH_MAX], struct text *why)
{
    char folder[PATH_MAX];
    program_folder(folder);
    const char *place[3] = {getenv("FOLDCHECK_BACKENDS"), folder, folder};
    static const char *const below[3] = {"", "", "/../lib/foldcheck/backends"};
    text_say(why, "no %s in", name);
    for (int i = 0; i < 3; i++) {
        if (!place[i] || !*place[i]) continue;
        int length = snprintf(path, PATH_MAX, "%s%s/%s", place[i], below[i], name);
        if (length > 0 && length < PATH_MAX && access(path, R_OK) == 0) return true;
        text_add(why, " %s%s%s", place[i], below[i], i < 2 ? "," : "");
    }
    text_add(why, ": this kind of device was not built, or FOLDCHECK_BACKENDS should name the folder");
    return false;
}

static const struct backend *open_file(const char *path, struct text *why)
{
    /* RTLD_LOCAL: two backends hold the same templates, which must not be merged. Never closed: strategies
     * and operators of the backend are held by pointer for as long as the program runs. */
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        const char *error = dlerror();
        text_say(why, "%s does not load: %s", path, error ? error : "no reason given");
        return NULL;
    }
    const struct backend *backend = (const struct backend *)dlsym(object, "foldcheck_backend");
    if (!backend) {
        text_say(why, "%s is no foldcheck backend: it exports no foldcheck_backend", path);
        return NULL;
    }
    if (backend->abi != BACKEND_ABI) {
        text_say(why, "%s is of another version: its ABI is %u, expected %u", path, backend->abi,
                 (unsigned)BACKEND_ABI);
        return NULL;
    }
    return backend;
}

/* By the first kind of a backend. */
static const struct backend *opened[DEVICE_KINDS], *joined[DEVICE_KINDS];
static size_t joined_plugins[DEVICE_KINDS];

/* The backend's own table, without plugins. */
static const struct backend *open_own(enum device_kind first, struct text *why)
{
    char path[PATH_MAX];
    struct text name, places; /* why is only written on an error */
    if (opened[first]) return opened[first];
    if (!find_file(file_name(first, &name), path, &places)) {
        text_say(why, "%s", places.at);
        return NULL;
    }
    return opened[first] = open_file(path, why);
}

const char *backend_name(enum device_kind kind)
{
    assert(first_of_backend(kind) && "a device with a backend");
    return device_facts(kind)->backend;
}

bool backend_beside(enum device_kind kind, const char *file, char *path, struct text *why)
{
    char own[PATH_MAX];
    struct text name;
    if (!backend_open(kind, why) || !find_file(file_name(kind, &name), own, why)) return false;
    int folder = (int)(strrchr(own, '/') - own),
        length = snprintf(path, PATH_MAX, "%.*s/%s", folder, own, file);
    return (length > 0 && length < PATH_MAX && access(path, R_OK) == 0) ||
           text_say(why, "no %s beside the backend", file);
}

bool backend_file(enum device_kind kind, char *path, size_t room, struct text *why)
{
    char found[PATH_MAX];
    struct text name;
    if (!find_file(file_name(kind, &name), found, why)) return false;
    snprintf(path, room, "%s", found);
    return true;
}

bool backend_built(enum device_kind kind, struct text *why)
{
    enum device_kind first = first_of_backend(kind);
    return first != DEVICE_NONE && open_own(first, why);
}

const struct backend *backend_open(enum device_kind kind, struct text *why)
{
    enum device_kind first = first_of_backend(kind);
    if (first == DEVICE_NONE) {
        text_say(why, "%s is no device with a backend", device_kind_name(kind));
        return NULL;
    }
    const struct backend *own = open_own(first, why);
    if (!own || plugins_count() == 0) return own;
    if (joined_plugins[first] == plugins_count()) return joined[first];
    joined[first] = plugins_join(own, why);
    if (joined[first]) joined_plugins[first] = plugins_count();
    return joined[first];
}

const struct strategy *backend_strategy(const struct backend *backend, const char *name)
{
    for (const struct strategy *const *at = backend->strategies; *at; at++)
        if (strcmp((*at)->name, name) == 0) return *at;
    return NULL;
}

const struct program_step *backend_step(const struct backend *backend, const char *name)
{
    for (const struct program_step *at = backend->steps; at && at->name; at++)
        if (strcmp(at->name, name) == 0) return at;
    return NULL;
}

const struct operator_code *backend_operator(const struct backend *backend, const char *op)
{
    for (const struct operator_code *const *at = backend->operators; *at; at++)
        if (strcmp((*at)->op, op) == 0) return *at;
    return NULL;
}

bool backend_repeats(const struct backend *backend, const struct operator_code *code)
{
    const struct operator_code *const *at = backend->operators;
    for (; *at != code; at++)
        if ((*at)->instances == code->instances) return true;
    return false;
}

/* The numbers of a shape that stand in its tuning, in this order. Those that are optional are 0 where they are not there. */
static const struct shape_number {
    const char *name;
    size_t at;
    bool optional;
} shape_numbers[] = {
    {"block", offsetof(struct launch_shape, block), false},
    {"items", offsetof(struct launch_shape, items), false},
    {"group", offsetof(struct launch_shape, group), false},
    {"gather", offsetof(struct launch_shape, gather), true},
    {"threads", offsetof(struct launch_shape, threads), true},
    {"policy", offsetof(struct launch_shape, policy), true},
    {"partitioner", offsetof(struct launch_shape, partitioner), true},
    {"grain", offsetof(struct launch_shape, grain), true},
    {"ranks", offsetof(struct launch_shape, ranks), true},
    {"algorithm", offsetof(struct launch_shape, algorithm), true},
    {"call", offsetof(struct launch_shape, call), true},
    {"root", offsetof(struct launch_shape, root), true},
    {"datatype", offsetof(struct launch_shape, datatype), true},
    {"reversed", offsetof(struct launch_shape, reversed), true},
};
enum { SHAPE_NUMBERS = sizeof shape_numbers / sizeof *shape_numbers };

static uint32_t number_of(const struct launch_shape *shape, const struct shape_number *number)
{
    uint32_t value;
    memcpy(&value, (const char *)shape + number->at, sizeof value);
    return value;
}

/* Is it asked for of ranks, with 0 where it is not there? */
static bool is_of_ranks(const char *name)
{
    return strcmp(name, "root") == 0 || strcmp(name, "datatype") == 0 || strcmp(name, "reversed") == 0;
}

/* Is it asked for at run time, and no instance's? */
static bool is_asked(const struct launch_shape *shape, const char *name)
{
    if (strcmp(name, "ranks") == 0 || is_of_ranks(name)) return shape->ranks;
    return strcmp(name, "grid") == 0 || strcmp(name, "cards") == 0 ||
           (strcmp(name, "threads") == 0 && shape->threads);
}

static bool shape_has(const struct launch_shape *shape, const struct named *pair)
{
    if (is_asked(shape, pair->name)) return pair->value > 0 || is_of_ranks(pair->name);
    for (int i = 0; i < SHAPE_NUMBERS; i++)
        if (strcmp(shape_numbers[i].name, pair->name) == 0)
            return number_of(shape, &shape_numbers[i]) == pair->value;
    return false;
}

/* Does the shape have every number that the tuning names? A tuning without gather means gather 0, as it is
 * printed. */
static bool shape_matches(const struct launch_shape *shape, const struct tuning *tuning)
{
    if (!tuning || tuning->count == 0) return true;
    for (int i = 0; i < tuning->count; i++)
        if (!shape_has(shape, &tuning->pair[i])) return false;
    for (int i = 0; i < SHAPE_NUMBERS; i++) {
        const struct shape_number *number = &shape_numbers[i];
        if (number->optional && !is_asked(shape, number->name) &&
            tuning_get(tuning, number->name, 0) != number_of(shape, number))
            return false;
    }
    return true;
}

/* Is a the more usual of two instances? Tiny ones are for tests; a device needs the shared memory; a group as wide as
 * the hardware is best. */
static bool more_usual(const struct device_caps *caps, const struct instance *a, const struct instance *b)
{
    bool a_fits = a->shared_bytes <= caps->shared_bytes, b_fits = b->shared_bytes <= caps->shared_bytes;
    if (a->tiny != b->tiny) return b->tiny;
    if (a_fits != b_fits) return a_fits;
    return a->shape.group > b->shape.group;
}

const struct instance *backend_instance(const struct backend *backend, const struct device_caps *caps,
                                        const char *op, const struct strategy *strategy,
                                        const struct tuning *tuning)
{
    assert(strategy && caps);
    const struct operator_code *code = backend_operator(backend, op);
    if (!code) return NULL;
    const struct instance *found = NULL;
    for (size_t i = 0; i < code->count; i++) {
        const struct instance *at = &code->instances[i];
        if (strcmp(at->strategy->name, strategy->name) != 0) continue;
        if (at->shape.group > (uint32_t)caps->lanes || !shape_matches(&at->shape, tuning)) continue;
        if (!found || more_usual(caps, at, found)) found = at;
    }
    return found;
}

static void tuning_push(struct tuning *tuning, const char *name, uint32_t value)
{
    struct named *pair = &tuning->pair[tuning->count++];
    snprintf(pair->name, sizeof pair->name, "%s", name);
    pair->value = value;
}

struct tuning shape_tuning(const struct launch_shape *shape)
{
    struct tuning tuning = {0}; /* of auto none: what it picks is its tuning */
    for (int i = 0; i < SHAPE_NUMBERS; i++) {
        uint32_t value = number_of(shape, &shape_numbers[i]);
        if (shape_numbers[i].optional ? value : shape->block)
            tuning_push(&tuning, shape_numbers[i].name, value);
    }
    return tuning;
}

const char *shape_print(const struct launch_shape *shape, struct text *out)
{
    const struct tuning tuning = shape_tuning(shape);
    out->at[0] = '\0';
    for (int i = 0; i < tuning.count; i++)
        text_add(out, "%c%s=%" PRId64 "%s", i ? ',' : '{', tuning.pair[i].name, tuning.pair[i].value,
                 i + 1 < tuning.count ? "" : "}");
    return out->at;
}

struct tuning instance_tuning(const struct instance *instance)
{
    return shape_tuning(&instance->shape);
}

uint64_t instance_variant(const struct instance *instance, const struct op *op, bool wide)
{
    return (uint64_t)op_variant(op, instance->strategy->what == WHAT_SCAN) << 33 |
           (uint64_t)instance->shape.items << 1 | (wide ? 1 : 0);
}
