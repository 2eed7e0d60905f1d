/* SPDX-License-Identifier: MIT
 * Lanes in the order of a path, and the search through all paths that differ: stateless model checking.
 *
 * A lane runs until it comes to an atomic or volatile access, waits for others or ends. Where all that can run stand before
 * such an access, one of them is chosen: that is a digit of the path, 0 for the lane that was chosen last, if it is among
 * them, else the next one by number. Between accesses no choice is needed: two lanes that touch one place there, one of them
 * storing, race unless something orders them, and that is reported in any order.
 *
 * The search runs the launch again and again, by dynamic partial-order reduction (Flanagan, Godefroid, POPL 2005) with source
 * sets and sleep sets (Abdulla, Aronis, Jonsson, Sagonas, POPL 2014): two accesses are exchanged if they touch one
 * place, at least one may store, and nothing else orders them. So of the orders that differ only in accesses which do
 * not meet, one runs to its end.
 *
 * A wait is collapsed to its last turn: a lane that says that it waits, or comes back to an access at which it found the same value
 * before, having stored nothing since, stands still. An order in which it would find something else later is left, since
 * another one has it find that at once. Where all wait, and for nothing that has changed, they go on for some turns, for
 * those who count them. */
#include "explore.h"

#include "alike.h"
#include "stale.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_AGENTS = 64, /* lanes of a launch that come to an access */
    MOST_LOOKS = 64,
    MOST_EVENTS = 1 << 13, /* accesses of an execution */
    MOST_TURNS = 1 << 8    /* of all who wait, without anything new */
};

/* What a lane found at a place. */
struct look {
    uintptr_t at;
    uint32_t bytes, site;
    uint64_t value;
    uint32_t by;     /* agent */
    uint32_t events; /* of all, when it looked */
    bool again;      /* it would look again, if nothing changed */
};

struct looks {
    uint32_t count;
    bool full; /* there were more */
    struct look look[MOST_LOOKS];
};

enum stand { STANDS_NOT, STANDS_BEFORE, STANDS_STILL };

struct agent {
    struct lane *lane;
    enum stand stand;
    struct access access;  /* before which it stands */
    bool waits_by_word;    /* it stands still, and before no access */
    bool woken;            /* it went on behind a wait, */
    bool woken_again;      /* as did all, though nothing has changed */
    bool looked;           /* since it last said that it waits */
    bool in_turn;          /* it said that it waits, and comes back to where it looked, */
    bool passes;           /* and past an access that finds the same */
    uint32_t site, events; /* events: its own so far */
    enum atomic kind;
    int how;
    bool sums;                  /* it adds, and nobody looks at what it finds */
    bool fence;                 /* it is no access, but a fence */
    uint64_t found;             /* by the access under way */
    struct looks looks, before; /* since it stored or went on; before it went on */
};

/* What a lane knows: of each agent the number of its last event, from 1 on. */
struct clock {
    uint16_t of[MOST_AGENTS];
};

struct done_access {
    uint8_t agent;
    bool sums;
    struct access access;
    struct clock clock;
    uint32_t value; /* which one of the place's it stored */
};

/* The choice of an event: sets of agents. */
struct node {
    uint64_t enabled, sleep, wanted, done;
    uint64_t needless; /* not among the enabled, since `instead` is alike */
    uint8_t last, instead;
    uint8_t chosen, value, values; /* of those that it may find, and how many */
};

static struct {
    bool on, searches;
    const struct launch *launch; /* whose blocks are resident */
    uint32_t launch_first;       /* the events before it */
    bool tracked;                /* it is small enough */
    bool stored;                 /* since those that stand still were asked */
    bool late;                   /* a wait finds something else than before */
    struct agent agent[MOST_AGENTS];
    uint32_t agents;
    uint8_t number[RESIDENT_LANES]; /* of a lane's agent, from 1 on; 0: it came to no access yet */
    struct clock *clock;            /* of each lane; owned */
    uint64_t standing, still;       /* agents that stand before an access, or still */
    uint32_t last;
    struct lane *first_ready, *last_ready;
    struct schedule path; /* that is followed; that was taken */
    struct schedule taken;
    uint32_t digits, turns;
    uint64_t signature;   /* of what lanes found so far */
    uint64_t *signatures; /* of all executions, where values are chosen, too; owned */
    bool long_path;
    uint32_t launches;
    uint32_t events, kept;     /* so far; of the nodes, those to follow */
    uint64_t sleep;            /* of the next node */
    uint64_t most_reorderings; /* of an execution; 0: any number */
    uint64_t past_bound;       /* choices that would be more */
    bool sums_looked_at;       /* the search found another access at a place of sums: these do not commute; */
    bool sums_before;          /* an execution before did */
    struct done_access *event; /* owned, as is node */
    struct node *node;
    struct exploration sum;
    enum exploration_end end;
} all;

