// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MatMulNBits and MatMulBnb4: A · B with B [K, N] packed. MatMulNBits at accuracy_level 4 rounds A, too.
#include "core/base/error.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::packed_product {

namespace {

enum Input : std::size_t { kA = 0, kBias = 5 };

/// Input 0, whose last axis the weight is multiplied with.
const Tensor& multipliedInput(const KernelCall& call, const WeightPacking& packing)
{
    const auto& a = call.required(kA);
    expectFloat(a, "input 0 (A)");
    if (a.data.dim() < 1 || a.data.size(-1) != packing.depth)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (A) has shape {}, expected a last axis of {}",
                                                      graph::toString(a.shape()), packing.depth));
    return a;
}

/// Half precision is rounded as the float32 that it becomes first.
at::Tensor rounded(const at::Tensor& a, const WeightPacking& packing)
{
    return packing.roundsActivations ? roundedInBlocks(a.to(at::kFloat), packing.blockSize) : a;
}

Kernel bind(const graph::Node& node)
{
    return [packing = *weightPackingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& a = multipliedInput(call, packing);
        const auto weight = unpackedWeight(packing, call.inputs);
        const auto x = rounded(computable(a), packing);
        auto y = at::matmul(x, weight.to(x.scalar_type()));
        if (!packing.isTable && call.has(kBias)) {
            expectShape(call.input(kBias), "input 5 (bias)", {packing.columns});
            y = y.add(computable(call.input(kBias)));
        }
        return {storedAs(y, a.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MatMulBnb4", 1, kLatestOpset, bind},
            {"com.microsoft", "MatMulNBits", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::packed_product
