// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/formats/number_format.h"

#include "core/base/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <fmt/format.h>
#include <limits>
#include <mutex>

namespace ql::graph {

namespace formats {
#define QL_NUMBER_FORMATS(family) std::vector<NumberFormat> family();
#include "core/graph/formats/formats.inc"
#undef QL_NUMBER_FORMATS
} // namespace formats

namespace {

std::vector<NumberFormat> allFormats()
{
    std::vector<NumberFormat> all;
#define QL_NUMBER_FORMATS(family) std::ranges::move(formats::family(), std::back_inserter(all));
#include "core/graph/formats/formats.inc"
#undef QL_NUMBER_FORMATS
    return all;
}

constexpr double kLargestBlockScale = 448.0; ///< of float8e4m3

/// The number behind @p prefix, which @p text loses with it; 0 where there is none.
int takeNumber(std::string_view& text, std::string_view prefix)
{
    int number = 0;
    if (!text.starts_with(prefix))
        return 0;
    const auto* first = text.data() + prefix.size();
    const auto read = std::from_chars(first, text.data() + text.size(), number);
    text.remove_prefix(std::size_t(read.ptr - text.data()));
    return read.ec == std::errc() ? number : 0;
}

/// "int4_g16" where the table has no groups of that size; found once, it stays, for settings point to it.
const NumberFormat* groupOfOtherSize(std::string_view name)
{
    constexpr int kMostBits = 16;
    constexpr int kMostValues = 1 << 20;
    static std::mutex mutex;
    static std::deque<NumberFormat> known;
    auto rest = name;
    const int bits = takeNumber(rest, "int");
    const int size = takeNumber(rest, "_g");
    if (bits < 2 || bits > kMostBits || size < 1 || size > kMostValues || name != fmt::format("int{}_g{}", bits, size))
        return nullptr;
    const std::scoped_lock lock(mutex);
    const auto found = std::ranges::find(known, name, &NumberFormat::name);
    return found != known.end() ? &*found
                                : &known.emplace_back(NumberFormat{.name = std::string(name),
                                                                   .summary = "integers with a scale for each group",
                                                                   .element = {.bits = bits},
                                                                   .scaling = NumberFormat::Scaling::Group,
                                                                   .blockSize = size});
}

} // namespace

double ElementFormat::lowest() const
{
    if (layout)
        return -layout->largest();
    return isSigned ? -std::ldexp(1.0, bits - 1 - pointBits) : 0.0;
}

double ElementFormat::highest() const
{
    return layout ? layout->largest() : std::ldexp(std::ldexp(1.0, isSigned ? bits - 1 : bits) - 1.0, -pointBits);
}

double ElementFormat::decode(std::uint32_t code) const
{
    const auto own = code & ((std::uint32_t{1} << bits) - 1);
    if (layout)
        return decodeMinifloat(*layout, std::uint16_t(own));
    const bool isNegative = isSigned && (own >> (bits - 1)) != 0;
    return std::ldexp(double(own) - (isNegative ? std::ldexp(1.0, bits) : 0.0), -pointBits);
}

std::uint32_t ElementFormat::encode(double value) const
{
    const auto mask = (std::uint32_t{1} << bits) - 1;
    if (layout) {
        const bool saturates = bits <= 8 && !std::isnan(value);
        return encodeMinifloat(*layout, saturates ? std::clamp(value, lowest(), highest()) : value);
    }
    const double bounded = std::isnan(value) ? lowest() : std::clamp(value, lowest(), highest());
    return std::uint32_t(std::int64_t(std::nearbyint(std::ldexp(bounded, pointBits)))) & mask;
}

double NumberFormat::largestScaled() const
{
    return scaling == Scaling::TwoLevel ? element.highest() * kLargestBlockScale : element.highest();
}

std::span<const NumberFormat> knownNumberFormats()
{
    static const auto kFormats = allFormats();
    return kFormats;
}

const NumberFormat* findNumberFormat(std::string_view name)
{
    const auto known = knownNumberFormats();
    const auto found = std::ranges::find(known, name, &NumberFormat::name);
    return found == known.end() ? groupOfOtherSize(name) : &*found;
}

const NumberFormat& numberFormatNamed(std::string_view name)
{
    if (const auto* found = findNumberFormat(name))
        return *found;
    std::vector<std::string> others;
    for (const auto& format : knownNumberFormats())
        if (!format.isUniform() && format.scaling != NumberFormat::Scaling::Group)
            others.push_back(format.name);
    throw Error(ErrorCode::BadArgument, Message("number format {} is not known", name),
                Message("the number formats are int2 to int16, uint2 to uint16, the same with _pow2, int4_g32, "
                        "int4_g128 and their like, with _zp where they have zero points, {}",
                        Message::names(others, ", ")));
}

} // namespace ql::graph
