/* SPDX-License-Identifier: MIT
 * `mpirun -n R foldcheck run --strategy mpi_reduce --operator O --input F ...`: a fold of files. Each rank reads its share
 * of them. foldcheck's processes execute this program, which is linked with the MPI of that mpirun. */
#include "ranks.h"

#include "fleet/states.h"
#include "input.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct files {
    const struct op *op;
    const char *operator_name, *strategy, *name[MAX_COLUMNS];
    int count;
    struct input input[MAX_COLUMNS];
    struct columns columns;
    _Alignas(16) char params[MAX_PARAMS_BYTES];
};

/* One option and its value. */
static bool take_option(struct files *files, const char *option, const char *value, struct text *why)
{
    if (strcmp(option, "--operator") == 0)
        files->operator_name = value;
    else if (strcmp(option, "--strategy") == 0)
        files->strategy = value;
    else if (strcmp(option, "--input") == 0 && files->count < MAX_COLUMNS)
        files->name[files->count++] = value;
    else if (strcmp(option, "--device") != 0 || strcmp(value, "cpu") != 0)
        return text_say(why,
                        "under mpirun it takes --strategy, --operator, --input and --device cpu, got %s %s",
                        option, value);
    return true;
}

/* --option value, or --option=value */
static bool read_words(struct files *files, int count, char **words, struct text *why)
{
    for (int i = 1; i < count; i++) {
        char *option = words[i], *equals = strchr(option, '=');
        const char *value = equals ? equals + 1 : i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(option, "--peers") == 0) continue;
        if (!value) return text_say(why, "%s needs a value", option);
        if (equals && strncmp(option, "--", 2) == 0)
            *equals = '\0';
        else
            i++;
        if (!take_option(files, option, value, why)) return false;
    }
    return true;
}

static bool find_operator(struct files *files, struct text *why)
{
    int64_t usual[MAX_ARGS];
    if (!files->strategy || strcmp(files->strategy, "mpi_reduce") != 0)
        return text_say(why, "under mpirun the strategy is mpi_reduce, got %s",
                        files->strategy ? files->strategy : "none");
    files->op = files->operator_name ? op_find(files->operator_name) : NULL;
    if (!files->op)
        return text_say(why, "under mpirun --operator is one of foldcheck's own, without arguments, got %s",
                        files->operator_name ? files->operator_name : "none");
    for (int a = 0; a < MAX_ARGS; a++)
        usual[a] = files->op->arg[a].usual;
    if (files->op->has_params) files->op->params(usual, files->params);
    return true;
}

static bool open_inputs(struct files *files, struct text *why)
{
    const struct op *op = files->op;
    if (files->count != op->input.count)
        return text_say(why, "%s has %d input columns, got %d --input", op->name, op->input.count,
                        files->count);
    files->columns.count = files->count;
    for (int c = 0; c < files->count; c++) {
        if (!input_open(files->name[c], op->input.elem[c], &files->input[c], why)) return false;
        if (files->input[c].count != files->input[0].count)
            return text_say(why, "%s has %" PRIu64 " items, %s has %" PRIu64, files->name[0],
                            files->input[0].count, files->name[c], files->input[c].count);
        if (op->most_items && files->input[0].count > op->most_items)
            return text_say(why, "%s is right for at most %" PRIu64 " items, got %" PRIu64, op->name,
                            op->most_items, files->input[0].count);
        /* The columns are only read. */
        files->columns.column[c] =
            (struct column){(void *)(uintptr_t)files->input[c].items, (int64_t)elem_size(op->input.elem[c])};
    }
    return true;
}

static void fold_share(const struct files *files, struct share share, char *state)
{
    _Alignas(16) char item[MAX_STATE_BYTES], lifted[MAX_STATE_BYTES];
    const struct op *op = files->op;
    op->identity(files->params, state);
    for (uint64_t i = share.begin; i < share.end; i++) {
        columns_read(&files->columns, &op->input, i, item);
        op->lift(files->params, item, lifted);
        op->combine(files->params, state, lifted, state); /* covers the share up to item i */
    }
}

static void print(const struct files *files, int ranks, const char *state)
{
    const struct tuple *tuple = &files->op->state;
    char value[64];
    printf("%s over %" PRIu64 " items, %d ranks of %s\n", files->op->name, files->input[0].count, ranks,
           library_name());
    for (int c = 0; c < tuple->count; c++) {
        elem_print(tuple->elem[c], state + tuple->offset[c], value, sizeof value);
        printf("mpi_reduce{ranks=%d}  column %d of %d (%s): %s\n", ranks, c + 1, tuple->count,
               elem_name(tuple->elem[c]), value);
    }
}