static uint64_t bit(uint32_t agent)
{
    return UINT64_C(1) << agent;
}

bool explore_on(void)
{
    return all.on;
}

static uint64_t lane_number(const struct lane *lane)
{
    return lane->block->index * lane->block->lanes + lane->thread;
}

/* NULL: it came to no access yet. */
static struct agent *agent_of(const struct lane *lane)
{
    uint8_t number = all.number[lane_number(lane)];
    return number ? &all.agent[number - 1] : NULL;
}

static uint32_t number_of(const struct agent *agent)
{
    return (uint32_t)(agent - all.agent);
}

/* ---- how an execution ends early --------------------------------------------------------------------------- */

static struct lane *stop(enum exploration_end end, const char *why)
{
    all.end = end;
    text_say(&machine.device->error, "%s", why);
    return NULL;
}

static struct lane *stop_unless_small(void)
{
    const struct launch *launch = all.launch;
    struct text why;
    text_say(&why,
             "every schedule: at most %" PRIu64 " blocks here, %d threads, %d with atomics; %" PRIu64
             " blocks of %u in %s",
             machine.device->schedule.resident, RESIDENT_LANES, MOST_AGENTS, launch->blocks, launch->block,
             launch->kernel);
    return stop(EXPLORED_TOO_LARGE, why.at);
}

/* ---- what lanes know ---------------------------------------------------------------------------------------- */

static void clock_learn(struct clock *mine, const struct clock *other)
{
    for (int i = 0; i < MOST_AGENTS; i++)
        if (mine->of[i] < other->of[i]) mine->of[i] = other->of[i];
}

void explore_block(struct block *block)
{
    struct launch *launch = block->launch;
    if (block->index == 0) {
        uint64_t resident = machine.device->schedule.resident;
        all.launch = launch;
        all.launch_first = all.events;
        all.launches++;
        alike_launch(launch, all.launches);
        if (launch->blocks > all.sum.blocks) all.sum.blocks = launch->blocks;
        all.tracked = launch->blocks <= resident && launch->blocks * launch->block <= RESIDENT_LANES;
        all.standing = all.still = 0;
        all.last = all.agents = 0;
        memset(all.number, 0, sizeof all.number);
    }
    const struct block *other = sched_any();
    if (other && other->launch != launch) all.tracked = false; /* two at once */
    for (uint32_t i = 0; all.tracked && i < block->lanes; i++)
        for (int k = 0; k < MOST_AGENTS; k++)
            all.clock[block->index * block->lanes + i].of[k] = (uint16_t)all.events;
}

/* The lane comes to its first access. */
static struct agent *agent_make(struct lane *lane)
{
    struct agent *agent = agent_of(lane);
    if (agent) return agent;
    if (all.agents == MOST_AGENTS) {
        all.tracked = false;
        return NULL;
    }
    agent = &all.agent[all.agents++];
    all.number[lane_number(lane)] = (uint8_t)all.agents;
    agent->lane = lane;
    agent->stand = STANDS_NOT;
    agent->events = 0;
    agent->looks.count = agent->before.count = 0;
    agent->looks.full = agent->woken = false;
    agent->looked = agent->in_turn = agent->passes = false;
    return agent;
}

static bool same_look(const struct look *a, const struct look *b)
{
    return a->at == b->at && a->site == b->site && a->value == b->value && a->by == b->by;
}

/* The newest one stands last. */
static void looks_add(struct looks *looks, const struct look *added)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < looks->count; i++)
        if (!same_look(&looks->look[i], added)) looks->look[kept++] = looks->look[i];
    if (kept == MOST_LOOKS)
        looks->full = true;
    else
        looks->look[kept++] = *added;
    looks->count = kept;
}

static void looks_copy(struct looks *to, const struct looks *from)
{
    copy_unwatched(to, from, offsetof(struct looks, look) + from->count * sizeof from->look[0]);
}

/* What all of the lanes know and looked at. */
static void gather(const struct lane *first, uint64_t lanes, uint32_t count, struct clock *clock,
                   struct looks *looks)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_among(lanes, i)) continue;
        const struct agent *agent = agent_of(&first[i]);
        clock_learn(clock, &all.clock[lane_number(&first[i])]);
        if (!agent) continue;
        looks->full |= agent->looks.full;
        for (uint32_t k = 0; k < agent->looks.count; k++)
            looks_add(looks, &agent->looks.look[k]);
    }
}

