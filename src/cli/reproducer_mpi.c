/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* popen, PATH_MAX */
#include "reproducer.h"

#include "device.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* "reduce_scatter_block" of "mpich_reduce_scatter_block_gaps", and what else the name says. */
struct mpi_call {
    const char *library;
    char collective[32];
    bool commutes, forced;
    const char *type, *operation; /* MPI's own; NULL: made of the operator */
    int64_t ranks, root, how, datatype, algorithm, reversed;
};

static bool ends_with(char *name, const char *end)
{
    size_t length = strlen(name), tail = strlen(end);
    bool ends = length > tail && strcmp(name + length - tail, end) == 0;
    if (ends) name[length - tail] = '\0';
    return ends;
}

static const char *library_of(const char *subject)
{
    if (strncmp(subject, "openmpi_", 8) == 0) return "openmpi";
    return strncmp(subject, "mpich_", 6) == 0 ? "mpich" : NULL;
}

bool reproducer_is_mpi(const char *subject)
{
    return library_of(subject) != NULL;
}

static bool take_predefined(struct mpi_call *call, const char *op)
{
#define PREDEFINED(OP, TYPE, OPERATION)                                                                      \
    if (strcmp(op, #OP) == 0) {                                                                              \
        call->type = #TYPE;                                                                                  \
        call->operation = #OPERATION;                                                                        \
    }
#include "mpi_predefined.def"
#undef PREDEFINED
    return call->type != NULL;
}

static bool read_call(const struct test_case *line, struct mpi_call *call, struct text *why)
{
    static const char *const known[] = {"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block",
                                        "scan",   "exscan"};
    const struct tuning *tuning = &line->tuning;
    *call = (struct mpi_call){.library = library_of(line->subject),
                              .ranks = tuning_get(tuning, "ranks", 3),
                              .root = tuning_get(tuning, "root", 0),
                              .how = tuning_get(tuning, "call", 0),
                              .datatype = tuning_get(tuning, "datatype", 0),
                              .algorithm = tuning_get(tuning, "algorithm", 0),
                              .reversed = tuning_get(tuning, "reversed", 0)};
    snprintf(call->collective, sizeof call->collective, "%s", strchr(line->subject, '_') + 1);
    call->forced = ends_with(call->collective, "_forced");
    call->commutes = ends_with(call->collective, "_commuting");
    ends_with(call->collective, "_unordered");
    if (ends_with(call->collective, "_predefined") && !take_predefined(call, line->problem.op->name))
        return text_say(why, "MPI has no operation of its own for %s", line->problem.op->name);
    if (ends_with(call->collective, "_gaps")) call->datatype = 2;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], call->collective) == 0) return true;
    return text_say(why, "%s: expected a collective of several ranks", line->subject);
}

static bool is(const struct mpi_call *call, const char *collective)
{
    return strcmp(call->collective, collective) == 0;
}

/* ---- what forces an algorithm: the ranks' program of the library knows it ---- */

/* The words between the last two quotes of a line that is about this algorithm. */
static bool take_environment(const struct mpi_call *call, char *line, char *found, size_t room)
{
    char head[96], upper[32];
    size_t i = 0;
    for (; call->collective[i]; i++)
        upper[i] = (char)toupper((unsigned char)call->collective[i]);
    upper[i] = '\0';
    snprintf(head, sizeof head, "FORCED(\"%s\", COLLECTIVE_%s, %d, %" PRId64 ", ", call->library, upper,
             call->how >= 2, call->algorithm);
    if (strncmp(line, head, strlen(head)) != 0) return false;
    char *end = strrchr(line, '"');
    if (end) *end = '\0';
    char *begin = strrchr(line, '"');
    snprintf(found, room, "%s", begin ? begin + 1 : "");
    return begin != NULL;
}

