/* SPDX-License-Identifier: MIT
 * The clone in which foldcheck bisect works, and git's part of the search. */
#define _GNU_SOURCE 1
#include "bisect.h"
#include "process.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 16, GIT_SECONDS = 600 };

/* The first line that begins with `word` of what a program printed; all but its end. */
static bool line_of(const struct bisect_tree *tree, const char *word, struct text *line)
{
    char read[1024];
    bool found = false;
    FILE *in = fopen(tree->output, "r");
    line->at[0] = '\0';
    while (in && !found && fgets(read, sizeof read, in)) {
        read[strcspn(read, "\n")] = '\0';
        found = read[0] && strncmp(read, word, strlen(word)) == 0;
        if (found) text_say(line, "%s", read);
    }
    if (in) fclose(in);
    return found;
}

/* git -C FOLDER ARGUMENTS..., which end with NULL, without the user's hooks. */
static int git(const struct bisect_tree *tree, const char *folder, const char *const *arguments)
{
    const char *all[MOST_ARGUMENTS] = {
        "git", "-c", "core.hooksPath=/dev/null", "-c", "advice.detachedHead=false", "-C", folder};
    size_t count = 7;
    for (size_t i = 0; arguments[i] && count + 1 < MOST_ARGUMENTS; i++)
        all[count++] = arguments[i];
    struct process process = {.arguments = all, .output = tree->output, .seconds = GIT_SECONDS};
    return process_run(&process);
}

#define GIT(TREE, FOLDER, ...) git(TREE, FOLDER, (const char *const[]){__VA_ARGS__, NULL})

/* The reason that git gave. */
static bool git_failed(const struct bisect_tree *tree, const char *what, struct text *why)
{
    struct text line;
    bool said = line_of(tree, "fatal:", &line) || line_of(tree, "error:", &line) || line_of(tree, "", &line);
    return text_say(why, "%s: %.300s", what, said ? line.at : "git printed no reason");
}

/* ---- the folder ---- */

static bool make_folder(struct bisect_tree *tree, struct text *why)
{
    char whole[PATH_MAX]; /* programs run in the clone, where a relative path would be another one */
    const char *temporary = getenv("TMPDIR");
    if (!temporary || !*temporary) temporary = "/tmp";
    if (!realpath(temporary, whole)) return text_say(why, "TMPDIR: %.300s: %s", temporary, strerror(errno));
    int length = snprintf(tree->folder, sizeof tree->folder, "%s/foldcheck-bisect-XXXXXX", whole);
    if (length < 0 || (size_t)length >= sizeof tree->folder)
        return text_say(why, "TMPDIR: the path is too long");
    if (!mkdtemp(tree->folder)) {
        text_say(why, "%.300s cannot be made: %s", tree->folder, strerror(errno));
        tree->folder[0] = '\0';
        return false;
    }
    snprintf(tree->tree, sizeof tree->tree, "%s/tree", tree->folder);
    snprintf(tree->output, sizeof tree->output, "%s/output", tree->folder);
    snprintf(tree->record, sizeof tree->record, "%s/record", tree->folder);
    return true;
}

/* For folders that a build made unreadable or read-only. */
static int open_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)where;
    if (kind == FTW_D || kind == FTW_DNR) chmod(path, 0700);
    return 0;
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    remove(path);
    return 0;
}

