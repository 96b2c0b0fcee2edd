// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql::ops {

/// Loads the operators of a shared library (quantloupe/operators.h) into Registry::current(), for as long as the
/// process lives; a library that is loaded already is left alone. A second process loads it first, so that one that
/// crashes or hangs takes nobody along. May be called from any thread; programs made before don't change.
/// @throws Error (FileNotFound, UnsupportedFormat, BadArgument) with the path: it can't be loaded, is no operator
/// library
///         or one of another version, or has an operator that exists and that it doesn't declare to replace
void loadOperatorLibrary(const std::filesystem::path& path);

} // namespace ql::ops
