/* SPDX-License-Identifier: MIT
 * A preprocessed file as tokens with what stands between them, in which tokens can be exchanged for text. */
#ifndef FOLDCHECK_SIM_TOKENS_H
#define FOLDCHECK_SIM_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind { TOKEN_WORD, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK };

struct token {
    enum token_kind kind;
    const char *at; /* in the file's text, or owned: what it was exchanged for */
    size_t length;
    const char *before; /* spaces, line ends and lines of #, in the file's text */
    size_t before_length;
    const char *file; /* owned */
    unsigned line;
    char *instead; /* owned; NULL: the token itself */
};

struct tokens {
    char *text; /* owned */
    size_t bytes;
    struct token *token; /* owned */
    size_t count, room;
};

bool tokens_read(struct tokens *tokens, const char *path);
/* False, with errno. */
bool tokens_write(const struct tokens *tokens, const char *path);
/* Is it this word or mark, and not exchanged? */
bool token_is(const struct token *token, const char *word);
/* Exchanges a token for text, which has no line end. */
void token_replace(struct tokens *tokens, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes a token away. */
void token_drop(struct tokens *tokens, size_t at);
/* Tokens [from, to) as they stand now, a space between them. Owned by the caller. */
char *tokens_text(const struct tokens *tokens, size_t from, size_t to);

/* Text that grows; owned by the caller. */
char *text_new(void);
char *text_join(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A string literal that says it. */
char *text_quoted(const char *text);

#endif
