// SPDX-License-Identifier: GPL-3.0-or-later
// Binarizer, Imputer, Normalizer and Scaler: each feature by itself, or against the others of its row.
#include "core/base/error.h"
#include "core/ops/ml/class_labels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::feature_scaling {

using graph::DataType;

namespace {

const Tensor& numbers(const KernelCall& call)
{
    const auto& x = call.required(0);
    expectType(x, "input 0", {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64});
    return x;
}

/// A list from an attribute, one number for all or one for each feature of the last axis.
at::Tensor perFeature(const Tensor& list, const at::Tensor& x, const char* attribute)
{
    const auto count = list.data.numel();
    const auto features = x.dim() == 0 ? 1 : x.size(-1);
    if (count != 1 && count != features)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute {} has {} entries, expected 1 or {}", attribute, count, features));
    return list.data;
}

Kernel bindBinarizer(const graph::Node& node)
{
    return [threshold = node.attributes.floatOr("threshold", 0.0)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = numbers(call);
        return {{x.data.gt(threshold).to(x.data.scalar_type()), x.type}};
    };
}

Kernel bindScaler(const graph::Node& node)
{
    const auto offset = listOfFloats(node, "offset");
    const auto scale = listOfFloats(node, "scale");
    return [offset, scale](const KernelCall& call) -> std::vector<Tensor> {
        auto y = numbers(call).data.to(at::kFloat);
        if (offset.isDefined())
            y = y.sub(perFeature(offset, y, "offset"));
        return {Tensor{scale.isDefined() ? y.mul(perFeature(scale, y, "scale")) : y}};
    };
}

Kernel bindImputer(const graph::Node& node)
{
    const auto ints = listOfInts(node, "imputed_value_int64s");
    const auto floats = listOfFloats(node, "imputed_value_floats");
    const auto replacedInt = node.attributes.intOr("replaced_value_int64", 0);
    const auto replacedFloat = node.attributes.floatOr("replaced_value_float", 0.0);
    return [=](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = numbers(call);
        const bool areFloats = graph::isFloatingPoint(x.type);
        const auto& imputed = areFloats ? floats : ints;
        const auto* attribute = areFloats ? "imputed_value_floats" : "imputed_value_int64s";
        if (!imputed.isDefined())
            throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", attribute));
        const auto isReplaced = !areFloats                  ? x.data.eq(replacedInt)
                                : std::isnan(replacedFloat) ? x.data.isnan()
                                                            : x.data.eq(replacedFloat);
        const auto values = perFeature(imputed, x.data, attribute).to(x.data.scalar_type());
        return {{at::where(isReplaced, values, x.data), x.type}};
    };
}

/// What each row is divided by.
at::Tensor divisorOf(const at::Tensor& x, const std::string& norm)
{
    if (norm == "MAX")
        return x.amax(-1, true);
    return norm == "L1" ? x.abs().sum(-1, true) : x.square().sum(-1, true).sqrt();
}

Kernel bindNormalizer(const graph::Node& node)
{
    const auto norm = node.attributes.stringOr("norm", "MAX");
    if (norm != "MAX" && norm != "L1" && norm != "L2")
        throw Error(ErrorCode::InvalidNode, Message("attribute norm is \"{}\", expected MAX, L1 or L2", norm));
    return [norm](const KernelCall& call) -> std::vector<Tensor> {
        const auto x = numbers(call).data.to(at::kFloat);
        if (x.dim() < 1 || x.dim() > 2)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 1 or 2", x.dim()));
        if (x.numel() == 0)
            return {Tensor{x}};
        const auto divisor = divisorOf(x, norm);
        return {Tensor{at::where(divisor.eq(0), x, x.div(divisor))}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{kMl, "Binarizer", 1, kLatestOpset, bindBinarizer},
            {kMl, "Imputer", 1, kLatestOpset, bindImputer},
            {kMl, "Normalizer", 1, kLatestOpset, bindNormalizer},
            {kMl, "Scaler", 1, kLatestOpset, bindScaler}};
}

} // namespace ql::ops::kernels::feature_scaling
