// SPDX-License-Identifier: GPL-3.0-or-later
// As the reference kernels compute it: the mean in fractions of 2^10, variance and mean's square in those of 2^20.
#include "core/ops/quantization/integer_normalization.h"

#include <algorithm>
#include <utility>

namespace ql::ops {

namespace {

constexpr std::int64_t kMeanUnit = 1 << 10;
constexpr std::int64_t kVarianceUnit = 1 << 20;
constexpr int kResultBits = 12;

std::int64_t dividedByMeanUnit(std::int64_t x)
{
    return (x > 0 ? x + kMeanUnit / 2 : x - kMeanUnit / 2) / kMeanUnit;
}

} // namespace

IntegerNormalization integerNormalization(std::vector<std::int32_t> factors, std::vector<std::int64_t> biases,
                                          float scale)
{
    constexpr float kPerScale = 10000.0F;
    constexpr float kMost = 1e9F;
    IntegerNormalization result{std::move(factors), std::move(biases), fixedFactor(double(scale)), 1};
    result.scale.shift = std::min(result.scale.shift + kResultBits, 30);
    result.leastVariance = std::max(1, std::int32_t(std::min(kPerScale * scale, kMost)));
    return result;
}

void normalizeIntegers(std::span<std::int32_t> row, const IntegerNormalization& normalization)
{
    if (row.empty())
        return;
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    for (const std::int64_t x : row) {
        sum += x;
        squares += x * x;
    }
    const auto count = static_cast<std::int64_t>(row.size());
    const auto mean = sum * kMeanUnit / count;
    auto variance = std::int32_t((squares * (kVarianceUnit / count) - mean * mean) / kVarianceUnit);
    if (variance < 1)
        variance = normalization.leastVariance;
    const auto inverse = inverseSquareRoot(variance);
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::int64_t normal = scaled(std::int32_t(row[i] * kMeanUnit - mean), inverse);
        const auto result = dividedByMeanUnit(normal * normalization.factors[i] + normalization.biases[i]);
        row[i] = std::clamp(scaled(std::int32_t(result), normalization.scale), -32768, 32767);
    }
}

} // namespace ql::ops
