// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ql::tests;

namespace {

QStringList calibrate(const QStringList& rest)
{
    return QStringList{"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy")} + rest;
}

} // namespace

/// What `calibrate` says of the quantized network beside its scales: in which state they were found, how often it is
/// right, what it computes in integers, and what it looks like.
class TestCliEvaluation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// AMCT's calibration together with fake_quant.
    void observesTheQuantizedNetwork()
    {
        const auto plain = runCli(calibrate({"--json"})).json();
        const auto result = runCli(calibrate({"--observe-quantized", "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(plain["state"].toString(), QString("calibration"));
        QCOMPARE(result.json()["state"].toString(), QString("calibration+fake_quant"));
        const auto before = plain["values"].toArray();
        const auto after = result.json()["values"].toArray();
        QCOMPARE(after.size(), before.size());
        int others = 0;
        for (int i = 0; i < before.size(); ++i) {
            const auto value = after[i].toObject();
            const bool isSame = value["scales"] == before[i].toObject()["scales"];
            if (i == 0 || value["role"].toString() == "weight")
                QVERIFY2(isSame, qPrintable(value["name"].toString())); // the network's input, and what needs no data
            others += isSame ? 0 : 1;
        }
        QVERIFY(others > 3);
        QVERIFY(runCli(calibrate({"--observe-quantized"})).out.contains("quantized while they were observed"));
        const auto search = runCli(calibrate({"--observe-quantized", "--observer", "automatic"}));
        QVERIFY2(search.status == 1 && search.isOneErrorLine(), search.all().constData());
    }

    void saysHowOftenEachIsRight()
    {
        const auto result = runCli(calibrate({"--eval-data", demoFile("inputs.npy"), "--labels", demoFile("labels.npy"),
                                              "--config", demoFile("config.yaml"), "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto accuracy = result.json()["accuracy"].toObject();
        const auto search = runCli({"badcase", "--baseline", demoFile("float.onnx"), "--config",
                                    demoFile("config.yaml"), "--calibration-data", demoFile("calibration.npy"),
                                    "--data", demoFile("inputs.npy"), "--labels", demoFile("labels.npy"), "--json"})
                                .json()["labels"]
                                .toObject();
        QCOMPARE(accuracy["samples"].toInt(), result.json()["compared_samples"].toInt());
        QCOMPARE(accuracy["samples"].toInt(), search["labels"].toArray().size());
        QCOMPARE(accuracy["float"].toObject()["correct"], search["baseline_correct"]);
        QCOMPARE(accuracy["fake_quant"].toObject()["correct"], search["analysis_correct"]);
        QVERIFY(accuracy["real_quant"].toObject()["correct"].toInt() < accuracy["float"].toObject()["correct"].toInt());
        const auto few = runCli(calibrate(
            {"--eval-data", demoFile("inputs.npy"), "--labels", demoFile("labels.npy"), "--eval-samples", "5"}));
        QVERIFY2(few.status == 0 && few.out.contains("Top-1") && few.out.contains(" of 5)"), few.all().constData());
        const auto missing = runCli({"calibrate", demoFile("float.onnx"), "--data", demoFile("inputs.npy"), "--labels",
                                     demoFile("labels.npy"), "--num-samples", "3", "--json", "--log-level", "debug"});
        for (const char* phase :
             {"fusing: ", "observing activations on 3 samples", "quantized: ", "quantized to int8 with"})
            QVERIFY2(missing.all().contains(phase), missing.all().constData());
        QVERIFY2(missing.status == 0, missing.all().constData());
        QVERIFY2(missing.out.contains("uncovered-classes"), missing.out.constData());
        const auto all = runCli({"calibrate", demoFile("float.onnx"), "--data", demoFile("inputs.npy"), "--labels",
                                 demoFile("labels.npy"), "--json"});
        QVERIFY2(all.status == 0 && !all.out.contains("uncovered-classes"), all.all().constData());
        const auto wrong = runCli(calibrate({"--labels", demoFile("labels.npy")})); // of other samples
        QVERIFY2(wrong.status == 1 && wrong.isOneErrorLine(), wrong.all().constData());
    }

    void wideActivationsAreComputedInIntegers()
    {
        QTemporaryDir folder;
        const auto result =
            runCli(calibrate({"--activation-bits", "16", "--per-channel", "--svg", "--json", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QVERIFY(json["integer_operators"].toInt() > 3);
        const auto output = json["outputs"].toArray().at(0).toObject();
        const auto real = output["real_quant"].toObject()["sqnr_db"].toDouble();
        QVERIFY(std::abs(real - output["fake_quant"].toObject()["sqnr_db"].toDouble()) < 0.1);
        QVERIFY2(real > 25.0, result.out.constData()); // what is left is the weights'
        QVERIFY(json["notes"].toArray().last().toString().contains("more than 8 bits"));
        const auto run =
            runCli({"compare", "--baseline", folder.filePath("float_qdq.onnx"), "--analysis",
                    folder.filePath("float_qoperator.onnx"), "--input", demoFile("bad_case.npy"), "--json"});
        QVERIFY2(run.status == 0, run.all().constData());
        for (const char* name : {"float.svg", "quant.svg"}) {
            QFile file(folder.filePath(name));
            QVERIFY2(file.open(QIODevice::ReadOnly), name);
            const auto text = file.readAll();
            QVERIFY2(text.contains("/block1/depthwise/Conv"), name);
            QCOMPARE(text.contains("int16"), QByteArray(name) == "quant.svg");
        }
        QCOMPARE(runCli(calibrate({"--svg"})).status, 1); // nowhere to put them
        const auto drawn = folder.filePath("alone.svg");
        QCOMPARE(runCli({"info", demoFile("float.onnx"), "--svg", drawn}).status, 0);
        QVERIFY(QFile::exists(drawn));
    }
};

QTEST_GUILESS_MAIN(TestCliEvaluation)
#include "tst_cli_evaluation.moc"
