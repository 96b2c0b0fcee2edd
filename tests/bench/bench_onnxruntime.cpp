// SPDX-License-Identifier: GPL-3.0-or-later
// Our forward, node by node, against ONNX Runtime's optimised forward as manifest.json has it: a report, no aim.
// ONNX Runtime's times were taken on a machine of the same kind, not on this one, so read the ratios as rough.
#include "core/engine/engine.h"
#include "core/results/run_result.h"
#include "tests/bench/stopwatch.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <set>

namespace {

double leastMilliseconds(ql::engine::Engine& engine, const ql::tests::ModelCase& each, int rounds)
{
    ql::results::RunRequest request;
    request.model = each.model.string();
    request.options.threads = 2;
    for (const auto& [name, file] : each.inputs)
        request.samples.inputs.push_back(name + "=" + file.string());
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < rounds; ++i) {
        ql::JobContext ctx;
        least = std::min(least, engine.run(request, ctx)->seconds * 1e3);
    }
    return least;
}

} // namespace

int main(int argc, char** argv)
{
    const auto models = ql::tests::modelsFolder();
    if (!models) {
        fmt::print("SKIPPED: set QUANTLOUPE_MODELS to the folder with manifest.json\n");
        return 0;
    }
    const int rounds = ql::bench::isQuick(argc, argv) ? 2 : 50;
    const auto engine = ql::engine::loadEngine();
    fmt::print("{:<34} {:>9} {:>9} {:>7}\n", "model", "ours ms", "ORT ms", "ratio");
    std::set<std::filesystem::path> seen;
    for (const auto& each : ql::tests::modelCases(*models)) {
        if (each.peerMilliseconds <= 0.0 || !seen.insert(each.model).second)
            continue;
        const auto ours = leastMilliseconds(*engine, each, rounds);
        fmt::print("{:<34} {:>9.3f} {:>9.3f} {:>7.2f}\n", each.model.stem().string(), ours, each.peerMilliseconds,
                   ours / each.peerMilliseconds);
    }
}
