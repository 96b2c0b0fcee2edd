// SPDX-License-Identifier: GPL-3.0-or-later
// How the window is put together; what it does is in main_window.cpp.
#include "widgets/window/main_window.h"

#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/settings/settings.h"
#include "widgets/style/icons.h"
#include "widgets/style/theme.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/dock_groups.h"
#include "widgets/window/job_status.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/tables_area.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr QSize kDefaultSize(1440, 900);
constexpr int kToolBarIcon = 16;
constexpr int kStripHeight = 120; ///< at least
} // namespace

QSize firstSize(const QSize& screen)
{
    constexpr QSize kFrame(8, 40); // what a window manager adds at most
    return kDefaultSize.boundedTo(screen - kFrame);
}

void MainWindow::makeCentre()
{
    auto* centre = new QWidget(this);
    m_strip = new ErrorStripChart(centre);
    m_strip->setMinimumHeight(kStripHeight);
    m_tables = new TablesArea(centre);
    m_groups = new DockGroups(*m_tables);
    connect(m_groups, &DockGroups::raised, this, &MainWindow::raiseWithFocus);
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
    setCentralWidget(centre);
    wireStrip();
}

void MainWindow::wireStrip()
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

void MainWindow::makeToolBar()
{
    m_toolBar = new QToolBar(this);
    m_toolBar->setObjectName(QStringLiteral("mainToolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setIconSize(QSize(kToolBarIcon, kToolBarIcon));
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->addActions({&m_actions.openBaseline, &m_actions.openAnalysis, &m_actions.openConfig,
                           &m_actions.addInputs, &m_actions.openDataFolder});
    m_toolBar->addSeparator();
    m_toolBar->addAction(&m_actions.compare);
    auto* compare = qobject_cast<QToolButton*>(m_toolBar->widgetForAction(&m_actions.compare));
    compare->setMenu(new QMenu(compare));
    compare->menu()->addActions(m_causes.actions());
    compare->menu()->setToolTipsVisible(true);
    compare->setPopupMode(QToolButton::MenuButtonPopup);
    for (Analysis* analysis : m_workbench.offeredAnalyses())
        if (analysis->traits().isOnToolBar)
            m_toolBar->addAction(analysis->startAction());
    m_toolBar->addAction(&m_actions.cancel);
    m_toolBar->addSeparator();
    m_metricLabel = new PlainLabel(m_toolBar);
    m_metricLabel->setContentsMargins(6, 0, 6, 0);
    m_metricBox = new QComboBox(m_toolBar);
    m_metricBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_toolBar->addWidget(m_metricLabel);
    m_toolBar->addWidget(m_metricBox);
    m_toolBar->addSeparator();
    m_toolBar->addActions({m_workbench.selection().backAction(), m_workbench.selection().forwardAction()});
    for (QAction* action : {m_workbench.selection().backAction(), m_workbench.selection().forwardAction()})
        action->setPriority(QAction::LowPriority);
    addToolBar(m_toolBar);
}

void MainWindow::makeStatusBar()
{
    m_loaded = new PlainLabel(this);
    m_job = new JobStatus(m_workbench.jobs(), this);
    m_message = new MessageBar(this);
    // The line is as high with a message as without, so that nothing above it moves.
    QToolButton button;
    button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button.setText(QStringLiteral("X"));
    statusBar()->setMinimumHeight(button.sizeHint().height() + 8);
    statusBar()->addWidget(m_loaded, 1);
    statusBar()->addWidget(m_message, 1);
    connect(m_message, &MessageBar::shownOrHidden, this, [this] { m_loaded->setVisible(m_message->isHidden()); });
    statusBar()->addPermanentWidget(m_job);
}

void MainWindow::makeMenus()
{
    menuBar()->clear();
    for (QMenu* old : menuBar()->findChildren<QMenu*>(Qt::FindDirectChildrenOnly)) {
        old->setParent(nullptr); // a click in it may have led here
        old->deleteLater();
    }
    QMenu* file = menuBar()->addMenu(tr("&File"));
    file->addActions(m_projectFiles.actions());
    file->addAction(&m_actions.openResult);
    file->addSeparator();
    file->addActions({&m_actions.openBaseline, &m_actions.openAnalysis, &m_actions.openConfig, &m_actions.addInputs,
                      &m_actions.openData, &m_actions.openDataFolder});
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        fillRecentMenu(*recent, m_workbench.session());
        m_projectFiles.fillRecentMenu(*recent);
    });
    file->addSeparator();
    file->addActions({m_workbench.configActions().saveAction(), &m_actions.saveConfigAs, &m_actions.createConfig});
    file->addSeparator();
    file->addActions({&m_actions.exportReport, &m_actions.exportModel, &m_actions.exportCsv});
    file->addSeparator();
    file->addAction(&m_actions.quit);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_workbench.configActions().undoAction(), m_workbench.configActions().redoAction()});
    edit->addSeparator();
    edit->addActions(m_workbench.configActions().editActions());
    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addAction(&m_actions.compare);
    run->addMenu(tr("C&auses"))->addActions(m_causes.actions());
    for (Analysis* analysis : m_workbench.offeredAnalyses())
        run->addAction(analysis->startAction());
    run->addAction(&m_actions.cancel);
    run->addSeparator();
    run->addAction(&m_actions.demo);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    view->addActions({m_workbench.filter().findAction(), m_workbench.filter().worstOnlyAction(),
                      m_workbench.filter().clearAction()});
    view->addSeparator();
    view->addActions({m_workbench.selection().backAction(), m_workbench.selection().forwardAction()});
    view->addSeparator();
    view->addActions(dockMenu());
    view->addSeparator();
    view->addAction(m_zoom->action());
    view->addAction(&m_actions.restoreLayout);
    view->addSeparator();
    fillThemeMenu(*view->addMenu(tr("&Theme")));
    fillLanguageMenu(*view->addMenu(tr("&Language")));
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    help->addActions({&m_actions.guide, &m_actions.handbook, &m_actions.shortcuts, &m_actions.demo, &m_actions.about});
    for (QMenu* menu : {file, edit, run, view, help})
        for (QMenu* each : menu->findChildren<QMenu*>() + QList<QMenu*>{menu})
            each->setToolTipsVisible(true);
}

