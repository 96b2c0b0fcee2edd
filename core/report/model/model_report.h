// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/model_info.h"
#include "core/results/run_result.h"

#include <string>

namespace ql::report {

/// What `info` prints for people.
std::string infoText(const results::ModelInfo& info);
/// The document "quantloupe.info/1".
std::string infoJson(const results::ModelInfo& info);

/// What `run` prints for people.
std::string runText(const results::RunResult& result);
/// The document "quantloupe.run/1".
std::string runJson(const results::RunResult& result);

} // namespace ql::report
