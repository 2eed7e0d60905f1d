// SPDX-License-Identifier: MIT
#include "bench_shim.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <unistd.h>

namespace
{

// Google Benchmark adds "/iterations:1/repeats:15/manual_time" to a name. The line is the name: this reporter
// takes the additions off and hands on to another.
class line_reporter : public benchmark::BenchmarkReporter
{
  public:
    explicit line_reporter(benchmark::BenchmarkReporter &next) : next_(next) {}

    bool ReportContext(const Context &context) override
    {
        next_.SetOutputStream(&GetOutputStream());
        next_.SetErrorStream(&GetErrorStream());
        return next_.ReportContext(context);
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        std::vector<Run> named;
        bool sample_told = false; // samples are only reported when they failed, all of them alike
        for (Run run : runs) {
            if (run.run_type == Run::RT_Iteration && sample_told) continue;
            sample_told = run.run_type == Run::RT_Iteration;
            std::string line = run.run_name.function_name;
            run.run_name = {};
            run.run_name.function_name = line;
            named.push_back(run);
        }
        next_.ReportRuns(named);
    }

    void Finalize() override
    {
        next_.Finalize();
    }

  private:
    benchmark::BenchmarkReporter &next_;
};

// Says on a terminal how far it has come.
class quiet_reporter : public benchmark::BenchmarkReporter
{
  public:
    bool ReportContext(const Context &) override
    {
        return true;
    }

    void ReportRuns(const std::vector<Run> &runs) override
    {
        if (!terminal_ || runs.empty()) return;
        std::fprintf(stderr, "\r\033[K%zu measured; %.100s", ++count_,
                     runs[0].run_name.function_name.c_str());
    }

    void Finalize() override
    {
        if (terminal_) std::fputs("\r\033[K", stderr);
    }

  private:
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    size_t count_ = 0;
};

bool writes_file = false; // --benchmark_out was given: a file reporter is only allowed then

bool is_out_flag(const char *argument)
{
    const char *flag = "--benchmark_out=";
    return std::strncmp(argument, flag, std::strlen(flag)) == 0 && argument[std::strlen(flag)] != 0;
}

// From 1.8 on Google Benchmark wants 0.01s for the least time of a benchmark and warns of 0.01; before, it refuses 0.01s. Here
// either is taken. The result lives as long as the process.
char *least_time(char *argument)
{
    const std::string flag = "--benchmark_min_time=", given = argument;
    if (given.rfind(flag, 0) != 0 || given.size() == flag.size() || given.back() == 'x') return argument;
    bool suffixed = given.back() == 's';
#if FOLDCHECK_BENCHMARK_VERSION >= 108
    return suffixed ? argument : strdup((given + "s").c_str());
#else
    return suffixed ? strdup(given.substr(0, given.size() - 1).c_str()) : argument;
#endif
}

bool tells_lines = false;

void run_samples(benchmark::State &state, const std::string &name, shim_take take, void *context)
{
    struct shim_sample sample = {};
    struct text why = {};
    for (auto _ : state) {
        if (!take(context, &sample, &why)) {
            if (!tells_lines) std::fprintf(stderr, "%s: %s\n", name.c_str(), why.at);
            state.SkipWithError(why.at);
            return;
        }
        state.SetIterationTime(sample.seconds);
    }
    state.SetBytesProcessed(static_cast<int64_t>(sample.bytes) * static_cast<int64_t>(state.iterations()));
    for (int c = 0; c < SHIM_COUNTERS; c++)
        if (sample.counter_name[c]) state.counters[sample.counter_name[c]] = sample.counter[c];
    state.SetLabel(sample.label);
}
} // namespace

bool shim_start(int *argc, char **argv)
{
    const char *out = std::getenv("BENCHMARK_OUT");
    writes_file = out && *out;
    for (int i = 1; i < *argc; i++) {
        writes_file |= is_out_flag(argv[i]);
        argv[i] = least_time(argv[i]);
    }
    benchmark::Initialize(argc, argv);
    return !benchmark::ReportUnrecognizedArguments(*argc, argv);
}

void shim_context(const char *key, const char *value)
{
    benchmark::AddCustomContext(key, value);
}

void shim_add(const char *name, int repetitions, shim_take take, void *context)
{
    std::string own = name;
    benchmark::RegisterBenchmark(name,
                                 [=](benchmark::State &state) { run_samples(state, own, take, context); })
        ->Iterations(1)
        ->Repetitions(repetitions)
        ->ReportAggregatesOnly(true)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

size_t shim_run(bool lines)
{
    benchmark::JSONReporter json;
    quiet_reporter quiet;
    tells_lines = lines;
    benchmark::BenchmarkReporter *display = &quiet;
    if (lines) display = benchmark::CreateDefaultDisplayReporter();
    line_reporter screen(*display), file(json);
    size_t ran = writes_file ? benchmark::RunSpecifiedBenchmarks(&screen, &file)
                             : benchmark::RunSpecifiedBenchmarks(&screen);
    benchmark::Shutdown();
    return ran;
}
