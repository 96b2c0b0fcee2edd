// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences of tensors: detection models and exported loops collect their results in them.
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/stacked_iterations.h"

#include <algorithm>

namespace ql::ops::kernels::sequence {

namespace {

using Items = std::vector<Tensor>;

/// The place that input @p i names among @p size items, negative ones counted from the end; @p fallback if omitted.
std::int64_t position(const KernelCall& call, std::size_t i, std::size_t size, std::int64_t fallback)
{
    if (!call.has(i))
        return fallback;
    const auto values = toInts(call.input(i), Message("input {} (position)", i));
    const auto count = static_cast<std::int64_t>(size);
    if (values.size() != 1 || values[0] < -count || values[0] >= count)
        throw Error(ErrorCode::InvalidNode, Message("input {} (position) is {}, but there are {} places", i,
                                                    values.empty() ? 0 : values[0], count));
    return values[0] < 0 ? values[0] + count : values[0];
}

std::vector<Tensor> construct(const KernelCall& call)
{
    Items items;
    for (std::size_t i = 0; i < call.inputs.size(); ++i)
        items.push_back(call.tensor(i));
    return {sequenceOf(std::move(items))};
}

std::vector<Tensor> itemAt(const KernelCall& call)
{
    const auto& items = call.sequence(0);
    call.required(1);
    return {items[static_cast<std::size_t>(position(call, 1, items.size(), 0))]};
}

std::vector<Tensor> withItem(const KernelCall& call)
{
    Items items = call.sequence(0);
    const auto end = static_cast<std::int64_t>(items.size());
    // One place more than there are items: behind the last.
    const bool isFromEnd = call.has(2) && toInts(call.input(2), "input 2 (position)").at(0) < 0;
    const auto place = position(call, 2, items.size() + (isFromEnd ? 0 : 1), end);
    items.insert(items.begin() + place, call.tensor(1));
    return {sequenceOf(std::move(items))};
}

std::vector<Tensor> withoutItem(const KernelCall& call)
{
    Items items = call.sequence(0);
    if (items.empty())
        throw Error(ErrorCode::InvalidNode, "input 0 is an empty sequence, there is nothing to take out");
    items.erase(items.begin() + position(call, 1, items.size(), static_cast<std::int64_t>(items.size()) - 1));
    return {sequenceOf(std::move(items))};
}

std::vector<Tensor> length(const KernelCall& call)
{
    return {Tensor{at::scalar_tensor(static_cast<std::int64_t>(call.sequence(0).size()), at::kLong)}};
}

Kernel bindConcat(const graph::Node& node)
{
    const auto axis = node.attributes.requiredInt("axis");
    const bool stacks = node.attributes.intOr("new_axis", 0) != 0;
    return [axis, stacks](const KernelCall& call) -> std::vector<Tensor> {
        const auto& items = call.sequence(0);
        if (items.empty())
            throw Error(ErrorCode::InvalidNode, "input 0 is an empty sequence, there is nothing to join");
        std::vector<at::Tensor> parts;
        for (const auto& item : items) {
            expectSameType(item, "an item", items.front());
            parts.push_back(item.data);
        }
        const auto along = normalizedAxis(axis, parts.front().dim() + (stacks ? 1 : 0));
        return {{stacks ? at::stack(parts, along) : at::cat(parts, along), items.front().type}};
    };
}

/// The lengths of the parts: given, or one length for all but the last.
graph::Shape partLengths(const KernelCall& call, std::int64_t size)
{
    graph::Shape lengths;
    std::int64_t each = 1;
    if (call.has(1)) {
        const auto given = toInts(call.input(1), "input 1 (split)");
        if (call.input(1).data.dim() == 1)
            return given;
        each = given.at(0);
    }
    if (each < 1)
        throw Error(ErrorCode::InvalidNode, Message("input 1 (split) is {}, expected 1 or more", each));
    for (std::int64_t begin = 0; begin < size; begin += each)
        lengths.push_back(std::min(each, size - begin));
    return lengths;
}

Kernel bindSplit(const graph::Node& node)
{
    const bool dropsAxis = node.attributes.intOr("keepdims", 1) == 0;
    return [axis = node.attributes.intOr("axis", 0), dropsAxis](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto along = normalizedAxis(axis, x.data.dim());
        Items items;
        for (const auto& part : x.data.split_with_sizes(partLengths(call, x.data.size(along)), along))
            items.emplace_back(dropsAxis && !call.has(1) ? part.squeeze(along) : part, x.type);
        return {sequenceOf(std::move(items))};
    };
}

/// Runs the body once for every item; further inputs are sequences of the same length or tensors for every turn.
Kernel bindMap(const graph::Node& node)
{
    node.attributes.requiredGraph("body");
    return [outputs = node.outputs.size()](const KernelCall& call) {
        std::vector<Items> collected(outputs);
        const auto turns = call.sequence(0).size();
        for (std::size_t turn = 0; turn < turns; ++turn) {
            std::vector<Tensor> arguments;
            for (std::size_t i = 0; i < call.inputs.size(); ++i) {
                if (call.input(i).isSequence() && call.sequence(i).size() != turns)
                    throw Error(ErrorCode::ShapeMismatch, Message("input {} has {} items, expected {} as input 0", i,
                                                                  call.sequence(i).size(), turns));
                arguments.push_back(call.input(i).isSequence() ? call.sequence(i)[turn] : call.tensor(i));
            }
            auto results = call.runBody("body", std::move(arguments), static_cast<std::int64_t>(turn));
            expectOutputs(results, outputs, "body");
            for (std::size_t i = 0; i < outputs; ++i)
                collected[i].push_back(std::move(results[i]));
        }
        std::vector<Tensor> sequences;
        for (auto& items : collected)
            sequences.push_back(sequenceOf(std::move(items)));
        return sequences;
    };
}

OperatorDefinition definition(std::string name, std::vector<Tensor> (*evaluate)(const KernelCall&))
{
    return {"", std::move(name), 11, kLatestOpset, [evaluate](const graph::Node&) -> Kernel { return evaluate; }};
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions all{
        definition("SequenceAt", itemAt),
        definition("SequenceConstruct", construct),
        definition("SequenceEmpty", [](const KernelCall&) -> std::vector<Tensor> { return {sequenceOf({})}; }),
        definition("SequenceErase", withoutItem),
        definition("SequenceInsert", withItem),
        definition("SequenceLength", length),
        {"", "SequenceMap", 17, kLatestOpset, bindMap}};
    auto moving = takingStrings({{"", "ConcatFromSequence", 11, kLatestOpset, bindConcat},
                                 {"", "SplitToSequence", 11, kLatestOpset, bindSplit}});
    std::ranges::move(moving, std::back_inserter(all));
    return all;
}

} // namespace ql::ops::kernels::sequence
