// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/analysis_run.h"
#include "app/cli/runtime/threshold.h"
#include "core/report/shadow/shadow_report.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct ShadowOptions {
    results::ShadowRequest request;
    RowOptions rows;
    bool showsIterations = false;
    ThresholdOptions thresholds;
};

std::vector<Measured> measuredIn(const results::ShadowResult& result)
{
    using State = results::ShadowRow::State;
    std::vector<Measured> layers;
    for (const auto& row : result.rows)
        if (row.state != State::UnmatchedBaseline && row.state != State::UnmatchedAnalysis)
            layers.push_back(measuredAs(row.name, row.onBaselineInputs, "can't be measured"));
    return layers;
}

int runShadow(CommandSession& session, ShadowOptions& options)
{
    options.request.folder = session.outFolder().string();
    const auto result = answerTo(session, options.request, &engine::Engine::shadow);
    present(
        session, result,
        {report::shadowJson,
         [&](const auto& shown) {
             return report::shadowText(shown, {options.rows.sortMetric(), options.rows.top, options.showsIterations});
         },
         report::writeShadowFiles});
    return statusOf(session, "shadow", judged({}, measuredIn(*result), options.thresholds), options.thresholds.junit);
}

void declareOptions(CLI::App& command, ShadowOptions& options)
{
    auto& request = options.request;
    declareModelPair(command, request.models);
    declareInputOptions(command, request.samples);
    declareDataOptions(command, request.samples);
    declareMapFile(command, request.mapFile);
    declareFilterOptions(command, request.filter);
    declareRowOptions(command, options.rows);
    declareIterations(command, options.showsIterations);
    declareThresholds(command, options.thresholds, Conditions::OnLayers);
}

} // namespace

Command shadowCommand()
{
    return {"shadow",
            "Measure each quantized layer's own error, on the other model's inputs",
            declared<ShadowOptions, declareOptions, runShadow>,
            Purpose::Analyze,
            true,
            {{"each layer's own error, without what it inherits",
              "quantloupe-cli shadow -b float.onnx -a int8.onnx -i sample.npy"}}};
}

} // namespace ql::cli
