// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulNBits: A · Bᵀ with B's columns packed in blocks of 2-, 4- or 8-bit integers that share a scale.
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

namespace ql::ops::kernels::matmul_n_bits {

namespace {

enum Input : std::size_t { kA, kB, kScales, kZeroPoints, kGroups, kBias };

struct Packing {
    std::int64_t depth = 0;   ///< K
    std::int64_t columns = 0; ///< N
    std::int64_t bits = 4;
    std::int64_t blockSize = 0;

    std::int64_t blocks() const { return (depth + blockSize - 1) / blockSize; }
};

Packing packingOf(const graph::Node& node)
{
    const Packing packing{node.attributes.requiredInt("K"), node.attributes.requiredInt("N"),
                          node.attributes.intOr("bits", 4), node.attributes.requiredInt("block_size")};
    if (packing.bits != 2 && packing.bits != 4 && packing.bits != 8)
        throw Error(ErrorCode::InvalidNode, Message("attribute bits is {}, expected 2, 4 or 8", packing.bits));
    const auto isSize = [](std::int64_t value) { return value >= 1 && value < (std::int64_t{1} << 31); };
    if (!isSize(packing.depth) || !isSize(packing.columns) || !isSize(packing.blockSize))
        throw Error(ErrorCode::InvalidNode, Message("attributes K, N and block_size are {}, {} and {}", packing.depth,
                                                    packing.columns, packing.blockSize));
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

Kernel bind(const graph::Node& node)
{
    return [packing = packingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = call.required(kA);
        expectFloat(a, "input 0 (A)");
        if (a.data.dim() < 1 || a.data.size(-1) != packing.depth)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 (A) has shape {}, expected a last axis of {}",
                                                          graph::toString(a.shape()), packing.depth));
        auto y = at::matmul(computable(a), weightsOf(call, packing).t());
        if (call.has(kBias)) {
            expectShape(call.input(kBias), "input 5 (bias)", {packing.columns});
            y = y.add(computable(call.input(kBias)));
        }
        return {storedAs(y, a.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulNBits", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::matmul_n_bits
