// SPDX-License-Identifier: GPL-3.0-or-later
// Takes out of biases what quantizing the weights adds to the outputs on average (Nagel et al. 2019, arXiv 1906.04721,
// section 4.2): by what the data shows, or by what the BatchNormalization before a layer promises of its inputs.
#include "core/quant/fixes/channel_scaling.h"
#include "core/quant/fixes/fix.h"
#include "core/quant/planned_points.h"
#include "core/quant/preparation/float_preparation.h"

#include "core/graph/operators/operator_traits.h"

#include <limits>
#include <optional>

namespace ql::quant::fixes::bias_correction {

namespace {

constexpr std::string_view kName = "bias_correction";

void correct(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto& plan = subject.plan(data, unseen);
    auto graph = subject.graph();
    correctBiases(graph, plan, data, unseen, aloneGroup(), &subject.learned().inputMeans);
    subject.setRounded(std::move(graph));
}

/// Bounds of what a clamp with constant bounds gives; nothing for anything else.
std::optional<Range> boundsOf(const graph::Graph& graph, const graph::Node& node)
{
    constexpr double kAny = std::numeric_limits<double>::infinity();
    const auto clamp = graph::traitsOf(node).clamp;
    if (clamp == graph::Clamp::AtZero)
        return Range{0.0, kAny};
    if (clamp != graph::Clamp::AtBounds)
        return std::nullopt;
    Range range{node.attributes.floatOr("min", -kAny), node.attributes.floatOr("max", kAny)};
    for (std::size_t slot = 1; slot < node.inputs.size(); ++slot) {
        if (!node.inputs[slot].isValid())
            continue;
        const auto* bound = graph.constantOf(node.inputs[slot]);
        if (!bound || bound->size() != 1)
            return std::nullopt;
        (slot == 1 ? range.lowest : range.highest) = bound->toDoubles().front();
    }
    return range;
}

/// The mean of each channel of @p value, where a normalization makes it, or a clamp behind one.
std::optional<std::vector<double>> meansOf(const graph::Graph& graph, graph::ValueId value,
                                           const StatisticsByValue& statistics)
{
    const auto& known = graph.value(value);
    if (const auto found = statistics.find(known.name); found != statistics.end())
        return found->second.means;
    if (!known.producer.isValid())
        return std::nullopt;
    const auto& clamp = graph.node(known.producer);
    const auto bounds = boundsOf(graph, clamp);
    const auto before =
        bounds && clamp.inputs.at(0).isValid() ? statistics.find(graph.value(clamp.inputs[0]).name) : statistics.end();
    if (before == statistics.end())
        return std::nullopt;
    std::vector<double> means;
    for (std::size_t i = 0; i < before->second.means.size(); ++i)
        means.push_back(
            clampedMean(before->second.means[i], before->second.deviations[i], bounds->lowest, bounds->highest));
    return means;
}

/// Layers with a bias whose inputs' means are known without data, and these.
std::vector<std::pair<const PlannedBias*, std::vector<double>>>
foreseen(const graph::Graph& graph, const QuantPlan& plan, const StatisticsByValue& statistics)
{
    std::vector<std::pair<const PlannedBias*, std::vector<double>>> found;
    for (const auto& bias : plan.biases) {
        const auto& node = graph.node(bias.node);
        const auto channels = readChannels(graph, node);
        auto means = meansOf(graph, node.inputs.at(0), statistics);
        if (means && channels > 0 && means->size() == channels && isOwnConstant(graph, node.inputs[bias.slot])
            && node.attributes.floatOr("alpha", 1.0) == 1.0 && node.attributes.floatOr("beta", 1.0) == 1.0)
            found.emplace_back(&bias, std::move(*means));
    }
    return found;
}

void correctForeseen(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto& plan = subject.plan(data, unseen);
    auto graph = subject.graph();
    const auto points = plannedPoints(graph, plan);
    for (const auto& [bias, means] : foreseen(graph, plan, subject.statistics())) {
        const auto& node = graph.node(bias->node);
        const auto rounded = ops::toTensorData(points[bias->weight].apply({})).toDoubles();
        auto off = graph.constantOf(node.inputs.at(1))->toDoubles();
        for (std::size_t i = 0; i < off.size(); ++i)
            off[i] = rounded.at(i) - off[i];
        const auto made = madeOf(graph, node, off, means);
        const auto& before = *graph.constantOf(node.inputs[bias->slot]);
        const auto numbers = before.toDoubles();
        if (numbers.size() != made.size())
            continue;
        std::vector<float> after(numbers.size());
        for (std::size_t i = 0; i < after.size(); ++i)
            after[i] = float(numbers[i] - made[i]);
        graph.setInitializer(node.inputs[bias->slot],
                             graph::TensorData::of<float>(graph::DataType::Float, before.shape(), after));
    }
    subject.setRounded(std::move(graph));
}

std::vector<FixEdit> edits(const FixContext& context)
{
    if (context.plan.biases.empty())
        return {};
    std::vector<FixEdit> found{
        {.fix = kName, .layers = {}, .change = Message("biases corrected"), .changeWeights = correct, .isSlow = true}};
    FixEdit byStatistics{.fix = kName,
                         .layers = {},
                         .change = Message("biases corrected by the statistics of normalizations, without data"),
                         .changeWeights = correctForeseen,
                         .isSlow = true};
    for (const auto& [bias, means] : foreseen(context.graph, context.plan, context.statistics))
        byStatistics.layers.push_back(context.graph.node(bias->node).name);
    if (!byStatistics.layers.empty())
        found.push_back(std::move(byStatistics));
    return found;
}

} // namespace

FixDefinition definition()
{
    return {kName, "the mean error of a layer's quantized weight taken out of its bias", FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::bias_correction
