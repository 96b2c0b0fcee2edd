// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/drawing.h"

#include "core/report/html/markup.h"
#include "core/report/table/number_format.h"

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

constexpr int kTicksAcross = 6;
constexpr int kTicksUp = 5;
constexpr double kTickGap = 4.0;

std::string axisNames(const PlotArea& area, std::string_view xName, std::string_view yName)
{
    return fmt::format("<text class=\"axis\" x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{}</text>"
                       "<text class=\"axis\" transform=\"translate(12 {:.0f}) rotate(-90)\" "
                       "text-anchor=\"middle\">{}</text>",
                       (area.left + area.right) / 2, area.height - 4, escaped(xName), (area.top + area.bottom) / 2,
                       escaped(yName));
}

std::string acrossTicks(const PlotArea& area, const Axis& x)
{
    std::string markup;
    for (const auto& tick : x.ticks(kTicksAcross))
        markup += fmt::format("<text x=\"{0:.1f}\" y=\"{1:.0f}\" text-anchor=\"middle\">{2}</text>"
                              "<path class=\"grid\" d=\"M{0:.1f} {3:.0f}v4\"/>",
                              tick.place, area.bottom + 16, tick.label, area.bottom);
    return markup;
}

std::string upTick(const PlotArea& area, double place, std::string_view label)
{
    return fmt::format("<path class=\"grid\" d=\"M{0:.0f} {1:.1f}H{2:.0f}\"/>"
                       "<text x=\"{3:.0f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
                       area.left, place, area.right, area.left - kTickGap, place + 4, label);
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

bool Axis::holds(double value) const
{
    return (m_isLogarithmic && value > 0.0 ? std::log10(value) : value) <= m_high;
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

std::string axesMarkup(const PlotArea& area, const Axis& x, const Axis& y, std::string_view xName,
                       std::string_view yName)
{
    auto markup = acrossTicks(area, x);
    for (const auto& tick : y.ticks(kTicksUp))
        markup += upTick(area, tick.place, tick.label);
    return markup + axisNames(area, xName, yName);
}

CountScale::CountScale(const PlotArea& area, std::uint64_t highest)
    : m_highest(std::max<std::uint64_t>(1, highest))
    , m_bottom(area.bottom)
    , m_height(area.bottom - area.top)
{
}

double CountScale::place(std::uint64_t count) const
{
    return m_bottom - m_height * std::log10(1.0 + double(count)) / std::log10(1.0 + double(m_highest));
}

std::string CountScale::axisMarkup(const PlotArea& area, std::string_view name) const
{
    const int decades = static_cast<int>(std::log10(double(m_highest)));
    const int every = decades > 4 ? 2 : 1;
    std::string lines;
    std::string markup;
    for (int decade = 0; decade <= decades; decade += every) {
        const auto count = static_cast<std::uint64_t>(std::llround(std::pow(10.0, decade)));
        lines += fmt::format("M{:.0f} {:.0f}H{:.0f}", area.left, place(count), area.right);
        markup += fmt::format("<text class=\"u\" x=\"{:.0f}\" y=\"{:.0f}\">{}</text>", area.left - kTickGap,
                              place(count) + 4, count < 1000 ? std::to_string(count) : fmt::format("1e{}", decade));
    }
    return fmt::format("<path class=\"grid\" d=\"{}\"/>", lines) + markup
           + fmt::format("<text class=\"axis\" transform=\"translate(12 {:.0f}) rotate(-90)\" "
                         "text-anchor=\"middle\">{}</text>",
                         (area.top + area.bottom) / 2, escaped(name));
}

std::string stepsPath(const std::vector<std::uint64_t>& counts, double from, double to, const CountScale& scale,
                      double grain)
{
    const double width = (to - from) / double(std::max<std::size_t>(1, counts.size()));
    const auto grains = [grain](double place) { return std::lround(place / grain); };
    // Differences are short, and add up to the places themselves.
    long x = grains(from);
    long y = grains(scale.place(0));
    std::string path = fmt::format("M{:.6g} {:.6g}", double(x) * grain, double(y) * grain);
    const auto go = [&path, grain](char way, long& at, long place) {
        if (place != at)
            path += fmt::format("{}{:.6g}", way, double(place - at) * grain);
        at = place;
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
        go('v', y, grains(scale.place(counts[i])));
        go('h', x, grains(from + width * double(i + 1)));
    }
    go('v', y, grains(scale.place(0)));
    return path;
}

std::vector<std::uint64_t> coarser(const std::vector<std::uint64_t>& counts, std::size_t most)
{
    const auto group = (counts.size() + most - 1) / most;
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i % group == 0)
            sums.push_back(0);
        sums.back() += counts[i];
    }
    return sums;
}

} // namespace ql::report
