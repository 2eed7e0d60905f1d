/* SPDX-License-Identifier: MIT
 * What the pieces of a campaign found, as one verdict: a sum over the pieces in their order, so that it does not depend on
 * who ran them. */
#ifndef FOLDCHECK_CAMPAIGN_VERDICT_H
#define FOLDCHECK_CAMPAIGN_VERDICT_H

#include "campaign_folder.h"

/* The first piece that failed; plan.pieces if none did. */
uint64_t campaign_first_failed(const struct campaign_folder *folder);

struct campaign_verdict_request {
    bool first;      /* nothing behind the first piece that failed counts */
    bool all;        /* print the failures, even if another process has */
    bool joins;      /* make the record of all pieces, DIR/record.jsonl, even if it is there */
    bool may_refuse; /* that everything was refused is no failure, as with check --allow-refused */
};

/* Prints the verdict. Returns the exit status. */
int campaign_verdict(const struct campaign_folder *folder, const struct campaign_verdict_request *request);

#endif
