/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* nftw, mkdtemp */
#include "plugin_build.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* All paths below a folder, and its own, have room for these. */
enum { ROOM_BELOW = 128 };

/* ---- other programs ------------------------------------------------------------------------------------------ */

static volatile sig_atomic_t ended_by, child;

/* They are a group of their own, so that a signal from the terminal comes here first. */
static void end_child(int number)
{
    ended_by = number;
    if (child > 0) kill(-(pid_t)child, number);
}

static void become(char *const *arguments, const char *log)
{
    int nowhere = open("/dev/null", O_RDONLY), out = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (nowhere >= 0) dup2(nowhere, STDIN_FILENO);
    if (out >= 0 && dup2(out, STDOUT_FILENO) >= 0 && dup2(out, STDERR_FILENO) >= 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execvp(arguments[0], arguments);
    }
    _exit(errno == ENOENT ? 127 : 126);
}

/* What it prints goes to the log. Its exit status; 127: there is no such program. */
static int run(char *const *arguments, const char *log)
{
    sigset_t ours, before;
    int status = 0;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigprocmask(SIG_BLOCK, &ours, &before);
    if (ended_by) return 128 + ended_by;
    pid_t started = fork();
    if (started == 0) become(arguments, log);
    if (started > 0) setpgid(started, started);
    child = (sig_atomic_t)started;
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (started < 0) return 126;
    while (waitpid(started, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    return ended_by ? 128 + ended_by : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool has_ninja(const char *log)
{
    char ninja[] = "ninja", option[] = "--version";
    char *arguments[] = {ninja, option, NULL};
    return run(arguments, log) == 0;
}

/* ---- what they said ------------------------------------------------------------------------------------------ */

static bool has_error(const char *line)
{
    static const char *const words[] = {
        "error: ", "): error", "undefined reference", "CMake Error", "ninja: error", "_plugin.so: ", NULL};
    for (int i = 0; words[i]; i++)
        if (strstr(line, words[i])) return true;
    return false;
}

static void cut_end(char *line)
{
    size_t length = strlen(line);
    while (length && isspace((unsigned char)line[length - 1]))
        line[--length] = '\0';
}

/* The lines that follow CMake's "CMake Error at FILE:LINE (command):", to the end of a paragraph that says something. */
static void cmake_error(FILE *in, struct text *why)
{
    char line[1024];
    text_say(why, "CMake:");
    while (fgets(line, sizeof line, in) && strlen(why->at) < 300) {
        const char *words = line + strspn(line, " \n");
        cut_end(line);
        if (strncmp(words, "Call Stack", 10) == 0 || strncmp(words, "Tell CMake", 10) == 0 ||
            strncmp(words, "--", 2) == 0)
            break;
        if (*words) text_add(why, " %s", words);
    }
}

/* The source as it was given, for its whole path. */
static void say_error(const struct plugin_build *build, const char *line, struct text *why)
{
    char whole[PATH_MAX];
    const char *ours = strstr(line, "LAUNCHER ");
    size_t length = realpath(build->source, whole) ? strlen(whole) : 0;
    const char *loaded = strstr(line, "_plugin.so: "); /* foldcheck's words, which looks at what was made */
    if (loaded)
        text_say(why, "%.200s: %s", build->source, loaded + strlen("_plugin.so: "));
    else if (ours && strstr(line, "static assertion"))
        text_say(why, "%.200s: %s", build->source, ours);
    else if (length && strncmp(line, whole, length) == 0)
        text_say(why, "%.200s%s", build->source, line + length);
    else
        text_say(why, "%s", line);
}

/* The first error of the log. */
static bool say_log(const struct plugin_build *build, const char *log, struct text *why)
{
    char line[4096];
    FILE *in = fopen(log, "r");
    text_say(why, "%.300s does not compile", build->source);
    while (in && fgets(line, sizeof line, in)) {
        if (!has_error(line)) continue;
        cut_end(line);
        size_t length = strlen(line);
        if (strncmp(line, "CMake Error", 11) == 0 && length && line[length - 1] == ':')
            cmake_error(in, why);
        else
            say_error(build, line, why);
        break;
    }
    if (in) fclose(in);
    return false;
}

/* ---- the project --------------------------------------------------------------------------------------------- */

/* Where the package lies: beside the installed program, or in the folder in which the program was built. */
static bool package_find(char path[PATH_MAX], struct text *why)
{
    char program[PATH_MAX - ROOM_BELOW], file[PATH_MAX];
    static const char *const places[] = {"../lib/cmake/foldcheck", "generated/package"};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    for (int i = 0; i < 2; i++) {
        snprintf(path, PATH_MAX, "%s/%s", program, places[i]);
        snprintf(file, sizeof file, "%.*s/foldcheckConfig.cmake", PATH_MAX - ROOM_BELOW, path);
        if (access(file, R_OK) == 0) return true;
    }
    return text_say(
        why, "no foldcheckConfig.cmake in %.200s/%s; expected foldcheck's files for projects (foldcheck-dev)",
        program, places[0]);
}

/* What CMake knows of an operator that a plugin has. */
static void write_operator(FILE *out, const struct op *op)
{
    const struct tuple *const tuples[2] = {&op->input, &op->state};
    fprintf(out, "get_property(line GLOBAL PROPERTY foldcheck_line_%s)\nif(NOT line)\n", op->name);
    fprintf(out, "    set_property(GLOBAL PROPERTY foldcheck_line_%s [==[OPERATOR(%s, \"\"", op->name,
            op->name);
    for (int i = 0; i < 2; i++) {
        fputs(", \"", out);
        for (int c = 0; c < tuples[i]->count; c++)
            fprintf(out, "%s%s", c ? "," : "", elem_name(tuples[i]->elem[c]));
        fputc('"', out);
    }
    fputs(op->laws & LAW_ADDS ? ", LAW_ADDS" : "", out);
    fputs(op->has_params ? ", PARAMS, ARGS(" : ", ARGS(", out);
    for (int i = 0; op->arg[i].name; i++)
        fputs("{}", out);
    fputs("))]==])\nendif()\n", out);
}

static void write_launcher(FILE *out, const struct plugin_build *build, const char *source)
{
    fprintf(out,
            "foldcheck_add_strategy(NAME %s LAUNCHER [==[%s]==] SOURCES [==[%s]==]\n"
            "    OPERATORS %s FORM %s DOES %s%s%s",
            build->name, build->launcher->name, source, build->op->name,
            launcher_form_name[build->launcher->form], launcher_does_name[build->request->does],
            build->launcher->rows ? " ROWS" : "", build->finite ? " FINITE" : "");
    if (build->request->keys) fprintf(out, " KEYS %" PRIu64, build->request->keys);
    if (build->request->multiple) fprintf(out, " MULTIPLE_OF %" PRIu64, build->request->multiple);
    fprintf(out, "%s%s%s%s DEVICES ${devices})\n", build->keys_in_range ? " KEYS_IN_RANGE" : "",
            build->request->init ? " INIT" : "", build->request->params ? " PARAMS" : "",
            build->no_graphs ? " NO_GRAPHS" : "");
}

static void write_lists(FILE *out, const struct plugin_build *build, const char *source)
{
    fputs("# Made by foldcheck try.\ncmake_minimum_required(VERSION 3.22)\nproject(try LANGUAGES C CXX)\n"
          "find_package(foldcheck REQUIRED)\n",
          out);
    if (!build->header) write_operator(out, build->op);
    fprintf(out, "set(devices %s)\n", build->devices);
    if (build->may_lack)
        fputs("if(NOT FOLDCHECK_NVCC)\n    list(REMOVE_ITEM devices nvidia)\nendif()\n"
              "if(NOT FOLDCHECK_HIPCC)\n    list(REMOVE_ITEM devices amd)\nendif()\n",
              out);
    fputs("file(WRITE ${CMAKE_BINARY_DIR}/devices \"${devices}\")\n", out);
    if (build->header)
        operator_header_write(build->header, source, build->strategies, out);
    else
        write_launcher(out, build, source);
}

/* A file of the folder, whose name is cut short no longer than it has room. */
static void path_below(char path[PATH_MAX], const char *folder, const char *name)
{
    snprintf(path, PATH_MAX, "%.*s/%.*s", PATH_MAX - ROOM_BELOW, folder, ROOM_BELOW - 2, name);
}

static bool write_project(const struct plugin_build *build, const char *folder, struct text *why)
{
    char path[PATH_MAX], source[PATH_MAX];
    path_below(path, folder, "CMakeLists.txt");
    if (!realpath(build->source, source)) return text_say(why, "%.300s: %s", build->source, strerror(errno));
    if (strpbrk(source, ";\"\\$"))
        return text_say(why, "%.300s: a path with one of ; \" \\ $ does not suit CMake", source);
    FILE *out = fopen(path, "w");
    if (!out) return text_say(why, "%.300s cannot be written: %s", path, strerror(errno));
    write_lists(out, build, source);
    bool written = !ferror(out);
    return (fclose(out) == 0 && written) || text_say(why, "%.300s cannot be written", path);
}

/* ---- the steps ----------------------------------------------------------------------------------------------- */

static int configure(const struct plugin_build *build, char *folder, const char *log, struct text *why)
{
    char package[PATH_MAX], option[PATH_MAX + 32], made[PATH_MAX];
    char cmake[] = "cmake", from[] = "-S", to[] = "-B", with[] = "-G", ninja[] = "Ninja";
    if (!package_find(package, why)) return STATUS_BROKEN;
    snprintf(option, sizeof option, "-Dfoldcheck_DIR=%s", package);
    path_below(made, folder, "build");
    char *arguments[] = {cmake, from, folder, to, made, option, has_ninja(log) ? with : NULL, ninja, NULL};
    int status = run(arguments, log);
    if (ended_by || status == 0) return status;
    if (status == 127)
        text_say(why, "there is no cmake; expected CMake 3.22 or a later one on PATH");
    else
        say_log(build, log, why);
    /* foldcheck's own words about what it was given, with the call's name before them. */
    const char *words = strstr(why->at, "foldcheck_add_"), *colon = words ? strstr(words, "): ") : NULL;
    struct text said = *why;
    if (colon) text_say(why, "%.200s: %s", build->source, said.at + (colon - why->at) + 3);
    return colon ? STATUS_USAGE : STATUS_BROKEN;
}

/* The compilers read the user's file. */
static int compile(const struct plugin_build *build, const char *folder, const char *log, struct text *why)
{
    char made[PATH_MAX], cmake[] = "cmake", option[] = "--build", parallel[] = "--parallel";
    path_below(made, folder, "build");
    char *arguments[] = {cmake, option, made, parallel, NULL};
    int status = run(arguments, log);
    if (ended_by || status == 0) return status;
    say_log(build, log, why);
    return STATUS_USAGE;
}

/* The plugin goes to its place in one step. */
static bool take_plugin(struct plugin_build *build, const char *folder, struct text *why)
{
    char made[PATH_MAX], name[ROOM_BELOW];
    snprintf(name, sizeof name, "build/%.80s_plugin.so", build->name);
    path_below(made, folder, name);
    path_below(build->plugin, folder, strchr(name, '/') + 1);
    if (rename(made, build->plugin) != 0)
        return text_say(why, "%.300s cannot be written: %s", build->plugin, strerror(errno));
    path_below(made, folder, "build/devices");
    FILE *in = fopen(made, "r");
    if (!in || !fgets(build->built, sizeof build->built, in)) build->built[0] = '\0';
    if (in) fclose(in);
    return true;
}

static int build_in(struct plugin_build *build, char *folder, struct text *why)
{
    char log[PATH_MAX];
    path_below(log, folder, "log");
    unlink(log);
    if (!write_project(build, folder, why)) return STATUS_USAGE;
    int status = configure(build, folder, log, why);
    if (status == 0) status = compile(build, folder, log, why);
    if (status == 0 && !take_plugin(build, folder, why)) status = STATUS_BROKEN;
    return status;
}

/* ---- the folder ---------------------------------------------------------------------------------------------- */

static enum status make_folder(const struct plugin_build *build, char folder[PATH_MAX], struct text *why)
{
    const char *temporary = getenv("TMPDIR"), *given = build->folder;
    int length = given ? snprintf(folder, PATH_MAX, "%s%s", strchr(given, '/') ? "" : "./", given)
                       : snprintf(folder, PATH_MAX, "%s/foldcheck-try-XXXXXX",
                                  temporary && *temporary ? temporary : "/tmp");
    if (length < 0 || length > PATH_MAX - 2 * ROOM_BELOW) {
        text_say(why, "%.300s: the path is too long", folder);
        return STATUS_USAGE;
    }
    bool made = given ? mkdir(folder, 0777) == 0 || errno == EEXIST : mkdtemp(folder) != NULL;
    if (made && access(folder, W_OK | X_OK) == 0) return STATUS_OK;
    text_say(why, "%s%.300s cannot be written: %s", given ? "--folder: " : "", folder, strerror(errno));
    return given ? STATUS_USAGE : STATUS_BROKEN;
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static void remove_below(const char *folder, const char *name)
{
    char path[PATH_MAX];
    path_below(path, folder, name);
    nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Of a folder that was made here, all but a plugin. */
static void clean_folder(const struct plugin_build *build, const char *folder)
{
    if (build->folder) return;
    remove_below(folder, "build");
    remove_below(folder, "CMakeLists.txt");
    remove_below(folder, "log");
    rmdir(folder);
}

int plugin_build(struct plugin_build *build, struct text *why)
{
    char folder[PATH_MAX];
    struct sigaction ours = {.sa_handler = end_child}, interrupt, terminate;
    int status = (int)make_folder(build, folder, why);
    if (status != STATUS_OK) return status;
    sigaction(SIGINT, &ours, &interrupt);
    sigaction(SIGTERM, &ours, &terminate);
    status = build_in(build, folder, why);
    clean_folder(build, folder);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGTERM, &terminate, NULL);
    return ended_by ? 128 + ended_by : status;
}
