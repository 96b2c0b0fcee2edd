// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/flat_params.h"

#include <algorithm>
#include <cmath>

namespace ql::config {

namespace {

std::vector<double> readNumbers(Reading& reading, const text::View& view, const char* key, bool isWeight)
{
    std::vector<double> numbers;
    if (const auto one = view.asNumber())
        numbers.push_back(*one);
    for (const auto& item : view.items())
        numbers.push_back(item.asNumber().value_or(std::nan("")));
    if (numbers.empty())
        reading.error("wrong-type", view.position(), Message("{} is no number and no list of numbers", key));
    if (numbers.size() > 1 && !isWeight)
        reading.error("wrong-type", view.position(), Message("{} is a list, but an activation has one", key));
    return numbers;
}

void requireEach(Reading& reading, const text::View& view, const char* key, const std::vector<double>& numbers,
                 bool (*isGood)(double number), const Message& expected)
{
    for (const auto number : numbers)
        if (!std::isfinite(number) || !isGood(number))
            reading.error("parameter-range", view.position(), Message("{} is {}, expected {}", key, number, expected));
}

constexpr double kFurthestOffset = 65536.0;

} // namespace

Said<FixedScale> readFixed(Reading& reading, const text::View& params, bool isWeight)
{
    const auto scale = params.find("scale");
    const auto offset = params.find("zero_point");
    if (!scale && !offset)
        return {};
    FixedScale fixed;
    if (scale) {
        fixed.scales = readNumbers(reading, *scale, "scale", isWeight);
        requireEach(
            reading, *scale, "scale", fixed.scales, [](double number) { return number > 0.0; },
            Message("a number above 0"));
        fixed.positions.push_back(scale->position());
    }
    if (offset) {
        const auto numbers = readNumbers(reading, *offset, "zero_point", isWeight);
        requireEach(
            reading, *offset, "zero_point", numbers,
            [](double number) { return number == std::round(number) && std::abs(number) <= kFurthestOffset; },
            Message("an integer"));
        for (const auto number : numbers)
            fixed.offsets.push_back(
                std::isfinite(number) ? std::int64_t(std::clamp(number, -kFurthestOffset, kFurthestOffset)) : 0);
        fixed.positions.push_back(offset->position());
    }
    return {std::move(fixed), (scale ? *scale : *offset).position()};
}

void requireFixed(Reading& reading, const text::View& params, const TensorSettings& settings, bool isWeight)
{
    const auto& fixed = settings.fixed;
    if (!fixed || fixed->scales.empty())
        reading.error("missing-key", params.position(), Message("{} without {}", settings.quantizer->spelled, "scale"));
    if (!isWeight && (!fixed || fixed->offsets.empty()))
        reading.error("missing-key", params.position(),
                      Message("{} without {}", settings.quantizer->spelled, "zero_point"));
}

Said<int> readBatchCount(Reading& reading, const text::View& map)
{
    const auto count = reading.integer(map, "batch_num");
    if (count && *count < 1)
        reading.error("parameter-range", count.position, "batch_num is below 1");
    return count.as([](auto n) { return int(std::clamp<std::int64_t>(n, 1, 1 << 20)); });
}

Said<int> readBits(Reading& reading, const text::View& params, std::string_view key, bool isWeight)
{
    const auto bits = reading.integer(params, key);
    if (!bits)
        return {};
    const bool isAllowed = *bits == 4 || *bits == 8 || (!isWeight && *bits > 8 && *bits <= 16);
    if (!isAllowed)
        reading.error(
            "parameter-range", params.find(key)->position(),
            Message("{} is {}, allowed is {}", key, *bits, isWeight ? Message("4 or 8") : Message("4 or [8, 16]")));
    return bits.as([](auto count) { return int(std::clamp<std::int64_t>(count, 0, 64)); });
}

} // namespace ql::config