void explore_meet(const struct lane *first, uint64_t lanes, uint32_t count)
{
    if (!all.on || !all.tracked) return;
    struct clock clock = {0};
    static struct looks looks;
    looks.count = 0;
    looks.full = false;
    gather(first, lanes, count, &clock, &looks);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_among(lanes, i)) continue;
        struct agent *agent = agent_of(&first[i]);
        copy_unwatched(&all.clock[lane_number(&first[i])], &clock, sizeof clock);
        if (agent) looks_copy(&agent->looks, &looks);
    }
}

/* ---- accesses ----------------------------------------------------------------------------------------------- */

static bool overlap(const struct access *a, const struct access *b)
{
    return a->at < b->at + b->bytes && b->at < a->at + a->bytes;
}

static bool conflict(const struct access *a, const struct access *b)
{
    return (a->stores || b->stores) && overlap(a, b);
}

/* Of up to 8 bytes; of more, what tells values apart. */
static uint64_t value_at(const struct access *access)
{
    uint64_t half[2] = {0};
    copy_unwatched(half, (const void *)access->at, access->bytes < sizeof half ? access->bytes : sizeof half);
    return access->bytes <= sizeof half[0] ? half[0] : splitmix64(half[0]) ^ half[1];
}

static bool has_changed(const struct look *look)
{
    return value_at(&(struct access){look->at, look->bytes, false}) != look->value;
}

static void look_again(struct agent *agent, bool woken)
{
    looks_copy(&agent->before, &agent->looks);
    agent->looks.count = 0;
    agent->looks.full = false;
    agent->woken = woken;
}

static void stand(struct agent *agent, enum stand how)
{
    uint64_t mine = bit(number_of(agent));
    agent->stand = how;
    all.standing &= ~mine;
    all.still &= ~mine;
    if (how == STANDS_BEFORE) all.standing |= mine;
    if (how == STANDS_STILL) all.still |= mine, all.sum.waits = true;
}

/* Whether the lane found the same here before, since it stored. */
static bool is_a_turn(const struct agent *agent, const struct look *look)
{
    for (uint32_t i = 0; i < agent->looks.count; i++)
        if (same_look(&agent->looks.look[i], look)) return !agent->looks.full;
    return false;
}

/* What the lane found last at the place and site, since it stored. */
static struct look *own_look(struct agent *agent, uintptr_t at, uint32_t site)
{
    for (uint32_t i = agent->looks.count; i-- > 0;) {
        struct look *look = &agent->looks.look[i];
        if (look->by == number_of(agent) && look->at == at && look->site == site) return look;
    }
    return NULL;
}

/* Whether none of the looks that make the lane wait, its own and those of lanes that it met, came later: what these find decides in
 * other orders whether it waits. */
static bool is_newest(const struct agent *agent, const struct look *look)
{
    for (uint32_t i = 0; i < agent->looks.count; i++)
        if (agent->looks.look[i].events > look->events) return false;
    return !agent->looks.full;
}

static bool stored_since(const struct look *look)
{
    const struct access looked = {look->at, look->bytes, false};
    for (uint32_t i = look->events; i < all.events; i++)
        if (conflict(&all.event[i].access, &looked)) return true;
    return false;
}

/* A lane that said it waits comes back to a look. If it would find the same, it goes past, as if it had not looked. */
static bool passes(struct agent *agent, const struct look *now, enum atomic kind)
{
    struct look *look = agent->in_turn ? own_look(agent, now->at, now->site) : NULL;
    agent->in_turn = look && kind == ATOMIC_LOAD;
    if (!agent->in_turn) return false;
    all.late |= look->value != now->value && is_newest(agent, look);
    if (look->value != now->value || stored_since(look)) return false;
    return look->again = agent->passes = true;
}

void explore_access(struct lane *lane, const struct access *access, enum atomic kind, int how, uint32_t site)
{
    lane->block->queued++;
    struct agent *agent = all.tracked ? agent_make(lane) : NULL;
    if (!agent) return;
    struct look look = {.at = access->at,
                        .bytes = (uint32_t)access->bytes,
                        .site = site,
                        .value = value_at(access),
                        .by = number_of(agent)};
    agent->sums = kind & ATOMIC_SUMS;
    kind = (enum atomic)(kind & ATOMIC_BOTH);
    agent->how = how;
    agent->fence = false;
    agent->access = *access;
    agent->access.stores = kind != ATOMIC_LOAD;
    agent->kind = kind;
    agent->site = site;
    agent->waits_by_word = false;
    all.sum.waits |=
        kind == ATOMIC_LOAD && own_look(agent, look.at, site); /* though it found an old value there */
    if (passes(agent, &look, kind)) {
        explore_ready(lane);
        return;
    }
    bool waits = agent->in_turn || (kind != ATOMIC_STORE && !agent->sums && is_a_turn(agent, &look));
    stand(agent, waits ? STANDS_STILL : STANDS_BEFORE);
}

