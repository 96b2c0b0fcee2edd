// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/file_content.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList pair(const char* command, const QStringList& more)
{
    return QStringList{command, "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")} + more;
}

} // namespace

/// diff, report, and the page that commands leave with --out.
class TestCliReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto run = [this](const char* command, const char* input, const QStringList& more = {}) {
            const auto result = runCli(pair(command, QStringList{input, demoFile("bad_case.npy")} + more));
            QVERIFY2(result.status == 0, result.all().constData());
        };
        run("compare", "--input", {"--out", out()});
        run("attribution", "--input", {"--out", out()});
        run("shadow", "--input", {"--out", out()});
        const auto check = runCli({"check", demoFile("int8.onnx"), "--out", out()});
        QVERIFY2(check.status == 0, check.all().constData());
        run("sensitivity", "--input", {"--out", out(), "--what", "weight"});
        const auto search = runCli(pair("badcase", {"--data", demoFile("inputs.npy"), "--labels",
                                                    demoFile("labels.npy"), "--out", out(), "--lang", "zh_CN"}));
        QVERIFY2(search.status == 0, search.all().constData());
        const auto weights = runCli(pair("weights", {"--out", out(), "--lang", "zh_CN"}));
        QVERIFY2(weights.status == 0, weights.all().constData());
        // Of one model each: they join the pair's page.
        const QStringList onSamples{"--data", demoFile("inputs.npy"), "--num-samples", "2", "--out", out()};
        const auto profile =
            runCli({"profile", demoFile("int8.onnx"), "--input", demoFile("bad_case.npy"), "--out", out()});
        QVERIFY2(profile.status == 0, profile.all().constData());
        const auto calibrate = runCli(QStringList{"calibrate", demoFile("float.onnx")} + onSamples);
        QVERIFY2(calibrate.status == 0, calibrate.all().constData());
        const auto tune =
            runCli(QStringList{"tune", "--baseline", demoFile("float.onnx"), "--target", "sqnr_db=1", "--lang", "zh_CN"}
                   + onSamples);
        QVERIFY2(tune.status == 0, tune.all().constData());
    }

    void resultsGoToOtherTools()
    {
        const QTemporaryDir folder;
        const auto nodes = runCli({"report", out("compare.json"), "--as", "model-explorer", "--out", folder.path()});
        QVERIFY2(nodes.status == 0, nodes.all().constData());
        const auto data = QJsonDocument::fromJson(contentOf(folder.filePath("baseline_compare_sqnr_db.json")));
        QVERIFY(data.object().value(QStringLiteral("results")).toObject().contains(QStringLiteral("/head/gemm/Gemm")));
        const auto table = runCli({"report", out("compare.json"), out("weights.json"), "--as", "tensors-csv"});
        QVERIFY2(table.status == 0 && table.out.startsWith("model,tensor,"), table.all().constData());
        const auto nowhere = runCli({"report", out("compare.json"), "--as", "model-explorer"});
        QVERIFY2(nowhere.status == 1 && nowhere.isOneErrorLine() && nowhere.err.contains("--out"),
                 nowhere.all().constData());
        const auto nothing = runCli({"report", out("check.json"), "--as", "tensors-json"});
        QVERIFY2(nothing.status == 1 && nothing.err.contains("nothing in these results"), nothing.all().constData());
        QCOMPARE(runCli({"report", out("compare.json"), "--as", "something"}).status, 2);
    }

    void oneFolderBecomesOneReport()
    {
        const auto html = contentOf(out("report.html"));
        for (const auto* id : {"summary", "graph", "advice", "layerwise", "badcases", "weights", "causes", "shadow",
                               "check", "statistics", "profile", "calibrate", "tune"})
            QVERIFY2(html.contains(QByteArray("<section id=\"") + id + "\">"), id);
        QVERIFY(html.contains("<html lang=\"zh-CN\">"));
    }

    void anotherPairsResultsStayOut()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(out("sensitivity.json"), folder.filePath("sensitivity.json")));
        QFile damaged(folder.filePath("badcase.json"));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("{") == 1);
        damaged.close();
        const auto same = runCli({"compare", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("float.onnx"),
                                  "--input", demoFile("bad_case.npy"), "--out", folder.path()});
        QVERIFY2(same.status == 0, same.all().constData());
        const auto html = contentOf(folder.filePath("report.html"));
        QVERIFY(html.contains("<section id=\"graph\">"));
        QVERIFY(!html.contains("<section id=\"layerwise\">"));
        QVERIFY2(same.err.contains("left out of report.html"), same.all().constData());
    }

    void schemasAreListedPrintedAndWritten()
    {
        const auto names = QString::fromUtf8(runCli({"schema"}).out).split('\n', Qt::SkipEmptyParts);
        QVERIFY(names.contains("compare") && names.contains("config-show") && names.contains("info"));
        QTemporaryDir folder;
        const auto written = runCli({"schema", "--out", folder.path()});
        QVERIFY2(written.status == 0, written.all().constData());
        QCOMPARE(QDir(folder.path()).entryList({"*.schema.json"}).size(), names.size());
        for (const auto& name : names)
            QCOMPARE(contentOf(folder.filePath(name + ".schema.json")), runCli({"schema", name}).out);
        const auto unknown = runCli({"schema", "nothing"});
        QCOMPARE(unknown.status, 1);
        QVERIFY2(unknown.isOneErrorLine() && unknown.err.contains("compare"), unknown.all().constData());
    }

    void buildServersReadWhatWasJudged()
    {
        QTemporaryDir folder;
        const auto junit = folder.filePath("junit.xml");
        const auto judged = runCli(pair("compare", {"--input", demoFile("bad_case.npy"), "--fail-on", "sqnr_db<200",
                                                    "--fail-on-layer", "cosine<-1", "--junit", junit}));
        QVERIFY2(judged.status == 3, judged.all().constData());
        QVERIFY(
            contentOf(junit).contains("<testsuite name=\"quantloupe.compare.outputs\" tests=\"1\" failures=\"1\">"));
        QVERIFY(contentOf(junit).contains("name=\"layer /block1/depthwise/Conv: cosine &gt;= -1\""));
        const auto sarif = folder.filePath("check.sarif");
        const auto checked = runCli({"check", demoFile("int8.onnx"), "--sarif", sarif, "--junit", junit});
        QVERIFY2(checked.status == 0, checked.all().constData());
        QVERIFY(contentOf(sarif).contains("\"ruleId\": \"depthwise-weight-per-tensor\""));
        QVERIFY(contentOf(junit).contains("quantloupe.check.findings"));
    }

    void reportIsMadeOfDocuments()
    {
        const auto target = out("made/page.html");
        const auto made = runCli({"report", out("compare.json"), out("badcase.json"), "--out", target});
        QVERIFY2(made.status == 0, made.all().constData());
        const auto printed = runCli({"report", out("compare.json"), out("badcase.json")});
        QCOMPARE(printed.out, contentOf(target));
        QVERIFY(printed.out.startsWith("<!DOCTYPE html>"));
        QVERIFY(printed.out.contains("<section id=\"badcases\">"));
        QVERIFY(!printed.out.contains("<section id=\"layerwise\">"));
        QCOMPARE(runCli({"report", out("compare.json"), "--json"}).json()["schema"].toString(),
                 QString("quantloupe.report/1"));
        const auto twice = runCli({"report", out("compare.json"), out("compare.json")});
        QVERIFY2(twice.status == 1 && twice.isOneErrorLine(), twice.all().constData());
        QVERIFY(twice.err.contains("use diff"));
    }

    void diffJudgesAgainstThresholds()
    {
        const auto same = runCli({"diff", out("compare.json"), out("compare.json"), "--fail-on-worse", "0", "--json"});
        QVERIFY2(same.status == 0, same.all().constData());
        QCOMPARE(same.json()["schema"].toString(), QString("quantloupe.diff/1"));
        QCOMPARE(same.json()["counts"].toObject()["same"].toInt(), same.json()["rows"].toArray().size());
        // The same networks on another picture: some layers are better, some worse.
        QTemporaryDir folder;
        const auto other = runCli(pair("compare", {"--input", demoFile("inputs.npy") + "[0]", "--out", folder.path()}));
        QVERIFY2(other.status == 0, other.all().constData());
        const QStringList turn{"diff", folder.filePath("compare.json"), out("compare.json"), "--metric", "atol"};
        const auto worse = runCli(turn + QStringList{"--fail-on-worse", "0.5", "--out", folder.filePath("diff")});
        QVERIFY2(worse.status == 3, worse.all().constData());
        QVERIFY2(worse.err.startsWith("threshold crossed: "), worse.all().constData());
        QCOMPARE(runCli(turn + QStringList{"--fail-on-worse", "1000"}).status, 0);
        QVERIFY(contentOf(folder.filePath("diff/diff.csv")).startsWith("kind,name,before,after,change,verdict\n"));
        QVERIFY(contentOf(folder.filePath("diff/diff.json")).contains("\"quantloupe.diff/1\""));
        QVERIFY(QFile::exists(folder.filePath("diff/diff.txt")));
    }

    void diffJudgesOutputsAlone()
    {
        QTemporaryDir folder;
        auto text = contentOf(out("compare.json"));
        // The last layer gets worse; the outputs stay as they are.
        const auto at = text.lastIndexOf("\"atol\": ");
        text.insert(at + 8, "9");
        QFile file(folder.filePath("worse.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const QStringList diff{"diff", out("compare.json"), file.fileName(), "--metric", "atol", "--fail-on-worse",
                               "0.1"};
        QCOMPARE(runCli(diff).status, 3);
        QCOMPARE(runCli(diff + QStringList{"--judge", "rows"}).status, 3);
        QCOMPARE(runCli(diff + QStringList{"--judge", "outputs"}).status, 0);
    }

    void diffTakesEveryCommand()
    {
        for (const auto* name :
             {"sensitivity.json", "badcase.json", "weights.json", "attribution.json", "shadow.json", "check.json"}) {
            const auto result = runCli({"diff", out(name), out(name)});
            QVERIFY2(result.status == 0, result.all().constData());
            QVERIFY2(result.out.startsWith("0 worse, 0 better, "), result.all().constData());
        }
    }

    void refusesWhatItCannotRead_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("different commands")
            << QStringList{"diff", out("compare.json"), out("badcase.json")} << "give two results of the same command";
        QTest::newRow("no JSON") << QStringList{"diff", out("compare.json"), out("badcase.txt")} << "no JSON";
        QTest::newRow("missing") << QStringList{"diff", "/nowhere.json", out("compare.json")} << "/nowhere.json";
        QTest::newRow("metric") << QStringList{"diff", out("compare.json"), out("compare.json"), "--metric", "psnr"}
                                << "has no metric psnr";
        QTest::newRow("report") << QStringList{"report", out("badcase.txt")} << "no JSON";
    }

    void refusesWhatItCannotRead()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const auto result = runCli(arguments);
        QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
        QVERIFY2(result.err.contains(says.toUtf8()), result.all().constData());
    }

private:
    QString out(const QString& name = {}) const
    {
        return m_folder.filePath("out") + (name.isEmpty() ? "" : "/" + name);
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliReports)
#include "tst_cli_reports.moc"
