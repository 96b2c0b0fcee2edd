// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/raw_types.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::data {

namespace {

using graph::DataType;

constexpr std::size_t kEnoughBytes = std::size_t{1} << 20;
constexpr std::size_t kFewestNumbers = 8;

bool isOddFloat(double number)
{
    constexpr double kMost = 1e10;
    constexpr double kLeast = std::numeric_limits<float>::min();
    const double size = std::abs(number);
    return !(size <= kMost) || (size > 0.0 && size < kLeast);
}

bool isOdd(double number, DataType type)
{
    if (graph::isFloatingPoint(type))
        return isOddFloat(number);
    return std::abs(number) >= (type == DataType::Int64 || type == DataType::UInt64 ? 0x1p31 : 0x1p24);
}

/// Another reading has to be clearly better: none of its numbers odd, and floats of a size at which one computes.
bool isUsual(std::span<const std::byte> bytes, DataType type)
{
    constexpr double kLeast = 1e-10;
    const auto numbers = rawNumbers(bytes, type);
    const bool isZero = numbers.low == 0.0 && numbers.high == 0.0;
    if (numbers.count < kFewestNumbers || numbers.odd > 0 || isZero)
        return false;
    return !graph::isFloatingPoint(type) || std::max(std::abs(numbers.low), std::abs(numbers.high)) >= kLeast;
}

} // namespace

RawNumbers rawNumbers(std::span<const std::byte> bytes, DataType type)
{
    const auto width = std::size_t(graph::bitsPerElement(type)) / 8;
    const auto count = std::min(bytes.size(), kEnoughBytes) / width;
    const auto numbers = graph::TensorData::copyOf(type, {std::int64_t(count)}, bytes.first(count * width)).toDoubles();
    RawNumbers found{.count = count};
    for (const double number : numbers) {
        found.odd += isOdd(number, type) ? 1 : 0;
        if (!std::isfinite(number))
            continue;
        found.low = std::min(found.low, number);
        found.high = std::max(found.high, number);
    }
    return found;
}

std::optional<DataType> likelierType(std::span<const std::byte> bytes, DataType declared,
                                     std::span<const DataType> types)
{
    if (!rawNumbers(bytes, declared).areOdd())
        return std::nullopt;
    const auto found =
        std::ranges::find_if(types, [&](DataType type) { return type != declared && isUsual(bytes, type); });
    return found == types.end() ? std::nullopt : std::optional(*found);
}

} // namespace ql::data