void MainWindow::fillLanguageMenu(QMenu& menu)
{
    auto* group = new QActionGroup(&menu);
    const auto add = [&menu, group](const QString& title, const QString& code) {
        QAction* action = group->addAction(title);
        action->setCheckable(true);
        action->setChecked(settings::language.value() == code);
        action->setData(code);
        menu.addAction(action);
    };
    add(tr("System language"), QString());
    for (const QString& code : availableLanguages())
        add(QLocale(code).nativeLanguageName(), code);
    connect(group, &QActionGroup::triggered, this, [](const QAction* action) {
        const QString code = action->data().toString();
        settings::language.set(code);
        // The menu that the click came from is rebuilt by the change: let it close first.
        QMetaObject::invokeMethod(
            qApp, [code] { applyLanguage(code); }, Qt::QueuedConnection);
    });
}

void MainWindow::fillThemeMenu(QMenu& menu)
{
    auto* group = new QActionGroup(&menu);
    for (const auto& [title, name] :
         {std::pair(tr("System theme"), ""), {tr("Light"), "light"}, {tr("Dark"), "dark"}}) {
        QAction* action = group->addAction(title);
        action->setCheckable(true);
        action->setChecked(settings::theme.value() == QLatin1String(name));
        action->setData(QString::fromLatin1(name));
        menu.addAction(action);
    }
    connect(group, &QActionGroup::triggered, this, [](const QAction* action) {
        settings::theme.set(action->data().toString());
        applyTheme(action->data().toString());
    });
}

void MainWindow::fillMetricBox()
{
    m_metricBox->clear();
    for (const results::MetricId metric : results::kAllMetrics) {
        m_metricBox->addItem(metricTitle(metric), int(metric));
        m_metricBox->setItemData(m_metricBox->count() - 1, metricFormula(metric), Qt::ToolTipRole);
    }
    m_metricBox->setCurrentIndex(m_metricBox->findData(int(m_workbench.filter().metric())));
}

/// Qt gives them their words once, in the language of that moment.
void MainWindow::nameQtsButtons()
{
    for (auto* dock : findChildren<QDockWidget*>()) // those of groups, too
        if (!dock->isFloating())
            dock->setTitleBarWidget(nullptr); // makes the same title bar again
    for (auto* button : findChildren<QAbstractButton*>(QStringLiteral("ScrollLeftButton")))
        button->setAccessibleName(QTabBar::tr("Scroll Left"));
    for (auto* button : findChildren<QAbstractButton*>(QStringLiteral("ScrollRightButton")))
        button->setAccessibleName(QTabBar::tr("Scroll Right"));
}

void MainWindow::retranslate()
{
    m_actions.retranslate();
    m_causes.retranslate();
    m_projectFiles.retranslate();
    m_workbench.selection().retranslate();
    m_workbench.filter().retranslate();
    for (Analysis* analysis : m_workbench.offeredAnalyses())
        analysis->retranslate();
    m_workbench.configActions().retranslate();
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        m_docks.at(i)->setWindowTitle(dockTitle(dockTable()[std::size_t(i)]));
    m_groups->retranslate();
    nameDockActions();
    m_zoom->retranslate();
    nameQtsButtons();
    m_toolBar->setWindowTitle(tr("Toolbar"));
    m_metricLabel->setText(tr("Metric"));
    m_metricBox->setToolTip(tr("Orders and colours the layers everywhere"));
    m_metricBox->setAccessibleName(tr("Metric"));
    fillMetricBox();
    makeMenus();
    refresh();
}

} // namespace ql::widgets
