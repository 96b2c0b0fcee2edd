// SPDX-License-Identifier: GPL-3.0-or-later
// What makes tensors, looks elements up by their places, or says where they are.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

using ValueId = Operation::ValueId;

ValueId wide(Operation& operation, std::string_view what, ValueId integers)
{
    return operation.between(what, "Cast", {integers}, attributesOf({{"to", std::int64_t(DataType::Int64)}}));
}

/// Input @p input, a shape or places, as the standard wants them.
ValueId wideInput(Operation& operation, std::size_t input)
{
    if (const auto known = operation.known(input); known && operation.input(input).shape.size() == 1)
        return operation.constantInts("wide_" + std::to_string(input), *known);
    return wide(operation, "wide_" + std::to_string(input), operation.in(input));
}

void giveAs(Operation& operation, std::size_t output, ValueId value)
{
    operation.giveOutput(output, "Cast", {value}, attributesOf({{"to", std::int64_t(operation.output(output).type)}}));
}

graph::TensorData zeroOf(DataType type)
{
    return graph::TensorData::copyOf(type, {}, std::vector<std::byte>(graph::packedByteCount(type, 1), std::byte{0}));
}

bool isPlain(DataType type)
{
    return type != DataType::Undefined && type != DataType::String;
}

bool mapBroadcastTo(Operation& operation, std::string_view standard)
{
    if (!operation.has(1))
        return false;
    operation.give(standard, {operation.in(0), wideInput(operation, 1)});
    return true;
}

/// Inputs are the shape and the number.
bool mapFill(Operation& operation, std::string_view standard)
{
    if (!operation.has(1))
        return false;
    operation.give(standard, {operation.in(1), wideInput(operation, 0)});
    return true;
}

bool mapZerosLike(Operation& operation, std::string_view)
{
    if (!operation.has(0) || !isPlain(operation.input(0).type) || operation.input(0).isQuantized())
        return false;
    const auto zero = operation.constant("zero", zeroOf(operation.input(0).type));
    operation.give("Expand", {zero, operation.between("sizes", "Shape", {operation.in(0)})});
    return true;
}

bool mapRange(Operation& operation, std::string_view standard)
{
    if (!operation.has(2) || operation.input(0).isQuantized())
        return false;
    operation.give(standard, {operation.in(0), operation.in(1), operation.in(2)});
    return true;
}

bool mapTopK(Operation& operation, std::string_view standard)
{
    if (!operation.has(1) || operation.outputCount() != 2)
        return false;
    const std::vector<std::int64_t> kOne{1};
    const auto count = operation.between(
        "count", "Reshape", {wide(operation, "wide_count", operation.in(1)), operation.constantInts("one", kOne)});
    const auto found = operation.severalBetween("found", standard, {operation.in(0), count}, 2);
    operation.giveOutput(0, "Identity", {found[0]});
    giveAs(operation, 1, found[1]);
    return true;
}

/// Inputs are places, how many there are, and the numbers on and off them.
bool mapOneHot(Operation& operation, std::string_view standard)
{
    if (!operation.has(3))
        return false;
    const auto single = [&](const char* what, std::size_t input) {
        return operation.between(what, "Reshape",
                                 {operation.in(input), operation.constantInts(std::string(what) + "_shape", {1})});
    };
    const auto both = operation.between("values", "Concat", {single("off", 3), single("on", 2)},
                                        attributesOf({{"axis", std::int64_t{0}}}));
    operation.give(standard, {operation.in(0), operation.in(1), both},
                   attributesOf({{"axis", std::int64_t(operation.options().number<std::int32_t>(0))}}));
    return true;
}

bool mapGatherNd(Operation& operation, std::string_view standard)
{
    if (!operation.has(1))
        return false;
    operation.give(standard, {operation.in(0), wide(operation, "places", operation.in(1))});
    return true;
}

/// Inputs are places, elements and the shape. Elements at one place are added up.
bool mapScatterNd(Operation& operation, std::string_view standard)
{
    if (!operation.has(2) || !isPlain(operation.input(1).type) || operation.input(1).isQuantized())
        return false;
    const auto zero = operation.constant("zero", zeroOf(operation.input(1).type));
    const auto zeros = operation.between("zeros", "Expand", {zero, wideInput(operation, 2)});
    operation.give(standard, {zeros, wide(operation, "places", operation.in(0)), operation.in(1)},
                   attributesOf({{"reduction", std::string("add")}}));
    return true;
}

