// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/config/weight_blocks.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <set>

namespace ql::config {

namespace {

/// Bias, normalization or activation, which targets compute together with the product before them. Of what joins two
/// values of data no target computes one alone.
bool continuesRun(const graph::Graph& graph, const graph::Node& node)
{
    const auto& traits = graph::familyTraits(node.opType);
    const bool joinsConstant = std::ranges::any_of(
        node.inputs, [&graph](graph::ValueId input) { return input.isValid() && graph.constantOf(input); });
    return traits.continuesRun && (traits.arithmetic == graph::Arithmetic::None || joinsConstant);
}

/// Within a run that a target computes at once: no tool writes an encoding of it.
bool isInsideRun(const graph::Graph& graph, graph::ValueId id)
{
    const auto& value = graph.value(id);
    if (!value.producer.isValid() || value.consumers.size() != 1 || std::ranges::count(graph.outputs(), id) > 0)
        return false;
    const auto& maker = graph.node(value.producer);
    const bool isOfRun =
        graph::familyTraits(maker.opType).product != graph::Product::None || continuesRun(graph, maker);
    return isOfRun && continuesRun(graph, graph.node(value.consumers.front()));
}

/// An input of the graph, while another has one: hardly meant.
bool isForgottenInput(const graph::Graph& graph, graph::ValueId id, const std::set<std::string>& encoded)
{
    return std::ranges::count(graph.inputs(), id) > 0 && std::ranges::any_of(graph.inputs(), [&](graph::ValueId input) {
               return encoded.contains(graph.value(input).name);
           });
}

} // namespace

void checkScaleCounts(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& override : context.config.overrides) {
        const auto& fixed = override.settings.activation.fixed;
        const auto value = context.graph.findValue(override.selector.name);
        if (override.selector.kind != Selector::Kind::Tensor || !fixed || !value)
            continue;
        if (auto problem = scaleProblem(context.graph, *value, *fixed); !problem.empty())
            findings.push_back(ruleError("parameter-range", {override.selector.name}, std::move(problem),
                                         "write the scales of this very weight", override.position));
    }
}

void checkEncodings(const ConstraintContext& context, ConfigFindings& findings)
{
    std::set<std::string> seen;
    for (const auto& override : context.config.overrides)
        if (override.selector.kind == Selector::Kind::Tensor)
            seen.insert(override.selector.name);
    const auto encoded = seen;
    for (const auto& layer : context.layers)
        for (const auto input : layer.inputs) {
            const auto& value = context.graph.value(input);
            const bool isFloat = value.type == graph::DataType::Undefined || graph::isFloatingPoint(value.type);
            if (!layer.isCompute || !isFloat || isInsideRun(context.graph, input) || !seen.insert(value.name).second)
                continue;
            auto finding =
                ruleError("missing-key", {layer.name}, Message("{}, which it reads, has no encoding", value.name),
                          "it stays in float, or is calibrated where there are data");
            finding.severity =
                isForgottenInput(context.graph, input, encoded) ? results::Severity::Warning : results::Severity::Info;
            findings.push_back(std::move(finding));
        }
}

} // namespace ql::config
