// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"

#include <map>
#include <string>
#include <vector>

namespace ql::quant {

/// What each of @p layers reads in the float network, constants left out, by name: of at most eight samples spread over
/// @p data, fewer where they are large. @throws Error as runs::run(); Cancelled
std::map<std::string, std::vector<runs::NamedTensors>> layerInputs(const graph::Graph& graph,
                                                                   const std::vector<std::string>& layers,
                                                                   const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
