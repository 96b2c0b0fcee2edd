// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/title_bars.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

namespace ql::widgets {

TitleBars::TitleBars(QMainWindow& area)
    : QObject(&area)
    , m_area(area)
{
}

void TitleBars::watch(QDockWidget* dock, bool hasOwnTitle)
{
    m_docks.append(dock);
    if (hasOwnTitle)
        m_bare.append(dock);
    // Later, because the neighbours are known only when the move is over.
    const auto later = [this] { QMetaObject::invokeMethod(this, &TitleBars::update, Qt::QueuedConnection); };
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, later);
}

void TitleBars::update()
{
    Q_EMIT tabsChanged();
    for (QDockWidget* dock : m_docks) {
        const bool isNamed = m_bare.contains(dock) || !m_area.tabifiedDockWidgets(dock).isEmpty();
        const bool isBare = !dock->isFloating() && isNamed;
        QWidget* bar = dock->titleBarWidget();
        if (isBare == (bar != nullptr))
            continue;
        dock->setTitleBarWidget(isBare ? new QWidget(dock) : nullptr);
        delete bar;
    }
    hideEmptyRows();
}

/// Qt leaves a row without tabs behind where docks were taken out; its base line would be drawn over what is there now.
void TitleBars::hideEmptyRows() const
{
    for (QTabBar* row : m_area.findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
        if (row->count() == 0 && row->geometry().intersects(m_area.rect()))
            row->move(-2 * row->width(), -2 * row->height()); // as Qt does with those that it knows
}

} // namespace ql::widgets
