// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList demoSearch()
{
    return {"badcase", "--baseline",          demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"),
            "--data",  demoFile("inputs.npy")};
}

QString imageFixture()
{
    return QStringLiteral(QUANTLOUPE_SOURCE_DIR) + "/tests/data/preprocessing/wide.png";
}

} // namespace

class TestCliBadCase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheDemosBadCase()
    {
        const auto result =
            runCli(demoSearch() + QStringList{"--labels", demoFile("labels.npy"), "--json", "--top", "3"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.badcase/1"));
        const auto worst = json["worst"].toObject();
        const auto indexOf = [&worst](const char* metric) { return worst[metric].toObject()["index"].toInt(); };
        QCOMPARE(indexOf("l1"), 13);
        QCOMPARE(indexOf("atol"), 13);
        QCOMPARE(indexOf("mse"), 13);
        QCOMPARE(indexOf("cosine"), 53);
        QCOMPARE(indexOf("sqnr_db"), 35);
        QCOMPARE(json["top"].toArray().size(), 3);
        QCOMPARE(json["labels"].toObject()["flips"].toArray().size(), 16);
    }

    void writesFilesAndTheBadCaseIsAnInput()
    {
        QTemporaryDir folder;
        const auto search = runCli(demoSearch() + QStringList{"--out", folder.path()});
        QVERIFY2(search.status == 0, search.all().constData());
        QVERIFY2(search.out.contains("The worst sample by atol is 13 (inputs.npy[13])"), search.out.constData());
        const auto files = QDir(folder.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files,
                 (QStringList{"badcase.json", "badcase.pt", "badcase.txt", "badcase_samples.csv", "report.html"}));
        const QStringList run{"run", demoFile("int8.onnx"), "--json"};
        const auto head = [](const CliResult& result) -> QJsonValue {
            return result.json()["outputs"].toArray()[0].toObject()["head"];
        };
        const auto fromFile = runCli(run + QStringList{"--badcase", folder.filePath("badcase.pt")});
        const auto fromStack = runCli(run + QStringList{"--input", demoFile("inputs.npy") + "[13]"});
        QVERIFY2(fromFile.status == 0, fromFile.all().constData());
        QVERIFY2(fromStack.status == 0, fromStack.all().constData());
        QVERIFY(!head(fromFile).toArray().isEmpty());
        QCOMPARE(head(fromFile), head(fromStack));
        QCOMPARE(head(runCli(run + QStringList{"--badcase", folder.path()})), head(fromStack));
    }

    void takesAMetricOfTheUsers()
    {
        const auto search = demoSearch() + QStringList{"--json", "--metric", "max(abs(x-y))/max(abs(x))"};
        const auto unordered = runCli(search);
        QVERIFY2(unordered.status == 1 && unordered.isOneErrorLine(), unordered.all().constData());
        QVERIFY(unordered.err.contains("needs an order"));
        const auto result = runCli(search + QStringList{"--order", "descending", "--num-steps", "20"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["metric"].toString(), QString("custom"));
        QCOMPARE(result.json()["samples"].toInt(), 20);
    }

    void takesImages()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(imageFixture(), folder.filePath("wide.png")));
        const QStringList search{
            "badcase",     "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"), "--data",
            folder.path(), "--json"};
        const auto bare = runCli(search);
        QVERIFY2(bare.status == 1 && bare.isOneErrorLine(), bare.all().constData());
        QVERIFY2(bare.err.contains("--preprocess"), bare.err.constData());
        const auto result = runCli(search + QStringList{"--color", "gray", "--range", "1"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["worst"].toObject()["atol"].toObject()["sample"].toString(), QString("wide.png"));
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"badcase", "--baseline", "a.onnx", "--analysis", "b.onnx"}).status, 2);
        QCOMPARE(runCli(demoSearch() + QStringList{"--order", "sideways"}).status, 2);
        const auto missing = runCli({"badcase", "--baseline", demoFile("float.onnx"), "--analysis",
                                     demoFile("int8.onnx"), "--data", "/nowhere"});
        QVERIFY2(missing.status == 1 && missing.isOneErrorLine(), missing.all().constData());
        QVERIFY(missing.err.contains("/nowhere: there is no such file or folder"));
    }
};

QTEST_GUILESS_MAIN(TestCliBadCase)
#include "tst_cli_badcase.moc"
