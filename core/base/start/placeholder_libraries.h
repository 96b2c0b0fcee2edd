// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace ql {

// Debian's LibTorch names libraries that it never calls, which name two hundred others. The loader takes a library that
// is loaded already for whoever names it: an empty one of that name, a placeholder, spares the process the rest.

/// Loads every placeholder of @p folder, for a process that is ours alone: in somebody else's, such as Python's,
/// another module may name the same libraries and mean them. Does nothing where the folder is missing, or LibTorch is
/// there already. May be called from any thread.
void loadPlaceholders(const std::filesystem::path& folder);

/// Takes them back, for a LibTorch that can't be loaded with them.
void unloadPlaceholders();

/// Loads what placeholders stand for, in front of everything that is loaded later: call it before a library of which
/// one can't know what it calls (OpenCV's image files, libraries that users wrote). Takes a third of a second, once,
/// and nothing where no placeholder was loaded. Where one can't be loaded nobody is told: whoever needs it will be. May
/// be called from any thread.
void loadReplacedLibraries();

} // namespace ql
