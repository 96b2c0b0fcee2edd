// SPDX-License-Identifier: GPL-3.0-or-later
// Window functions and the mel weight matrix: constants that audio models compute for themselves.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>

namespace ql::ops::kernels::signal_window {

using graph::DataType;

namespace {

DataType outputType(const graph::Node& node)
{
    return elementTypeOf(node, "output_datatype", DataType::Float);
}

double numberOf(const KernelCall& call, std::size_t i, std::string_view name)
{
    const auto& tensor = call.required(i);
    if (tensor.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} ({}) has {} elements, expected one", i, name, tensor.data.numel()));
    return tensor.data.to(at::kDouble).item<double>();
}

std::int64_t countOf(const KernelCall& call, std::size_t i, std::string_view name)
{
    const auto number = numberOf(call, i, name);
    if (!(number >= 0) || number > 1e12)
        throw Error(ErrorCode::InvalidNode, Message("input {} ({}) is {}, expected a size", i, name, number));
    expectAffordable({static_cast<std::int64_t>(number)}, DataType::Double);
    return static_cast<std::int64_t>(number);
}

/// constant - first · cos(2πn/N) + second · cos(4πn/N)
struct Cosines {
    double constant, first, second;
};

OperatorDefinition window(std::string name, Cosines cosines)
{
    return {
        "", std::move(name), 17, kLatestOpset, [cosines](const graph::Node& node) -> Kernel {
            const bool isPeriodic = node.attributes.intOr("periodic", 1) != 0;
            return [cosines, isPeriodic, type = outputType(node)](const KernelCall& call) -> std::vector<Tensor> {
                const auto size = countOf(call, 0, "size");
                const auto period = static_cast<double>(isPeriodic ? size : size - 1);
                const auto turns = at::arange(size, at::kDouble).mul(2 * M_PI).div(period);
                return {storedAs(
                    turns.cos().mul(-cosines.first).add(turns.mul(2).cos().mul(cosines.second)).add(cosines.constant),
                    type)};
            };
        }};
}

double melOf(double hertz)
{
    return 2595.0 * std::log10(1.0 + hertz / 700.0);
}

/// The bins of a spectrum at which the triangles of the mel bands begin, peak and end.
std::vector<std::int64_t> bandEdges(std::int64_t bands, std::int64_t length, double rate, double lowest, double highest)
{
    const double low = melOf(lowest);
    const double step = (melOf(highest) - low) / static_cast<double>(bands + 2);
    std::vector<std::int64_t> edges;
    for (std::int64_t i = 0; i < bands + 2; ++i) {
        const double hertz = 700.0 * (std::pow(10.0, (static_cast<double>(i) * step + low) / 2595.0) - 1.0);
        const double bin = std::floor(static_cast<double>(length + 1) * hertz / rate);
        if (!(bin >= 0 && bin <= static_cast<double>(length / 2 + 1)))
            throw Error(ErrorCode::InvalidNode,
                        Message("a mel band reaches {:.0f} Hz, beyond half the sample rate", hertz));
        edges.push_back(static_cast<std::int64_t>(bin));
    }
    return edges;
}

Kernel bindMel(const graph::Node& node)
{
    return [type = outputType(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto bands = countOf(call, 0, "num_mel_bins");
        const auto length = countOf(call, 1, "dft_length");
        const auto edges = bandEdges(bands, length, numberOf(call, 2, "sample_rate"),
                                     numberOf(call, 3, "lower_edge_hertz"), numberOf(call, 4, "upper_edge_hertz"));
        const auto bins = length / 2 + 1;
        expectAffordable({bins, bands}, DataType::Double);
        auto weights = at::zeros({bins, bands}, at::kDouble);
        auto weight = weights.accessor<double, 2>();
        for (std::int64_t band = 0; band < bands; ++band) {
            const auto* edge = edges.data() + band;
            const double rise = double(edge[1] - edge[0]);
            for (auto bin = edge[0]; bin <= edge[1] && bin < bins; ++bin)
                weight[bin][band] = rise == 0 ? 1.0 : double(bin - edge[0]) / rise;
            for (auto bin = edge[1]; bin < edge[2]; ++bin)
                weight[bin][band] = double(edge[2] - bin) / double(edge[2] - edge[1]);
        }
        return {storedAs(weights, type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {window("BlackmanWindow", {0.42, 0.5, 0.08}),
            window("HammingWindow", {25.0 / 46.0, 21.0 / 46.0, 0.0}),
            window("HannWindow", {0.5, 0.5, 0.0}),
            {"", "MelWeightMatrix", 17, kLatestOpset, bindMel}};
}

} // namespace ql::ops::kernels::signal_window
