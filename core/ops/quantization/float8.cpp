// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/float8.h"

#include "core/graph/ir/minifloat.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <cmath>

namespace ql::ops {

using graph::DataType;

namespace {

constexpr std::size_t kPatterns = 256;

at::Tensor valuesOfPatterns(DataType type)
{
    std::vector<double> values;
    for (std::size_t pattern = 0; pattern < kPatterns; ++pattern)
        values.push_back(graph::decodeMinifloat(type, static_cast<std::uint16_t>(pattern)));
    return at::tensor(values, at::kDouble).to(at::kFloat);
}

double largestOf(DataType type)
{
    double largest = 0.0;
    for (std::size_t pattern = 0; pattern < kPatterns; ++pattern) {
        const double value = graph::decodeMinifloat(type, static_cast<std::uint16_t>(pattern));
        if (std::isfinite(value))
            largest = std::max(largest, value);
    }
    return largest;
}

} // namespace

bool isFloat8(DataType type)
{
    return type == DataType::Float8E4M3FN || type == DataType::Float8E4M3FNUZ || type == DataType::Float8E5M2
           || type == DataType::Float8E5M2FNUZ;
}

at::Tensor float8Values(const Tensor& x)
{
    return valuesOfPatterns(x.type).index_select(0, x.data.reshape(-1).to(at::kLong)).view(x.data.sizes());
}

Tensor asFloat8(const at::Tensor& x, DataType type, bool saturates)
{
    const auto source = x.to(at::kDouble).contiguous();
    auto target = at::empty(x.sizes(), at::kByte);
    const auto* from = source.data_ptr<double>();
    auto* to = target.data_ptr<std::uint8_t>();
    const double largest = largestOf(type);
    for (std::int64_t i = 0; i < source.numel(); ++i) {
        const double value = saturates && !std::isnan(from[i]) ? std::clamp(from[i], -largest, largest) : from[i];
        to[i] = static_cast<std::uint8_t>(graph::encodeMinifloat(type, value));
    }
    return {std::move(target), type};
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
