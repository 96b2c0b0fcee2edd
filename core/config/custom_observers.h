// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::config {

/// Classes of the user's own that a library brought (quantloupe/observers.h): a simulation takes them by their names.
/// They stay for as long as the process lives; both may be called from any thread.
void addCustomObserver(std::string name);
bool isCustomObserver(std::string_view name);

} // namespace ql::config