/* Fences stand in one order, as accesses to a place would. */
void explore_fence(struct lane *lane)
{
    static const char place;
    const struct access access = {(uintptr_t)&place, sizeof place, true};
    explore_access(lane, &access, ATOMIC_STORE, __ATOMIC_RELAXED, 0);
    if (all.tracked) agent_of(lane)->fence = true;
}

void explore_done(struct lane *lane)
{
    if (!all.on || !all.tracked) return;
    struct agent *agent = agent_of(lane);
    struct look look = {.at = agent->access.at,
                        .bytes = (uint32_t)agent->access.bytes,
                        .site = agent->site,
                        .value = agent->found,
                        .by = number_of(agent),
                        .events = all.events};
    if (agent->passes) {
        agent->passes = false;
        return;
    }
    agent->looked = true;
    agent->in_turn = false;
    if (agent->kind == ATOMIC_STORE || agent->sums || value_at(&agent->access) != agent->found) {
        agent->looks.count = agent->before.count = 0;
        agent->looks.full = agent->woken = false;
        all.turns = 0;
        all.stored = true;
        return;
    }
    looks_add(&agent->looks, &look);
}

void explore_wait(struct lane *lane)
{
    lane->block->queued++;
    struct agent *agent = all.tracked ? agent_make(lane) : NULL;
    if (!agent) return;
    all.sum.waits = true;
    if (agent->looked) { /* one turn more, to see where it looks */
        agent->in_turn = true;
        agent->looked = false;
        explore_ready(lane);
        return;
    }
    agent->waits_by_word = true;
    stand(agent, STANDS_STILL);
}

void explore_ready(struct lane *lane)
{
    lane->next = NULL;
    if (all.first_ready)
        all.last_ready->next = lane;
    else
        all.first_ready = lane;
    all.last_ready = lane;
}

/* ---- the search --------------------------------------------------------------------------------------------- */

/* Whether the agent's access and the event are two additions, in whose order nothing differs: no other access of the launch comes
 * to their place. If one did, the search begins again without. */
static bool commute(const struct agent *agent, const struct done_access *event)
{
    const struct access *a = &agent->access, *b = &event->access;
    if (!(agent->sums || event->sums) || !overlap(a, b)) return false;
    all.sums_looked_at |= !(agent->sums && event->sums) || a->at != b->at || a->bytes != b->bytes;
    return !all.sums_looked_at;
}

/* Is event `first` known where the clock is? */
static bool knows_event(const struct clock *clock, uint32_t first)
{
    return clock->of[all.event[first].agent] > first;
}

/* The agents that can come first of the events behind `first` which do not know it, and then the newest one. */
static uint64_t initials(uint32_t first, uint32_t newest)
{
    uint64_t met = 0, initial = 0;
    static uint32_t apart[MOST_EVENTS];
    uint32_t count = 0;
    for (uint32_t i = first + 1; i <= newest; i++) {
        const struct done_access *event = &all.event[i];
        if (i != newest && knows_event(&event->clock, first)) continue;
        bool later = false;
        for (uint32_t k = 0; k < count && !later; k++)
            later = knows_event(&event->clock, apart[k]);
        if (!(met & bit(event->agent)) && !later) initial |= bit(event->agent);
        met |= bit(event->agent);
        apart[count++] = i;
    }
    return initial;
}

/* The newest event could have come before event `first`: some order has it so. */
static void want_exchanged(uint32_t first, uint32_t newest)
{
    struct node *node = &all.node[first];
    uint64_t can = initials(first, newest);
    if (can & node->needless) can |= bit(node->instead);
    can &= node->enabled;
    if (can & node->wanted) return;
    uint64_t newest_bit = bit(all.event[newest].agent);
    node->wanted |= !can ? node->enabled : can & newest_bit ? newest_bit : can & -can;
}

/* Notes the event, which found or stored value number `value` of its place, and which ones it could have come before. Where a
 * load may find old values, it stands behind the stores up to the one whose value it finds, and before the later ones: those
 * orders need not run. */
