// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/fixes/fix_subject.h"

#include <map>
#include <string>
#include <vector>

namespace ql::quant {

/// What each of @p layers, and maybe others, reads in the float network of @p subject, constants left out, by name: of
/// at most eight samples spread over @p data, fewer where they are large. Those that are new are looked at in one pass,
/// and remembered with what was learned of the network. @throws Error as runs::run(); Cancelled
const std::map<std::string, std::vector<runs::NamedTensors>>&
layerInputs(const FixSubject& subject, std::vector<std::string> layers, const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
