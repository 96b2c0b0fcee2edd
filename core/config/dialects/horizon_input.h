// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/reading.h"

namespace ql::config {

/// Reads `input_parameters`, where a text holds one piece for each input ("rgb;featuremap"), and says what contradicts
/// itself there: a mean without its value, a value that norm_type leaves unused, colors that a picture can't give.
void readHorizonInputs(Reading& reading, const text::View& parameters, QuantConfig& config);

} // namespace ql::config
