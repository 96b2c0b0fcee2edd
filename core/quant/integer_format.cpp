// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/integer_format.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::quant {

std::int64_t IntegerFormat::lowest() const
{
    return isSigned ? -(std::int64_t{1} << (bits - 1)) : 0;
}

std::int64_t IntegerFormat::highest() const
{
    return (std::int64_t{1} << (isSigned ? bits - 1 : bits)) - 1;
}

graph::DataType IntegerFormat::storage() const
{
    if (bits <= 8)
        return isSigned ? graph::DataType::Int8 : graph::DataType::UInt8;
    return isSigned ? graph::DataType::Int16 : graph::DataType::UInt16;
}

void requireKnownWidth(int bits, const Message& what)
{
    if (bits < 2 || bits > 16)
        throw Error(ErrorCode::BadArgument, Message("{} has {} bits, expected 2 to 16", what, bits));
}

Parameters perTensor(double scale, std::int64_t zeroPoint)
{
    return {{static_cast<float>(scale)}, {static_cast<std::int32_t>(zeroPoint)}, {}};
}

Parameters parametersFor(Range range, const IntegerFormat& format, double smallestScale, bool hasHalfStep)
{
    constexpr double kSmallestScale = std::numeric_limits<float>::min();
    const double low = std::min(range.lowest, 0.0);
    const double high = std::max(range.highest, 0.0);
    const auto lowest = double(format.lowest());
    const auto highest = double(format.highest());
    if (format.isSymmetric) {
        // Unsigned integers have an even number of values: the middle is rounded up, and the range has one step more.
        const double limit = std::max(-low, high);
        const bool isEven = format.isSigned && !hasHalfStep;
        const double scale = std::max(isEven ? limit / highest : 2.0 * limit / (highest - lowest), smallestScale);
        const auto middle = format.isSigned ? 0 : std::int64_t{1} << (format.bits - 1);
        return perTensor(scale < kSmallestScale ? 1.0 : scale, middle);
    }
    const double scale = std::max((high - low) / (highest - lowest), smallestScale);
    if (scale < kSmallestScale)
        return perTensor(1.0, 0);
    return perTensor(scale, std::int64_t(std::nearbyint(lowest - low / scale)));
}

Parameters withPowersOfTwo(Parameters parameters, const IntegerFormat& format)
{
    for (std::size_t i = 0; i < parameters.scales.size(); ++i) {
        const double before = parameters.scales[i];
        int exponent = 0;
        const bool isPower = std::frexp(before, &exponent) == 0.5;
        const double scale = isPower ? before : std::ldexp(1.0, exponent);
        auto& zeroPoint = parameters.zeroPoints[i];
        if (!format.isSymmetric && !isPower) {
            const double low = (double(format.lowest()) - double(zeroPoint)) * before;
            zeroPoint = std::int32_t(std::nearbyint(double(format.lowest()) - low / scale));
        }
        parameters.scales[i] = float(scale);
    }
    return parameters;
}

} // namespace ql::quant
