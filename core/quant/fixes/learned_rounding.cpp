// SPDX-License-Identifier: GPL-3.0-or-later
// AdaRound (Nagel et al. 2020, arXiv 2004.10568): whether each number of a weight is rounded up or down is learned by
// gradient on what the layer makes of its own inputs, layer by layer. Rows of up to 1,024 numbers see all of their
// inputs, as sums of products; longer ones some of them at a time. A layer whose weight is still that of the first
// network learns from what it reads there, once for all networks that other repairs make of it.
#include "core/quant/training/learned_rounding.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/fixes/fix.h"
#include "core/quant/fixes/input_moments.h"
#include "core/quant/fixes/rounded_layers.h"

#include "core/graph/operators/operator_traits.h"
#include "core/runs/threads/side_by_side.h"

#include <ATen/ATen.h>

#include <map>

namespace ql::quant::fixes::learned_rounding {

namespace {

constexpr std::string_view kName = "learned_rounding";
constexpr std::size_t kMostSummed = 1024;                     ///< columns; 4 MB of sums for a layer
constexpr std::int64_t kMostSeen = std::int64_t(1) << 22;     ///< numbers that a layer with longer rows reads
constexpr std::size_t kMostNumbers = std::size_t(1) << 22;    ///< of a weight; more would take minutes
constexpr double kBytesOfNumber = 11 * double(sizeof(float)); ///< while it learns

/// A layer and what it learns from.
struct LayerFit {
    std::string layer;
    std::size_t quantizer = 0;
    bool isOfOrigin = false;
    std::string key; ///< the same learns the same
    std::int64_t columns = 0;
    MultipliedInputs inputs;
};

at::Tensor momentsIn(const InputMoments& moments)
{
    const auto columns = std::int64_t(moments.columns);
    std::vector<at::Tensor> groups;
    for (const auto& group : moments.groups)
        groups.push_back(at::tensor(group, at::kDouble).reshape({columns, columns}).to(at::kFloat));
    return at::stack(groups);
}

/// One number per row, as [groups, rows, 1].
template <typename T>
at::Tensor perRow(const std::vector<T>& numbers, std::int64_t rows, std::int64_t groups)
{
    const auto all = at::tensor(std::vector<double>(numbers.begin(), numbers.end()), at::kDouble).to(at::kFloat);
    return (numbers.size() == 1 ? all.expand({rows}) : all).reshape({groups, -1, 1});
}

graph::TensorData weightWithLearnedRounding(const graph::Graph& graph, const QuantPlan& plan, const LayerFit& fit,
                                            const JobContext& ctx)
{
    const auto& quantizer = plan.quantizers[fit.quantizer];
    const auto& parameters = plan.parametersOf(fit.quantizer);
    const auto& format = quantizer.settings.format;
    const auto& weight = weightOf(graph, plan, fit.quantizer);
    const auto axis = graph::weightChannelAxis(graph, graph.node(*graph.findNode(fit.layer)));
    const auto& inputs = fit.inputs.moments.defined() ? fit.inputs.moments : fit.inputs.numbers;
    const auto groups = inputs.size(0);
    const auto rows = weight.shape()[std::size_t(axis)];
    const auto byRow = weightRows(ops::toTensor(weight).data, axis);
    const auto scales = perRow(parameters.scales, rows, groups);
    const auto zeros = perRow(parameters.zeroPoints, rows, groups);
    const RoundedWeight start{.ratios = byRow.reshape({groups, -1, fit.columns}).div(scales),
                              .lowest = at::rsub(zeros, double(format.lowest())),
                              .highest = at::rsub(zeros, double(format.highest()))};
    const auto learned = learnedRounding(start, fit.inputs, ctx).mul(scales).reshape({rows, -1});
    return weightOfRows(learned, axis, weight.shape());
}

LearnedParts& learnedWith(const LayerFit& fit, const FixSubject& subject)
{
    return fit.isOfOrigin ? subject.learnedOfOrigin() : subject.learned();
}

/// Of all layers that may learn, whether they have or not.
std::vector<LayerFit> fitsOf(const FixSubject& subject, const QuantPlan& plan)
{
    std::vector<LayerFit> fits;
    for (const auto& [name, index] : roundableLayers(subject.graph(), plan)) {
        const auto& quantizer = plan.quantizers[index];
        if (subject.graph().constantOf(quantizer.value)->size() <= kMostNumbers)
            fits.push_back({.layer = name,
                            .quantizer = index,
                            .isOfOrigin = subject.isAsInOrigin(quantizer.value),
                            .key = roundingKey(kName, name, plan, index),
                            .inputs = {}});
    }
    return fits;
}

/// Fills in the recorded layer inputs of those @p fits whose isOfOrigin equals @p ofOrigin, by running @p graph.
void giveInputs(std::vector<LayerFit>& fits, bool ofOrigin, const graph::Graph& graph, const CalibrationData& data,
                JobContext& ctx)
{
    std::vector<std::string> names;
    for (const auto& fit : fits)
        if (fit.isOfOrigin == ofOrigin)
            names.push_back(fit.layer);
    if (names.empty())
        return;
    const auto moments = inputMoments(graph, names, kMostSummed, data, ctx);
    const auto rows = inputRows(graph, names, kMostSummed + 1, kMostSeen, data, ctx);
    for (auto& fit : fits) {
        if (fit.isOfOrigin != ofOrigin)
            continue;
        if (const auto own = moments.find(fit.layer); own != moments.end()) {
            fit.columns = std::int64_t(own->second.columns);
            fit.inputs.moments = momentsIn(own->second);
        } else if (const auto longer = rows.find(fit.layer); longer != rows.end()) {
            fit.columns = longer->second.columns;
            fit.inputs.numbers = longer->second.numbers;
        }
    }
}

/// Has those learn nothing of whom @p isSo says that; they leave @p fits.
template <typename IsSo>
void dismiss(std::vector<LayerFit>& fits, const FixSubject& subject, const QuantPlan& plan, const IsSo& isSo)
{
    std::erase_if(fits, [&](const LayerFit& fit) {
        if (!isSo(fit))
            return false;
        learnedWith(fit, subject).weights.emplace(fit.key, weightOf(subject.graph(), plan, fit.quantizer));
        return true;
    });
}

void fitAll(FixSubject& subject, const QuantPlan& plan, std::vector<LayerFit> fits, const CalibrationData& data,
            JobContext& ctx)
{
    std::erase_if(fits,
                  [&subject](const LayerFit& fit) { return learnedWith(fit, subject).weights.contains(fit.key); });
    dismiss(fits, subject, plan, [&](const LayerFit& fit) { return isRounded(subject.graph(), plan, fit.quantizer); });
    giveInputs(fits, true, subject.origin(), data, ctx);
    giveInputs(fits, false, subject.graph(), data, ctx);
    dismiss(fits, subject, plan, [](const LayerFit& fit) { return fit.columns == 0; }); // read nobody knows what
    std::size_t largest = 0;
    for (const auto& fit : fits)
        largest = std::max(largest, weightOf(subject.graph(), plan, fit.quantizer).size());
    const auto work = [&](std::size_t i, JobContext& context) {
        return weightWithLearnedRounding(subject.graph(), plan, fits[i], context);
    };
    const auto take = [&](std::size_t i, graph::TensorData weight) {
        learnedWith(fits[i], subject).weights.insert_or_assign(fits[i].key, std::move(weight));
    };
    runs::runSideBySide<graph::TensorData>({.end = fits.size(), .steps = 0}, nullptr, double(largest) * kBytesOfNumber,
                                           ctx, work, take);
}

void roundAll(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto plan = subject.plan(data, unseen);
    const auto fits = fitsOf(subject, plan);
    fitAll(subject, plan, fits, data, unseen);
    auto graph = subject.graph();
    for (const auto& fit : fits) {
        const auto& known = learnedWith(fit, subject).weights;
        graph.setInitializer(plan.quantizers[fit.quantizer].value, known.at(fit.key));
    }
    subject.setRounded(std::move(graph));
}

std::vector<FixEdit> edits(const FixContext& context)
{
    return roundingOfAll(context, kName, Message("rounding of weights learned"), roundAll);
}

} // namespace

FixDefinition definition()
{
    return {kName, "which way weights are rounded, learned by gradient on what layers make of their inputs",
            FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::learned_rounding
