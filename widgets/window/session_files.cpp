// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/session_files.h"

#include "core/base/error.h"
#include "core/project/data_folder.h"
#include "widgets/analyses/versions/versions_analysis.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/text/error_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/config_files.h"
#include "widgets/window/dropped_files.h"
#include "widgets/window/project_files.h"
#include "widgets/window/recent_sessions.h"
#include "widgets/window/tool_bar/main_actions.h"
#include "widgets/workbench/workbench.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>

namespace ql::widgets {

namespace {

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

SessionFiles::SessionFiles(Workbench& workbench, MainActions& actions, ProjectFiles& projects, ConfigFiles& configs,
                           MessageBar& message, QWidget& window)
    : QObject(&window)
    , m_workbench(workbench)
    , m_projects(projects)
    , m_configs(configs)
    , m_message(message)
    , m_window(window)
{
    const auto openBaseline = [this] { browseModel(m_workbench.session().baseline(), tr("Open baseline model")); };
    const auto openAnalysis = [this] { browseModel(m_workbench.session().analysis(), tr("Open analysis model")); };
    connect(&actions.openBaseline, &QAction::triggered, this, openBaseline);
    connect(&actions.openAnalysis, &QAction::triggered, this, openAnalysis);
    connect(&actions.openResult, &QAction::triggered, this, &SessionFiles::browseResult);
    connect(&actions.addInputs, &QAction::triggered, this, &SessionFiles::browseInputs);
    connect(&actions.openData, &QAction::triggered, this, &SessionFiles::browseData);
    connect(&actions.openDataFolder, &QAction::triggered, this, &SessionFiles::browseDataFolder);
    connect(&actions.demo, &QAction::triggered, this, &SessionFiles::openDemo);
    connect(&workbench, &Workbench::openBaselineRequested, this, openBaseline);
    connect(&workbench, &Workbench::openAnalysisRequested, this, openAnalysis);
    connect(&workbench, &Workbench::addInputsRequested, this, &SessionFiles::browseInputs);
    connect(&workbench, &Workbench::openDataRequested, this, &SessionFiles::browseData);
    connect(&workbench, &Workbench::openDataFolderRequested, this, &SessionFiles::browseDataFolder);
    connect(&workbench, &Workbench::openVersionRequested, this, &SessionFiles::browseVersion);
    connect(&workbench, &Workbench::demoRequested, this, &SessionFiles::openDemo);
}

void SessionFiles::open(const QStringList& paths)
{
    const SortedFiles files = sortFiles(paths, m_workbench.session());
    if (!files.project.isEmpty()) {
        m_projects.open(files.project); // it names the rest
        return;
    }
    take(files);
    if (!files.result.isEmpty())
        m_workbench.results().open(files.result);
    if (!files.unknown.isEmpty())
        m_message.showMessage(MessageBar::Severity::Warning, [names = files.unknown.join(QStringLiteral(", "))] {
            return tr("Neither a model (.onnx, TorchScript, .pt2, .tflite), weights (.safetensors, .gguf, .pth), an "
                      "input "
                      "(.npy, .npz, .pb, .bin, .pt or a folder), a quantization config nor a result of an analysis: %1")
                .arg(names);
        });
}

void SessionFiles::take(const SortedFiles& files)
{
    const QString model = files.baseline.isEmpty() ? files.analysis : files.baseline;
    if (files.isEmpty() || (!model.isEmpty() && !mayReplace(QFileInfo(model).fileName())))
        return;
    if (!files.isAll || m_configs.mayLeave())
        put(files);
}

void SessionFiles::put(const SortedFiles& files)
{
    ModelSession& session = m_workbench.session();
    takeFiles(files, session);
    if (files.isAll)
        session.setConfig({}); // read anew, should it be open
    m_configs.open(files.config);
    m_workbench.examineOpened();
}

void SessionFiles::fillRecent(QMenu& menu)
{
    fillRecentMenu(menu, [this](const SortedFiles& files) { take(files); });
    m_projects.fillRecentMenu(menu);
}

/// Whether what was compared may go for something else: only where there is a result that it took a run to get.
bool SessionFiles::mayReplace(const QString& by)
{
    const ModelSession& session = m_workbench.session();
    if (!session.result() || !session.canCompare())
        return true;
    return askPlainly(&m_window, tr("Replace what is open?"),
                      tr("%1 and its results make room for %2.").arg(session.baseline().fileName(), by),
                      QMessageBox::Ok | QMessageBox::Cancel, QMessageBox::Ok)
           == QMessageBox::Ok;
}

void SessionFiles::openDemo()
{
    SortedFiles files;
    files.isAll = true;
    try {
        const auto path = [](const char* name) {
            return QString::fromStdString(project::dataFile(std::filesystem::path("demo") / name).string());
        };
        files.baseline = path("float.onnx");
        files.analysis = path("int8.onnx");
        files.data = path("inputs.npy");
        files.calibration = path("calibration.npy");
        files.config = path("config.yaml");
    } catch (const Error& error) {
        m_message.showMessage(MessageBar::Severity::Error, errorLabel(error));
        return;
    }
    if (!mayReplace(tr("the demo")) || !m_configs.mayLeave())
        return;
    files.config = ownDemoConfig(files.config);
    put(files);
}

QString SessionFiles::chooseModel(const QString& title)
{
    return chooseFile(m_window, title,
                      tr("Models (*.onnx *.pt *.pth *.ts *.torchscript *.pt2 *.tflite);;All files (*)"));
}

void SessionFiles::browseVersion(int column, bool isFolder)
{
    const QString path = isFolder ? chooseFolder(m_window, tr("Open a folder of dumped tensors"))
                                  : chooseModel(tr("Open another version of the model"));
    if (!path.isEmpty())
        m_workbench.analysis<VersionsAnalysis>().setFile(column, path);
}

void SessionFiles::browseModel(ModelSlot& slot, const QString& title)
{
    const QString path = chooseModel(title);
    if (path.isEmpty())
        return;
    SortedFiles files;
    (&slot == &m_workbench.session().baseline() ? files.baseline : files.analysis) = path;
    take(files);
}

void SessionFiles::browseResult()
{
    const QString path =
        chooseFile(m_window, tr("Open result"), tr("Results (*.json *.txt *.csv *.log);;All files (*)"));
    if (!path.isEmpty())
        m_workbench.results().open(path);
}

void SessionFiles::browseInputs()
{
    const QStringList paths =
        chooseFiles(m_window, tr("Choose inputs"),
                    tr("Tensors and images (*.npy *.npz *.pb *.pt *.png *.jpg *.jpeg *.bmp);;All files (*)"));
    ModelSession& session = m_workbench.session();
    if (!paths.isEmpty())
        session.setInputs(session.inputs() + inputWords(paths, session));
}

void SessionFiles::browseData()
{
    const QString path =
        chooseFile(m_window, tr("Open data"), tr("Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)"));
    SortedFiles files;
    files.data = path;
    take(files);
}

void SessionFiles::browseDataFolder()
{
    SortedFiles files;
    files.data = chooseFolder(m_window, tr("Open a folder of samples"));
    take(files);
}

} // namespace ql::widgets
