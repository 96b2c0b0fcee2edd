// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulFpQ4: A · B with B [K, N] as ONNX Runtime 1.16 packed it (docs/ContribOperators.md, and the
// layout of core/mlas/lib/q4common.h, github.com/microsoft/onnxruntime): column after column in blocks, each a float32
// scale, a byte of zero point where the type has one, and half a byte an element: of 32 elements the lower halves of 16
// bytes hold the first 16. Without a zero point 0 lies at 8.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::block_product {

namespace {

/// One of the types that the attribute blk_quant_type numbers.
struct BlockForm {
    std::int64_t length = 32;
    bool hasZeroPoint = true;

    std::int64_t headBytes() const { return std::int64_t(sizeof(float)) + (hasZeroPoint ? 1 : 0); }
    std::int64_t bytes() const { return headBytes() + length / 2; }
};

BlockForm formOf(const graph::Node& node)
{
    switch (const auto type = node.attributes.intOr("blk_quant_type", 1)) {
    case 0: return {32, false};
    case 1: return {32, true};
    case 2: return {64, false};
    case 4: return {128, false};
    default:
        throw Error(ErrorCode::InvalidNode, Message("attribute blk_quant_type is {}, expected 0, 1, 2 or 4", type));
    }
}

/// K and N of B.
std::pair<std::int64_t, std::int64_t> sizesOf(const KernelCall& call)
{
    const auto sizes = toInts(call.required(2), "input 2 (B_shape)");
    const auto isSize = [](std::int64_t size) { return size >= 1 && size < (std::int64_t{1} << 31); };
    if (sizes.size() != 2 || !isSize(sizes[0]) || !isSize(sizes[1]))
        throw Error(ErrorCode::ShapeMismatch, "input 2 (B_shape) doesn't hold the two sizes of a matrix");
    return {sizes[0], sizes[1]};
}

/// The lower halves of each 16 bytes, then the upper ones: [blocks, length].
at::Tensor elementsOf(const at::Tensor& bytes, std::int64_t length)
{
    constexpr std::int64_t kHalf = 16;
    const auto groups = bytes.to(at::kInt).unflatten(1, {length / (2 * kHalf), kHalf});
    return at::stack({groups.bitwise_and(15), groups.bitwise_right_shift(4)}, 2).flatten(1).to(at::kFloat);
}

/// [K, N] in float32.
at::Tensor weightOf(const KernelCall& call, const BlockForm& form, std::int64_t depth, std::int64_t columns)
{
    const auto& packed = call.required(1);
    expectType(packed, "input 1 (B)", {graph::DataType::UInt8});
    const auto perColumn = (depth + form.length - 1) / form.length;
    if (packed.data.numel() != columns * perColumn * form.bytes())
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (B) has {} bytes, expected {}", packed.data.numel(),
                                                      columns * perColumn * form.bytes()));
    const auto blocks = packed.data.reshape({columns * perColumn, form.bytes()});
    const auto scales = blocks.narrow(1, 0, std::int64_t(sizeof(float))).contiguous().view(at::kFloat);
    const auto elements = elementsOf(blocks.narrow(1, form.headBytes(), form.length / 2), form.length);
    constexpr double kMiddle = 8;
    const auto zeros = form.hasZeroPoint ? blocks.narrow(1, form.headBytes() - 1, 1).to(at::kFloat)
                                         : at::full({1, 1}, kMiddle, at::kFloat);
    return elements.sub(zeros).mul(scales).view({columns, perColumn * form.length}).narrow(1, 0, depth).t();
}

Kernel bind(const graph::Node& node)
{
    return [form = formOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = call.required(0);
        expectType(a, "input 0 (A)", {graph::DataType::Float});
        const auto [depth, columns] = sizesOf(call);
        if (a.data.dim() < 1 || a.data.size(-1) != depth)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 (A) has shape {}, expected a last axis of {}",
                                                          graph::toString(a.shape()), depth));
        return {Tensor(at::matmul(a.data, weightOf(call, form, depth, columns)))};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulFpQ4", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::block_product
