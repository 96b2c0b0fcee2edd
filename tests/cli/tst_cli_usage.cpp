// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

class TestCliUsage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helps();
    void helpsWithoutLoadingTheEngine();
    void refusesWrongUsage_data();
    void refusesWrongUsage();
    void failsWithOneLine_data();
    void failsWithOneLine();
    void failsWhenStdoutIsFull();

private:
    QString planted(const QString& name, const QByteArray& content);

    QTemporaryDir m_folder;
};

QString TestCliUsage::planted(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

void TestCliUsage::helps()
{
    const auto help = runCli({"--help"});
    QCOMPARE(help.status, 0);
    for (const char* command : {"info", "run", "compare", "demo"}) {
        QVERIFY2(help.out.contains(QByteArray("\n  ") + command), command);
        const auto own = runCli({command, "--help"});
        QCOMPARE(own.status, 0);
        QVERIFY2(own.out.contains("--json"), command);
        QVERIFY2(own.out.contains("--progress"), command);
    }
    QCOMPARE(runCli({"--version"}).out, QByteArray("quantloupe-cli " QUANTLOUPE_VERSION "\n"));
}

void TestCliUsage::helpsWithoutLoadingTheEngine()
{
    // LibTorch alone takes half a second to load; the best of five runs shows whether --help or a typo pays for it.
    qint64 least = std::numeric_limits<qint64>::max();
    for (int i = 0; i < 5; ++i) {
        QElapsedTimer timer;
        timer.start();
        runCli({"--help"});
        least = std::min(least, timer.elapsed());
    }
    QVERIFY2(least < 300, QByteArray::number(least).constData());
}

void TestCliUsage::refusesWrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("no command") << QStringList{} << "subcommand";
    QTest::newRow("unknown command") << QStringList{"frobnicate"} << "frobnicate";
    QTest::newRow("unknown option") << QStringList{"info", "a.onnx", "--frob"} << "--frob";
    QTest::newRow("no model") << QStringList{"info"} << "MODEL";
    QTest::newRow("no analysis") << QStringList{"compare", "--baseline", "a.onnx"} << "--analysis";
    QTest::newRow("unknown variant") << QStringList{"compare", "--baseline", "a.onnx", "--variant", "best"} << "best";
    QTest::newRow("variant and analysis")
        << QStringList{"compare", "--baseline", "a", "--analysis", "b", "--variant", "folded"} << "--variant";
    QTest::newRow("variant and quantization")
        << QStringList{"badcase", "--baseline", "a", "--data", "d", "--variant", "fused", "--activation-bits", "4"}
        << "--variant";
    QTest::newRow("unknown metric") << QStringList{"compare", "--baseline", "a", "--analysis", "b", "--sort", "psnr"}
                                    << "psnr";
    QTest::newRow("bad threshold") << QStringList{"compare", "--baseline", "a",     "--analysis",
                                                  "b",       "--fail-on",  "sqnr=3"}
                                   << "sqnr=3";
    QTest::newRow("bad device") << QStringList{"run", "a.onnx", "--device", "gpu"} << "cpu, cuda or cuda:N";
    QTest::newRow("unknown choice") << QStringList{"fix", "-b", "a", "-d", "b", "-m", "psnr"}
                                    << "expected one of cosine, sqnr, sqnr_db, found 'psnr'";
    QTest::newRow("no time") << QStringList{"fix", "-b", "a", "-d", "b", "--time-limit", "0"}
                             << "expected a number above 0, found '0'";
    QTest::newRow("no number") << QStringList{"tune", "-b", "a", "-d", "b", "--time-limit", "soon"}
                               << "expected a number above 0, found 'soon'";
    QTest::newRow("bad threads") << QStringList{"run", "a.onnx", "--threads", "-2"} << "--threads";
    QTest::newRow("bad log level") << QStringList{"run", "a.onnx", "--log-level", "loud"} << "--log-level";
}

void TestCliUsage::refusesWrongUsage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto result = runCli(arguments);
    QCOMPARE(result.status, 2);
    QVERIFY2(result.err.startsWith("error: "), result.all().constData());
    QVERIFY2(result.err.contains(says.toUtf8()), result.all().constData());
    QVERIFY(result.out.isEmpty());
}

void TestCliUsage::failsWithOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QFile whole(demoFile("float.onnx"));
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const auto bytes = whole.readAll();
    const auto truncated = planted("truncated.onnx", bytes.left(bytes.size() / 2));
    const auto text = planted("text.onnx", "Dear model,\nthis is a letter.\n");
    const auto empty = planted("empty.onnx", {});
    const auto npy = planted("half.npy", QByteArray("\x93NUMPY\x01\x00v\x00{'descr':", 20));
    const auto missing = m_folder.filePath("missing.onnx");
    const auto good = demoFile("float.onnx");
    for (const char* command : {"info", "run"}) {
        QTest::addRow("%s missing", command) << QStringList{command, missing} << "missing.onnx";
        QTest::addRow("%s truncated", command) << QStringList{command, truncated} << "truncated.onnx";
        QTest::addRow("%s text", command) << QStringList{command, text} << "text.onnx";
        QTest::addRow("%s empty", command) << QStringList{command, empty} << "empty.onnx";
    }
    QTest::newRow("compare") << QStringList{"compare", "--baseline", good, "--analysis", truncated} << "truncated.onnx";
    QTest::newRow("json") << QStringList{"info", missing, "--json"} << "missing.onnx";
    QTest::newRow("no input") << QStringList{"run", good} << "image";
    QTest::newRow("bad array") << QStringList{"run", good, "--input", npy} << "half.npy";
    QTest::newRow("wrong input") << QStringList{"run", good, "--input", "picture=random"} << "picture";
    QTest::newRow("no cuda, by torch's name")
        << QStringList{"run", good, "--input", "random", "--device", "cuda"} << "cuda is not available";
    QTest::newRow("no cuda") << QStringList{"run", good, "--input", "random", "--device", "cuda:0"} << "cuda:0";
    QTest::newRow("no samples") << QStringList{"compare", "--baseline", good, "--config", "c.yaml", "--input", "random"}
                                << "c.yaml";
    QTest::newRow("folder") << QStringList{"compare", "--baseline", good, "--analysis", m_folder.path()} << "image";
    QTest::newRow("unwritable") << QStringList{"info", good, "--out", "/proc/nowhere"} << "/proc/nowhere";
}

void TestCliUsage::failsWithOneLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto result = runCli(arguments);
    QVERIFY2(result.status == 1, result.all().constData());
    QVERIFY2(result.isOneErrorLine(), result.all().constData());
    QVERIFY2(result.err.contains(says.toUtf8()), result.all().constData());
}

void TestCliUsage::failsWhenStdoutIsFull()
{
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    startCli(process, {"info", demoFile("float.onnx")});
    const auto result = finishCli(process);
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
}

QTEST_GUILESS_MAIN(TestCliUsage)
#include "tst_cli_usage.moc"
