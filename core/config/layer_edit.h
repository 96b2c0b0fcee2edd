// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::config {

/// One change of one layer, without regard to how a file says it.
struct LayerEdit {
    enum class Action {
        Set,    ///< quantize it, with `settings` on top of what holds for it
        Skip,   ///< leave it in float
        Restore ///< take back what the file says of this layer alone
    };
    Action action = Action::Set;
    std::string layer;
    LayerSettings settings;
    std::string opType; ///< where known: what a type override says is copied when a layer gets an own override
    /// Values that the layer reads, for dialects that speak of tensors; without them `layer` itself names a tensor.
    std::vector<std::string> activationTensors;
    std::vector<std::string> weightTensors;
    std::optional<int> weightAxis; ///< along which a weight's output channels lie, where the network is known
};

} // namespace ql::config
