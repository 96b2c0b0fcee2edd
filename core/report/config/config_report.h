// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/config_result.h"

#include <string>

namespace ql::report {

/// What the `config` commands print for people, and the documents "quantloupe.config-show/1" and so on.
std::string configShowText(const results::ConfigDescription& description);
std::string configShowJson(const results::ConfigDescription& description);
std::string configCheckText(const results::ConfigCheck& check);
std::string configCheckJson(const results::ConfigCheck& check);
std::string configEditText(const results::ConfigEdit& edit);
std::string configEditJson(const results::ConfigEdit& edit);
std::string configConversionText(const results::ConfigConversion& conversion);
std::string configConversionJson(const results::ConfigConversion& conversion);
std::string configFromModelText(const results::ConfigFromModel& made);
std::string configFromModelJson(const results::ConfigFromModel& made);

} // namespace ql::report
