/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include "plugin.h"

#include "run_anew.h"

#include <assert.h>
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_PLUGINS = 16 };
static const struct plugin *loaded[MAX_PLUGINS];
static size_t loaded_count;

/* ---- loading ---- */

static bool same_version(const char *path, const struct plugin *plugin, struct text *why)
{
    static const struct plugin head = {PLUGIN_HEAD, NULL, 0, NULL};
    if (plugin->abi != head.abi || plugin->backend_abi != head.backend_abi)
        return text_say(why, "%s is of another version: its ABI is %u.%u, expected %u.%u; build it again",
                        path, plugin->abi, plugin->backend_abi, head.abi, head.backend_abi);
    if (plugin->op_line_bytes != head.op_line_bytes || plugin->strategy_bytes != head.strategy_bytes ||
        plugin->job_bytes != head.job_bytes)
        return text_say(why, "%s was compiled with the headers of another foldcheck; build it again", path);
    return true;
}

static bool backends_known(const char *path, const struct plugin *plugin, struct text *why)
{
    for (const struct plugin_code *const *code = plugin->code; code && *code; code++) {
        const char *name = (*code)->backend ? (*code)->backend : "";
        if (strcmp(name, "sim") != 0 && strcmp(name, "amd") != 0 && strcmp(name, "nvidia") != 0 &&
            strcmp(name, "cpu") != 0)
            return text_say(why, "%s: its code is for '%.40s'; expected sim, amd, nvidia or cpu", path, name);
    }
    return true;
}

/* Whether the file has all that its headers promise: of one that was cut the loader would run past the end. */
static bool is_whole(const char *path, struct text *why)
{
    ElfW(Ehdr) head;
    ElfW(Phdr) segment;
    struct stat file;
    FILE *in = fopen(path, "rb");
    bool whole = in && fstat(fileno(in), &file) == 0 && fread(&head, sizeof head, 1, in) == 1 &&
                 memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_phentsize == sizeof segment;
    uint64_t bytes = whole ? (uint64_t)file.st_size : 0;
    whole =
        whole && head.e_shoff <= bytes && (uint64_t)head.e_shnum * head.e_shentsize <= bytes - head.e_shoff;
    for (unsigned i = 0; whole && i < head.e_phnum; i++)
        whole = fseek(in, (long)(head.e_phoff + i * sizeof segment), SEEK_SET) == 0 &&
                fread(&segment, sizeof segment, 1, in) == 1 && segment.p_offset <= bytes &&
                segment.p_filesz <= bytes - segment.p_offset;
    if (in) fclose(in);
    return whole ||
           text_say(why, "%.300s does not load: it is no shared object, or not all of one; build it again",
                    path);
}

const struct plugin *plugin_open(const char *path, struct text *why)
{
    char real[PATH_MAX];
    /* A name without a slash would be looked for in the system's folders. */
    if (!realpath(path, real)) {
        text_say(why, "no plugin %.400s", path);
        return NULL;
    }
    if (!is_whole(path, why)) return NULL;
    /* Its words come from the simulator that this program uses, not from another one beside it. */
    struct text ignored;
    backend_open(DEVICE_SIM32, &ignored);
    /* OpenMP's run-time library reads this when it is loaded: threads beyond the processors would spin. */
    setenv("OMP_WAIT_POLICY", "passive", 0);
    void *object = dlopen(real, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        const char *error = dlerror();
        if (lacks_thread_sanitizer(error) && !run_with_thread_sanitizer(path, why)) return NULL;
        text_say(why, "%s does not load: %s", path, error ? error : "no reason given");
        return NULL;
    }
    const struct plugin *plugin = (const struct plugin *)dlsym(object, "foldcheck_plugin");
    if (!plugin) text_say(why, "%s is no foldcheck plugin: it exports no foldcheck_plugin", path);
    return plugin && same_version(path, plugin, why) && backends_known(path, plugin, why) ? plugin : NULL;
}

static bool is_loaded(const struct plugin *plugin)
{
    for (size_t i = 0; i < loaded_count; i++)
        if (loaded[i] == plugin) return true;
    return false;
}

/* Whether the backends that are here take what the plugin brings. */
static bool joins(const struct plugin *plugin, struct text *why)
{
    for (const struct plugin_code *const *code = plugin->code; code && *code; code++) {
        struct device_name name;
        struct text missing;
        const char *kind = strcmp((*code)->backend, "sim") == 0 ? "sim32" : (*code)->backend;
        bool known = device_name_parse(kind, &name, &missing);
        assert(known && "backends_known let it pass");
        (void)known;
        if (backend_built(name.kind, &missing) && !backend_open(name.kind, why)) return false;
    }
    return true;
}

bool plugin_load(const char *path, struct text *why)
{
    struct text reason;
    const struct plugin *plugin = plugin_open(path, why);
    if (!plugin || is_loaded(plugin)) return plugin != NULL;
    if (loaded_count == MAX_PLUGINS) return text_say(why, "more than %d plugins", MAX_PLUGINS);
    if (!op_register(plugin->operators, plugin->operator_count, &reason))
        return text_say(why, "%s: %s", path, reason.at);
    loaded[loaded_count++] = plugin;
    if (joins(plugin, &reason)) return true;
    loaded_count--;
    op_forget(plugin->operator_count);
    return text_say(why, "%s: %s", path, reason.at);
}

