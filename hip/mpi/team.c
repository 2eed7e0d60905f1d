/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1
#include "team.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TEAMS = 6, MOST_ENVIRONMENT = 256, START_SECONDS = 15 /* less than check's --timeout */ };

/* Seconds that no rank of a turn may have moved on; FOLDCHECK_RANK_SECONDS has others. Once a rank has hung in this process,
 * others that do are no surprise. A fold of many items takes its time, on one processor for all ranks. */
static const double patience_at_first = 12, patience_later = 2, patience_an_item = 1e-6;
static bool one_hung;

static double patience(uint64_t items)
{
    const char *text = getenv("FOLDCHECK_RANK_SECONDS");
    double asked = text ? strtod(text, NULL) : 0;
    double usual = one_hung ? patience_later : patience_at_first;
    return (asked > 0 ? asked : usual) + (double)items * patience_an_item;
}

struct team {
    char library[16], environment[MOST_ENVIRONMENT];
    uint32_t ranks;
    uint64_t used; /* turns of all teams when it was used last */
    pid_t mpirun;  /* 0: there is no team here */
    bool reaped;   /* mpirun has ended, and its number may be another process's */
    int memory_file, said_file;
    int rank_end[MOST_RANKS]; /* files that poll says have ended */
    uint64_t bytes;
    struct ranks_page *page;
};

static struct team teams[MOST_TEAMS];
static uint64_t turns;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void sleep_a_little(void)
{
    const struct timespec little = {.tv_nsec = 5000000};
    nanosleep(&little, NULL);
}

/* ---- the end of a team ---- */

static void close_file(int *file)
{
    if (*file > 0) close(*file);
    *file = 0;
}

/* Whether mpirun has ended within `seconds`. */
static bool has_ended(struct team *team, double seconds)
{
    double until = seconds_now() + seconds;
    while (!team->reaped) {
        pid_t got = waitpid(team->mpirun, NULL, WNOHANG);
        team->reaped = got == team->mpirun || (got < 0 && errno != EINTR);
        if (team->reaped || seconds_now() >= until) break;
        sleep_a_little();
    }
    return team->reaped;
}

static void kill_team(struct team *team)
{
    for (uint32_t r = 0; r < team->ranks; r++)
        if (team->rank_end[r] > 0) syscall(SYS_pidfd_send_signal, team->rank_end[r], SIGKILL, NULL, 0);
    if (!team->reaped) kill(team->mpirun, SIGTERM);
    if (has_ended(team, 2)) return;
    kill(team->mpirun, SIGKILL);
    waitpid(team->mpirun, NULL, 0);
}

/* Gives back what a team has beside its processes. */
static void release(struct team *team)
{
    for (uint32_t r = 0; r < team->ranks; r++)
        close_file(&team->rank_end[r]);
    if (team->page) munmap(team->page, team->bytes);
    close_file(&team->memory_file);
    close_file(&team->said_file);
    memset(team, 0, sizeof *team);
}

static void end_team(struct team *team, bool in_peace)
{
    if (!team->mpirun) return;
    atomic_store(&team->page->over, 1);
    atomic_fetch_add(&team->page->turn, 1);
    syscall(SYS_futex, &team->page->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    if (!in_peace || !has_ended(team, 5)) kill_team(team);
    release(team);
}

__attribute__((destructor)) static void end_all(void)
{
    for (int t = 0; t < MOST_TEAMS; t++)
        end_team(&teams[t], true);
}

/* ---- the start ---- */

/* The path of a file beside this shared object. */
static bool beside(const char *name, char path[PATH_MAX], struct text *why)
{
    Dl_info self;
    if (!dladdr((void *)(uintptr_t)beside, &self) || !realpath(self.dli_fname, path))
        return text_say(why, "this plugin's folder is not known");
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, (size_t)(PATH_MAX - (slash + 1 - path)), "%s", name);
    return access(path, X_OK) == 0 || text_say(why, "no program %.400s", path);
}

/* Takes what another mpirun told this process out of its environment. */
static void forget_mpirun(void)
{
    static const char *const prefixes[] = {"OMPI_COMM_WORLD_", "OMPI_MCA_orte_", "OMPI_MCA_ess", "PMIX_",
                                           "PMI_"};
    char name[128];
    for (char **word = environ; *word;) {
        bool told = false;
        for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
            told |= strncmp(*word, prefixes[i], strlen(prefixes[i])) == 0;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(*word, "="), *word);
        if (told && strlen(name) + 1 < sizeof name)
            unsetenv(name); /* moves the others up */
        else
            word++;
    }
}

/* In the child: what mpirun and the ranks have to know. */
static void set_environment(const struct team *team)
{
    forget_mpirun();
    char place[64], words[MOST_ENVIRONMENT], *rest = words;
    snprintf(place, sizeof place, "%d:%d", (int)getppid(), team->memory_file);
    setenv(RANKS_MEMORY, place, 1);
    /* More ranks than processors, by root in a container, of one machine. */
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
    setenv("OMPI_MCA_orte_enable_recovery", "1", 0); /* or it ends those beside the one that died, too */
    setenv("OMPI_MCA_ras", "^slurm,tm,lsf,loadleveler,gridengine,alps",
           1); /* no machines of a batch system */
    snprintf(words, sizeof words, "%s", team->environment);
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        char *value = strchr(word, '=');
        if (!value) continue;
        *value = '\0';
        setenv(word, value + 1, 1);
    }
}

