/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE 1 /* dl_iterate_phdr, MAP_ANONYMOUS */
#include "arguments.h"

#include "compare.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_SPANS = 8, STACK_WORDS = 1024, ROUNDS = 2 };

/* What lies around the arguments, in the variables (the second round's only) and on the stack below. */
static const uint64_t pattern[ROUNDS] = {0, 0xa5a5a5a5a5a5a5a5};

/* The ranges of an object's writable memory that hold its variables. */
struct spans {
    const void *code; /* an address of the object */
    struct span {
        volatile uint64_t *from;
        size_t words;
    } at[MAX_SPANS];
    int count;
};

enum argument { ARGUMENT_PARAMS, ARGUMENT_LEFT, ARGUMENT_RIGHT, ARGUMENTS };

struct guards {
    size_t page;
    unsigned char *memory; /* a page that faults, and then for each argument one to use and one that faults */
    uint64_t *saved;       /* the variables before a call; room for `room` words */
    size_t room;
};

/* ---- the variables of an operator's object ---- */

/* Adds [from, to) without [hole_from, hole_to), in whole words. */
static void add_span(struct spans *spans, uintptr_t from, uintptr_t to, uintptr_t hole_from,
                     uintptr_t hole_to)
{
    if (hole_from < to && hole_to > from) {
        add_span(spans, from, hole_from, 0, 0);
        add_span(spans, hole_to, to, 0, 0);
        return;
    }
    from = (from + 7) / 8 * 8;
    if (to < from + 8 || spans->count == MAX_SPANS) return;
    spans->at[spans->count++] =
        (struct span){.from = (volatile uint64_t *)from, .words = (size_t)(to - from) / 8};
}

/* Where the object's calls of other objects go through: no variable of its own. */
static void find_plt(const struct dl_phdr_info *info, uintptr_t *from, uintptr_t *to)
{
    uint64_t bytes = 0, entry = sizeof(ElfW(Rela));
    *from = *to = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *at = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        for (; at->d_tag != DT_NULL; at++) {
            if (at->d_tag == DT_PLTGOT) *from = (uintptr_t)at->d_un.d_ptr;
            if (at->d_tag == DT_PLTRELSZ) bytes = at->d_un.d_val;
            if (at->d_tag == DT_PLTREL && at->d_un.d_val == DT_REL) entry = sizeof(ElfW(Rel));
        }
    }
    if (*from) *to = *from + (3 + bytes / entry) * sizeof(void *);
}

static bool holds(const struct dl_phdr_info *info, const void *code)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (uintptr_t)code - from < part->p_memsz) return true;
    }
    return false;
}

/* Its writable segments, less what is only read once it is loaded. */
static int find_spans(struct dl_phdr_info *info, size_t size, void *user)
{
    struct spans *spans = user;
    uintptr_t plt_from, plt_to, fixed = 0, page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size;
    if (!holds(info, spans->code)) return 0;
    find_plt(info, &plt_from, &plt_to);
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
            fixed = (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz) / page * page;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
        if (fixed > from && fixed <= to) from = fixed;
        add_span(spans, from, to, plt_from, plt_to);
    }
    return 1;
}

static size_t spans_words(const struct spans *spans)
{
    size_t words = 0;
    for (int s = 0; s < spans->count; s++)
        words += spans->at[s].words;
    return words;
}

/* These three may meet what a sanitizer keeps between variables: word by word, and not looked at by it. */
#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

UNCHECKED static void spans_save(const struct spans *spans, uint64_t *saved, const uint64_t *fill)
{
    for (int s = 0; s < spans->count; s++)
        for (size_t w = 0; w < spans->at[s].words; w++) {
            *saved++ = spans->at[s].from[w];
            if (fill) spans->at[s].from[w] = *fill;
        }
}

UNCHECKED static void spans_restore(const struct spans *spans, const uint64_t *saved)
{
    for (int s = 0; s < spans->count; s++)
        for (size_t w = 0; w < spans->at[s].words; w++)
            spans->at[s].from[w] = *saved++;
}

/* Whether a word is neither what was saved nor (fill not NULL) what was filled in. */
UNCHECKED static bool spans_changed(const struct spans *spans, const uint64_t *saved, const uint64_t *fill)
{
    for (int s = 0; s < spans->count; s++)
        for (size_t w = 0; w < spans->at[s].words; w++, saved++)
            if (spans->at[s].from[w] != (fill ? *fill : *saved)) return true;
    return false;
}

/* ---- one call ---- */

static _Thread_local sigjmp_buf escape;
static const int caught[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP};
enum { CAUGHT = sizeof caught / sizeof *caught };

static void on_signal(int number)
{
    siglongjmp(escape, number);
}

/* Leaves a pattern where the call's variables will lie. */
__attribute__((noinline)) static void fill_stack(uint64_t word)
{
    volatile uint64_t below[STACK_WORDS];
    for (int i = 0; i < STACK_WORDS; i++)
        below[i] = word;
    (void)below[STACK_WORDS - 1];
}

static void make_call(const struct op_call *call, void *result)
{
    const struct op *op = call->op;
    switch (call->function) {
    case OP_IDENTITY:
        op->identity(call->params, result);
        break;
    case OP_VALUE:
        op->value(call->params, call->index, call->bits, result);
        break;
    case OP_NEUTRAL:
        op->neutral(call->params, result);
        break;
    case OP_LIFT:
        op->lift(call->params, call->left, result);
        break;
    case OP_EMIT:
        op->emit(call->params, call->left, result);
        break;
    default:
        op->combine(call->params, call->left, call->right, result);
    }
}

