// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <string>
#include <vector>

namespace ql::report {

/// A line for each finding about a config: "a.yaml:12: warning [width]: layer conv1: …". @p file may be empty.
std::string findingLines(const std::vector<results::Diagnostic>& findings, const std::string& file = "config");

} // namespace ql::report
