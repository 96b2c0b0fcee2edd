// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/value_quantizers.h"

#include "core/base/error.h"
#include "core/ops/registry.h"

namespace ql::quant {

namespace {

using ops::Kernel;
using ops::Tensor;

Kernel bind(graph::Node node, std::string opType)
{
    node.opType = std::move(opType);
    const auto* definition = ops::Registry::builtIn().find(node.domain, node.opType, node.opset);
    if (!definition)
        throw Error(ErrorCode::UnsupportedOperator, node.description() + " is not supported");
    return definition->bind(node);
}

Tensor call(const Kernel& kernel, const std::vector<Tensor>& inputs, std::size_t output = 0)
{
    static const ops::BodyRunner kNoBodies;
    return kernel({inputs, kNoBodies}).at(output);
}

} // namespace

graph::Node looseDequantize(std::int64_t axis)
{
    constexpr int kOpset = 21;
    graph::Node node;
    node.name = "dequantize";
    node.opType = "DequantizeLinear";
    node.opset = kOpset;
    node.attributes.set("axis", axis);
    return node;
}

Transform staticQuantizer(const graph::Node& dequantize, Tensor scale, Tensor zeroPoint)
{
    return [quantizer = bind(dequantize, "QuantizeLinear"), dequantizer = bind(dequantize, "DequantizeLinear"), scale,
            zeroPoint](const Tensor& x) {
        const auto integers = call(quantizer, {x, scale, zeroPoint});
        return call(dequantizer, {integers, scale, zeroPoint});
    };
}

Transform dynamicQuantizer()
{
    return [quantizer = bind(looseDequantize(0), "DynamicQuantizeLinear"),
            dequantizer = bind(looseDequantize(0), "DequantizeLinear")](const Tensor& x) {
        static const ops::BodyRunner kNoBodies;
        const std::vector<Tensor> inputs{x};
        const auto quantized = quantizer({inputs, kNoBodies});
        return call(dequantizer, quantized);
    };
}

Transform constantQuantizer(const graph::Node& dequantize, const Tensor& integers, const Tensor& scale, const Tensor& zeroPoint)
{
    const auto values = call(bind(dequantize, "DequantizeLinear"), {integers, scale, zeroPoint});
    return [values](const Tensor&) { return values; };
}

Transform transposed(Transform apply)
{
    return [apply = std::move(apply)](const Tensor& x) {
        const auto values = apply(x);
        return Tensor(values.data.transpose(-1, -2).contiguous(), values.type);
    };
}

} // namespace ql::quant
