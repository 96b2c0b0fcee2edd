// SPDX-License-Identifier: GPL-3.0-or-later
// MatMulNBits has blocks of 2-, 4- or 8-bit integers that share a scale, each column blocks of its own. MatMulBnb4 has
// what bitsandbytes makes: one row of elements after the other, two in a byte, the first in the upper half, each an
// entry of a table times the largest magnitude of its block. Tables: NF4 of QLoRA (Dettmers et al. 2023, appendix E),
// FP4 with a sign, two bits of exponent and one of mantissa, over 12.
#include "core/ops/quantization/packed_weights.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace ql::ops {

namespace {

enum Input : std::size_t { kB = 1, kScales, kZeroPoints, kGroups };

constexpr std::string_view kDomain = "com.microsoft";
constexpr std::string_view kOfIntegers = "MatMulNBits";
constexpr std::string_view kOfTable = "MatMulBnb4";
constexpr std::array<std::string_view, 4> kWholeLayers{"MatMulFpQ4", "MatMulNBitsMlp", "MatMulNBitsQkv", "QMoE"};
constexpr std::int64_t kRoundingLevel = 4;

Tensor orNone(std::span<const Tensor> inputs, std::size_t slot)
{
    return slot < inputs.size() ? inputs[slot] : Tensor();
}

const Tensor& required(std::span<const Tensor> inputs, std::size_t slot, const Message& problem)
{
    if (slot >= inputs.size() || !inputs[slot].isDefined())
        throw Error(ErrorCode::InvalidNode, problem);
    return inputs[slot];
}

std::int64_t blocksPerColumn(const WeightPacking& packing)
{
    return (packing.depth + packing.blockSize - 1) / packing.blockSize;
}

WeightPacking sizesOf(const graph::Node& node, std::string_view columns = "N")
{
    const WeightPacking packed{.depth = node.attributes.requiredInt("K"),
                               .columns = node.attributes.requiredInt(columns),
                               .blockSize = node.attributes.requiredInt("block_size")};
    const auto isSize = [](std::int64_t value) { return value >= 1 && value < (std::int64_t{1} << 31); };
    if (!isSize(packed.depth) || !isSize(packed.columns) || !isSize(packed.blockSize))
        throw Error(ErrorCode::InvalidNode, Message("attributes K, {} and block_size are {}, {} and {}", columns,
                                                    packed.depth, packed.columns, packed.blockSize));
    return packed;
}

WeightPacking integersOf(const graph::Node& node)
{
    auto packing = integerPacking(node, "N");
    packing.hasZeroPoints = node.inputs.size() > kZeroPoints && node.inputs[kZeroPoints].isValid();
    return packing;
}

WeightPacking tableOf(const graph::Node& node)
{
    const auto type = node.attributes.requiredInt("quant_type");
    if (type != 0 && type != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute quant_type is {}, expected 0 (FP4) or 1 (NF4)", type));
    const auto isTransposed = node.attributes.intOr("transB", 1);
    if (isTransposed != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute transB is {}, expected 1", isTransposed));
    auto packing = sizesOf(node);
    packing.isTable = true;
    packing.isNormalFloat = type == 1;
    return packing;
}

/// [columns, blocks] in float32: packed, as floats, or the middle of the range.
at::Tensor zeroPointsOf(const Tensor& given, const WeightPacking& packing)
{
    if (!given.isDefined())
        return at::full({packing.columns, blocksPerColumn(packing)}, static_cast<double>(1 << (packing.bits - 1)),
                        at::kFloat);
    if (given.type != graph::DataType::UInt8) {
        expectFloat(given, "input 3 (zero_points)");
        return given.data.to(at::kFloat).reshape({packing.columns, blocksPerColumn(packing)});
    }
    const auto perColumn = (blocksPerColumn(packing) * packing.bits + 7) / 8;
    if (given.data.numel() != packing.columns * perColumn)
        throw Error(ErrorCode::ShapeMismatch, Message("input 3 (zero_points) has {} bytes, expected {}",
                                                      given.data.numel(), packing.columns * perColumn));
    const auto all = unpackedIntegers(given.data.reshape({packing.columns, perColumn}), packing.bits);
    return all.narrow(1, 0, blocksPerColumn(packing)).to(at::kFloat);
}

/// The block whose scale each of a column's elements has: as given, or one after the other.
at::Tensor groupsOf(const Tensor& given, const WeightPacking& packing)
{
    if (!given.isDefined())
        return at::arange(packing.depth, at::kLong).div_(packing.blockSize, "floor");
    if (given.data.numel() < packing.depth)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 4 (g_idx) has {} elements, expected {} or more", given.data.numel(), packing.depth));
    const auto first = given.data.reshape(-1).narrow(0, 0, packing.depth);
    return positiveIndices(Tensor{first, given.type}, blocksPerColumn(packing));
}

/// [columns, depth]
at::Tensor integerWeight(const WeightPacking& packing, std::span<const Tensor> inputs)
{
    const auto& b = required(inputs, kB, "input 1 (B) is missing");
    const auto& scales = required(inputs, kScales, "input 2 (scales) is missing");
    expectType(b, "input 1 (B)", {graph::DataType::UInt8});
    const auto perBlock = (packing.blockSize * packing.bits + 7) / 8;
    if (b.data.numel() != packing.columns * blocksPerColumn(packing) * perBlock)
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (B) has {} bytes, expected {}", b.data.numel(),
                                                      packing.columns * blocksPerColumn(packing) * perBlock));
    if (scales.data.numel() != packing.columns * blocksPerColumn(packing))
        throw Error(ErrorCode::ShapeMismatch, Message("input 2 (scales) has {} elements, expected {}",
                                                      scales.data.numel(), packing.columns * blocksPerColumn(packing)));
    const auto integers =
        unpackedIntegers(b.data.reshape({packing.columns, blocksPerColumn(packing), perBlock}), packing.bits)
            .narrow(2, 0, packing.blockSize)
            .to(at::kFloat);
    const auto groups = groupsOf(orNone(inputs, kGroups), packing);
    const auto perScale = scales.data.to(at::kFloat).reshape({packing.columns, blocksPerColumn(packing)});
    const auto zeroPoints = zeroPointsOf(orNone(inputs, kZeroPoints), packing);
    return integers.flatten(1)
        .narrow(1, 0, packing.depth)
        .sub(zeroPoints.index_select(1, groups))
        .mul(perScale.index_select(1, groups));
}

constexpr std::array kFloat4{0.0f,  0.005208333f,  2 / 3.0f,  1.0f,  1 / 3.0f,  0.5f,  1 / 6.0f,  0.25f,
                             -0.0f, -0.005208333f, -2 / 3.0f, -1.0f, -1 / 3.0f, -0.5f, -1 / 6.0f, -0.25f};
constexpr std::array kNormalFloat4{
    -1.0f,      -0.696192801f, -0.525073051f, -0.394917488f, -0.28444138f, -0.18477343f, -0.091050036f, 0.0f,
    0.0795803f, 0.1609302f,    0.246112302f,  0.337915242f,  0.44070983f,  0.562617004f, 0.722956836f,  1.0f};

/// [columns, depth]; blocks go on from row to row.
at::Tensor tableWeight(const WeightPacking& packing, std::span<const Tensor> inputs)
{
    const auto& packed = required(inputs, kB, "input 1 (B) is missing");
    const auto& largest = required(inputs, kScales, "input 2 (absmax) is missing");
    expectType(packed, "input 1 (B)", {graph::DataType::UInt8});
    expectFloat(largest, "input 2 (absmax)");
    const auto elements = packing.depth * packing.columns;
    const auto blocks = (elements + packing.blockSize - 1) / packing.blockSize;
    const auto bytes = (elements + 1) / 2;
    if (packed.data.numel() != bytes)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (B) has {} bytes, expected {}", packed.data.numel(), bytes));
    if (largest.data.numel() != blocks)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (absmax) has {} elements, expected {}", largest.data.numel(), blocks));
    const auto pairs = packed.data.reshape(-1).to(at::kLong);
    const auto entries =
        at::stack({pairs.bitwise_right_shift(4), pairs.bitwise_and(15)}, 1).flatten().narrow(0, 0, elements);
    const auto table = at::tensor(at::ArrayRef<float>(packing.isNormalFloat ? kNormalFloat4 : kFloat4));
    const auto scales = computable(largest).to(at::kFloat).reshape(-1).repeat_interleave(packing.blockSize);
    return table.index_select(0, entries).mul(scales.narrow(0, 0, elements)).view({packing.columns, packing.depth});
}

} // namespace

