/* SPDX-License-Identifier: MIT
 * Claims about formulas of the host, for any formulas: wrong ones show that the claims look. Private to this folder. */
#ifndef FOLDCHECK_FORMULAS_H
#define FOLDCHECK_FORMULAS_H

#include "segments.h"

#include "fixture.h"

/* Params by row: the number of a row's set, a row's params, and how many sets a problem has. */
struct vary_formulas {
    uint64_t (*set)(const struct problem *problem, const struct vary_index *vary, uint64_t row);
    void (*params)(const struct problem *problem, uint64_t row, void *params);
    uint64_t (*sets)(const struct problem *problem);
};

/* Those of segments.h. */
struct segment_formulas {
    uint64_t (*blocks)(uint64_t rows, uint64_t length, uint64_t wanted, uint64_t least);
    uint64_t (*chunk)(uint64_t length, uint64_t threads);
    uint64_t (*threads)(uint64_t length, uint64_t most, uint64_t least);
    uint64_t (*packed)(uint64_t length, uint64_t items);
    uint64_t (*ceiling)(uint64_t a, uint64_t b);
    enum segments_way (*prototype)(uint64_t rows, uint64_t length, uint64_t block, uint64_t full);
    enum segments_way (*versions)(uint64_t rows, uint64_t length, uint64_t block);
    enum segments_way (*henriksen)(uint64_t rows);
    enum segments_way (*segred)(uint64_t length, uint64_t block);
};

/* The project's own. */
extern const struct vary_formulas vary_formulas;
extern const struct segment_formulas segment_formulas;

/* The verdict of varied_params_equal_nested_loops and of launch_formulas_equal_documents on these formulas;
 * finding->items: how many values were compared. */
enum verdict judge_vary(const struct vary_formulas *formulas, struct finding *finding);
enum verdict judge_segments(const struct segment_formulas *formulas, struct finding *finding);

/* An ID of the documents. */
struct document_id {
    const char *id, *title;
};

/* The IDs, and what may own one. Each list ends with NULL. */
struct id_owners {
    const struct document_id *ids;
    const char *host_ids;          /* owned by the harness, with spaces between them */
    const char *const *strategies; /* the names of all */
    const struct backend *const *backends;
};

/* The verdict of every_document_id_is_owned; finding->items: how many IDs were looked at. `path` is that of
 * not_done.txt, which a build of all strategies must be able to read. */
enum verdict judge_owners(const struct id_owners *owners, const char *path, struct finding *finding);

#endif
