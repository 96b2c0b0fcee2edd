// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/guide/chapters.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// Every command of the handbook does what it says: each block of them, and each script, is run as it is printed in a
/// fresh folder with a copy of the demo. Both languages have the same ones.
class TestGuideCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_written.isValid() && m_demo.isValid());
        const auto copied = runCli({"demo", "--files", m_demo.path()}); // as the first chapter says
        QVERIFY2(copied.status == 0, copied.all().constData());
        for (const QFileInfo& file : QFileInfo(demoFile(QStringLiteral("float.onnx"))).dir().entryInfoList(QDir::Files))
            QVERIFY2(QFile::exists(m_demo.filePath(file.fileName())), qPrintable(file.fileName()));
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
        run(QStringLiteral("sh"), {QStringLiteral("-e"), QStringLiteral("-c"), commands}, commands);
    }

    void everyScriptWorks()
    {
#ifdef QUANTLOUPE_PYTHON
        const QString python = QStringLiteral(QUANTLOUPE_PYTHON);
        QProcess numpy;
        numpy.start(python, {QStringLiteral("-c"), QStringLiteral("import numpy")});
        if (!numpy.waitForFinished() || numpy.exitCode() != 0)
            QSKIP("SKIPPED: numpy is not installed");
        int scripts = 0;
        for (const Chapter& chapter : chapters(QStringLiteral("en")))
            for (const QString& script : chapter.scripts()) {
                ++scripts;
                run(python, {QStringLiteral("-c"), script}, script);
            }
        QVERIFY(scripts > 2);
#else
        QSKIP("SKIPPED: the Python package is not built");
#endif
    }

    void theyWroteWhatTheTextSays()
    {
        const QDir folder(m_written.path());
        for (const char* file :
             {"reports/report.html", "reports/compare_per_layer_out.txt", "reports/error_budget.csv",
              "found/badcase.pt", "quantized/float_qdq.onnx", "quantized/float_record.txt", "tuned/tuned.yaml",
              "tuned/pareto", "statistics/tensorboard", "change/diff.txt", "session/compare/compare.json", "layers.xml",
              "findings.sarif", "page.html", "schemas/compare.schema.json", "board-dump/graph.txt", "found_record.txt"})
            QVERIFY2(folder.exists(QLatin1String(file)), file);
    }

    /// What --out fills: no file there that the chapter about files doesn't name.
    void everyFileThatTheyWroteIsNamed()
    {
        const QString files = chapterText(QStringLiteral("en"), QStringLiteral("files"));
        int seen = 0;
        for (const char* folder : {"reports", "found", "worst", "quantized", "tuned", "statistics", "change", "today"})
            for (const QString& name : QDir(m_written.filePath(QLatin1String(folder))).entryList(QDir::Files)) {
                ++seen;
                QString general = name;
                general.replace(QLatin1String("float_"), QLatin1String("NAME_"))
                    .replace(QLatin1String("logits_sqnr_db_"), QLatin1String("OUTPUT_METRIC_"));
                QVERIFY2(files.contains(u'`' + general + u'`'), qPrintable(name));
            }
        QVERIFY(seen > 40);
    }

private:
    /// In a folder of its own, whose files are kept with those that others wrote.
    void run(const QString& program, const QStringList& arguments, const QString& text)
    {
        const QTemporaryDir fresh;
        QVERIFY(QProcess::execute(QStringLiteral("cp"), {QStringLiteral("-r"), m_demo.path(), fresh.filePath("demo")})
                == 0);
        QProcess process;
        process.setWorkingDirectory(fresh.path());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(QUANTLOUPE_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("PYTHONPATH"), QStringLiteral(QUANTLOUPE_PYTHON_PATH));
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        QVERIFY(process.waitForFinished(120'000));
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
                 (text.toUtf8() + process.readAllStandardOutput() + process.readAllStandardError()).constData());
        QVERIFY(QProcess::execute(QStringLiteral("cp"),
                                  {QStringLiteral("-r"), fresh.path() + QStringLiteral("/."), m_written.path()})
                == 0);
    }

    QTemporaryDir m_demo;
    QTemporaryDir m_written;
};

QTEST_GUILESS_MAIN(TestGuideCommands)
#include "tst_guide_commands.moc"
