/* SPDX-License-Identifier: MIT */
#include "reproducer.h"

#include <inttypes.h>
#include <string.h>

/* ---- std ---- */

/* "std::execution::par, " */
static const char *policy_of(const struct test_case *line)
{
    static const char *const words[] = {"",
                                        "",
                                        "std::execution::seq, ",
                                        "std::execution::unseq, ",
                                        "std::execution::par, ",
                                        "std::execution::par_unseq, "};
    int64_t policy = tuning_get(&line->tuning, "policy", 4);
    return policy >= 1 && policy <= 5 ? words[policy] : words[4];
}

static void write_std_reduce(FILE *out, const struct test_case *line)
{
    fprintf(out, "*results = std::reduce(%sitems, items + count, start(), combine);", policy_of(line));
}

static void write_std_transform_reduce(FILE *out, const struct test_case *line)
{
    fprintf(out, "*results = std::transform_reduce(%sitems, items + count, start(), combine, lift);",
            policy_of(line));
}

static void write_scan(FILE *out, const struct test_case *line, const char *prefix, const char *lift)
{
    const char *policy = policy_of(line);
    if (line->problem.what == WHAT_EXSCAN)
        fprintf(out, "std::%sexclusive_scan(%sitems, items + count, results, start(), combine%s);", prefix,
                policy, lift);
    else
        fprintf(out, "std::%sinclusive_scan(%sitems, items + count, results, combine%s%s);", prefix, policy,
                lift, line->problem.has_init ? ", start()" : "");
}

static void write_std_scan(FILE *out, const struct test_case *line)
{
    write_scan(out, line, "", "");
}

static void write_std_transform_scan(FILE *out, const struct test_case *line)
{
    write_scan(out, line, "transform_", ", lift");
}

/* ---- oneTBB ---- */

static const char *partitioner_of(const struct test_case *line)
{
    static const char *const words[] = {"auto", "auto", "simple", "static", "affinity"};
    int64_t number = tuning_get(&line->tuning, "partitioner", 1);
    return words[number >= 1 && number <= 4 ? number : 1];
}

static void write_fold(FILE *out, const struct test_case *line, const char *prefix)
{
    fprintf(out,
            "tbb::%s_partitioner partitioner;\n"
            "    *results = tbb::%sreduce(\n"
            "        tbb::blocked_range<size_t>(0, count, %" PRId64 "), identity(),\n"
            "        [&](const tbb::blocked_range<size_t> &range, state sum) {\n"
            "            for (size_t i = range.begin(); i < range.end(); i++)\n"
            "                sum = combine(sum, items[i]);\n"
            "            return sum;\n"
            "        },\n"
            "        combine, partitioner);",
            partitioner_of(line), prefix, tuning_get(&line->tuning, "grain", 1));
}

static void write_tbb_reduce(FILE *out, const struct test_case *line)
{
    write_fold(out, line, "parallel_");
}

static void write_tbb_deterministic_reduce(FILE *out, const struct test_case *line)
{
    write_fold(out, line, "parallel_deterministic_");
}

static void write_tbb_scan(FILE *out, const struct test_case *line)
{
    bool exclusive = line->problem.what == WHAT_EXSCAN;
    const char *store = "if (is_final) results[i] = sum;", *add = "sum = combine(sum, items[i]);";
    fprintf(out,
            "tbb::parallel_scan(\n"
            "        tbb::blocked_range<size_t>(0, count, %" PRId64 "), identity(),\n"
            "        [&](const tbb::blocked_range<size_t> &range, state sum, bool is_final) {\n"
            "            for (size_t i = range.begin(); i < range.end(); i++) {\n"
            "                %s\n                %s\n            }\n            return sum;\n        },\n"
            "        combine, tbb::%s_partitioner());",
            tuning_get(&line->tuning, "grain", 1), exclusive ? store : add, exclusive ? add : store,
            partitioner_of(line));
}

/* ---- OpenMP ---- */

