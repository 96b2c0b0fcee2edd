// SPDX-License-Identifier: GPL-3.0-or-later
// What moves elements without changing them. Integers keep their scale.
#include "core/import/tflite/mappings/mappings.h"

#include <algorithm>
#include <array>

namespace ql::importers::tflite {

namespace {

/// @p shape with its batch left open where the file does so.
Integers targetShape(const TensorTable& tensor)
{
    return tensor.signature.empty() ? Integers(tensor.shape) : tensor.signature;
}

Operation::ValueId reshaped(Operation& operation, std::string_view what, Operation::ValueId value,
                            const Integers& shape)
{
    return operation.between(what, "Reshape", {value, operation.constantInts(std::string(what) + "_shape", shape)},
                             attributesOf({{"allowzero", std::int64_t{1}}}));
}

Operation::ValueId turned(Operation& operation, std::string_view what, Operation::ValueId value, const Integers& order)
{
    return operation.between(what, "Transpose", {value}, attributesOf({{"perm", order}}));
}

void giveShaped(Operation& operation, Operation::ValueId value, const Integers& shape)
{
    operation.give("Reshape", {value, operation.constantInts("shape", shape)},
                   attributesOf({{"allowzero", std::int64_t{1}}}));
}

/// The shape is an input, an option, or only that of the result.
bool mapReshape(Operation& operation, std::string_view)
{
    if (!operation.has(0))
        return false;
    auto shape = operation.known(1);
    if (!shape && operation.has(1)) {
        operation.give("Reshape", {operation.in(0), operation.between("wide_shape", "Cast", {operation.in(1)},
                                                                      attributesOf({{"to", std::int64_t{7}}}))});
        return true;
    }
    const auto options = operation.options().numbers<std::int32_t>(0);
    if (!shape)
        shape = options.empty() ? targetShape(operation.output()) : Integers(options.begin(), options.end());
    if (std::ranges::count(*shape, -1) > 1)
        return false;
    giveShaped(operation, operation.in(0), *shape);
    return true;
}

/// Gives a shape that the file states.
bool mapToStatedShape(Operation& operation, std::string_view)
{
    const auto shape = targetShape(operation.output());
    if (!operation.has(0) || std::ranges::count(shape, -1) > 1)
        return false;
    giveShaped(operation, operation.in(0), shape);
    return true;
}

bool mapTranspose(Operation& operation, std::string_view standard)
{
    const auto order = operation.known(1);
    if (!order)
        return false;
    operation.give(standard, {operation.in(0)}, attributesOf({{"perm", *order}}));
    return true;
}

bool mapConcatenation(Operation& operation, std::string_view standard)
{
    constexpr int kActivation = 1;
    Inputs inputs;
    for (std::size_t i = 0; i < operation.inputCount(); ++i) {
        if (!operation.has(i))
            return false;
        const auto& quantization = operation.input(i).quantization;
        const auto& result = operation.output().quantization;
        if (operation.input(i).isQuantized()
            && (quantization.scales != result.scales || quantization.zeroPoints != result.zeroPoints))
            return false;
    }
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        inputs.push_back(operation.in(i));
    const auto activation = Activation(operation.options().number<std::int8_t>(kActivation));
    if (activation != Activation::None && !operation.isFloat())
        return false;
    operation.giveActivated(activation, standard, inputs,
                            attributesOf({{"axis", std::int64_t(operation.options().number<std::int32_t>(0))}}));
    return true;
}

/// Rows of begin and end become all begins, then all ends.
bool mapPad(Operation& operation, std::string_view mode)
{
    const auto rows = operation.known(1);
    if (!rows || rows->size() != 2 * operation.input(0).shape.size())
        return false;
    Integers pads(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i)
        pads[i / 2 + (i % 2) * rows->size() / 2] = (*rows)[i];
    Inputs inputs{operation.in(0), operation.constantInts("pads", pads)};
    if (operation.has(2))
        inputs.push_back(operation.in(2));
    else if (operation.input(0).isQuantized() && mode == "constant")
        inputs.push_back(operation.outZeroPoint());
    operation.give("Pad", inputs, attributesOf({{"mode", std::string(mode)}}));
    return true;
}

bool mapMirrorPad(Operation& operation, std::string_view mode)
{
    const bool isReflecting = operation.options().number<std::int8_t>(0) == 0;
    return isReflecting && mapPad(operation, mode);
}

std::int64_t countedFromBehind(std::int64_t axis, std::size_t rank)
{
    return axis < 0 ? axis + std::int64_t(rank) : axis;
}

bool mapPack(Operation& operation, std::string_view)
{
    constexpr int kAxis = 1;
    const auto rank = operation.output().shape.size();
    const auto axis = countedFromBehind(operation.options().number<std::int32_t>(kAxis), rank);
    Inputs parts;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        parts.push_back(
            operation.between("part_" + std::to_string(i), "Unsqueeze",
                              {operation.in(i), operation.constantInts("axis_" + std::to_string(i), {axis})}));
    operation.give("Concat", parts, attributesOf({{"axis", axis}}));
    return true;
}

bool mapTile(Operation& operation, std::string_view standard)
{
    const auto counts = operation.known(1);
    if (!counts)
        return false;
    operation.give(standard, {operation.in(0), operation.constantInts("counts", *counts)});
    return true;
}

/// Blocks of pixels become channels: height / block × block × width / block × block × channels, blocks last.
bool mapSpaceToDepth(Operation& operation, std::string_view)
{
    const std::int64_t block = operation.options().number<std::int32_t>(0);
    const auto& shape = operation.input(0).shape;
    if (shape.size() != kImageRank || block < 1 || shape[1] % block != 0 || shape[2] % block != 0)
        return false;
    const auto cut =
        reshaped(operation, "cut", operation.in(0), {-1, shape[1] / block, block, shape[2] / block, block, shape[3]});
    giveShaped(operation, turned(operation, "turned", cut, {0, 1, 3, 2, 4, 5}),
               {-1, shape[1] / block, shape[2] / block, block * block * shape[3]});
    return true;
}

bool mapDepthToSpace(Operation& operation, std::string_view)
{
    const std::int64_t block = operation.options().number<std::int32_t>(0);
    const auto& shape = operation.input(0).shape;
    if (shape.size() != kImageRank || block < 1 || shape[3] % (block * block) != 0)
        return false;
    const auto depth = shape[3] / (block * block);
    const auto cut = reshaped(operation, "cut", operation.in(0), {-1, shape[1], shape[2], block, block, depth});
    giveShaped(operation, turned(operation, "turned", cut, {0, 1, 3, 2, 4, 5}),
               {-1, shape[1] * block, shape[2] * block, depth});
    return true;
}

/// Two axes of an image, as convolutions with dilation were once written.
struct Blocks {
    Integers shape;
    Integers begins; ///< padding or cropping
    Integers ends;
    std::int64_t batches;
    std::int64_t depth;
};

std::optional<Blocks> blocksOf(const Operation& operation)
{
    const auto shape = operation.known(1);
    const auto rows = operation.known(2);
    const auto& input = operation.input(0).shape;
    if (!shape || !rows || input.size() != kImageRank || shape->size() != 2 || rows->size() != kImageRank
        || std::ranges::any_of(*shape, [](auto size) { return size < 1; })
        || std::ranges::any_of(*rows, [](auto count) { return count < 0; }))
        return std::nullopt;
    return Blocks{*shape, {(*rows)[0], (*rows)[2]}, {(*rows)[1], (*rows)[3]}, input[0], input[3]};
}

bool mapSpaceToBatch(Operation& operation, std::string_view)
{
    const auto blocks = blocksOf(operation);
    if (!blocks)
        return false;
    const auto& [block, begins, ends, batches, depth] = *blocks;
    Integers size;
    for (std::size_t i = 0; i < 2; ++i) {
        size.push_back(operation.input(0).shape[i + 1] + begins[i] + ends[i]);
        if (size[i] % block[i] != 0)
            return false;
        size[i] /= block[i];
    }
    Inputs padding{operation.in(0),
                   operation.constantInts("pads", {0, begins[0], begins[1], 0, 0, ends[0], ends[1], 0})};
    if (operation.input(0).isQuantized())
        padding.push_back(operation.outZeroPoint());
    const auto padded = operation.between("padded", "Pad", padding);
    const auto cut = reshaped(operation, "cut", padded, {batches, size[0], block[0], size[1], block[1], depth});
    giveShaped(operation, turned(operation, "turned", cut, {2, 4, 0, 1, 3, 5}),
               {batches * block[0] * block[1], size[0], size[1], depth});
    return true;
}

bool mapBatchToSpace(Operation& operation, std::string_view)
{
    const auto blocks = blocksOf(operation);
    if (!blocks || blocks->batches % (blocks->shape[0] * blocks->shape[1]) != 0)
        return false;
    const auto& [block, begins, ends, batches, depth] = *blocks;
    const auto& shape = operation.input(0).shape;
    const auto cut = reshaped(operation, "cut", operation.in(0),
                              {block[0], block[1], batches / (block[0] * block[1]), shape[1], shape[2], depth});
    const auto joined = reshaped(operation, "joined", turned(operation, "turned", cut, {2, 3, 0, 4, 1, 5}),
                                 {batches / (block[0] * block[1]), shape[1] * block[0], shape[2] * block[1], depth});
    operation.give("Slice",
                   {joined, operation.constantInts("begins", begins),
                    operation.constantInts("ends", {shape[1] * block[0] - ends[0], shape[2] * block[1] - ends[1]}),
                    operation.constantInts("axes", {1, 2})});
    return true;
}

constexpr std::array kLayoutMappings{
    Mapping{"BATCH_TO_SPACE_ND", mapBatchToSpace},
    Mapping{"CONCATENATION", mapConcatenation, "Concat"},
    Mapping{"DEPTH_TO_SPACE", mapDepthToSpace},
    Mapping{"EXPAND_DIMS", mapToStatedShape},
    Mapping{"MIRROR_PAD", mapMirrorPad, "reflect"},
    Mapping{"PACK", mapPack},
    Mapping{"PAD", mapPad, "constant"},
    Mapping{"PADV2", mapPad, "constant"},
    Mapping{"RESHAPE", mapReshape},
    Mapping{"SPACE_TO_BATCH_ND", mapSpaceToBatch},
    Mapping{"SPACE_TO_DEPTH", mapSpaceToDepth},
    Mapping{"SQUEEZE", mapToStatedShape},
    Mapping{"TILE", mapTile, "Tile"},
    Mapping{"TRANSPOSE", mapTranspose, "Transpose"},
};

} // namespace

std::span<const Mapping> layoutMappings()
{
    return kLayoutMappings;
}

} // namespace ql::importers::tflite
