// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/trial.h"

#include <string>
#include <vector>

namespace ql::project {

/// The rows as comma-separated values with a line of titles; a side that was not measured is left empty.
std::string changeTable(const std::vector<results::ChangeRow>& rows);

/// The way back. @throws Error (FileCorrupt) naming the row
std::vector<results::ChangeRow> rowsOfChangeTable(const std::string& table);

} // namespace ql::project
