// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/calibrate/calibrate.h"
#include "core/graph/operators/integer_signature.h"
#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace ql::analysis {

namespace {

using results::CalibrateResult;

/// ConvInteger and MatMulInteger stand for layers whose result is read in float.
bool isOnIntegers(const graph::Node& node)
{
    const auto& traits = graph::traitsNamed(node.opType);
    return traits.integers == graph::Integers::Requantizing || traits.signature == &graph::signatures::kAccumulating;
}

/// ONNX's operators on integers take 8 bits.
void noteWideOperators(const graph::Graph& integers, CalibrateResult& result)
{
    const auto count = std::ranges::count_if(integers.nodes(), [](const graph::Node& node) {
        return node.domain == quant::kOwnDomain && isOnIntegers(node);
    });
    if (count > 0)
        result.notes.push_back(fmt::format("{} operators compute on integers of more than 8 bits, which no other "
                                           "runtime does: only Quantloupe runs the model in integers",
                                           count));
}

/// Roundings that ONNX has no operator for.
void noteFormats(const graph::Graph& written, CalibrateResult& result)
{
    const auto count = std::ranges::count_if(written.nodes(), [](const graph::Node& node) {
        return node.domain == quant::kOwnDomain && !isOnIntegers(node);
    });
    if (count > 0)
        result.notes.push_back(fmt::format("{} quantizers round to number formats that ONNX has no operator for: only "
                                           "Quantloupe runs the written models",
                                           count));
}

/// What the written models keep of a TorchScript program that no other program knows.
void noteOwnOperators(const graph::Graph& graph, CalibrateResult& result)
{
    const auto isOwn = [](const graph::Node& node) { return node.domain == "aten" || node.domain == "prim"; };
    const auto count = std::ranges::count_if(graph.nodes(), isOwn);
    if (count == 0)
        return;
    const auto& first = *std::ranges::find_if(graph.nodes(), isOwn);
    result.notes.push_back(fmt::format("node {} ({}.{}){} has no ONNX form: only Quantloupe runs the written models; "
                                       "export the model with torch.onnx for others",
                                       first.name, first.domain, first.opType,
                                       count > 1 ? fmt::format(", like {} more,", count - 1) : ""));
}

} // namespace

std::uint64_t integerOperatorsOf(const graph::Graph& integers)
{
    return std::uint64_t(std::ranges::count_if(integers.nodes(), isOnIntegers));
}

void noteFloatLayers(const SimulatedModel& model, const graph::Graph& integers, CalibrateResult& result)
{
    const auto isDequantized = [&](graph::ValueId value) {
        const auto maker = value.isValid() ? integers.value(value).producer : graph::NodeId{};
        return maker.isValid() && graph::opKind(integers.node(maker)) == graph::OpKind::Dequantize
               && !integers.constantOf(integers.node(maker).inputs.at(0));
    };
    const graph::Node* first = nullptr;
    std::size_t count = 0;
    for (const auto& node : model.source.nodes()) {
        const auto found = integers.findNode(node.name);
        if (!found || graph::opKind(node) != graph::OpKind::Compute || integers.node(*found).opType != node.opType
            || !std::ranges::any_of(integers.node(*found).inputs, isDequantized))
            continue;
        first = first ? first : &node;
        ++count;
    }
    if (!first)
        return;
    const auto name = fmt::format("{} ({})", first->name, first->qualifiedOpType());
    result.notes.push_back(
        count == 1 ? fmt::format("{} reads integers and computes in float in the model in integers: no operator on "
                                 "integers gives what it gives",
                                 name)
                   : fmt::format("{} layers read integers and compute in float in the model in integers, as no "
                                 "operator on integers gives what they give: the first is {}",
                                 count, name));
}

void notePortability(const graph::Graph& qdq, const graph::Graph& integers, CalibrateResult& result)
{
    noteOwnOperators(qdq, result);
    noteWideOperators(integers, result);
    noteFormats(quant::withHalfCasts(qdq), result);
}

} // namespace ql::analysis
