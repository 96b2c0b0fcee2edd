// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

/// 1, 2 or 5 times a power of ten, not smaller than @p least.
double roundStep(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1.0 - 1e-9))
            return factor * power;
    return 10.0 * power;
}

} // namespace

Axis::Axis(bool isLogarithmic, double low, double high, double from, double to)
    : m_isLogarithmic(isLogarithmic)
    , m_low(low)
    , m_high(high)
    , m_from(from)
    , m_to(to)
{
}

Axis Axis::linear(double low, double high, double from, double to)
{
    const double room = high > low ? 0.0 : std::max(std::abs(high) * 0.5, 1e-6);
    return {false, low - room, high + room, from, to};
}

Axis Axis::logarithmic(double low, double high, double from, double to)
{
    const double first = std::log10(low);
    const double last = std::log10(high);
    const double room = last > first ? 0.0 : 0.5;
    return {true, first - room, last + room, from, to};
}

double Axis::place(double value) const
{
    if (m_isLogarithmic && !(value > 0.0))
        return m_from;
    const double number = m_isLogarithmic ? std::log10(value) : value;
    const double share = std::clamp((number - m_low) / (m_high - m_low), 0.0, 1.0);
    return m_from + share * (m_to - m_from);
}

std::vector<Axis::Tick> Axis::ticks(int wanted) const
{
    std::vector<Tick> ticks;
    const double least = (m_high - m_low) / wanted;
    const double step = m_isLogarithmic ? std::max(1.0, std::round(least)) : roundStep(least);
    // Counted, so that a step too small to be added can't loop for ever.
    const double first = std::ceil(m_low / step - 1e-9);
    for (int i = 0; i <= 2 * wanted + 1; ++i) {
        const double number = (first + i) * step;
        if (number > m_high + step * 1e-9)
            break;
        const double place = m_from + (number - m_low) / (m_high - m_low) * (m_to - m_from);
        ticks.push_back({place, m_isLogarithmic ? fmt::format("1e{:.0f}", number)
                                                : fmt::format("{:.6g}", number == 0.0 ? 0.0 : number)});
    }
    return ticks;
}

} // namespace ql::report
