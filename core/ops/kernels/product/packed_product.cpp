// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulNBits and MatMulBnb4: A · Bᵀ with B [N, K] packed. MatMulNBits has blocks of 2-, 4- or 8-bit
// integers that share a scale. MatMulBnb4 has what bitsandbytes makes: one row of elements after the other, two in a
// byte, the first in the upper half, each an entry of a table times the largest magnitude of its block. Tables: NF4 of
// QLoRA (Dettmers et al. 2023, appendix E), FP4 with a sign, two bits of exponent and one of mantissa, over 12.
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

#include <array>

namespace ql::ops::kernels::packed_product {

namespace {

enum Input : std::size_t { kA, kB, kScales, kZeroPoints, kGroups, kBias };

struct PackedMatrix {
    std::int64_t depth = 0;     ///< K
    std::int64_t columns = 0;   ///< N
    std::int64_t blockSize = 0; ///< elements that share a scale
};

PackedMatrix packedMatrix(const graph::Node& node)
{
    const PackedMatrix packed{node.attributes.requiredInt("K"), node.attributes.requiredInt("N"),
                              node.attributes.requiredInt("block_size")};
    const auto isSize = [](std::int64_t value) { return value >= 1 && value < (std::int64_t{1} << 31); };
    if (!isSize(packed.depth) || !isSize(packed.columns) || !isSize(packed.blockSize))
        throw Error(ErrorCode::InvalidNode, Message("attributes K, N and block_size are {}, {} and {}", packed.depth,
                                                    packed.columns, packed.blockSize));
    return packed;
}

/// Input 0, whose last axis @p packed is multiplied with.
const Tensor& multipliedInput(const KernelCall& call, const PackedMatrix& packed)
{
    const auto& a = call.required(kA);
    expectFloat(a, "input 0 (A)");
    if (a.data.dim() < 1 || a.data.size(-1) != packed.depth)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (A) has shape {}, expected a last axis of {}",
                                                      graph::toString(a.shape()), packed.depth));
    return a;
}

/// Each column has blocks of its own.
struct Packing : PackedMatrix {
    std::int64_t bits = 4;

    std::int64_t blocks() const { return (depth + blockSize - 1) / blockSize; }
};

Packing packingOf(const graph::Node& node)
{
    const Packing packing{packedMatrix(node), node.attributes.intOr("bits", 4)};
    if (packing.bits != 2 && packing.bits != 4 && packing.bits != 8)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2, 4 or 8", packing.bits));
    return packing;
}

/// The integers in @p bytes, the lowest bits first: the last axis grows by 8 / bits.
at::Tensor unpacked(const at::Tensor& bytes, std::int64_t bits)
{
    const auto wide = bytes.to(at::kInt).unsqueeze(-1);
    const auto shifts = at::arange(0, 8, bits, at::kInt);
    return at::bitwise_right_shift(wide, shifts).bitwise_and((1 << bits) - 1).flatten(-2);
}

/// [columns, blocks] in float32: packed, as floats, or the middle of the range.
at::Tensor zeroPointsOf(const Tensor& given, const Packing& packing)
{
    if (!given.isDefined())
        return at::full({packing.columns, packing.blocks()}, static_cast<double>(1 << (packing.bits - 1)), at::kFloat);
    if (given.type != graph::DataType::UInt8) {
        expectFloat(given, "input 3 (zero_points)");
        return given.data.to(at::kFloat).reshape({packing.columns, packing.blocks()});
    }
    const auto perColumn = (packing.blocks() * packing.bits + 7) / 8;
    if (given.data.numel() != packing.columns * perColumn)
        throw Error(ErrorCode::ShapeMismatch, Message("input 3 (zero_points) has {} bytes, expected {}",
                                                      given.data.numel(), packing.columns * perColumn));
    const auto all = unpacked(given.data.reshape({packing.columns, perColumn}), packing.bits);
    return all.narrow(1, 0, packing.blocks()).to(at::kFloat);
}

/// The block whose scale each of a column's elements has: as given, or one after the other.
at::Tensor groupsOf(const Tensor& given, const Packing& packing)
{
    if (!given.isDefined())
        return at::arange(packing.depth, at::kLong).div_(packing.blockSize, "floor");
    if (given.data.numel() < packing.depth)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 4 (g_idx) has {} elements, expected {} or more", given.data.numel(), packing.depth));
    const auto first = given.data.reshape(-1).narrow(0, 0, packing.depth);
    return positiveIndices(Tensor{first, given.type}, packing.blocks());
}

