// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace ql::importers {

/// Whether @p bytes are known to be another tool's format, by a signature of it.
bool isForeign(std::span<const std::byte> bytes);

/// Refuses what is known to be another tool's format, by its content whatever it is called, saying what to do instead.
/// @throws Error (UnsupportedFormat)
void refuseForeignContent(std::span<const std::byte> bytes);

/// The same by the suffix of @p path: for a file that turned out to be nothing that is read here, as many formats have
/// no signature. @throws Error (UnsupportedFormat)
void refuseForeignName(const std::filesystem::path& path);

/// Whether a folder is another tool's model, and no dump.
bool isForeignFolder(const std::filesystem::path& folder);

/// The same of a folder that is another tool's model. @throws Error (UnsupportedFormat)
void refuseForeignFolder(const std::filesystem::path& folder);

} // namespace ql::importers
