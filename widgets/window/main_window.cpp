// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_window.h"

#include "widgets/docks/overview/tool_exports.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/handbook/handbook_window.h"
#include "widgets/settings/settings.h"
#include "widgets/style/focus_ring.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/drawer_button.h"
#include "widgets/window/job_status.h"
#include "widgets/window/pane_walk.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/shortcut_list.h"
#include "widgets/window/tool_bar/main_tool_bar.h"
#include "widgets/window/tool_bar/sample_choice.h"
#include "widgets/window/window_menus.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolButton>
#include <QUrl>

namespace ql::widgets {

namespace {

constexpr QSize kDefaultSize(1440, 900);
constexpr QSize kNoScreen(10000, 10000); ///< limits nothing

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    return files;
}

} // namespace

QSize firstSize(const QSize& screen)
{
    constexpr QSize kFrame(8, 40); // what a window manager adds at most
    return kDefaultSize.boundedTo(screen - kFrame);
}

MainWindow::MainWindow(ModelSession::EngineFactory factory, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(std::move(factory))
    , m_causes(m_workbench.session())
    , m_projectFiles(m_workbench, *this)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    m_docks = new WindowDocks(m_workbench, *this);
    m_toolBar = new MainToolBar(m_workbench, m_actions, m_causes, this);
    addToolBar(m_toolBar);
    m_toolExports = new ToolExports(m_workbench, this);
    makeStatusBar();
    m_configFiles = new ConfigFiles(m_workbench, m_actions, *m_message, *this);
    m_sessionFiles = new SessionFiles(m_workbench, m_actions, m_projectFiles, *m_configFiles, *m_message, *this);
    fillMenus();
    wireActions();
    wireSession();
    new FocusRing(this);
    followLanguage(this, [this] { retranslate(); });
    arrangeDocks(screenSize());
    restoreGeometry(settings::geometry.value());
    restoreState(settings::layout.value(), settings::kLayoutVersion);
    m_docks->restoreCentre();
}

MainWindow::~MainWindow() = default;

bool MainWindow::event(QEvent* event)
{
    const bool isHandled = QMainWindow::event(event);
    if (event->type() == QEvent::Show && !m_isPainted)
        m_docks->focusFirst();
    if (event->type() == QEvent::Paint && !m_isPainted) {
        m_isPainted = true;
        m_docks->zoom().watchTabs();
        // Loading costs half a second of processor time: let the picture reach the screen first.
        QTimer::singleShot(0, this, [this] {
            Q_EMIT firstPainted();
            m_workbench.session().loadEngine();
        });
    }
    return isHandled;
}