/// The weights as [columns, depth] in float32.
at::Tensor weightsOf(const KernelCall& call, const Packing& packing)
{
    const auto& b = call.required(kB);
    const auto& scales = call.required(kScales);
    expectType(b, "input 1 (B)", {graph::DataType::UInt8});
    const auto perBlock = (packing.blockSize * packing.bits + 7) / 8;
    if (b.data.numel() != packing.columns * packing.blocks() * perBlock)
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (B) has {} bytes, expected {}", b.data.numel(),
                                                      packing.columns * packing.blocks() * perBlock));
    if (scales.data.numel() != packing.columns * packing.blocks())
        throw Error(ErrorCode::ShapeMismatch, Message("input 2 (scales) has {} elements, expected {}",
                                                      scales.data.numel(), packing.columns * packing.blocks()));
    const auto integers = unpacked(b.data.reshape({packing.columns, packing.blocks(), perBlock}), packing.bits)
                              .narrow(2, 0, packing.blockSize)
                              .to(at::kFloat);
    const auto groups = groupsOf(call.input(kGroups), packing);
    const auto perScale = scales.data.to(at::kFloat).reshape({packing.columns, packing.blocks()});
    const auto zeroPoints = zeroPointsOf(call.input(kZeroPoints), packing);
    return integers.flatten(1)
        .narrow(1, 0, packing.depth)
        .sub(zeroPoints.index_select(1, groups))
        .mul(perScale.index_select(1, groups));
}

Kernel bindNBits(const graph::Node& node)
{
    return [packing = packingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = multipliedInput(call, packing);
        auto y = at::matmul(computable(a), weightsOf(call, packing).t());
        if (call.has(kBias)) {
            expectShape(call.input(kBias), "input 5 (bias)", {packing.columns});
            y = y.add(computable(call.input(kBias)));
        }
        return {storedAs(y, a.type)};
    };
}

constexpr std::array kFloat4{0.0f,  0.005208333f,  2 / 3.0f,  1.0f,  1 / 3.0f,  0.5f,  1 / 6.0f,  0.25f,
                             -0.0f, -0.005208333f, -2 / 3.0f, -1.0f, -1 / 3.0f, -0.5f, -1 / 6.0f, -0.25f};
constexpr std::array kNormalFloat4{
    -1.0f,      -0.696192801f, -0.525073051f, -0.394917488f, -0.28444138f, -0.18477343f, -0.091050036f, 0.0f,
    0.0795803f, 0.1609302f,    0.246112302f,  0.337915242f,  0.44070983f,  0.562617004f, 0.722956836f,  1.0f};

/// Blocks go on from row to row.
struct TablePacking : PackedMatrix {
    bool isNormalFloat = false;

    std::int64_t elements() const { return depth * columns; }
    std::int64_t blocks() const { return (elements() + blockSize - 1) / blockSize; }
};

TablePacking tablePackingOf(const graph::Node& node)
{
    const auto type = node.attributes.requiredInt("quant_type");
    if (type != 0 && type != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute quant_type is {}, expected 0 (FP4) or 1 (NF4)", type));
    const auto isTransposed = node.attributes.intOr("transB", 1);
    if (isTransposed != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute transB is {}, expected 1", isTransposed));
    return {packedMatrix(node), type == 1};
}

/// The weights as [columns, depth] in float32.
at::Tensor tableWeightsOf(const KernelCall& call, const TablePacking& packing)
{
    const auto& packed = call.required(1);
    const auto& largest = call.required(2);
    expectType(packed, "input 1 (B)", {graph::DataType::UInt8});
    expectFloat(largest, "input 2 (absmax)");
    const auto bytes = (packing.elements() + 1) / 2;
    if (packed.data.numel() != bytes)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (B) has {} bytes, expected {}", packed.data.numel(), bytes));
    if (largest.data.numel() != packing.blocks())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (absmax) has {} elements, expected {}", largest.data.numel(), packing.blocks()));
    const auto pairs = packed.data.reshape(-1).to(at::kLong);
    const auto entries =
        at::stack({pairs.bitwise_right_shift(4), pairs.bitwise_and(15)}, 1).flatten().narrow(0, 0, packing.elements());
    const auto table = at::tensor(at::ArrayRef<float>(packing.isNormalFloat ? kNormalFloat4 : kFloat4));
    const auto scales = computable(largest).to(at::kFloat).reshape(-1).repeat_interleave(packing.blockSize);
    return table.index_select(0, entries)
        .mul(scales.narrow(0, 0, packing.elements()))
        .view({packing.columns, packing.depth});
}

Kernel bindTable(const graph::Node& node)
{
    return [packing = tablePackingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = multipliedInput(call, packing);
        const auto x = computable(a);
        return {storedAs(at::matmul(x, tableWeightsOf(call, packing).to(x.scalar_type()).t()), a.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulBnb4", 1, kLatestOpset, bindTable},
            {"com.microsoft", "MatMulNBits", 1, kLatestOpset, bindNBits}};
}

} // namespace ql::ops::kernels::packed_product
