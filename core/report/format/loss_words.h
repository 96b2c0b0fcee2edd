// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ql::report {

/// One line on what a loss of @p percent of all samples (points of accuracy) points at, by the limits that the guide's
/// "How much accuracy was lost?" gives; empty below 1.5.
std::string lossLine(double percent);

} // namespace ql::report
