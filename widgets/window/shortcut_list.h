// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QAction;
class QMainWindow;

namespace ql::widgets {

/// One line of the list: what can be done, how, and what it means.
struct ShortcutEntry {
    const QAction* action = nullptr; ///< null for keys that only one view knows
    QString title;
    QString keys;
    QString meaning;
};

/// Every action of the menus, not those of menus that are filled when they open, then those of the docks alone, called
/// after their dock, and the keys of the graph and charts.
QList<ShortcutEntry> shortcutList(const QMainWindow& window);

/// The action's text without mnemonic and dots.
QString plainText(const QAction& action);

/// Shows the list; the dialog deletes itself.
void showShortcuts(QMainWindow& window);

} // namespace ql::widgets
