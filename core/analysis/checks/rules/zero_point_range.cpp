// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

namespace ql::analysis::checks {

namespace {

using graph::DataType;

bool isInteger(DataType type)
{
    return graph::isQuantizedInteger(type) || type == DataType::Int32;
}

Message valueProblem(const graph::TensorData& zeroPoint, DataType type)
{
    for (const auto each : zeroPoint.toInts()) {
        if (type == DataType::Int32 && each != 0)
            return Message("is {}, but int32 has none", each);
        if (each < graph::lowestOf(type) || each > graph::highestOf(type))
            return Message("is {}, and {} ends at {} and {}", each, graph::name(type), graph::lowestOf(type),
                           graph::highestOf(type));
    }
    return {};
}

/// The type of a QuantizeLinear's output follows its zero point, whatever was declared.
Message problemOf(const RuleContext& context, const ScaleUse& use, const graph::TensorData& zeroPoint)
{
    const auto type = context.graph.value(use.tensor).type;
    if (!isInteger(type) && zeroPoint.type() == type) // a small float, whose zero point only says which
        return {};
    if (!isInteger(zeroPoint.type()))
        return Message("has type {}, expected that of the integers", graph::name(zeroPoint.type()));
    if (!isInteger(type))
        return {};
    if (auto problem = valueProblem(zeroPoint, type); !problem.empty())
        return problem;
    if (zeroPoint.type() != type)
        return Message("has type {}, but the integers are {}", graph::name(zeroPoint.type()), graph::name(type));
    const auto* scale = context.graph.constantOf(use.scale);
    if (scale && scale->size() != zeroPoint.size() && zeroPoint.size() != 1)
        return Message("has {} elements, the scale {}", zeroPoint.size(), scale->size());
    return {};
}

Message channelProblem(const RuleContext& context, const ScaleUse& use)
{
    const auto* scale = context.graph.constantOf(use.scale);
    const auto& shape = context.graph.value(use.tensor).shape;
    if (!scale || scale->size() < 2 || scale->shape().size() != 1 || !shape)
        return {};
    const auto rank = static_cast<std::int64_t>(shape->size());
    const auto axis = use.axis < 0 ? use.axis + rank : use.axis;
    if (axis < 0 || axis >= rank)
        return Message("has channel axis {}, the tensor's rank is {}", use.axis, rank);
    const auto channels = (*shape)[static_cast<std::size_t>(axis)].size;
    if (channels >= 0 && channels != static_cast<std::int64_t>(scale->size()))
        return Message("has {} elements, but axis {} has {}", scale->size(), axis, channels);
    return {};
}

} // namespace

void zero_point_range(const RuleContext& context, Findings& findings)
{
    const auto add = [&](const ScaleUse& use, const Message& what, const Message& problem) {
        if (!problem.empty())
            findings.add(Severity::Error, context.graph.node(use.node).name,
                         Message("the {} of {} {}.", what, context.graph.value(use.tensor).name, problem),
                         "Write the model again: runtimes refuse it or compute something else.");
    };
    for (const auto& use : context.scales) {
        if (context.graph.node(use.node).attributes.intOr("block_size", 0) != 0)
            continue;
        const auto* zeroPoint = use.zeroPoint.isValid() ? context.graph.constantOf(use.zeroPoint) : nullptr;
        if (zeroPoint)
            add(use, "zero point", problemOf(context, use, *zeroPoint));
        add(use, "scale", channelProblem(context, use));
    }
}

} // namespace ql::analysis::checks
