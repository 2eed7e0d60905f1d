/* SPDX-License-Identifier: MIT
 * Lines of operators from elsewhere, by hand: what is taken and what is refused; operators that touch too much. */

#include <stdio.h>
#include <string.h>

#include "property.h"
#include "unit.h"

/* ---- lines ---- */

enum slip {
    SLIP_NONE,
    SLIP_NULL_NAME,
    SLIP_NO_NAME,
    SLIP_CAPITAL,
    SLIP_DASH,
    SLIP_DIGIT_FIRST,
    SLIP_LONG_NAME,
    SLIP_OLD_NAME,
    SLIP_UNKNOWN_LAW,
    SLIP_NO_COMBINE,
    SLIP_NO_IDENTITY,
    SLIP_NO_VALUE,
    SLIP_NO_LIFT,
    SLIP_NO_EMIT,
    SLIP_EMIT_UNSAID,
    SLIP_NO_NEUTRAL,
    SLIP_NEUTRAL_UNSAID,
    SLIP_NO_PARAMS,
    SLIP_PARAMS_UNSAID,
    SLIP_WIDE_PARAMS,
    SLIP_WIDE_STATE,
    SLIP_OTHER_SIZE,
    SLIP_OTHER_INPUT,
    SLIP_OTHER_MAPOUT,
    SLIP_NO_COLUMNS,
    SLIP_ODD_COLUMNS,
    SLIP_EXACT_AND_WIDER,
    SLIP_TOLERANT_AND_WIDER,
    SLIP_CLOSE_AND_WIDER,
    SLIP_EXACT_AND_TOLERANT,
    SLIP_THREE_TOLERANCES,
    SLIPS
};

/* Of each the end of the words. */
static const char *const slip_words[] = {
#define NAME(GOT) "an operator's name is '" GOT "': expected a-z, then a-z, 0-9, _, 47 characters at most"
#define MISSING "operator from_elsewhere: a function that its line promises is missing"
#define LARGE " bytes, params at most 64"
#define ONE_OF_THEM "; expected one of them"
    [SLIP_NONE] = "",
    [SLIP_NULL_NAME] = NAME(""),
    [SLIP_NO_NAME] = NAME(""),
    [SLIP_CAPITAL] = NAME("from_Elsewhere"),
    [SLIP_DASH] = NAME("from-elsewhere"),
    [SLIP_DIGIT_FIRST] = NAME("1_elsewhere"),
    [SLIP_LONG_NAME] = NAME("a234567890123456789012345678901234567890"),
    [SLIP_OLD_NAME] = "there is an operator add_i8 already",
    [SLIP_UNKNOWN_LAW] = " is no set of laws; op.h has them",
    [SLIP_NO_COMBINE] = MISSING,
    [SLIP_NO_IDENTITY] = MISSING,
    [SLIP_NO_VALUE] = MISSING,
    [SLIP_NO_LIFT] = MISSING,
    [SLIP_NO_EMIT] = MISSING,
    [SLIP_EMIT_UNSAID] = MISSING,
    [SLIP_NO_NEUTRAL] = MISSING,
    [SLIP_NEUTRAL_UNSAID] = MISSING,
    [SLIP_NO_PARAMS] = MISSING,
    [SLIP_PARAMS_UNSAID] = MISSING,
    [SLIP_WIDE_PARAMS] = LARGE,
    [SLIP_WIDE_STATE] = LARGE,
    [SLIP_OTHER_SIZE] = ": state columns \"u32\" are 4 bytes as a C struct, but its struct has 5",
    [SLIP_OTHER_INPUT] = ": input columns \"u32\" are 4 bytes as a C struct, but its struct has 5",
    [SLIP_OTHER_MAPOUT] = ": map-out columns \"\" are 0 bytes as a C struct, but its struct has 1",
    [SLIP_NO_COLUMNS] = ": state columns \"\": expected element types such as u32,i64",
    [SLIP_ODD_COLUMNS] = ": input columns \"u33\": expected element types such as u32,i64",
    [SLIP_EXACT_AND_WIDER] = ": it has an oracle in a wider type, and is exact" ONE_OF_THEM,
    [SLIP_TOLERANT_AND_WIDER] = ": it has an oracle in a wider type, and a tolerance" ONE_OF_THEM,
    [SLIP_CLOSE_AND_WIDER] = ": it has an oracle in a wider type, and a tolerance" ONE_OF_THEM,
    [SLIP_EXACT_AND_TOLERANT] = ": it is exact and has a tolerance" ONE_OF_THEM,
    [SLIP_THREE_TOLERANCES] =
        ": tolerance \"abs=1,abs=1,abs=1\": expected abs=X, rel=X, ulp=N or exact, for all "
        "columns or, separated by commas, for each of the 1 of the state",
#undef NAME
#undef MISSING
#undef LARGE
#undef ONE_OF_THEM
};