void bisect_close(struct bisect_tree *tree)
{
    if (tree->folder[0]) nftw(tree->folder, open_entry, 16, FTW_PHYS);
    if (tree->folder[0]) nftw(tree->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    tree->folder[0] = '\0';
}

/* ---- the repository ---- */

static bool find_commit(const struct bisect_tree *tree, const char *repository, const char *name,
                        char id[MOST_ID], const char *option, struct text *why)
{
    struct text asked, line;
    text_say(&asked, "%.400s^{commit}", name);
    bool found =
        GIT(tree, repository, "rev-parse", "--quiet", "--verify", "--end-of-options", asked.at) == 0 &&
        line_of(tree, "", &line) && strlen(line.at) < MOST_ID;
    if (!found) return text_say(why, "%s: no commit '%.200s'", option, name);
    snprintf(id, MOST_ID, "%s", line.at);
    return true;
}

static bool clone_into(const struct bisect_tree *tree, const char *repository, const char *to,
                       struct text *why)
{
    const char *arguments[] = {"git", "clone",    "--quiet", "--shared", "--no-checkout",
                               "--",  repository, to,        NULL};
    struct process process = {.arguments = arguments, .output = tree->output, .seconds = GIT_SECONDS};
    return process_run(&process) == 0 || git_failed(tree, "the repository cannot be cloned", why);
}

static bool find_top(const struct bisect_tree *tree, const struct bisect_request *request, struct text *top,
                     struct text *why)
{
    int status = GIT(tree, request->repository, "rev-parse", "--show-toplevel");
    if (status == PROCESS_UNKNOWN) return text_say(why, "there is no git; expected it on PATH");
    if (status == 0 && line_of(tree, "/", top)) return true;
    if (GIT(tree, request->repository, "rev-parse", "--absolute-git-dir") == 0 && line_of(tree, "/", top))
        return true;
    struct text line; /* it may be another user's */
    size_t head = line_of(tree, "fatal: ", &line) ? strlen("fatal: ") : 0;
    return text_say(why, "%.200s is in no git repository that can be read: %.250s", request->repository,
                    line.at + head);
}

bool bisect_open(struct bisect_tree *tree, const struct bisect_request *request, struct text *why)
{
    struct text top;
    *tree = (struct bisect_tree){.folder = ""};
    if (!make_folder(tree, why) || !find_top(tree, request, &top, why)) return false;
    if (!find_commit(tree, top.at, request->good, tree->good, "--good", why)) return false;
    if (!find_commit(tree, top.at, request->bad, tree->bad, "--bad", why)) return false;
    if (strcmp(tree->good, tree->bad) == 0)
        return text_say(why, "--good and --bad are one commit, %.12s", tree->good);
    if (GIT(tree, top.at, "merge-base", "--is-ancestor", tree->good, tree->bad) != 0)
        return text_say(why, "--good %.60s is no ancestor of --bad %.60s", request->good, request->bad);
    return clone_into(tree, top.at, tree->tree, why);
}

bool bisect_check_out(const struct bisect_tree *tree, const char *clone, const char *commit, struct text *why)
{
    return GIT(tree, clone, "checkout", "--quiet", "--force", "--detach", commit) == 0 ||
           git_failed(tree, "a commit cannot be checked out", why);
}

bool bisect_clone_base(struct bisect_tree *tree, const struct bisect_request *request, struct text *why)
{
    struct text top;
    snprintf(tree->base, sizeof tree->base, "%s/base", tree->folder);
    return find_top(tree, request, &top, why) && clone_into(tree, top.at, tree->base, why) &&
           bisect_check_out(tree, tree->base, tree->good, why);
}

/* ---- the search ---- */

/* "HASH is the first bad commit", or the commit at which the clone stands now. */
static bool take_step(const struct bisect_tree *tree, int status, struct bisect_step *step, struct text *why)
{
    char line[1024];
    FILE *in = fopen(tree->output, "r");
    step->found = false;
    while (in && !step->found && fgets(line, sizeof line, in))
        step->found =
            sscanf(line, "%64[0-9a-f] is the first bad", step->at) == 1 && strstr(line, " is the first bad");
    if (in) fclose(in);
    if (step->found) return true;
    struct text head;
    if (status != 0) return git_failed(tree, "git bisect", why);
    if (GIT(tree, tree->tree, "rev-parse", "HEAD") != 0 || !line_of(tree, "", &head) ||
        strlen(head.at) >= MOST_ID)
        return git_failed(tree, "git bisect", why);
    snprintf(step->at, sizeof step->at, "%s", head.at);
    return true;
}

/* A build may change files that git keeps; git bisect checks nothing out over them. */
static bool drop_changes(const struct bisect_tree *tree, struct text *why)
{
    return GIT(tree, tree->tree, "reset", "--quiet", "--hard") == 0 || git_failed(tree, "git reset", why);
}

bool bisect_start(const struct bisect_tree *tree, struct bisect_step *step, struct text *why)
{
    if (!drop_changes(tree, why)) return false;
    int status = GIT(tree, tree->tree, "bisect", "start", tree->bad, tree->good);
    return take_step(tree, status, step, why);
}

/* The commits that git names as possible, with their subjects. */
static size_t print_possible(const struct bisect_tree *tree)
{
    enum { MOST = 64 };
    char line[1024], id[MOST][MOST_ID];
    size_t count = 0;
    FILE *in = fopen(tree->output, "r");
    while (in && count < MOST && fgets(line, sizeof line, in))
        count += sscanf(line, "%64[0-9a-f]%*1[\n]", id[count]) == 1 && strlen(id[count]) >= 40;
    if (in) fclose(in);
    printf("\n");
    for (size_t i = 0; i < count; i++) {
        struct text subject;
        bisect_subject(tree, id[i], &subject);
        printf("%s  %s\n", id[i], subject.at);
    }
    return count;
}

bool bisect_mark(const struct bisect_tree *tree, const char *verdict, struct bisect_step *step,
                 struct text *why)
{
    struct text line;
    if (!drop_changes(tree, why)) return false;
    int status = GIT(tree, tree->tree, "bisect", verdict);
    if (line_of(tree, "There are only 'skip'ped commits", &line))
        return text_say(why, "the first bad commit is one of these %zu: some of them were skipped",
                        print_possible(tree));
    return take_step(tree, status, step, why);
}

/* ---- what is printed ---- */

/* At most so many lines, and how many there are. */
static size_t copy_output(const struct bisect_tree *tree, size_t most)
{
    char line[1024];
    size_t count = 0;
    FILE *in = fopen(tree->output, "r");
    while (in && fgets(line, sizeof line, in))
        if (line[0] != '\n' && count++ < most) printf("  %s", line);
    if (in) fclose(in);
    return count;
}

void bisect_show(const struct bisect_tree *tree, const char *commit)
{
    enum { MOST_FILES = 20 };
    GIT(tree, tree->tree, "show", "--no-patch", "--format=%an, %ad%n%s", "--date=iso", commit);
    copy_output(tree, MOST_FILES);
    GIT(tree, tree->tree, "show", "--stat=100", "--format=", commit);
    size_t count = copy_output(tree, MOST_FILES);
    if (count > MOST_FILES) printf("  and %zu more lines\n", count - MOST_FILES);
}

void bisect_print_log(const struct bisect_tree *tree)
{
    GIT(tree, tree->tree, "bisect", "log");
    copy_output(tree, SIZE_MAX);
}

void bisect_subject(const struct bisect_tree *tree, const char *commit, struct text *subject)
{
    struct text line;
    GIT(tree, tree->tree, "show", "--no-patch", "--format=%s", commit);
    line_of(tree, "", &line);
    text_say(subject, "%.70s", line.at);
}