/// Qt would lead to what stands behind a tab, too.
bool MainWindow::focusNextPrevChild(bool isForward)
{
    QWidget* const here = focusWidget();
    QWidget* stop = nextTabStop(*this, here ? here : this, isForward);
    if (stop)
        stop->setFocus(isForward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return stop != nullptr;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_configFiles->mayLeave() || !m_projectFiles.mayClose()) {
        event->ignore();
        return;
    }
    saveLayout();
    m_workbench.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::saveLayout()
{
    m_docks->zoom().restore();
    settings::geometry.set(saveGeometry());
    settings::layout.set(saveState(settings::kLayoutVersion));
    m_docks->saveCentre();
    Q_EMIT m_workbench.layoutSaved();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    openFiles(localFiles(*event->mimeData()));
    event->acceptProposedAction();
}

PaneZoom& MainWindow::paneZoom()
{
    return m_docks->zoom();
}

void MainWindow::restoreDefaultLayout()
{
    m_docks->zoom().restore();
    const QPointer focus(focusWidget());
    arrangeDocks(screenSize()); // the docks are taken out and put back, which takes the keyboard from them
    if (focus && isTabStop(*focus, *this))
        focus->setFocus(Qt::OtherFocusReason);
    else
        m_docks->focusFirst();
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
    resize(size);
    addToolBar(Qt::TopToolBarArea, m_toolBar);
    m_toolBar->show();
    m_docks->arrange(size);
}

void MainWindow::makeStatusBar()
{
    m_loaded = new PlainLabel(this);
    auto* job = new JobStatus(m_workbench.jobs(), this);
    m_message = new MessageBar(this);
    // The line is as high with a message as without, so that nothing above it moves.
    QToolButton button;
    button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button.setText(QStringLiteral("X"));
    statusBar()->setMinimumHeight(button.sizeHint().height() + 8);
    // One text at a time: what the status bar says for a moment hides both.
    auto* line = new QWidget(this);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins({});
    layout->addWidget(m_loaded, 1);
    layout->addWidget(m_message, 1);
    statusBar()->addWidget(line, 1);
    // Qt only thinks it away, and a new layout of the bar would bring it back over the text of the moment.
    connect(statusBar(), &QStatusBar::messageChanged, line,
            [line](const QString& message) { line->setVisible(message.isEmpty()); });
    connect(m_message, &MessageBar::shownOrHidden, this, [this] { m_loaded->setVisible(m_message->isHidden()); });
    statusBar()->addPermanentWidget(job);
    statusBar()->addPermanentWidget(new DrawerButton(m_docks->drawer(), this));
}

void MainWindow::fillMenus()
{
    fillMenuBar(*menuBar(),
                {m_workbench, m_actions, m_causes, m_projectFiles, *m_docks, *m_toolExports, m_toolBar->sample()});
}

void MainWindow::wireActions()
{
    ModelSession& session = m_workbench.session();
    connect(&m_actions.exportCsv, &QAction::triggered, &m_workbench, &Workbench::exportLayersRequested);
    connect(&m_actions.exportReport, &QAction::triggered, &m_workbench, &Workbench::exportReportRequested);
    connect(&m_actions.exportModel, &QAction::triggered, &m_workbench, &Workbench::exportModelRequested);
    connect(&m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(&m_actions.compare, &QAction::triggered, &session, &ModelSession::compare);
    connect(&m_actions.examine, &QAction::triggered, &m_workbench, &Workbench::examineRequested);
    connect(&m_actions.cancel, &QAction::triggered, &m_workbench, &Workbench::cancel);
    connect(&m_actions.restoreLayout, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    connect(&m_actions.guide, &QAction::triggered, &m_workbench, &Workbench::guideRequested);
    connect(&m_actions.handbook, &QAction::triggered, this, [this] { showHandbook(m_docks->chapterInUse()); });
    connect(&m_workbench, &Workbench::handbookRequested, this, &MainWindow::showHandbook);
    connect(&m_actions.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(&m_actions.about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(&m_workbench, &Workbench::dockRequested, m_docks, &WindowDocks::raise);
    connect(&m_workbench, &Workbench::recentRequested, this,
            [this](QMenu* menu) { m_sessionFiles->fillRecent(*menu); });
}

void MainWindow::wireSession()
{
    ModelSession& session = m_workbench.session();
    for (Analysis* analysis : m_workbench.offeredAnalyses()) {
        connect(analysis, &Analysis::changed, this, &MainWindow::refresh);
        connect(analysis->startAction(), &QAction::triggered, this,
                [this, dock = analysis->traits().dock] { raiseDock(QLatin1String(dock)); });
    }
    connect(&session, &ModelSession::changed, this, &MainWindow::refresh);
    connect(&session, &ModelSession::resultChanged, this, &MainWindow::refresh);
    connect(&session, &ModelSession::failed, this,
            [this](const Label& message) { m_message->showMessage(MessageBar::Severity::Error, message); });
    connect(&m_workbench, &Workbench::noticed, this,
            [this](const Label& message) { m_message->showMessage(MessageBar::Severity::Info, message); });
    connect(&session.compareJob(), &JobRunner::started, this, [this] {
        m_message->hide();
        if (m_workbench.session().canCompare()) // not where the models of a result are gone
            rememberSession(m_workbench.session());
    });
    connect(&m_workbench.config(), &ConfigDocument::textChanged, this, &MainWindow::refresh);
    connect(&m_workbench.project(), &Project::changed, this, &MainWindow::refresh);
    connect(&m_workbench.results(), &ResultFiles::opened, this, [this](const QString& dock, const Label& missing) {
        if (!dock.isEmpty())
            raiseDock(dock);
        if (!missing.text().isEmpty())
            m_message->showMessage(MessageBar::Severity::Warning, missing);
    });
    connect(&m_workbench.filter(), &LayerFilter::findUnanswered, this, [this] {
        Q_EMIT m_workbench.layersRequested();
        // The line is in sight when the dock is.
        QTimer::singleShot(0, &m_workbench.filter(), &LayerFilter::findRequested);
    });
}

void MainWindow::showHandbook(const QString& chapter)
{
    if (!m_handbook)
        m_handbook = new HandbookWindow(this);
    m_handbook->showChapter(chapter);
    m_handbook->show();
    m_handbook->raise();
    m_handbook->activateWindow();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Quantloupe"),
                       tr("<h3>Quantloupe %1</h3><p>A loupe for quantized neural networks: finds the layer where "
                          "quantization goes wrong, and why.</p><p>Free software under the GNU General Public License, "
                          "version 3 or later.</p>")
                           .arg(QStringLiteral(QUANTLOUPE_VERSION)));
}

void MainWindow::refresh()
{
    const ModelSession& session = m_workbench.session();
    m_actions.compare.setEnabled(session.canCompare());
    m_actions.examine.setEnabled(session.canCompare());
    m_actions.cancel.setEnabled(m_workbench.isBusy());
    m_actions.exportCsv.setEnabled(session.result() != nullptr);
    m_actions.createConfig.setEnabled(!session.baseline().path().isEmpty());
    m_actions.saveConfigAs.setEnabled(m_workbench.config().isOpen());
    const QString baseline = session.baseline().fileName();
    const QString analysis = session.analysisTitle();
    if (baseline.isEmpty() && analysis.isEmpty())
        m_loaded->setText(tr("Nothing is loaded"));
    else
        m_loaded->setText(
            tr("Baseline: %1 · Analysis: %2")
                .arg(baseline.isEmpty() ? tr("none") : baseline, analysis.isEmpty() ? tr("none") : analysis)
            + (session.result() ? QStringLiteral(" · ") + m_toolBar->sample().shownText() : QString()));
    const QString about = !m_workbench.project().path().isEmpty() ? m_workbench.project().fileName()
                          : session.canCompare()                  ? tr("%1 and %2").arg(baseline, analysis)
                                                                  : QString();
    setWindowTitle(about.isEmpty() ? QStringLiteral("Quantloupe[*]") : about + QStringLiteral("[*] – Quantloupe"));
    setWindowModified(m_workbench.project().isDirty() || m_workbench.config().isDirty());
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
    m_docks->retranslate();
    m_toolBar->retranslate();
    fillMenus();
    refresh();
}

} // namespace ql::widgets
