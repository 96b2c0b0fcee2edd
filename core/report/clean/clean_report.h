// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/clean/clean_result.h"

#include <string>

namespace ql::report {

/// What is printed on a terminal: every file, then how much they are together.
std::string cleanText(const results::CleanResult& result);
/// The document of `quantloupe.clean/1`.
std::string cleanJson(const results::CleanResult& result);

} // namespace ql::report
