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
struct DockDescription;
class ErrorStripChart;
class PaneWalk;
class PaneZoom;
class TablesArea;
class TitleBars;
class Workbench;

/// The docks of dockTable() in the window and in its centre: where they stand, and what brings them to the front.
class WindowDocks : public QObject {
    Q_OBJECT

public:
    /// Makes all docks, and the centre of @p window, which owns them and this. @p workbench must outlive it.
    WindowDocks(Workbench& workbench, QMainWindow& window);

    PaneZoom& zoom() { return *m_zoom; }
    PaneWalk& walk() { return *m_walk; }
    /// Shows the dock with that id in front of its neighbours.
    void raise(const QString& id);
    /// What raises each dock; a group stands before its members.
    QList<QAction*> menu() const;
    /// Ticks those of menu() whose dock is in sight.
    void markShown();
    /// The keyboard starts at the first button of what is in front in the centre.
    void focusFirst();
    /// The handbook's chapter about the dock that has the keyboard focus.
    QString chapterInUse() const;
    /// Those below the centre, which are closed until somebody asks for them.
    QList<QDockWidget*> drawer() const;
    /// All as on the first start in a window of that size.
    void arrange(const QSize& size);
    void saveCentre() const;
    void restoreCentre();
    void retranslate();

private:
    void makeCentre();
    void wireStrip();
    void make();
    void place(QDockWidget& dock, const DockDescription& row);
    void makeActions();
    void leadOn();
    void nameDocks();
    void showFirst(QDockWidget& dock, const DockDescription& row, const QSize& size);
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
    TitleBars* m_bars = nullptr;    ///< of those that don't stand in the centre
    PaneZoom* m_zoom = nullptr;
    PaneWalk* m_walk = nullptr;
};

} // namespace ql::widgets
