// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/results/arithmetic/target_arithmetics.h"

#include <string>

namespace ql::report {

/// Which arithmetic explains a target's dump, with what each that was tried leaves over. For a terminal.
std::string arithmeticText(const results::TargetArithmetics& found);
/// The same for a page.
std::string arithmeticTable(const results::TargetArithmetics& found, const Labels& labels);

} // namespace ql::report
