// SPDX-License-Identifier: GPL-3.0-or-later
// What calibrate searches, compares, takes from other files and writes by option.
#include "tests/cli/cli_process.h"
#include "tests/support/weight_bytes.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
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

class TestCliCalibrateOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void searchesZeroPointsUnlessTheyAreSaid()
    {
        const auto symmetries = [](const QStringList& options) {
            const auto result =
                runCli(calibrate(QStringList{"--observer", "automatic", "--num-samples", "2", "--json"} + options));
            QList<bool> found;
            for (const auto& candidate : result.json()["candidates"].toArray())
                found.append(candidate.toObject()["symmetric"].toBool());
            return found;
        };
        const auto free = symmetries({});
        QCOMPARE(free.size(), 16);
        QCOMPARE(free.count(true), 8);
        QVERIFY(!free.front()); // as configured first
        QCOMPARE(symmetries({"--symmetric"}), QList<bool>(8, true));
    }

    void asksForSeveralPercentilesAtOnce()
    {
        const auto percentiles = [](const QStringList& options) {
            const auto result = runCli(calibrate(options + QStringList{"--num-samples", "2", "--json"}));
            QList<double> found;
            for (const auto& candidate : result.json()["candidates"].toArray())
                found.append(candidate.toObject()["max_percentile"].toDouble());
            return found;
        };
        QCOMPARE(percentiles({"--observer", "percentiles"}), (QList<double>{0.99999, 0.99995, 0.9999, 0.9995, 0.999}));
        QCOMPARE(percentiles({"--percentiles", "0.9,0.99"}), (QList<double>{0.9, 0.99}));
        const auto both = runCli(calibrate({"--percentiles", "0.9", "--observer", "kl"}));
        QVERIFY2(both.status == 1 && both.isOneErrorLine(), both.all().constData());
        const auto outside = runCli(calibrate({"--percentiles", "0.3"}));
        QVERIFY2(outside.status == 1 && outside.err.contains("max_percentile"), outside.all().constData());
    }

    /// One head on data of its own: the rest is as recorded, bit for bit.
    void calibratesOneHeadAnew()
    {
        QTemporaryDir folder;
        const auto model = demoFile("float.onnx");
        const auto record = [&](const QString& name, const QStringList& options) {
            const auto result =
                runCli(QStringList{"calibrate", model, "--out", folder.filePath(name), "--per-channel"} + options);
            if (result.status != 0)
                qFatal("%s", result.all().constData());
            return folder.filePath(name + "/float_record.txt");
        };
        const QStringList others{"--data", demoFile("inputs.npy"), "--num-samples", "1"};
        const auto first = record("first", {"--data", demoFile("calibration.npy")});
        const auto second = record("second", others);
        const auto mixed = record("mixed", QStringList{"--record", first, "--recalibrate", "/head"} + others);
        const auto valuesOf = [&](const QString& file) {
            QHash<QString, QJsonObject> values;
            const auto result = runCli({"calibrate", model, "--record", file, "--per-channel", "--json"});
            for (const auto& each : result.json()["values"].toArray())
                values.insert(each.toObject()["name"].toString(), each.toObject());
            return values;
        };
        const auto ofFirst = valuesOf(first), ofSecond = valuesOf(second), ofMixed = valuesOf(mixed);
        QCOMPARE(ofMixed.size(), ofFirst.size());
        int renewed = 0;
        for (auto value = ofMixed.begin(); value != ofMixed.end(); ++value) {
            const bool isOfHead = value->value("layer").toString().startsWith("/head");
            const auto& expected = isOfHead ? ofSecond[value.key()] : ofFirst[value.key()];
            QCOMPARE(value->value("scales"), expected["scales"]);
            QCOMPARE(value->value("zero_point"), expected["zero_point"]);
            renewed += value->value("scales") != ofFirst[value.key()]["scales"];
        }
        QVERIFY(renewed > 0);
        const QStringList both{"calibrate", model, "--record", first, "--data", demoFile("inputs.npy")};
        for (const auto& wrong : {both, QStringList{"calibrate", model, "--record", first, "--recalibrate", "/head"},
                                  both + QStringList{"--recalibrate", "/head", "--observe-quantized"}})
            QCOMPARE(runCli(wrong).status, 2);
        const auto nobody = runCli(both + QStringList{"--recalibrate", "/tail"});
        QVERIFY2(nobody.status == 1 && nobody.err.contains("no layer's name starts with /tail"),
                 nobody.all().constData());
    }

    /// Horizon's "mix": value by value, never worse than the best method for all.
    void mixesMethods()
    {
        const auto result = runCli(calibrate({"--observer", "mix", "--json", "--log-level", "info"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto candidates = result.json()["candidates"].toArray();
        const auto mix = candidates.last().toObject();
        QCOMPARE(mix["observer"].toString(), QString("mix"));
        QVERIFY(mix["chosen"].toBool());
        for (const auto& candidate : candidates)
            QVERIFY(candidate.toObject()["cosine"].toDouble() <= mix["cosine"].toDouble());
        QSet<QString> observers;
        for (const auto& value : result.json()["values"].toArray())
            if (value.toObject()["role"] == "activation")
                observers.insert(value.toObject()["observer"].toString());
        QVERIFY2(observers.size() > 1 && !observers.contains("mix"), qPrintable(observers.values().join(' ')));
        QVERIFY2(result.err.contains("Select mix method."), result.err.constData());
    }

    void saysWhatItSelects()
    {
        const auto result = runCli(calibrate({"--observer", "automatic", "--num-samples", "2", "--log-level", "info"}));
        QVERIFY2(result.err.contains(" method.") && result.err.contains("Select "), result.err.constData());
        QVERIFY2(result.err.contains("Perchannel quantization is enabled."), result.err.constData());
    }

    void comparesLayersOfBothForms()
    {
        QTemporaryDir folder;
        const auto result = runCli(calibrate({"--per-layer", "--json", "--pages", "--out", folder.path()}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto layers = result.json()["layers"].toArray();
        QVERIFY(layers.size() > 5);
        for (const auto& layer : layers)
            for (const char* form : {"fake_quant", "real_quant"}) {
                const QJsonValue cosine = layer.toObject()[form].toObject()["cosine"];
                QVERIFY2(cosine.isNull() || cosine.toDouble(2.0) < 1.0 + 1e-9, form);
            }
        const auto pair = runCli({"compare", "--baseline", demoFile("float.onnx"), "--analysis",
                                  folder.filePath("float_qoperator.onnx"), "--input",
                                  demoFile("calibration.npy") + "[0]", "--causes", "none", "--json"});
        QHash<QString, double> cosines;
        for (const auto& row : pair.json()["layers"].toArray())
            cosines[row.toObject()["name"].toString()] = row.toObject()["metrics"].toObject()["cosine"].toDouble();
        int compared = 0;
        for (const auto& layer : layers)
            if (const QJsonValue real = layer.toObject()["real_quant"].toObject()["cosine"]; real.isDouble()) {
                QVERIFY(std::abs(real.toDouble() - cosines[layer.toObject()["name"].toString()]) < 1e-6);
                ++compared;
            }
        QVERIFY(compared > 5);
        QVERIFY(QFile::exists(folder.filePath("calibrated_layers.csv")));
        QVERIFY(QFile::exists(folder.filePath("graphwise_analysis_report.html")));
        QVERIFY(!QFile::exists(folder.filePath("layerwise_analysis_report.html"))); // nothing was ranked
    }

    void takesWeightsFromAnotherFile()
    {
        const auto named = [](const QJsonArray& values, const QString& name) {
            for (const auto& value : values)
                if (value.toObject()["name"].toString() == name)
                    return value.toObject();
            return QJsonObject();
        };
        const QString weight = "block1.depthwise.weight";
        const auto rows = runCli({"weights", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("float.onnx"),
                                  "--module", weight, "--json"})
                              .json()["rows"]
                              .toArray();
        QCOMPARE(rows.size(), 1);
        QStringList sizes;
        qsizetype count = 1;
        for (const auto& size : rows[0].toObject()["baseline"].toObject()["shape"].toArray()) {
            sizes.append(QString::number(size.toInt()));
            count *= size.toInt();
        }
        QTemporaryDir folder;
        QFile file(folder.filePath("trained.safetensors"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        std::string bytes;
        for (qsizetype i = 0; i < count; ++i)
            bytes += littleEndian(i == 0 ? 127.0f : 1.0f);
        file.write(QByteArray::fromStdString(
            safetensorsFile(QString(R"({"%1":{"dtype":"F32","shape":[%2],"data_offsets":[0,%3]}})")
                                .arg(weight, sizes.join(','), QString::number(bytes.size()))
                                .toStdString(),
                            bytes)));
        file.close();
        const auto result = runCli(calibrate({"--weights-from", file.fileName(), "--json"}));
        QVERIFY2(result.status == 0, result.all().constData());
        const auto scale = named(result.json()["values"].toArray(), weight)["scales"].toArray()[0].toDouble();
        QVERIFY2(std::abs(scale - 1.0) < 0.01, QByteArray::number(scale).constData());
        QStringList rules;
        for (const auto& finding : result.json()["config_findings"].toArray())
            rules.append(finding.toObject()["rule"].toString());
        QCOMPARE(rules.count("loaded-weights"), 2); // what was taken, and what stays
        QCOMPARE(runCli({"compare", "--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx"),
                         "--input", demoFile("bad_case.npy"), "--weights-from", file.fileName()})
                     .status,
                 2); // nothing would be done with it
    }

    void namesInputsAndOutputs()
    {
        QTemporaryDir folder;
        const auto result = runCli(calibrate({"--out", folder.path(), "--input-names", "picture", "--output-names",
                                              "scores", "--dynamic-axes", "picture:0=many,scores:0=many"}));
        QVERIFY2(result.status == 0, result.all().constData());
        for (const char* file : {"float_qdq.onnx", "float_qoperator.onnx"}) {
            const auto info = runCli({"info", folder.filePath(file), "--json"}).json();
            const auto input = info["inputs"].toArray()[0].toObject();
            const auto output = info["outputs"].toArray()[0].toObject();
            QCOMPARE(input["name"].toString(), QString("picture"));
            QCOMPARE(output["name"].toString(), QString("scores"));
            QVERIFY2(QJsonDocument(input).toJson().contains("many"), QJsonDocument(input).toJson().constData());
            QVERIFY(QJsonDocument(output).toJson().contains("many"));
        }
        const auto two = runCli({"run", folder.filePath("float_qdq.onnx"), "--input", demoFile("bad_case.npy")});
        QVERIFY2(two.status == 0, two.all().constData());
        const auto refused = [&](const QStringList& options, const char* words) {
            const auto wrong = runCli(calibrate(options));
            QVERIFY2(wrong.status == 1 && wrong.isOneErrorLine() && wrong.err.contains(words), wrong.all().constData());
        };
        refused({"--out", folder.path(), "--input-names", "a,b"}, "2 names for 1 inputs: a, b");
        refused({"--out", folder.path(), "--dynamic-axes", "nobody:0"}, "nobody is neither an input nor an output");
        refused({"--out", folder.path(), "--dynamic-axes", "nobody"}, "nobody is no dynamic axis");
        refused({"--input-names", "a"}, "no model is written");
    }
};

QTEST_GUILESS_MAIN(TestCliCalibrateOptions)
#include "tst_cli_calibrate_options.moc"