static void note_event(const struct agent *agent, uint32_t value, bool finds_any)
{
    uint32_t now = all.events;
    struct done_access *event = &all.event[now];
    static uint32_t racing[MOST_EVENTS];
    uint32_t races = 0;
    event->agent = (uint8_t)number_of(agent);
    event->access = agent->access;
    event->sums = agent->sums;
    event->value = value;
    event->clock = all.clock[lane_number(agent->lane)];
    for (uint32_t i = now; i-- > all.launch_first;) {
        const struct done_access *other = &all.event[i];
        if (commute(agent, other)) continue;
        if (other->agent == event->agent || !conflict(&other->access, &event->access)) continue;
        if (finds_any && other->value > value) continue;
        bool known = knows_event(&event->clock, i); /* or through one that races */
        clock_learn(&event->clock, &other->clock);
        if (!known && !finds_any) racing[races++] = i;
    }
    event->clock.of[event->agent] = (uint16_t)(now + 1);
    all.clock[lane_number(agent->lane)] = event->clock;
    for (uint32_t k = 0; all.searches && k < races; k++)
        want_exchanged(racing[k], now);
}

/* Agents that would do what others did before in their place, unless something that concerns them comes in between. */
static uint64_t still_asleep(uint64_t asleep, const struct agent *going)
{
    uint64_t left = 0;
    for (; asleep; asleep &= asleep - 1) {
        const struct agent *agent = &all.agent[__builtin_ctzll(asleep)];
        bool both_sum = agent->sums && going->sums && !all.sums_looked_at;
        if (both_sum || !conflict(&agent->access, &going->access)) left |= asleep & -asleep;
    }
    return left;
}

/* The agents of a set in the order of digits. */
static uint32_t nth_from_last(uint64_t set, uint32_t n)
{
    for (uint32_t i = 0;; i++) {
        uint32_t agent = (all.last + i) % MOST_AGENTS;
        if ((set & bit(agent)) && n-- == 0) return agent;
    }
}

static void put_digit(uint32_t digit)
{
    if (all.digits < PATH_DIGITS)
        path_put(&all.taken, all.digits++, digit);
    else
        all.long_path |= digit > 0;
}

static void take_digits(uint32_t choice)
{
    for (; choice >= 15; choice -= 15)
        put_digit(15);
    put_digit(choice);
}

static uint32_t place_in_order(uint64_t set, uint32_t chosen)
{
    uint32_t choice = 0;
    while (nth_from_last(set, choice) != chosen)
        choice++;
    return choice;
}

/* A choice of that many. */
static uint32_t follow_digits(uint32_t count)
{
    uint32_t choice = 0, digit;
    do
        choice += digit = path_digit(&all.path, all.digits++);
    while (digit == 15);
    return choice < count ? choice : count - 1;
}

/* Leaves lanes out whose blocks are alike. */
static void leave_out_needless(struct node *node)
{
    struct coming coming[MOST_AGENTS];
    uint32_t number[MOST_AGENTS], count = 0, instead = 0;
    for (uint64_t left = node->enabled; left; left &= left - 1) {
        const struct agent *agent = &all.agent[__builtin_ctzll(left)];
        number[count] = number_of(agent);
        enum atomic kind =
            agent->sums ? ATOMIC_STORE : agent->kind; /* the order of sums is not tried anyway */
        coming[count++] = (struct coming){agent->lane, &agent->access, kind, agent->how, agent->site};
    }
    uint64_t needless = alike_needless(coming, count, &instead);
    for (; needless; needless &= needless - 1)
        node->needless |= bit(number[__builtin_ctzll(needless)]);
    node->enabled &= ~node->needless;
    node->instead = (uint8_t)number[instead];
}

/* Of the next node; MOST_AGENTS: all that could follow ran before. */
static uint32_t search_on(uint64_t set)
{
    struct node *node = &all.node[all.events];
    if (all.events < all.kept) return node->chosen;
    *node = (struct node){.enabled = set, .sleep = all.sleep, .last = (uint8_t)all.last};
    leave_out_needless(node);
    uint64_t awake = node->enabled & ~node->sleep;
    if (!awake) return MOST_AGENTS;
    node->chosen = (uint8_t)nth_from_last(awake, 0);
    node->wanted = bit(node->chosen);
    return node->chosen;
}

/* The value that the lane found there last, since it stored: to find it again would be one more turn of a wait. */
static const uint64_t *found_before(const struct agent *agent)
{
    for (uint32_t i = agent->looks.count; i-- > 0;) {
        const struct look *look = &agent->looks.look[i];
        if (look->by == number_of(agent) && look->at == agent->access.at && look->site == agent->site)
            return &look->value;
    }
    return NULL;
}

