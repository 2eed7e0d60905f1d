/* SPDX-License-Identifier: MIT
 * A campaign of fuzzers: processes of libFuzzer that share a corpus, which at the end is merged once, and whose crashes are
 * gathered once, one a cause. In the folder of the campaign, beside its plan:
 *
 *     corpus/                what all of them keep, and read from each other
 *     fuzzer-Ab3xYz          somebody fuzzes; its time changes while that is so
 *     found/crash-87b70218   bytes that failed, and in .cause beside them the cause, once they were replayed
 *     causes/CLAIM.STRATEGY  a minimal case of it, as replay reads it
 *     piece-0001.*           somebody merges (campaign_folder.h): the only piece
 *     merged/                the corpus without what adds nothing */
#ifndef FOLDCHECK_CAMPAIGN_FUZZ_H
#define FOLDCHECK_CAMPAIGN_FUZZ_H

#include "campaign_folder.h"

struct campaign_fuzz_request {
    const char *foldcheck; /* this program */
    char **words;          /* fuzz_cases and its options */
    int count;
    double lost; /* as with --lost */
    bool all;    /* print the causes, even if another process has */
};

/* Whether a campaign's first word is the fuzzers' program. */
bool campaign_fuzzes(const char *word);

/* Whether fuzz_cases may have these words there. False with the reason. */
bool campaign_fuzz_words(int count, char **words, struct text *why);

/* Fuzzes until the campaign's time is over, merges or waits until that is done, and prints the verdict. Returns the exit
 * status. */
int campaign_fuzz(struct campaign_folder *folder, const struct campaign_fuzz_request *request);

#endif