static void become_mpirun(const struct team *team, const char *program)
{
    char number[16], here[32];
    bool openmpi = strcmp(team->library, "openmpi") == 0;
    const char *mpirun = openmpi ? FOLDCHECK_MPIRUN_OPENMPI : FOLDCHECK_MPIRUN_MPICH;
    snprintf(number, sizeof number, "%u", team->ranks);
    snprintf(here, sizeof here, "localhost:%u", team->ranks); /* whatever machines a batch system gave */
    set_environment(team);
    setsid();
    dup2(team->said_file, STDOUT_FILENO);
    dup2(team->said_file, STDERR_FILENO);
    if (!freopen("/dev/null", "r", stdin)) fclose(stdin);
    if (openmpi)
        execlp(mpirun, mpirun, "--oversubscribe", "--host", here, "-n", number, program, (char *)NULL);
    else
        execlp(mpirun, mpirun, "-disable-auto-cleanup", "-launcher", "fork", "-hosts", "localhost", "-n",
               number, program, (char *)NULL);
    dprintf(STDERR_FILENO, "%s: %s\n", mpirun, strerror(errno));
    _exit(127);
}

/* What mpirun and the ranks said, its first line with letters. */
static void add_said(const struct team *team, struct text *why)
{
    char said[2048];
    ssize_t length = pread(team->said_file, said, sizeof said - 1, 0);
    said[length > 0 ? length : 0] = '\0';
    for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n"))
        if (strspn(line, "-=| \t") < strlen(line)) {
            text_add(why, ": %.300s", line);
            return;
        }
}

static bool open_memory(struct team *team, struct text *why)
{
    team->memory_file = memfd_create("foldcheck_ranks", MFD_CLOEXEC);
    team->said_file = memfd_create("foldcheck_mpirun", MFD_CLOEXEC);
    team->bytes = RANKS_PAGE_BYTES;
    bool made =
        team->memory_file > 0 && team->said_file > 0 && ftruncate(team->memory_file, RANKS_PAGE_BYTES) == 0;
    void *at =
        made ? mmap(NULL, team->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, team->memory_file, 0) : MAP_FAILED;
    if (at == MAP_FAILED) return text_say(why, "no memory to share with ranks: %s", strerror(errno));
    team->page = at;
    team->page->head = ranks_head();
    team->page->ranks = team->ranks;
    return true;
}

/* Waits until all ranks are there. */
static bool gather(struct team *team, struct text *why)
{
    double until = seconds_now() + START_SECONDS;
    for (uint32_t r = 0; r < team->ranks;) {
        pid_t pid = atomic_load(&team->page->rank[r].pid);
        if (pid) {
            team->rank_end[r] = (int)syscall(SYS_pidfd_open, pid, 0);
            if (team->rank_end[r] > 0) {
                r++;
                continue;
            }
        }
        bool ended = pid || has_ended(team, 0);
        if (ended || seconds_now() > until) {
            if (ended)
                text_say(why, "%s did not start %u ranks", team->library, team->ranks);
            else
                text_say(why, "%s: rank %u has not started within %d s", team->library, r, START_SECONDS);
            add_said(team, why);
            return false;
        }
        sleep_a_little();
    }
    return true;
}

static bool start(struct team *team, const struct team_request *request, struct text *why)
{
    char name[64], program[PATH_MAX];
    snprintf(name, sizeof name, "foldcheck_ranks_%s", request->library);
    snprintf(team->library, sizeof team->library, "%s", request->library);
    snprintf(team->environment, sizeof team->environment, "%s", request->environment);
    team->ranks = request->ranks;
    pid_t child = beside(name, program, why) && open_memory(team, why) ? fork() : -2;
    if (child == 0) become_mpirun(team, program);
    if (child == -1) text_say(why, "no process for mpirun: %s", strerror(errno));
    if (child < 0) {
        release(team);
        return false;
    }
    team->mpirun = child;
    if (gather(team, why)) return true;
    end_team(team, false);
    return false;
}

/* Whether ranks have ended: which, in words. The one that crashed, if one said so; the others miss it then. */
static bool any_ended(const struct team *team, struct text *which)
{
    struct pollfd end[MOST_RANKS];
    int count = 0;
    for (uint32_t r = 0; r < team->ranks; r++)
        end[r] = (struct pollfd){.fd = team->rank_end[r], .events = POLLIN};
    if (poll(end, team->ranks, 0) <= 0) return false;
    which->at[0] = '\0';
    for (uint32_t r = 0; r < team->ranks; r++) {
        uint32_t number = atomic_load(&team->page->rank[r].signal);
        if (number) {
            text_say(which, "rank %u of %u crashed with signal %u", r, team->ranks, number);
            return true;
        }
        if (end[r].revents) text_add(which, "%s%u", count++ ? ", " : "rank ", r);
    }
    text_add(which, " of %u ended", team->ranks);
    return true;
}

