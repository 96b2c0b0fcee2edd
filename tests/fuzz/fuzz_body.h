// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace ql::tests {

/// What the fuzz targets do with a file's bytes, and what the regression test does with those that found something. An
/// Error is what damaged bytes should end in, and is swallowed; everything else is a finding.

/// Imports @p bytes and binds every node.
void fuzzImport(std::string_view bytes);

/// Imports @p bytes but for the last four, which say how its inputs deviate from what the model declares (another rank,
/// type, size, none at all), and runs it until it made more than a budget's worth of values.
void fuzzRun(std::string_view bytes);

} // namespace ql::tests
