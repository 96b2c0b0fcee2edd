// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/exported_program/program.h"

#include <string>
#include <string_view>

namespace ql::importers::exported_program {

/// The program in a serialized_exported_program.json or models/model.json, of schema versions 5 to 8.
/// @throws Error (FileCorrupt, UnsupportedFormat) naming the operation
Program readProgram(std::string_view text, const std::string& what);

} // namespace ql::importers::exported_program
