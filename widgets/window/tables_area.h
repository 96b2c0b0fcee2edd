// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMainWindow>

class QDockWidget;

namespace ql::widgets {

class TitleBars;

/// The centre of the window: docks that stand one in front of the other under a row of tabs, and can be torn off, put
/// side by side, and brought back.
class TablesArea : public QMainWindow {
    Q_OBJECT

public:
    explicit TablesArea(QWidget* parent = nullptr);

    void add(QDockWidget* dock);
    /// All behind tabs in the order in which they were added, the first in front.
    void arrange();

Q_SIGNALS:
    /// There may be other rows of tabs.
    void tabsChanged();

private:
    void compactTabs();

    QList<QDockWidget*> m_docks;
    TitleBars* m_bars;
};

} // namespace ql::widgets
