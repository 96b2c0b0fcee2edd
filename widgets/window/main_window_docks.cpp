// SPDX-License-Identifier: GPL-3.0-or-later
// The window's docks: where they stand, and what brings them to the front.
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/window/dock_groups.h"
#include "widgets/window/main_window.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/tables_area.h"

#include <QApplication>
#include <QDockWidget>
#include <QScreen>
#include <QSplitter>
#include <QToolBar>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr QSize kNoScreen(10000, 10000); ///< limits nothing
constexpr int kPartBelow = 5;            ///< of the height, at most
constexpr int kNarrow = 1250;            ///< leaves the centre no room between two sides

Qt::DockWidgetArea areaOf(DockPlace place)
{
    switch (place) {
    case DockPlace::Left: return Qt::LeftDockWidgetArea;
    case DockPlace::Right: return Qt::RightDockWidgetArea;
    case DockPlace::Bottom: return Qt::BottomDockWidgetArea;
    case DockPlace::Centre: break;
    }
    return Qt::TopDockWidgetArea;
}
} // namespace

void MainWindow::makeDocks()
{
    for (const DockDescription& row : dockTable()) {
        auto* dock = new QDockWidget(this);
        dock->setObjectName(QLatin1String(row.id));
        dock->setWidget(row.make(m_workbench, dock));
        if (row.group)
            m_groups->add(dock, *row.group);
        else if (row.place == DockPlace::Centre)
            m_tables->add(dock);
        else
            addDockWidget(areaOf(row.place), dock);
        if (row.raisedBy)
            connect(&m_workbench, row.raisedBy, this, [this, row] { raiseDock(QLatin1String(row.id)); });
        m_docks.append(dock);
    }
    makeDockActions();
    m_zoom = new PaneZoom(*this, *m_tables, *m_strip);
    connect(m_tables, &TablesArea::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    connect(m_groups, &DockGroups::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void MainWindow::raiseDock(const QString& id)
{
    for (QDockWidget* dock : m_docks)
        if (dock->objectName() == id) {
            QDockWidget* outer = m_groups->outerOf(dock);
            if (outer->isHidden() || dock->isHidden())
                m_zoom->restore();
            outer->show();
            outer->raise();
            dock->show();
            dock->raise();
        }
}

void MainWindow::raiseWithFocus(QDockWidget* dock)
{
    raiseDock(dock->objectName());
    if (!dock->isAncestorOf(QApplication::focusWidget()))
        dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

/// Ctrl+1 … Ctrl+9 are the tabs of the centre from left to right; again leads through what shares one.
void MainWindow::makeDockActions()
{
    int place = 0;
    const DockGroup* last = nullptr;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        auto* action = new QAction(icon("layers"), QString(), this);
        connect(action, &QAction::triggered, this, [this, dock = m_docks.at(i)] { raiseWithFocus(dock); });
        m_dockActions.append(action);
        const DockDescription& row = dockTable()[std::size_t(i)];
        const bool hasTab = row.place == DockPlace::Centre && (!row.group || row.group != last);
        last = row.group;
        if (hasTab && ++place <= 9)
            (row.group ? m_groups->actionOf(*row.group) : action)
                ->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + place)));
    }
}

/// A group stands before its members.
QList<QAction*> MainWindow::dockMenu() const
{
    QList<QAction*> actions;
    const DockGroup* last = nullptr;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const DockGroup* group = dockTable()[std::size_t(i)].group;
        if (group && group != last)
            actions.append(m_groups->actionOf(*group));
        last = group;
        actions.append(m_dockActions.at(i));
    }
    return actions;
}

void MainWindow::nameDockActions()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        setWords(*m_dockActions.at(i), m_docks.at(i)->windowTitle(),
                 tr("Bring the dock %1 to the front").arg(m_docks.at(i)->windowTitle()));
}

void MainWindow::restoreDefaultLayout()
{
    m_zoom->restore();
    arrangeDocks(screenSize());
    Q_EMIT m_workbench.defaultLayoutRestored();
}

/// What is drawn for nobody has no screen to fit on.
QSize MainWindow::screenSize() const
{
    const bool isSeen = QGuiApplication::platformName() != QLatin1String("offscreen");
    return isSeen ? screen()->availableSize() : kNoScreen;
}

void MainWindow::arrangeDocks(const QSize& screen)
{
    const QSize size = firstSize(screen);
    const bool isNarrow = size.width() < kNarrow;
    QDockWidget* left = nullptr;
    resize(size);
    addToolBar(Qt::TopToolBarArea, m_toolBar);
    m_toolBar->show();
    m_tables->arrange();
    m_groups->arrange();
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const DockDescription& row = dockTable()[std::size_t(i)];
        if (row.place == DockPlace::Centre)
            continue;
        QDockWidget* dock = m_docks.at(i);
        dock->setFloating(false);
        removeDockWidget(dock);
        addDockWidget(areaOf(row.place), dock);
        dock->show();
        left = row.place == DockPlace::Left && !left ? dock : left;
        if (isNarrow && row.place == DockPlace::Right && left) {
            tabifyDockWidget(left, dock);
            left->raise();
            continue;
        }
        if (QDockWidget* front = row.behind ? findChild<QDockWidget*>(QLatin1String(row.behind)) : nullptr) {
            tabifyDockWidget(front, dock);
            front->raise();
            continue;
        }
        const bool isBelow = row.place == DockPlace::Bottom;
        resizeDocks({dock}, {isBelow ? std::min(row.size, size.height() / kPartBelow) : row.size},
                    isBelow ? Qt::Vertical : Qt::Horizontal);
    }
    m_splitter->setSizes({480, 170});
}

} // namespace ql::widgets
