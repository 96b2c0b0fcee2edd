// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/flat_params.h"

#include "core/config/dialects/tensors/scale_rules.h"

#include <algorithm>

namespace ql::config {

namespace {

/// What stands under @p key, of which an activation has one.
SaidNumbers readNumbers(Reading& reading, const text::View& params, std::string_view key, bool isWeight)
{
    auto numbers = numbersUnder(reading, params, key);
    const auto place = params.find(key)->position();
    if (numbers.values.empty())
        reading.error("wrong-type", place, Message("{} is no number and no list of numbers", key));
    if (numbers.values.size() > 1 && !isWeight)
        reading.error("wrong-type", place, Message("{} is a list, but an activation has one", key));
    return numbers;
}

/// The integers' width.
int widthOf(const text::View& params)
{
    constexpr int kWidest = 16;
    const auto bits = params.find("num_bits") ? params.find("num_bits")->asInt() : std::nullopt;
    return int(std::clamp<std::int64_t>(bits.value_or(kFixedBits), 2, kWidest));
}

} // namespace

Located<FixedScale> readFixed(Reading& reading, const text::View& params, bool isWeight)
{
    const auto scale = params.find("scale");
    const auto offset = params.find("zero_point");
    if (!scale && !offset)
        return {};
    FixedScale fixed;
    if (scale) {
        const auto numbers = readNumbers(reading, params, "scale", isWeight);
        areScales(reading, numbers);
        fixed.scales = numbers.values;
        fixed.positions.push_back(scale->position());
    }
    if (offset) {
        const auto half = std::int64_t(1) << (widthOf(params) - 1);
        const auto numbers = readNumbers(reading, params, "zero_point", isWeight);
        fixed.offsets =
            zeroPointsIn(reading, numbers, "zero_point",
                         fixed.scales.empty() ? numbers.values.size() : fixed.scales.size(), -half, half - 1);
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

Located<Granularity> wholeTensor(Reading& reading, const Located<Granularity>& said)
{
    if (said == Granularity::PerChannel)
        reading.warn("no-effect", said.position, "channel_wise has no effect on lnq_retrain: one scale for all weights",
                     "set channel_wise to false");
    return Located<Granularity>(Granularity::PerTensor); // at no place: nothing that is said is followed
}

Located<int> readBatchCount(Reading& reading, const text::View& map)
{
    const auto count = reading.integer(map, "batch_num");
    if (count && *count < 1)
        reading.error("parameter-range", count.position, "batch_num is below 1");
    return count.as([](auto n) { return int(std::clamp<std::int64_t>(n, 1, 1 << 20)); });
}

Located<int> readBits(Reading& reading, const text::View& params, std::string_view key, bool isWeight)
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