/* Whether the agent waited at the access before which it stands: it would wait on with an old value. */
static bool waited_here(const struct agent *agent)
{
    for (uint32_t i = 0; agent->woken && i < agent->before.count; i++) {
        const struct look *look = &agent->before.look[i];
        if (look->by == number_of(agent) && look->at == agent->access.at && look->site == agent->site)
            return true;
    }
    return false;
}

/* Which of the values that the agent may find it finds. */
static uint32_t choose_value(const struct agent *agent, struct node *node)
{
    if (!stale_on() || agent->fence || waited_here(agent)) return 0;
    uint32_t count = stale_choices(agent->lane, &agent->access, agent->kind, found_before(agent));
    uint32_t choice = 0;
    if (count > UINT8_MAX) count = UINT8_MAX;
    if (all.searches) {
        node->values = (uint8_t)count;
        choice = node->value;
        if (count > 1) take_digits(choice);
    } else if (count > 1)
        choice = follow_digits(count);
    return choice;
}

/* The sum of all events, so in any order, says what each found. Where values of a place are not told apart, the place in
 * the order does. */
static void note_found(struct agent *agent, uint32_t value)
{
    bool told_apart = agent->fence || stale_covers(&agent->access);
    uint64_t found = told_apart ? value : (uint64_t)all.events << 32 | value;
    if (agent->sums && !all.sums_looked_at) found = 0;
    if (!agent->fence) /* alike blocks look at alike places */
        found += splitmix64(memory_offset(&machine.device->memory, agent->access.at));
    const struct lane *lane = agent->lane;
    uint64_t number = alike_event(lane->block) * lane->block->lanes + lane->thread;
    uint64_t which = (uint64_t)all.launches << 48 | number << 32 | ++agent->events;
    all.signature += splitmix64(splitmix64(which) + found);
}

/* The agent's event happens. Returns which value of its place it found or stored. */
static uint32_t perform(struct agent *agent, uint32_t choice)
{
    uint32_t value = 0;
    if (stale_on() && !agent->fence)
        value =
            stale_access(agent->lane, &agent->access, agent->kind, agent->how, choice, found_before(agent));
    agent->found =
        agent->access.bytes > sizeof agent->found ? value_at(&agent->access) : stale_found(&agent->access);
    note_found(agent, value);
    stand(agent, STANDS_NOT);
    return value;
}

static struct lane *choose(uint64_t set)
{
    bool choice = set & (set - 1);
    if (all.events == MOST_EVENTS)
        return stop(EXPLORED_TOO_LARGE, "more than 8192 accesses: every schedule is for fewer");
    uint32_t chosen = all.searches ? search_on(set)
                      : choice     ? nth_from_last(set, follow_digits((uint32_t)__builtin_popcountll(set)))
                                   : nth_from_last(set, 0);
    if (chosen == MOST_AGENTS) return stop(EXPLORED_BEFORE, "in another order");
    assert(set & bit(chosen));
    struct agent *agent = &all.agent[chosen];
    struct node *node = &all.node[all.events];
    if (choice && all.searches) take_digits(place_in_order(set, chosen));
    if (all.searches) all.sleep = still_asleep((node->sleep | node->done) & ~bit(chosen), agent);
    uint32_t value = choose_value(agent, node);
    bool finds_any = agent->kind == ATOMIC_LOAD && !agent->fence && stale_covers(&agent->access);
    note_event(agent, perform(agent, value), finds_any);
    all.events++;
    all.last = chosen;
    return agent->lane;
}

/* ---- where all wait ------------------------------------------------------------------------------------------ */

static bool may_go_on(const struct agent *agent)
{
    for (uint32_t i = 0; i < agent->looks.count; i++)
        if (has_changed(&agent->looks.look[i])) return true;
    return false;
}

static void wake(struct agent *agent, bool again)
{
    look_again(agent, true);
    agent->woken_again = again;
    stand(agent, agent->waits_by_word ? STANDS_NOT : STANDS_BEFORE);
    if (agent->waits_by_word) {
        agent->lane->block->queued--; /* sched_ready counts it again */
        sched_ready(agent->lane);
    }
}

static struct lane *fail_waiting(void)
{
    const struct lane *lane = all.agent[__builtin_ctzll(all.still)].lane;
    struct text why;
    text_say(&why,
             "%s: block %" PRIu64
             ", thread %u: livelock: waits, as do all that have not ended, and nothing that it "
             "looked at changed in %d turns of all",
             lane->block->launch->kernel, lane->block->index, lane->thread, MOST_TURNS);
    return stop(EXPLORED_TO_END, why.at);
}

