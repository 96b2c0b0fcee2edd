// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearAdd and QLinearMul: element-wise on quantized tensors, with broadcasting.
#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/registry.h"

namespace ql::ops::kernels::qlinear_binary {

namespace {

/// Scales and zero points of both operands and the result.
struct BinaryParameters {
    float aScale, bScale, yScale;
    float aZero, bZero, yZero;
};

/// ONNX Runtime's order of operations: zero points gathered in one constant, fused multiply-add for b, then for a,
/// rounded once each. A product of an 8-bit integer and a float is exact in double, so the sum rounds like a fused one.
struct Sum {
    explicit Sum(const BinaryParameters& p)
        : aRatio(p.aScale / p.yScale)
        , bRatio(p.bScale / p.yScale)
        , constant(p.yZero - (aRatio * p.aZero + bRatio * p.bZero))
    {
    }
    float operator()(float a, float b) const
    {
        const auto withB = static_cast<float>(static_cast<double>(b) * bRatio + constant);
        return static_cast<float>(static_cast<double>(a) * aRatio + withB);
    }
    float aRatio, bRatio, constant;
};

/// Likewise: the zero point is added before rounding, so ties go to even results.
struct Product {
    explicit Product(const BinaryParameters& p)
        : ratio(p.aScale * p.bScale / p.yScale)
        , aZero(p.aZero)
        , bZero(p.bZero)
        , yZero(p.yZero)
    {
    }
    float operator()(float a, float b) const { return (a - aZero) * (b - bZero) * ratio + yZero; }
    float ratio, aZero, bZero, yZero;
};

template <typename Function>
Tensor evaluate(const at::Tensor& a, const at::Tensor& b, const BinaryParameters& parameters, graph::DataType type)
{
    at::Tensor y = at::empty(a.sizes(), a.options());
    const Function function(parameters);
    const auto lowest = static_cast<float>(graph::lowestOf(type));
    const auto highest = static_cast<float>(graph::highestOf(type));
    withStorage(type, [&](auto element) {
        using T = decltype(element);
        const T* left = a.data_ptr<T>();
        const T* right = b.data_ptr<T>();
        T* to = y.data_ptr<T>();
        QuantizationLayout::perTensor(y.numel()).forEachRun([=](const QuantizationLayout::Run& run) {
            for (std::int64_t i = run.begin; i < run.begin + run.count; ++i)
                to[i] = static_cast<T>(static_cast<std::int32_t>(
                    roundWithin(function(static_cast<float>(left[i]), static_cast<float>(right[i])), lowest, highest)));
        });
    });
    return {std::move(y), type};
}

std::pair<at::Tensor, at::Tensor> broadcast(const at::Tensor& a, const at::Tensor& b)
{
    try {
        const std::vector<at::Tensor> both = at::broadcast_tensors({a, b});
        return {both[0].contiguous(), both[1].contiguous()};
    } catch (const c10::Error&) {
        throw Error(ErrorCode::ShapeMismatch,
                    Message("shapes {} and {} do not broadcast", graph::toString(a.sizes().vec()),
                            graph::toString(b.sizes().vec())));
    }
}

template <typename Function>
std::vector<Tensor> binary(const KernelCall& call)
{
    const Tensor& a = call.required(0);
    const Tensor& b = call.required(3);
    expectEightBit(a, "input 0 (A)");
    if (b.type != a.type)
        throw Error(ErrorCode::TypeMismatch,
                    Message("input 3 (B) has type {}, expected {} like A", graph::name(b.type), graph::name(a.type)));
    const auto aq = readPerTensor(call.required(1), call.input(2), "A", a.type);
    const auto bq = readPerTensor(call.required(4), call.input(5), "B", a.type);
    const auto yq = readPerTensor(call.required(6), call.input(7), "C", a.type);
    const auto [left, right] = broadcast(a.data, b.data);
    const auto zero = [](const QuantizationParameters& p) { return static_cast<float>(p.zeroPoints.front()); };
    return {evaluate<Function>(
        left, right, {aq.scales.front(), bq.scales.front(), yq.scales.front(), zero(aq), zero(bq), zero(yq)}, a.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QLinearAdd", 1, kLatestOpset, stateless<binary<Sum>>},
            {"com.microsoft", "QLinearMul", 1, kLatestOpset, stateless<binary<Product>>}};
}

} // namespace ql::ops::kernels::qlinear_binary
