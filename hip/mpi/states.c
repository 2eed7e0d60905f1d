/* SPDX-License-Identifier: MIT */
#include "ranks.h"

#include <stdlib.h>
#include <string.h>

enum { GAP = 0x5a };

/* Whose states are combined: MPI gives a user's function nothing of its caller. */
static const struct rank *folding;
static struct states folded;

void states_fold_with(const struct rank *rank)
{
    folding = rank;
}

char *states_room(const struct states *states, uint64_t count)
{
    char *array = aligned_alloc(64, ((count + 1) * states->extent / 64 + 1) * 64);
    if (array) memset(array, GAP, (count + 1) * states->extent);
    return array;
}

void states_put(const struct states *states, char *array, uint64_t at, const void *state)
{
    char *to = array + at * states->extent;
    if (states->as != DATATYPE_GAPS) {
        memcpy(to, state, states->size);
        return;
    }
    for (size_t k = 0; k < states->size; k++)
        to[2 * k] = ((const char *)state)[k];
}

void states_get(const struct states *states, const char *array, uint64_t at, void *state)
{
    const char *from = array + at * states->extent;
    if (states->as != DATATYPE_GAPS) {
        memcpy(state, from, states->size);
        return;
    }
    for (size_t k = 0; k < states->size; k++)
        ((char *)state)[k] = from[2 * k];
}

bool states_gaps_kept(const struct states *states, const char *array, uint64_t count)
{
    for (uint64_t k = 0; states->as == DATATYPE_GAPS && k < count * states->size; k++)
        if (array[2 * k + 1] != GAP) return false;
    return true;
}

bool states_same(const struct states *states, const struct tuple *tuple, const char *one, const char *other,
                 uint64_t count)
{
    _Alignas(16) char left[MAX_STATE_BYTES], right[MAX_STATE_BYTES];
    for (uint64_t k = 0; k < count; k++) {
        states_get(states, one, k, left);
        states_get(states, other, k, right);
        for (int c = 0; c < tuple->count; c++) {
            size_t at = tuple->offset[c];
            if (memcmp(left + at, right + at, elem_size(tuple->elem[c])) != 0) return false;
        }
    }
    return true;
}

/* MPI_User_function: inout[i] = in[i] . inout[i]. The states are those of rows whose params are one set (plugin.c). */
static void fold(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    const void *params = rank_params(folding, 0);
    _Alignas(16) char left[MAX_STATE_BYTES], right[MAX_STATE_BYTES];
    for (int i = 0; i < *count; i++) {
        states_get(&folded, in, (uint64_t)i, left);
        states_get(&folded, inout, (uint64_t)i, right);
        folding->op->combine(params, left, right, right);
        states_put(&folded, inout, (uint64_t)i, right);
    }
}

static MPI_Datatype bytes_of_element(size_t size)
{
    MPI_Datatype type;
    MPI_Type_contiguous((int)size, MPI_BYTE, &type);
    return type;
}

/* A struct of its columns, with the extent of the C struct. */
static void make_struct(const struct tuple *tuple, MPI_Datatype *type)
{
    int length[MAX_COLUMNS];
    MPI_Aint at[MAX_COLUMNS];
    MPI_Datatype element[MAX_COLUMNS], packed;
    for (int c = 0; c < tuple->count; c++) {
        length[c] = 1;
        at[c] = (MPI_Aint)tuple->offset[c];
        element[c] = bytes_of_element(elem_size(tuple->elem[c]));
    }
    MPI_Type_create_struct(tuple->count, length, at, element, &packed);
    MPI_Type_create_resized(packed, 0, (MPI_Aint)tuple->size, type);
    MPI_Type_free(&packed);
    for (int c = 0; c < tuple->count; c++)
        MPI_Type_free(&element[c]);
}

static void make_type(struct states *states, const struct tuple *tuple)
{
    MPI_Datatype packed;
    if (states->as == DATATYPE_STRUCT) {
        make_struct(tuple, &states->type);
    } else if (states->as == DATATYPE_CONTIGUOUS) {
        MPI_Type_contiguous((int)tuple->size, MPI_BYTE, &states->type);
    } else {
        MPI_Type_vector((int)tuple->size, 1, 2, MPI_BYTE, &packed);
        MPI_Type_create_resized(packed, 0, (MPI_Aint)states->extent, &states->type);
        MPI_Type_free(&packed);
    }
    MPI_Type_commit(&states->type);
}

/* MPI's own datatype and operation for an operator of one column. */
static bool take_predefined(struct states *states, const char *op)
{
#define PREDEFINED(OP, TYPE, OPERATION)                                                                      \
    if (strcmp(op, #OP) == 0) {                                                                              \
        states->type = TYPE;                                                                                 \
        states->fold = OPERATION;                                                                            \
        return true;                                                                                         \
    }
#include "mpi_predefined.def"
#undef PREDEFINED
    return false;
}

void states_make(struct states *states, const struct rank *rank)
{
    const struct tuple *tuple = &rank->op->state;
    states->predefined = rank->problem->predefined;
    states->as = (enum datatype)rank->problem->datatype;
    states->size = tuple->size;
    states->extent = states->as == DATATYPE_GAPS ? 2 * tuple->size : tuple->size;
    if (states->predefined && take_predefined(states, rank->op->name)) return;
    make_type(states, tuple);
    folding = rank;
    folded = *states;
    MPI_Op_create(fold, rank->problem->commutes, &states->fold);
}

void states_free(struct states *states)
{
    if (states->predefined) return;
    MPI_Op_free(&states->fold);
    MPI_Type_free(&states->type);
}