/* The number of the signal that ended the call, or 0. */
__attribute__((noinline)) static int call_guarded(const struct op_call *call, uint64_t word, void *result)
{
    struct sigaction act = {.sa_handler = on_signal}, before[CAUGHT];
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &act, &before[i]);
    int number = sigsetjmp(escape, 1);
    if (number == 0) {
        fill_stack(word);
        make_call(call, result);
    }
    for (int i = 0; i < CAUGHT; i++)
        sigaction(caught[i], &before[i], NULL);
    return number;
}

/* ---- arguments between pages that fault ---- */

struct guards *guards_open(struct text *why)
{
    struct guards *guards = calloc(1, sizeof *guards);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (2 * ARGUMENTS + 1) * page;
    void *memory = guards ? mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        text_say(why, "no memory with guards: %s", strerror(errno));
        free(guards);
        return NULL;
    }
    guards->page = page;
    guards->memory = memory;
    bool usable = true;
    for (size_t a = 0; a < ARGUMENTS; a++)
        usable &= mprotect(guards->memory + (2 * a + 1) * page, page, PROT_READ | PROT_WRITE) == 0;
    if (usable) return guards;
    text_say(why, "no memory with guards: %s", strerror(errno));
    guards_close(guards);
    return NULL;
}

void guards_close(struct guards *guards)
{
    munmap(guards->memory, (2 * ARGUMENTS + 1) * guards->page);
    free(guards->saved);
    free(guards);
}

/* Puts an argument at the end (round 0) or the beginning of its page. */
static const void *put_argument(const struct guards *guards, enum argument which, const void *from,
                                size_t bytes, int round)
{
    unsigned char *page = guards->memory + (2 * (size_t)which + 1) * guards->page;
    unsigned char *at = round == 0 ? page + guards->page - bytes : page;
    if (!from) return NULL;
    memset(page, (int)(pattern[round] & 0xff), guards->page);
    memcpy(at, from, bytes);
    return at;
}

static struct op_call put_arguments(const struct guards *guards, const struct op_call *call, int round)
{
    const struct op *op = call->op;
    struct op_call put = *call;
    size_t left = call->function == OP_COMBINE ? op->state.size : op->input.size;
    put.params = put_argument(guards, ARGUMENT_PARAMS, call->params, op->params_size, round);
    put.left = put_argument(guards, ARGUMENT_LEFT, call->left, left, round);
    put.right = put_argument(guards, ARGUMENT_RIGHT, call->right, op->state.size, round);
    return put;
}

static bool grow_saved(struct guards *guards, size_t words)
{
    if (words <= guards->room) return true;
    uint64_t *grown = realloc(guards->saved, words * sizeof *grown);
    if (!grown) return false;
    guards->saved = grown;
    guards->room = words;
    return true;
}

static const char *name_of(enum op_function function)
{
    static const char *const name[] = {"identity", "value", "neutral", "lift", "emit", "combine"};
    return name[function];
}

/* One round. False, with first_at, if the call faults or changes a variable. */
static bool call_once(struct guards *guards, const struct spans *spans, const struct op_call *call, int round,
                      struct state *result, struct finding *finding)
{
    struct op_call put = put_arguments(guards, call, round);
    struct op own = *call->op; /* the table is one of the variables */
    put.op = &own;
    uint64_t word = pattern[round];
    const uint64_t *fill = round ? &word : NULL;
    spans_save(spans, guards->saved, fill);
    int number = call_guarded(&put, word, result->at);
    bool changed = spans_changed(spans, guards->saved, fill);
    spans_restore(spans, guards->saved);
    if (number)
        return text_say(&finding->first_at, "%s reads or writes outside its arguments: %s",
                        name_of(call->function), strsignal(number));
    return !changed || text_say(&finding->first_at, "%s changes a variable that is none of its arguments",
                                name_of(call->function));
}

/* Compares with what the functions do where a variable begins with other bytes. */
static enum verdict call_again(const struct op_call *call, const struct tuple *tuple,
                               const struct state *result, struct finding *finding)
{
    struct op_call other = *call;
    struct state again = {0};
    if (!call->op->again || call->op->close) return VERDICT_PASS;
    other.op = *call->op->again;
    make_call(&other, again.at);
    int column = tuple_difference(tuple, result->at, again.at);
    if (column < 0) return VERDICT_PASS;
    text_say(&finding->first_at, "uninitialised: %s leaves column %d of %d (%s) without a value",
             name_of(call->function), column + 1, tuple->count, elem_name(tuple->elem[column]));
    text_say(&finding->cause, "uninitialised");
    return VERDICT_FAIL;
}

enum verdict guards_call(struct guards *guards, const struct op_call *call, struct state *result,
                         struct finding *finding)
{
    const struct op *op = call->op;
    const struct tuple *tuple = call->function == OP_EMIT                                    ? &op->mapout
                                : call->function == OP_VALUE || call->function == OP_NEUTRAL ? &op->input
                                                                                             : &op->state;
    struct spans spans = {.count = 0};
    struct state again = {0};
    struct text place;
    memcpy(&spans.code, &op->combine, sizeof spans.code);
    dl_iterate_phdr(find_spans, &spans);
    if (!grow_saved(guards, spans_words(&spans))) {
        text_say(&finding->reason, "no memory for the operator's variables");
        return VERDICT_BROKEN;
    }
    memset(result, 0, sizeof *result);
    if (!call_once(guards, &spans, call, 0, result, finding) ||
        !call_once(guards, &spans, call, 1, &again, finding))
        return VERDICT_FAIL;
    text_say(&place, "%s, called again with other memory around its arguments", name_of(call->function));
    enum verdict verdict = compare_tuples(tuple, result->at, again.at, place.at, finding);
    return verdict == VERDICT_PASS ? call_again(call, tuple, result, finding) : verdict;
}
