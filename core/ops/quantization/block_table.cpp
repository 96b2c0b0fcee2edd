// SPDX-License-Identifier: GPL-3.0-or-later
// Tables that are quantized in blocks (docs/ContribOperators.md of github.com/microsoft/onnxruntime, read in November
// 2026): (data - zero point) · scale. Integers of uint8 hold 8 / bits elements along the last axis, the lowest bits
// first, and without zero points their 0 lies in the middle.
#include "core/ops/quantization/block_table.h"

#include "core/base/error.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::ops {

namespace {

using graph::DataType;

/// The elements in float32, of uint8 those that are packed in it.
at::Tensor elementsOf(const Tensor& data, std::int64_t bits)
{
    if (graph::isNarrowFloat(data.type))
        return narrowFloatValues(data);
    if (data.type != DataType::UInt8 || bits == 8)
        return data.data.to(at::kFloat);
    return unpackedIntegers(data.data, bits).to(at::kFloat);
}

/// @p blocks with one element for each of @p size along @p axis.
at::Tensor spreadBlocks(const at::Tensor& blocks, std::int64_t axis, std::int64_t size, std::int64_t blockSize,
                        const Message& what)
{
    const auto perBlock = blockSize == 0 ? size : blockSize;
    const auto needed = perBlock == 0 ? 0 : (size + perBlock - 1) / perBlock;
    if (blocks.size(axis) < needed)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has {} blocks along axis {}, expected {} of {} elements",
                                                      what, blocks.size(axis), axis, needed, perBlock));
    return blocks.index_select(axis, at::arange(size, at::kLong).div_(std::max<std::int64_t>(1, perBlock), "floor"));
}

} // namespace

std::string BlockTable::typeName(DataType type) const
{
    if (type == DataType::UInt8)
        return fmt::format("{}int{}", hasZeroPoints ? "u" : "", bits);
    return std::string(graph::name(type));
}

bool readsBlockTable(const graph::Node& node)
{
    return node.domain == "com.microsoft" && node.opType == "GatherBlockQuantized";
}

std::optional<BlockTable> blockTableOf(const graph::Node& node)
{
    if (!readsBlockTable(node))
        return std::nullopt;
    const auto& attributes = node.attributes;
    const BlockTable table{.bits = attributes.intOr("bits", 4),
                           .blockSize = attributes.intOr("block_size", 128),
                           .gatherAxis = attributes.intOr("gather_axis", 0),
                           .quantizeAxis = attributes.intOr("quantize_axis", 1),
                           .hasZeroPoints = node.inputs.size() > 3 && node.inputs[3].isValid()};
    if (table.bits != 2 && table.bits != 4 && table.bits != 8)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2, 4 or 8", table.bits));
    if (table.blockSize < 0)
        throw Error(ErrorCode::InvalidNode, Message("attribute block_size is {}, expected 0 or more", table.blockSize));
    return table;
}

at::Tensor tableValues(const BlockTable& table, const Tensor& data, const Tensor& scales, const Tensor& zeroPoints)
{
    auto elements = elementsOf(data, table.bits);
    const auto axis = normalizedAxis(table.quantizeAxis, elements.dim());
    const auto size = elements.size(axis);
    if (zeroPoints.isDefined())
        elements = elements.sub(
            spreadBlocks(elementsOf(zeroPoints, table.bits), axis, size, table.blockSize, "input 3 (zero_points)"));
    else if (data.type == DataType::UInt8)
        elements = elements.sub(double(1 << (table.bits - 1)));
    return elements.mul(spreadBlocks(scales.data.to(at::kFloat), axis, size, table.blockSize, "input 2 (scales)"));
}

void expectTable(const Tensor& data, const Tensor& scales, const Tensor& zeroPoints)
{
    expectType(data, "input 0 (data)",
               {DataType::Int4, DataType::UInt4, DataType::UInt8, DataType::Float8E4M3FN, DataType::Float8E4M3FNUZ,
                DataType::Float8E5M2, DataType::Float8E5M2FNUZ, DataType::Float4E2M1});
    expectFloat(scales, "input 2 (scales)");
    expectRank(scales, "input 2 (scales)", data.data.dim());
    if (!zeroPoints.isDefined())
        return;
    if (graph::isNarrowFloat(data.type))
        throw Error(ErrorCode::InvalidNode, "input 3 (zero_points) is given, which floats don't have");
    expectSameType(zeroPoints, "input 3 (zero_points)", data);
    expectRank(zeroPoints, "input 3 (zero_points)", data.data.dim());
}

} // namespace ql::ops
