/* SPDX-License-Identifier: MIT */
#include "tokens.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must(void *memory)
{
    if (memory) return memory;
    fputs("foldcheck_rewrite: out of memory\n", stderr);
    exit(3);
}

/* ---- text ------------------------------------------------------------------------------------------------ */

char *text_new(void)
{
    return must(calloc(1, 1));
}

static char *text_add_list(char *text, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    size_t had = strlen(text);
    int more = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = must(realloc(text, had + (size_t)more + 1));
    vsnprintf(text + had, (size_t)more + 1, format, list);
    return text;
}

char *text_join(char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text = text_add_list(text, format, list);
    va_end(list);
    return text;
}

char *text_quoted(const char *text)
{
    char *quoted = must(malloc(2 * strlen(text) + 3)), *at = quoted;
    *at++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') *at++ = '\\';
        *at++ = *text;
    }
    *at++ = '"';
    *at = 0;
    return quoted;
}

/* ---- reading --------------------------------------------------------------------------------------------- */

/* Where the reader stands. */
struct place {
    const char *at, *end;
    const char *file;
    unsigned line;
};

/* A line of the preprocessor, # 12 "file" 3: what it says of the next line. */
static void read_marker(struct place *place)
{
    const char *end = memchr(place->at, '\n', (size_t)(place->end - place->at));
    if (!end) end = place->end;
    char *quote;
    unsigned long line = strtoul(place->at + 1, &quote, 10);
    const char *first = memchr(place->at, '"', (size_t)(end - place->at));
    const char *last = first ? memchr(first + 1, '"', (size_t)(end - first - 1)) : NULL;
    if (last && line) {
        place->file = must(strndup(first + 1, (size_t)(last - first - 1)));
        place->line = (unsigned)line - 1; /* its own end counts one */
    }
    place->at = end;
}

static void skip_space(struct place *place)
{
    bool begins = place->at[-1] == '\n';
    while (place->at < place->end) {
        if (*place->at == '#' && begins) {
            read_marker(place);
            continue;
        }
        if (!isspace((unsigned char)*place->at)) return;
        begins = *place->at == '\n' || (begins && *place->at != '\n');
        place->line += *place->at == '\n';
        place->at++;
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* The end of a string or character that begins at its quote. */
static const char *string_end(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n')
        at += *at == '\\' ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* R"x(...)x" from its quote. */
static const char *raw_end(const char *at, const char *end)
{
    char closing[32];
    size_t length = strcspn(at + 1, "(");
    if (length > sizeof closing - 3) return end;
    snprintf(closing, sizeof closing, ")%.*s\"", (int)length, at + 1);
    const char *found = strstr(at, closing);
    return found ? found + strlen(closing) : end;
}

static size_t mark_length(const char *at, const char *end)
{
    static const char *const long_marks[] = {"::", "->"};
    for (size_t i = 0; i < sizeof long_marks / sizeof long_marks[0]; i++) {
        size_t length = strlen(long_marks[i]);
        if ((size_t)(end - at) >= length && memcmp(at, long_marks[i], length) == 0) return length;
    }
    return 1;
}

static struct token read_token(struct place *place)
{
    struct token token = {.at = place->at, .file = place->file, .line = place->line};
    const char *at = place->at, *end = place->end;
    if (isdigit((unsigned char)*at)) {
        token.kind = TOKEN_NUMBER;
        for (; at < end && (is_word(*at) || *at == '.' || (*at == '\'' && is_word(at[1])) ||
                            ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]) && token.at[1] != 'x'));)
            at++;
    } else if (is_word(*at)) {
        token.kind = TOKEN_WORD;
        while (at < end && is_word(*at))
            at++;
        if (at < end && *at == '"' && at[-1] == 'R' && at - token.at <= 3) {
            token.kind = TOKEN_STRING;
            at = raw_end(at, end);
        }
    } else if (*at == '"' || *at == '\'') {
        token.kind = TOKEN_STRING;
        at = string_end(at, end);
    } else {
        token.kind = TOKEN_MARK;
        at += mark_length(at, end);
    }
    token.length = (size_t)(at - token.at);
    for (const char *c = token.at; c < at; c++)
        place->line += *c == '\n';
    place->at = at;
    return token;
}