struct team *team_get(const struct team_request *request, struct text *why)
{
    struct team *oldest = &teams[0];
    struct text which;
    for (int t = 0; t < MOST_TEAMS; t++) {
        struct team *team = &teams[t];
        if (team->mpirun && any_ended(team, &which)) end_team(team, false);
        if (team->mpirun && team->ranks == request->ranks && strcmp(team->library, request->library) == 0 &&
            strcmp(team->environment, request->environment) == 0)
            return team;
        if (team->used < oldest->used) oldest = team;
    }
    end_team(oldest, true);
    memset(oldest, 0, sizeof *oldest);
    return start(oldest, request, why) ? oldest : NULL;
}

/* ---- a turn ---- */

struct ranks_page *team_page(struct team *team, uint64_t bytes, struct text *why)
{
    if (bytes > team->bytes) {
        void *at = MAP_FAILED;
        uint64_t more = bytes + bytes / 2;
        if (ftruncate(team->memory_file, (off_t)more) == 0)
            at = mremap(team->page, team->bytes, more, MREMAP_MAYMOVE);
        if (at == MAP_FAILED) {
            text_say(why, "no %llu bytes to share with ranks: %s", (unsigned long long)more, strerror(errno));
            return NULL;
        }
        team->page = at;
        team->bytes = more;
    }
    team->page->problem.bytes = team->bytes;
    return team->page;
}

/* The ranks that are at this part of their work: "0, 2". */
static int list_ranks(const struct team *team, enum rank_phase phase, struct text *list)
{
    int count = 0;
    list->at[0] = '\0';
    for (uint32_t r = 0; r < team->ranks; r++)
        if (atomic_load(&team->page->rank[r].phase) == (uint32_t)phase)
            text_add(list, "%s%u", count++ ? ", " : "", r);
    return count;
}

/* Which ranks have not come back, and from where. */
static void say_hung(const struct team *team, const char *doing, double seconds, struct text *why)
{
    static const char *const places[] = {[RANK_FOLDS] = "folds its share",
                                         [RANK_CALLS] = "is inside the call",
                                         [RANK_WRITES] = "writes its results"};
    struct text list;
    text_say(why, "hung: %u ranks in %s have not come back for %.3g s", team->ranks, doing, seconds);
    for (int phase = RANK_FOLDS; phase <= RANK_WRITES; phase++)
        if (list_ranks(team, (enum rank_phase)phase, &list))
            text_add(why, "; rank %s %s", list.at, places[phase]);
    if (list_ranks(team, RANK_WAITS, &list)) text_add(why, "; rank %s is done", list.at);
}

/* Whether a rank has come back and says that something went wrong: what. */
static bool any_failed(const struct team *team, const char *doing, struct text *why)
{
    for (uint32_t r = 0; r < team->ranks; r++) {
        const struct rank_note *note = &team->page->rank[r];
        if (atomic_load(&note->phase) != RANK_WAITS || !note->failed[0]) continue;
        text_say(why, "rank %u of %u in %s: %s", r, team->ranks, doing, note->failed);
        return true;
    }
    return false;
}

/* Changes when a rank moves on to the next part of its turn. */
static uint32_t progress(const struct team *team)
{
    uint32_t sum = 0;
    for (uint32_t r = 0; r < team->ranks; r++)
        sum += atomic_load(&team->page->rank[r].phase);
    return sum;
}

/* Waits until all have done their share, one has ended, or time is up. */
static bool wait_for_ranks(const struct team *team, const char *doing, struct text *why)
{
    const struct timespec slice = {.tv_nsec = 20000000};
    const double begun = seconds_now(), most = patience(team->page->problem.items);
    double moved = begun;
    struct text which;
    for (uint32_t before = progress(team), now;; before = now) {
        uint32_t done = atomic_load(&team->page->done);
        if (done == team->ranks) return true;
        if (syscall(SYS_futex, &team->page->done, FUTEX_WAIT, done, &slice, NULL, 0) == 0)
            moved = seconds_now();
        now = progress(team);
        if (now != before) moved = seconds_now();
        bool ended = any_ended(team, &which), late = seconds_now() - moved > most;
        if ((ended || late) && any_failed(team, doing, why)) return false; /* the others wait for that one */
        if (ended) return text_say(why, "%s in %s", which.at, doing);
        if (late) {
            say_hung(team, doing, seconds_now() - begun, why);
            one_hung = true;
            return false;
        }
    }
}

bool team_turn(struct team *team, const char *doing, struct text *why)
{
    struct ranks_page *page = team->page;
    team->used = ++turns;
    atomic_store(&page->done, 0);
    atomic_fetch_add(&page->turn, 1);
    syscall(SYS_futex, &page->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    if (wait_for_ranks(team, doing, why) && !any_failed(team, doing, why)) return true;
    end_team(team, false); /* messages of this turn may be under way in it */
    return false;
}