/* As add_u32's and add_f32's, two columns wide. */
static struct op_line right_line(void)
{
    struct op_line line = {.op = *op_find("add_u32"), .input = "u32", .state = "u32", .mapout = ""};
    line.op.name = "from_elsewhere";
    line.input_size = line.state_size = sizeof(uint32_t);
    return line;
}

static void nothing(const void *params, const void *input, void *mapout)
{
    (void)params, (void)input, (void)mapout;
}

static void neutral(const void *params, void *input)
{
    (void)params, (void)input;
}

static void params(const int64_t *args, void *params)
{
    (void)args, (void)params;
}

static bool close_enough(const void *expected, const void *got, uint64_t depth, uint64_t items)
{
    (void)expected, (void)got, (void)depth, (void)items;
    return true;
}

static const struct op_wide wider;

/* Columns of 16 bytes, one more than a state has room for. */
static const char *wide_columns(void)
{
    enum { COLUMNS = MAX_STATE_BYTES / 16 + 1 };
    static char columns[COLUMNS * 5];
    for (int c = 0; c < COLUMNS; c++)
        memcpy(columns + (size_t)c * 5, "u128,", 5);
    columns[sizeof columns - 1] = '\0';
    return columns;
}

static void slip(enum slip slip, struct op_line *line)
{
    static const char long_name[] = "a234567890123456789012345678901234567890123456789";
    static const char *const names[] = {[SLIP_NULL_NAME] = NULL,
                                        [SLIP_NO_NAME] = "",
                                        [SLIP_CAPITAL] = "from_Elsewhere",
                                        [SLIP_DASH] = "from-elsewhere",
                                        [SLIP_DIGIT_FIRST] = "1_elsewhere",
                                        [SLIP_LONG_NAME] = long_name,
                                        [SLIP_OLD_NAME] = "add_i8"};
    struct op *op = &line->op;
    if (slip > SLIP_NONE && slip <= SLIP_OLD_NAME) op->name = names[slip];
    if (slip == SLIP_UNKNOWN_LAW) op->laws |= 1u << 31;
    if (slip == SLIP_NO_COMBINE) op->combine = NULL;
    if (slip == SLIP_NO_IDENTITY) op->identity = NULL;
    if (slip == SLIP_NO_VALUE) op->value = NULL;
    if (slip == SLIP_NO_LIFT) op->lift = NULL;
    if (slip == SLIP_NO_EMIT) op->emits = true;
    if (slip == SLIP_EMIT_UNSAID) op->emit = nothing;
    if (slip == SLIP_NO_NEUTRAL) op->has_neutral = true, op->neutral = NULL;
    if (slip == SLIP_NEUTRAL_UNSAID) op->has_neutral = false, op->neutral = neutral;
    if (slip == SLIP_PARAMS_UNSAID) op->params = params;
    if (slip == SLIP_NO_PARAMS) op->has_params = true;
    if (slip == SLIP_WIDE_PARAMS) op->params_size = MAX_PARAMS_BYTES + 1;
    if (slip == SLIP_WIDE_STATE) line->state = wide_columns(), line->state_size = MAX_STATE_BYTES + 16;
    if (slip == SLIP_OTHER_SIZE) line->state_size++;
    if (slip == SLIP_OTHER_INPUT) line->input_size++;
    if (slip == SLIP_OTHER_MAPOUT) line->mapout_size++;
    if (slip == SLIP_NO_COLUMNS) line->state = NULL;
    if (slip == SLIP_ODD_COLUMNS) line->input = "u33";
    if (slip >= SLIP_EXACT_AND_WIDER && slip <= SLIP_CLOSE_AND_WIDER) op->wide = &wider;
    if (slip == SLIP_CLOSE_AND_WIDER) op->laws &= ~(unsigned)LAW_EXACT, op->close = close_enough;
    if (slip == SLIP_TOLERANT_AND_WIDER) op->laws &= ~(unsigned)LAW_EXACT, line->tolerance = "abs=1";
    if (slip == SLIP_EXACT_AND_TOLERANT) line->tolerance = "abs=1";
    if (slip == SLIP_THREE_TOLERANCES)
        op->laws &= ~(unsigned)LAW_EXACT, line->tolerance = "abs=1,abs=1,abs=1";
}

