/* SPDX-License-Identifier: MIT
 * foldcheck_rewrite IN OUT: makes C++ of preprocessed CUDA or HIP, for the headers of hip/sim/include. A line stays the
 * line it was, so that reports name the user's.
 *
 *     __global__                       goes; the names of kernel templates are kept in mind
 *     kernel<<<grid, block>>>(a, b)    foldcheck_sim::on(grid, block).start("kernel", kernel)(a, b)
 *     __shared__ T a[N], b;            references to the block's memory for them, known by a static variable each
 *     extern __shared__ T s[];         the same for what the launch asked for
 *     threadIdx.x and the like         sim_thread_x() and the like
 *     exit(1)                          foldcheck_sim::leave(1)
 *     __assert_fail("x", ...)          foldcheck_sim::assertion_failed("x", ...), which assert(x) has become
 *     printf("x")                      foldcheck_sim::print("x"), to stderr
 *     hipLaunchKernel((void *)k, ...)  foldcheck_sim::launch_kernel("k", k, ...), and hipLaunchCooperativeKernel's likewise
 *     asm("mov ...")                   an error, as are cub::DeviceReduce and the like: the simulator has none
 *
 * It works on tokens and knows no types. */
#include "tokens.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEMPLATES = 4096, MOST_DEPTH = 1024 };

static struct {
    struct tokens tokens;
    size_t template_name[MOST_TEMPLATES]; /* tokens: kernel templates */
    size_t templates;
    unsigned variables; /* rewritten so far, for names */
} unit;

static const struct token *token(size_t i)
{
    return &unit.tokens.token[i];
}

static bool is(size_t i, const char *word)
{
    return i < unit.tokens.count && token_is(token(i), word);
}

static _Noreturn void fail(size_t at, const char *problem)
{
    fprintf(stderr, "%s:%u: error: %s\n", token(at)->file, token(at)->line, problem);
    exit(1);
}

/* ---- finding ends ---------------------------------------------------------------------------------------- */

/* The token that closes the bracket at `open`; < and > count if `angles`. */
static size_t closing(size_t open, bool angles)
{
    int depth = 0;
    for (size_t i = open; i < unit.tokens.count; i++) {
        bool opens = is(i, "(") || is(i, "[") || is(i, "{") || (angles && is(i, "<"));
        bool closes = is(i, ")") || is(i, "]") || is(i, "}") || (angles && is(i, ">"));
        depth += opens - closes;
        if (depth == 0) return i;
    }
    fail(open, "expected the bracket to be closed");
}

/* The token that opens the bracket that is closed at `close`. */
static size_t opening(size_t close, bool angles)
{
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        bool closes = is(i, ")") || is(i, "]") || is(i, "}") || (angles && is(i, ">"));
        bool opens = is(i, "(") || is(i, "[") || is(i, "{") || (angles && is(i, "<"));
        depth += closes - opens;
        if (depth == 0) return i;
    }
    fail(close, "expected the bracket to be opened");
}

/* The first token of the statement or declaration that holds token i. */
static size_t statement_begin(size_t i)
{
    while (i > 0 && !is(i - 1, ";") && !is(i - 1, "{") && !is(i - 1, "}"))
        i--;
    return i;
}

static size_t statement_end(size_t i)
{
    while (i < unit.tokens.count && !is(i, ";")) {
        if (is(i, "(") || is(i, "[") || is(i, "{")) i = closing(i, false);
        i++;
    }
    if (i == unit.tokens.count) fail(i - 1, "expected ;");
    return i;
}

/* ---- kernels --------------------------------------------------------------------------------------------- */

/* __global__ at token i goes. */
static void take_global(size_t i)
{
    size_t begin = statement_begin(i), name = i;
    bool is_template = false;
    token_drop(&unit.tokens, i);
    for (size_t k = begin; k < i; k++)
        is_template |= is(k, "template");
    while (name + 1 < unit.tokens.count && !is(name + 1, "(")) {
        if (is(name, "__attribute__")) name = closing(name + 1, false);
        name++;
        if (is(name, "__attribute__") && is(name + 1, "(")) name = closing(name + 1, false);
    }
    if (!is_template) return;
    if (unit.templates == MOST_TEMPLATES)
        fail(i, "more kernel templates than foldcheck_rewrite has room for");
    unit.template_name[unit.templates++] = name;
}

static bool is_kernel_template(const struct token *name)
{
    for (size_t i = 0; i < unit.templates; i++) {
        const struct token *known = token(unit.template_name[i]);
        if (known->length == name->length && memcmp(known->at, name->at, name->length) == 0) return true;
    }
    return false;
}

