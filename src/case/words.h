/* SPDX-License-Identifier: MIT
 * The fixed words of a case's line, in the order of their enums: shared by its parser and its printer. */
#ifndef FOLDCHECK_WORDS_H
#define FOLDCHECK_WORDS_H

/* Each list ends with NULL. */
extern const char *const what_words[];
extern const char *const dist_words[];     /* of lengths */
extern const char *const key_dist_words[]; /* of keys: the same, and more */
extern const char *const side_words[];
extern const char *const data_words[];
extern const char *const device_words[];   /* DEVICE_NONE is "" */
extern const char *const schedule_words[]; /* SCHEDULE_NONE is "" */
extern const char *const model_words[];

#endif
