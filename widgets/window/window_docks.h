// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QDockWidget;
class QMainWindow;
class QSize;
class QSplitter;

namespace ql::widgets {

class DockGroups;
class ErrorStripChart;
class PaneZoom;
class TablesArea;
class Workbench;

/// The docks of dockTable() in the window and in its centre: where they stand, and what brings them to the front.
class WindowDocks : public QObject {
    Q_OBJECT

public:
    /// Makes all docks, and the centre of @p window, which owns them and this. @p workbench must outlive it.
    WindowDocks(Workbench& workbench, QMainWindow& window);

    PaneZoom& zoom() { return *m_zoom; }
    /// Shows the dock with that id in front of its neighbours.
    void raise(const QString& id);
    /// What raises each dock; a group stands before its members.
    QList<QAction*> menu() const;
    /// The handbook's chapter about the dock that has the keyboard focus.
    QString chapterInUse() const;
    /// All as on the first start in a window of that size. In a narrow one the docks of the right side share the left
    /// side, so that the centre's pages are seen whole.
    void arrange(const QSize& size);
    void saveCentre() const;
    void restoreCentre();
    void retranslate();

private:
    void makeCentre();
    void wireStrip();
    void make();
    void makeActions();
    void nameActions();
    void nameQtsButtons();
    void raiseWithFocus(QDockWidget* dock);

    Workbench& m_workbench;
    QMainWindow& m_window;
    TablesArea* m_tables = nullptr;     ///< the docks of the centre
    ErrorStripChart* m_strip = nullptr; ///< the metric along the network, below the tables
    QSplitter* m_splitter = nullptr;
    DockGroups* m_groups = nullptr; ///< of docks that share a tab there
    QList<QDockWidget*> m_docks;    ///< in the dock table's order
    QList<QAction*> m_actions;      ///< what raises each of them
    PaneZoom* m_zoom = nullptr;
};

} // namespace ql::widgets