/// The rest that has the divisor's sign.
bool mapFloorMod(Operation& operation, std::string_view)
{
    if (!operation.has(1) || operation.input(0).type != operation.input(1).type || operation.input(0).isQuantized())
        return false;
    if (operation.input(0).type != DataType::Float) {
        operation.give("Mod", {operation.in(0), operation.in(1)});
        return true;
    }
    const auto quotient = operation.between("quotient", "Div", {operation.in(0), operation.in(1)});
    const auto whole = operation.between("whole", "Floor", {quotient});
    operation.give("Sub", {operation.in(0), operation.between("multiple", "Mul", {whole, operation.in(1)})});
    return true;
}

/// Over truth values, as integers.
bool mapTruths(Operation& operation, std::string_view standard)
{
    const auto axes = operation.known(1);
    if (!axes || operation.input(0).type != DataType::Bool)
        return false;
    const auto integers =
        operation.between("integers", "Cast", {operation.in(0)}, attributesOf({{"to", std::int64_t(DataType::Int32)}}));
    giveAs(operation, 0,
           operation.between("extreme", standard, {integers, operation.constantInts("axes", *axes)},
                             attributesOf({{"keepdims", std::int64_t(operation.options().truth(0))}})));
    return true;
}

bool mapRank(Operation& operation, std::string_view)
{
    if (!operation.has(0))
        return false;
    giveAs(operation, 0, operation.between("size", "Size", {operation.between("sizes", "Shape", {operation.in(0)})}));
    return true;
}

bool mapWhere(Operation& operation, std::string_view standard)
{
    if (!operation.has(0) || operation.inputCount() != 1)
        return false;
    const std::vector<std::int64_t> kTurned{1, 0};
    operation.give("Transpose", {operation.between("places", standard, {operation.in(0)})},
                   attributesOf({{"perm", kTurned}}));
    return true;
}

bool mapReverseSequence(Operation& operation, std::string_view standard)
{
    if (!operation.has(1))
        return false;
    operation.give(standard, {operation.in(0), wide(operation, "lengths", operation.in(1))},
                   attributesOf({{"time_axis", std::int64_t(operation.options().number<std::int32_t>(0))},
                                 {"batch_axis", std::int64_t(operation.options().number<std::int32_t>(1))}}));
    return true;
}

/// Among the channels, which lie on the last axis; the standard divides the sum by how many it counts.
bool mapLocalNormalization(Operation& operation, std::string_view standard)
{
    enum Field { kRadius, kBias, kAlpha, kBeta };
    const auto& options = operation.options();
    const std::int64_t size = 2 * std::int64_t(options.number<std::int32_t>(kRadius)) + 1;
    if (!operation.isFloat() || operation.input(0).shape.size() != kImageRank || size < 1)
        return false;
    const std::vector<std::int64_t> kChannelsFirst{0, 3, 1, 2};
    const std::vector<std::int64_t> kChannelsLast{0, 2, 3, 1};
    const auto x =
        operation.between("channels_first", "Transpose", {operation.in(0)}, attributesOf({{"perm", kChannelsFirst}}));
    const auto y = operation.between("normalized", standard, {x},
                                     attributesOf({{"size", size},
                                                   {"bias", double(options.number<float>(kBias))},
                                                   {"alpha", double(options.number<float>(kAlpha)) * double(size)},
                                                   {"beta", double(options.number<float>(kBeta))}}));
    operation.give("Transpose", {y}, attributesOf({{"perm", kChannelsLast}}));
    return true;
}

constexpr std::array kTableMappings{
    Mapping{"BROADCAST_TO", mapBroadcastTo, "Expand"},
    Mapping{"FILL", mapFill, "Expand"},
    Mapping{"FLOOR_MOD", mapFloorMod},
    Mapping{"GATHER_ND", mapGatherNd, "GatherND"},
    Mapping{"LOCAL_RESPONSE_NORMALIZATION", mapLocalNormalization, "LRN"},
    Mapping{"ONE_HOT", mapOneHot, "OneHot"},
    Mapping{"RANGE", mapRange, "Range"},
    Mapping{"RANK", mapRank},
    Mapping{"REDUCE_ALL", mapTruths, "ReduceMin"},
    Mapping{"REDUCE_ANY", mapTruths, "ReduceMax"},
    Mapping{"REVERSE_SEQUENCE", mapReverseSequence, "ReverseSequence"},
    Mapping{"SCATTER_ND", mapScatterNd, "ScatterND"},
    Mapping{"TOPK_V2", mapTopK, "TopK"},
    Mapping{"WHERE", mapWhere, "NonZero"},
    Mapping{"ZEROS_LIKE", mapZerosLike},
};

} // namespace

std::span<const Mapping> tableMappings()
{
    return kTableMappings;
}

} // namespace ql::importers::tflite
