// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/float_map.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::unary_math {

namespace {

OperatorDefinition definition(std::string name, int since, at::Tensor (*formula)(const at::Tensor&))
{
    return {"", std::move(name), since, kLatestOpset, [formula](const graph::Node&) { return unaryKernel(formula); }};
}

/// @p map where one pass does, else @p formula.
template <auto map, at::Tensor (*formula)(const at::Tensor&)>
at::Tensor mappedOr(const at::Tensor& x)
{
    return isMappable(x) ? mapped(map, x) : formula(x);
}

/// What IsInf and IsNaN look at: any float, from opset 20 on float8, too.
at::Tensor examined(const KernelCall& call)
{
    const auto& x = call.required(0);
    if (graph::isNarrowFloat(x.type))
        return narrowFloatValues(x);
    expectFloat(x, "input 0");
    return computable(x);
}

OperatorDefinition isInfinite()
{
    return {"", "IsInf", 10, kLatestOpset, [](const graph::Node& node) -> Kernel {
                const bool positive = node.attributes.intOr("detect_positive", 1) != 0;
                const bool negative = node.attributes.intOr("detect_negative", 1) != 0;
                return [positive, negative](const KernelCall& call) -> std::vector<Tensor> {
                    const auto x = examined(call);
                    auto result = at::zeros(x.sizes(), at::kBool);
                    if (positive)
                        result.logical_or_(at::isposinf(x));
                    if (negative)
                        result.logical_or_(at::isneginf(x));
                    return {{result, graph::DataType::Bool}};
                };
            }};
}

std::vector<Tensor> evaluateIsNotANumber(const KernelCall& call)
{
    return {{at::isnan(examined(call)), graph::DataType::Bool}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("Abs", 1, mappedOr<UnaryMap::Abs, at::abs>),
            definition("Acos", 7, [](const at::Tensor& x) { return at::acos(x); }),
            definition("Acosh", 9, [](const at::Tensor& x) { return at::acosh(x); }),
            definition("Asin", 7, [](const at::Tensor& x) { return at::asin(x); }),
            definition("Asinh", 9, [](const at::Tensor& x) { return at::asinh(x); }),
            definition("Atan", 7, [](const at::Tensor& x) { return at::atan(x); }),
            definition("Atanh", 9, [](const at::Tensor& x) { return at::atanh(x); }),
            definition("Ceil", 1, [](const at::Tensor& x) { return at::ceil(x); }),
            definition("Cos", 7, [](const at::Tensor& x) { return at::cos(x); }),
            definition("Cosh", 9, [](const at::Tensor& x) { return at::cosh(x); }),
            definition("Erf", 9, mappedOr<SmoothMap::ErrorFunction, at::erf>),
            definition("Exp", 1, mappedOr<SmoothMap::Exponential, at::exp>),
            definition("Floor", 1, [](const at::Tensor& x) { return at::floor(x); }),
            definition("Log", 1, [](const at::Tensor& x) { return at::log(x); }),
            definition("Neg", 1, mappedOr<UnaryMap::Negative, at::neg>),
            definition("Reciprocal", 1, mappedOr<UnaryMap::Reciprocal, at::reciprocal>),
            // ATen rounds half to even, as the operator demands.
            definition("Round", 11, [](const at::Tensor& x) { return at::round(x); }),
            definition("Sign", 9, [](const at::Tensor& x) { return at::sign(x); }),
            definition("Sin", 7, [](const at::Tensor& x) { return at::sin(x); }),
            definition("Sinh", 9, [](const at::Tensor& x) { return at::sinh(x); }),
            definition("Sqrt", 1, mappedOr<UnaryMap::SquareRoot, at::sqrt>),
            definition("Tan", 7, [](const at::Tensor& x) { return at::tan(x); }),
            isInfinite(),
            {"", "IsNaN", 9, kLatestOpset, stateless<evaluateIsNotANumber>}};
}

} // namespace ql::ops::kernels::unary_math
