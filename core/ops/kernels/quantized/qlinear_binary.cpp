// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearAdd and QLinearMul: element-wise on quantized tensors, with broadcasting.
#include "core/base/error.h"
#include "core/ops/integers/quantized_binary.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/registry.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::ops::kernels::qlinear_binary {

namespace {

struct Sum {
    template <typename T>
    static void evaluate(const T* a, const T* b, T* y, std::size_t count, const BinaryParameters& parameters)
    {
        addQuantized(a, b, y, count, parameters);
    }
};

struct Product {
    template <typename T>
    static void evaluate(const T* a, const T* b, T* y, std::size_t count, const BinaryParameters& parameters)
    {
        multiplyQuantized(a, b, y, count, parameters);
    }
};

template <typename Function, typename T>
void evaluateRuns(const at::Tensor& a, const at::Tensor& b, const at::Tensor& y, const BinaryParameters& parameters)
{
    const T* left = a.data_ptr<T>();
    const T* right = b.data_ptr<T>();
    T* to = y.data_ptr<T>();
    QuantizationLayout::perTensor(y.numel()).forEachRun([=, &parameters](const QuantizationLayout::Run& run) {
        Function::evaluate(left + run.begin, right + run.begin, to + run.begin, static_cast<std::size_t>(run.count),
                           parameters);
    });
}

template <typename Function>
Tensor evaluate(const at::Tensor& a, const at::Tensor& b, const BinaryParameters& parameters, graph::DataType type)
{
    const at::Tensor y = newTensor(a.sizes(), storageType(type));
    if (type == graph::DataType::Int8)
        evaluateRuns<Function, std::int8_t>(a, b, y, parameters);
    else
        evaluateRuns<Function, std::uint8_t>(a, b, y, parameters);
    return {y, type};
}

std::pair<at::Tensor, at::Tensor> broadcast(const at::Tensor& a, const at::Tensor& b)
{
    if (a.sizes() == b.sizes())
        return {a.contiguous(), b.contiguous()};
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
