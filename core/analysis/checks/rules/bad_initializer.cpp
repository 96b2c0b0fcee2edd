// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/rule_context.h"
#include "core/graph/ir/bodies.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis::checks {

namespace {

constexpr double kLargestWeight = 32768.0; // as for values: no integer type of 16 bits holds it and a fraction

struct Scan {
    std::uint64_t nanCount = 0;
    std::uint64_t infCount = 0;
    double farthest = 0.0;

    void add(double value)
    {
        if (std::isnan(value))
            ++nanCount;
        else if (std::isinf(value))
            ++infCount;
        else
            farthest = std::max(farthest, std::abs(value));
    }
};

Scan scan(const graph::TensorData& data)
{
    Scan found;
    if (data.type() == graph::DataType::Float) { // without a copy: these may be hundreds of megabytes
        const auto* values = reinterpret_cast<const float*>(data.bytes().data());
        for (std::size_t i = 0; i < data.size(); ++i)
            found.add(values[i]);
    } else {
        for (const double value : data.toDoubles())
            found.add(value);
    }
    return found;
}

bool isWeight(const RuleContext& context, graph::ValueId value)
{
    const auto& readers = context.graph.value(value).consumers;
    return std::any_of(readers.begin(), readers.end(), [&context, value](graph::NodeId reader) {
        const auto operands = context.operands.operandsOf(context.graph.node(reader));
        return std::any_of(operands.begin(), operands.end(),
                           [value](const Operand& operand) { return operand.read == value; });
    });
}

void findNaN(const graph::Graph& graph, Findings& findings)
{
    for (const auto& value : graph.values()) {
        if (!value.initializer || !graph::isFloatingPoint(value.initializer->type()))
            continue;
        if (const auto found = scan(*value.initializer); found.nanCount > 0)
            findings.add(Severity::Error, value.name,
                         Message("{} of the constant {} is NaN.",
                                 shareOfValues(found.nanCount, value.initializer->size()), value.name),
                         "Export the model again; training may have diverged.");
    }
    for (const auto& node : graph.nodes())
        graph::forEachBody(node,
                           [&findings](const std::string&, const graph::Graph& body) { findNaN(body, findings); });
}

} // namespace

void bad_initializer(const RuleContext& context, Findings& findings)
{
    findNaN(context.graph, findings);
    for (std::size_t i = 0; i < context.graph.valueCount(); ++i) {
        const auto& value = context.graph.values()[i];
        // A single number may bound a Clip or mask an attention.
        if (!value.initializer || !graph::isFloatingPoint(value.initializer->type()) || value.initializer->size() < 2
            || !isWeight(context, graph::ValueId{static_cast<std::int32_t>(i)}))
            continue;
        const auto found = scan(*value.initializer);
        if (found.infCount > 0)
            findings.add(Severity::Warning, value.name,
                         Message("{} of the constant {} is infinite.",
                                 shareOfValues(found.infCount, value.initializer->size()), value.name),
                         "No integer stands for it: bound it before quantizing.");
        else if (found.farthest > kLargestWeight)
            findings.add(Severity::Warning, value.name,
                         Message("the constant {} reaches {}, too far for any integer type of 16 bits.", value.name,
                                 number(found.farthest)),
                         "Bound it, or leave the operators that read it in float.");
    }
}

} // namespace ql::analysis::checks
