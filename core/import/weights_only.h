// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::import {

/// How stored integers stand for real numbers: (integer − zero point) · scale.
struct StoredQuantizer {
    std::vector<double> scales;              ///< one, or one per channel
    std::vector<double> zeroPoints;          ///< as many
    std::optional<std::int64_t> channelAxis; ///< set for per-channel
};

/// A tensor of a file that holds weights without a network.
struct StoredTensor {
    std::string name;       ///< "layer1.0.conv1.weight"
    std::string layerType;  ///< "Linear", "LSTM" … where the file says it
    graph::TensorData data; ///< a quantized one's integers
    std::optional<StoredQuantizer> quantizer;
};

} // namespace ql::import