static bool find_environment(const struct mpi_call *call, char *found, size_t room, struct text *why)
{
    char program[64], path[PATH_MAX], command[PATH_MAX + 64], line[1024];
    bool there = false;
    snprintf(program, sizeof program, "foldcheck_ranks_%s", call->library);
    if (!backend_beside(DEVICE_CPU, program, path, why)) return false;
    snprintf(command, sizeof command, "'%s' --algorithms", path);
    FILE *pipe = popen(command, "re");
    if (!pipe) return text_say(why, "%s cannot be run", program);
    while (fgets(line, sizeof line, pipe))
        there = there || take_environment(call, line, found, room);
    pclose(pipe);
    return there || text_say(why, "%s has no algorithm %" PRId64 " that can be forced here", call->library,
                             call->algorithm);
}

/* NAME=VALUE NAME=VALUE */
static void write_environment(FILE *out, char *words)
{
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        if (!value) continue;
        *value = '\0';
        fprintf(out, "    setenv(\"%s\", \"%s\", 1);\n", word, value + 1);
    }
}

/* ---- the program ---- */

static void write_head(FILE *out, const struct mpi_call *call, const char *written)
{
    const char *clause = is(call, "scan") || is(call, "exscan") ? "5.11" : "5.9.5";
    const char *order = call->type       ? "MPI's own may be applied in any order"
                        : call->commutes ? "commute 1 may be applied in any order"
                                         : "commute 0 is applied in the order of ranks";
    fprintf(out,
            "/* SPDX-License-Identifier: MIT\n * MPI 3.1, %s: an operator of %s.\n *\n *     mpicc.%s FILE "
            "&& mpirun.%s%s -n %" PRId64 " ./a.out\n *\n"
            " * A line with what was expected and got, or an exit status that is not 0: the library breaks "
            "that here. Written by\n"
            " *     foldcheck reproducer '%s' */\n",
            clause, order, call->library, call->library,
            strcmp(call->library, "openmpi") == 0 ? " --oversubscribe" : "", call->ranks, written);
    fputs("#include <mpi.h>\n", out);
    if (call->how >= 4) fputs("#ifdef OPEN_MPI\n#include <mpi-ext.h>\n#endif\n", out);
    fputs("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n", out);
}

/* How a state lies in a message. */
static void write_element(FILE *out, const struct mpi_call *call)
{
    if (call->datatype != 2) {
        fputs("typedef state element;\n\nstatic void put(element *to, state from)\n{\n    *to = "
              "from;\n}\n\nstatic state get(const element *from)\n{\n    return *from;\n}\n\n",
              out);
        return;
    }
    fputs("/* A state with a byte between each two of its bytes. */\ntypedef struct element {\n    char "
          "byte[2 * sizeof(state)];\n} element;\n\n"
          "static void put(element *to, state from)\n{\n    for (size_t k = 0; k < sizeof from; k++)\n       "
          " to->byte[2 * k] = ((const char *)&from)[k];\n}\n\n"
          "static state get(const element *from)\n{\n    state to;\n    for (size_t k = 0; k < sizeof to; "
          "k++)\n        ((char *)&to)[k] = from->byte[2 * k];\n    return to;\n}\n\n",
          out);
}

static void write_datatype(FILE *out, const struct mpi_call *call, const struct tuple *tuple)
{
    fputs("static MPI_Datatype datatype(void)\n{\n    MPI_Datatype made, sized;\n", out);
    if (call->datatype == 2) {
        fputs("    MPI_Type_vector(sizeof(state), 1, 2, MPI_BYTE, &made);\n", out);
    } else if (call->datatype == 1) {
        fputs("    MPI_Type_contiguous(sizeof(state), MPI_BYTE, &made);\n", out);
    } else {
        fputs("    const int lengths[] = {", out);
        for (int c = 0; c < tuple->count; c++)
            fprintf(out, "%s%zu", c ? ", " : "", elem_size(tuple->elem[c]));
        fputs("};\n    const MPI_Aint places[] = {", out);
        for (int c = 0; c < tuple->count; c++)
            fprintf(out, "%s%zu", c ? ", " : "", tuple->offset[c]);
        fputs("};\n    const MPI_Datatype bytes[] = {", out);
        for (int c = 0; c < tuple->count; c++)
            fprintf(out, "%sMPI_BYTE", c ? ", " : "");
        fprintf(out, "};\n    MPI_Type_create_struct(%d, lengths, places, bytes, &made);\n", tuple->count);
    }
    fputs("    MPI_Type_create_resized(made, 0, sizeof(element), &sized);\n    MPI_Type_commit(&sized);\n    "
          "MPI_Type_free(&made);\n    return sized;\n}\n\n",
          out);
}

