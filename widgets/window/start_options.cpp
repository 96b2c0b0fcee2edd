// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/start_options.h"

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

bool isBusy(ModelSession& session)
{
    return session.engineJob().isRunning() || session.isComparing() || isBusy(session.baseline())
           || isBusy(session.analysis());
}

} // namespace

StartOptions parseStartOptions(const QStringList& arguments)
{
    const QCommandLineOption baseline(QStringLiteral("baseline"), OptionWords::tr("The high-precision model."),
                                      QStringLiteral("file"));
    const QCommandLineOption analysis(QStringLiteral("analysis"), OptionWords::tr("The quantized model."),
                                      QStringLiteral("file"));
    const QCommandLineOption input(QStringLiteral("input"),
                                   OptionWords::tr("An input, as for quantloupe-cli; may be repeated."),
                                   QStringLiteral("word"));
    const QCommandLineOption data(QStringLiteral("data"), OptionWords::tr("A data set to look for bad cases in."),
                                  QStringLiteral("path"));
    const QCommandLineOption config(QStringLiteral("config"), OptionWords::tr("A quantization config."),
                                    QStringLiteral("file"));
    const QCommandLineOption calibration(QStringLiteral("calibration"),
                                         OptionWords::tr("Samples that the config is calibrated with."),
                                         QStringLiteral("path"));
    const QCommandLineOption demo(QStringLiteral("demo"),
                                  OptionWords::tr("Opens the example that comes with the program."));
    const QCommandLineOption language(QStringLiteral("lang"), OptionWords::tr("Language of the window: en or zh_CN."),
                                      QStringLiteral("code"));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        OptionWords::tr("Compares, writes a picture of the window as PNG and quits."),
                                        QStringLiteral("file"));
    QCommandLineOption paint(QStringLiteral("quit-after-paint"));
    paint.setFlags(QCommandLineOption::HiddenFromHelp);
    QCommandLineParser parser;
    parser.setApplicationDescription(OptionWords::tr("A loupe for quantized neural networks"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions({baseline, analysis, data, config, calibration, input, demo, language, screenshot, paint});
    parser.addPositionalArgument(QStringLiteral("files"), OptionWords::tr("A project, or models and inputs."),
                                 QStringLiteral("[files…]"));
    parser.process(arguments);
    return {.baseline = parser.value(baseline),
            .analysis = parser.value(analysis),
            .data = parser.value(data),
            .config = parser.value(config),
            .calibration = parser.value(calibration),
            .inputs = parser.values(input),
            .files = parser.positionalArguments(),
            .language = parser.value(language),
            .screenshot = parser.value(screenshot),
            .isDemo = parser.isSet(demo),
            .quitsAfterPaint = parser.isSet(paint)};
}

void applyStartOptions(const StartOptions& options, MainWindow& window)
{
    if (options.isDemo) {
        window.openDemo();
        return;
    }
    ModelSession& session = window.workbench().session();
    window.openFiles(options.files);
    if (!options.baseline.isEmpty())
        session.baseline().setPath(options.baseline);
    if (!options.analysis.isEmpty())
        session.analysis().setPath(options.analysis);
    if (!options.data.isEmpty())
        session.setData(options.data);
    if (!options.calibration.isEmpty())
        session.setCalibration(options.calibration);
    if (!options.config.isEmpty())
        session.setConfig(options.config);
    if (!options.inputs.isEmpty())
        session.setInputs(options.inputs);
    if (!window.workbench().project().isBusy())
        session.compare();
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
        if (state->isDone || isBusy(window.workbench().session()))
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
}

} // namespace ql::widgets
