// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QGemm: alpha · A · B + C of quantized matrices; requantized, or float where y's scale is omitted.
#include "core/base/error.h"
#include "core/ops/quantization/cached_operands.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::q_gemm {

namespace {

enum Input : std::size_t { kA, kAScale, kAZeroPoint, kB, kBScale, kBZeroPoint, kC, kYScale, kYZeroPoint };

struct GemmAttributes {
    bool transposesA = false;
    bool transposesB = false;
    float alpha = 1.0f;
};

void addBias(at::Tensor& sums, const Tensor& bias)
{
    if (!bias.isDefined())
        return;
    expectType(bias, "input 6 (C)", {graph::DataType::Int32});
    if (!at::is_expandable_to(bias.data.sizes(), sums.sizes()))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 6 (C) has shape {}, which does not broadcast to {}", graph::toString(bias.shape()),
                            graph::toString(sums.sizes().vec())));
    sums.add_(bias.data);
}

std::vector<Tensor> qgemm(const GemmAttributes& attributes, const KernelCall& call, CachedColumns& cached)
{
    expectRank(call.required(kA), "input 0 (A)", 2);
    expectRank(call.required(kB), "input 3 (B)", 2);
    auto a = scaledOperand(call.required(kA), call.required(kAScale), call.required(kAZeroPoint), "a", 0,
                           Granularity::PerTensor);
    auto b = scaledOperand(call.required(kB), call.required(kBScale), call.required(kBZeroPoint), "b",
                           attributes.transposesB ? 0 : 1, Granularity::PerChannel);
    if (attributes.transposesA)
        a.integers.values.data = a.integers.values.data.t();
    if (attributes.transposesB)
        b.integers.values.data = b.integers.values.data.t();
    at::Tensor sums = exactProduct(a.integers, b.integers, {}, memoryOf(cached, call, kB)).data;
    addBias(sums, call.input(kC));

    const float aScale = attributes.alpha * a.scales.front();
    if (!call.has(kYScale))
        return {Tensor(scaled(sums, outputMultipliers(aScale, b.scales, 1.0f)))};
    const graph::DataType type = zeroPointType(call.input(kYZeroPoint), call.required(kA).type);
    const auto y = readPerTensor(call.required(kYScale), call.input(kYZeroPoint), "y", type);
    return {
        requantize(sums, 1, {outputMultipliers(aScale, b.scales, y.scales.front()), {}, y.zeroPoints.front(), type})};
}

Kernel bindQGemm(const graph::Node& node)
{
    const GemmAttributes attributes{node.attributes.intOr("transA", 0) != 0, node.attributes.intOr("transB", 0) != 0,
                                    static_cast<float>(node.attributes.floatOr("alpha", 1.0))};
    return [attributes, cached = std::make_shared<CachedColumns>()](const KernelCall& call) {
        return qgemm(attributes, call, *cached);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QGemm", 1, kLatestOpset, bindQGemm}};
}

} // namespace ql::ops::kernels::q_gemm
