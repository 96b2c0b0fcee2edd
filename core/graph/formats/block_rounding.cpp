// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/formats/number_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ql::graph {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Numbers of one element format, in float32.
class Rounding {
public:
    explicit Rounding(const ElementFormat& element)
        : m_lowest(float(element.lowest()))
        , m_highest(float(element.highest()))
        , m_fractionBits(element.layout ? element.layout->fractionBits : element.pointBits)
        , m_leastExponent(element.layout ? std::uint32_t(128 - element.layout->bias) << 23 : kOneExponent)
        , m_isInteger(!element.layout)
    {
    }

    /// The nearest number, ties to even: adding and taking away 1.5 · 2^23 steps leaves whole steps. Not for numbers
    /// near the largest of float32.
    float operator()(float x) const
    {
        constexpr float kWhole = 12582912.0f;
        const float bounded = x < m_lowest ? m_lowest : x > m_highest ? m_highest : x;
        const auto own = std::bit_cast<std::uint32_t>(bounded) & kExponentMask;
        const auto exponent = m_isInteger ? kOneExponent : std::max(own, m_leastExponent);
        const float whole = kWhole * std::bit_cast<float>(exponent - (std::uint32_t(m_fractionBits) << 23));
        const float nearest = (bounded + whole) - whole;
        return m_isInteger ? nearest : std::copysign(nearest, x);
    }

private:
    static constexpr std::uint32_t kExponentMask = 0x7f800000;
    static constexpr std::uint32_t kOneExponent = 127u << 23;

    float m_lowest;
    float m_highest;
    int m_fractionBits;
    std::uint32_t m_leastExponent;
    bool m_isInteger;
};

/// The upper half, rounded to even; NaN stays NaN.
float asBfloat16(float x)
{
    const auto bits = std::bit_cast<std::uint32_t>(x);
    const auto rounded = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000;
    return x != x ? x : std::bit_cast<float>(rounded);
}

void roundPlain(const NumberFormat& format, std::span<const float> x, std::span<float> y)
{
    constexpr float kFirstTooLarge = 65520.0f; // half-way from float16's largest number to the next power of two
    if (format.element.layout->exponentBits == 8) {
        for (std::size_t i = 0; i < x.size(); ++i)
            y[i] = asBfloat16(x[i]);
        return;
    }
    const Rounding rounded(format.element);
    for (std::size_t i = 0; i < x.size(); ++i)
        y[i] = std::abs(x[i]) >= kFirstTooLarge ? std::copysign(kInfinity, x[i]) : rounded(x[i]);
}

void roundScaled(const NumberFormat& format, const AxisLayout& layout, std::span<const float> scales,
                 std::span<const float> x, std::span<float> y)
{
    const Rounding rounded(format.element);
    std::size_t at = 0;
    for (std::int64_t outer = 0; outer < layout.outer; ++outer)
        for (std::int64_t place = 0; place < layout.length; ++place) {
            const float scale = scales[scales.size() == 1 ? 0 : std::size_t(place)];
            for (std::int64_t i = 0; i < layout.inner; ++i, ++at)
                y[at] = rounded(x[at] / scale) * scale;
        }
}

/// What the values of a block have in common.
struct BlockScale {
    float scale = 1.0f;
    float zeroPoint = 0.0f; ///< of unsigned elements
};

class BlockScaling {
public:
    BlockScaling(const NumberFormat& format, std::span<const float> scales)
        : m_format(format)
        , m_tensorScale(scales.empty() ? 1.0f : scales.front())
        , m_largest(float(format.element.highest()))
        , m_largestExponent(int(std::floor(std::log2(format.element.highest()))))
        , m_blockScale({.bits = 8, .layout = layoutOf(DataType::Float8E4M3FN)})
    {
    }

    /// @p low and @p high: the least and the largest finite value.
    BlockScale of(float low, float high) const
    {
        const float limit = std::max(-low, high);
        switch (m_format.scaling) {
        case NumberFormat::Scaling::SharedExponent: return {sharedExponent(limit)};
        case NumberFormat::Scaling::TwoLevel: return {m_blockScale(limit / m_largest / m_tensorScale) * m_tensorScale};
        default: break;
        }
        if (!m_format.hasZeroPoint)
            return {usable(limit / m_largest)};
        const float scale = usable((std::max(high, 0.0f) - std::min(low, 0.0f)) / m_largest);
        return {scale, std::clamp(std::nearbyint(-std::min(low, 0.0f) / scale), 0.0f, m_largest)};
    }

private:
    static float usable(float scale) { return scale < std::numeric_limits<float>::min() ? 1.0f : scale; }

