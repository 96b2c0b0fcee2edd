// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"

#include <string>
#include <vector>

namespace ql::config {

/// What is said of one tensor, for dialects that speak of tensors with a scale or in floating point.
struct ScaledTensor {
    std::string name;
    const TensorSettings& settings; ///< the config's, with `fixed` or `floatType`
    int bits;
    bool isParameter; ///< what a file says of a parameter, or scales per channel or block do
};

/// Whether a dialect can say the scales of a weight's blocks.
enum class Blocks { Lost, Kept };

/// Every tensor of that kind, in the config's order; what else the config says is noted as lost.
std::vector<ScaledTensor> scaledTensors(Conversion& conversion, Blocks blocks = Blocks::Lost);

/// Of a signed integer; 0 where nothing is said.
std::int64_t zeroPointOf(const FixedScale& fixed, std::size_t channel);

} // namespace ql::config
