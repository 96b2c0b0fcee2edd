// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/pane_zoom.h"

#include "widgets/docks/support/dock_sight.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMouseEvent>
#include <QStringList>
#include <QTabBar>

#include <algorithm>

namespace ql::widgets {

PaneZoom::PaneZoom(QMainWindow& window, QMainWindow& tables, QWidget& strip)
    : QObject(&window)
    , m_window(window)
    , m_tables(tables)
    , m_strip(strip)
{
    m_action.setCheckable(true);
    setLook(m_action, "zoom_pane", Qt::Key_F11);
    connect(&m_action, &QAction::triggered, this, [this] { toggle(dockInUse()); });
    retranslate();
}

void PaneZoom::retranslate()
{
    setWords(m_action, tr("Ma&ximise the pane"),
             tr("Give the pane in use the whole window, or put everything back (F11, or a double click on its tab)"));
}

QDockWidget* PaneZoom::dockInUse() const
{
    QDockWidget* shown = nullptr;
    for (auto* dock : outerDocks()) {
        if (dock->isAncestorOf(QApplication::focusWidget()))
            return dock;
        if (m_tables.isAncestorOf(dock) && isInSight(*dock))
            shown = dock;
    }
    return shown;
}

/// Those that stand in the window or its centre, not in a group of them.
QList<QDockWidget*> PaneZoom::outerDocks() const
{
    QList<QDockWidget*> docks = m_window.findChildren<QDockWidget*>();
    erase_if(docks, [&docks](const QDockWidget* dock) {
        return std::ranges::any_of(
            docks, [dock](const QDockWidget* other) { return other != dock && other->isAncestorOf(dock); });
    });
    return docks;
}

void PaneZoom::toggle(QDockWidget* dock)
{
    if (isZoomed())
        restore();
    else if (dock && !dock->isFloating())
        for (auto* outer : outerDocks())
            if (outer == dock || outer->isAncestorOf(dock)) {
                zoom(*outer);
                dock->raise(); // in its group
            }
    m_action.setChecked(isZoomed());
}

void PaneZoom::zoom(QDockWidget& dock)
{
    m_hidden.clear();
    m_front.clear();
    for (auto* each : outerDocks())
        if (!each->isFloating() && isInSight(*each))
            m_front.append({each, each->size()});
    const bool isTable = m_tables.isAncestorOf(&dock);
    QMainWindow& area = isTable ? m_tables : m_window;
    const auto beside = area.tabifiedDockWidgets(&dock);
    for (auto* other : outerDocks()) {
        const bool stays = other == &dock || other->isFloating() || (beside.contains(other) && isTable)
                           || (!isTable && m_tables.isAncestorOf(other));
        if (stays || other->isHidden())
            continue;
        other->hide();
        m_hidden.append(other);
    }
    m_strip.setVisible(false);
    m_window.centralWidget()->setVisible(isTable);
    dock.show();
    dock.raise();
    m_zoomed = &dock;
}

void PaneZoom::restore()
{
    if (!isZoomed())
        return;
    const QPointer<QDockWidget> dock = m_zoomed;
    m_zoomed = nullptr;
    m_window.centralWidget()->show();
    m_strip.show();
    for (const auto& each : std::exchange(m_hidden, {}))
        if (each)
            each->show();
    for (const auto& [each, size] : std::exchange(m_front, {})) {
        if (!each)
            continue;
        each->raise();
        auto* area = qobject_cast<QMainWindow*>(each->parentWidget());
        if (!area)
            continue;
        area->resizeDocks({each}, {size.width()}, Qt::Horizontal);
        area->resizeDocks({each}, {size.height()}, Qt::Vertical);
    }
    if (dock)
        dock->raise();
    m_action.setChecked(false);
}

void PaneZoom::watchTabs()
{
    QList<QMainWindow*> areas = m_tables.findChildren<QMainWindow*>(); // of groups
    areas.append({&m_window, &m_tables});
    for (QMainWindow* area : areas)
        for (auto* bar : area->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            bar->removeEventFilter(this);
            bar->installEventFilter(this);
            // Whole titles, and arrows where there is no room for all of them.
            bar->setElideMode(Qt::ElideNone);
            bar->setUsesScrollButtons(true);
            bar->setExpanding(false);
            QStringList titles;
            for (int tab = 0; tab < bar->count(); ++tab)
                titles.append(bar->tabText(tab));
            bar->setAccessibleName(tr("Tabs: %1").arg(titles.join(QStringLiteral(", "))));
        }
}

QDockWidget* PaneZoom::dockTitled(const QString& title) const
{
    for (auto* dock : m_window.findChildren<QDockWidget*>())
        if (dock->windowTitle() == title)
            return dock;
    return nullptr;
}

bool PaneZoom::eventFilter(QObject* watched, QEvent* event)
{
    auto* bar = qobject_cast<QTabBar*>(watched);
    if (!bar || event->type() != QEvent::MouseButtonDblClick)
        return QObject::eventFilter(watched, event);
    const int tab = bar->tabAt(static_cast<QMouseEvent*>(event)->pos());
    if (tab < 0)
        return false;
    // The tabs may go away with what stands beside them: after the click.
    QMetaObject::invokeMethod(
        this, [this, title = bar->tabText(tab)] { toggle(dockTitled(title)); }, Qt::QueuedConnection);
    return true;
}

} // namespace ql::widgets
