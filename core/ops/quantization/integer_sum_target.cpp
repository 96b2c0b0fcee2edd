// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_sum_target.h"

#include "core/ops/support/direct_tensor.h"

namespace ql::ops {

namespace {

using graph::DataType;

struct Output {
    SumFormat format;
    DataType type;
};

Output outputOf(const SumsBecome& become)
{
    if (std::holds_alternative<ScaledSums>(become))
        return {SumFormat::Float, DataType::Float};
    if (const auto* requantization = std::get_if<Requantization>(&become)) {
        if (requantization->type == DataType::UInt8)
            return {SumFormat::UInt8, DataType::UInt8};
        if (requantization->type == DataType::Int8)
            return {SumFormat::Int8, DataType::Int8};
    }
    return {SumFormat::Int32, DataType::Int32};
}

/// One per channel, and as many more as a vector may read.
std::vector<float> spread(const std::vector<float>& multipliers, std::size_t count)
{
    std::vector<float> result = multipliers;
    result.resize(multipliers.size() == 1 ? count : multipliers.size(), multipliers.front());
    result.resize(count + kBlockColumns, 0.0f);
    return result;
}

} // namespace

IntegerSumTarget::IntegerSumTarget(const graph::Shape& shape, const SumsBecome& become, Channels channels,
                                   std::size_t rows, std::size_t columns)
{
    const Output output = outputOf(become);
    m_finish.format = output.format;
    m_tensor = {newTensor(shape, storageType(output.type)), output.type};
    const auto* requantization = std::get_if<Requantization>(&become);
    if (output.format == SumFormat::Int32) {
        m_later = requantization;
        return;
    }
    const auto& multipliers = requantization ? requantization->multipliers : std::get<ScaledSums>(become).multipliers;
    m_finish.zeroPoint = requantization ? requantization->zeroPoint : 0;
    const bool isPerColumn = channels == Channels::Columns && multipliers.size() > 1;
    m_multipliers = spread(multipliers, isPerColumn ? columns : rows);
    (isPerColumn ? m_finish.columnMultiplier : m_finish.rowMultiplier) = m_multipliers.data();
}

void* IntegerSumTarget::matrix(std::int64_t index, std::int64_t elements) const
{
    return static_cast<std::uint8_t*>(m_tensor.data.data_ptr())
           + static_cast<std::size_t>(index * elements) * sizeOf(m_finish.format);
}

Tensor IntegerSumTarget::result(std::int64_t channelAxis) const
{
    if (!m_later)
        return m_tensor;
    Requantization rest = *m_later;
    rest.bias.clear(); // the kernel has added it
    return requantize(m_tensor.data, channelAxis, rest);
}

EightBitData eightBitData(const at::Tensor& contiguous)
{
    return {static_cast<const std::uint8_t*>(contiguous.data_ptr()), contiguous.scalar_type() == at::kChar};
}

} // namespace ql::ops
