// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/model_info.h"

#include <string>

namespace ql::report {

/// What `info` prints for people.
std::string infoText(const results::ModelInfo& info);
/// The document "quantloupe.info/1".
std::string infoJson(const results::ModelInfo& info);

} // namespace ql::report
