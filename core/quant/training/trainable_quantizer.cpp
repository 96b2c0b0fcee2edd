// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/trainable_quantizer.h"

#include "core/quant/calibration.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/library/observer_library.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/quant/value_quantizers.h"

#include <ATen/ATen.h>

namespace ql::quant {

namespace {

template <typename T>
at::Tensor vectorOf(const std::vector<T>& numbers)
{
    return at::tensor(std::vector<double>(numbers.begin(), numbers.end()), at::kDouble).to(at::kFloat);
}

template <typename T>
std::vector<T> numbersIn(const at::Tensor& tensor)
{
    const auto plain = tensor.detach().to(at::kDouble).contiguous();
    const auto* begin = plain.data_ptr<double>();
    return {begin, begin + plain.numel()};
}

at::Tensor quantizedByRule(const at::Tensor& x, const Parameters& parameters, const QuantizerSettings& settings,
                           std::int64_t axis)
{
    const auto floats = ops::toTensorData(ops::Tensor(x.contiguous()));
    const auto integers = quantizedWeight(floats, parameters, settings, axis);
    return ops::toTensor(dequantizedConstant(integers, parameters, axis)).data;
}

} // namespace

TrainableRange::TrainableRange(const PlannedQuantizer& quantizer)
{
    const auto& parameters = quantizer.parameters;
    const auto& format = quantizer.settings.format;
    m_scale = vectorOf(parameters.scales);
    m_grid = {.format = format, .zeroPoints = vectorOf(parameters.zeroPoints)};
    if (!parameters.isPerTensor())
        m_grid.axis = quantizer.channelAxis;
    m_grid.hasOffset = quantizer.role == QuantizerRole::Activation && !format.isSymmetric && parameters.isPerTensor()
                       && !quantizer.settings.observer.isMinFixed;
    if (!m_grid.hasOffset)
        return;
    m_offset = m_grid.zeroPoints.mul(m_scale).neg();
    m_width = m_scale.mul(double(format.highest() - format.lowest()));
}

at::Tensor TrainableRange::scale(const at::Tensor& scaleBy) const
{
    return scaleBy.defined() ? m_scale * scaleBy.exp() : m_scale;
}

at::Tensor TrainableRange::offset(const at::Tensor& offsetBy) const
{
    return hasOffset() && offsetBy.defined() ? m_offset + m_width * offsetBy : m_offset;
}

Parameters TrainableRange::learned(const at::Tensor& scaleBy, const at::Tensor& offsetBy,
                                   const Parameters& before) const
{
    auto parameters = before;
    const auto scales = scale(scaleBy);
    parameters.scales = numbersIn<float>(scales);
    if (hasOffset())
        parameters.zeroPoints = numbersIn<std::int32_t>(zeroPointOf(offset(offsetBy), scales, m_grid.format));
    return parameters;
}

bool hasLearnableRange(const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    return !quantizer.settings.number && !quantizer.settings.hasPowerOfTwoScales && parameters.codes.empty()
           && !parameters.scales.empty() && !quantizer.knownRange && !roundsItself(quantizer.settings.observer.method);
}

std::function<at::Tensor(const at::Tensor&)> plainRounding(const QuantPlan& plan, std::size_t index)
{
    const auto& quantizer = plan.quantizers[index];
    const auto& parameters = plan.parametersOf(index);
    if (quantizer.settings.number) {
        std::vector<ops::Tensor> inputs(1);
        if (needsScale(quantizer.settings))
            inputs.push_back(ops::toTensor(scaleConstant(parameters.scales)));
        return [round = wholeNode(roundingNode(quantizer), std::move(inputs))](const at::Tensor& x) {
            return round(ops::Tensor(x)).data;
        };
    }
    if (quantizer.role == QuantizerRole::Activation)
        return [parameters, format = quantizer.settings.format](const at::Tensor& x) {
            return fakeQuantized(ops::Tensor(x), parameters, format).data;
        };
    return [parameters, settings = quantizer.settings, axis = quantizer.channelAxis](const at::Tensor& x) {
        return quantizedByRule(x, parameters, settings, axis);
    };
}

} // namespace ql::quant
