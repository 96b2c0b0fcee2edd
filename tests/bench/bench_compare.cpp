// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` against the two bare runs it is made of: time of the whole question (the models have been read before, as
// in the window), peak memory of the command line, and what the quick controlled runs cost on top of the comparison
// without any. Aims: 1.25 in time, 1.3 in memory, 0.5 for the causes. Uses the real models if QUANTLOUPE_MODELS is set,
// else the embedded demo.
#include "core/engine/engine.h"
#include "core/results/compare_result.h"
#include "core/results/run_result.h"
#include "tests/bench/child_process.h"
#include "tests/bench/stopwatch.h"
#include "tests/support/models.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Pair {
    std::string name;
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
};

std::vector<Pair> pairs()
{
    const auto models = ql::tests::modelsFolder();
    if (!models) {
        const std::string demo = QUANTLOUPE_SOURCE_DIR "/resources/demo/";
        return {{"demo", demo + "float.onnx", demo + "int8.onnx", {demo + "bad_case.npy"}}};
    }
    const auto root = models->string() + "/";
    const auto pair = [&](const std::string& model, const std::string& variant, const std::string& testCase,
                          const std::string& input) {
        return Pair{model + "__" + variant,
                    root + "models/" + model + "_prep.onnx",
                    root + "quantized/" + model + "__" + variant + ".onnx",
                    {root + "inputs/" + model + "__" + testCase + "__" + input + ".npy"}};
    };
    return {pair("ultraface", "qdq_s8_pc", "satya", "input"),
            pair("ultraface", "qop_u8s8", "satya", "input"),
            pair("supres", "qdq_s8_pc", "cat", "_ppp5_expanded"),
            pair("silero_mini_v2", "qdq_s8_pc", "en_w3", "input"),
            pair("silero_mini_v2", "qdq_s8_convmm", "en_w3", "input"),
            pair("cifar", "qdq_s8_pc", "cat", "modelInput")};
}

double leastRunSeconds(ql::engine::Engine& engine, const std::string& model, const std::vector<std::string>& inputs,
                       int rounds)
{
    ql::results::RunRequest request;
    request.model = model;
    request.samples.inputs = inputs;
    return ql::bench::leastSeconds(rounds, [&] {
        ql::JobContext ctx;
        engine.run(request, ctx);
    });
}

std::shared_ptr<const ql::results::CompareResult> compare(ql::engine::Engine& engine, const Pair& pair,
                                                          ql::results::CauseRuns causes)
{
    ql::results::CompareRequest request;
    request.models.baseline = pair.baseline;
    request.models.analysis = pair.analysis;
    request.samples.inputs = pair.inputs;
    request.causes = causes;
    ql::JobContext ctx;
    return engine.compare(request, ctx);
}

double leastCompareSeconds(ql::engine::Engine& engine, const Pair& pair, int rounds)
{
    return ql::bench::leastSeconds(rounds, [&] { compare(engine, pair, ql::results::CauseRuns::None); });
}

double leastCausesSeconds(ql::engine::Engine& engine, const Pair& pair, int rounds)
{
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < rounds; ++i)
        least = std::min(least, compare(engine, pair, ql::results::CauseRuns::Quick)->causesSeconds);
    return least;
}

double peakOf(std::vector<std::string> command, const std::vector<std::string>& inputs)
{
    command.insert(command.begin(), QUANTLOUPE_BIN_DIR "/quantloupe-cli");
    for (const auto& input : inputs) {
        command.push_back("--input");
        command.push_back(input);
    }
    return ql::bench::runChild(command).peakMebibytes;
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = ql::bench::isQuick(argc, argv) ? 2 : 30;
    const auto engine = ql::engine::loadEngine();
    fmt::print("{:<32} {:>9} {:>9} {:>9} {:>7} {:>9} {:>7}   {:>8} {:>8} {:>8} {:>7}\n", "pair", "base ms", "anal ms",
               "comp ms", "ratio", "causes ms", "ratio", "base MiB", "anal MiB", "comp MiB", "ratio");
    for (const auto& pair : pairs()) {
        const auto baseline = leastRunSeconds(*engine, pair.baseline, pair.inputs, rounds);
        const auto analysis = leastRunSeconds(*engine, pair.analysis, pair.inputs, rounds);
        const auto compare = leastCompareSeconds(*engine, pair, rounds);
        const auto causes = leastCausesSeconds(*engine, pair, rounds);
        const auto baselinePeak = peakOf({"run", pair.baseline}, pair.inputs);
        const auto analysisPeak = peakOf({"run", pair.analysis}, pair.inputs);
        const auto comparePeak = peakOf(
            {"compare", "--causes", "none", "--baseline", pair.baseline, "--analysis", pair.analysis}, pair.inputs);
        fmt::print("{:<32} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.2f} {:>9.2f} {:>7.2f}   {:>8.0f} {:>8.0f} {:>8.0f} "
                   "{:>7.2f}\n",
                   pair.name, baseline * 1e3, analysis * 1e3, compare * 1e3, compare / (baseline + analysis),
                   causes * 1e3, causes / compare, baselinePeak, analysisPeak, comparePeak,
                   comparePeak / std::max(baselinePeak, analysisPeak));
    }
}
