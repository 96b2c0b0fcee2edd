// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMainWindow>

class QDockWidget;

namespace ql::widgets {

/// The centre of the window: docks that stand one in front of the other under a row of tabs, and can be torn off, put
/// side by side, and brought back. A dock among tabs has no title bar of its own.
class TablesArea : public QMainWindow {
    Q_OBJECT

public:
    explicit TablesArea(QWidget* parent = nullptr);

    void add(QDockWidget* dock);
    /// All behind tabs in the order in which they were added, the first in front.
    void arrange();
    /// A dock that a restored layout didn't know: a tab behind the others.
    void putBehind(QDockWidget* dock);

Q_SIGNALS:
    /// There may be other rows of tabs.
    void tabsChanged();

private:
    void showTitleBars();

    QList<QDockWidget*> m_docks;
};

} // namespace ql::widgets
