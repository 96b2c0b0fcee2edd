// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/program_description.h"

#include <string>
#include <vector>

namespace ql::manual {

struct Page {
    std::string name; ///< "quantloupe-cli-config-set"
    std::string text; ///< for groff and mandoc, of the macros man(7)
};

/// The program's page and one for each of its commands, and theirs. @p date is the version's, 2026-01-31.
std::vector<Page> manPages(const Command& program, const std::string& date);

} // namespace ql::manual
