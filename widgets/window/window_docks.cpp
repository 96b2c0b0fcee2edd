// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/window_docks.h"

#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/dock_sight.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/window/dock_groups.h"
#include "widgets/window/pane_walk.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/tables_area.h"
#include "widgets/window/title_bars.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMap>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {

constexpr int kPartBelow = 5;       ///< of the height, at most
constexpr double kPartRight = 0.29; ///< of the width, at most
constexpr double kLessRight = 0.27; ///< where the tabs of the centre need the room
constexpr int kNarrow = 1250;       ///< pixels

Qt::DockWidgetArea areaOf(DockPlace place)
{
    switch (place) {
    case DockPlace::Left: return Qt::LeftDockWidgetArea;
    case DockPlace::Right: return Qt::RightDockWidgetArea;
    case DockPlace::Drawer: return Qt::BottomDockWidgetArea;
    case DockPlace::Window:
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
    connect(&m_workbench.session(), &ModelSession::resultChanged, this, &WindowDocks::leadOn);
    connect(&m_workbench.filter(), &LayerFilter::metricChanged, m_strip, show);
    const Trials& trials = m_workbench.analysis<TrialAnalysis>().trials();
    connect(&trials, &Trials::shownChanged, m_strip, [this, &trials] { m_strip->setOverlay(trials.shown()); });
    show();
}

void WindowDocks::make()
{
    m_bars = new TitleBars(m_window);
    for (const DockDescription& row : dockTable()) {
        auto* dock = new QDockWidget(&m_window);
        dock->setObjectName(QLatin1String(row.id));
        dock->setWidget(row.make(m_workbench, dock));
        place(*dock, row);
        if (row.raisedBy)
            connect(&m_workbench, row.raisedBy, this, [this, row] { raise(QLatin1String(row.id)); });
        connect(dock->widget(), &QWidget::windowTitleChanged, this, &WindowDocks::nameDocks);
        m_docks.append(dock);
    }
    makeActions();
    m_zoom = new PaneZoom(m_window, *m_tables, *m_strip);
    m_walk = new PaneWalk(m_window, {m_strip});
    connect(m_tables, &TablesArea::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    connect(m_groups, &DockGroups::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    connect(m_bars, &TitleBars::tabsChanged, m_zoom, &PaneZoom::watchTabs);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_window.setDocumentMode(true);
}

void WindowDocks::place(QDockWidget& dock, const DockDescription& row)
{
    if (row.group) {
        m_groups->add(&dock, *row.group);
    } else if (row.place == DockPlace::Centre) {
        m_tables->add(&dock);
    } else if (row.place == DockPlace::Window) {
        dock.setAllowedAreas(Qt::NoDockWidgetArea);
        dock.setFloating(true);
        dock.resize(row.size);
        dock.hide();
    } else {
        m_window.addDockWidget(areaOf(row.place), &dock);
        m_bars->watch(&dock, row.hasOwnTitle);
    }
}

QList<QDockWidget*> WindowDocks::drawer() const
{
    QList<QDockWidget*> docks;
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (dockTable()[std::size_t(i)].place == DockPlace::Drawer)
            docks.append(m_docks.at(i));
    return docks;
}

void WindowDocks::raise(const QString& id)
{
    for (QDockWidget* dock : m_docks)
        if (dock->objectName() == id) {
            QDockWidget* outer = m_groups->outerOf(dock);
            if (outer->isHidden() || dock->isHidden())
                m_zoom->restore();
            if (const auto shared = drawer(); shared.contains(dock) && !dock->isFloating())
                for (QDockWidget* each : shared)
                    each->show();
            outer->show();
            outer->raise();
            dock->show();
            dock->raise();
            if (dock->isFloating())
                dock->activateWindow();
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
        auto* action = new QAction(icon(dockTable()[std::size_t(i)].icon), QString(), &m_window);
        action->setCheckable(true);
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
        if (dockTable()[std::size_t(i)].place == DockPlace::Window)
            continue; // the menu that opens it is another
        const DockGroup* group = dockTable()[std::size_t(i)].group;
        if (group && group != last)
            actions.append(m_groups->actionOf(*group));
        last = group;
        actions.append(m_actions.at(i));
    }
    return actions;
}

void WindowDocks::markShown()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        m_actions.at(i)->setChecked(isInSight(*m_docks.at(i)));
}

void WindowDocks::focusFirst()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        QDockWidget* dock = m_docks.at(i);
        if (dockTable()[std::size_t(i)].place != DockPlace::Centre || !isInSight(*dock))
            continue;
        if (isTabStop(*dock->widget(), m_window)) // it leads on itself
            return dock->widget()->setFocus(Qt::ShortcutFocusReason);
        const auto buttons = dock->findChildren<QAbstractButton*>();
        const auto first = std::ranges::find_if(
            buttons, [this](const QAbstractButton* button) { return isTabStop(*button, m_window); });
        if (first != buttons.end())
            (*first)->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

/// The project is about to fold: whoever loaded it goes on where the result is.
void WindowDocks::leadOn()
{
    if (!m_workbench.session().result() || settings::keepsProjectOpen.value())
        return;
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (dockTable()[std::size_t(i)].place == DockPlace::Left && m_docks.at(i)->isAncestorOf(m_window.focusWidget()))
            return focusFirst();
}

void WindowDocks::nameDocks()
{
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const QString title = dockTitle(dockTable()[std::size_t(i)]);
        const QString note = m_docks.at(i)->widget()->windowTitle();
        m_docks.at(i)->widget()->setAccessibleName(title);
        m_docks.at(i)->setWindowTitle(note.isEmpty() ? title : title + u' ' + note);
        setWords(*m_actions.at(i), title, tr("Bring the dock %1 to the front").arg(title));
    }
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
    settings::tablesLayout.set(m_tables->saveState(settings::kLayoutVersion));
    m_groups->save();
    settings::splitter.set(m_splitter->saveState());
}

void WindowDocks::restoreCentre()
{
    m_tables->restoreState(settings::tablesLayout.value(), settings::kLayoutVersion);
    m_groups->restore();
    m_splitter->restoreState(settings::splitter.value());
}

void WindowDocks::retranslate()
{
    m_groups->retranslate();
    nameDocks();
    m_zoom->retranslate();
    m_walk->retranslate();
    m_strip->setAccessibleName(tr("Error along the network"));
    nameQtsButtons();
}

/// Qt gives them their words once, in the language of that moment.
void WindowDocks::nameQtsButtons()
{
    const auto name = [this](const char* buttons, const QString& words, const QString& does = {}) {
        for (auto* button : m_window.findChildren<QAbstractButton*>(QLatin1String(buttons))) { // in groups, too
            button->setAccessibleName(words);
            button->setAccessibleDescription(does);
        }
    };
    name("qt_dockwidget_floatbutton", QDockWidget::tr("Float"),
         QDockWidget::tr("Undocks and re-attaches the dock widget"));
    name("qt_dockwidget_closebutton", QDockWidget::tr("Close"), QDockWidget::tr("Closes the dock widget"));
    name("ScrollLeftButton", QTabBar::tr("Scroll Left"));
    name("ScrollRightButton", QTabBar::tr("Scroll Right"));
}

void WindowDocks::arrange(const QSize& size)
{
    m_tables->arrange();
    m_groups->arrange();
    QMap<Qt::DockWidgetArea, QDockWidget*> fronts;
    for (qsizetype i = 0; i < m_docks.size(); ++i) {
        const DockDescription& row = dockTable()[std::size_t(i)];
        QDockWidget* dock = m_docks.at(i);
        dock->setFloating(row.place == DockPlace::Window);
        dock->setVisible(row.place != DockPlace::Window);
        if (row.place == DockPlace::Centre || row.place == DockPlace::Window)
            continue;
        m_window.removeDockWidget(dock);
        m_window.addDockWidget(areaOf(row.place), dock);
        dock->show();
        if (QDockWidget*& front = fronts[areaOf(row.place)]; front)
            m_window.tabifyDockWidget(front, dock);
        else
            front = dock;
    }
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (const DockDescription& row = dockTable()[std::size_t(i)]; fronts.key(m_docks.at(i)) != Qt::NoDockWidgetArea)
            showFirst(*m_docks.at(i), row, size);
    for (QDockWidget* dock : drawer())
        dock->hide();
    m_bars->update();
    m_splitter->setSizes({480, 170});
}

/// In front of those that share its place, which is as large as it wants.
void WindowDocks::showFirst(QDockWidget& dock, const DockDescription& row, const QSize& size)
{
    dock.raise();
    const int most = row.place == DockPlace::Right
                         ? int(size.width() * (size.width() < kNarrow ? kLessRight : kPartRight))
                         : row.size.width();
    if (row.place == DockPlace::Drawer)
        m_window.resizeDocks({&dock}, {std::min(row.size.height(), size.height() / kPartBelow)}, Qt::Vertical);
    else
        m_window.resizeDocks({&dock}, {std::min(row.size.width(), most)}, Qt::Horizontal);
}

} // namespace ql::widgets