std::string WeightPacking::typeName() const
{
    if (isTable)
        return isNormalFloat ? "nf4" : "fp4";
    return fmt::format("{}int{}", hasZeroPoints ? "u" : "", bits);
}

at::Tensor unpackedIntegers(const at::Tensor& bytes, std::int64_t bits)
{
    const auto wide = bytes.to(at::kInt).unsqueeze(-1);
    const auto shifts = at::arange(0, 8, bits, at::kInt);
    return at::bitwise_right_shift(wide, shifts).bitwise_and((1 << bits) - 1).flatten(-2);
}

bool packsWeight(const graph::Node& node)
{
    return node.domain == kDomain && (node.opType == kOfIntegers || node.opType == kOfTable);
}

bool packsWholeLayer(const graph::Node& node)
{
    return node.domain == kDomain && std::ranges::find(kWholeLayers, node.opType) != kWholeLayers.end();
}

WeightPacking integerPacking(const graph::Node& node, std::string_view columns)
{
    auto packing = sizesOf(node, columns);
    packing.bits = node.attributes.intOr("bits", packing.bits);
    if (packing.bits != 2 && packing.bits != 4 && packing.bits != 8)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2, 4 or 8", packing.bits));
    packing.roundsActivations = node.attributes.intOr("accuracy_level", 0) == kRoundingLevel;
    return packing;
}

std::optional<WeightPacking> weightPackingOf(const graph::Node& node)
{
    if (!packsWeight(node))
        return std::nullopt;
    return node.opType == kOfTable ? tableOf(node) : integersOf(node);
}

at::Tensor unpackedWeight(const WeightPacking& packing, std::span<const Tensor> inputs)
{
    return (packing.isTable ? tableWeight(packing, inputs) : integerWeight(packing, inputs)).t();
}

at::Tensor roundedInBlocks(const at::Tensor& x, std::int64_t blockSize)
{
    constexpr float kMost = 127.0F;
    const auto length = x.dim() == 0 ? std::int64_t{0} : x.size(-1);
    if (x.numel() == 0)
        return x;
    const auto missing = (blockSize - length % blockSize) % blockSize;
    const auto blocks = at::constant_pad_nd(x, {0, missing}).unflatten(-1, {-1, blockSize});
    const auto largest = blocks.abs().amax(-1, true);
    const auto perStep = largest.reciprocal().mul(kMost); // infinite for blocks of zeros, and of next to nothing
    const auto isRounded = at::isfinite(perStep).logical_and(at::isfinite(largest));
    const auto steps = blocks.mul(perStep).round().clamp(-kMost, kMost);
    return at::where(isRounded, steps.mul(largest.div(kMost)), blocks).flatten(-2).narrow(-1, 0, length).contiguous();
}

} // namespace ql::ops
