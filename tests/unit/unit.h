/* SPDX-License-Identifier: MIT
 * Parts of properties whose values are typed by hand, in files of their own. Private to this folder. */
#ifndef FOLDCHECK_BY_HAND_H
#define FOLDCHECK_BY_HAND_H

#include "runner.h"

struct lab;

/* False with the reason in finding->first_at. */
bool oracles_are_right(struct finding *finding);
bool sums_are_right(struct finding *finding);
bool places_are_right(struct finding *finding);

/* Of every_flaw_is_noticed. */
bool claims_are_right(struct finding *finding);
bool rows_are_asked_about(struct finding *finding);
bool keyed_claims_are_right(struct lab *lab, struct finding *finding);

/* Of every_launch_is_compared. */
bool memory_is_right(struct lab *lab, struct finding *finding);

/* Of broken_laws_are_noticed: sums and products, column by column. */
bool columns_are_judged(struct finding *finding);
bool touches_are_noticed(struct finding *finding);
bool operands_are_right(struct finding *finding);

/* Of sessions_equal_values_by_hand. */
bool labs_are_right(struct finding *finding);
bool loads_are_right(struct lab *lab, struct finding *finding);
bool images_are_right(struct lab *lab, struct finding *finding);
bool plans_are_right(struct lab *lab, struct finding *finding);

/* Bytes that the heap has given out; 0 where the C library does not say. */
size_t heap_in_use(void);

/* How many bytes of the heap four runs of a step keep. The heap keeps a few freed pieces of each size, which count as given
 * out and which a leak may take first: so nine runs go before, and four more follow, up to sixteen times, until they keep
 * none. */
size_t bytes_kept(void (*run)(void *context), void *context);

/* Whether memory of the heap has that many bytes; true where the C library does not say. */
bool heap_has_room(void *memory, uint64_t bytes);

/* A number of 4 bytes, wherever it lies. */
uint32_t u32_at(const void *at);
void put_u32(uint32_t number, void *at);

/* Leaves bytes that are neither zeros nor stale where the frames of the next calls will be, so that what a function
 * forgets to set there is not right by luck. */
void spoil_stack(void);

/* What the check says in a process of its own, which has one thread; false if that process crashes. */
bool in_own_process(bool (*check)(void *context, struct finding *finding), void *context,
                    struct finding *finding);

/* Takes all memory that the host would give, in pieces of this size or larger, so that it gives no such piece, and gives
 * it back. For a process of its own: threads of a driver would lack memory, too, or take what was left for the check. Not
 * where a sanitizer needs memory of its own. */
void take_memory(size_t least);
void give_memory(void);
extern const bool memory_can_be_taken;

/* Of every_sweep_is_compared, on a device on paper. */
bool sweeps_are_right(struct lab *lab, struct finding *finding);
bool sweep_calls_are_right(struct lab *lab, struct finding *finding);

/* Judges `at` from 0 to count - 1, each with results of a run that has not begun: zeros, of which a small run touches few,
 * though they are large. Ends at the first that is wrong. */
enum verdict in_fresh_results(bool (*judge)(size_t at, struct results *results, struct finding *finding),
                              size_t count, struct finding *finding);

/* Of runs_are_judged: the notes of a run, and its results. The reason in finding->first_at. */
enum verdict runs_are_noted(struct finding *finding);
enum verdict results_are_right(struct finding *finding);

/* Likewise: processes that go on, or ask for a fresh one. */
enum verdict processes_go_on(struct finding *finding);

/* Of simplest_cases_are_found: what is asked, one candidate after the other, and what one step may reach. */
bool steps_are_right(struct finding *finding);

/* Of wrong_lines_are_refused. */
bool complaints_are_right(struct finding *finding);
bool device_names_are_right(struct finding *finding);

/* Of lines_keep_their_meaning. */
bool drawn_lines_lose_nothing(struct finding *finding);
bool params_are_right(struct finding *finding);

/* Of operators_are_checked. */
bool arguments_are_right(struct text *why);

#endif
