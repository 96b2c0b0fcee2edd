// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace ql::tests;

/// A pipe without a writer, a device without an end or a folder stands where a file is expected: one line, at once.
class TestCliSpecialFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void refusesAtOnce_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString model = demoFile("float.onnx");
        const QString twin = demoFile("int8.onnx");
        const QString input = "--input=" + demoFile("inputs.npy");
        const QString config = demoFile("config.yaml");
        const QString pipe = m_folder.filePath("pipe");
        QCOMPARE(::mkfifo(pipe.toStdString().c_str(), 0600), 0);
        for (const QString& file : {pipe, QString("/dev/zero"), m_folder.path()}) {
            const auto row = [&](const char* name, const QStringList& arguments) {
                QTest::addRow("%s %s", name, qPrintable(file.section('/', -1))) << arguments;
            };
            row("model", {"info", file});
            row("check", {"check", file});
            row("weights", {"weights", "--baseline", file, "--analysis", twin});
            row("input", {"run", model, "--input", file});
            row("named input", {"run", model, "--input", "x=" + file});
            row("raw numbers", {"run", model, "--input", file + ":float32:1"});
            row("preprocessing", {"run", model, input, "--preprocess", file});
            row("map", {"compare", "--baseline", model, "--analysis", twin, input, "--map", file});
            row("bad case", {"compare", "--baseline", model, "--analysis", twin, "--badcase", file});
            row("labels", {"badcase", "--baseline", model, "--analysis", twin, "--data", demoFile("inputs.npy"),
                           "--labels", file});
            row("list", {"badcase", "--baseline", model, "--analysis", twin, "--data", file});
            row("config", {"config", "show", file});
            row("record", {"compare", "--baseline", model, "--config", config, input, "--record", file});
            row("project", {"project", "run", file});
            row("results", {"diff", file, file});
            row("report", {"report", file});
            row("library", {"info", model, "--op-library", file});
        }
    }
    void refusesAtOnce()
    {
        QFETCH(const QStringList, arguments);
        QElapsedTimer clock;
        clock.start();
        const auto result = runCli(arguments);
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        constexpr qint64 kAtOnceMs = 20'000; // a pipe or /dev/zero would never end
        QVERIFY(clock.elapsed() < kAtOnceMs);
    }
};

QTEST_APPLESS_MAIN(TestCliSpecialFiles)
#include "tst_cli_special_files.moc"
