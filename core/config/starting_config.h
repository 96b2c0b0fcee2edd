// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

namespace ql::config {

/// What a new config says of all layers: this many bits, ranges by the smallest and largest value seen.
QuantConfig startingConfig(int activationBits = 8, int weightBits = 8);

} // namespace ql::config
