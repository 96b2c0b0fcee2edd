// SPDX-License-Identifier: GPL-3.0-or-later
// `sensitivity --method gradient` against the exact ranking: time of the whole question on one thread (the models have
// been read before), and how far both put the rows of the first output in the same order (Spearman's coefficient).
// Aims: a third of the time, 0.85. Uses the real models if QUANTLOUPE_MODELS is set, else the embedded demo.
#include "core/base/error.h"
#include "core/engine/engine.h"
#include "core/results/sensitivity_result.h"
#include "tests/bench/stopwatch.h"
#include "tests/models/manifest.h"
#include "tests/support/models.h"
#include "tests/support/spearman.h"

#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace ql;
using results::SensitivityMethod;
using results::SensitivityRequest;

std::vector<tests::TwinPair> pairs()
{
    if (const auto models = tests::modelsFolder())
        return tests::twinPairs(*models);
    const std::filesystem::path demo = QUANTLOUPE_SOURCE_DIR "/resources/demo";
    return {{"demo", demo / "float.onnx", demo / "int8.onnx", {{"image", demo / "bad_case.npy"}}}};
}

void report(engine::Engine& engine, const tests::TwinPair& pair, int rounds)
{
    SensitivityRequest request;
    request.models.baseline = pair.baseline.string();
    request.models.analysis = pair.analysis.string();
    for (const auto& [name, path] : pair.inputs)
        request.samples.inputs.push_back(name + "=" + path.string());
    request.growingSets = 0;
    request.options.threads = 1;
    std::map<SensitivityMethod, std::shared_ptr<const results::SensitivityResult>> results;
    std::map<SensitivityMethod, double> seconds;
    for (const auto method : {SensitivityMethod::Exact, SensitivityMethod::Gradient}) {
        request.method = method;
        seconds[method] = bench::leastSeconds(rounds, [&] {
            JobContext ctx;
            results[method] = engine.sensitivity(request, ctx);
        });
    }
    const auto& exact = results[SensitivityMethod::Exact]->outputs.front();
    fmt::print("{:32} {:4} rows  exact {:8.2f} ms  gradient {:8.2f} ms = {:.2f}  Spearman {:.3f}\n", pair.title,
               exact.rows.size(), seconds[SensitivityMethod::Exact] * 1e3, seconds[SensitivityMethod::Gradient] * 1e3,
               seconds[SensitivityMethod::Gradient] / seconds[SensitivityMethod::Exact],
               tests::spearman(results[SensitivityMethod::Gradient]->outputs.front(), exact));
}

} // namespace

int main(int count, char** words)
{
    const bool isQuick = count > 1 && std::string(words[1]) == "--quick";
    const auto engine = engine::loadEngine();
    for (const auto& pair : pairs()) {
        try {
            report(*engine, pair, isQuick ? 1 : 5);
        } catch (const Error& error) {
            fmt::print("{:32} {}\n", pair.title, error.what());
        }
        if (isQuick)
            break;
    }
}