/* The fold of all shares, one state a rank, in order. */
static int fold_files(const struct files *files, int rank, int ranks)
{
    const struct op *op = files->op;
    _Alignas(16) char state[MAX_STATE_BYTES];
    char *all = calloc((size_t)ranks, op->state.size);
    uint64_t items = files->input[0].count;
    if (!all) return STATUS_BROKEN;
    fold_share(files, share_of(items, 1, (uint32_t)ranks, (uint32_t)rank), state);
    int size = (int)op->state.size;
    int failed = MPI_Allgather(state, size, MPI_BYTE, all, size, MPI_BYTE, MPI_COMM_WORLD);
    op->identity(files->params, state);
    for (int r = 0; r < ranks; r++)
        op->combine(files->params, state, all + r * size, state); /* covers the shares up to that of rank r */
    free(all);
    if (!failed && rank == 0) print(files, ranks, state);
    return failed ? STATUS_BROKEN : STATUS_OK;
}

/* The greatest status is that of all: a file may be missing on one machine. */
static int agree(int status)
{
    int worst = status;
    MPI_Allreduce(&status, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/* Each rank shares out the items of its own files: they have to be as many on all machines. */
static bool counts_are_equal(const struct files *files)
{
    uint64_t items = files->input[0].count, ends[2] = {items, ~items}; /* the most, and the fewest */
    MPI_Allreduce(MPI_IN_PLACE, ends, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return ends[0] == ~ends[1];
}

/* A process and their number: as MPI counts, or as mpirun says in its environment, which no user sets. */
struct place {
    int rank, ranks;
};

/* By the mpirun of this library, else by another's; what MPI counts, if neither says anything. */
static struct place place_by_mpirun(struct place counted)
{
#ifdef OPEN_MPI
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    static const char *const numbers[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
#else
    static const char *const sizes[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE"};
    static const char *const numbers[] = {"PMI_RANK", "OMPI_COMM_WORLD_RANK"};
#endif
    for (int i = 0; i < 2; i++) {
        const char *size = getenv(sizes[i]), *number = getenv(numbers[i]);
        if (size && number) return (struct place){atoi(number), atoi(size)};
    }
    return counted;
}

/* Under the mpirun of another library or installation, each process would be the only rank of its own, and all of them would
 * print what they take for the result. */
static bool is_of_this_mpirun(struct place counted, struct text *why)
{
    int expected = place_by_mpirun(counted).ranks;
    return counted.ranks == expected ||
           text_say(why, "expected %d ranks, got %d: this program is of %s, and mpirun may be another's",
                    expected, counted.ranks, library_name());
}

/* FNV-1a of this program's bytes; 0 if they cannot be read. */
static uint64_t hash_of_program(void)
{
    unsigned char bytes[65536];
    uint64_t hash = 0xcbf29ce484222325u;
    FILE *file = fopen("/proc/self/exe", "rb");
    if (!file) return 0;
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0;)
        for (size_t i = 0; i < count; i++)
            hash = (hash ^ bytes[i]) * 0x100000001b3u;
    fclose(file);
    return hash;
}

/* Whether all ranks run the program that rank 0 does, with the same operators. The first collective calls, so that ranks of other
 * versions agree on those that come behind them. */
static bool programs_are_alike(struct place counted, struct text *why)
{
    uint64_t own = hash_of_program(), first = own;
    MPI_Bcast(&first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    int other = own && own == first ? counted.ranks : counted.rank, least = other;
    MPI_Allreduce(&other, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return least == counted.ranks ||
           text_say(why,
                    "rank %d of %d runs another foldcheck_ranks_%s than rank 0: expected the same build of "
                    "foldcheck on each machine",
                    least, counted.ranks, library_word());
}

int files_run(int count, char **words)
{
    static struct files files;
    struct text why = {0};
    struct place counted;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &counted.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &counted.ranks);
    const bool speaks = place_by_mpirun(counted).rank == 0;
    bool ready = programs_are_alike(counted, &why) && library_is_own(&why) &&
                 is_of_this_mpirun(counted, &why) && read_words(&files, count, words, &why) &&
                 find_operator(&files, &why) && open_inputs(&files, &why);
    if (!ready && speaks) fprintf(stderr, "foldcheck run: %s\n", why.at);
    int status = agree(ready ? STATUS_OK : STATUS_USAGE);
    if (status != STATUS_OK && ready && speaks)
        fprintf(stderr, "foldcheck run: another rank cannot read its input\n");
    if (status == STATUS_OK && !counts_are_equal(&files)) {
        if (speaks)
            fprintf(stderr,
                    "foldcheck run: expected the same files for each rank, got some of other lengths\n");
        status = STATUS_USAGE;
    }
    if (status == STATUS_OK) status = fold_files(&files, counted.rank, counted.ranks);
    MPI_Finalize();
    return status;
}
