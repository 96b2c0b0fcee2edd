// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// What a shell or a cluster may take away from a process.
class TestCliLimits : public QObject {
    Q_OBJECT

    /// @p shell is run by sh, with the program as "$0" and @p arguments as "$@".
    static CliResult runIn(const QString& shell, const QStringList& arguments)
    {
        QProcess cli;
        startCli(cli, {"--version"});
        const auto program = cli.program();
        finishCli(cli);
        QProcess process;
        process.start("/bin/sh", QStringList{"-c", shell, program} + arguments);
        return finishCli(process);
    }
    static QStringList comparison()
    {
        return {"compare",
                "--baseline",
                demoFile("float.onnx"),
                "--analysis",
                demoFile("int8.onnx"),
                "--input",
                demoFile("bad_case.npy")};
    }

private Q_SLOTS:
    void littleAddressSpaceIsOneLine_data()
    {
        QTest::addColumn<int>("kilobytes");
        for (const int kilobytes : {300'000, 600'000, 1'000'000}) // OpenBLAS waited forever
            QTest::addRow("%d kB", kilobytes) << kilobytes;
    }
    void littleAddressSpaceIsOneLine()
    {
        QFETCH(const int, kilobytes);
        const auto result =
            runIn(QString("ulimit -v %1; exec \"$0\" \"$@\"").arg(kilobytes), {"info", demoFile("float.onnx")});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains("address space"), result.all().constData());
    }

    void moreThreadsThanThereIsRoomForIsOneLine()
    {
        const auto result =
            runIn("ulimit -v 4000000; exec \"$0\" \"$@\"", comparison() + QStringList{"--threads", "1024"});
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    }

    void closedStreamsAreNoCrash_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::addColumn<int>("status");
        QTest::newRow("stdin") << "exec \"$0\" \"$@\" <&-" << 0;
        QTest::newRow("stderr") << "exec \"$0\" \"$@\" 2>&-" << 0;
        QTest::newRow("stdout") << "exec \"$0\" \"$@\" >&-" << 1;
        QTest::newRow("all") << "exec \"$0\" \"$@\" <&- >&- 2>&-" << 1;
    }
    void closedStreamsAreNoCrash()
    {
        QFETCH(const QString, shell);
        QFETCH(const int, status);
        const QTemporaryDir folder;
        const auto result = runIn(shell, comparison() + QStringList{"--out", folder.path(), "--progress", "always"});
        QVERIFY2(result.status == status, result.all().constData());
        // No message went into a file that was opened in a closed stream's place.
        QFile report(folder.filePath("compare.json"));
        if (status != 0)
            return; // what can't be printed is not written either
        QVERIFY(report.open(QIODevice::ReadOnly));
        const auto bytes = report.readAll();
        QVERIFY(bytes.startsWith('{') && bytes.trimmed().endsWith('}'));
    }
    void errorsWithoutAStreamForThem()
    {
        const auto result = runIn("exec \"$0\" \"$@\" 2>&-", {"info", "nowhere.onnx"});
        QVERIFY2(result.status == 1, result.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliLimits)
#include "tst_cli_limits.moc"
