// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/fusion/one_pass.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>
#include <limits>

namespace ql::ops::kernels::clip {

namespace {

using Bound = c10::optional<at::Scalar>;

double numberOr(const Bound& bound, double otherwise)
{
    return bound ? bound->toDouble() : otherwise;
}

at::Tensor clipped(const at::Tensor& x, const Bound& low, const Bound& high)
{
    if (!low && !high)
        return x;
    if (!isMappable(x))
        return at::clamp(x, low, high);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double first = numberOr(low, -kInfinity), second = numberOr(high, kInfinity);
    return std::isnan(first) || std::isnan(second) ? at::clamp(x, low, high) : mapped(UnaryMap::Clip, x, first, second);
}

std::vector<Tensor> evaluateWithin(const KernelCall& call, const Bound& low, const Bound& high)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto& x = call.required(0);
    const Epilogue own{.lowest = static_cast<float>(numberOr(low, -kInfinity)),
                       .highest = static_cast<float>(numberOr(high, kInfinity))};
    if (!std::isnan(own.lowest) && !std::isnan(own.highest))
        if (auto finished = finishedInOnePass(call, x, own))
            return {std::move(*finished)};
    return {storedAs(clipped(computable(x), low, high), x.type)};
}

/// Up to opset 10 bounds are attributes.
Kernel bindAttributes(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto low = attributes.has("min") ? Bound(attributes.floatOr("min", 0)) : c10::nullopt;
    const auto high = attributes.has("max") ? Bound(attributes.floatOr("max", 0)) : c10::nullopt;
    return [low, high](const KernelCall& call) { return evaluateWithin(call, low, high); };
}

Bound boundOf(const KernelCall& call, std::size_t input, const Message& what)
{
    if (!call.has(input))
        return c10::nullopt;
    const auto& bound = call.input(input);
    expectSameType(bound, what, call.required(0));
    if (bound.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has shape {}, expected a scalar", what, graph::toString(bound.shape())));
    return bound.type == graph::DataType::Float ? Bound(*bound.data.data_ptr<float>()) : Bound(bound.data.item());
}

std::vector<Tensor> evaluate(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto low = boundOf(call, 1, "input 1 (min)");
    const auto high = boundOf(call, 2, "input 2 (max)");
    if (!low && !high)
        return {x};
    return evaluateWithin(call, low, high);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Clip", 1, 10, bindAttributes}, {"", "Clip", 11, kLatestOpset, stateless<evaluate>}};
}

} // namespace ql::ops::kernels::clip
