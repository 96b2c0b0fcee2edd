// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>

/// Unsaved edits, kept in the program's own folder so that a crash does not lose them.
namespace ql::widgets::autosave {

/// Keeps @p text for the file @p path. False when it cannot be written.
bool keep(const QString& path, const std::string& text);
/// What was kept for @p path, if anything.
std::optional<std::string> kept(const QString& path);
void forget(const QString& path);

} // namespace ql::widgets::autosave
