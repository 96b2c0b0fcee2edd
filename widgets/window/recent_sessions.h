// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QMenu;
class QWidget;

namespace ql::widgets {

class ModelSession;
struct SortedFiles;

/// Remembers @p session's models and inputs as the most recent of at most ten.
void rememberSession(const ModelSession& session);

/// Fills @p menu with the remembered ones, whose files are all there; choosing one hands it to @p take.
void fillRecentMenu(QMenu& menu, const std::function<void(const SortedFiles&)>& take);

/// The folder of a file for a menu: with "~" for the home folder, its middle left out where it is long, and "&"
/// doubled.
QString shortFolder(const QString& path);

/// Ask, in the folder that was used last, and remember that of the choice. Empty for none.
QString chooseFile(QWidget& parent, const QString& title, const QString& filter);
QStringList chooseFiles(QWidget& parent, const QString& title, const QString& filter);
QString chooseFolder(QWidget& parent, const QString& title);

} // namespace ql::widgets
