// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/config_from_model.h"

#include "core/analysis/from_model/reproduction.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/config/convert.h"
#include "core/quant/preparation/float_preparation.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using graph::Graph;

std::size_t normalizationsOf(const Graph& graph)
{
    return std::size_t(std::ranges::count(graph.nodes(), "BatchNormalization", &graph::Node::opType));
}

/// The float network as the simulation has it, batch norms folded where the quantized model has none.
Graph baselineFor(const Graph& analysis, const std::string& path, bool& isFolded, const JobContext& ctx)
{
    std::vector<std::string> ignored;
    auto baseline = readQuantizable(path, ignored, ctx.stopToken()).graph;
    isFolded = normalizationsOf(analysis) < normalizationsOf(baseline);
    return isFolded ? quant::foldBatchNorm(baseline) : std::move(baseline);
}

/// The plan that a simulation with the written config and record makes.
quant::QuantPlan planOf(const results::ConfigFromModel& made, const Graph& baseline,
                        const std::vector<quant::LayerRecord>& records)
{
    const auto file = config::usableOfText("", made.text, made.dialect);
    const auto settings = settingsFromConfig(file.config(), baseline);
    auto plan = quant::planFor(baseline, settings);
    quant::applyRecord(baseline, plan, records, settings);
    return plan;
}

/// How ranges were found is nothing that the model says: min_max where the dialect knows it, else its usual way.
config::Converted written(config::QuantConfig config, const std::string& dialect, const Graph& baseline)
{
    auto usual = config::convert(config, dialect, &baseline);
    config.common.activation.observer = config::Observer{config::ObserverKind::MinMax, {}, {}};
    auto withMinMax = config::convert(config, dialect, &baseline);
    return withMinMax.result.losses.size() > usual.result.losses.size() ? usual : withMinMax;
}

void addLosses(const Losses& losses, results::ConfigFromModel& made)
{
    for (const auto& loss : losses)
        if (std::ranges::find(made.losses, loss) == made.losses.end())
            made.losses.push_back(loss);
}

} // namespace

std::shared_ptr<const results::ConfigFromModel>
configFromModel(const Graph& analysis, const results::ConfigFromModelRequest& request, JobContext& ctx)
{
    ctx.beginStage("reading the model", 1);
    auto made = std::make_shared<results::ConfigFromModel>();
    made->baseline = request.baseline;
    made->analysis = request.analysis;
    made->dialect = request.dialect;
    bool isFolded = false;
    const auto baseline = baselineFor(analysis, request.baseline, isFolded, ctx);
    const auto points = quant::extractPoints(baseline, analysis, modelPartners(baseline, analysis));
    if (points.points.empty())
        throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                    "is it quantized, and made from this baseline?");
    auto twin = twinQuantization(baseline, points);
    twin.config.fusesBatchNorm = isFolded || normalizationsOf(baseline) == 0;
    auto converted = written(twin.config, request.dialect, baseline);
    made->text = std::move(converted.text);
    made->record = quant::recordText(twin.records);
    made->quantizedLayers = twin.quantizedLayers;
    made->floatLayers = std::move(twin.floatLayers);
    addLosses(converted.result.losses, *made);
    addLosses(twin.losses, *made);
    if (config::dialectNamed(request.dialect).read)
        addLosses(differencesFrom(baseline, points, planOf(*made, baseline, twin.records)), *made);
    ctx.step();
    return made;
}

} // namespace ql::analysis
