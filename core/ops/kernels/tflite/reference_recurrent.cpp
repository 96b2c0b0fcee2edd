// SPDX-License-Identifier: GPL-3.0-or-later
// SequenceRNN and SVDF of domain "tflite" with the inputs of the format, and QLinearSVDF in the reference kernels'
// integer arithmetic. A run begins with the state that the node is given.
#include "core/base/error.h"
#include "core/ops/products/float_product.h"
#include "core/ops/quantization/reference_integers.h"
#include "core/ops/quantization/row_quantization.h"
#include "core/ops/support/checks.h"

#include <algorithm>

namespace ql::ops::kernels::reference_recurrent {

namespace {

struct Attributes {
    std::int64_t rank;
    bool isTimeMajor;
    bool isReverse; ///< from the last step to the first
    std::int64_t activation;
    RowQuantization rows;
    std::int64_t rowSplit; ///< features that are rounded apart from the rest

    explicit Attributes(const graph::Node& node)
        : rank(node.attributes.intOr("rank", 1))
        , isTimeMajor(node.attributes.intOr("time_major", 0) != 0)
        , isReverse(node.attributes.intOr("reverse", 0) != 0)
        , activation(node.attributes.intOr("activation", 0))
        , rows(rowQuantization(node.attributes.intOr("rows", 0)))
        , rowSplit(node.attributes.intOr("row_split", 0))
    {
        if (rank < 1)
            throw Error(ErrorCode::InvalidNode, Message("attribute rank is {}, expected at least 1", rank));
        if (activation < 0 || activation > 4)
            throw Error(ErrorCode::InvalidNode, Message("activation {} isn't known", activation));
    }

    at::Tensor activated(const at::Tensor& x) const
    {
        switch (activation) {
        case 1: return x.clamp_min(0);
        case 2: return x.clamp(-1, 1);
        case 3: return x.clamp(0, 6);
        case 4: return at::tanh(x);
        default: return x;
        }
    }
};

void expectFit(bool fits, const KernelCall& call, std::size_t input)
{
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} has shape {}, which doesn't fit the others", input,
                                                      graph::toString(call.required(input).shape())));
}

const at::Tensor& matrixAt(const KernelCall& call, std::size_t input)
{
    expectType(call.required(input), Message("input {}", input), {graph::DataType::Float});
    expectRank(call.required(input), Message("input {}", input), 2);
    return call.required(input).data;
}

at::Tensor product(const at::Tensor& x, const at::Tensor& weight)
{
    return floatProduct(x.contiguous(), weight.t().contiguous());
}

/// Inputs x, weights, recurrent weights, bias, state. Each step's output is the next one's state.
std::vector<Tensor> recur(const KernelCall& call, const Attributes& attributes)
{
    const auto& input = call.required(0);
    expectType(input, "input 0 (x)", {graph::DataType::Float});
    const auto& weight = matrixAt(call, 1);
    const auto& recurrent = matrixAt(call, 2);
    const bool isOneStep = input.data.dim() == 2;
    const bool isTimeFirst = attributes.isTimeMajor || isOneStep;
    const auto x = isOneStep ? input.data.unsqueeze(0) : isTimeFirst ? input.data : input.data.transpose(0, 1);
    expectFit(x.dim() == 3 && x.size(2) == weight.size(1), call, 0);
    expectFit(recurrent.size(0) == weight.size(0) && recurrent.size(1) == weight.size(0), call, 2);
    const auto& bias = call.required(3).data;
    auto state = matrixAt(call, 4);
    expectFit(bias.numel() == weight.size(0), call, 3);
    expectFit(state.size(0) == x.size(1) && state.size(1) == weight.size(0), call, 4);
    std::vector<at::Tensor> outputs;
    for (std::int64_t i = 0; i < x.size(0); ++i) {
        const auto& step = x[attributes.isReverse ? x.size(0) - 1 - i : i];
        const auto seen = product(quantizedRows(step, attributes.rows, attributes.rowSplit), weight);
        const auto kept = product(quantizedRows(state, attributes.rows), recurrent);
        state = attributes.activated(seen.add(kept).add(bias));
        outputs.push_back(state);
    }
    if (outputs.empty())
        return {Tensor(at::empty({x.size(0), x.size(1), weight.size(0)}, at::kFloat))};
    if (attributes.isReverse)
        std::ranges::reverse(outputs);
    const auto all = at::stack(outputs);
    return {Tensor(isOneStep ? all[0] : isTimeFirst ? all : all.transpose(0, 1).contiguous())};
}

/// The state with its oldest column gone and @p newest as the last one: [batch, filters, memory].
at::Tensor shiftedState(const at::Tensor& state, const at::Tensor& newest)
{
    return at::cat({state.slice(2, 1), newest.unsqueeze(2)}, 2);
}