static bool is_mark(const struct tokens *tokens, size_t i, const char *mark)
{
    return i < tokens->count && token_is(&tokens->token[i], mark);
}

/* Three marks of a character, maybe apart, become one; what stood between them is kept. */
static void join_three(struct tokens *tokens, size_t i, const char *mark)
{
    tokens->token[i].at = mark;
    tokens->token[i].length = 3;
    for (size_t k = i + 1; k < i + 3; k++)
        tokens->token[k].instead = text_new();
}

/* Finds <<< and the >>> that ends it, which has arguments behind it; other angles stay as they are, each alone. */
static void join_angles(struct tokens *tokens)
{
    int open = 0;
    for (size_t i = 0; i + 2 < tokens->count; i++) {
        if (is_mark(tokens, i, "<") && is_mark(tokens, i + 1, "<") && is_mark(tokens, i + 2, "<")) {
            join_three(tokens, i, "<<<");
            open++;
        } else if (open && is_mark(tokens, i, ">") && is_mark(tokens, i + 1, ">") &&
                   is_mark(tokens, i + 2, ">") && is_mark(tokens, i + 3, "(")) {
            join_three(tokens, i, ">>>");
            open--;
        }
    }
}

static bool read_whole(struct tokens *tokens, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    tokens->text = must(malloc(2));
    tokens->text[0] = '\n'; /* so that there is a character before each */
    tokens->bytes = 1;
    for (size_t room = 1 << 16, got = 1; got > 0; room *= 2) {
        tokens->text = must(realloc(tokens->text, tokens->bytes + room + 1));
        got = fread(tokens->text + tokens->bytes, 1, room, file);
        tokens->bytes += got;
    }
    tokens->text[tokens->bytes] = 0;
    bool good = !ferror(file);
    fclose(file);
    return good;
}

bool tokens_read(struct tokens *tokens, const char *path)
{
    if (!read_whole(tokens, path)) return false;
    struct place place = {tokens->text + 1, tokens->text + tokens->bytes, path, 1};
    for (;;) {
        const char *before = place.at;
        skip_space(&place);
        struct token token = {.kind = TOKEN_MARK, .at = place.at, .file = place.file, .line = place.line};
        if (place.at < place.end) token = read_token(&place);
        token.before = before;
        token.before_length = (size_t)(token.at - before);
        if (tokens->count == tokens->room) {
            tokens->room = 2 * tokens->room + 4096;
            tokens->token = must(realloc(tokens->token, tokens->room * sizeof token));
        }
        tokens->token[tokens->count++] = token;
        if (token.length == 0) break; /* the end, with what stands before it */
    }
    join_angles(tokens);
    return true;
}

/* ---- exchanging and writing ------------------------------------------------------------------------------ */

bool token_is(const struct token *token, const char *word)
{
    return !token->instead && strlen(word) == token->length && memcmp(token->at, word, token->length) == 0;
}

void token_replace(struct tokens *tokens, size_t at, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *instead = text_add_list(text_new(), format, list);
    va_end(list);
    free(tokens->token[at].instead);
    tokens->token[at].instead = instead;
}

void token_drop(struct tokens *tokens, size_t at)
{
    free(tokens->token[at].instead);
    tokens->token[at].instead = text_new();
}

char *tokens_text(const struct tokens *tokens, size_t from, size_t to)
{
    char *text = text_new();
    for (size_t i = from; i < to; i++) {
        const struct token *token = &tokens->token[i];
        bool apart = i > from && token->before_length > 0;
        if (token->instead)
            text = text_join(text, "%s%s", apart ? " " : "", token->instead);
        else
            text = text_join(text, "%s%.*s", apart ? " " : "", (int)token->length, token->at);
    }
    return text;
}

bool tokens_write(const struct tokens *tokens, const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    for (size_t i = 0; i < tokens->count; i++) {
        const struct token *token = &tokens->token[i];
        fwrite(token->before, 1, token->before_length, file);
        if (token->instead)
            fputs(token->instead, file);
        else
            fwrite(token->at, 1, token->length, file);
    }
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}
