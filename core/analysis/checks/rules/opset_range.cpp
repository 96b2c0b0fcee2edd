// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/graph/operators/op_kind.h"

namespace ql::analysis::checks {

namespace {

constexpr int kPerChannelSince = 13;
constexpr int kNarrowTypesSince = 21;
constexpr int kTwoBitsSince = 25;

/// What the standard's quantizers can't do in the node's version of it; empty if nothing.
Message problemOf(const RuleContext& context, const graph::Node& node, const ScaleUse& use)
{
    const auto type = integerTypeOf(context.graph, use.tensor, use.zeroPoint);
    const auto bits = graph::bitsPerElement(type);
    const auto since = bits == 2 ? kTwoBitsSince : kNarrowTypesSince;
    if (node.opset < since && graph::isQuantizedInteger(type) && bits != 8)
        return Message("{} needs opset {}, the model imports {}", graph::name(type), since, node.opset);
    const auto* scale = context.graph.constantOf(use.scale);
    if (node.opset < kPerChannelSince && scale && scale->size() > 1)
        return Message("scales per channel need opset {}, the model imports {}", kPerChannelSince, node.opset);
    return {};
}

} // namespace

void opset_range(const RuleContext& context, Findings& findings)
{
    for (const auto& use : context.scales) {
        const auto& node = context.graph.node(use.node);
        const auto kind = graph::opKind(node);
        const bool isQuantizer = kind == graph::OpKind::Quantize || kind == graph::OpKind::Dequantize;
        if (!isQuantizer || !node.domain.empty())
            continue;
        if (const auto problem = problemOf(context, node, use); !problem.empty())
            findings.add(Severity::Warning, node.name, Message("{}.", problem),
                         "Convert the model to the newer opset, or use com.microsoft's quantizers.");
    }
    for (const auto& node : context.nodes()) {
        if (!context.graph.opsets().contains(node.domain))
            findings.add(Severity::Warning, node.name,
                         Message("the model imports no version of the domain {} that {} belongs to.",
                                 node.domain.empty() ? "ai.onnx" : node.domain, node.opType),
                         "Export the model again; runtimes refuse it.");
    }
}

} // namespace ql::analysis::checks
