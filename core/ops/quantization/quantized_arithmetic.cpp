// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantized_arithmetic.h"

#include "core/ops/quantization/integer_passes.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <cstddef>

namespace ql::ops {

namespace {

using graph::DataType;

IntegerStorage storageOf(at::ScalarType type)
{
    switch (type) {
    case at::kChar: return IntegerStorage::Int8;
    case at::kByte: return IntegerStorage::UInt8;
    case at::kShort: return IntegerStorage::Int16;
    case at::kInt: return IntegerStorage::Int32;
    default:
        throw Error(ErrorCode::TypeMismatch,
                    Message("element type {} is not a quantized integer", c10::toString(type)));
    }
}

/// The elements of a contiguous tensor of integers.
class IntegerTensor {
public:
    explicit IntegerTensor(const at::Tensor& tensor)
        : m_all{tensor.data_ptr(), storageOf(tensor.scalar_type()), 0, 0}
        , m_bytes(static_cast<std::int64_t>(tensor.element_size()))
    {
    }
    /// To be written with numbers of @p type.
    IntegerTensor(const at::Tensor& tensor, DataType type)
        : IntegerTensor(tensor)
    {
        m_all.lowest = graph::lowestOf(type);
        m_all.highest = graph::highestOf(type);
    }

    IntegerElements from(std::int64_t position) const
    {
        IntegerElements elements = m_all;
        elements.first = static_cast<std::byte*>(m_all.first) + position * m_bytes;
        return elements;
    }

private:
    IntegerElements m_all;
    std::int64_t m_bytes;
};

PassParameters parametersOf(const QuantizationLayout::Run& run, const QuantizationParameters& parameters)
{
    return {parameters.scales.data() + run.parameter, parameters.zeroPoints.data() + run.parameter, run.isStepping};
}

void expectQuantizedInteger(DataType type)
{
    if (!graph::isQuantizedInteger(type))
        throw Error(ErrorCode::TypeMismatch,
                    Message("type {} is not a quantized integer of 4 to 16 bits", graph::name(type)));
}

} // namespace

Tensor quantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters,
                DataType type)
{
    expectQuantizedInteger(type);
    const at::Tensor source = contiguousFloats(x);
    at::Tensor target = newTensor(x.sizes(), storageType(type));
    const float* from = source.data_ptr<float>();
    const IntegerTensor to(target, type);
    layout.forEachRun([&](const QuantizationLayout::Run& run) {
        quantizeElements(from + run.begin, to.from(run.begin), static_cast<std::size_t>(run.count),
                         parametersOf(run, parameters));
    });
    return {std::move(target), type};
}

at::Tensor dequantize(const at::Tensor& x, const QuantizationLayout& layout, const QuantizationParameters& parameters)
{
    const at::Tensor source = x.contiguous();
    at::Tensor target = newTensor(x.sizes(), at::kFloat);
    const IntegerTensor from(source);
    float* to = target.data_ptr<float>();
    layout.forEachRun([&](const QuantizationLayout::Run& run) {
        dequantizeElements(from.from(run.begin), to + run.begin, static_cast<std::size_t>(run.count),
                           parametersOf(run, parameters));
    });
    return target;
}

Tensor quantize(const at::Tensor& x, const QuantizationParameters& perTensor, DataType type)
{
    return quantize(x, QuantizationLayout::perTensor(x.numel()), perTensor, type);
}

at::Tensor dequantize(const at::Tensor& x, const QuantizationParameters& perTensor)
{
    return dequantize(x, QuantizationLayout::perTensor(x.numel()), perTensor);
}

std::vector<float> outputMultipliers(float xScale, const std::vector<float>& wScales, float yScale)
{
    std::vector<float> result;
    result.reserve(wScales.size());
    for (const float wScale : wScales)
        result.push_back(xScale * wScale / yScale);
    return result;
}

at::Tensor scaled(const at::Tensor& accumulators, const std::vector<float>& multipliers)
{
    const QuantizationParameters parameters{multipliers, std::vector<std::int32_t>(multipliers.size(), 0)};
    if (parameters.isPerTensor())
        return dequantize(accumulators, parameters);
    return dequantize(accumulators, QuantizationLayout::perAxis(accumulators.sizes().vec(), accumulators.dim() - 1),
                      parameters);
}

Tensor requantize(const at::Tensor& accumulators, std::int64_t channelAxis, const Requantization& requantization)
{
    const auto& [multipliers, biases, zeroPoint, type] = requantization;
    expectQuantizedInteger(type);
    const at::Tensor source = accumulators.contiguous();
    at::Tensor target = newTensor(source.sizes(), storageType(type));
    const bool isPerTensor = multipliers.size() == 1 && biases.empty();
    const auto layout = isPerTensor ? QuantizationLayout::perTensor(source.numel())
                                    : QuantizationLayout::perAxis(source.sizes().vec(), channelAxis);
    auto spread = multipliers;
    spread.resize(std::max(multipliers.size(), biases.size()), multipliers.front());
    const RequantizationPass all{spread.data(), biases.empty() ? nullptr : biases.data(), false, zeroPoint};
    const std::int32_t* from = source.data_ptr<std::int32_t>();
    const IntegerTensor to(target, type);
    layout.forEachRun([&](const QuantizationLayout::Run& run) {
        RequantizationPass pass = all;
        pass.multipliers += run.parameter;
        pass.biases = all.biases ? all.biases + run.parameter : nullptr;
        pass.isStepping = run.isStepping;
        requantizeElements(from + run.begin, to.from(run.begin), static_cast<std::size_t>(run.count), pass);
    });
    return {std::move(target), type};
}

DynamicallyQuantized quantizeDynamically(const at::Tensor& x)
{
    const at::Tensor source = contiguousFloats(x);
    const FloatRange range = rangeOfElements(source.data_ptr<float>(), static_cast<std::size_t>(source.numel()));
    DynamicallyQuantized result;
    if (range.highest > range.lowest)
        result.scale = (range.highest - range.lowest) / 255.0f;
    result.zeroPoint = static_cast<std::int32_t>(roundWithin(0.0f - range.lowest / result.scale, 0.0f, 255.0f));
    result.values = quantize(source, {{result.scale}, {result.zeroPoint}}, graph::DataType::UInt8);
    return result;
}

} // namespace ql::ops
