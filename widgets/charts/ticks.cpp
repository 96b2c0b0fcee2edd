// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ticks.h"

#include "widgets/text/display_text.h"

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

double roundStep(double span, int most)
{
    const double rough = span / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= rough * (1.0 - 1e-9))
            return factor * power;
    return 10.0 * power;
}

/// How many digits two neighbours need in order to differ.
int digitsApart(double largest, double step)
{
    constexpr int kUsual = 4;
    constexpr int kMost = 15;
    if (!(largest > 0.0) || !(step > 0.0))
        return kUsual;
    const double places = std::floor(std::log10(largest) + 1e-9) - std::floor(std::log10(step) + 1e-9) + 1.0;
    return std::clamp(int(places), kUsual, kMost);
}

std::vector<Tick> linearTicks(double low, double high, int most, bool whole)
{
    double step = roundStep(high - low, most);
    if (whole)
        step = std::max(1.0, std::round(step));
    std::vector<Tick> ticks;
    const int digits = digitsApart(std::max(std::abs(low), std::abs(high)), step);
    const auto first = std::int64_t(std::ceil(low / step - 1e-9));
    const auto last = std::int64_t(std::floor(high / step + 1e-9));
    for (auto i = first; i <= last; ++i)
        ticks.push_back({double(i) * step, formatNumber(double(i) * step, digits)});
    return ticks;
}

std::vector<Tick> decadeTicks(double low, double high, int most)
{
    const int first = int(std::ceil(low - 1e-9));
    const int last = int(std::floor(high + 1e-9));
    const int every = std::max(1, int(std::ceil(double(last - first + 1) / std::max(1, most))));
    std::vector<Tick> ticks;
    for (int decade = first; decade <= last; decade += every) {
        const double value = std::pow(10.0, decade);
        ticks.push_back({double(decade), value >= 1e4 ? formatCount(std::uint64_t(value)) : formatNumber(value)});
    }
    return ticks;
}

/// Less than two decades in view: 1, 2 and 5 times the powers of ten, or where there is none or one of them, round
/// steps.
std::vector<Tick> withinDecade(double low, double high, int most)
{
    std::vector<Tick> ticks;
    for (int decade = int(std::floor(low)); decade <= int(std::ceil(high)); ++decade) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double at = decade + std::log10(factor);
            if (at >= low - 1e-9 && at <= high + 1e-9)
                ticks.push_back({at, formatNumber(factor * std::pow(10.0, decade))});
        }
    }
    if (ticks.size() > 1)
        return ticks;
    ticks = linearTicks(std::pow(10.0, low), std::pow(10.0, high), most, false);
    for (Tick& tick : ticks)
        tick.at = std::log10(tick.at);
    return ticks;
}

} // namespace

std::vector<Tick> roundTicks(double low, double high, int most, ChartScale scale, bool whole)
{
    if (!(low < high) || !std::isfinite(low) || !std::isfinite(high))
        return {};
    if (scale == ChartScale::Linear)
        return linearTicks(low, high, most, whole);
    return high - low < 2.0 ? withinDecade(low, high, most) : decadeTicks(low, high, most);
}

} // namespace ql::widgets
