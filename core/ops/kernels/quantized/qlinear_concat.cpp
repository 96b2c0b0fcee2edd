// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearConcat: inputs of different scales, brought to the output's scale and joined.
#include "core/base/error.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/joined.h"

namespace ql::ops::kernels::qlinear_concat {

namespace {

at::Tensor rescaled(const Tensor& x, const QuantizationParameters& from, const QuantizationParameters& to)
{
    if (from.scales == to.scales && from.zeroPoints == to.zeroPoints)
        return x.data;
    return quantize(dequantize(x.data, from), to, x.type).data;
}

void checkJoins(const at::Tensor& first, const at::Tensor& other, std::int64_t axis, std::size_t input)
{
    bool fits = first.dim() == other.dim();
    for (std::int64_t i = 0; fits && i < first.dim(); ++i)
        fits = i == axis || first.size(i) == other.size(i);
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} has shape {}, which can't be joined to {} along axis {}", input,
                            graph::toString(other.sizes().vec()), graph::toString(first.sizes().vec()), axis));
}

/// Inputs: scale and zero point of the output, then tensor, scale and zero point of every input.
std::vector<Tensor> concatenate(std::int64_t axis, const KernelCall& call)
{
    if (call.inputs.size() < 5 || (call.inputs.size() - 2) % 3 != 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("has {} inputs, expected 2 and then 3 per tensor to join", call.inputs.size()));
    const graph::DataType type = call.required(2).type;
    const auto y = readPerTensor(call.required(0), call.input(1), "Y", type);
    std::vector<at::Tensor> parts;
    for (std::size_t i = 2; i < call.inputs.size(); i += 3) {
        const Tensor& x = call.required(i);
        expectType(x, Message("input {}", i), {type});
        const auto parameters = readPerTensor(call.required(i + 1), call.input(i + 2), Message("input {}'s", i), type);
        parts.push_back(rescaled(x, parameters, y));
        checkJoins(parts.front(), parts.back(), normalizedAxis(axis, x.data.dim()), i);
    }
    return {{joined(parts, normalizedAxis(axis, parts.front().dim())), type}};
}

Kernel bindConcat(const graph::Node& node)
{
    return [axis = node.attributes.requiredInt("axis")](const KernelCall& call) { return concatenate(axis, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QLinearConcat", 1, kLatestOpset, bindConcat}};
}

} // namespace ql::ops::kernels::qlinear_concat
