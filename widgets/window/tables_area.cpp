// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tables_area.h"

#include <QDockWidget>
#include <QTabWidget>

namespace ql::widgets {

TablesArea::TablesArea(QWidget* parent)
    : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("tablesArea"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setMinimumSize(260, 160);
}

void TablesArea::add(QDockWidget* dock)
{
    m_docks.append(dock);
    addDockWidget(Qt::TopDockWidgetArea, dock);
    // Later, because the neighbours are known only when the move is over.
    const auto later = [this] { QMetaObject::invokeMethod(this, &TablesArea::showTitleBars, Qt::QueuedConnection); };
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, later);
}

void TablesArea::arrange()
{
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        removeDockWidget(dock);
        addDockWidget(Qt::TopDockWidgetArea, dock);
        if (dock != m_docks.front())
            tabifyDockWidget(m_docks.front(), dock);
        dock->show();
    }
    if (!m_docks.isEmpty())
        m_docks.front()->raise();
    showTitleBars();
}

void TablesArea::putBehind(QDockWidget* dock)
{
    QDockWidget* front = nullptr;
    for (QDockWidget* other : m_docks)
        if (!front && other != dock && !other->isFloating() && !other->isHidden())
            front = other;
    removeDockWidget(dock);
    addDockWidget(Qt::TopDockWidgetArea, dock);
    if (front)
        tabifyDockWidget(front, dock);
    dock->show();
    if (front)
        front->raise();
    showTitleBars();
}

void TablesArea::showTitleBars()
{
    Q_EMIT tabsChanged();
    for (QDockWidget* dock : m_docks) {
        const bool isAmongTabs = !dock->isFloating() && !tabifiedDockWidgets(dock).isEmpty();
        QWidget* bar = dock->titleBarWidget();
        if (isAmongTabs == (bar != nullptr))
            continue;
        dock->setTitleBarWidget(isAmongTabs ? new QWidget(dock) : nullptr);
        delete bar;
    }
}

} // namespace ql::widgets
