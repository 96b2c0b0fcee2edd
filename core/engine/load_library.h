// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql::engine {

/// Takes in the operators, observers and taps of a shared library (quantloupe/operators.h, quantloupe/observers.h,
/// quantloupe/taps.h), for as long as the process lives.
/// @throws Error (FileNotFound, UnsupportedFormat, BadArgument) with the path
void loadLibrary(const std::filesystem::path& path);

} // namespace ql::engine
