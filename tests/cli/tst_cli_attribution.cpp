// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QHash>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList demoAttribution(const QStringList& more)
{
    return QStringList{"attribution", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")} + more;
}

} // namespace

class TestCliAttribution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheDemosCulprit()
    {
        const auto text = runCli(demoAttribution({"--input", demoFile("bad_case.npy"), "--top", "1"}));
        QVERIFY2(text.status == 0, text.all().constData());
        QVERIFY2(text.out.contains("The error starts at /block1/depthwise/Conv (Conv)"), text.out.constData());
        QVERIFY2(text.out.contains("(1 of 16 layers)"), text.out.constData());
        QVERIFY2(text.out.contains("weights"), text.out.constData());
    }

    /// "#" means the same everywhere: the row of a comparison.
    void numbersLayersAsComparisonsDo()
    {
        const auto compared = runCli({"compare", "--baseline", demoFile("float.onnx"), "--analysis",
                                      demoFile("int8.onnx"), "--input", demoFile("bad_case.npy"), "--json"});
        QHash<QString, int> numbers;
        for (const auto& each : compared.json()["layers"].toArray())
            numbers.insert(each.toObject()["name"].toString(), each.toObject()["index"].toInt());
        const auto result =
            runCli(demoAttribution({"--input", demoFile("bad_case.npy"), "--prefix", "/block1", "--json"}));
        const auto rows = result.json()["rows"].toArray();
        QVERIFY(rows.size() > 2);
        for (const auto& each : rows) {
            const auto row = each.toObject();
            QCOMPARE(row["index"].toInt(), numbers.value(row["op_name"].toString(), -1));
            QVERIFY(row["index"].toInt() > 0);
        }
    }

    void simulatesAConfig()
    {
        const auto result =
            runCli({"attribution", "--baseline", demoFile("float.onnx"), "--config", demoFile("config.yaml"),
                    "--calibration-data", demoFile("calibration.npy"), "--input", demoFile("bad_case.npy"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY(result.json()["analysis"].toString().contains("config.yaml"));
        bool isCulprit = false;
        for (const auto& row : result.json()["rows"].toArray())
            isCulprit |=
                row.toObject()["op_name"] == "/block1/depthwise/Conv" && row.toObject()["main_cause"] == "weights";
        QVERIFY2(isCulprit, result.out.constData());
        QCOMPARE(runCli({"attribution", "--baseline", demoFile("float.onnx")}).status, 2);
    }

    void writesItsFiles()
    {
        QTemporaryDir folder;
        const auto result = runCli(demoAttribution({"--data", demoFile("inputs.npy"), "--num-steps", "2", "--type",
                                                    "Conv", "--out", folder.path(), "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["schema"].toString(), QString("quantloupe.attribution/1"));
        QCOMPARE(result.json()["samples"].toInt(), 2);
        QVERIFY(!result.json()["rows"].toArray().isEmpty());
        for (const auto& row : result.json()["rows"].toArray())
            QCOMPARE(row.toObject()["op_type"].toString(), QString("Conv"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"attribution.json", "error_attribution.csv", "error_attribution.txt", "report.html"}));
        QFile document(folder.filePath("attribution.json"));
        QVERIFY(document.open(QIODevice::ReadOnly));
        QCOMPARE(document.readAll(), result.out);
    }

    void refusesWrongUsage()
    {
        QCOMPARE(runCli({"attribution", "--baseline", "a.onnx"}).status, 2);
        QCOMPARE(runCli(demoAttribution({"--sort", "sideways"})).status, 2);
        const auto none = runCli(demoAttribution({}));
        QVERIFY2(none.status == 1 && none.isOneErrorLine(), none.all().constData());
    }
};

QTEST_GUILESS_MAIN(TestCliAttribution)
#include "tst_cli_attribution.moc"