static void write_declaration(FILE *out, const char *begin)
{
    fprintf(out, "state sum = %s;\n", begin);
    fputs("#pragma omp declare reduction(fold : state : omp_out = combine(omp_out, omp_in)) "
          "initializer(omp_priv = identity())\n",
          out);
}

static void write_threads(FILE *out, const struct test_case *line)
{
    int64_t threads = tuning_get(&line->tuning, "threads", 0);
    if (threads) fprintf(out, " num_threads(%" PRId64 ")", threads);
}

static void write_omp_reduce(FILE *out, const struct test_case *line)
{
    static const char *const words[] = {"static", "static", "dynamic", "guided"};
    int64_t policy = tuning_get(&line->tuning, "policy", 1), grain = tuning_get(&line->tuning, "grain", 0);
    write_declaration(out, "identity()");
    fputs("#pragma omp parallel for", out);
    write_threads(out, line);
    fprintf(out, " schedule(%s", words[policy >= 1 && policy <= 3 ? policy : 1]);
    if (grain) fprintf(out, ", %" PRId64, grain);
    fputs(") reduction(fold : sum)\n    for (size_t i = 0; i < count; i++)\n        sum = combine(sum, "
          "items[i]);\n    *results = sum;",
          out);
}

static void write_omp_scan(FILE *out, const struct test_case *line)
{
    bool exclusive = line->problem.what == WHAT_EXSCAN, simd = strstr(line->subject, "omp_simd_scan");
    write_declaration(out, "start()");
    fputs(simd ? "#pragma omp simd" : "#pragma omp parallel for", out);
    if (!simd) write_threads(out, line);
    fputs(" reduction(inscan, fold : sum)\n    for (size_t i = 0; i < count; i++) {\n", out);
    fputs(exclusive ? "        results[i] = sum;\n#pragma omp scan exclusive(sum)\n        sum = "
                      "combine(sum, items[i]);\n    }"
                    : "        sum = combine(sum, items[i]);\n#pragma omp scan inclusive(sum)\n        "
                      "results[i] = sum;\n    }",
          out);
}

static void write_omp_simd_reduce(FILE *out, const struct test_case *line)
{
    (void)line;
    write_declaration(out, "identity()");
    fputs("#pragma omp simd reduction(fold : sum)\n    for (size_t i = 0; i < count; i++)\n        sum = "
          "combine(sum, items[i]);\n    *results = sum;",
          out);
}

/* ---- Thrust ---- */

static const char *backend_of(const struct test_case *line)
{
    static const char *const words[] = {"omp", "cpp", "omp", "tbb"};
    int64_t policy = tuning_get(&line->tuning, "policy", 2);
    return words[policy >= 1 && policy <= 3 ? policy : 0];
}

static void write_thrust_reduce(FILE *out, const struct test_case *line)
{
    fprintf(out, "*results = thrust::reduce(thrust::%s::par, items, items + count, start(), combine);",
            backend_of(line));
}

static void write_thrust_transform_reduce(FILE *out, const struct test_case *line)
{
    fprintf(
        out,
        "*results = thrust::transform_reduce(thrust::%s::par, items, items + count, lift, start(), combine);",
        backend_of(line));
}

static void write_thrust(FILE *out, const struct test_case *line, const char *prefix, const char *lift)
{
    bool exclusive = line->problem.what == WHAT_EXSCAN;
    fprintf(out, "thrust::%s%sclusive_scan(thrust::%s::par, items, items + count, results%s%s, combine);",
            prefix, exclusive ? "ex" : "in", backend_of(line), lift,
            exclusive || line->problem.has_init ? ", start()" : "");
}

static void write_thrust_scan(FILE *out, const struct test_case *line)
{
    write_thrust(out, line, "", "");
}

static void write_thrust_transform_scan(FILE *out, const struct test_case *line)
{
    write_thrust(out, line, "transform_", ", lift");
}

/* ---- all of them ---- */

