// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>

/// What the program keeps about the user's files in its own folder: unsaved edits, so that a crash does not lose them.
namespace ql::widgets::autosave {

/// The program's own file about @p path, in its sub-folder @p kind.
QString ownFile(const QString& kind, const QString& path);

/// Keeps @p text for the file @p path. False when it cannot be written.
bool keep(const QString& path, const std::string& text);
/// What was kept for @p path, if anything.
std::optional<std::string> kept(const QString& path);
void forget(const QString& path);

} // namespace ql::widgets::autosave
