// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"

#include <string>
#include <vector>

namespace ql::config {

/// A layer's settings for a dialect that lists every layer and has no settings by type or for all.
struct FlatLayer {
    std::string name;
    std::string opType; ///< empty when the network isn't known
    ResolvedLayer resolved;
    int dataInputs = 1;
    bool hasWeight = false;
};

/// Whether a dialect can express settings of single tensors.
enum class TensorOverrides {
    Lost, ///< it speaks of layers only: each is noted as lost
    Kept  ///< it speaks of tensors, too
};

/// Every layer of the network; without one, the layers that the config itself names, and the rest is lost.
std::vector<FlatLayer> flattened(Conversion& conversion, TensorOverrides tensors = TensorOverrides::Lost);

/// Only those of them about which more is said than about every layer.
std::vector<FlatLayer> exceptions(Conversion& conversion, TensorOverrides tensors = TensorOverrides::Lost);

/// Settings of the whole network that few dialects know: loses each that is set.
void loseNetworkSettings(Conversion& conversion, bool knowsFusion, bool knowsBatchCount);

/// "int4", "int8" or "int16" for a width; a width between is widened and noted as lost.
std::string integerType(Conversion& conversion, const std::string& layer, int bits);

} // namespace ql::config
