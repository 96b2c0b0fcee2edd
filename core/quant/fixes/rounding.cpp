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

#include <algorithm>
#include <cmath>

namespace ql::quant::fixes::rounding {

namespace {

constexpr std::string_view kName = "rounding";
constexpr std::size_t kMostColumns = 1024; ///< 8 MB of moments for a layer
constexpr int kMostRounds = 10;

/// The numbers of a row of a weight, and how they may be rounded.
struct Row {
    std::vector<double> exact;
    std::vector<double> rounded;
    double scale = 1.0;
    double lowest = 0.0; ///< in real numbers
    double highest = 0.0;
};

/// The other neighbour of @p exact, if it is within the range; else the one that it has.
double otherNeighbour(const Row& row, std::size_t i)
{
    const double off = row.exact[i] - row.rounded[i];
    const double other = row.rounded[i] + (off > 0.0 ? row.scale : -row.scale);
    const bool isNeighbour = std::abs(off) < row.scale && other >= row.lowest && other <= row.highest;
    return isNeighbour ? other : row.rounded[i];
}

/// @p moments is columns × columns.
void roundRow(Row& row, const std::vector<double>& moments)
{
    const auto columns = row.exact.size();
    std::vector<double> gradient(columns, 0.0); // (w - ŵ) · moments
    for (std::size_t i = 0; i < columns; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            gradient[j] += (row.exact[i] - row.rounded[i]) * moments[i * columns + j];
    for (int round = 0; round < kMostRounds; ++round) {
        bool isChanged = false;
        for (std::size_t i = 0; i < columns; ++i) {
            const double step = otherNeighbour(row, i) - row.rounded[i];
            if (step == 0.0 || -2.0 * step * gradient[i] + step * step * moments[i * columns + i] >= 0.0)
                continue;
            row.rounded[i] += step;
            for (std::size_t j = 0; j < columns; ++j)
                gradient[j] -= step * moments[i * columns + j];
            isChanged = true;
        }
        if (!isChanged)
            return;
    }
}

/// Rows lie behind each other, but for a product whose columns are the output channels.
void roundLayer(graph::Graph& graph, const graph::Node& node, const PlannedQuantizer& quantizer,
                const Parameters& parameters, const InputMoments& moments)
{
    const auto& weight = *graph.constantOf(quantizer.value);
    const auto axis = std::size_t(graph::weightChannelAxis(graph, node));
    const auto rows = std::size_t(weight.shape()[axis]);
    const auto place = [&](std::size_t row, std::size_t column) {
        return axis == 0 ? row * moments.columns + column : column * rows + row;
    };
    const auto& format = quantizer.settings.format;
    const auto exact = weight.toDoubles();
    auto rounded = dequantizedConstant(quantizedConstant(weight, parameters, format, quantizer.channelAxis), parameters,
                                       quantizer.channelAxis);
    for (std::size_t r = 0; r < rows; ++r) {
        const auto of = parameters.isPerTensor() ? 0 : r;
        const double zero = parameters.zeroPoints[of];
        Row row{.exact = {}, .rounded = {}, .scale = parameters.scales[of]};
        row.lowest = (double(format.lowest()) - zero - 0.25) * row.scale;
        row.highest = (double(format.highest()) - zero + 0.25) * row.scale;
        for (std::size_t c = 0; c < moments.columns; ++c) {
            row.exact.push_back(exact[place(r, c)]);
            row.rounded.push_back(rounded[place(r, c)]);
        }
        roundRow(row, moments.groups[r * moments.groups.size() / rows]);
        for (std::size_t c = 0; c < moments.columns; ++c)
            rounded[place(r, c)] = float(row.rounded[c]);
    }
    graph.setInitializer(quantizer.value,
                         graph::TensorData::of<float>(graph::DataType::Float, weight.shape(), rounded));
}

void roundAll(FixSubject& subject, const CalibrationData& data, JobContext& ctx)
{
    const auto& plan = subject.plan(data, ctx);
    const auto layers = roundableLayers(subject.graph(), plan);
    std::vector<std::string> names;
    for (const auto& [name, index] : layers)
        names.push_back(name);
    const auto moments = inputMoments(subject.graph(), names, kMostColumns, data, ctx);
    auto graph = subject.graph();
    for (const auto& [name, index] : layers)
        if (const auto own = moments.find(name); own != moments.end()) {
            ctx.throwIfCancelled();
            roundLayer(graph, graph.node(*graph.findNode(name)), plan.quantizers[index], plan.parametersOf(index),
                       own->second);
        }
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
