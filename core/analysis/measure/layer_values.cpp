// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/layer_values.h"

#include "core/analysis/measure/measurable_value.h"
#include "core/base/error.h"
#include "core/base/order.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::analysis {

namespace {

/// The channel axis of a tensor of @p rank, or -1 where it doesn't have as many channels as the quantizer.
std::int64_t channelAxisOf(const at::Tensor& tensor, const results::QuantizerInfo& quantizer)
{
    if (!quantizer.channelAxis)
        return -1;
    const std::int64_t axis =
        *quantizer.channelAxis < 0 ? *quantizer.channelAxis + tensor.dim() : *quantizer.channelAxis;
    const auto channels = static_cast<std::int64_t>(quantizer.scales.size());
    return axis >= 0 && axis < tensor.dim() && tensor.size(axis) == channels ? axis : -1;
}

at::Tensor dequantized(const at::Tensor& integers, const results::QuantizerInfo& quantizer)
{
    ops::QuantizationParameters parameters;
    parameters.scales.assign(quantizer.scales.begin(), quantizer.scales.end());
    parameters.zeroPoints.assign(quantizer.zeroPoints.begin(), quantizer.zeroPoints.end());
    const bool isNarrow = at::isIntegralType(integers.scalar_type(), false) && integers.scalar_type() != at::kLong;
    const at::Tensor stored = isNarrow ? integers : integers.to(at::kInt); // a dump may have them in any type
    if (const auto axis = channelAxisOf(stored, quantizer); axis >= 0)
        return ops::dequantize(stored, ops::QuantizationLayout::perAxis(stored.sizes().vec(), axis), parameters);
    parameters.scales.resize(1);
    parameters.zeroPoints.resize(1);
    return ops::dequantize(stored, parameters);
}

std::uint64_t countOutside(const float* values, std::int64_t n, float low, float high)
{
    std::uint64_t outside = 0;
    for (std::int64_t i = 0; i < n; ++i)
        outside += (values[i] < low ? 1u : 0u) + (values[i] > high ? 1u : 0u);
    return outside;
}

float lowestKept(const results::QuantizerInfo& quantizer, std::size_t channel)
{
    return static_cast<float>(quantizer.rangeLow(channel) - 0.5 * quantizer.scales[channel]);
}

float highestKept(const results::QuantizerInfo& quantizer, std::size_t channel)
{
    return static_cast<float>(quantizer.rangeHigh(channel) + 0.5 * quantizer.scales[channel]);
}

} // namespace

at::Tensor floatValues(const ops::Tensor& tensor)
{
    if (tensor.holdsStrings())
        throw Error(ErrorCode::TypeMismatch, Message("tensors of type {} can't be computed with", "string"));
    if (!tensor.isDefined())
        throw Error(ErrorCode::TypeMismatch, tensor.isSequence() ? Message("a sequence of tensors is not one array")
                                                                 : Message("there is no tensor"));
    if (graph::isNarrowFloat(tensor.type))
        return ops::narrowFloatValues(tensor);
    return ops::contiguousFloats(tensor.data);
}

at::Tensor toFloats(const ops::Tensor& tensor, const results::QuantizerInfo* dequantizer)
{
    return dequantizer ? dequantized(tensor.data, *dequantizer).contiguous() : floatValues(tensor);
}

std::uint64_t countClamped(const at::Tensor& floats, const results::TensorStatistics& statistics,
                           const results::QuantizerInfo& quantizer)
{
    const auto axis = channelAxisOf(floats, quantizer);
    if (axis < 0) {
        const float low = lowestKept(quantizer, 0);
        const float high = highestKept(quantizer, 0);
        if (statistics.infCount == 0 && statistics.min >= low && statistics.max <= high)
            return 0;
        return countOutside(floats.data_ptr<float>(), floats.numel(), low, high);
    }
    std::uint64_t clamped = 0;
    for (std::size_t channel = 0; channel < quantizer.scales.size(); ++channel) {
        const at::Tensor slice = floats.select(axis, static_cast<std::int64_t>(channel)).contiguous();
        clamped += countOutside(slice.data_ptr<float>(), slice.numel(), lowestKept(quantizer, channel),
                                highestKept(quantizer, channel));
    }
    return clamped;
}

std::int64_t strongestOf(const ops::Tensor& value)
{
    const auto output = measurable(value);
    if (!output.isDefined())
        throw Error(ErrorCode::TypeMismatch, "the output holds no numbers: no class to choose");
    if (output.data.numel() == 0)
        throw Error(ErrorCode::ShapeMismatch, "the output is empty: no class to choose");
    const auto count = output.data.numel();
    if (output.data.scalar_type() == at::kDouble)
        return decisionOf(output.data.contiguous().data_ptr<double>(), count);
    return decisionOf(floatValues(output).data_ptr<float>(), count);
}

} // namespace ql::analysis