size_t plugins_count(void)
{
    return loaded_count;
}

/* ---- joining ---- */

/* A table that grows: pointers, with a NULL behind the last. */
struct pointers {
    const void **at;
    size_t count;
};

static bool pointers_push(struct pointers *list, const void *added)
{
    const void **grown = realloc(list->at, (list->count + 2) * sizeof *grown);
    if (!grown) return false;
    list->at = grown;
    grown[list->count++] = added;
    grown[list->count] = NULL;
    return true;
}

struct join {
    struct pointers strategies, operators; /* struct strategy, struct operator_code */
    const char *backend;
    struct text *why;
};

static bool no_memory(const struct join *join)
{
    return text_say(join->why, "no memory for a plugin's tables");
}

static const struct strategy *find_strategy(const struct join *join, const char *name)
{
    for (size_t i = 0; i < join->strategies.count; i++) {
        const struct strategy *strategy = join->strategies.at[i];
        if (strcmp(strategy->name, name) == 0) return strategy;
    }
    return NULL;
}

static bool add_strategies(struct join *join, const struct strategy *const *added)
{
    for (; added && *added; added++) {
        if (find_strategy(join, (*added)->name))
            return text_say(join->why, "there is a strategy %s for %s already", (*added)->name,
                            join->backend);
        if (!pointers_push(&join->strategies, *added)) return no_memory(join);
    }
    return true;
}

/* The code of one operator: what was there, and the instances of `more`. Each plugin has strategies of its own
 * behind the names; the backend's stand for all. */
static struct operator_code *joined_code(const struct join *join, const struct operator_code *have,
                                         const struct operator_code *more)
{
    size_t before = have ? have->count : 0;
    struct operator_code *code = malloc(sizeof *code);
    struct instance *instances = malloc((before + more->count) * sizeof *instances + 1);
    if (!code || !instances) {
        free(code);
        free(instances);
        no_memory(join);
        return NULL;
    }
    *code = have ? *have : *more;
    if (have) memcpy(instances, have->instances, before * sizeof *instances);
    if (more->count) memcpy(instances + before, more->instances, more->count * sizeof *instances);
    code->instances = instances;
    code->count = before + more->count;
    for (size_t i = before; i < code->count; i++) {
        const char *name = instances[i].strategy->name;
        instances[i].strategy = find_strategy(join, name);
        if (instances[i].strategy) continue;
        text_say(join->why, "%s has code for a strategy %s, which %s has not", more->op, name, join->backend);
        free(instances);
        free(code);
        return NULL;
    }
    return code;
}

static bool add_operator(struct join *join, const struct operator_code *more)
{
    if (!op_find(more->op) && !op_for(WHAT_TRANSPOSE, more->op))
        return text_say(join->why, "code for an operator %s, which no table has; load its plugin first",
                        more->op);
    for (size_t i = 0; i < join->operators.count; i++) {
        const struct operator_code *have = join->operators.at[i];
        if (strcmp(have->op, more->op) == 0)
            return (join->operators.at[i] = joined_code(join, have, more)) != NULL;
    }
    if (!more->combine_many || !more->make_items)
        return text_say(join->why, "code for %s, which %s has not, without combine_many and make_items",
                        more->op, join->backend);
    const struct operator_code *code = joined_code(join, NULL, more);
    if (!code) return false;
    return pointers_push(&join->operators, code) || no_memory(join);
}

static bool add_code(struct join *join, const struct plugin *plugin)
{
    for (const struct plugin_code *const *code = plugin->code; code && *code; code++) {
        if (strcmp((*code)->backend, join->backend) != 0) continue;
        if (!add_strategies(join, (*code)->strategies)) return false;
        for (const struct operator_code *const *at = (*code)->operators; at && *at; at++)
            if (!add_operator(join, *at)) return false;
    }
    return true;
}

static bool begin(struct join *join, const struct backend *backend)
{
    for (const struct strategy *const *at = backend->strategies; *at; at++)
        if (!pointers_push(&join->strategies, *at)) return no_memory(join);
    for (const struct operator_code *const *at = backend->operators; *at; at++)
        if (!pointers_push(&join->operators, *at)) return no_memory(join);
    return true;
}

const struct backend *plugins_join(const struct backend *backend, struct text *why)
{
    struct join join = {.backend = backend->name, .why = why};
    struct backend *joined = malloc(sizeof *joined);
    bool good = joined ? begin(&join, backend) : no_memory(&join);
    for (size_t i = 0; good && i < loaded_count; i++)
        good = add_code(&join, loaded[i]);
    if (!good) {
        free(joined);
        free(join.strategies.at);
        free(join.operators.at);
        return NULL;
    }
    *joined = *backend;
    joined->strategies = (const struct strategy *const *)join.strategies.at;
    joined->operators = (const struct operator_code *const *)join.operators.at;
    return joined;
}
