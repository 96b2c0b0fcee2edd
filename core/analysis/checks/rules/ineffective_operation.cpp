// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace ql::analysis::checks {

namespace {

using graph::Node;
using graph::ValueId;

constexpr std::int64_t kOpenEnd = std::numeric_limits<std::int32_t>::max();

bool isNumber(graph::DataType type)
{
    return graph::isFloatingPoint(type) || graph::isQuantizedInteger(type) || type == graph::DataType::Int32
           || type == graph::DataType::Int64;
}

std::optional<std::vector<std::int64_t>> constantInts(const RuleContext& context, const Node& node, std::size_t slot)
{
    const auto value = inputAt(node, slot);
    const auto* constant = value.isValid() ? context.graph.constantOf(value) : nullptr;
    if (!constant || !isNumber(constant->type()) || graph::isFloatingPoint(constant->type()))
        return std::nullopt;
    return constant->toInts();
}

/// What goes out has the shape of what comes in at @p slot, as far as is known before running.
bool keepsShape(const RuleContext& context, const Node& node, std::size_t slot)
{
    if (!inputAt(node, slot).isValid())
        return false;
    const auto& before = context.graph.value(node.inputs[slot]).shape;
    const auto& after = context.graph.value(node.outputs[0]).shape;
    const auto isKnown = [](const graph::Dimension& dimension) { return dimension.size >= 0; };
    return before && after && *before == *after && std::all_of(before->begin(), before->end(), isKnown);
}

/// Whether input @p slot is a constant of nothing but @p neutral, and doesn't widen the other operand.
bool isNeutral(const RuleContext& context, const Node& node, std::size_t slot, double neutral)
{
    const auto value = inputAt(node, slot);
    const auto* constant = value.isValid() ? context.graph.constantOf(value) : nullptr;
    if (!constant || !isNumber(constant->type()) || node.inputs.size() < 2)
        return false;
    const auto numbers = constant->toDoubles();
    const bool isAlone = numbers.size() == 1 && constant->shape().size() <= 1;
    return !numbers.empty() && (isAlone || keepsShape(context, node, 1 - slot))
           && std::all_of(numbers.begin(), numbers.end(), [neutral](double each) { return each == neutral; });
}

bool isIdentitySlice(const RuleContext& context, const Node& node)
{
    if (keepsShape(context, node, 0))
        return true;
    const auto isZero = [](std::int64_t each) { return each == 0; };
    const auto isOne = [](std::int64_t each) { return each == 1; };
    const auto isOpen = [](std::int64_t each) { return each >= kOpenEnd; };
    const auto starts = node.inputs.size() > 1 ? constantInts(context, node, 1) : node.attributes.intsOr("starts", {1});
    const auto ends = node.inputs.size() > 2 ? constantInts(context, node, 2) : node.attributes.intsOr("ends", {0});
    const auto steps = node.inputs.size() > 4 ? constantInts(context, node, 4) : std::vector<std::int64_t>{1};
    return starts && ends && steps && std::all_of(starts->begin(), starts->end(), isZero)
           && std::all_of(ends->begin(), ends->end(), isOpen) && std::all_of(steps->begin(), steps->end(), isOne);
}

bool isIdentityTranspose(const RuleContext&, const Node& node)
{
    const auto order = node.attributes.intsOr("perm", {});
    std::vector<std::int64_t> same(order.size());
    std::iota(same.begin(), same.end(), 0);
    return !order.empty() && order == same;
}

bool isIdentityPad(const RuleContext& context, const Node& node)
{
    const auto pads = node.inputs.size() > 1 ? constantInts(context, node, 1) : node.attributes.intsOr("pads", {1});
    return pads && std::all_of(pads->begin(), pads->end(), [](std::int64_t each) { return each == 0; });
}

bool isIdentityCast(const RuleContext& context, const Node& node)
{
    const auto before = context.graph.value(node.inputs[0]).type;
    return before != graph::DataType::Undefined && node.attributes.intOr("to", 0) == static_cast<std::int64_t>(before);
}

using Test = std::function<bool(const RuleContext&, const Node&)>;

struct Operation {
    Test isIneffective;
    Message message;
};

const Message kHandsThrough("it hands its input through.");
const Message kRemedy("Remove it: a quantizer around it rounds for nothing.");

const std::unordered_map<std::string_view, Operation>& operations()
{
    const auto neutral = [](std::size_t slot, double value) -> Test {
        return [slot, value](const RuleContext& context, const Node& node) {
            return isNeutral(context, node, slot, value);
        };
    };
    const auto either = [](double value) -> Test {
        return [value](const RuleContext& context, const Node& node) {
            return isNeutral(context, node, 0, value) || isNeutral(context, node, 1, value);
        };
    };
    static const std::unordered_map<std::string_view, Operation> table{
        {"Add", {either(0.0), "it adds 0."}},
        {"Cast", {isIdentityCast, "it casts to the type that its input has already."}},
        {"Concat",
         {[](const RuleContext&, const Node& node) { return node.inputs.size() == 1; }, "it joins a single tensor."}},
        {"Div", {neutral(1, 1.0), "it divides by 1."}},
        {"Identity", {[](const RuleContext&, const Node&) { return true; }, kHandsThrough}},
        {"Mul", {either(1.0), "it multiplies by 1."}},
        {"Pad", {isIdentityPad, "it pads by nothing."}},
        {"Pow", {neutral(1, 1.0), "it raises to the power of 1."}},
        {"Reshape",
         {[](const RuleContext& context, const Node& node) { return keepsShape(context, node, 0); },
          "its input has that shape already."}},
        {"Slice", {isIdentitySlice, "it cuts nothing off."}},
        {"Sub", {neutral(1, 0.0), "it subtracts 0."}},
        {"Transpose", {isIdentityTranspose, "it leaves the axes in their order."}},
    };
    return table;
}

} // namespace

void ineffective_operation(const RuleContext& context, Findings& findings)
{
    for (const auto& node : context.nodes()) {
        const auto found = operations().find(node.opType);
        const bool isCandidate = found != operations().end() && node.domain.empty() && inputAt(node, 0).isValid()
                                 && !node.outputs.empty() && node.outputs[0].isValid();
        // Arithmetic on shapes costs nothing.
        if (!isCandidate || context.operands.isFixed(node.outputs[0])
            || context.graph.value(node.outputs[0]).type == graph::DataType::Int64)
            continue;
        if (found->second.isIneffective(context, node))
            findings.add(Severity::Info, node.name, found->second.message, kRemedy);
    }
    for (const auto& handed : context.graph.handedThrough())
        if (!context.operands.isFixed(handed.value) && context.graph.value(handed.value).type != graph::DataType::Int64)
            findings.add(Severity::Info, handed.node, kHandsThrough, kRemedy);
}

} // namespace ql::analysis::checks
