// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ql::report {

/// The text of report.css, which the build puts into the library.
std::string_view embeddedStyle();
/// The text of report.js.
std::string_view embeddedScript();
/// The text of error_counter.js, which runs first.
std::string_view embeddedErrorCounter();
/// What the page may do: run these texts and nothing else, load nothing. For its Content-Security-Policy.
std::string_view embeddedPolicy();

} // namespace ql::report
