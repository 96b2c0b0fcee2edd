// SPDX-License-Identifier: GPL-3.0-or-later
// What repairs and the questions beside them cost: time of the whole question on one thread over that of one forward of
// the float network. Uses the embedded demo and, if QUANTLOUPE_MODELS is set, two real models. A repair is asked for
// alone, with few layers and samples; then whole searches on three real models and their samples. Aims of these: 15 s
// for tune, 5 s to the first proven repair, 40 s for all.
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/quant/fixes/fix.h"
#include "tests/bench/restart.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/timed_forward.h"
#include "tests/bench/timed_repairs.h"
#include "tests/support/models.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

namespace {

using namespace ql;
using bench::TimedRepair;
using results::SensitivityMethod;

std::vector<tests::TwinPair> pairs(bool isQuick)
{
    constexpr std::array kTitles{"silero_mini_v2__qdq_s8_pc", "ultraface__qdq_s8_pc"};
    const std::filesystem::path demo = QUANTLOUPE_SOURCE_DIR "/resources/demo";
    std::vector<tests::TwinPair> found{
        {"demo", demo / "float.onnx", demo / "int8.onnx", {{"image", demo / "bad_case.npy"}}}};
    const auto models = tests::modelsFolder();
    if (isQuick || !models)
        return found;
    for (const auto& pair : tests::twinPairs(*models))
        if (std::ranges::find(kTitles, pair.title) != kTitles.end())
            found.push_back(pair);
    return found;
}

void print(const std::string& question, double forwardSeconds, const std::function<TimedRepair()>& ask)
{
    try {
        const auto took = ask();
        fmt::print("  {:<28} {:>10.1f} ms = {:>8.1f} forwards  {}\n", question, took.seconds * 1e3,
                   took.seconds / forwardSeconds, took.about);
    } catch (const Error& error) {
        fmt::print("  {:<28} {}\n", question, error.what());
    }
    std::fflush(stdout);
}

void report(engine::Engine& engine, const tests::TwinPair& pair, bool isQuick)
{
    const bench::TimedRepairs timed(
        engine, pair, isQuick ? bench::RepairEffort{.samples = 6, .layers = 1, .steps = 1} : bench::RepairEffort{});
    const double forward = bench::TimedForward({pair.baseline, pair.inputs}).leastMilliseconds(1, isQuick ? 2 : 10);
    fmt::print("\n{}: a forward takes {:.2f} ms\n", pair.title, forward);
    const double seconds = forward / 1e3;
    print("calibrate", seconds, [&] { return timed.calibrate(); });
    print("attribution", seconds, [&] { return timed.attribution(); });
    print("sensitivity, exact", seconds, [&] { return timed.sensitivity(SensitivityMethod::Exact); });
    print("sensitivity, gradient", seconds, [&] { return timed.sensitivity(SensitivityMethod::Gradient); });
    print("tune", seconds, [&] { return timed.tune(); });
    print("finetune, a step of a sample", seconds, [&] { return timed.stepOfTraining(); });
    for (const auto& fix : quant::knownFixes())
        print(fmt::format("fix, {}", fix.name), seconds, [&] { return timed.repair(std::string(fix.name)); });
}

/// The whole searches, on the samples that the folder of models has for them.
void reportSearches(engine::Engine& engine, const std::filesystem::path& models)
{
    constexpr std::array kTitles{"ultraface__qdq_s8_pc", "silero_mini_v2__qdq_s8_pc", "supres__qdq_s8_pc"};
    for (const auto& pair : tests::twinPairs(models)) {
        if (std::ranges::find(kTitles, pair.title) == kTitles.end())
            continue;
        const auto samples = models / "calib" / (pair.title.substr(0, pair.title.find("__")) + ".npz");
        const bench::TimedRepairs timed(engine, pair, {});
        const double forward = bench::TimedForward({pair.baseline, pair.inputs}).leastMilliseconds(1, 10) / 1e3;
        fmt::print("\n{}, on its samples\n", pair.title);
        print("tune for 30 dB", forward, [&] { return timed.tuneOn(samples.string(), 30.0); });
        print("tune for 50 dB", forward, [&] { return timed.tuneOn(samples.string(), 50.0); });
        print("fix, all", forward, [&] { return timed.allRepairs(samples.string()); });
    }
}

} // namespace

int main(int argc, char** argv)
{
    bench::restartWithEnvironment(argv);
    setUpLogging("warning");
    const bool isQuick = bench::isQuick(argc, argv);
    const auto engine = engine::loadEngine();
    for (const auto& pair : pairs(isQuick))
        report(*engine, pair, isQuick);
    if (const auto models = tests::modelsFolder(); models && !isQuick)
        reportSearches(*engine, *models);
}
