// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ql::project {

/// The map file @p text (a baseline's name, a blank, an analysis model's name in each line) with these two as a pair.
/// Lines that pair one of them with another are gone; comments and everything else stay.
/// @throws Error (BadArgument) where a name holds a blank or a #, which such a file can't say
std::string withPair(const std::string& text, const std::string& baseline, const std::string& analysis);

/// Without the line that pairs @p baseline.
std::string withoutPair(const std::string& text, const std::string& baseline);

} // namespace ql::project
