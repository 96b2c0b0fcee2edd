// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulNBitsMlp and MatMulNBitsQkv: products with weights of MatMulNBits that share what they multiply,
// which may be summed with a residual and normalized by its root mean square first (docs/ContribOperators.md of
// github.com/microsoft/onnxruntime, read in November 2026). ONNX Runtime's optimizer fuses them for its WebGPU kernels.
#include "core/base/error.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <array>

namespace ql::ops::kernels::packed_projections {

namespace {

enum Input : std::size_t { kA = 0, kSkip, kScale, kFirstProjection };
constexpr std::size_t kPartsOfProjection = 3; ///< integers, scales, bias

/// What all projections multiply, and the sum that it was made of, where there is a residual.
struct SharedInput {
    at::Tensor multiplied;
    at::Tensor sum;
};

void expectOfLength(const Tensor& numbers, const Message& what, std::int64_t length)
{
    expectFloat(numbers, what);
    expectShape(numbers, what, {length});
}

SharedInput sharedInput(const KernelCall& call, std::int64_t depth, double epsilon)
{
    const auto& a = call.required(kA);
    expectFloat(a, "input 0 (A)");
    if (a.data.dim() < 1 || a.data.size(-1) != depth)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (A) has shape {}, expected a last axis of {}", graph::toString(a.shape()), depth));
    SharedInput shared{computable(a).to(at::kFloat), {}};
    if (call.has(kSkip)) {
        expectSameType(call.input(kSkip), "input 1 (skip)", a);
        expectBroadcastable(a, call.input(kSkip));
        shared.sum = shared.multiplied.add(computable(call.input(kSkip)).to(at::kFloat));
        shared.multiplied = shared.sum;
    }
    if (!call.has(kScale) && call.has(kSkip))
        throw Error(ErrorCode::InvalidNode, "input 1 (skip) is given without input 2 (norm_scale)");
    if (!call.has(kScale))
        return shared;
    expectOfLength(call.input(kScale), "input 2 (norm_scale)", depth);
    const auto& x = shared.multiplied;
    const auto inverse = x.square().mean({-1}, true).add_(epsilon).rsqrt_();
    shared.multiplied = x.mul(inverse).mul(computable(call.input(kScale)).to(at::kFloat));
    return shared;
}

/// The projection whose integers are input @p first.
at::Tensor projected(const KernelCall& call, const WeightPacking& packing, const at::Tensor& x, std::size_t first)
{
    const std::array parts{Tensor(), call.required(first), call.required(first + 1)};
    auto y = at::matmul(x, unpackedWeight(packing, parts));
    const auto bias = first + 2;
    if (!call.has(bias))
        return y;
    expectOfLength(call.input(bias), Message("input {} (bias)", bias), packing.columns);
    return y.add(computable(call.input(bias)).to(at::kFloat));
}

at::Tensor rounded(const at::Tensor& x, const WeightPacking& packing)
{
    return packing.roundsActivations ? roundedInBlocks(x, packing.blockSize) : x;
}

Tensor sumOf(const SharedInput& shared, graph::DataType type)
{
    return shared.sum.defined() ? storedAs(shared.sum, type) : Tensor();
}

constexpr double kEpsilon = 1e-5;

Kernel bindMlp(const graph::Node& node)
{
    const auto activation = node.attributes.stringOr("activation", "");
    if (activation != "silu")
        throw Error(ErrorCode::InvalidNode, Message("attribute activation is \"{}\", expected \"silu\"", activation));
    return [packing = integerPacking(node, "N"),
            epsilon = node.attributes.floatOr("epsilon", kEpsilon)](const KernelCall& call) -> std::vector<Tensor> {
        const auto shared = sharedInput(call, packing.depth, epsilon);
        const auto x = rounded(shared.multiplied, packing);
        const auto gate = projected(call, packing, x, kFirstProjection);
        const auto up = projected(call, packing, x, kFirstProjection + kPartsOfProjection);
        const auto type = call.input(kA).type;
        return {storedAs(at::silu(gate).mul(up), type), sumOf(shared, type)};
    };
}

Kernel bindQkv(const graph::Node& node)
{
    const auto query = integerPacking(node, "Nq"), other = integerPacking(node, "Nkv");
    return [query, other,
            epsilon = node.attributes.floatOr("epsilon", kEpsilon)](const KernelCall& call) -> std::vector<Tensor> {
        call.required(kScale);
        const auto shared = sharedInput(call, query.depth, epsilon);
        const auto x = rounded(shared.multiplied, query);
        const auto type = call.input(kA).type;
        std::vector<Tensor> results;
        for (const auto* packing : {&query, &other, &other})
            results.push_back(
                storedAs(projected(call, *packing, x, kFirstProjection + results.size() * kPartsOfProjection), type));
        results.push_back(sumOf(shared, type));
        return results;
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulNBitsMlp", 1, kLatestOpset, bindMlp},
            {"com.microsoft", "MatMulNBitsQkv", 1, kLatestOpset, bindQkv}};
}

} // namespace ql::ops::kernels::packed_projections
