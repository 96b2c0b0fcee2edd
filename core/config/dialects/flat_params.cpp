// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/flat_params.h"

#include <algorithm>

namespace ql::config {

std::optional<int> readBits(Reading& reading, const text::View& params, std::string_view key, bool isWeight)
{
    const auto bits = reading.integer(params, key);
    if (!bits)
        return std::nullopt;
    const bool isAllowed = *bits == 4 || *bits == 8 || (!isWeight && *bits > 8 && *bits <= 16);
    if (!isAllowed)
        reading.error(
            "parameter-range", params.find(key)->position(),
            Message("{} is {}, allowed is {}", key, *bits, isWeight ? Message("4 or 8") : Message("4 or [8, 16]")));
    return int(std::clamp<std::int64_t>(*bits, 0, 64));
}

} // namespace ql::config
