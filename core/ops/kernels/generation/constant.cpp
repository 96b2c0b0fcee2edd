// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::constant {

using graph::DataType;

namespace {

at::Tensor floats(const std::vector<double>& values)
{
    return at::tensor(values, at::kDouble).to(at::kFloat);
}

Tensor constantOf(const graph::Attributes& attributes)
{
    if (attributes.has("value"))
        return toTensor(attributes.requiredTensor("value"));
    if (attributes.has("value_float"))
        return Tensor{floats({attributes.floatOr("value_float", 0)}).squeeze(0)};
    if (attributes.has("value_floats"))
        return Tensor{floats(attributes.floatsOr("value_floats", {}))};
    if (attributes.has("value_int"))
        return Tensor{at::full({}, attributes.intOr("value_int", 0), at::kLong)};
    if (attributes.has("value_ints"))
        return Tensor{at::tensor(attributes.intsOr("value_ints", {}), at::kLong)};
    if (attributes.has("value_string"))
        return stringTensor({}, {attributes.stringOr("value_string", "")});
    if (attributes.has("value_strings")) {
        const auto strings = attributes.stringsOr("value_strings", {});
        return stringTensor({static_cast<std::int64_t>(strings.size())}, strings);
    }
    throw Error(ErrorCode::InvalidNode, "none of the attributes value, value_float, value_floats, value_int, "
                                        "value_ints, value_string and value_strings is there");
}

Kernel bindConstant(const graph::Node& node)
{
    return [constant = constantOf(node.attributes)](const KernelCall&) -> std::vector<Tensor> { return {constant}; };
}

Kernel bindConstantOfShape(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto value =
        attributes.has("value") ? toTensor(attributes.requiredTensor("value")) : Tensor{at::zeros({1}, at::kFloat)};
    if (value.holdsStrings())
        throw Error(ErrorCode::TypeMismatch, "attribute value holds strings, expected a number");
    if (value.data.numel() != 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute value has {} elements, expected 1", value.data.numel()));
    return [value](const KernelCall& call) -> std::vector<Tensor> {
        const auto shape = toInts(call.required(0), "input 0 (shape)");
        expectAffordable(shape, value.type);
        return {{value.data.reshape({}).expand(shape).contiguous(), value.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Constant", 1, kLatestOpset, bindConstant},
            {"", "ConstantOfShape", 9, kLatestOpset, bindConstantOfShape}};
}

} // namespace ql::ops::kernels::constant
