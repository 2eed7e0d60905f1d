/* SPDX-License-Identifier: MIT
 * foldcheck init: a project of the user's own from a template, in a new folder. */
#define _GNU_SOURCE 1 /* readlink, PATH_MAX */
#include "cli.h"
#include "problem.h"
#include "whole_file.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
    "foldcheck init operator|strategy NAME\nMakes the folder NAME with a project that builds and passes: "
    "your own operator, or a kernel in plain CUDA or HIP. A comment in its files suggests a mistake to try.";

/* The user's name takes the place of `example`, in the texts and in the names of files. */
static const struct project {
    const char *word, *example, *files[4]; /* the last is NULL */
} projects[] = {
    {"operator", "my_op", {"CMakeLists.txt", "README.md", "my_op.h", NULL}},
    {"strategy", "my_sum", {"CMakeLists.txt", "README.md", "my_sum.cu", NULL}},
};

static const struct project *project_find(const char *word)
{
    for (size_t i = 0; i < sizeof projects / sizeof *projects; i++)
        if (strcmp(projects[i].word, word) == 0) return &projects[i];
    return NULL;
}

/* Beside the installed program, or where the program was built. */
static bool template_open(const struct project *project, const char *file, FILE **in, struct text *why)
{
    char program[PATH_MAX], path[2 * PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    snprintf(path, sizeof path, "%s/../share/foldcheck/templates/%s/%s", program, project->word, file);
    *in = fopen(path, "r");
    if (*in) return true;
    snprintf(path, sizeof path, "%s/src/cli/templates/%s/%s", FOLDCHECK_FOLDER, project->word, file);
    *in = fopen(path, "r");
    return *in || text_say(why, "%.400s: no such template: expected it where foldcheck is installed", path);
}

/* A text with the user's name for every `example`. */
static void write_text(const char *text, const char *example, const char *name, FILE *out)
{
    const char *at;
    while ((at = strstr(text, example))) {
        fprintf(out, "%.*s%s", (int)(at - text), text, name);
        text = at + strlen(example);
    }
    fputs(text, out);
}

/* Copies a file of the template into the folder; the path of the copy is left in `path`. */
static bool copy_file(const struct project *project, const char *file, const char *name, char path[PATH_MAX],
                      struct text *why)
{
    FILE *in = NULL, *place = fmemopen(path, PATH_MAX, "w");
    struct whole_file copy;
    char line[512];
    fprintf(place, "%s/", name);
    write_text(file, project->example, name, place);
    fclose(place);
    if (!template_open(project, file, &in, why)) return false;
    bool good = whole_file_open(&copy, path, why);
    while (good && fgets(line, sizeof line, in))
        write_text(line, project->example, name, copy.out);
    fclose(in);
    return good && whole_file_close(&copy, true, why);
}

/* Lower case, digits and underscores, as all names of foldcheck. */
static bool is_name(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < MAX_NAME && islower((unsigned char)name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

/* Words that no struct or function is called by; C's with capitals are no names here. */
static bool is_word_of_c(const char *name)
{
    static const char words[] = " alignas alignof and and_eq asm auto bitand bitor bool break case catch "
                                "char class co_await co_return "
                                "co_yield compl concept const const_cast consteval constexpr constinit "
                                "continue decltype default delete do "
                                "double dynamic_cast else enum explicit export extern false float for friend "
                                "goto if inline int long main "
                                "mutable namespace new noexcept not not_eq nullptr operator or or_eq private "
                                "protected public register "
                                "reinterpret_cast requires restrict return short signed sizeof static "
                                "static_assert static_cast struct "
                                "switch template this thread_local throw true try typedef typeid typename "
                                "union unsigned using virtual "
                                "void volatile wchar_t while xor xor_eq ";
    char spaced[MAX_NAME + 3];
    snprintf(spaced, sizeof spaced, " %s ", name);
    return strstr(words, spaced) != NULL;
}

static enum status make_project(const struct project *project, const char *name, struct text *why)
{
    char path[PATH_MAX];
    if (mkdir(name, 0777) != 0) {
        int reason = errno;
        text_say(why, "%s: the folder cannot be made: %s", name, strerror(reason));
        return reason == EEXIST ? STATUS_USAGE : STATUS_BROKEN;
    }
    for (const char *const *file = project->files; *file; file++) {
        if (!copy_file(project, *file, name, path, why)) return STATUS_BROKEN;
        puts(path);
    }
    printf("next: cd %s && cmake -S . -B build -G Ninja && cmake --build build && ctest --test-dir build\n",
           name);
    return STATUS_OK;
}

int cli_init(int argc, char **argv)
{
    const struct cli_option options[] = {{NULL, OPTION_FLAG, NULL, NULL, NULL}};
    struct text why;
    int ends = options_parse(usage, options, &argc, argv);
    if (ends >= 0) return ends;
    const struct project *project = argc > 1 ? project_find(argv[1]) : NULL;
    if (argc != 3 || !project)
        return cli_usage("init",
                         "expected operator or strategy, and a name, as in: foldcheck init operator my_op");
    if (!is_name(argv[2]))
        return cli_usage(
            "init", "'%.60s': expected a name of fewer than %d lower-case letters, digits and underscores",
            argv[2], MAX_NAME);
    if (is_word_of_c(argv[2]))
        return cli_usage("init", "%s is a word of C or C++; expected another name", argv[2]);
    if (op_find(argv[2]))
        return cli_usage("init", "%s is one of foldcheck's own operators; expected another name", argv[2]);
    enum status status = make_project(project, argv[2], &why);
    return status == STATUS_OK ? STATUS_OK : cli_stop(status, "init", "%s", why.at);
}
