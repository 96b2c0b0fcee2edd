// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/dialects/dialect.h"
#include "core/config/dialects/reading.h"

namespace ql::config {

/// The part of Horizon's calibration_parameters that says how ranges are found.
void readHorizonCalibration(Reading& reading, const text::View& calibration, QuantConfig& config);
/// Builds `calibration_parameters` from a config.
text::Value writeHorizonCalibration(Conversion& conversion);

/// "max", "kl", "default" … ; reported when unknown.
Observer horizonObserver(Reading& reading, const text::View& type);

/// Reads `input_parameters`, where a text holds one piece for each input ("rgb;featuremap"), and says what contradicts
/// itself there: a mean without its value, a value that norm_type leaves unused, colors that a picture can't give.
void readHorizonInputs(Reading& reading, const text::View& parameters, QuantConfig& config);

} // namespace ql::config
