// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/start_options.h"

#include "widgets/window/dropped_files.h"
#include "widgets/window/main_window.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>

#include <chrono>
#include <memory>

namespace ql::widgets {

namespace {

/// Gives this file's words their context.
struct OptionWords {
    Q_DECLARE_TR_FUNCTIONS(StartOptions)
};

constexpr std::chrono::milliseconds kSettling{200};

bool isBusy(const ModelSlot& slot)
{
    return slot.state() == ModelSlot::State::Waiting || slot.state() == ModelSlot::State::Reading;
}

bool isBusy(Workbench& workbench)
{
    ModelSession& session = workbench.session();
    return workbench.isBusy() || workbench.results().isBusy() || session.engineJob().isRunning()
           || session.isComparing() || isBusy(session.baseline()) || isBusy(session.analysis());
}

} // namespace

QList<QCommandLineOption> declareStartOptions(QCommandLineParser& parser)
{
    const auto option = [](const char* name, const QString& description, const char* placeholder = "") {
        return QCommandLineOption(QString::fromLatin1(name), description, QString::fromLatin1(placeholder));
    };
    QCommandLineOption paint(QStringLiteral("quit-after-paint"));
    paint.setFlags(QCommandLineOption::HiddenFromHelp);
    const QList<QCommandLineOption> own{
        option("baseline", OptionWords::tr("The high-precision model."), "FILE"),
        option("analysis", OptionWords::tr("The quantized model."), "FILE"),
        option("data", OptionWords::tr("A data set to look for bad cases in."), "PATH"),
        option("config", OptionWords::tr("A quantization config."), "FILE"),
        option("calibration", OptionWords::tr("Samples that the config is calibrated with."), "PATH"),
        option("input", OptionWords::tr("An input, as for quantloupe-cli; may be repeated."), "INPUT"),
        option("demo", OptionWords::tr("Opens the example that comes with the program.")),
        option("lang", OptionWords::tr("Language of the window: en or zh_CN."), "en|zh_CN"),
        option("screenshot", OptionWords::tr("Compares, writes a picture of the window as PNG and quits."), "FILE"),
        option("charts", OptionWords::tr("Writes the charts of the results as PNG into a folder and quits."), "DIR"),
        paint};
    parser.setApplicationDescription(OptionWords::tr("A loupe for quantized neural networks"));
    const QList<QCommandLineOption> common{parser.addHelpOption(), parser.addVersionOption()};
    parser.addOptions(own);
    parser.addPositionalArgument(QStringLiteral("files"), startFilesDescription(), QStringLiteral("[FILE…]"));
    return common + own;
}

QString startFilesDescription()
{
    return OptionWords::tr("A project, a result, or models and inputs.");
}

StartOptions parseStartOptions(const QStringList& arguments)
{
    QCommandLineParser parser;
    declareStartOptions(parser);
    parser.process(arguments);
    const auto value = [&parser](const char* name) { return parser.value(QString::fromLatin1(name)); };
    const auto isSet = [&parser](const char* name) { return parser.isSet(QString::fromLatin1(name)); };
    return {.baseline = value("baseline"),
            .analysis = value("analysis"),
            .data = value("data"),
            .config = value("config"),
            .calibration = value("calibration"),
            .inputs = parser.values(QStringLiteral("input")),
            .files = parser.positionalArguments(),
            .language = value("lang"),
            .screenshot = value("screenshot"),
            .charts = value("charts"),
            .isDemo = isSet("demo"),
            .quitsAfterPaint = isSet("quit-after-paint")};
}

void applyStartOptions(const StartOptions& options, MainWindow& window)
{
    if (options.isDemo) {
        window.openDemo();
        return;
    }
    window.openFiles(options.files);
    SortedFiles named;
    named.baseline = options.baseline;
    named.analysis = options.analysis;
    named.inputs = options.inputs;
    named.data = options.data;
    named.calibration = options.calibration;
    named.config = options.config;
    window.take(named);
    Workbench& workbench = window.workbench();
    if (!workbench.project().isBusy() && !workbench.results().isBusy() && !workbench.session().hasSamples())
        workbench.session().compare();
}

void quitAfterScreenshot(MainWindow& window, const QString& path)
{
    struct State {
        bool hasFailed = false;
        bool isDone = false;
    };
    const auto state = std::make_shared<State>();
    window.restoreDefaultLayout(); // the same picture for everyone
    ModelSession& session = window.workbench().session();
    QObject::connect(&session, &ModelSession::failed, &window, [state] { state->hasFailed = true; });
    const auto check = [state, &window, path] {
        if (state->isDone || isBusy(window.workbench()))
            return;
        state->isDone = true;
        // Layouts and scroll bars settle in several passes of the event loop.
        QTimer::singleShot(kSettling, &window, [state, &window, path] {
            const bool isWritten = window.grab().save(path, "PNG");
            if (!isWritten)
                qCritical("error: %s cannot be written", qUtf8Printable(path));
            QCoreApplication::exit(isWritten && !state->hasFailed ? 0 : 1);
        });
    };
    // Queued, so that every view has seen the change first.
    QObject::connect(&session, &ModelSession::changed, &window, check, Qt::QueuedConnection);
    QObject::connect(&session, &ModelSession::failed, &window, check, Qt::QueuedConnection);
    QObject::connect(&window.workbench().results(), &ResultFiles::opened, &window, check, Qt::QueuedConnection);
    for (Analysis* analysis : window.workbench().offeredAnalyses())
        QObject::connect(analysis, &Analysis::changed, &window, check, Qt::QueuedConnection);
}

} // namespace ql::widgets
