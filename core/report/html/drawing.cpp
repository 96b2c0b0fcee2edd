// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/drawing.h"

#include "core/report/format/number_format.h"
#include "core/report/html/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ql::report {

namespace {

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
    std::string markup;
    for (int decade = 0; decade <= decades; decade += every) {
        const auto count = static_cast<std::uint64_t>(std::llround(std::pow(10.0, decade)));
        markup += upTick(area, place(count), count < 1000 ? std::to_string(count) : fmt::format("1e{}", decade));
    }
    return markup
           + fmt::format("<text class=\"axis\" transform=\"translate(12 {:.0f}) rotate(-90)\" "
                         "text-anchor=\"middle\">{}</text>",
                         (area.top + area.bottom) / 2, escaped(name));
}

std::string stepsPath(const std::vector<std::uint64_t>& counts, double from, double to, const CountScale& scale)
{
    const double width = (to - from) / double(std::max<std::size_t>(1, counts.size()));
    std::string path = fmt::format("M{:.1f} {:.1f}", from, scale.place(0));
    for (std::size_t i = 0; i < counts.size(); ++i)
        path += fmt::format("V{:.1f}H{:.1f}", scale.place(counts[i]), from + width * double(i + 1));
    return path + fmt::format("V{:.1f}", scale.place(0));
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
