// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QAttention: Attention whose projection is an integer product.
#include "core/base/error.h"
#include "core/ops/attention/attention.h"
#include "core/ops/quantization/cached_operands.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::q_attention {

namespace {

enum Input : std::size_t {
    kX,
    kWeights,
    kBias,
    kXScale,
    kWeightScale,
    kMask,
    kXZeroPoint,
    kWeightZeroPoint,
    kPast,
    kNoScoreBias
};

std::vector<Tensor> evaluate(const KernelCall& call, const AttentionAttributes& attributes, CachedColumns& cached)
{
    expectRank(call.required(kX), "input 0 (input)", 3);
    expectRank(call.required(kWeights), "input 1 (weight)", 2);
    const auto x = scaledOperand(call.input(kX), call.required(kXScale), call.input(kXZeroPoint), "input", -2,
                                 Granularity::PerTensor);
    const auto weights = scaledOperand(call.input(kWeights), call.required(kWeightScale), call.input(kWeightZeroPoint),
                                       "weight", -1, Granularity::PerChannel);
    const auto width = call.input(kWeights).data.size(1);
    const auto& bias = call.required(kBias);
    expectType(bias, "input 2 (bias)", {graph::DataType::Float});
    expectShape(bias, "input 2 (bias)", {width});
    if (width % 3 != 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (weight) has {} columns, expected three equal parts", width));
    const ScaledSums become{outputMultipliers(x.scales.front(), weights.scales, 1.0f)};
    const auto projected =
        exactProduct(x.integers, weights.integers, become, memoryOf(cached, call, kWeights)).data.add(bias.data);
    return selfAttention(call, projected, graph::Shape(3, width / 3), attributes, kMask, kPast, kNoScoreBias);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QAttention", 1, kLatestOpset, withMemory<AttentionAttributes, CachedColumns, evaluate>}};
}

} // namespace ql::ops::kernels::q_attention
