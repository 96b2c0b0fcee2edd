// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/tables_area.h"

#include "widgets/style/slim_tabs.h"
#include "widgets/window/title_bars.h"

#include <QDockWidget>
#include <QTabBar>
#include <QTabWidget>

namespace ql::widgets {

namespace {
constexpr int kAirOfTabs = 12; ///< seven of them have room in a window 1100 wide
} // namespace

TablesArea::TablesArea(QWidget* parent)
    : QMainWindow(parent)
    , m_bars(new TitleBars(*this))
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("tablesArea"));
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setDocumentMode(true);
    setMinimumSize(260, 160);
    connect(m_bars, &TitleBars::tabsChanged, this, [this] {
        compactTabs();
        Q_EMIT tabsChanged();
    });
}

void TablesArea::compactTabs()
{
    for (QTabBar* row : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
        makeSlim(*row, kAirOfTabs);
}

void TablesArea::add(QDockWidget* dock)
{
    m_docks.append(dock);
    addDockWidget(Qt::TopDockWidgetArea, dock);
    m_bars->watch(dock);
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
    m_bars->update();
}

} // namespace ql::widgets
