// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats that a config says: simulated as the options that say the same, and in the files that are written.
#include "tests/cli/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

namespace {

QStringList compare(const QStringList& rest)
{
    return QStringList{"compare", "--baseline", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"), "--causes",
                       "none",    "--json"}
           + rest;
}

QStringList simulated(const QStringList& rest)
{
    return compare(QStringList{"--calibration-data", demoFile("calibration.npy")} + rest);
}

QStringList layerNames()
{
    QStringList names;
    const auto layers = runCli(compare({"--analysis", demoFile("int8.onnx")})).json()["layers"].toArray();
    for (const auto& layer : layers)
        if (const auto side = layer.toObject()["baseline"].toObject(); side["op_type"].toString() != "Input")
            names.append(side["node"].toString());
    return names;
}

/// A qtable that gives each layer of the demo the mode @p mode; @p other of the layer called so has another.
QByteArray table(const QByteArray& mode, const QString& other = {}, const QByteArray& otherMode = {})
{
    QByteArray lines = "# op_name quantize_mode\n";
    for (const auto& name : layerNames())
        lines += name.toUtf8() + " " + (name == other ? otherMode : mode) + "\n";
    return lines;
}

} // namespace

class TestCliConfigFormats : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString written(const char* name, const QByteArray& text)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", name);
        return file.fileName();
    }

private Q_SLOTS:
    void givesTheNumbersOfTheOptions_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("fp8") << QByteArray("F8E4M3")
                             << QStringList{"--activation-format", "fp8_e4m3", "--weight-format", "fp8_e4m3"};
        QTest::newRow("weights only") << QByteArray("W4BF16")
                                      << QStringList{"--activation-format", "bf16", "--weight-bits", "4"};
    }

    void givesTheNumbersOfTheOptions()
    {
        QFETCH(QByteArray, mode);
        QFETCH(QStringList, options);
        const auto config = written("table.txt", table(mode));
        const auto said = runCli(simulated({"--config", config}));
        const auto asked = runCli(simulated(options));
        QVERIFY2(said.status == 0, said.all().constData());
        QVERIFY2(asked.status == 0, asked.all().constData());
        QVERIFY(!said.json()["outputs"].toArray().isEmpty());
        QCOMPARE(said.json()["outputs"], asked.json()["outputs"]);
        const auto eight = runCli(simulated({}));
        QVERIFY(eight.json()["outputs"] != said.json()["outputs"]);
    }

    /// BF16 of one layer is what it computes with, here and in the file, which has standard operators only.
    void halvesAreWrittenAsCasts()
    {
        const auto first = layerNames().constFirst();
        const auto config = written("half.txt", table("INT8", first, "BF16"));
        const auto plain = written("float.txt", table("INT8", first, "F32"));
        const auto half = runCli(simulated({"--config", config}));
        QVERIFY2(half.status == 0, half.all().constData());
        const auto calibrated = runCli({"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy"),
                                        "--config", config, "--out", m_folder.path(), "--json"});
        QVERIFY2(calibrated.status == 0, calibrated.all().constData());
        QVERIFY2(!calibrated.out.contains("only Quantloupe"), calibrated.out.constData());
        const auto file = m_folder.filePath("float_qdq.onnx");
        const auto info = runCli({"info", file});
        QVERIFY2(info.status == 0 && info.out.contains("Cast") && !info.out.contains("RoundToFormat"),
                 info.all().constData());
        const auto back = runCli(compare({"--analysis", file}));
        QVERIFY2(back.status == 0, back.all().constData());
        QCOMPARE(back.json()["outputs"], half.json()["outputs"]);
        QVERIFY(runCli(simulated({"--config", plain})).json()["outputs"] != half.json()["outputs"]);
        // A record says the scales of integers; halves have none.
        const auto recorded = runCli(compare({"--config", config, "--record", m_folder.filePath("float_record.txt")}));
        QVERIFY2(recorded.status == 0, recorded.all().constData());
        QCOMPARE(recorded.json()["outputs"], half.json()["outputs"]);
    }

    void saysWhatOnlyWeRun()
    {
        const auto config = written("fp8.txt", table("F8E5M2"));
        const auto calibrated = runCli({"calibrate", demoFile("float.onnx"), "--data", demoFile("calibration.npy"),
                                        "--config", config, "--out", m_folder.path()});
        QVERIFY2(calibrated.status == 0 && calibrated.out.contains("only Quantloupe"), calibrated.all().constData());
    }

    void setsThem()
    {
        const auto config = written("set.txt", "# op_name quantize_mode\nconv INT8\n");
        const auto set = runCli({"config", "set", config, "conv", "--activation-format", "fp8_e5m2"});
        QVERIFY2(set.status == 0 && set.out.contains("F8E5M2"), set.all().constData());
        for (const QStringList& wrong :
             {QStringList{"--activation-format", "mxfp4"}, QStringList{"--activation-format", "fp7"}}) {
            const auto refused = runCli(QStringList{"config", "set", config, "conv"} + wrong);
            QVERIFY2(refused.status == 1 && refused.isOneErrorLine(), refused.all().constData());
        }
        QCOMPARE(
            runCli({"config", "set", config, "conv", "--activation-format", "bf16", "--activation-bits", "8"}).status,
            2);
    }
};

QTEST_GUILESS_MAIN(TestCliConfigFormats)
#include "tst_cli_config_formats.moc"
