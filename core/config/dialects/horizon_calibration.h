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

} // namespace ql::config
