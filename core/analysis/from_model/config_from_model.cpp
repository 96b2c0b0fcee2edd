// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/config_from_model.h"

#include "core/analysis/from_model/twin_baseline.h"
#include "core/analysis/from_model/twin_quantization.h"
#include "core/analysis/from_model/weight_axes.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/simulation/quantization_settings.h"
#include "core/analysis/simulation/simulation.h"
#include "core/base/error.h"
#include "core/config/convert.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/planned_points.h"
#include "core/quant/preparation/float_preparation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

using quant::QuantizerPoint;
using quant::QuantizerRole;

class PointsCheck {
public:
    PointsCheck(const graph::Graph& baseline, const std::vector<QuantizerPoint>& expected, const quant::QuantPlan& plan)
        : m_baseline(baseline)
        , m_plan(plan)
        , m_found(quant::plannedPoints(baseline, plan))
    {
        for (const auto& point : expected)
            if (point.dtype != "int32")
                m_expected.emplace(point.source, &point);
    }

    Losses differences()
    {
        std::map<graph::ValueId, const QuantizerPoint*> found;
        for (const auto& point : m_found)
            found.emplace(point.source, &point);
        for (const auto& [value, point] : m_expected)
            if (const auto same = found.find(value); same == found.end())
                lose(*point, "{} stays in float");
            else
                compare(*point, *same->second);
        for (std::size_t i = 0; i < m_found.size(); ++i)
            if (!m_expected.contains(m_found[i].source) && !isQuantizedAlready(i))
                lose(m_found[i], "{} is quantized, which the model leaves in float");
        return std::move(m_losses);
    }

private:
    /// What only moves data that is quantized gives the same numbers, quantized once more or not.
    bool isQuantizedAlready(std::size_t index) const
    {
        return m_plan.decider(index) != index && m_expected.contains(m_found[m_plan.decider(index)].source);
    }

    void lose(const QuantizerPoint& point, const char* what)
    {
        m_losses.emplace_back(point.layer, fmt::format(fmt::runtime(what), m_baseline.value(point.source).name));
    }

    void compare(const QuantizerPoint& expected, const QuantizerPoint& found)
    {
        if (expected.role == QuantizerRole::Weight)
            return compareWeight(expected, found);
        if (!expected.parameters || !found.parameters)
            return; // what the data decides was said before
        if (!haveSameRange(*expected.parameters, *found.parameters))
            lose(expected, "{} gets another scale or zero point");
        const auto seesFloat = [&](const quant::Edge& edge) {
            return std::ranges::find(expected.edges, edge) == expected.edges.end();
        };
        if (std::ranges::any_of(found.edges, seesFloat))
            lose(expected, "some readers of {} see it in float in the model");
    }

    /// Unsigned integers with the middle as zero point stand for the same numbers as signed ones.
    static bool haveSameRange(const results::QuantizerInfo& a, const results::QuantizerInfo& b)
    {
        return a.scales.size() == b.scales.size() && a.highest - a.lowest == b.highest - b.lowest
               && float(a.scales.front()) == float(b.scales.front())
               && a.zeroPoints.front() - a.lowest == b.zeroPoints.front() - b.lowest;
    }

    void compareWeight(const QuantizerPoint& expected, const QuantizerPoint& found)
    {
        const auto* weight = m_baseline.constantOf(expected.source);
        if (!weight)
            return;
        const auto floats = ops::toTensor(*weight);
        const auto wanted = expected.apply(floats).data;
        const auto given = found.apply(floats).data;
        if (wanted.sizes() != given.sizes())
            return lose(expected, "{} has another shape in the model");
        const auto differing = (wanted - given).abs() > 1e-6 * wanted.abs().max();
        const auto count = differing.sum().item<std::int64_t>();
        if (count > 0)
            m_losses.emplace_back(expected.layer,
                                  fmt::format("{} of {} numbers of {} are not those of the baseline, rounded", count,
                                              wanted.numel(), m_baseline.value(expected.source).name));
    }

    const graph::Graph& m_baseline;
    std::map<graph::ValueId, const QuantizerPoint*> m_expected;
    const quant::QuantPlan& m_plan;
    const std::vector<QuantizerPoint> m_found;
    Losses m_losses;
};

/// Where @p plan, made for @p baseline, does something else than the quantized model whose quantizers @p points are.
Losses differencesFrom(const graph::Graph& baseline, const quant::ExtractedPoints& points, const quant::QuantPlan& plan)
{
    return PointsCheck(baseline, points.points, plan).differences();
}

using graph::Graph;

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

/// Where nothing is left that a config with a record could hold, a made one would be that of a float model.
[[noreturn]] void throwUnsayable(const std::vector<QuantizerPoint>& points)
{
    const auto& first = points.front();
    const auto kind = first.role == QuantizerRole::Activation ? Message("an activation in {}", first.dtype)
                                                              : Message("a weight in {}", first.dtype);
    throw Error(
        ErrorCode::BadArgument,
        Message("no config with a record can say how this model is quantized: none of its {} quantizers is that "
                "of a layer whose input and weight have one scale per tensor or channel, the first is {} of {}",
                points.size(), kind, first.layer),
        "compare, weights, sensitivity and attribution read the model as it is; another config beside the float "
        "model is a start for fix and tune");
}

/// A record holds none that isn't a number, and nothing is quantized by it. Biases stand in no record: theirs may be 0,
/// where a channel is.
void requireFiniteScales(const std::vector<QuantizerPoint>& points)
{
    for (const auto& point : points)
        for (const double scale : point.parameters ? point.parameters->scales : std::vector<double>())
            if (!std::isfinite(scale) || (scale <= 0.0 && point.dtype != "int32"))
                throw Error(ErrorCode::InvalidGraph,
                            Message("layer {}: a scale of {} is {}: nothing can be quantized with it", point.layer,
                                    point.key, fmt::format("{}", scale)),
                            "give it the scale of its values, as calibrate finds it, or quantize the model anew");
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
    const auto [baseline, kept, foldsAny] = twinBaseline(analysis, request.baseline, ctx);
    auto points = quant::extractPoints(baseline, analysis, modelPartners(baseline, analysis));
    if (points.points.empty())
        throw Error(ErrorCode::InvalidGraph, "the analysis model has no quantizer that matches the baseline",
                    "is it quantized, and made from this baseline?");
    requireFiniteScales(points.points);
    addLosses(scaleByOutputChannels(baseline, points.points), *made);
    auto twin = twinQuantization(baseline, points);
    if (twin.quantizedLayers == 0)
        throwUnsayable(points.points);
    twin.config.fusesBatchNorm = foldsAny || kept.empty();
    if (foldsAny) {
        made->unfolded = kept;
        twin.config.skipFusion.insert(twin.config.skipFusion.end(), kept.begin(), kept.end());
    }
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
