// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/window_docks.h"

#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/window/dock_groups.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/tables_area.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kPartBelow = 5; ///< of the height, at most
constexpr int kNarrow = 1250; ///< leaves the centre no room between two sides

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

constexpr int kStripHeight = 120; ///< at least

} // namespace

WindowDocks::WindowDocks(Workbench& workbench, QMainWindow& window)
    : QObject(&window)
    , m_workbench(workbench)
    , m_window(window)
{
    makeCentre();
    make();
}

void WindowDocks::makeCentre()
{
    auto* centre = new QWidget(&m_window);
    m_strip = new ErrorStripChart(centre);
    m_strip->setMinimumHeight(kStripHeight);
    m_tables = new TablesArea(centre);
    m_groups = new DockGroups(*m_tables);
    connect(m_groups, &DockGroups::raised, this, &WindowDocks::raiseWithFocus);
    m_splitter = new QSplitter(Qt::Vertical, centre);
    m_splitter->setObjectName(QStringLiteral("centreSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_tables);
    m_splitter->addWidget(m_strip);
    m_splitter->setStretchFactor(0, 1);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_splitter, 1);
    m_window.setCentralWidget(centre);
    wireStrip();
}

void WindowDocks::wireStrip()
{
    const auto show = [this] {
        m_strip->setContent(m_workbench.session().result(), m_workbench.filter().metric());
        m_strip->setCurrent(m_workbench.selection().current());
    };
    connect(m_strip, &ErrorStripChart::layerClicked, &m_workbench.selection(), &LayerSelection::select);
    connect(&m_workbench.selection(), &LayerSelection::changed, m_strip, &ErrorStripChart::setCurrent);
    connect(&m_workbench.session(), &ModelSession::resultChanged, m_strip, show);
    connect(&m_workbench.filter(), &LayerFilter::metricChanged, m_strip, show);
    const Trials& trials = m_workbench.analysis<TrialAnalysis>().trials();
    connect(&trials, &Trials::shownChanged, m_strip, [this, &trials] { m_strip->setOverlay(trials.shown()); });
    show();
}

void WindowDocks::make()
{
    for (const DockDescription& row : dockTable()) {
        auto* dock = new QDockWidget(&m_window);
        dock->setObjectName(QLatin1String(row.id));
        dock->setWidget(row.make(m_workbench, dock));
        if (row.group)
            m_groups->add(dock, *row.group);
        else if (row.place == DockPlace::Centre)
            m_tables->add(dock);
        else
            m_window.addDockWidget(areaOf(row.place), dock);
        if (row.raisedBy)
            connect(&m_workbench, row.raisedBy, this, [this, row] { raise(QLatin1String(row.id)); });
        m_docks.append(dock);
    }
    makeActions();
    m_zoom = new PaneZoom(m_window, *m_tables, *m_strip);
    connect(m_tables, &TablesArea::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    connect(m_groups, &DockGroups::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void WindowDocks::raise(const QString& id)
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

void WindowDocks::raiseWithFocus(QDockWidget* dock)
{
    raise(dock->objectName());
    if (!dock->isAncestorOf(QApplication::focusWidget()))
        dock->widget()->setFocus(Qt::ShortcutFocusReason);
}

/// Ctrl+1 … Ctrl+9 are the tabs of the centre from left to right; again leads through what shares one.
void WindowDocks::makeActions()
{
    int place = 0;
    const DockGroup* last = nullptr;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        auto* action = new QAction(icon("layers"), QString(), &m_window);
        connect(action, &QAction::triggered, this, [this, dock = m_docks.at(i)] { raiseWithFocus(dock); });
        m_actions.append(action);
        const DockDescription& row = dockTable()[std::size_t(i)];
        const bool hasTab = row.place == DockPlace::Centre && (!row.group || row.group != last);
        last = row.group;
        if (hasTab && ++place <= 9)
            (row.group ? m_groups->actionOf(*row.group) : action)
                ->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_0 + place)));
    }
}

QList<QAction*> WindowDocks::menu() const
{
    QList<QAction*> actions;
    const DockGroup* last = nullptr;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const DockGroup* group = dockTable()[std::size_t(i)].group;
        if (group && group != last)
            actions.append(m_groups->actionOf(*group));
        last = group;
        actions.append(m_actions.at(i));
    }
    return actions;
}

void WindowDocks::nameActions()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        setWords(*m_actions.at(i), m_docks.at(i)->windowTitle(),
                 tr("Bring the dock %1 to the front").arg(m_docks.at(i)->windowTitle()));
}

QString WindowDocks::chapterInUse() const
{
    QString chapter = QStringLiteral("index");
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (m_docks.at(i)->isAncestorOf(QApplication::focusWidget()))
            chapter = QLatin1String(dockTable()[std::size_t(i)].chapter);
    return chapter;
}

void WindowDocks::saveCentre() const
{
    settings::tablesLayout.set(m_tables->saveState(settings::kTablesLayoutVersion));
    m_groups->save();
    settings::splitter.set(m_splitter->saveState());
}

void WindowDocks::restoreCentre()
{
    const QByteArray tables = settings::tablesLayout.value();
    const bool isOld = tables.isEmpty() ? false : !m_tables->restoreState(tables, settings::kTablesLayoutVersion);
    if (isOld)
        m_tables->restoreState(tables, settings::kLayoutVersion);
    m_groups->restore(!isOld);
    m_splitter->restoreState(settings::splitter.value());
}

void WindowDocks::retranslate()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        m_docks.at(i)->setWindowTitle(dockTitle(dockTable()[std::size_t(i)]));
    m_groups->retranslate();
    nameActions();
    m_zoom->retranslate();
    nameQtsButtons();
}

/// Qt gives them their words once, in the language of that moment.
void WindowDocks::nameQtsButtons()
{
    for (auto* dock : m_window.findChildren<QDockWidget*>()) // those of groups, too
        if (!dock->isFloating())
            dock->setTitleBarWidget(nullptr); // makes the same title bar again
    for (auto* button : m_window.findChildren<QAbstractButton*>(QStringLiteral("ScrollLeftButton")))
        button->setAccessibleName(QTabBar::tr("Scroll Left"));
    for (auto* button : m_window.findChildren<QAbstractButton*>(QStringLiteral("ScrollRightButton")))
        button->setAccessibleName(QTabBar::tr("Scroll Right"));
}

void WindowDocks::arrange(const QSize& size)
{
    const bool isNarrow = size.width() < kNarrow;
    QDockWidget* left = nullptr;
    m_tables->arrange();
    m_groups->arrange();
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const DockDescription& row = dockTable()[std::size_t(i)];
        if (row.place == DockPlace::Centre)
            continue;
        QDockWidget* dock = m_docks.at(i);
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
        m_window.addDockWidget(areaOf(row.place), dock);
        dock->show();
        left = row.place == DockPlace::Left && !left ? dock : left;
        if (isNarrow && row.place == DockPlace::Right && left) {
            m_window.tabifyDockWidget(left, dock);
            left->raise();
            continue;
        }
        if (QDockWidget* front = row.behind ? m_window.findChild<QDockWidget*>(QLatin1String(row.behind)) : nullptr) {
            m_window.tabifyDockWidget(front, dock);
            front->raise();
            continue;
        }
        const bool isBelow = row.place == DockPlace::Bottom;
        m_window.resizeDocks({dock}, {isBelow ? std::min(row.size, size.height() / kPartBelow) : row.size},
                             isBelow ? Qt::Vertical : Qt::Horizontal);
    }
    m_splitter->setSizes({480, 170});
}

} // namespace ql::widgets
