// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of tensors. Integers keep their scale.
#include "core/import/tflite/mappings/mappings.h"

#include <array>
#include <limits>
#include <numeric>

namespace ql::importers::tflite {

namespace {

constexpr auto kEnd = std::numeric_limits<std::int64_t>::max();
constexpr auto kBeforeBegin = std::numeric_limits<std::int64_t>::min();

Integers allAxes(std::size_t rank)
{
    Integers axes(rank);
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

Inputs sliceInputs(Operation& operation, const Integers& begins, const Integers& ends, const Integers& steps)
{
    return {operation.in(0), operation.constantInts("begins", begins), operation.constantInts("ends", ends),
            operation.constantInts("axes", allAxes(begins.size())), operation.constantInts("steps", steps)};
}

/// A size of -1 takes all that is left.
bool mapSlice(Operation& operation, std::string_view standard)
{
    const auto begins = operation.known(1);
    const auto sizes = operation.known(2);
    if (!begins || !sizes || begins->size() != operation.input(0).shape.size() || sizes->size() != begins->size())
        return false;
    Integers ends;
    for (std::size_t i = 0; i < begins->size(); ++i)
        ends.push_back((*sizes)[i] < 0 ? kEnd : (*begins)[i] + (*sizes)[i]);
    operation.give(standard, sliceInputs(operation, *begins, ends, Integers(ends.size(), 1)));
    return true;
}

/// A bit of a mask for each axis; new axes and ellipses are not written by the converter any more.
bool mapStridedSlice(Operation& operation, std::string_view standard)
{
    enum Field { kBeginMask, kEndMask, kEllipsisMask, kNewAxisMask, kShrinkMask, kOffset };
    const auto mask = [&](int field) { return operation.options().number<std::int32_t>(field); };
    auto begins = operation.known(1);
    auto ends = operation.known(2);
    const auto steps = operation.known(3);
    if (!begins || !ends || !steps || begins->size() != ends->size() || begins->size() != steps->size()
        || begins->size() > operation.input(0).shape.size() || mask(kEllipsisMask) != 0 || mask(kNewAxisMask) != 0)
        return false;
    for (std::size_t i = 0; i < begins->size(); ++i) {
        const bool isBackward = (*steps)[i] < 0;
        auto& begin = (*begins)[i];
        auto& end = (*ends)[i];
        if (operation.options().truth(kOffset))
            end += begin;
        if ((mask(kShrinkMask) >> i & 1) != 0)
            end = begin == -1 ? kEnd : begin + 1;
        else if ((mask(kEndMask) >> i & 1) != 0)
            end = isBackward ? kBeforeBegin : kEnd;
        if ((mask(kBeginMask) >> i & 1) != 0 && (mask(kShrinkMask) >> i & 1) == 0)
            begin = isBackward ? kEnd : 0;
    }
    const auto inputs = sliceInputs(operation, *begins, *ends, *steps);
    if (mask(kShrinkMask) == 0) {
        operation.give(standard, inputs);
        return true;
    }
    Integers gone;
    for (std::size_t i = 0; i < begins->size(); ++i)
        if ((mask(kShrinkMask) >> i & 1) != 0)
            gone.push_back(std::int64_t(i));
    operation.give("Squeeze", {operation.between("slice", standard, inputs), operation.constantInts("gone", gone)});
    return true;
}

bool mapSplit(Operation& operation, std::string_view standard)
{
    const auto axis = operation.known(0);
    if (!axis || axis->size() != 1 || !operation.has(1))
        return false;
    operation.give(standard, {operation.in(1)},
                   attributesOf({{"axis", axis->front()}, {"num_outputs", std::int64_t(operation.outputCount())}}));
    return true;
}

bool mapSplitV(Operation& operation, std::string_view standard)
{
    const auto sizes = operation.known(1);
    const auto axis = operation.known(2);
    if (!sizes || !axis || axis->size() != 1)
        return false;
    Integers lengths;
    for (std::size_t i = 0; i < operation.outputCount(); ++i) {
        const auto& shape = operation.output(i).shape;
        const auto at = axis->front() < 0 ? axis->front() + std::int64_t(shape.size()) : axis->front();
        if (at < 0 || at >= std::int64_t(shape.size()))
            return false;
        lengths.push_back(shape[std::size_t(at)]);
    }
    operation.give(standard, {operation.in(0), operation.constantInts("lengths", lengths)},
                   attributesOf({{"axis", axis->front()}}));
    return true;
}

/// Each part by itself, without the axis.
bool mapUnpack(Operation& operation, std::string_view)
{
    constexpr int kAxis = 1;
    const auto rank = std::int64_t(operation.input(0).shape.size());
    const std::int64_t given = operation.options().number<std::int32_t>(kAxis);
    const auto axis = given < 0 ? given + rank : given;
    const auto count = operation.outputCount();
    if (axis < 0 || axis >= rank || operation.input(0).shape[std::size_t(axis)] != std::int64_t(count))
        return false;
    const auto parts =
        count == 1 ? std::vector{operation.in(0)}
                   : operation.severalBetween("part", "Split", {operation.in(0)}, count,
                                              attributesOf({{"axis", axis}, {"num_outputs", std::int64_t(count)}}));
    for (std::size_t i = 0; i < count; ++i)
        operation.giveOutput(i, "Squeeze", {parts[i], operation.constantInts("axis_" + std::to_string(i), {axis})});
    return true;
}

bool mapGather(Operation& operation, std::string_view standard)
{
    constexpr int kBatches = 1;
    if (!operation.has(1) || operation.options().number<std::int32_t>(kBatches) != 0)
        return false;
    operation.give(standard, {operation.in(0), operation.in(1)},
                   attributesOf({{"axis", std::int64_t(operation.options().number<std::int32_t>(0))}}));
    return true;
}

/// Inputs are the indices and the table, which may hold integers that stand for floats.
bool mapEmbedding(Operation& operation, std::string_view standard)
{
    const bool isHybrid =
        operation.has(1) && operation.input(1).isQuantized() && operation.output().type == DataType::Float;
    if (!operation.has(1) || (!isHybrid && operation.input(1).type != operation.output().type))
        return false;
    operation.give(standard, {isHybrid ? operation.asFloats(1) : operation.in(1), operation.in(0)});
    return true;
}

bool mapReverse(Operation& operation, std::string_view standard)
{
    const auto axes = operation.known(1);
    if (!axes)
        return false;
    const Integers begins(axes->size(), -1);
    const Integers ends(axes->size(), kBeforeBegin);
    operation.give(standard,
                   {operation.in(0), operation.constantInts("begins", begins), operation.constantInts("ends", ends),
                    operation.constantInts("axes", *axes), operation.constantInts("steps", begins)});
    return true;
}

constexpr std::array kSliceMappings{
    Mapping{"EMBEDDING_LOOKUP", mapEmbedding, "Gather"},
    Mapping{"GATHER", mapGather, "Gather"},
    Mapping{"REVERSE_V2", mapReverse, "Slice"},
    Mapping{"SLICE", mapSlice, "Slice"},
    Mapping{"SPLIT", mapSplit, "Split"},
    Mapping{"SPLIT_V", mapSplitV, "Split"},
    Mapping{"STRIDED_SLICE", mapStridedSlice, "Slice"},
    Mapping{"UNPACK", mapUnpack},
};

} // namespace

std::span<const Mapping> sliceMappings()
{
    return kSliceMappings;
}

} // namespace ql::importers::tflite
