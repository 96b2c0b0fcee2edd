// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearAveragePool, QLinearLeakyRelu, QLinearReduceMean, QLinearSigmoid: dequantize, evaluate the float
// operator of the same attributes, quantize. That is how ONNX Runtime defines them, too.
#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/registry.h"
#include "core/ops/support/adapted_kernels.h"

namespace ql::ops::kernels::qlinear_through_float {

namespace {

/// The operator of @p opset whose attributes the quantized one took over.
Kernel bindThroughFloat(const graph::Node& node, std::string_view floatOperator, int opset)
{
    const OperatorDefinition* definition = Registry::builtIn().find("", floatOperator, opset);
    if (!definition)
        throw Error(ErrorCode::Internal, Message("operator {} is missing", floatOperator));
    Kernel kernel = [evaluate = definition->bind(node)](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectEightBit(x, "input 0 (X)");
        const auto from = readPerTensor(call.required(1), call.input(2), "X", x.type);
        const auto to = readPerTensor(call.required(3), call.input(4), "Y", x.type);
        const Tensor values(dequantize(x.data, from));
        const std::vector<Tensor> results = evaluate({std::span(&values, 1), call.runBody});
        return {quantize(results.front().data, to, x.type)};
    };
    return node.attributes.intOr("channels_last", 0) != 0 ? channelsLast(std::move(kernel)) : kernel;
}

OperatorDefinition throughFloat(std::string name, std::string floatOperator, int opset)
{
    return {"com.microsoft", std::move(name), 1, kLatestOpset,
            [floatOperator = std::move(floatOperator), opset](const graph::Node& node) {
                return bindThroughFloat(node, floatOperator, opset);
            }};
}

} // namespace

OperatorDefinitions definitions()
{
    return {throughFloat("QLinearAveragePool", "AveragePool", 10), throughFloat("QLinearLeakyRelu", "LeakyRelu", 6),
            throughFloat("QLinearReduceMean", "ReduceMean", 13), throughFloat("QLinearSigmoid", "Sigmoid", 13)};
}

} // namespace ql::ops::kernels::qlinear_through_float