/* An operator of the user's. */
static void write_operation(FILE *out, const struct mpi_call *call, const struct tuple *tuple)
{
    if (call->type) return;
    write_datatype(out, call, tuple);
    fputs("/* inout = in . inout */\nstatic void join(void *in, void *inout, int *count, MPI_Datatype "
          "*type)\n{\n    (void)type;\n"
          "    for (int i = 0; i < *count; i++)\n        put((element *)inout + i, combine(get((element *)in "
          "+ i), get((element *)inout + i)));\n}\n\n",
          out);
}

/* The part of a row, and the folds of a rank's. */
static void write_shares(FILE *out)
{
    fputs("/* Where a rank's share of a row begins: shares are as equal as can be, and the first ones "
          "larger. */\n"
          "static uint64_t share(uint64_t row, int rank, int ranks)\n{\n    uint64_t count = first(row + 1) "
          "- first(row), more = count % (uint64_t)ranks, r = (uint64_t)rank;\n"
          "    return first(row) + count / (uint64_t)ranks * r + (r < more ? r : more);\n}\n\n"
          "static state fold(state sum, uint64_t begin, uint64_t end)\n{\n    for (uint64_t i = begin; i < "
          "end; i++)\n        sum = combine(sum, lift(item(i)));\n    return sum;\n}\n\n",
          out);
}

/* "MPI_Reduce", "MPI_Ireduce", "MPIX_Reduce_init". */
static void print_name(const struct mpi_call *call, char name[64])
{
    const char *infix = call->how >= 2 && call->how < 4 ? "I" : "";
    snprintf(name, 64, "%s_%s%s%s", call->how >= 4 && strcmp(call->library, "openmpi") == 0 ? "MPIX" : "MPI",
             infix, call->collective, call->how >= 4 ? "_init" : "");
    char *initial = strchr(name, '_') + 1;
    if (!*infix) *initial = (char)toupper((unsigned char)*initial);
}

static void write_collective(FILE *out, const struct mpi_call *call)
{
    char name[64];
    bool in_place = call->how % 2, scatters = strncmp(call->collective, "reduce_scatter", 14) == 0,
         block = is(call, "reduce_scatter_block");
    print_name(call, name);
    const char *send = !in_place            ? "mine"
                       : is(call, "reduce") ? "is_root ? MPI_IN_PLACE : mine"
                                            : "MPI_IN_PLACE";
    fprintf(out, "    const void *send = %s;\n", send);
    if (in_place) fputs("    memcpy(got, mine, (size_t)all * sizeof *got);\n", out);
    if (call->how >= 2) fputs("    MPI_Request request;\n", out);
    fprintf(out, "    %s(send, got, %s, type, op%s, comm%s%s);\n", name,
            block      ? "counts[0]"
            : scatters ? "counts"
                       : "all",
            is(call, "reduce") ? ", root" : "", call->how >= 4 ? ", MPI_INFO_NULL" : "",
            call->how >= 2 ? ", &request" : "");
    if (call->how >= 4)
        fprintf(out,
                "    for (int time = 0; time < 2; time++) {\n%s        MPI_Start(&request);\n        "
                "MPI_Wait(&request, MPI_STATUS_IGNORE);\n    }\n    MPI_Request_free(&request);\n",
                in_place ? "        memcpy(got, mine, (size_t)all * sizeof *got);\n" : "");
    else if (call->how >= 2)
        fputs("    MPI_Wait(&request, MPI_STATUS_IGNORE);\n", out);
}