    float sharedExponent(float limit) const
    {
        constexpr int kLeast = -127; // of float8e8m0, which has no zero either
        return limit == 0.0f ? std::ldexp(1.0f, kLeast)
                             : std::ldexp(1.0f, std::max(std::ilogb(limit) - m_largestExponent, kLeast));
    }

    const NumberFormat& m_format;
    float m_tensorScale;
    float m_largest;
    int m_largestExponent;
    Rounding m_blockScale;
};

float finite(float x)
{
    return std::abs(x) < kInfinity ? x : 0.0f;
}

class BlockRounding {
public:
    BlockRounding(const NumberFormat& format, const AxisLayout& layout, std::span<const float> scales)
        : m_format(format)
        , m_layout(layout)
        , m_given(format.scaling == NumberFormat::Scaling::Group ? scales : std::span<const float>())
        , m_scaling(format, scales)
        , m_rounded(format.element)
        , m_lows(std::size_t(layout.inner))
        , m_highs(m_lows.size())
        , m_scales(m_lows.size())
    {
    }

    void run(const float* x, float* y)
    {
        for (std::int64_t outer = 0; outer < m_layout.outer; ++outer)
            for (std::int64_t begin = 0; begin < m_layout.length; begin += m_format.blockSize) {
                const auto places = std::min<std::int64_t>(m_format.blockSize, m_layout.length - begin);
                block(x, y, places);
                x += places * m_layout.inner;
                y += places * m_layout.inner;
            }
    }

private:
    /// One block for each value of a place.
    void block(const float* x, float* y, std::int64_t places)
    {
        const auto inner = m_lows.size();
        if (m_given.empty())
            findScales(x, places);
        else
            for (auto& scale : m_scales)
                scale = {m_given[m_next++]};
        for (std::int64_t place = 0; place < places; ++place)
            for (std::size_t i = 0; i < inner; ++i)
                y[std::size_t(place) * inner + i] = value(x[std::size_t(place) * inner + i], m_scales[i]);
    }

    /// Of the block's own values.
    void findScales(const float* x, std::int64_t places)
    {
        const auto inner = m_lows.size();
        std::ranges::fill(m_lows, 0.0f);
        std::ranges::fill(m_highs, 0.0f);
        for (std::int64_t place = 0; place < places; ++place)
            for (std::size_t i = 0; i < inner; ++i) {
                const float value = finite(x[std::size_t(place) * inner + i]);
                m_lows[i] = std::min(m_lows[i], value);
                m_highs[i] = std::max(m_highs[i], value);
            }
        for (std::size_t i = 0; i < inner; ++i)
            m_scales[i] = m_scaling.of(m_lows[i], m_highs[i]);
    }

    float value(float x, const BlockScale& block) const
    {
        if (block.scale == 0.0f)
            return x != x ? x : 0.0f; // a block scale that is too small for float8
        if (m_format.hasZeroPoint)    // whole steps first, as QuantizeLinear adds the zero point
            return (clampedStep(std::nearbyint(x / block.scale) + block.zeroPoint) - block.zeroPoint) * block.scale;
        return m_rounded(x / block.scale) * block.scale;
    }

    float clampedStep(float step) const { return step != step ? step : m_rounded(step); }

    const NumberFormat& m_format;
    AxisLayout m_layout;
    std::span<const float> m_given; ///< scales of groups, block by block; empty = each group's own values say it
    std::size_t m_next = 0;
    BlockScaling m_scaling;
    Rounding m_rounded;
    std::vector<float> m_lows;
    std::vector<float> m_highs;
    std::vector<BlockScale> m_scales;
};

} // namespace

void roundTo(const NumberFormat& format, const AxisLayout& layout, std::span<const float> scales,
             std::span<const float> x, std::span<float> y)
{
    if (format.scaling == NumberFormat::Scaling::None)
        roundPlain(format, x, y);
    else if (format.isBlocked())
        BlockRounding(format, layout, scales).run(x.data(), y.data());
    else
        roundScaled(format, layout, scales, x, y);
}

} // namespace ql::graph