/* The first token of the kernel's name that ends before `at`, and the name's last identifier. */
static size_t kernel_begin(size_t at, size_t *identifier)
{
    size_t i = at - 1;
    if (is(i, ")")) {
        i = *identifier = opening(i, false);
        return i;
    }
    while (is(i, "]"))
        i = opening(i, false) - 1;
    if (is(i, ">")) i = opening(i, true) - 1;
    *identifier = i;
    while (i >= 2 && is(i - 1, "::")) {
        i -= 2;
        if (is(i, ">")) i = opening(i, true) - 1;
    }
    if (i >= 1 && is(i - 1, "::")) i--;
    return i;
}

/* kernel<<<grid, block>>>( at the token <<<. */
static void take_launch(size_t at)
{
    size_t name, begin = kernel_begin(at, &name), end = at + 3; /* <<< is three */
    while (end < unit.tokens.count && !is(end, ">>>")) {
        if (is(end, "(") || is(end, "[") || is(end, "{")) end = closing(end, false);
        end++;
    }
    if (end >= unit.tokens.count) fail(at, "expected >>>");
    char *kernel = tokens_text(&unit.tokens, begin, at), *grid = tokens_text(&unit.tokens, at + 3, end);
    char *quoted = text_quoted(kernel);
    const char *form =
        is_kernel_template(token(name))
            ? "::foldcheck_sim::on(%s).start_any(%s, [=](auto... foldcheck_a) { %s(foldcheck_a...); })"
            : "::foldcheck_sim::on(%s).start(%s, %s)";
    token_replace(&unit.tokens, begin, form, grid, quoted, kernel);
    for (size_t i = begin + 1; i < end + 3; i++) /* >>> is three */
        token_drop(&unit.tokens, i);
    free(kernel);
    free(grid);
    free(quoted);
}

/* hipLaunchKernel(kernel, at its first token. */
static void take_launch_call(size_t at, const char *as)
{
    size_t from = at + 2, to;
    if (is(from, "(") && is(from + 1, "const")) token_drop(&unit.tokens, from + 1);
    size_t type = is(from, "(") && !is(from + 1, "void") ? from + 2 : from + 1;
    if (is(from, "(") && is(type, "void") && is(type + 1, "*") && is(type + 2, ")")) from = type + 3;
    for (to = from; to < unit.tokens.count && !is(to, ",") && !is(to, ")"); to++)
        if (is(to, "(") || is(to, "<")) to = closing(to, is(to, "<"));
    char *kernel = tokens_text(&unit.tokens, from, to), *quoted = text_quoted(kernel);
    for (size_t i = at + 1; i < to; i++)
        token_drop(&unit.tokens, i);
    token_replace(&unit.tokens, at, "%s(%s, %s", as, quoted, kernel);
    free(kernel);
    free(quoted);
}

/* ---- shared memory --------------------------------------------------------------------------------------- */

/* Is token i outside every function and class? */
static bool is_outside(size_t i)
{
    for (int depth = 0; i-- > 0;) {
        if (is(i, "}")) depth++;
        if (!is(i, "{")) continue;
        if (depth-- > 0) continue;
        depth = 0;
        bool space = false;
        for (size_t k = statement_begin(i); k < i; k++)
            space |= is(k, "namespace") || (is(k, "extern") && k + 2 == i);
        if (!space) return false;
    }
    return true;
}

/* The name of the declarator that begins at token i: the last identifier before [ , ; or =. Its end goes to *end. */
static size_t declarator(size_t i, size_t *end)
{
    size_t name = i;
    for (; !is(i, ",") && !is(i, ";"); i++) {
        if (is(i, "<"))
            i = closing(i, true);
        else if (is(i, "[") || is(i, "(") || is(i, "{"))
            i = closing(i, false);
        else if (token(i)->kind == TOKEN_WORD && !is(i, "__attribute__") && !is(i, "alignas"))
            name = i;
    }
    *end = i;
    return name;
}

/* The declaration's words, without those that say where it lies, and with the name at token `name` exchanged. */
static char *declaration_as(size_t from, size_t to, size_t name, const char *as)
{
    char *text = text_new();
    for (size_t i = from; i < to; i++) {
        if (is(i, "__shared__") || is(i, "extern") || is(i, "static") || is(i, "__device__")) continue;
        if (is(i, "alignas")) {
            i = closing(i + 1, false);
            continue;
        }
        char *word = tokens_text(&unit.tokens, i, i + 1);
        text = text_join(text, " %s", i == name ? as : word);
        free(word);
    }
    return text;
}