/* Lets those go on that would find something new; if there are none, all. False: for good. */
static bool wake_some(void)
{
    uint64_t woken = 0;
    for (uint64_t left = all.still; left; left &= left - 1)
        if (may_go_on(&all.agent[__builtin_ctzll(left)])) woken |= left & -left;
    bool again = !woken;
    if (again && ++all.turns > MOST_TURNS) return false;
    if (again) woken = all.still;
    for (; woken; woken &= woken - 1)
        wake(&all.agent[__builtin_ctzll(woken)], again);
    return true;
}

/* A lane that went on finds something new: it would have found it at once in another order. Where all went on for nothing, what
 * comes then could not have come before. */
static bool is_late(const struct agent *agent)
{
    if (!agent->woken || agent->woken_again || agent->kind == ATOMIC_STORE) return false;
    uint64_t value = value_at(&agent->access);
    for (uint32_t i = 0; i < agent->before.count; i++) {
        const struct look *look = &agent->before.look[i];
        bool mine = look->by == number_of(agent) && look->site == agent->site;
        if (mine && look->at == agent->access.at && look->value != value) return true;
    }
    return false;
}

static uint64_t late_ones(void)
{
    uint64_t late = 0;
    for (uint64_t left = all.standing; left; left &= left - 1)
        if (is_late(&all.agent[__builtin_ctzll(left)])) late |= left & -left;
    return late;
}

/* A lane that stands still would find something else where it waits: what comes now comes as well where it finds that at once. */
static bool waits_in_vain(const struct agent *agent)
{
    for (uint32_t i = 0; i < agent->looks.count; i++) {
        const struct look *look = &agent->looks.look[i];
        bool mine = look->by == number_of(agent);
        bool here =
            agent->waits_by_word ? look->again : look->at == agent->access.at && look->site == agent->site;
        if (mine && here && has_changed(look) && is_newest(agent, look)) return true;
    }
    return false;
}

static bool some_wait_in_vain(void)
{
    if (!all.stored) return all.late;
    all.stored = false;
    for (uint64_t left = all.still; left && !all.late; left &= left - 1)
        all.late = waits_in_vain(&all.agent[__builtin_ctzll(left)]);
    return all.late;
}

static struct lane *take_ready(void)
{
    struct lane *lane = all.first_ready;
    all.first_ready = lane->next;
    lane->block->queued--;
    return lane;
}

struct lane *explore_take(void)
{
    for (;;) {
        if (all.first_ready) return take_ready();
        if (!all.tracked) return stop_unless_small();
        if (all.searches && (some_wait_in_vain() || (all.standing && late_ones())))
            return stop(EXPLORED_BEFORE, "a wait that ends at once elsewhere");
        if (all.standing) {
            struct lane *lane = choose(all.standing);
            if (lane) lane->block->queued--;
            return lane;
        }
        assert(all.still);
        if (!wake_some()) return fail_waiting();
    }
}

/* ---- one execution after the other ----------------------------------------------------------------------------- */

void explore_schedule(const struct schedule *schedule)
{
    enum schedule_form form = schedule ? schedule->form : SCHEDULE_NONE;
    all.on = form == SCHEDULE_PATH || form == SCHEDULE_EVERY;
    if (!all.on) return;
    all.searches = form == SCHEDULE_EVERY;
    if (!all.event) all.event = calloc(MOST_EVENTS, sizeof *all.event);
    if (!all.node) all.node = calloc(MOST_EVENTS, sizeof *all.node);
    if (!all.clock) all.clock = calloc(RESIDENT_LANES, sizeof *all.clock);
    if (!all.event || !all.node || !all.clock)
        abort(); /* a few megabytes: the host has no memory left at all */
    all.path = *schedule;
    all.taken = (struct schedule){.form = SCHEDULE_PATH, .resident = schedule->resident};
    all.events = all.digits = all.turns = all.launches = 0;
    all.first_ready = NULL;
    all.launch = NULL;
    all.long_path = false;
    all.signature = 0;
    alike_execution();
    all.sleep = 0;
    all.stored = all.late = false;
    all.end = EXPLORED_TO_END;
}

void explore_free(void)
{
    free(all.event);
    free(all.node);
    free(all.clock);
    free(all.signatures);
    all.event = NULL, all.node = NULL, all.clock = NULL, all.signatures = NULL;
    all.on = false;
}

/* Whether the choice is another one than that of the lane that ran last, and which could go on. */
static bool reorders(const struct node *node, uint32_t agent)
{
    return agent != node->last && (node->enabled & bit(node->last));
}

