// SPDX-License-Identifier: GPL-3.0-or-later
// `project run` on the demo: what a file asks for, from wherever it is called.
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QtTest>

using namespace ql::tests;

namespace {

QString demoSettings()
{
    return QStringLiteral("quantloupe: 1\nbaseline: %1\nanalysis: %2\n")
        .arg(demoFile(QStringLiteral("float.onnx")), demoFile(QStringLiteral("int8.onnx")));
}

QString written(const TemporaryFolder& folder, const QString& text)
{
    return QString::fromStdString(folder.write("demo.yaml", text.toUtf8()).string());
}

CliResult runProject(const QString& file, const QStringList& more = {})
{
    return runCli(QStringList{QStringLiteral("project"), QStringLiteral("run"), file} + more);
}

} // namespace

class TestCliProject : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksEveryQuestionOnce()
    {
        const TemporaryFolder folder;
        const auto file = written(folder, demoSettings()
                                              + QStringLiteral("input: random:7\n"
                                                               "out: reports\n"
                                                               "model: %1\n"
                                                               "run:\n"
                                                               "  - compare\n"
                                                               "  - info\n"
                                                               "  - compare: {top: 3, all_nodes: true}\n")
                                                    .arg(demoFile(QStringLiteral("int8.onnx"))));
        const auto found = runProject(file, {QStringLiteral("--json")});
        QVERIFY2(found.status == 0, found.all().constData());
        const auto questions = found.json()[QStringLiteral("questions")].toArray();
        QCOMPARE(questions.size(), 3);
        QCOMPARE(questions[0][QStringLiteral("result")][QStringLiteral("schema")].toString(),
                 QStringLiteral("quantloupe.compare/1"));
        QCOMPARE(questions[1][QStringLiteral("result")][QStringLiteral("schema")].toString(),
                 QStringLiteral("quantloupe.info/1"));
        QCOMPARE(questions[2][QStringLiteral("status")].toInt(), 0);
        const QDir reports(QFileInfo(file).dir().filePath(QStringLiteral("reports")));
        QVERIFY(reports.exists(QStringLiteral("compare/compare.json")));
        QVERIFY(reports.exists(QStringLiteral("compare_2/compare.json")));
    }

    /// What the project shares with other questions gives way to what one of them says instead.
    void aQuestionsOwnSettingReplacesWhatItDoesNotGoWith()
    {
        const TemporaryFolder folder;
        const auto file = written(folder, demoSettings()
                                              + QStringLiteral("input: random:7\n"
                                                               "run:\n"
                                                               "  - compare: {variant: fused}\n"
                                                               "  - compare\n"));
        const auto found = runProject(file, {QStringLiteral("--json")});
        QVERIFY2(found.status == 0, found.all().constData());
        const auto questions = found.json()[QStringLiteral("questions")].toArray();
        const auto analysis = [&questions](int i) {
            return questions[i][QStringLiteral("result")][QStringLiteral("analysis")].toString();
        };
        QVERIFY(analysis(0).endsWith(QStringLiteral("float.onnx (fused)")));
        QVERIFY(analysis(1).endsWith(QStringLiteral("int8.onnx")));
    }

    void pathsAreMeantFromTheFile()
    {
        const TemporaryFolder folder;
        const auto root = QString::fromStdString(folder.path().string());
        QVERIFY(QFile::copy(demoFile(QStringLiteral("float.onnx")), root + QStringLiteral("/model.onnx")));
        const auto file = written(folder, QStringLiteral("quantloupe: 1\nmodel: model.onnx\nrun: [info]\n"));
        const auto found = runProject(file);
        QVERIFY2(found.status == 0, found.all().constData());
        QVERIFY(found.out.contains("== info"));
    }

    void theCommandLineWins()
    {
        const TemporaryFolder folder;
        const auto file = written(folder, demoSettings() + QStringLiteral("input: random\nseed: 1\nrun: [compare]\n"));
        const auto one = runProject(file, {QStringLiteral("--json")});
        const auto two = runProject(file, {QStringLiteral("--json"), QStringLiteral("--seed"), QStringLiteral("2")});
        const auto again = runProject(file, {QStringLiteral("--json"), QStringLiteral("--seed"), QStringLiteral("1")});
        const auto outputs = [](const CliResult& result) {
            return result.json()[QStringLiteral("questions")][0][QStringLiteral("result")][QStringLiteral("outputs")];
        };
        QVERIFY(!outputs(one).toArray().isEmpty());
        QCOMPARE(outputs(one), outputs(again));
        QVERIFY(outputs(one) != outputs(two));
    }

    void aCrossedThresholdDoesNotEndTheRun()
    {
        const TemporaryFolder folder;
        const auto file = written(folder, demoSettings()
                                              + QStringLiteral("input: random:7\n"
                                                               "run:\n"
                                                               "  - compare: {fail_on: cosine<2}\n"
                                                               "  - sensitivity: {top: 1}\n"));
        const auto found = runProject(file);
        QCOMPARE(found.status, 3);
        QVERIFY2(found.out.contains("== sensitivity"), found.all().constData());
    }

    void mistakesAreFoundBeforeAnythingRuns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QString& text, const char* message) {
            QTest::newRow(name) << text << QString::fromUtf8(message);
        };
        row("not yaml", QStringLiteral("quantloupe: 1\nrun: [compare\n"), "line ");
        row("not a project", QStringLiteral("a: 1\n"), "this is not a project file");
        row("a list", QStringLiteral("- a\n"), "this is not a project file");
        row("newer", QStringLiteral("quantloupe: 9\nrun: [info]\n"), "line 1: quantloupe is 9, expected 1");
        row("nothing", QStringLiteral("quantloupe: 1\n"), "the project asks nothing");
        row("no command", demoSettings() + QStringLiteral("run: [compare, dance]\n"), "line 4: dance is no question");
        row("itself", QStringLiteral("quantloupe: 1\nrun: [project]\n"), "project is no question");
        row("no option", demoSettings() + QStringLiteral("run:\n - compare: {colour: red}\n"),
            "line 5: compare has no option colour");
        row("used by none", demoSettings() + QStringLiteral("data: x.npy\nrun: [weights]\n"),
            "line 4: no question of the project has an option data");
        row("a switch", demoSettings() + QStringLiteral("run:\n - compare: {all_nodes: 3}\n"),
            "all-nodes is 3, expected true or false");
        row("nested", demoSettings() + QStringLiteral("input: [[a]]\nrun: [compare]\n"), "must be one value");
    }

    void mistakesAreFoundBeforeAnythingRuns()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const TemporaryFolder folder;
        const auto file = written(folder, text);
        const auto found = runProject(file);
        QVERIFY2(found.status == 1 && found.isOneErrorLine(), found.all().constData());
        QVERIFY2(found.err.contains(message.toUtf8()) && found.err.contains("demo.yaml"), found.all().constData());
        QVERIFY(found.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCliProject)
#include "tst_cli_project.moc"
