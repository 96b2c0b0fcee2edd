// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

namespace ql::project {

/// The folder that holds what ships with the program ("demo/…"): $QUANTLOUPE_DATA, ../share/quantloupe beside the
/// running program, share/quantloupe of the tree that this library is installed in, or resources/ of the source tree it
/// was built from; the first that exists.
std::optional<std::filesystem::path> dataFolder();

/// A file of it, e.g. "demo/float.onnx". @throws Error (FileNotFound) naming where it was looked for.
std::filesystem::path dataFile(const std::filesystem::path& relative);

} // namespace ql::project
