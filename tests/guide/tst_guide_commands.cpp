// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/guide/chapters.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// Every command of the handbook does what it says: all of them are run, chapter by chapter, in one folder with a copy
/// of the demo. Both languages have the same ones.
class TestGuideCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        const QDir folder(m_folder.path());
        QVERIFY(folder.mkdir(QStringLiteral("demo")));
        for (const QFileInfo& file : QFileInfo(demoFile(QStringLiteral("float.onnx"))).dir().entryInfoList(QDir::Files))
            QVERIFY(QFile::copy(file.filePath(), folder.filePath(QStringLiteral("demo/") + file.fileName())));
    }

    void everyCommandWorks_data()
    {
        QTest::addColumn<QString>("commands");
        int blocks = 0;
        for (const Chapter& chapter : chapters(QStringLiteral("en")))
            for (const QString& commands : chapter.commands())
                QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(chapter.name).arg(++blocks))) << commands;
        QVERIFY(blocks > 20);
    }
    void everyCommandWorks()
    {
        QFETCH(QString, commands);
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(QUANTLOUPE_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.start(QStringLiteral("sh"), {QStringLiteral("-e"), QStringLiteral("-c"), commands});
        QVERIFY(shell.waitForFinished(120'000));
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0,
                 (commands.toUtf8() + shell.readAllStandardOutput() + shell.readAllStandardError()).constData());
    }

    void theyWroteWhatTheTextSays()
    {
        const QDir folder(m_folder.path());
        for (const char* file :
             {"reports/report.html", "reports/compare_per_layer_out.txt", "reports/error_budget.csv",
              "found/badcase.pt", "quantized/float_qdq.onnx", "quantized/float_record.txt", "tuned/tuned.yaml",
              "tuned/pareto", "statistics/tensorboard", "change/diff.txt", "session/compare/compare.json", "layers.xml",
              "findings.sarif", "page.html", "schemas/compare.schema.json", "board-dump/graph.txt", "found_record.txt"})
            QVERIFY2(folder.exists(QLatin1String(file)), file);
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestGuideCommands)
#include "tst_guide_commands.moc"
