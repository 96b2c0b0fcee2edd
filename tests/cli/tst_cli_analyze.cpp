// SPDX-License-Identifier: GPL-3.0-or-later
// `analyze` on the demo: every part into one folder, and what stands when a part fails.
#include "tests/cli/cli_process.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace ql::tests;

namespace {

QStringList analyze(const QString& analysis, const QStringList& more)
{
    return QStringList{"analyze", "--baseline", demoFile("float.onnx"), "--analysis", demoFile(analysis)} + more;
}

QStringList failedParts(const QJsonObject& document)
{
    QStringList names;
    for (const auto& each : document["parts"].toArray())
        if (const auto part = each.toObject(); !part["error"].isNull())
            names << part["name"].toString();
    return names;
}

} // namespace

class TestCliAnalyze : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void asksEverythingIntoOneFolder()
    {
        const QTemporaryDir folder;
        const auto found =
            runCli(analyze("int8.onnx", {"--data", demoFile("inputs.npy"), "--out", folder.path(), "--json"}));
        QVERIFY2(found.status == 0, found.all().constData());
        const auto document = found.json();
        QCOMPARE(document["quality"].toString(), QString("bad"));
        QStringList names;
        for (const auto& each : document["parts"].toArray()) {
            const auto part = each.toObject();
            names << part["name"].toString();
            QCOMPARE(part["result"]["schema"].toString(), "quantloupe." + part["command"].toString() + "/1");
        }
        QCOMPARE(names, (QStringList{"check", "badcase", "compare", "weights", "sensitivity", "profile_baseline",
                                     "profile_analysis"}));
        for (const char* name :
             {"report.html", "analyze.txt", "analyze.json", "check/model_check_result.txt", "badcase/badcase.pt",
              "compare/compare_per_layer_out.txt", "profile_baseline/statistic.txt", "weights/weights.txt"})
            QVERIFY2(QFileInfo::exists(folder.filePath(name)), name);
        // The comparison is on the worst sample, whose error one weight makes.
        const auto shares =
            document["parts"].toArray().at(4).toObject().value("result")["verdict"]["outputs"][0]["budget"]["shares"];
        QCOMPARE(shares[0]["op_name"].toString(), QString("/block1/depthwise/Conv"));
    }

    void simulatesWhatAConfigSays()
    {
        const QTemporaryDir folder;
        const auto found = runCli({"analyze", "--baseline", demoFile("float.onnx"), "--config", demoFile("config.yaml"),
                                   "--calibration-data", demoFile("calibration.npy"), "--per-channel", "--input",
                                   demoFile("bad_case.npy"), "--part", "check", "--part", "profile_analysis", "--part",
                                   "profile_baseline", "--out", folder.path(), "--json"});
        QVERIFY2(found.status == 0, found.all().constData());
        const auto parts = found.json()["parts"].toArray();
        QCOMPARE(parts.at(0).toObject().value("result")["kind"].toString(), QString("QDQ"));
        const auto quantized = [&](int part) {
            int rows = 0;
            for (const auto& each : parts.at(part).toObject().value("result")["rows"].toArray())
                rows += each.toObject()["dtype"].toString() == "int8" ? 1 : 0;
            return rows;
        };
        QCOMPARE(quantized(1), 0); // the baseline itself
        QVERIFY(quantized(2) > 0);
    }

    void aFailingPartLeavesTheOthersTheirs()
    {
        const QTemporaryDir folder;
        // A float model has no quantizers to rank.
        const auto found =
            runCli(analyze("float.onnx", {"--input", demoFile("bad_case.npy"), "--out", folder.path(), "--json"}));
        QCOMPARE(found.status, 1);
        QVERIFY2(found.err.contains("error: 1 of 6 parts have no answer"), found.err.constData());
        const auto document = found.json();
        QCOMPARE(failedParts(document), QStringList{"sensitivity"});
        QVERIFY(document["parts"].toArray().at(3).toObject().value("error").toString().contains("no quantizer"));
        QCOMPARE(document["quality"].toString(), QString("equal"));
        QVERIFY(QFileInfo::exists(folder.filePath("report.html")));
    }

    void aBadCaseOfAnEarlierRunIsNotTaken()
    {
        const QTemporaryDir folder;
        const QStringList out{"--part", "badcase", "--part", "compare", "--part", "weights", "--out", folder.path()};
        QCOMPARE(runCli(analyze("int8.onnx", QStringList{"--data", demoFile("inputs.npy")} + out)).status, 0);
        const auto again =
            runCli(analyze("int8.onnx", QStringList{"--data", folder.filePath("none.npy"), "--json"} + out));
        QCOMPARE(again.status, 1);
        QCOMPARE(failedParts(again.json()), (QStringList{"badcase", "compare"}));
    }

    void wantsAFolder()
    {
        const auto found = runCli(analyze("int8.onnx", {"--input", demoFile("bad_case.npy")}));
        QCOMPARE(found.status, 1);
        QVERIFY2(found.err.contains("--out DIR"), found.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestCliAnalyze)
#include "tst_cli_analyze.moc"
