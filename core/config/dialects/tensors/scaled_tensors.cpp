// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/tensors/scaled_tensors.h"

#include "core/config/dialects/flatten.h"

namespace ql::config {

std::vector<ScaledTensor> scaledTensors(Conversion& conversion, Blocks blocks)
{
    std::vector<ScaledTensor> tensors;
    for (const auto& override : conversion.config.overrides) {
        const auto& settings = override.settings.activation;
        if (override.selector.kind != Selector::Kind::Tensor)
            continue;
        if (!settings.fixed && !settings.floatType)
            conversion.lose("tensor " + override.selector.name, "settings without a scale");
        else if (blocks == Blocks::Lost && settings.fixed && settings.fixed->blocks)
            conversion.lose("tensor " + override.selector.name, "scales of blocks");
        else
            tensors.push_back(
                {override.selector.name, settings, settings.bits.value_or(8),
                 settings.granularity
                     || (settings.fixed && (settings.fixed->scales.size() > 1 || settings.fixed->blocks))});
    }
    for (const auto& layer : exceptions(conversion, TensorOverrides::Kept))
        conversion.lose("layer " + layer.name, "settings of a layer: encodings belong to tensors");
    loseNetworkSettings(conversion, false, false);
    return tensors;
}

std::int64_t zeroPointOf(const FixedScale& fixed, std::size_t channel)
{
    return channel < fixed.offsets.size() ? fixed.offsets[channel] : 0;
}

} // namespace ql::config
