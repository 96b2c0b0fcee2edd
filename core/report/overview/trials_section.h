// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/result_parts.h"

#include <string>

namespace ql::report {

/// What was tried, oldest first: what each does to the outputs, and the config's text. Nothing where nothing was.
std::string trialsSection(const results::ResultParts& parts, const Labels& labels);

} // namespace ql::report
