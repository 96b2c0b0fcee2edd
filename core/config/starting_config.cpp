// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/starting_config.h"

#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"

#include <algorithm>
#include <array>

namespace ql::config {

QuantConfig startingConfig(std::string_view dialect, int activationBits, int weightBits)
{
    QuantConfig config;
    if (dialect.starts_with("amct"))
        config.common = amctDefaults();
    else
        config.common.activation.observer = Observer{ObserverKind::MinMax, {}, {}};
    config.common.isQuantized = true;
    config.common.activation.bits = activationBits;
    config.common.weight.bits = weightBits;
    return config;
}

bool canStartAs(std::string_view dialect)
{
    constexpr std::array kOfScales{"aimet-encodings", "ppq-", "tensorrt-"};
    const bool isOfScales =
        std::ranges::any_of(kOfScales, [dialect](const char* begin) { return dialect.starts_with(begin); });
    return !isOfScales && dialectNamed(dialect).write;
}

} // namespace ql::config