/* One variable of a declaration: tokens [from, to), and its name's. */
struct declarator {
    size_t from, to, name;
};

/* The declaration of one variable, rewritten; its specifiers are the tokens [begin, specifiers). */
static char *shared_one(size_t begin, size_t specifiers, struct declarator one, bool is_extern, bool outside)
{
    unsigned number = unit.variables++;
    char type[64], *head = declaration_as(begin, specifiers, SIZE_MAX, ""), *text = text_new();
    snprintf(type, sizeof type, "foldcheck_type_%u", number);
    char *tail = declaration_as(one.from, one.to, one.name, type);
    char *word = tokens_text(&unit.tokens, one.name, one.name + 1);
    text = text_join(text, "typedef %s %s; ", head, tail);
    if (outside)
        text = text_join(text,
                         "static const ::foldcheck_sim::outer_shared<%s> %s = {{\"%s\", %u, "
                         "::foldcheck_sim::item_bytes<%s>}}",
                         type, word, word, token(one.name)->line, type);
    else
        text = text_join(text,
                         "static const ::sim_variable foldcheck_variable_%u = {\"%s\", %u, "
                         "::foldcheck_sim::item_bytes<%s>}; "
                         "auto &%s = ::foldcheck_sim::%s<%s>(&foldcheck_variable_%u); (void)%s",
                         number, word, token(one.name)->line, type, word,
                         is_extern ? "shared_extern" : "shared", type, number, word);
    free(head);
    free(tail);
    free(word);
    return text;
}

/* The declaration that has __shared__ at token i. Returns its last token. */
static size_t take_shared(size_t i)
{
    size_t begin = statement_begin(i), end = statement_end(i), from = begin, to, name;
    bool is_extern = false, outside = is_outside(begin);
    for (size_t k = begin; k < end; k++)
        is_extern |= is(k, "extern");
    char *text = text_new();
    name = declarator(begin, &to);
    size_t specifiers = name;
    while (specifiers > begin && (is(specifiers - 1, "*") || is(specifiers - 1, "&")))
        specifiers--;
    for (from = specifiers;; from = to + 1, name = declarator(from, &to)) {
        char *one = shared_one(begin, specifiers, (struct declarator){from, to, name}, is_extern, outside);
        text = text_join(text, "%s%s", from == specifiers ? "" : "; ", one);
        free(one);
        if (is(to, ";")) break;
    }
    token_replace(&unit.tokens, begin, "%s", text);
    for (size_t k = begin + 1; k < end; k++) /* the ; stays */
        token_drop(&unit.tokens, k);
    free(text);
    return end;
}

/* ---- indices --------------------------------------------------------------------------------------------- */

static void take_index(size_t i)
{
    static const struct {
        const char *word, *axis, *whole;
    } known[] = {{"threadIdx", "sim_thread_", "::foldcheck_sim::thread_index()"},
                 {"blockIdx", "sim_block_", "::foldcheck_sim::block_index()"},
                 {"blockDim", "sim_threads_", "::foldcheck_sim::block_size()"},
                 {"gridDim", "sim_blocks_", "::foldcheck_sim::grid_size()"}};
    if (i > 0 && (is(i - 1, ".") || is(i - 1, "->"))) return;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        if (!is(i, known[k].word)) continue;
        if (is(i + 1, ".") && token(i + 2)->length == 1 && strchr("xyz", token(i + 2)->at[0])) {
            token_replace(&unit.tokens, i, "%s%c()", known[k].axis, token(i + 2)->at[0]);
            token_drop(&unit.tokens, i + 1);
            token_drop(&unit.tokens, i + 2);
        } else
            token_replace(&unit.tokens, i, "%s", known[k].whole);
    }
}

/* Calls of the C library that mean something else here. After a kernel's failure, which is what most calls of exit are
 * for, foldcheck reports that. */
