// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/run_result.h"

#include <string>

namespace ql::report {

/// What `run` prints for people.
std::string runText(const results::RunResult& result);
/// The document "quantloupe.run/1".
std::string runJson(const results::RunResult& result);

} // namespace ql::report
