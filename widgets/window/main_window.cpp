// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/main_window.h"

#include "core/project/data_folder.h"
#include "widgets/analyses/versions/versions_analysis.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/handbook/handbook_window.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/settings/settings.h"
#include "widgets/style/focus_ring.h"
#include "widgets/text/error_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/dock_groups.h"
#include "widgets/window/dropped_files.h"
#include "widgets/window/job_status.h"
#include "widgets/window/pane_zoom.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/shortcut_list.h"
#include "widgets/window/tables_area.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QSplitter>
#include <QStandardPaths>
#include <QTimer>
#include <QUrl>

namespace ql::widgets {

namespace {

QStringList localFiles(const QMimeData& data)
{
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    return files;
}

/// A fresh copy that may be edited and saved: what ships with the program stays as it is.
QString ownDemoConfig(const QString& original)
{
    const QString copy = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/demo/")
                         + QFileInfo(original).fileName();
    QDir().mkpath(QFileInfo(copy).absolutePath());
    QFile::remove(copy);
    if (!QFile::copy(original, copy))
        return original;
    QFile::setPermissions(copy, QFile::permissions(copy) | QFile::WriteOwner);
    return copy;
}

} // namespace

MainWindow::MainWindow(ModelSession::EngineFactory factory, QWidget* parent)
    : QMainWindow(parent)
    , m_workbench(std::move(factory))
    , m_causes(m_workbench.session())
    , m_projectFiles(m_workbench, *this)
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    makeCentre();
    makeDocks();
    makeToolBar();
    makeStatusBar();
    makeMenus();
    wireActions();
    wireSession();
    wireConfig();
    new FocusRing(this);
    followLanguage(this, [this] { retranslate(); });
    arrangeDocks(screenSize());
    restoreGeometry(settings::geometry.value());
    restoreState(settings::layout.value(), settings::kLayoutVersion);
    const QByteArray tables = settings::tablesLayout.value();
    const bool isOld = tables.isEmpty() ? false : !m_tables->restoreState(tables, settings::kTablesLayoutVersion);
    if (isOld)
        m_tables->restoreState(tables, settings::kLayoutVersion);
    m_groups->restore(!isOld);
    m_splitter->restoreState(settings::splitter.value());
}

MainWindow::~MainWindow() = default;

