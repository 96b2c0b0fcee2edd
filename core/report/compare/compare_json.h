// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <string>

namespace ql::report {

/// The document "quantloupe.compare/1" of DESIGN.md section 5.
std::string compareJson(const results::CompareResult& result);

} // namespace ql::report