/* Which results a rank has, and from where to where each is the fold. */
static void write_comparison(FILE *out, const struct mpi_call *call)
{
    bool scatters = strncmp(call->collective, "reduce_scatter", 14) == 0;
    fputs("    int begin = 0, count = all, differs = 0;\n", out);
    if (scatters)
        fputs("    for (int r = 0; r < rank; r++)\n        begin += counts[r];\n    count = counts[rank];\n",
              out);
    if (is(call, "reduce")) fputs("    if (!is_root) count = 0;\n", out);
    if (is(call, "exscan")) fputs("    if (rank == 0) count = 0; /* nothing is defined there */\n", out);
    const char *end = is(call, "scan")     ? "share(row, rank + 1, ranks)"
                      : is(call, "exscan") ? "share(row, rank, ranks)"
                                           : "first(row + 1)";
    fprintf(out,
            "    for (int i = 0; i < count && begin + i < ROWS && !differs; i++) {\n        const uint64_t "
            "row = (uint64_t)(begin + i);\n"
            "        const state expected = fold(start(), first(row), %s), result = get(&got[i]);\n"
            "        differs = !same(&expected, &result);\n        if (!differs) continue;\n"
            "        printf(\"rank %%d, row %%d: expected\", rank, begin + i);\n        print(&expected);\n  "
            "      printf(\", got\");\n        print(&result);\n        printf(\"\\n\");\n    }\n",
            end);
}

static void write_main(FILE *out, const struct mpi_call *call, char *environment)
{
    bool scatters = strncmp(call->collective, "reduce_scatter", 14) == 0;
    fputs("int main(void)\n{\n    int rank, ranks;\n    MPI_Comm comm = MPI_COMM_WORLD;\n    MPI_Op op;\n",
          out);
    write_environment(out, environment);
    fputs("    MPI_Init(NULL, NULL);\n    MPI_Comm_rank(comm, &rank);\n", out);
    if (call->reversed)
        fputs("    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);\n    MPI_Comm_rank(comm, &rank);\n", out);
    fputs("    MPI_Comm_size(comm, &ranks);\n", out);
    if (scatters) {
        fputs("    int *counts = malloc((size_t)ranks * sizeof *counts), all = 0;\n    for (int r = 0; r < "
              "ranks; r++) {\n",
              out);
        fputs(is(call, "reduce_scatter_block") ? "        counts[r] = (ROWS + ranks - 1) / ranks;\n"
                                               : "        counts[r] = ROWS / ranks + (r < ROWS % ranks);\n",
              out);
        fputs("        all += counts[r];\n    }\n", out);
    } else {
        fputs("    const int all = ROWS;\n", out);
    }
    if (is(call, "reduce"))
        fprintf(out, "    const int root = %" PRId64 ", is_root = rank == root;\n", call->root);
    fputs("    element *mine = calloc((size_t)all + 1, sizeof *mine), *got = calloc((size_t)all + 1, sizeof "
          "*got);\n"
          "    for (int i = 0; i < all; i++) {\n        const uint64_t row = (uint64_t)i;\n        const "
          "state before = rank == 0 && i < ROWS ? start() : identity();\n"
          "        put(&mine[i], i < ROWS ? fold(before, share(row, rank, ranks), share(row, rank + 1, "
          "ranks)) : before);\n    }\n",
          out);
    if (call->type)
        fprintf(out, "    const MPI_Datatype type = %s;\n    op = %s;\n", call->type, call->operation);
    else
        fprintf(out, "    MPI_Datatype type = datatype();\n    MPI_Op_create(join, %d, &op);\n",
                call->commutes);
    write_collective(out, call);
    write_comparison(out, call);
    if (!call->type) fputs("    MPI_Op_free(&op);\n    MPI_Type_free(&type);\n", out);
    fputs("    MPI_Finalize();\n    return differs;\n}\n", out);
}

bool reproducer_write_mpi(FILE *out, const struct test_case *line, const char *written, struct text *why)
{
    struct mpi_call call;
    char environment[512] = "";
    if (!read_call(line, &call, why)) return false;
    if (call.forced && call.algorithm && !find_environment(&call, environment, sizeof environment, why))
        return false;
    write_head(out, &call, written);
    if (!reproducer_write_problem(out, &line->problem, why)) return false;
    fputs("/* ---- the ranks ---- */\n", out);
    write_element(out, &call);
    write_operation(out, &call, &line->problem.op->state);
    write_shares(out);
    write_main(out, &call, environment);
    return true;
}
