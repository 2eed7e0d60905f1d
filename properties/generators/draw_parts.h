/* SPDX-License-Identifier: MIT
 * Every problem's parts beside its shape, drawn. Choice 0 is the simplest. Private to this folder. */
#ifndef FOLDCHECK_DRAW_PARTS_H
#define FOLDCHECK_DRAW_PARTS_H

#include "fixture.h"
#include "properties.h"

void set_name(char to[MAX_NAME], const char *from);
/* A case of the target's claim, without a problem. */
void begin_case(const struct target *target, struct test_case *drawn);
void draw_args(struct draw *draw, const struct op *op, int64_t args[MAX_ARGS]);
void draw_data(struct draw *draw, struct data *data, uint64_t items);
/* Instead, ones or powers for an operator that adds such items: every fourth, of more than LONG_SUM items three of four,
 * for a bound lets the more pass the more items there are; always beyond MOST_UNSTATED items where the strategy does not
 * state its depth, for then the bound grows with the items. Of floats of 16 bits, whose bounds grow faster, there are fewer.
 * One in eight of `any` becomes wild, with a seed of finite items where the strategy is for such. */
enum { LONG_SUM = 1 << 20, MOST_UNSTATED = 1 << 12 };
void draw_numbers(struct draw *draw, const struct strategy *strategy, const struct op *op, struct data *data,
                  uint64_t items);
/* An operator without a neutral input never gets `only`. */
void draw_only(struct draw *draw, struct problem *problem, uint64_t items);
/* `sides` is how many the line must write. */
void count_sides(struct layout *layout);
/* odd: skews and gaps as often as none. */
void draw_layout(struct draw *draw, const struct op *op, struct layout *layout, bool odd);
/* The results over the items, where each item has a place of its own. */
void lay_over_input(struct layout *layout);
/* Is the device no simulator, and so fast enough for long problems? */
bool is_hardware(const struct fixture *fixture);
/* The simulator runs every second problem in another order than its usual one, nearly all if `unusual`. Change points
 * are early or late with equal chance: how many scheduling points there will be is not known. */
void draw_schedule(struct draw *draw, const struct fixture *fixture, bool unusual, struct schedule *schedule);
/* Params that vary over some of the outer dimensions, which are one to three: the rows of one length are shared out
 * among them. A dimension that is added is of 1 to 4, fewer than there were before it, or 1. */
void draw_vary(struct draw *draw, struct problem *problem);
/* Some columns of the result, one at least. */
void draw_keep(struct draw *draw, struct problem *problem);
/* with:name=value. */
void set_with(struct problem *problem, const char *name, uint64_t value);

#endif