/* How many of the first nodes' choices do, or have a lane find an old value. */
static uint64_t reorderings(uint32_t nodes)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < nodes; i++)
        count += (uint64_t)(reorders(&all.node[i], all.node[i].chosen) + (all.node[i].value > 0));
    return count;
}

/* Whether the newest node may choose so; if not, that is counted. */
static bool is_within_bound(uint32_t agent, bool finds_old)
{
    const struct node *node = &all.node[all.kept - 1];
    if (!all.most_reorderings) return true;
    uint64_t count = reorderings(all.kept - 1) + (uint64_t)(reorders(node, agent) + finds_old);
    all.past_bound += count > all.most_reorderings;
    return count <= all.most_reorderings;
}

/* The node's choice takes its next value, or its next agent. */
static bool choose_next(struct node *node)
{
    if (node->value + 1 < node->values && is_within_bound(node->chosen, true)) {
        node->value++;
        return true;
    }
    node->value = node->values = 0;
    node->done |= bit(node->chosen);
    for (uint64_t left; (left = node->wanted & ~node->done & ~node->sleep);) {
        node->chosen = (uint8_t)__builtin_ctzll(left);
        if (is_within_bound(node->chosen, false)) return true;
        node->done |= bit(node->chosen);
    }
    return false;
}

/* The deepest choice that is not through takes its next one. False: there is none. */
static bool turn_back(void)
{
    for (all.kept = all.events; all.kept > 0; all.kept--)
        if (choose_next(&all.node[all.kept - 1])) return true;
    return false;
}

/* Whether an execution found what another one found: where values are chosen, an order of accesses may stand for none. */
static bool is_known(void)
{
    enum { ROOM = 1 << 21 };
    if (!stale_on() || all.sum.executions > ROOM / 2) return false;
    if (!all.signatures) all.signatures = calloc(ROOM, sizeof *all.signatures);
    if (!all.signatures) return false;
    uint64_t signature = alike_signature(all.signature) | 1;
    size_t at = signature >> 32 & (ROOM - 1);
    for (; all.signatures[at]; at = (at + 1) & (ROOM - 1))
        if (all.signatures[at] == signature) return true;
    all.signatures[at] = signature;
    return false;
}

/* Notes how the execution that ran last ended. */
static void note_end(void)
{
    if (all.end == EXPLORED_TO_END && is_known()) all.end = EXPLORED_AGAIN;
    if (all.end == EXPLORED_TO_END) alike_end(all.signature);
    all.sum.executions += all.end == EXPLORED_TO_END;
    all.sum.left += all.end == EXPLORED_BEFORE || all.end == EXPLORED_AGAIN;
    all.sum.end = all.end;
    all.sum.values_left_out |= stale_left_out();
}

/* Choices that are known to be left. */
static uint64_t choices_left(void)
{
    uint64_t count = all.past_bound;
    for (uint32_t i = 0; i < all.kept; i++) {
        const struct node *node = &all.node[i];
        count += (uint64_t)__builtin_popcountll(node->wanted & ~node->done & ~node->sleep);
    }
    return count;
}

static void begin_again(void)
{
    free(all.signatures);
    all.signatures = NULL;
    all.sum.executions = all.past_bound = all.kept = 0;
    all.sum.more = true;
}

/* All orders ran: counts those of alike blocks once, or begins again, where blocks are not alike. */
static void count_alike(void)
{
    uint64_t executions;
    if (!alike_proved(&executions)) {
        begin_again();
    } else if (executions) {
        all.sum.executions = executions;
        all.sum.alike = true;
    }
}

bool explore_next(struct exploration *sum, struct schedule *taken)
{
    bool looked_at = all.sums_looked_at && !all.sums_before;
    all.sums_before = all.sums_looked_at;
    note_end();
    all.sum.more = all.searches && all.end != EXPLORED_TOO_LARGE && turn_back();
    if (looked_at && all.searches && all.end != EXPLORED_TOO_LARGE) {
        begin_again();
        alike_begin();
    } else if (all.searches && !all.sum.more && all.end != EXPLORED_TOO_LARGE)
        count_alike();
    all.sum.choices = choices_left();
    all.sum.bounded = all.past_bound > 0;
    *taken = all.taken;
    if (all.long_path) taken->form = SCHEDULE_NONE;
    *sum = all.sum;
    return all.sum.more;
}

void explore_begin(uint64_t most_reorderings)
{
    all.sum = (struct exploration){0};
    free(all.signatures);
    all.signatures = NULL;
    all.kept = 0;
    all.most_reorderings = most_reorderings;
    all.past_bound = 0;
    all.sums_looked_at = all.sums_before = false;
    alike_begin();
}
