// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/narrow_float.h"

#include "core/ops/support/checks.h"

#include <algorithm>
#include <cmath>

namespace ql::ops {

using graph::DataType;

namespace {

std::size_t patternsOf(DataType type)
{
    return std::size_t{1} << graph::bitsPerElement(type);
}

at::Tensor valuesOfPatterns(DataType type)
{
    std::vector<double> values;
    for (std::size_t pattern = 0; pattern < patternsOf(type); ++pattern)
        values.push_back(graph::decodeMinifloat(type, static_cast<std::uint16_t>(pattern)));
    return at::tensor(values, at::kDouble).to(at::kFloat);
}

double largestOf(DataType type)
{
    double largest = 0.0;
    for (std::size_t pattern = 0; pattern < patternsOf(type); ++pattern) {
        const double value = graph::decodeMinifloat(type, static_cast<std::uint16_t>(pattern));
        if (std::isfinite(value))
            largest = std::max(largest, value);
    }
    return largest;
}

} // namespace

at::Tensor narrowFloatValues(const Tensor& x)
{
    return valuesOfPatterns(x.type).index_select(0, x.data.reshape(-1).to(at::kLong)).view(x.data.sizes());
}

Tensor asNarrowFloat(const at::Tensor& x, DataType type, bool saturates, graph::PowerRounding rounding)
{
    const auto source = x.to(at::kDouble).contiguous();
    auto target = at::empty(x.sizes(), at::kByte);
    const auto* from = source.data_ptr<double>();
    auto* to = target.data_ptr<std::uint8_t>();
    const bool isPower = type == DataType::Float8E8M0;
    const double largest = largestOf(type);
    for (std::int64_t i = 0; i < source.numel(); ++i) {
        const double value = saturates && !std::isnan(from[i]) ? std::clamp(from[i], -largest, largest) : from[i];
        to[i] = isPower ? graph::encodePowerOfTwo(value, rounding, saturates)
                        : static_cast<std::uint8_t>(graph::encodeMinifloat(type, value));
    }
    return {std::move(target), type};
}

Tensor computableScale(const Tensor& scale)
{
    return scale.type == DataType::Float8E8M0 ? Tensor{narrowFloatValues(scale)} : scale;
}

at::Tensor spreadScale(const Tensor& scale, const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize)
{
    const auto numbers = scale.data.to(at::kFloat);
    if (numbers.numel() == 1 && blockSize == 0)
        return numbers.reshape({});
    const auto along = normalizedAxis(axis, static_cast<std::int64_t>(shape.size()));
    if (blockSize > 0)
        return numbers.repeat_interleave(blockSize, along).narrow(along, 0, shape[static_cast<std::size_t>(along)]);
    graph::Shape alongAxis(shape.size(), 1);
    alongAxis[static_cast<std::size_t>(along)] = -1;
    return numbers.reshape(-1).view(alongAxis);
}

} // namespace ql::ops
