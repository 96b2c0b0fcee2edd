// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds each number of a weight up or down by what the layer then makes of its own inputs, the aim of AdaRound (arXiv
// 2004.10568, equation 13), not to the nearest integer: beginning there, one number of a row after the other takes
// whichever of its two neighbours leaves less of E (W - Ŵ) x xᵀ (W - Ŵ)ᵀ, until none wants to change. That never gets
// larger, so no layer makes more error of the inputs that were seen.
#include "core/quant/fake_quantization.h"
#include "core/quant/fixes/fix.h"
#include "core/quant/fixes/input_moments.h"
#include "core/quant/fixes/rounded_layers.h"

#include "core/graph/operators/operator_traits.h"
#include "core/runs/program/node_work.h"
#include "core/runs/threads/side_by_side.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace ql::quant::fixes::rounding {

namespace {

constexpr std::string_view kName = "rounding";
constexpr std::size_t kMostColumns = 1024; ///< 8 MB of moments for a layer
constexpr int kMostRounds = 10;
constexpr double kBytesOfNumber = 6 * double(sizeof(double)); ///< of a weight, while it is rounded

/// How numbers of a row may be rounded.
struct RowRange {
    double scale = 1.0;
    double lowest = 0.0; ///< in real numbers
    double highest = 0.0;
};

/// The numbers of a weight, row by row, with the same number of columns.
struct Rows {
    at::Tensor exact;   ///< [rows, columns], float64
    at::Tensor rounded; ///< likewise
};

/// The other neighbour of @p exact than @p rounded, if it is within the range; else the one that it has.
double otherNeighbour(const RowRange& range, double exact, double rounded)
{
    const double off = exact - rounded;
    const double other = rounded + (off > 0.0 ? range.scale : -range.scale);
    const bool isNeighbour = std::abs(off) < range.scale && other >= range.lowest && other <= range.highest;
    return isNeighbour ? other : rounded;
}

/// @p gradient is (w - ŵ) · moments, which are columns × columns.
void roundRow(std::span<const double> exact, std::span<double> rounded, std::span<double> gradient,
              const RowRange& range, const double* moments)
{
    const auto columns = exact.size();
    for (int round = 0; round < kMostRounds; ++round) {
        bool isChanged = false;
        for (std::size_t i = 0; i < columns; ++i) {
            const double step = otherNeighbour(range, exact[i], rounded[i]) - rounded[i];
            if (step == 0.0 || -2.0 * step * gradient[i] + step * step * moments[i * columns + i] >= 0.0)
                continue;
            rounded[i] += step;
            for (std::size_t j = 0; j < columns; ++j)
                gradient[j] -= step * moments[i * columns + j];
            isChanged = true;
        }
        if (!isChanged)
            return;
    }
}

/// A layer, what it reads, and how its weight is quantized.
struct LayerFit {
    std::string layer;
    std::size_t quantizer = 0;
    std::string key; ///< the same becomes the same
    const InputMoments* moments = nullptr;
};

void roundRows(Rows& rows, const Parameters& parameters, const IntegerFormat& format, const InputMoments& moments)
{
    const auto columns = moments.columns;
    const auto count = std::size_t(rows.exact.size(0)), perGroup = count / moments.groups.size();
    for (std::size_t g = 0; g < moments.groups.size(); ++g) {
        const auto* const sums = moments.groups[g].data();
        const auto square = at::from_blob(const_cast<double*>(sums), {std::int64_t(columns), std::int64_t(columns)},
                                          at::kDouble); // not written
        const auto first = std::int64_t(g * perGroup), end = std::int64_t((g + 1) * perGroup);
        const auto gradient = at::mm(rows.exact.slice(0, first, end) - rows.rounded.slice(0, first, end), square);
        for (auto r = first; r < end; ++r) {
            const auto of = parameters.isPerTensor() ? 0 : std::size_t(r);
            const double zero = parameters.zeroPoints[of], scale = parameters.scales[of];
            roundRow({rows.exact.data_ptr<double>() + std::size_t(r) * columns, columns},
                     {rows.rounded.data_ptr<double>() + std::size_t(r) * columns, columns},
                     {gradient.data_ptr<double>() + std::size_t(r - first) * columns, columns},
                     {.scale = scale,
                      .lowest = (double(format.lowest()) - zero - 0.25) * scale,
                      .highest = (double(format.highest()) - zero + 0.25) * scale},
                     sums);
        }
    }
}

/// As it is, where it is rounded already or nothing tells what the layer reads.
graph::TensorData roundedWeight(const graph::Graph& graph, const QuantPlan& plan, const LayerFit& fit)
{
    const auto& weight = weightOf(graph, plan, fit.quantizer);
    if (!fit.moments)
        return weight;
    const runs::NodeThreads one(false);
    const auto& quantizer = plan.quantizers[fit.quantizer];
    const auto& parameters = plan.parametersOf(fit.quantizer);
    const auto& format = quantizer.settings.format;
    const auto axis = graph::weightChannelAxis(graph, graph.node(*graph.findNode(fit.layer)));
    const auto nearest = dequantizedConstant(quantizedConstant(weight, parameters, format, quantizer.channelAxis),
                                             parameters, quantizer.channelAxis);
    const auto inRows = [&](const graph::TensorData& numbers) {
        return weightRows(ops::toTensor(numbers).data, axis).to(at::kDouble).contiguous();
    };
    Rows rows{.exact = inRows(weight), .rounded = inRows(nearest)};
    roundRows(rows, parameters, format, *fit.moments);
    return weightOfRows(rows.rounded, axis, weight.shape());
}

void roundThose(const FixSubject& subject, const QuantPlan& plan, std::vector<LayerFit> fits,
                const CalibrationData& data, JobContext& ctx)
{
    std::vector<std::string> names;
    for (const auto& fit : fits)
        if (!isRounded(subject.graph(), plan, fit.quantizer))
            names.push_back(fit.layer);
    const auto moments = inputMoments(subject.graph(), names, kMostColumns, data, ctx);
    std::size_t largest = 0;
    for (auto& fit : fits)
        if (const auto own = moments.find(fit.layer); own != moments.end()) {
            fit.moments = &own->second;
            largest = std::max(largest, weightOf(subject.graph(), plan, fit.quantizer).size());
        }
    runs::runSideBySide<graph::TensorData>(
        {.end = fits.size(), .steps = 0}, nullptr, double(largest) * kBytesOfNumber, ctx,
        [&](std::size_t i, JobContext&) { return roundedWeight(subject.graph(), plan, fits[i]); },
        [&](std::size_t i, graph::TensorData weight) {
            subject.learned().weights.insert_or_assign(fits[i].key, std::move(weight));
        });
}

/// Only those anew that other repairs quantize otherwise than before.
void roundAll(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    JobContext unseen(ctx.stopToken(), {});
    const auto plan = subject.plan(data, unseen);
    const auto& known = subject.learned().weights;
    std::vector<LayerFit> fits;
    for (const auto& [name, index] : roundableLayers(subject.graph(), plan))
        fits.push_back({.layer = name, .quantizer = index, .key = roundingKey(kName, name, plan, index)});
    auto others = fits;
    std::erase_if(others, [&known](const LayerFit& fit) { return known.contains(fit.key); });
    if (!others.empty())
        roundThose(subject, plan, std::move(others), data, unseen);
    auto graph = subject.graph();
    for (const auto& fit : fits)
        graph.setInitializer(plan.quantizers[fit.quantizer].value, known.at(fit.key));
    subject.setRounded(std::move(graph));
}

std::vector<FixEdit> edits(const FixContext& context)
{
    return roundingOfAll(context, kName, Message("weights rounded by what layers make of their inputs"), roundAll);
}

} // namespace

FixDefinition definition()
{
    return {kName, "weights rounded up or down by what layers make of their inputs", FixTarget::Weights, edits};
}

} // namespace ql::quant::fixes::rounding
