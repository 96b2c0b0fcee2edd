// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList calibrate(const QStringList& rest)
{
    return QStringList{"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy")} + rest;
}

double fakeSqnr(const QJsonObject& json)
{
    return json["outputs"].toArray().at(0).toObject()["fake_quant"].toObject()["sqnr_db"].toDouble();
}

} // namespace

class TestCliCalibrate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesModelsThatCompareAsTheSimulation()
    {
        QTemporaryDir folder;
        const auto result = runCli(calibrate({"--per-channel", "--json", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto json = result.json();
        QCOMPARE(json["schema"].toString(), QString("quantloupe.calibrate/1"));
        QVERIFY(json["samples"].toInt() > 0 && json["integer_operators"].toInt() > 0);
        QVERIFY(fakeSqnr(json) > 20.0);
        for (const char* file : {"float_qdq.onnx", "float_qoperator.onnx", "float_record.txt", "calibrated_values.csv"})
            QVERIFY2(QFile::exists(folder.filePath(file)), file);
        const QStringList pair{"compare", "--baseline", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"),
                               "--json"};
        const auto fromFile = runCli(pair + QStringList{"--analysis", folder.filePath("float_qdq.onnx")});
        const auto simulated =
            runCli(pair + QStringList{"--per-channel", "--calibration-data", demoFile("calibration.npy")});
        QVERIFY2(fromFile.status == 0 && simulated.status == 0, simulated.all().constData());
        QCOMPARE(simulated.json()["outputs"], fromFile.json()["outputs"]);
        QVERIFY(simulated.json()["analysis"].toString().contains("simulated"));
    }

    void filesMayHaveTheVendorsNames()
    {
        QTemporaryDir folder;
        const auto result = runCli(calibrate({"--file-names", "amct", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        for (const char* file :
             {"float_fake_quant_model.onnx", "float_deploy_model.onnx", "float_quant_param_record.txt"})
            QVERIFY2(QFile::exists(folder.filePath(file)), file);
        QVERIFY(!QFile::exists(folder.filePath("float_qdq.onnx")));
        QCOMPARE(runCli(calibrate({"--file-names", "their"})).status, 2);
    }

    void recordBringsTheScalesBack()
    {
        QTemporaryDir folder;
        const auto first = runCli(calibrate({"--json", "--out", folder.path()}));
        QVERIFY2(first.status == 0, first.all().constData());
        const auto again =
            runCli({"calibrate", demoFile("float.onnx"), "--record", folder.filePath("float_record.txt"), "--json"});
        QVERIFY2(again.status == 0, again.all().constData());
        QCOMPARE(again.json()["samples"].toInt(), 0);
        const auto before = first.json()["values"].toArray();
        const auto after = again.json()["values"].toArray();
        QCOMPARE(after.size(), before.size());
        for (int i = 0; i < before.size(); ++i)
            QCOMPARE(after[i].toObject()["scales"], before[i].toObject()["scales"]);
        QVERIFY(again.json()["config_findings"].toArray().isEmpty());

        QFile record(folder.filePath("float_record.txt"));
        QVERIFY(record.open(QIODevice::ReadOnly));
        auto text = record.readAll();
        text.replace(text.indexOf("offset_w: 0"), 11, "offset_w: 3");
        QFile shifted(folder.filePath("shifted.txt"));
        QVERIFY(shifted.open(QIODevice::WriteOnly) && shifted.write(text) == text.size());
        shifted.close();
        const auto odd = runCli({"calibrate", demoFile("float.onnx"), "--record", shifted.fileName(), "--json"});
        const auto findings = odd.json()["config_findings"].toArray();
        QCOMPARE(findings.size(), 1);
        QVERIFY(findings[0].toObject()["message"].toString().contains("offset_w 3"));
    }

    /// Scales that a config has need no samples; what it has none for stays in float.
    void takesScalesWithoutSamples()
    {
        QTemporaryDir folder;
        QFile config(folder.filePath("image.encodings"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(
            R"({"version": "1.0.0", "activation_encodings": [{"name": "image", "enc_type": "PER_TENSOR", "dtype":
            "INT", "bw": 8, "is_sym": false, "scale": [0.05], "offset": [-128]}], "param_encodings": []})");
        config.close();
        const QStringList command{"compare", "--baseline", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"),
                                  "--json",  "--config"};
        const auto compared = runCli(command + QStringList{config.fileName()});
        QVERIFY2(compared.status == 0, compared.all().constData());
        QCOMPARE(runCli(command + QStringList{demoFile("config.yaml")}).status, 1); // that one has none
    }

    /// A batch has a size only when it is said; what of a config is left stands in text and document.
    void followsBatchesOfAKnownSize()
    {
        QTemporaryDir folder;
        QFile config(folder.filePath("c.yaml"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("common_config:\n  activation_quant_params:\n    quantizer: UlqFakeQuantize\n"
                     "    quantizer_args: {observer: IFMRObserver, batch_num: 2}\nskip_layers: [nobody]\n");
        config.close();
        const QStringList strict{"--config", config.fileName(), "--json"};
        const auto refused = runCli(calibrate(strict));
        QVERIFY2(refused.isOneErrorLine() && refused.err.contains("nobody")
                     && refused.err.contains("--allow-unknown-layers"),
                 refused.all().constData());
        const auto options = strict + QStringList{"--allow-unknown-layers"};
        const auto all = runCli(calibrate(options));
        QVERIFY2(all.status == 0, all.all().constData());
        const auto rules = [](const QJsonObject& json) {
            QStringList rules;
            for (const auto& finding : json["config_findings"].toArray())
                rules.append(finding.toObject()["rule"].toString());
            return rules;
        };
        QCOMPARE(rules(all.json()).count("not-simulated"), 2); // batch_num, and a name that nothing has
        QVERIFY(rules(all.json()).contains("unknown-layer"));
        const auto some = runCli(calibrate(options + QStringList{"--batch-size", "3"}));
        QCOMPARE(some.json()["samples"].toInt(), 6);
        QVERIFY(all.json()["samples"].toInt() > 6);
        const auto compared = runCli({"compare", "--baseline", demoFile("float.onnx"), "--config", config.fileName(),
                                      "--calibration-data", demoFile("calibration.npy"), "--input",
                                      demoFile("bad_case.npy"), "--allow-unknown-layers", "--json"});
        QVERIFY2(compared.status == 0, compared.all().constData());
        QVERIFY(rules(compared.json()).contains("not-simulated"));
    }

    void searchesMethods()
    {
        const auto result = runCli(calibrate({"--observer", "automatic", "--num-samples", "4", "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["samples"].toInt(), 4);
        int chosen = 0;
        double best = 0.0;
        double taken = 0.0;
        for (const auto& candidate : result.json()["candidates"].toArray()) {
            const double cosine = candidate.toObject()["cosine"].toDouble();
            best = std::max(best, cosine);
            if (candidate.toObject()["chosen"].toBool()) {
                ++chosen;
                taken = cosine;
            }
        }
        QCOMPARE(chosen, 1);
        QCOMPARE(taken, best);
    }

    void oneLineOfAConfigCuresTheDemo()
    {
        const QTemporaryDir folder;
        const auto config = folder.filePath("config.yaml");
        QVERIFY(QFile::copy(demoFile("config.yaml"), config));
        QVERIFY(QFile::setPermissions(config, QFile::ReadOwner | QFile::WriteOwner));
        const auto simulate = [&config] {
            const auto result =
                runCli({"compare", "--baseline", demoFile("float.onnx"), "--config", config, "--calibration-data",
                        demoFile("calibration.npy"), "--input", demoFile("bad_case.npy"), "--json"});
            const auto outputs = result.json()["outputs"].toArray();
            return outputs.isEmpty() ? -1e9 : outputs[0].toObject()["metrics"].toObject()["sqnr_db"].toDouble(-1e9);
        };
        const auto ill = simulate();
        QVERIFY2(std::abs(ill + 0.23) < 0.1, QByteArray::number(ill).constData()); // int8.onnx: -0.224 dB
        const auto edit = runCli({"config", "set", config, "/block1/depthwise/Conv", "--granularity", "per-channel"});
        QVERIFY2(edit.status == 0, edit.all().constData());
        QVERIFY(simulate() > 15.0);
    }

    void moreBitsAndSkips()
    {
        const auto eight = runCli(calibrate({"--json"})).json();
        const auto sixteen = runCli(calibrate({"--activation-bits", "16", "--json"})).json();
        QVERIFY(fakeSqnr(sixteen) > fakeSqnr(eight));
        const auto wrong = runCli(calibrate({"--skip", "nowhere"}));
        QVERIFY2(wrong.status == 1 && wrong.isOneErrorLine() && wrong.err.contains("nowhere"), wrong.all().constData());
        for (const auto& odd : {QStringList{"--activation-bits", "17"}, QStringList{"--weight-format", "fp7"},
                                QStringList{"--activation-format", "int4_g32"},
                                QStringList{"--weight-bits", "4", "--weight-format", "mxfp4"},
                                QStringList{"--high-precision-format", "fp8_e4m3"}}) {
            const auto refused = runCli(calibrate(odd));
            QVERIFY2(refused.status == 1 && refused.isOneErrorLine(), refused.all().constData());
        }
        QCOMPARE(runCli({"calibrate", demoFile("float.onnx")}).status, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliCalibrate)
#include "tst_cli_calibrate.moc"