#define BUILD_STD "c++ -std=c++17 -O2 FILE -ltbb && ./a.out"
#define INCLUDES_STD                                                                                         \
    "#include <algorithm>\n#include <execution>\n#include <numeric>\n#include <vector>\n#include "           \
    "<tbb/global_control.h>\n#include <tbb/task_arena.h>\n"
#define BUILD_TBB "c++ -std=c++17 -O2 FILE -ltbb && ./a.out"
#define INCLUDES_TBB                                                                                         \
    "#include <tbb/global_control.h>\n#include <tbb/parallel_reduce.h>\n#include "                           \
    "<tbb/parallel_scan.h>\n#include <tbb/task_arena.h>\n#include <vector>\n"
#define BUILD_OMP "c++ -std=c++17 -O2 -fopenmp FILE && ./a.out"
#define BUILD_CLANG_OMP "clang++ -std=c++17 -O2 -fopenmp FILE && ./a.out"
#define INCLUDES_OMP "#include <vector>\n"

#define BUILD_THRUST                                                                                         \
    "c++ -std=c++17 -O2 -fopenmp -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP "                           \
    "-I/usr/local/cuda/include/cccl FILE -ltbb && ./a.out"
#define INCLUDES_THRUST                                                                                      \
    "#include <tbb/global_control.h>\n#include <tbb/task_arena.h>\n#include <thrust/reduce.h>\n#include "    \
    "<thrust/scan.h>\n#include <thrust/system/cpp/execution_policy.h>\n#include "                            \
    "<thrust/system/omp/execution_policy.h>\n#include <thrust/system/tbb/execution_policy.h>\n#include "     \
    "<thrust/transform_reduce.h>\n#include <thrust/transform_scan.h>\n#include <vector>\n"

