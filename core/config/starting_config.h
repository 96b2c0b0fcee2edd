// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <string_view>

namespace ql::config {

/// What a new config of @p dialect says of all layers: this many bits, ranges by the smallest and largest value seen,
/// or what AMCT takes by default (IFMR, ARQ).
QuantConfig startingConfig(std::string_view dialect, int activationBits = 8, int weightBits = 8);

/// Whether a file of @p dialect can be made from nothing: not one that holds scales alone, which a model doesn't give.
bool canStartAs(std::string_view dialect);

} // namespace ql::config
