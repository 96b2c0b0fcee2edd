// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulBnb4: A · Bᵀ with B [N, K] as bitsandbytes packs it: one row of elements after the other, two in
// a byte, the first in the upper half, each an entry of a table times the largest magnitude of its block. Tables: NF4
// of QLoRA (Dettmers et al. 2023, appendix E), FP4 with a sign, two bits of exponent and one of mantissa, over 12.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <array>

namespace ql::ops::kernels::matmul_bnb4 {

namespace {

constexpr std::array kFloat4{0.0f,  0.005208333f,  2 / 3.0f,  1.0f,  1 / 3.0f,  0.5f,  1 / 6.0f,  0.25f,
                             -0.0f, -0.005208333f, -2 / 3.0f, -1.0f, -1 / 3.0f, -0.5f, -1 / 6.0f, -0.25f};
constexpr std::array kNormalFloat4{
    -1.0f,      -0.696192801f, -0.525073051f, -0.394917488f, -0.28444138f, -0.18477343f, -0.091050036f, 0.0f,
    0.0795803f, 0.1609302f,    0.246112302f,  0.337915242f,  0.44070983f,  0.562617004f, 0.722956836f,  1.0f};

struct Packing {
    std::int64_t depth = 0;   ///< K
    std::int64_t columns = 0; ///< N
    std::int64_t blockSize = 0;
    bool isNormalFloat = false;

    std::int64_t elements() const { return depth * columns; }
    std::int64_t blocks() const { return (elements() + blockSize - 1) / blockSize; }
};

Packing packingOf(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto type = attributes.requiredInt("quant_type");
    const Packing packing{attributes.requiredInt("K"), attributes.requiredInt("N"),
                          attributes.requiredInt("block_size"), type == 1};
    if (type != 0 && type != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute quant_type is {}, expected 0 (FP4) or 1 (NF4)", type));
    if (attributes.intOr("transB", 1) != 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute transB is {}, expected 1", attributes.intOr("transB", 1)));
    const auto isSize = [](std::int64_t value) { return value >= 1 && value < (std::int64_t{1} << 31); };
    if (!isSize(packing.depth) || !isSize(packing.columns) || !isSize(packing.blockSize))
        throw Error(ErrorCode::InvalidNode, Message("attributes K, N and block_size are {}, {} and {}", packing.depth,
                                                    packing.columns, packing.blockSize));
    return packing;
}

/// The weights as [columns, depth] in float32.
at::Tensor weightsOf(const KernelCall& call, const Packing& packing)
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

Kernel bind(const graph::Node& node)
{
    return [packing = packingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = call.required(0);
        expectFloat(a, "input 0 (A)");
        if (a.data.dim() < 1 || a.data.size(-1) != packing.depth)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 (A) has shape {}, expected a last axis of {}",
                                                          graph::toString(a.shape()), packing.depth));
        const auto x = computable(a);
        return {storedAs(at::matmul(x, weightsOf(call, packing).to(x.scalar_type()).t()), a.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulBnb4", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::matmul_bnb4