static const struct reproducer_form forms[] = {
    {"std_reduce", "std::reduce, C++17 [reduce] 29.8.3: the sum in any order", BUILD_STD, INCLUDES_STD, false,
     false, true, write_std_reduce},
    {"std_transform_reduce", "std::transform_reduce, C++17 [transform.reduce] 29.8.5: the sum in any order",
     BUILD_STD, INCLUDES_STD, true, false, true, write_std_transform_reduce},
    {"std_scan",
     "std::inclusive_scan and exclusive_scan, C++17 [inclusive.scan] 29.8.8 and [exclusive.scan] 29.8.7: the "
     "sums of the items up to\n * each, in their order",
     BUILD_STD, INCLUDES_STD, false, false, true, write_std_scan},
    {"std_scan_in_place",
     "std::inclusive_scan and exclusive_scan, C++17 [inclusive.scan] 29.8.8 and [exclusive.scan] 29.8.7: "
     "\"result may be equal to\n * first\"",
     BUILD_STD, INCLUDES_STD, false, true, true, write_std_scan},
    {"std_transform_scan",
     "std::transform_inclusive_scan and transform_exclusive_scan, C++17 [transform.inclusive.scan] 29.8.10 "
     "and\n * [transform.exclusive.scan] 29.8.9: the sums of the items up to each, in their order",
     BUILD_STD, INCLUDES_STD, true, false, true, write_std_transform_scan},
    {"tbb_reduce", "tbb::parallel_reduce: the fold of the items in their order", BUILD_TBB, INCLUDES_TBB,
     false, false, false, write_tbb_reduce},
    {"tbb_deterministic_reduce", "tbb::parallel_deterministic_reduce: the fold of the items in their order",
     BUILD_TBB, INCLUDES_TBB, false, false, false, write_tbb_deterministic_reduce},
    {"tbb_scan", "tbb::parallel_scan: the folds of the items up to each, in their order", BUILD_TBB,
     INCLUDES_TBB, false, false, false, write_tbb_scan},
    {"omp_reduce", "OpenMP 5.0, 2.19.5.4, a declared reduction: the fold in any order", BUILD_OMP,
     INCLUDES_OMP, false, false, false, write_omp_reduce},
    {"omp_scan", "OpenMP 5.0, 2.9.6, scan directive: the folds of the iterations up to each, in their order",
     BUILD_OMP, INCLUDES_OMP, false, false, true, write_omp_scan},
    {"omp_scan_empty", "OpenMP 5.0, 2.9.6, scan directive: a loop may have no iterations", BUILD_OMP,
     INCLUDES_OMP, false, false, true, write_omp_scan},
    {"omp_simd_reduce", "OpenMP 5.0, 2.19.5.4, a declared reduction of a simd loop: the fold in any order",
     BUILD_OMP, INCLUDES_OMP, false, false, false, write_omp_simd_reduce},
    {"omp_simd_scan",
     "OpenMP 5.0, 2.9.6, scan directive in a simd loop: the folds of the iterations up to each, in their "
     "order",
     BUILD_OMP, INCLUDES_OMP, false, false, true, write_omp_scan},
    {"clang_omp_reduce", "OpenMP 5.0, 2.19.5.4, a declared reduction: the fold in any order", BUILD_CLANG_OMP,
     INCLUDES_OMP, false, false, false, write_omp_reduce},
    {"clang_omp_scan",
     "OpenMP 5.0, 2.9.6, scan directive: the folds of the iterations up to each, in their order",
     BUILD_CLANG_OMP, INCLUDES_OMP, false, false, false, write_omp_scan},
    {"clang_omp_scan_begun",
     "OpenMP 5.0, 2.9.6, scan directive: the folds of the variable's value before the loop and the\n * "
     "iterations up to each",
     BUILD_CLANG_OMP, INCLUDES_OMP, false, false, true, write_omp_scan},
    {"clang_omp_scan_short",
     "OpenMP 5.0, 2.9.6, scan directive: a loop may have one iteration, and no iterations", BUILD_CLANG_OMP,
     INCLUDES_OMP, false, false, false, write_omp_scan},
    {"clang_omp_simd_reduce",
     "OpenMP 5.0, 2.19.5.4, a declared reduction of a simd loop: the fold in any order", BUILD_CLANG_OMP,
     INCLUDES_OMP, false, false, false, write_omp_simd_reduce},
    {"clang_omp_simd_scan",
     "OpenMP 5.0, 2.9.6, scan directive in a simd loop: the folds of the iterations up to each, in their "
     "order",
     BUILD_CLANG_OMP, INCLUDES_OMP, false, false, true, write_omp_scan},
    {"thrust_reduce", "thrust::reduce on the host: the sum in any order", BUILD_THRUST, INCLUDES_THRUST,
     false, false, true, write_thrust_reduce},
    {"thrust_transform_reduce", "thrust::transform_reduce on the host: the sum in any order", BUILD_THRUST,
     INCLUDES_THRUST, true, false, true, write_thrust_transform_reduce},
    {"thrust_scan",
     "thrust::inclusive_scan and exclusive_scan on the host: the sums of the items up to each, in their "
     "order",
     BUILD_THRUST, INCLUDES_THRUST, false, false, true, write_thrust_scan},
    {"thrust_scan_in_place",
     "thrust::inclusive_scan and exclusive_scan on the host: \"first may equal result\"", BUILD_THRUST,
     INCLUDES_THRUST, false, true, true, write_thrust_scan},
    {"thrust_transform_scan",
     "thrust::transform_inclusive_scan and transform_exclusive_scan on the host: the sums of the items up to "
     "each, in\n * their order",
     BUILD_THRUST, INCLUDES_THRUST, true, false, true, write_thrust_transform_scan},
};

const struct reproducer_form *reproducer_form_of(const char *subject)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].subject, subject) == 0) return &forms[i];
    return NULL;
}

static void write_head(FILE *out, const struct test_case *line, const struct reproducer_form *form)
{
    char printed[MAX_LINE];
    case_print(line, printed, sizeof printed);
    fprintf(out,
            "/* SPDX-License-Identifier: MIT\n * %s.\n *\n *     %s\n *\n * Exit status 1, or a signal: the "
            "library breaks that here. Written "
            "by\n *     foldcheck reproducer '%s' */\n",
            form->promise, form->build, printed);
    fprintf(out, "%s#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n\n", form->includes);
}

