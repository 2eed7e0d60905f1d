/* SPDX-License-Identifier: MIT
 * The algorithms of a library that a user can force, as its tool interface, MPI_T, tells them: Open MPI's variables have a
 * list of values, MPICH's descriptions name them. Forcing one takes the environment of the job. */
#include "ranks.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 8192 };

static const char *const collectives[] = {"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block",
                                          "scan",   "exscan"};

const char *library_word(void)
{
#ifdef OPEN_MPI
    return "openmpi";
#else
    return "mpich";
#endif
}

const char *library_name(void)
{
    static char name[64];
#ifdef OPEN_MPI
    snprintf(name, sizeof name, "Open MPI %d.%d.%d", OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION,
             OMPI_RELEASE_VERSION);
#else
    snprintf(name, sizeof name, "MPICH %s", MPICH_VERSION);
#endif
    return name;
}

/* It says "Open MPI v4.1.4, package: ..." or "MPICH Version:\t4.0.2\n...". */
bool library_is_own(struct text *why)
{
    char loaded[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
    const char *name = library_name(), *number = strrchr(name, ' ') + 1;
    int length;
    MPI_Get_library_version(loaded, &length);
    const char *digits = loaded + strcspn(loaded, "0123456789");
    bool same = strncmp(loaded, name, (size_t)(number - 1 - name)) == 0 &&
                strncmp(digits, number, strlen(number)) == 0 &&
                !isdigit((unsigned char)digits[strlen(number)]);
    return same || text_say(why, "expected %s, for which foldcheck_ranks_%s was built, got %.*s", name,
                            library_word(), (int)strcspn(loaded, ",\n"), loaded);
}

static void upper(const char *word, char *out)
{
    while ((*out++ = (char)toupper((unsigned char)*word++)))
        continue;
}

/* LIBRARY(word, "its name and version", whether it has persistent collectives)
 * FORCED(library, collective, non-blocking, its number, "its name", "the environment that forces it") */
static void print_one(const char *collective, bool nonblocking, int number, const char *name,
                      const char *environment)
{
    char word[64];
    upper(collective, word);
    printf("FORCED(\"%s\", COLLECTIVE_%s, %d, %d, \"%s\", \"%s\")\n", library_word(), word, nonblocking,
           number, name, environment);
}

#ifdef OPEN_MPI
static void print_variable(const char *collective, bool nonblocking, int index)
{
    char name[256], value_name[128], environment[512];
    int name_room = sizeof name, verbosity, bind, scope, values = 0, value, no_room = 0;
    MPI_Datatype type;
    MPI_T_enum list = MPI_T_ENUM_NULL;
    MPI_T_cvar_get_info(index, name, &name_room, &verbosity, &type, &list, NULL, &no_room, &bind, &scope);
    if (list == MPI_T_ENUM_NULL) return;
    no_room = 0;
    MPI_T_enum_get_info(list, &values, NULL, &no_room);
    for (int i = 0; i < values; i++) {
        int room = sizeof value_name;
        MPI_T_enum_get_item(list, i, &value, value_name, &room);
        if (value == 0) continue; /* the library's choice */
        snprintf(environment, sizeof environment, "OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_%s=%d",
                 name, value);
        print_one(collective, nonblocking, value, value_name, environment);
    }
}

static void print_collective(const char *collective, bool nonblocking)
{
    char name[128];
    int index;
    snprintf(name, sizeof name, nonblocking ? "coll_libnbc_i%s_algorithm" : "coll_tuned_%s_algorithm",
             collective);
    if (MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS) print_variable(collective, nonblocking, index);
}
#else
/* Where the name begins that ends before `end`: the sentence before it, whose last word is run together with it, ends with
 * "algorithm" or a bracket; names of non-blocking ones begin with "sched_" or "tsp_". */
static const char *name_before(const char *begin, const char *end, bool nonblocking)
{
    static const char *const behind[] = {"algorithm", ")"}, *const at[] = {"sched_", "tsp_"};
    const char *found = NULL;
    for (const char *place = begin; place < end; place++)
        for (int i = 0; i < 2; i++) {
            const char *word = nonblocking ? at[i] : behind[i];
            size_t length = strlen(word);
            if (strncmp(place, word, length) == 0 && place + length < end)
                found = nonblocking ? place : place + length;
        }
    return found;
}

static void print_names(const char *collective, bool nonblocking, const char *variable,
                        const char *description)
{
    char name[128], environment[512];
    int number = 0;
    const char *begin = description;
    for (const char *force; (force = strstr(begin, "- Force")) != NULL; begin = force + 1) {
        const char *end = force;
        while (end > begin && end[-1] == ' ')
            end--;
        const char *word = end;
        while (word > begin && (islower((unsigned char)word[-1]) || word[-1] == '_' || word[-1] == ')'))
            word--;
        const char *from = name_before(word, end, nonblocking);
        if (!from) continue;
        snprintf(name, sizeof name, "%.*s", (int)(end - from), from);
        snprintf(environment, sizeof environment, "MPIR_CVAR_DEVICE_COLLECTIVES=none %s=%s", variable, name);
        print_one(collective, nonblocking, ++number, name, environment);
    }
}

static void print_collective(const char *collective, bool nonblocking)
{
    char name[128] = "MPIR_CVAR_", description[ROOM] = "";
    int index, name_room = 0, room = sizeof description, verbosity, bind, scope;
    MPI_Datatype type;
    MPI_T_enum list;
    size_t at = strlen(name);
    if (nonblocking) name[at++] = 'I';
    upper(collective, name + at);
    at += strlen(collective);
    snprintf(name + at, sizeof name - at, "_INTRA_ALGORITHM");
    if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS) return;
    MPI_T_cvar_get_info(index, NULL, &name_room, &verbosity, &type, &list, description, &room, &bind, &scope);
    print_names(collective, nonblocking, name, description);
}
#endif

int algorithms_print(void)
{
    int provided;
    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 3;
    printf("/* Generated from what %s says of itself. */\nLIBRARY(\"%s\", \"%s\", %d)\n", library_name(),
           library_word(), library_name(), MPI_HAS_PERSISTENT);
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
        for (int nonblocking = 0; nonblocking < 2; nonblocking++)
            print_collective(collectives[i], nonblocking);
    MPI_T_finalize();
    return 0;
}
