// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ql::config {

/// The registry of observer classes that user libraries define (quantloupe/observers.h), by name. Entries live as long
/// as the process. Thread-safe.
void addCustomObserver(std::string name);
bool isCustomObserver(std::string_view name);

} // namespace ql::config