static bool wrong_line_of_an_operator_is_refused(size_t at, struct text *why)
{
    const enum slip which = (enum slip)at;
    struct op_line line = right_line();
    struct text said = {0};
    slip(which, &line);
    bool taken = op_register(&line, 1, &said);
    if (taken) op_forget(1);
    size_t length = strlen(said.at), end = strlen(slip_words[which]);
    return (taken == (which == SLIP_NONE) && length >= end &&
            strcmp(said.at + length - end, slip_words[which]) == 0) ||
           text_say(why, "operator line %d of those by hand: expected '%s', got '%.200s'%s", (int)which,
                    slip_words[which], said.at, taken ? ", taken" : "");
}

/* By its whole name alone. */
static bool operator_is_found_by_its_whole_name(struct text *why)
{
    static const char *const others[] = {"", "add_u3", "add_u32x", "Add_u32"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (op_find(others[i])) return text_say(why, "an operator is found by the name '%s'", others[i]);
    return op_find("add_u32") || text_say(why, "add_u32 is not found");
}

/* A line with a function of its own for what is close needs no tolerance beside it. */
static bool own_comparison_tolerates(struct text *why)
{
    struct op_line line = right_line();
    line.op.laws &= ~(unsigned)LAW_EXACT;
    line.op.close = close_enough;
    if (!op_register(&line, 1, why)) return false;
    op_forget(1);
    return line.op.tolerates || text_say(why, "an operator that says what is close tolerates nothing");
}

/* Two lines of one name at once; and of three columns one tolerance is that of all, three are each column's own. */
static bool several_lines_are_added_at_once(struct text *why)
{
    static const char *const tolerances[] = {"abs=1", "abs=1,rel=0.5 abs=2,abs=3", "abs=1,abs=2"};
    struct op_line twice[] = {right_line(), right_line()};
    struct text said;
    if (op_register(twice, 2, why)) return text_say(why, "two operators of one name are taken");
    for (int t = 0; t < 3; t++) {
        struct op_line line = right_line();
        line.op.laws = 0;
        line.state = line.input = "f32,f32,f32";
        line.input_size = line.state_size = 3 * sizeof(float);
        line.tolerance = tolerances[t];
        bool taken = op_register(&line, 1, &said);
        double second = line.op.tolerance[1].absolute, third = line.op.tolerance[2].absolute;
        if (taken) op_forget(1);
        if (taken != (t < 2) || (taken && (second != 1 + t || third != 1 + 2 * t)))
            return text_say(why, "%s: the other columns have %g and %g", tolerances[t], second, third);
    }
    return true;
}

/* ---- tolerances ---- */

#define NUMBER_OF_43 "0.00000000000000000000000000000000000000001"

/* Of two columns; a column's numbers are 0 where it has none. */
static const struct {
    const char *words;
    bool taken;
    struct op_tolerance column[2];
} bounds[] = {
    {"abs=0.5", true, {{0.5, 0, 0}, {0.5, 0, 0}}},
    {"rel=0.25", true, {{0, 0.25, 0}, {0, 0.25, 0}}},
    {"ulp=4", true, {{0, 0, 4}, {0, 0, 4}}},
    {"abs=3,rel=0.125", true, {{3, 0, 0}, {0, 0.125, 0}}},
    {"ulp=7 abs=3,ulp=7 rel=5", true, {{3, 0, 7}, {0, 5, 7}}},
    {"exact", true, {{0, 0, 0}, {0, 0, 0}}},
    {"exact,ulp=35", true, {{0, 0, 0}, {0, 0, 35}}},
    {"abs=0.5 rel=0.25 ulp=7", true, {{0.5, 0.25, 7}, {0.5, 0.25, 7}}},
    {"  abs=0.5 , rel=0.25 ", true, {{0.5, 0, 0}, {0, 0.25, 0}}},
    {"abs=1e300", true, {{1e300, 0, 0}, {1e300, 0, 0}}},
    {"ulp=999999999999999", true, {{0, 0, 999999999999999}, {0, 0, 999999999999999}}},
    {"abs=" NUMBER_OF_43, true, {{1e-41, 0, 0}, {1e-41, 0, 0}}},
    {"abs=" NUMBER_OF_43 "5", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=1e301", false, {{0, 0, 0}, {0, 0, 0}}},
    {"ulp=1e15", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=x", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=1x", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=-1", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=nan", false, {{0, 0, 0}, {0, 0, 0}}},
    {"one=1", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=1 exactly", false, {{0, 0, 0}, {0, 0, 0}}},
    {"", false, {{0, 0, 0}, {0, 0, 0}}},
    {" ", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=1,", false, {{0, 0, 0}, {0, 0, 0}}},
    {",abs=1", false, {{0, 0, 0}, {0, 0, 0}}},
    {"abs=1,abs=1,abs=1", false, {{0, 0, 0}, {0, 0, 0}}},
};

static bool same_bounds(const struct op_tolerance *a, const struct op_tolerance *b)
{
    return a->absolute == b->absolute && a->relative == b->relative && a->ulps == b->ulps;
}

static bool tolerance_and_bounds_are_read(struct text *why)
{
    static const struct op_tolerance none;
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct op_line line = right_line();
        struct text said;
        line.op.laws = 0;
        line.state = line.input = "f32,f32";
        line.input_size = line.state_size = 2 * sizeof(float);
        line.tolerance = bounds[b].words;
        bool taken = op_register(&line, 1, &said);
        if (taken) op_forget(1);
        if (taken != bounds[b].taken)
            return text_say(why, "tolerance \"%s\": is %s", bounds[b].words, taken ? "taken" : "refused");
        const struct op_tolerance *got = line.op.tolerance;
        if (taken &&
            !(same_bounds(&got[0], &bounds[b].column[0]) && same_bounds(&got[1], &bounds[b].column[1]) &&
              same_bounds(&got[2], &none) && line.op.tolerates))
            return text_say(why, "tolerance \"%s\": means other bounds", bounds[b].words);
    }
    return true;
}

/* One more than any state has columns: nothing is noted behind the last. */
static bool many_bounds_are_refused(struct text *why)
{
    static char words[(MAX_COLUMNS + 1) * 6];
    struct op_line line = right_line();
    struct text said;
    for (size_t c = 0; c <= MAX_COLUMNS; c++)
        memcpy(words + c * 6, "abs=1,", 6);
    words[sizeof words - 1] = '\0';
    line.op.laws = 0;
    line.tolerance = words;
    bool taken = op_register(&line, 1, &said);
    if (taken) op_forget(1);
    return (!taken && !line.op.close) || text_say(why, "a tolerance of %d columns %s", MAX_COLUMNS + 1,
                                                  taken ? "is taken" : "is written behind the last");
}

/* ---- borders of lines, and the table ---- */

/* The longest name; the widest state; the most params; an argument. */
static bool longest_name_and_widest_state_are_taken(struct text *why)
{
    static char columns[OP_COLUMNS * 4];
    struct op_line line = right_line();
    for (int c = 0; c < OP_COLUMNS; c++)
        memcpy(columns + (size_t)c * 4, "u64,", 4);
    columns[sizeof columns - 1] = '\0';
    line.op.name = "a2345678901234567890123456789012345678901234567";
    line.state = columns;
    line.state_size = MAX_STATE_BYTES;
    line.op.params_size = MAX_PARAMS_BYTES;
    line.headed_args[1] = (struct op_arg){"k", 1, 9, 5};
    if (!op_register(&line, 1, why)) return false;
    op_forget(1);
    if (!line.op.arg[0].name || line.op.arg[0].usual != 5 || line.op.arg[1].name ||
        line.op.state.count != OP_COLUMNS)
        return text_say(why, "a line's argument or columns are lost");
    struct text said;
    line.op.name = "a23456789012345678901234567890123456789012345678";
    return (!op_register(&line, 1, &said) &&
            strstr(said.at, "expected a-z, then a-z, 0-9, _, 47 characters at most")) ||
           text_say(why, "a name of 48 characters: %.200s", said.at);
}

enum { MOST_ADDED = 64 };

static struct op_line many[MOST_ADDED + 1];

static void name_many(void)
{
    static char names[MOST_ADDED + 1][16];
    for (int i = 0; i <= MOST_ADDED; i++) {
        many[i] = right_line();
        snprintf(names[i], sizeof names[i], "elsewhere_%d", i);
        many[i].op.name = names[i];
    }
}

/* 64 are added and found, in their order, behind those of the program; the one behind the last is not, nor are 65. */
static bool table_keeps_its_order(struct text *why)
{
    size_t count = op_count();
    struct text said = {0};
    name_many();
    if (op_register(many, MOST_ADDED + 1, &said) || strcmp(said.at, "more than 64 operators are added") != 0)
        return text_say(why, "65 operators: %.200s", said.at);
    if (!op_register(many, MOST_ADDED, why)) return false;
    bool full = !op_register(many + MOST_ADDED, 1, &said);
    bool found = op_count() == count + MOST_ADDED && op_find("elsewhere_0") == &many[0].op &&
                 op_find("elsewhere_63") == &many[63].op && op_at(count) == &many[0].op &&
                 !op_find("elsewhere_64");
    for (size_t i = 0; i < count + MOST_ADDED; i++)
        found = found && op_is_own(op_at(i)) == (i < count);
    op_forget(MOST_ADDED - 1);
    bool one_left = op_count() == count + 1 && op_find("elsewhere_0") && !op_find("elsewhere_1");
    bool refused = !op_register(many, 1, &said); /* the name is there already */
    op_forget(1);
    return (full && found && one_left && refused && op_count() == count) ||
           text_say(why, "operators that are added: %s", full ? "lost, or kept" : "65 are");
}

/* The first `added` lines of `many`, and no others, behind the program's. */
static bool first_are_there(size_t count, size_t added)
{
    bool good = op_count() == count + added;
    for (size_t i = 0; good && i < added; i++)
        good = op_at(count + i) == &many[i].op;
    return good;
}

/* Two, three behind them, and none of two of which one has the name of an older one; then the last are forgotten. */
static bool added_operators_are_forgotten_from_the_end(struct text *why)
{
    size_t count = op_count();
    struct text said;
    name_many();
    bool taken = op_register(many, 2, why) && op_register(many + 2, 3, why);
    if (!taken || !first_are_there(count, 5))
        return text_say(why, "operators of a second part are not behind the first's");
    many[6].op.name = many[1].op.name;
    if (op_register(many + 5, 2, &said) || !first_are_there(count, 5))
        return text_say(why, "operators of a part that is refused are added");
    op_forget(3);
    if (!first_are_there(count, 2) || !op_register(many + 2, 1, why) || !first_are_there(count, 3))
        return text_say(why, "operators that stay are lost when the last ones are forgotten");
    op_forget(3);
    return true;
}

/* ---- variants: op.h has the bits ---- */

static const struct {
    const char *op;
    unsigned reduces, scans;
} variants[] = {
    {"add_u32", 0, 0 + 16},
    {"add_i8", 0, 0 + 16},
    {"affine_u32", 1, 1},
    {"min_i64", 1, 1},
    {"argmin_f32_i64", 2, 2},
    {"mss_i32", 0 + 4, 2 + 4},
    {"span_emit", 0 + 4 + 8, 2 + 4 + 8},
    {"mixed6", 3, 3},
};

/* By the columns of input and state. */
static const struct {
    const char *input, *state;
    unsigned reduces, scans;
} sizes[] = {
    {"u32", "u32", 0, 0 + 16},        {"u32,u8", "u32", 1, 1 + 16},  {"u64", "u32", 1, 1 + 16},
    {"u64,u8", "u32", 2, 2 + 16},     {"u8", "u32,u8", 0, 1},        {"u64,u64", "u8", 2, 2 + 16},
    {"u64,u64,u8", "u8", 3, 3 + 16},  {"u8", "u64,u64,u8", 0, 3},    {"u32|u32", "u32|u32", 1, 1 + 32},
    {"u32", "u64|u64", 0, 2 + 64},    {"u32", "u32|u64", 0, 2 + 96}, {"u32", "u16|u16", 0, 0 + 16 + 32},
    {"u32", "u32,u16|u32", 0, 2 + 96}};

static bool variant_of_code_is_computed(struct text *why)
{
    for (size_t v = 0; v < sizeof variants / sizeof variants[0]; v++) {
        const struct op *op = op_find(variants[v].op);
        unsigned reduces = op_variant(op, false), scans = op_variant(op, true);
        if (reduces != variants[v].reduces || scans != variants[v].scans)
            return text_say(why, "%s: expected variants %u and %u, got %u and %u", variants[v].op,
                            variants[v].reduces, variants[v].scans, reduces, scans);
    }
    for (size_t z = 0; z < sizeof sizes / sizeof sizes[0]; z++) {
        struct op op = {.name = "sized"};
        if (!tuple_parse(sizes[z].input, &op.input) || !tuple_parse(sizes[z].state, &op.state)) return false;
        unsigned reduces = op_variant(&op, false), scans = op_variant(&op, true);
        if (reduces != sizes[z].reduces || scans != sizes[z].scans)
            return text_say(why, "%s to %s: expected variants %u and %u, got %u and %u", sizes[z].input,
                            sizes[z].state, sizes[z].reduces, sizes[z].scans, reduces, scans);
    }
    return true;
}

/* ---- what an operator touches ---- */

static uint32_t remembered = 1;

static void sum(const void *params, const void *left, const void *right, void *result)
{
    (void)params;
    put_u32(u32_at(left) + u32_at(right), result);
}

static void sum_that_counts(const void *params, const void *left, const void *right, void *result)
{
    sum(params, left, right, result);
    remembered++;
}

static void sum_of_variable(const void *params, const void *left, const void *right, void *result)
{
    sum(params, left, right, result);
    put_u32(u32_at(result) + remembered, result);
}

static void sum_past_end(const void *params, const void *left, const void *right, void *result)
{
    volatile const unsigned char *past = (const unsigned char *)left + sizeof(uint32_t);
    (void)*past;
    sum(params, left, right, result);
}

static void sum_before_begin(const void *params, const void *left, const void *right, void *result)
{
    volatile const unsigned char *before = (const unsigned char *)right - 1;
    (void)*before;
    sum(params, left, right, result);
}

static const struct {
    const char *says;
    void (*combine)(const void *params, const void *left, const void *right, void *result);
    enum verdict verdict;
} touching[] = {
    {"its arguments", sum, VERDICT_PASS},
    {"a variable, which it changes", sum_that_counts, VERDICT_FAIL},
    {"a variable, which it adds", sum_of_variable, VERDICT_FAIL},
    {"the byte behind its left operand", sum_past_end, VERDICT_FAIL},
    {"the byte before its right operand", sum_before_begin, VERDICT_FAIL},
};

static bool write_outside_the_arguments_fails(size_t at, struct finding *finding)
{
    struct test_case made;
    struct finding got = {0};
    struct op op = *op_find("add_u32");
    op.combine = touching[at].combine;
    if (!case_parse("touches_only_its_arguments.add_u32@host law/add_u32/[3]/soa/lit:1,2,3", &made,
                    &finding->first_at))
        return false;
    made.problem.op = &op;
    enum verdict verdict = touches_only_its_arguments_property.check(NULL, &made, &got);
    return verdict == touching[at].verdict ||
           text_say(&finding->first_at, "combine touches %s: expected %s, got %s %.200s", touching[at].says,
                    verdict_name(touching[at].verdict), verdict_name(verdict), got.first_at.at);
}

static const struct unit_test tests[] = {NUMBERED(wrong_line_of_an_operator_is_refused, SLIPS),
                                         TEST(operator_is_found_by_its_whole_name),
                                         TEST(own_comparison_tolerates),
                                         TEST(several_lines_are_added_at_once),
                                         TEST(tolerance_and_bounds_are_read),
                                         TEST(many_bounds_are_refused),
                                         TEST(longest_name_and_widest_state_are_taken),
                                         TEST(table_keeps_its_order),
                                         TEST(added_operators_are_forgotten_from_the_end),
                                         TEST(variant_of_code_is_computed),
                                         ROWS(write_outside_the_arguments_fails, touching)};
UNIT(operators, tests);
