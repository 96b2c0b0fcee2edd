// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/node_partners.h"

#include "core/graph/op_kind.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;

/// What quantizers append to the names of the nodes that they replace, longest first.
constexpr std::array<std::string_view, 6> kSuffixes{"_MatMul_quant", "_quantized", "_quant", "_fused", "_QLinear", "_integer"};

/// "QLinearConv", "ConvInteger", "Conv" → "Conv"; Gemm and MatMul are relatives.
std::string family(const Node& node)
{
    std::string_view type = node.opType;
    for (const std::string_view prefix : {"QLinear", "DynamicQuantize"})
        if (type.starts_with(prefix))
            type.remove_prefix(prefix.size());
    for (const std::string_view suffix : {"IntegerToFloat", "Integer"})
        if (type.ends_with(suffix))
            type.remove_suffix(suffix.size());
    if (type == "QGemm" || type == "Gemm")
        return "MatMul";
    return std::string(type);
}

std::optional<graph::NodeId> relativeNamed(const Graph& baseline, std::string_view name, const Node& node)
{
    const auto found = baseline.findNode(name);
    return found && family(baseline.node(*found)) == family(node) ? found : std::nullopt;
}

std::optional<graph::NodeId> byName(const Graph& baseline, const Node& node)
{
    if (const auto equal = relativeNamed(baseline, node.name, node))
        return equal;
    for (const auto suffix : kSuffixes) {
        if (!node.name.ends_with(suffix))
            continue;
        const auto stripped = std::string_view(node.name).substr(0, node.name.size() - suffix.size());
        if (const auto found = relativeNamed(baseline, stripped, node))
            return found;
    }
    return std::nullopt;
}

/// A node that only the name of its result ties to the baseline: files without node names still name their values.
std::optional<graph::NodeId> byResult(const Graph& baseline, const Graph& analysis, const Node& node)
{
    for (const auto output : node.outputs) {
        if (!output.isValid())
            continue;
        std::string_view name = analysis.value(output).name;
        for (const std::string_view affix : {"_QuantizeLinear_Input", "_quantized", "_output_quantized"}) {
            if (!name.ends_with(affix))
                continue;
            name.remove_suffix(affix.size());
            break;
        }
        const auto value = baseline.findValue(name);
        if (!value || !baseline.value(*value).producer.isValid())
            continue;
        const auto& maker = baseline.node(baseline.value(*value).producer);
        if (family(maker) == family(node))
            return maker.id;
    }
    return std::nullopt;
}

} // namespace

quant::NodePartners nodePartners(const Graph& baseline, const Graph& analysis)
{
    quant::NodePartners partners;
    for (const auto& node : analysis.nodes()) {
        const auto kind = graph::opKind(node);
        if (kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize)
            continue;
        auto partner = byName(baseline, node);
        if (!partner)
            partner = byResult(baseline, analysis, node);
        if (partner)
            partners.emplace(node.id, *partner);
    }
    return partners;
}

} // namespace ql::analysis