static void take_call(size_t i)
{
    static const struct {
        const char *word, *as;
    } known[] = {{"exit", "leave"}, {"__assert_fail", "assertion_failed"}, {"printf", "print"}};
    const size_t count = sizeof known / sizeof known[0];
    size_t which = 0;
    while (which < count && !is(i, known[which].word))
        which++;
    if (which == count) return;
    bool is_standard = i > 1 && is(i - 1, "::") && is(i - 2, "std");
    size_t before = is_standard ? i - 2 : i;
    if (!is(i + 1, "(") || before == 0) return;
    const struct token *last = token(before - 1);
    bool called = last->kind == TOKEN_MARK && !is(before - 1, ".") && !is(before - 1, "->") &&
                  !is(before - 1, "::") && !is(before - 1, "*") && !is(before - 1, "&");
    if (!called && !is(before - 1, "else") && !is(before - 1, "do") && !is(before - 1, "return")) return;
    for (size_t k = before; k < i; k++)
        token_drop(&unit.tokens, k);
    token_replace(&unit.tokens, i, "::foldcheck_sim::%s", known[which].as);
}

/* ---- what the simulator lacks ----------------------------------------------------------------------------- */

/* Is token i the asm of a statement with instructions? Declarations of the C library have one for names, and an empty one is for
 * the compiler. */
static bool is_ptx(size_t i)
{
    if ((!is(i, "asm") && !is(i, "__asm__") && !is(i, "__asm")) || strncmp(token(i)->file, "/usr/", 5) == 0)
        return false;
    bool is_statement = i == 0 || is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}");
    for (i++; is(i, "volatile") || is(i, "__volatile__") || is(i, "__volatile"); i++)
        is_statement = true;
    if (!is_statement || !is(i, "(")) return false;
    for (i++; i < unit.tokens.count && token(i)->kind == TOKEN_STRING; i++)
        if (token(i)->length > 2) return true;
    return false;
}

static void refuse(size_t i)
{
    static const char *const libraries[] = {"cub", "hipcub", "thrust"};
    char problem[120];
    if (is_ptx(i)) fail(i, "the simulator has no PTX (asm); DEVICES nvidia has");
    for (size_t k = 0; k < sizeof libraries / sizeof libraries[0]; k++) {
        if (!is(i, libraries[k]) || !is(i + 1, "::") || token(i + 2)->kind != TOKEN_WORD) continue;
        const struct token *name = token(i + 2);
        bool is_device_wide = name->length > 6 && memcmp(name->at, "Device", 6) == 0;
        if (!is_device_wide && !is(i, "thrust")) continue;
        snprintf(problem, sizeof problem, "the simulator has no %s::%.*s; DEVICES %s has", libraries[k],
                 (int)name->length, name->at, is(i, "hipcub") ? "amd" : "nvidia");
        fail(i, problem);
    }
}

/* The calls of a launcher follow its file, whose brackets are closed by then. */
static void check_end(void)
{
    static const char *const calls = "launcher/launcher_calls.hip.h";
    size_t opened[MOST_DEPTH], depth = 0, i = 0;
    for (; i < unit.tokens.count && !strstr(token(i)->file, calls); i++) {
        if (is(i, "{") && depth < MOST_DEPTH) opened[depth++] = i;
        if (is(i, "}") && depth > 0) depth--;
    }
    if (depth > 0 && i < unit.tokens.count)
        fail(opened[0], "expected this { to be closed at the end of the file");
}

/* Indices first, since other rewritings take their words from what stands there. */
static void rewrite(void)
{
    for (size_t i = 0; i < unit.tokens.count; i++)
        if (token(i)->kind == TOKEN_WORD) take_index(i);
    for (size_t i = 0; i < unit.tokens.count; i++) {
        if (is(i, "__global__"))
            take_global(i);
        else if (is(i, "__shared__"))
            i = take_shared(i);
        else if (token(i)->kind == TOKEN_WORD)
            refuse(i), take_call(i);
        if (is(i, "hipLaunchKernel") && is(i + 1, "("))
            take_launch_call(i, "::foldcheck_sim::launch_kernel");
        else if (is(i, "hipLaunchCooperativeKernel") && is(i + 1, "("))
            take_launch_call(i, "::foldcheck_sim::launch_cooperative_kernel");
    }
    for (size_t i = unit.tokens.count; i-- > 0;) /* a launch among another one's arguments comes first */
        if (is(i, "<<<")) take_launch(i);
}

int main(int count, char **argument)
{
    if (count != 3) {
        fputs("usage: foldcheck_rewrite IN OUT\n", stderr);
        return 2;
    }
    if (!tokens_read(&unit.tokens, argument[1])) {
        fprintf(stderr, "foldcheck_rewrite: %s: %s\n", argument[1], strerror(errno));
        return 2;
    }
    check_end();
    rewrite();
    if (tokens_write(&unit.tokens, argument[2])) return 0;
    fprintf(stderr, "foldcheck_rewrite: %s: %s\n", argument[2], strerror(errno));
    return 3;
}
