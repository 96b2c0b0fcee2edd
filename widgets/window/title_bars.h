// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QDockWidget;
class QMainWindow;

namespace ql::widgets {

/// Of the docks of an area: one that stands among tabs, or says itself what it is, has no title bar. Such a dock is
/// torn off by its tab.
class TitleBars : public QObject {
    Q_OBJECT

public:
    /// @p area owns this.
    explicit TitleBars(QMainWindow& area);

    /// @p hasOwnTitle: it never has one while it stands in the area.
    void watch(QDockWidget* dock, bool hasOwnTitle = false);
    void update();

Q_SIGNALS:
    /// There may be other rows of tabs.
    void tabsChanged();

private:
    void hideEmptyRows() const;

    QMainWindow& m_area;
    QList<QDockWidget*> m_docks;
    QList<QDockWidget*> m_bare;
};

} // namespace ql::widgets
