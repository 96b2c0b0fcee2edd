// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/scale_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::config {

namespace {

constexpr int kLeastBits = 2;
constexpr int kMostBits = 32;

void collect(Reading& reading, const text::View& view, std::string_view key, SaidNumbers& numbers)
{
    if (view.isSequence()) {
        numbers.lists.push_back(view.position());
        for (const auto& item : view.items())
            collect(reading, item, key, numbers);
    } else if (const auto number = view.asNumber()) {
        numbers.values.push_back(*number);
        numbers.places.push_back(view.position());
    } else if (view.isScalar()) {
        reading.error("wrong-type", view.position(), Message("{} is {}, expected a number", key, view.text()));
    } else {
        reading.error("wrong-type", view.position(), Message("{} is no number and no list of numbers", key));
    }
}

} // namespace

void SaidNumbers::add(const SaidNumbers& more)
{
    values.insert(values.end(), more.values.begin(), more.values.end());
    places.insert(places.end(), more.places.begin(), more.places.end());
    lists.insert(lists.end(), more.lists.begin(), more.lists.end());
}

std::vector<SourcePosition> SaidNumbers::allPlaces() const
{
    auto all = places;
    all.insert(all.end(), lists.begin(), lists.end());
    return all;
}

SaidNumbers numbersUnder(Reading& reading, const text::View& map, std::string_view key)
{
    SaidNumbers numbers;
    if (const auto view = map.find(key); view && !view->isNull())
        collect(reading, *view, key, numbers);
    return numbers;
}

bool isScale(double number)
{
    using Limits = std::numeric_limits<float>;
    return number >= double(Limits::min()) && number <= double(Limits::max());
}

bool areScales(Reading& reading, const SaidNumbers& scales)
{
    for (std::size_t i = 0; i < scales.values.size(); ++i)
        if (!isScale(scales.values[i]))
            reading.error("parameter-range", scales.places[i],
                          Message("scale is {}, expected a number above 0 that float32 has (1.2e-38 to 3.4e+38)",
                                  scales.values[i]));
    return std::ranges::all_of(scales.values, isScale);
}

std::vector<std::int64_t> zeroPointsIn(Reading& reading, const SaidNumbers& zeros, std::string_view key,
                                       std::size_t scales, std::int64_t lowest, std::int64_t highest)
{
    std::vector<std::int64_t> found;
    for (std::size_t i = 0; i < zeros.values.size(); ++i) {
        const double zero = zeros.values[i];
        if (!(zero >= double(lowest) && zero <= double(highest)) || zero != std::round(zero))
            reading.error("parameter-range", zeros.places[i],
                          Message("{} is {}, expected a whole number from {} to {}", key, zero, lowest, highest));
        found.push_back(std::isnan(zero) ? 0
                                         : std::int64_t(std::clamp(std::round(zero), double(lowest), double(highest))));
    }
    if (found.size() > 1 && found.size() != scales)
        reading.error(
            "wrong-type", zeros.places.front(),
            Message("{} is said {} times for {} scales, expected once or as often", key, found.size(), scales));
    if (!found.empty())
        found.resize(scales, found.back());
    return found;
}

Located<int> integerWidth(Reading& reading, const Located<std::int64_t>& bits)
{
    if (bits && (*bits < kLeastBits || *bits > kMostBits))
        reading.error("parameter-range", bits.position,
                      Message("a width of {} bits, expected {} to {}", *bits, kLeastBits, kMostBits));
    return {int(std::clamp<std::int64_t>(bits.value_or(8), kLeastBits, kMostBits)), bits.position};
}

void checkBounds(Reading& reading, const text::View& map, std::string_view lowKey, std::string_view highKey,
                 double scale, double integers)
{
    const auto lows = numbersUnder(reading, map, lowKey);
    const auto highs = numbersUnder(reading, map, highKey);
    for (std::size_t i = 0; i < std::min(lows.values.size(), highs.values.size()); ++i) {
        const double low = lows.values[i], high = highs.values[i];
        constexpr double kRounding = 1.5; // steps: zero is moved onto one, and some tools leave out an integer
        if (!std::isfinite(low) || !std::isfinite(high) || low > high)
            reading.error("parameter-range", lows.places[i],
                          Message("{} is {} and {} is {}, expected numbers in this order", lowKey, low, highKey, high));
        else if (isScale(scale) && lows.values.size() == 1 && std::abs((high - low) / scale - integers) > kRounding)
            reading.warn(
                "contradiction", lows.places[i],
                Message("{} {} and {} {} are {:.6g} steps of the scale {} apart, expected {}: the scale counts", lowKey,
                        low, highKey, high, (high - low) / scale, scale, integers),
                "write again what was changed by hand");
    }
}

} // namespace ql::config
