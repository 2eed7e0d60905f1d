/* SPDX-License-Identifier: MIT
 * Defines strategy_of (description.hip.h) in one unit of a backend or plugin: a strategy's line of strategies.def, and
 * how it describes itself, as a struct strategy. Through a function, which is the host's alone: where a table takes the
 * address of a constexpr strategy, clang wants the strategy's functions on the device, too.
 *
 * An auto strategy may pick others that are not built here, so that foldcheck's lines are read whole; OWN_STRATEGIES is
 * 1 where built_strategies.def has others than these. */
#include "hip/description.hip.h"

#ifndef BUILT_LINES /* a backend of some strategies alone names its own */
#define BUILT_STRATEGIES "strategies.hip.h"
#define BUILT_LINES "built_strategies.def"
#endif
#include BUILT_STRATEGIES

namespace FOLDCHECK_NAMESPACE
{

/* What a line says. */
template <class S>
struct line_of;

#define STRATEGY(FAMILY, NAME, WORDS, ...)                                                                   \
    struct NAME;                                                                                             \
    template <>                                                                                              \
    struct line_of<NAME> {                                                                                   \
        static constexpr const char *name = #NAME;                                                           \
        static constexpr unsigned words = WORDS;                                                             \
    };
#include "hip/strategies.def"
#if OWN_STRATEGIES
#include BUILT_LINES
#endif
#undef STRATEGY

/* What all strategies refuse alike, and then the strategy's own rule. */
template <class S>
static enum refusal refuse_by(const struct strategy *strategy, const struct job *job,
                              const struct launch_shape *shape, struct text *why)
{
    const struct shared_need shared = {S::shared_bytes(sizes_of_job(job), *shape), S::asks_for_shared};
    enum refusal refusal = refuse_what_is_not_taken(strategy, job, shape, shared, why);
    return refusal == REFUSAL_NONE ? S::own_rule(strategy, job, shape, why) : refusal;
}

template <class S>
static constexpr struct strategy described()
{
    constexpr unsigned words = line_of<S>::words;
    static_assert(S::picks == ((words & PICKS) != 0), "PICKS in strategies.def: those of auto_strategy");
    struct strategy all = {};
    all.name = line_of<S>::name;
    all.ids = S::ids;
    all.does = S::does;
    all.what = S::what;
    all.needs = (words & NEEDS_COMMUTES ? LAW_COMMUTES : 0) | (words & NEEDS_EXACT ? LAW_EXACT : 0);
    all.needs_progress = S::needs_progress;
    all.takes = S::takes;
    all.is_default = S::is_default;
    all.most_keys = S::most_keys;
    all.longest_row = S::longest_row;
    all.blocks_communicate = S::blocks_communicate;
    all.determinism = S::determinism;
    all.refuse = refuse_by<S>;
    all.scratch_bytes = S::scratch_bytes;
    all.traffic = S::traffic;
    all.sectors = S::sectors;
    all.depth = S::depth;
    all.prepare = S::prepare;
    all.most_items = S::most_items;
    if constexpr (S::picks) all.pick = S::pick;
    return all;
}

template <class S>
const struct strategy *strategy_of(void)
{
    static constexpr struct strategy strategy = described<S>();
    return &strategy;
}

#define STRATEGY(FAMILY, NAME, ...) template const struct strategy *strategy_of<NAME>(void);
#include BUILT_LINES
#undef STRATEGY

/* strategy_of<S>, if S's file is included. */
template <class S, size_t = sizeof(S)>
static constexpr auto defined_of(int)
{
    return strategy_of<S>;
}
template <class S>
static constexpr auto defined_of(long)
{
    return nullptr;
}

/* Those that are included and not built, because others pick them: other units call theirs, too. A function, as
 * above. */
typedef const struct strategy *strategy_function(void);
#define STRATEGY(FAMILY, NAME, ...) defined_of<NAME>(0),
__attribute__((used)) static strategy_function *included_strategy(size_t line)
{
    static strategy_function *const included[] = {
#include "hip/strategies.def"
    };
    return included[line];
}
#undef STRATEGY

} // namespace FOLDCHECK_NAMESPACE