struct Sizes {
    std::int64_t batch;
    std::int64_t filters;
    std::int64_t memory;
    std::int64_t units;
};

/// Of x [batch, features], the features' weights [filters, features], the time's [filters, memory] and the state.
Sizes sizesOf(const KernelCall& call, std::size_t feature, std::size_t time, std::size_t state, std::int64_t rank)
{
    for (const auto input : {std::size_t{0}, feature, time})
        expectRank(call.required(input), Message("input {}", input), 2);
    const auto& w = call.required(feature).data;
    const auto& t = call.required(time).data;
    const Sizes sizes{call.required(0).data.size(0), w.size(0), t.size(1), w.size(0) / rank};
    expectFit(call.required(0).data.size(1) == w.size(1) && w.size(0) % rank == 0, call, feature);
    expectFit(t.size(0) == w.size(0) && t.size(1) > 0, call, time);
    expectFit(call.required(state).data.numel() == sizes.batch * sizes.filters * sizes.memory, call, state);
    return sizes;
}

/// A singular value decomposition filter: inputs x, features' weights, time's weights, bias, state.
std::vector<Tensor> filter(const KernelCall& call, const Attributes& attributes)
{
    const auto sizes = sizesOf(call, 1, 2, 4, attributes.rank);
    const auto newest = product(quantizedRows(matrixAt(call, 0), attributes.rows), matrixAt(call, 1));
    const auto state =
        shiftedState(call.required(4).data.to(at::kFloat).reshape({sizes.batch, sizes.filters, sizes.memory}), newest);
    auto sums = state.mul(matrixAt(call, 2)).sum(2).reshape({sizes.batch, sizes.units, attributes.rank}).sum(2);
    if (call.has(3))
        sums = sums.add(call.required(3).data);
    return {Tensor(attributes.activated(sums))};
}

/// Inputs x, features' weights and time's weights with scale and zero point each, bias, scale and zero point of the
/// result, state with scale and zero point.
std::vector<Tensor> filterIntegers(const KernelCall& call, const Attributes& attributes)
{
    constexpr std::size_t kFeature = 3, kTime = 6, kBias = 9, kResult = 10, kState = 12;
    const auto sizes = sizesOf(call, kFeature, kTime, kState, attributes.rank);
    const auto& input = call.required(0);
    const auto stateType = call.required(kState).type;
    expectReferenceIntegers(input, "input 0 (x)");
    expectReferenceIntegers(call.required(kState), "input 12 (state)");
    const auto from = referenceScale(call, 1);
    const auto feature = referenceScale(call, kFeature + 1);
    const auto time = referenceScale(call, kTime + 1);
    const auto state = referenceScale(call, kState + 1);
    const auto result = referenceScale(call, kResult);
    const auto toState = fixedFactor(double(from.scale * feature.scale / state.scale));
    const auto toResult = fixedFactor(double(state.scale * time.scale / result.scale));
    const auto bias = referenceBias(call, kBias, sizes.units);
    // Sums of integers below 2^53 are exact in double.
    const auto exact = [&](std::size_t slot, const ReferenceScale& scale) {
        return centered(call.required(slot), scale.zeroPoint).to(at::kDouble);
    };
    const auto products = at::mm(exact(0, from), exact(kFeature, feature).t()).contiguous();
    const auto stateBounds = referenceBounds(stateType, state, 0);
    const auto newest = referenceTensor(products.sizes(), graph::DataType::Int32, [&](std::int64_t i) {
        const auto sum = std::int32_t(products.data_ptr<double>()[i]);
        return stateBounds.clamped(std::int64_t(scaled(sum, toState)) + state.zeroPoint) - state.zeroPoint;
    });
    const auto kept = shiftedState(exact(kState, state).reshape({sizes.batch, sizes.filters, sizes.memory}),
                                   newest.data.to(at::kDouble));
    const auto sums = kept.mul(exact(kTime, time)).sum(2).reshape({sizes.batch, sizes.units, attributes.rank}).sum(2);
    const auto whole = sums.contiguous();
    const auto bounds = referenceBounds(input.type, result, 0);
    return {referenceTensor(whole.sizes(), input.type, [&](std::int64_t i) {
        const auto sum = std::int64_t(whole.data_ptr<double>()[i]) + bias[std::size_t(i % sizes.units)];
        return bounds.clamped(std::int64_t(scaled(std::int32_t(sum), toResult)) + result.zeroPoint);
    })};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"tflite", "QLinearSVDF", 1, kLatestOpset, boundTo<Attributes, filterIntegers>},
            {"tflite", "SequenceRNN", 1, kLatestOpset, boundTo<Attributes, recur>},
            {"tflite", "SVDF", 1, kLatestOpset, boundTo<Attributes, filter>}};
}

} // namespace ql::ops::kernels::reference_recurrent
