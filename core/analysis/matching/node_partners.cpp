// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/node_partners.h"

#include "core/analysis/matching/name_affixes.h"
#include "core/graph/operators/operator_traits.h"

#include <optional>
#include <string>
#include <string_view>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::Node;

/// ONNX Runtime's tools split a dynamically quantized Gemm into a product of this name and an Add.
constexpr std::string_view kSplitSuffix = "_MatMul";

std::optional<graph::NodeId> byName(const Graph& baseline, const Node& node)
{
    const auto family = graph::familyOf(node.opType);
    const auto relativeNamed = [&](std::string_view name) -> std::optional<graph::NodeId> {
        const auto found = baseline.findNode(name);
        return found && graph::familyOf(baseline.node(*found).opType) == family ? found : std::nullopt;
    };
    for (const std::string_view name : possibleOriginals(node.name)) {
        if (const auto found = relativeNamed(name))
            return found;
        if (name.ends_with(kSplitSuffix))
            if (const auto found = relativeNamed(name.substr(0, name.size() - kSplitSuffix.size())))
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
        for (const auto& name : possibleOriginals(analysis.value(output).name)) {
            const auto value = baseline.findValue(name);
            if (!value || !baseline.value(*value).producer.isValid())
                continue;
            const auto& maker = baseline.node(baseline.value(*value).producer);
            if (graph::familyOf(maker.opType) == graph::familyOf(node.opType))
                return maker.id;
        }
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