/* The call of the library. */
static void write_call(FILE *out, const struct test_case *line, const struct reproducer_form *form)
{
    fprintf(out,
            "/* ---- the library ---- */\nstatic void call(const %s *items, state *results, size_t "
            "count)\n{\n    ",
            form->lifts ? "input" : "state");
    if (form->in_place)
        fputs("memcpy(results, items, count * sizeof *results);\n    items = results;\n    ", out);
    if (strcmp(line->subject, "omp_scan") == 0) fputs("if (count == 0) return;\n    ", out);
    if (strcmp(line->subject, "clang_omp_scan") == 0 || strcmp(line->subject, "clang_omp_scan_begun") == 0)
        fprintf(out, "if (count < 2) {\n        if (count) results[0] = %s;\n        return;\n    }\n    ",
                line->problem.what == WHAT_EXSCAN ? "start()" : "combine(start(), items[0])");
    form->write_call(out, line);
    fputs("\n}\n\n", out);
}

static void write_run(FILE *out, const struct test_case *line, const struct reproducer_form *form)
{
    int64_t threads = tuning_get(&line->tuning, "threads", 0);
    bool reduces = line->problem.what == WHAT_REDUCE, omp = strstr(line->subject, "omp_");
    fprintf(out,
            "/* ---- from left to right ---- */\nstatic void fold(const std::vector<%s> &items, "
            "std::vector<state> &results)\n{\n    state sum = start();\n    for (size_t i = 0; i < "
            "items.size(); i++) {\n",
            form->lifts ? "input" : "state");
    const char *item = form->lifts ? "lift(items[i])" : "items[i]";
    if (line->problem.what == WHAT_EXSCAN) fputs("        results[i] = sum;\n", out);
    fprintf(out, "        sum = combine(sum, %s);\n", item);
    if (line->problem.what == WHAT_SCAN) fputs("        results[i] = sum;\n", out);
    fprintf(out, "    }\n%s}\n\n", reduces ? "    results[0] = sum;\n" : "");
    fprintf(out,
            "static int check(uint64_t row)\n{\n    const size_t count = first(row + 1) - first(row);\n    "
            "std::vector<%s> items(count);\n"
            "    std::vector<state> expected(%s), results(expected.size());\n"
            "    for (size_t i = 0; i < count; i++)\n        items[i] = %s;\n    fold(items, expected);\n",
            form->lifts ? "input" : "state", reduces ? "1" : "count",
            form->lifts ? "item(first(row) + i)" : "lift(item(first(row) + i))");
    if (threads && !omp)
        fprintf(out,
                "    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, %" PRId64 ");\n"
                "    tbb::task_arena arena(%" PRId64
                ");\n    arena.execute([&] { call(items.data(), results.data(), count); });\n",
                threads, threads);
    else
        fputs("    call(items.data(), results.data(), count);\n", out);
    fputs(
        "    for (size_t i = 0; i < results.size(); i++) {\n        if (same(&expected[i], &results[i])) "
        "continue;\n"
        "        printf(\"row %llu, result %llu: expected\", (unsigned long long)row, (unsigned long "
        "long)i);\n"
        "        print(&expected[i]);\n        printf(\", got\");\n        print(&results[i]);\n        "
        "printf(\"\\n\");\n        return 1;\n    }\n    return 0;\n}\n\n"
        "int main()\n{\n    for (int run = 0; run < 100; run++) /* threads may meet otherwise each time */\n"
        "        for (uint64_t row = 0; row < ROWS; row++)\n            if (check(row)) return 1;\n    "
        "printf(\"as expected\\n\");\n    return 0;\n}\n",
        out);
}

bool reproducer_write_function(FILE *out, const struct test_case *line, const struct reproducer_form *form,
                               struct text *why)
{
    write_head(out, line, form);
    if (!reproducer_write_problem(out, &line->problem, why)) return false;
    write_call(out, line, form);
    write_run(out, line, form);
    return true;
}