bool MainWindow::event(QEvent* event)
{
    const bool isHandled = QMainWindow::event(event);
    if (event->type() == QEvent::Paint && !m_isPainted) {
        m_isPainted = true;
        m_zoom->watchTabs();
        // Loading costs half a second of processor time: let the picture reach the screen first.
        QTimer::singleShot(0, this, [this] {
            Q_EMIT firstPainted();
            m_workbench.session().loadEngine();
        });
    }
    return isHandled;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayLeaveConfig() || !m_projectFiles.mayClose()) {
        event->ignore();
        return;
    }
    saveLayout();
    m_workbench.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::saveLayout()
{
    m_zoom->restore();
    settings::geometry.set(saveGeometry());
    settings::layout.set(saveState(settings::kLayoutVersion));
    settings::tablesLayout.set(m_tables->saveState(settings::kTablesLayoutVersion));
    m_groups->save();
    settings::splitter.set(m_splitter->saveState());
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

void MainWindow::openFiles(const QStringList& paths)
{
    const SortedFiles files = sortFiles(paths, m_workbench.session());
    if (!files.project.isEmpty()) {
        m_projectFiles.open(files.project); // it names the rest
        return;
    }
    const QString model = files.baseline.isEmpty() ? files.analysis : files.baseline;
    if (!model.isEmpty() && !mayReplaceSession(QFileInfo(model).fileName()))
        return;
    takeFiles(files, m_workbench.session());
    openConfig(files.config);
    // As soon as there are both, and what is known to matter: random numbers are fed when somebody asks for it.
    if (!model.isEmpty() && !m_workbench.session().inputs().isEmpty())
        m_workbench.session().compare();
    if (!files.result.isEmpty())
        m_workbench.results().open(files.result);
    if (!files.unknown.isEmpty())
        m_message->showMessage(MessageBar::Severity::Warning, [names = files.unknown.join(QStringLiteral(", "))] {
            return tr("Neither a model (.onnx, TorchScript, .pt2, .tflite), weights (.safetensors, .gguf, .pth), an "
                      "input "
                      "(.npy, .npz, .pb, .bin, .pt or a folder), a quantization config nor a result of an analysis: %1")
                .arg(names);
        });
}

void MainWindow::wireActions()
{
    ModelSession& session = m_workbench.session();
    const auto openBaseline = [this] { browseModel(m_workbench.session().baseline(), tr("Open baseline model")); };
    const auto openAnalysis = [this] { browseModel(m_workbench.session().analysis(), tr("Open analysis model")); };
    connect(&m_actions.openBaseline, &QAction::triggered, this, openBaseline);
    connect(&m_actions.openAnalysis, &QAction::triggered, this, openAnalysis);
    connect(&m_actions.openResult, &QAction::triggered, this, &MainWindow::browseResult);
    connect(&m_actions.addInputs, &QAction::triggered, this, &MainWindow::browseInputs);
    connect(&m_actions.openData, &QAction::triggered, this, &MainWindow::browseData);
    connect(&m_actions.openDataFolder, &QAction::triggered, this, &MainWindow::browseDataFolder);
    connect(&m_actions.exportCsv, &QAction::triggered, &m_workbench, &Workbench::exportLayersRequested);
    connect(&m_actions.exportReport, &QAction::triggered, &m_workbench, &Workbench::exportReportRequested);
    connect(&m_actions.exportModel, &QAction::triggered, &m_workbench, &Workbench::exportModelRequested);
    connect(&m_actions.quit, &QAction::triggered, this, &QWidget::close);
    connect(&m_actions.compare, &QAction::triggered, &session, &ModelSession::compare);
    connect(&m_actions.cancel, &QAction::triggered, &m_workbench, &Workbench::cancel);
    connect(&m_actions.demo, &QAction::triggered, this, &MainWindow::openDemo);
    connect(&m_actions.restoreLayout, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    connect(&m_actions.guide, &QAction::triggered, &m_workbench, &Workbench::guideRequested);
    connect(&m_actions.handbook, &QAction::triggered, this, &MainWindow::showHandbookOfDock);
    connect(&m_workbench, &Workbench::handbookRequested, this, &MainWindow::showHandbook);
    connect(&m_actions.shortcuts, &QAction::triggered, this, [this] { showShortcuts(*this); });
    connect(&m_actions.about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(&m_workbench, &Workbench::openBaselineRequested, this, openBaseline);
    connect(&m_workbench, &Workbench::openAnalysisRequested, this, openAnalysis);
    connect(&m_workbench, &Workbench::addInputsRequested, this, &MainWindow::browseInputs);
    connect(&m_workbench, &Workbench::openDataRequested, this, &MainWindow::browseData);
    connect(&m_workbench, &Workbench::openDataFolderRequested, this, &MainWindow::browseDataFolder);
    connect(&m_workbench, &Workbench::openVersionRequested, this, &MainWindow::browseVersion);
    connect(&m_workbench, &Workbench::dockRequested, this, &MainWindow::raiseDock);
    connect(&m_workbench, &Workbench::demoRequested, this, &MainWindow::openDemo);
    connect(&m_workbench, &Workbench::recentRequested, this, [this](QMenu* menu) {
        fillRecentMenu(*menu, m_workbench.session());
        m_projectFiles.fillRecentMenu(*menu);
    });
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
    connect(&session, &ModelSession::failed, this,
            [this](const Label& message) { m_message->showMessage(MessageBar::Severity::Error, message); });
    connect(&m_workbench, &Workbench::noticed, this,
            [this](const Label& message) { m_message->showMessage(MessageBar::Severity::Info, message); });
    connect(&session.compareJob(), &JobRunner::started, this, [this] {
        m_message->hide();
        if (m_workbench.session().canCompare()) // not where the models of a result are gone
            rememberSession(m_workbench.session());
    });
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
    connect(&m_workbench.filter(), &LayerFilter::metricChanged, this, &MainWindow::fillMetricBox);
    connect(m_metricBox, &QComboBox::activated, this, [this](int index) {
        m_workbench.filter().setMetric(results::MetricId(m_metricBox->itemData(index).toInt()));
    });
}

/// At the chapter about the dock that has the keyboard focus.
void MainWindow::showHandbookOfDock()
{
    QString chapter = QStringLiteral("index");
    for (qsizetype i = 0; i < m_docks.size(); ++i)
        if (m_docks.at(i)->isAncestorOf(QApplication::focusWidget()))
            chapter = QLatin1String(dockTable()[std::size_t(i)].chapter);
    showHandbook(chapter);
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

/// Whether what was compared may go for something else: only where there is a result that it took a run to get.
bool MainWindow::mayReplaceSession(const QString& by)
{
    const ModelSession& session = m_workbench.session();
    if (!session.result() || !session.canCompare())
        return true;
    return askPlainly(this, tr("Replace what is open?"),
                      tr("%1 and its results make room for %2.").arg(session.baseline().fileName(), by),
                      QMessageBox::Ok | QMessageBox::Cancel, QMessageBox::Ok)
           == QMessageBox::Ok;
}

void MainWindow::openDemo()
{
    ModelSession& session = m_workbench.session();
    if (!mayReplaceSession(tr("the demo")) || !mayLeaveConfig())
        return;
    try {
        const auto path = [](const char* name) {
            return QString::fromStdString(project::dataFile(std::filesystem::path("demo") / name).string());
        };
        const QString baseline = path("float.onnx");
        const QString analysis = path("int8.onnx");
        const QString input = path("bad_case.npy");
        const QString data = path("inputs.npy");
        const QString config = ownDemoConfig(path("config.yaml"));
        const QString calibration = path("calibration.npy");
        session.baseline().setPath(baseline);
        session.analysis().setPath(analysis);
        session.setInputs({input});
        session.setData(data);
        session.setCalibration(calibration);
        session.setConfig({}); // read anew, should it be open
        session.setConfig(config);
    } catch (const Error& error) {
        m_message->showMessage(MessageBar::Severity::Error, errorLabel(error));
        return;
    }
    session.compare();
}

QString MainWindow::chooseModel(const QString& title)
{
    return chooseFile(*this, title, tr("Models (*.onnx *.pt *.pth *.ts *.torchscript *.pt2 *.tflite);;All files (*)"));
}

void MainWindow::browseVersion(int column, bool isFolder)
{
    const QString path = isFolder ? chooseFolder(*this, tr("Open a folder of dumped tensors"))
                                  : chooseModel(tr("Open another version of the model"));
    if (!path.isEmpty())
        m_workbench.analysis<VersionsAnalysis>().setFile(column, path);
}

void MainWindow::browseModel(ModelSlot& slot, const QString& title)
{
    const QString path = chooseModel(title);
    if (!path.isEmpty() && mayReplaceSession(QFileInfo(path).fileName()))
        slot.setPath(path);
}

void MainWindow::browseResult()
{
    const QString path = chooseFile(*this, tr("Open result"), tr("Results (*.json *.txt *.csv *.log);;All files (*)"));
    if (!path.isEmpty())
        m_workbench.results().open(path);
}

void MainWindow::browseInputs()
{
    const QStringList paths =
        chooseFiles(*this, tr("Choose inputs"),
                    tr("Tensors and images (*.npy *.npz *.pb *.pt *.png *.jpg *.jpeg *.bmp);;All files (*)"));
    ModelSession& session = m_workbench.session();
    if (!paths.isEmpty())
        session.setInputs(session.inputs() + inputWords(paths, session));
}

void MainWindow::browseData()
{
    const QString path =
        chooseFile(*this, tr("Open data"), tr("Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)"));
    if (!path.isEmpty())
        m_workbench.session().setData(path);
}

void MainWindow::browseDataFolder()
{
    if (const QString path = chooseFolder(*this, tr("Open a folder of samples")); !path.isEmpty())
        m_workbench.session().setData(path);
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
                .arg(baseline.isEmpty() ? tr("none") : baseline, analysis.isEmpty() ? tr("none") : analysis));
    const QString about = !m_workbench.project().path().isEmpty() ? m_workbench.project().fileName()
                          : session.canCompare()                  ? tr("%1 and %2").arg(baseline, analysis)
                                                                  : QString();
    setWindowTitle(about.isEmpty() ? QStringLiteral("Quantloupe[*]") : about + QStringLiteral("[*] – Quantloupe"));
    setWindowModified(m_workbench.project().isDirty() || m_workbench.config().isDirty());
}

} // namespace ql::widgets
