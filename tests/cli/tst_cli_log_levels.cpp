// SPDX-License-Identifier: GPL-3.0-or-later
// What is logged, by the words and the variables that AMCT has for it.
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace ql::tests;

namespace {

CliResult calibrateWith(const QStringList& more, const QStringList& variables = {})
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto& each : variables)
        environment.insert(each.section('=', 0, 0), each.section('=', 1));
    process.setProcessEnvironment(environment);
    startCli(process, QStringList{"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy"),
                                  "--num-samples", "2"}
                          + more);
    return finishCli(process);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const char* const kPhase = "observing activations on 2 samples"; // info
const char* const kLayer = "quantized to int8 with";             // debug

} // namespace

class TestCliLogLevels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void levelsAreSpelledAsOneLikes()
    {
        for (const char* level : {"info", "INFO", "Info"}) {
            const auto said = calibrateWith({"--log-level", level});
            QVERIFY2(said.status == 0, said.all().constData());
            QVERIFY2(said.err.contains(kPhase) && !said.err.contains(kLayer), said.err.constData());
        }
        const auto silent = calibrateWith({});
        QVERIFY2(silent.status == 0 && !silent.err.contains(kPhase), silent.err.constData());
    }

    void amctsVariableChoosesTheScreensLevel()
    {
        const auto debug = calibrateWith({}, {"AMCT_LOG_LEVEL=DEBUG"});
        QVERIFY2(debug.status == 0, debug.all().constData());
        QVERIFY2(debug.err.contains(kPhase) && debug.err.contains(kLayer), debug.err.constData());
        const auto said = calibrateWith({"--log-level", "error"}, {"AMCT_LOG_LEVEL=DEBUG"}); // which the option beats
        QVERIFY2(said.status == 0 && !said.err.contains(kPhase), said.err.constData());
        const auto wrong = calibrateWith({}, {"AMCT_LOG_LEVEL=LOUD"});
        QVERIFY2(wrong.status == 2 && wrong.err.contains("LOUD"), wrong.all().constData());
    }

    void amctsVariableChoosesTheFilesLevel()
    {
        const QTemporaryDir folder;
        const auto file = folder.filePath("amct.log");
        const auto result = calibrateWith({"--log-file", file}, {"AMCT_LOG_FILE_LEVEL=DEBUG"});
        QVERIFY2(result.status == 0 && !result.err.contains(kLayer), result.all().constData());
        const auto text = contentOf(file);
        for (const char* words : {"fusing: ", kPhase, kLayer, "quantized: "})
            QVERIFY2(text.contains(words), text.constData());
        QFile::remove(file);
        QVERIFY(calibrateWith({"--log-file", file, "--log-file-level", "INFO"}).status == 0);
        const auto phases = contentOf(file);
        QVERIFY2(phases.contains(kPhase) && !phases.contains(kLayer), phases.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliLogLevels)
#include "tst_cli_log_levels.moc"
