// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ql::report {

/// The text of report.css, which the build puts into the library.
std::string_view embeddedStyle();
/// The text of report.js.
std::string_view embeddedScript();

} // namespace ql::report
