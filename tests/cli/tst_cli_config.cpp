// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/core/config/config_files.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;

/// The `config` commands, run as a user would.
class TestCliConfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shows();
    void checks();
    void editsInPlace();
    void restoresEveryByte();
    void refusesInOneLine_data();
    void refusesInOneLine();
    void refusesWrongUsage();
    void converts();
    void knowsTheModel();
    void editsByTypeAndPrefix();
    void makesOneFromAModel();
    void tellsWhatAToolChainDidNotFollow();
    void createsOneInEveryDialect();
    void missesQuantEnable();

private:
    QString planted(const QString& name, const QByteArray& content);
    QString fixture(const char* name);
    QByteArray content(const QString& path);

    QTemporaryDir m_folder;
};

QString TestCliConfig::planted(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return file.fileName();
}

QString TestCliConfig::fixture(const char* name)
{
    return planted(name, QByteArray::fromStdString(configText(name)));
}

QByteArray TestCliConfig::content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestCliConfig::shows()
{
    const auto text = runCli({"config", "show", fixture("amct_block.yaml")});
    QVERIFY2(text.status == 0, text.all().constData());
    QVERIFY2(text.out.contains("amct-yaml") && text.out.contains("block1.conv2"), text.out.constData());
    const auto json = runCli({"config", "show", fixture("quant.cfg"), "--json"}).json();
    QCOMPARE(json["schema"].toString(), "quantloupe.config-show/1");
    QCOMPARE(json["dialect"].toString(), "amct-proto");
    QCOMPARE(json["rows"].toArray().first()["activation"]["type"].toString(), "int12");
}

void TestCliConfig::checks()
{
    const auto bad = planted("bad.yaml", "override_layer_configs:\n- layer_name: a\n  weight_quant_params: {quantizer: "
                                         "ArqWeightFakeQuantize, quantizer_args: {num_bits: 5}}\n");
    const auto text = runCli({"config", "check", bad});
    QCOMPARE(text.status, 0);
    QVERIFY2(text.out.contains("bad.yaml:3: error [parameter-range]: layer a: ArqWeightFakeQuantize.num_bits is 5"),
             text.out.constData());
    QCOMPARE(runCli({"config", "check", bad, "--fail-on", "error"}).status, 3);
    QCOMPARE(runCli({"config", "check", fixture("quant.cfg"), "--fail-on", "error"}).status, 0);
    const auto findings = runCli({"config", "check", bad, "--json"}).json()["findings"].toArray();
    QCOMPARE(findings.first()["line"].toInt(), 3);
}

void TestCliConfig::editsInPlace()
{
    const auto path = fixture("quant.cfg");
    const auto before = content(path);
    const auto dry =
        runCli({"config", "set", path, "layer1.2.conv2", "--activation-bits", "16", "--weight-bits", "8", "--dry-run"});
    QVERIFY2(dry.status == 0 && dry.out.contains("+      num_bits: 16"), dry.all().constData());
    QCOMPARE(content(path), before);
    const auto json =
        runCli({"config", "set", path, "layer1.2.conv2", "--activation-bits", "16", "--weight-bits", "8", "--json"})
            .json();
    QVERIFY(json["written"].toBool());
    const auto after = content(path);
    QVERIFY(after.contains("      num_bits: 16\n"));
    // Cluster centres have no 8 bits.
    QCOMPARE(after.count("snq_quantize"), before.count("snq_quantize") - 1);
    QCOMPARE(after.count("arq_quantize"), before.count("arq_quantize") + 1);
    QVERIFY(after.contains("# one scale per filter"));
    const auto none = runCli({"config", "set", path, "layer1.2.conv2", "--activation-bits", "16"});
    QVERIFY2(none.status == 0 && none.out.contains("nothing to change"), none.all().constData());
}

void TestCliConfig::restoresEveryByte()
{
    const auto path = fixture("amct_block.yaml");
    const auto before = content(path);
    QCOMPARE(runCli({"config", "skip", path, "tail.a", "tail.b"}).status, 0);
    QVERIFY(content(path) != before);
    QCOMPARE(runCli({"config", "restore", path, "tail.a", "tail.b"}).status, 0);
    QCOMPARE(content(path), before);
}

void TestCliConfig::refusesInOneLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const auto table = fixture("sophgo_qtable.txt");
    QTest::newRow("missing") << QStringList{"config", "show", m_folder.filePath("none.yaml")} << "none.yaml";
    QTest::newRow("unknown") << QStringList{"config", "show", planted("letter.yaml", "Dear model,\n")} << "letter.yaml";
    QTest::newRow("broken") << QStringList{"config", "check", planted("broken.json", "{\"a\": ")} << "broken.json:1:7";
    QTest::newRow("can't say") << QStringList{"config", "set", table, "a", "--activation-bits", "16"}
                               << "can't say 16 bits";
    QTest::newRow("nothing to set") << QStringList{"config", "set", table, "a"} << "--activation-bits";
    QTest::newRow("follow") << QStringList{"config", "skip", table, "a", "--follow"} << "--model";
    QTest::newRow("bad value") << QStringList{"config", "set", fixture("amct_fx.json"), "conv1", "--weight-bits", "6"}
                               << "num_bits is 6";
    QTest::newRow("bad source") << QStringList{
        "config", "convert", planted("bad.json", "{\"a\": {\"quant_enable\": 3}}"), "--to",
        "amct-yaml"} << "quant_enable is a number";
}

void TestCliConfig::refusesInOneLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto result = runCli(arguments);
    QVERIFY2(result.status == 1 && result.isOneErrorLine(), result.all().constData());
    QVERIFY2(result.err.contains(says.toUtf8()), result.all().constData());
}

void TestCliConfig::refusesWrongUsage()
{
    QCOMPARE(runCli({"config"}).status, 2);
    QCOMPARE(runCli({"config", "show"}).status, 2);
    QCOMPARE(runCli({"config", "set", "a.yaml"}).status, 2);
    QCOMPARE(runCli({"config", "convert", "a.yaml", "--to", "nonsense"}).status, 2);
    const auto help = runCli({"config", "--help-all"});
    QCOMPARE(help.status, 0);
    QVERIFY(help.out.contains("horizon-yaml"));
}

void TestCliConfig::converts()
{
    const auto out = m_folder.filePath("converted.json");
    const auto result = runCli({"config", "convert", fixture("quant.cfg"), "--to", "horizon-json", "--out", out});
    QVERIFY2(result.status == 0 && result.out.contains("can't say"), result.all().constData());
    QCOMPARE(runCli({"config", "show", out, "--json"}).json()["dialect"].toString(), "horizon-json");
    const auto snippet = runCli({"config", "convert", fixture("rknn.quantization.cfg"), "--to", "horizon-python"});
    QVERIFY2(snippet.status == 0 && snippet.out.contains("\"Add__12:0\": qint16"), snippet.all().constData());
}

void TestCliConfig::knowsTheModel()
{
    const auto model = demoFile("float.onnx");
    const auto path = planted("demo.yaml", "skip_layers: []\n");
    const auto unknown =
        runCli({"config", "set", path, "/block1/depthwise/Conf", "--activation-bits", "16", "--model", model});
    QVERIFY2(unknown.status == 1 && unknown.isOneErrorLine()
                 && unknown.err.contains("did you mean /block1/depthwise/Conv"),
             unknown.all().constData());
    // A Conv must be quantized: refused, unless it is forced.
    const auto refused = runCli({"config", "skip", path, "/block1/depthwise/Conv", "--model", model});
    QVERIFY2(refused.status == 1 && refused.err.contains("matrix unit"), refused.all().constData());
    QCOMPARE(content(path), QByteArray("skip_layers: []\n"));
    const auto done = runCli(
        {"config", "set", path, "/block1/depthwise/Conv", "--activation-bits", "16", "--model", model, "--json"});
    QVERIFY2(done.status == 0, done.all().constData());
    const auto closure = done.json()["closure"].toArray();
    QVERIFY(!closure.isEmpty());
    QVERIFY(closure.first()["macs"].toInteger() > 0);
    const auto shown = runCli({"config", "show", path, "--model", model, "--json"}).json()["layers"].toArray();
    QVERIFY(shown.size() > 5);
}

void TestCliConfig::editsByTypeAndPrefix()
{
    const auto model = demoFile("float.onnx");
    const auto path = planted("types.yaml", "skip_layers: []  # none\n");
    const auto edited = [&](const QStringList& words) {
        QStringList layers;
        const auto result = runCli(QStringList{"config", "set", path, "--model", model, "--dry-run", "--json"} + words);
        for (const auto& change : result.json()["changes"].toArray())
            layers += change.toObject()["layer"].toString();
        return layers;
    };
    const auto bits = QStringList{"--activation-bits", "16"};
    const auto convolutions = edited(bits + QStringList{"--type", "Conv"});
    QVERIFY(convolutions.size() > 5 && convolutions.contains("/stem/conv/Conv"));
    QCOMPARE(edited(bits + QStringList{"--type", "torch.nn.Conv2d"}), convolutions);
    const auto block = edited(bits + QStringList{"--prefix", "/block1/"});
    QVERIFY(block.contains("/block1/depthwise/Conv") && !block.contains("/stem/conv/Conv"));
    QVERIFY(edited(bits + QStringList{"--prefix", "/block1/", "--type", "Gemm"}).size() > block.size());
    QCOMPARE(content(path), QByteArray("skip_layers: []  # none\n"));
    const auto written = runCli(QStringList{"config", "set", path, "--model", model, "--prefix", "/block1/"} + bits);
    QVERIFY2(written.status == 0 && content(path).contains("# none"), written.all().constData());
    const auto nobody = runCli(QStringList{"config", "set", path, "--model", model, "--type", "LSTM"} + bits);
    QVERIFY2(nobody.status == 1 && nobody.isOneErrorLine(), nobody.all().constData());
    QCOMPARE(runCli(QStringList{"config", "set", path, "--type", "Conv"} + bits).status, 1);
}

/// The damaged demo, made again from its float origin: the same numbers as with the file itself.
void TestCliConfig::makesOneFromAModel()
{
    const QString made = m_folder.filePath("made.json");
    const QStringList words{"config",
                            "from-model",
                            demoFile("int8.onnx"),
                            "--baseline",
                            demoFile("float.onnx"),
                            "--dialect",
                            "onnxruntime-json",
                            "--out",
                            made};
    const auto json = runCli(words + QStringList{"--json"}).json();
    QCOMPARE(json["schema"].toString(), "quantloupe.config-from-model/1");
    QCOMPARE(json["record"].toString(), m_folder.filePath("made_record.txt"));
    QVERIFY(json["quantized_layers"].toInt() > 5);
    QCOMPARE(json["losses"].toArray().size(), 0);
    const auto text = runCli(words);
    QVERIFY2(text.out.contains("layers are quantized as in") && text.out.contains("wrote "), text.all().constData());
    const QStringList compare{"compare", "--baseline", demoFile("float.onnx"), "--input", demoFile("bad_case.npy"),
                              "--json"};
    const auto outputs = [&](const QStringList& more) -> QJsonValue {
        return runCli(compare + more).json()["outputs"].toArray()[0].toObject()["metrics"].toObject()["sqnr_db"];
    };
    const auto twin = outputs({"--analysis", demoFile("int8.onnx")});
    QVERIFY(twin.isDouble());
    QCOMPARE(outputs({"--config", made, "--record", json["record"].toString()}), twin);
    QVERIFY(runCli({"config", "from-model", demoFile("float.onnx"), "--baseline", demoFile("float.onnx"), "--dialect",
                    "amct-yaml", "--out", made})
                .isOneErrorLine());
}

/// The demo's config says how its twin was made; edited, it asks for more than the twin has.
void TestCliConfig::tellsWhatAToolChainDidNotFollow()
{
    const auto config = planted("asked.yaml", content(demoFile("config.yaml")));
    const QStringList check{
        "config", "check", config, "--model", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
    const auto all = runCli(check + QStringList{"--json"}).json()["applied"].toObject();
    QVERIFY(all["layers"].toInt() > 5);
    QCOMPARE(all["applied_layers"], all["layers"]);
    QCOMPARE(runCli({"config", "set", config, "/head/gemm/Gemm", "--activation-bits", "16"}).status, 0);
    const auto json = runCli(check + QStringList{"--json"}).json();
    QVERIFY(json["applied"].toObject()["applied_layers"].toInt() < json["applied"].toObject()["layers"].toInt());
    const auto text = runCli(check + QStringList{"--fail-on", "warning"});
    QVERIFY2(text.status == 3 && text.out.contains("not-applied") && text.out.contains("the config asks for int16"),
             text.all().constData());
    const auto alone = runCli({"config", "check", config, "--analysis", demoFile("int8.onnx")});
    QVERIFY2(alone.status == 1 && alone.isOneErrorLine() && alone.err.contains("--model"), alone.all().constData());
}

/// quant_enable is mandatory: without any the file is still known by its layers' parameters.
void TestCliConfig::missesQuantEnable()
{
    const auto path = planted("no_enable.json", "{\"fc\": {\"weight_quant_params\": {}}}");
    const auto result = runCli({"config", "check", path});
    QVERIFY2(result.status == 0 && result.out.contains("error [missing-key]: layer fc: fc without quant_enable"),
             result.all().constData());
}

/// From nothing: what AMCT's create_quant_config_fx does.
void TestCliConfig::createsOneInEveryDialect()
{
    for (const QString dialect :
         {"amct-yaml", "amct-fx-json", "amct-dynamic-json", "amct-qat-json", "amct-proto", "amct-retrain-proto",
          "horizon-yaml", "horizon-json", "onnxruntime-json", "rknn-yaml", "sophgo-qtable", "horizon-python"}) {
        const auto path = m_folder.filePath("created." + dialect);
        const auto made =
            runCli({"config", "create", demoFile("float.onnx"), "--dialect", dialect, "--out", path, "--json"});
        QVERIFY2(made.status == 0, made.all().constData());
        QCOMPARE(made.json()["to"].toString(), dialect);
        QVERIFY(!content(path).isEmpty());
    }
    const auto path = m_folder.filePath("created.json");
    QCOMPARE(runCli({"config", "create", demoFile("float.onnx"), "--dialect", "amct-fx-json", "--activation-bits", "16",
                     "--out", path})
                 .status,
             0);
    const auto shown = runCli({"config", "show", path, "--model", demoFile("float.onnx")});
    // As torch.fx, and so AMCT, has it: a module that is one layer goes by its name, one that is a layer and a Relu
    // is entered.
    QVERIFY2(shown.out.contains("block1.pointwise") && shown.out.contains("conv2d_1"), shown.all().constData());
    QVERIFY(content(path).contains("\"num_bits\": 16"));
    const auto refused =
        runCli({"config", "create", demoFile("float.onnx"), "--dialect", "aimet-encodings", "--out", path});
    QVERIFY2(refused.isOneErrorLine() && refused.err.contains("holds scales, which a model"),
             refused.all().constData());
}

QTEST_GUILESS_MAIN(TestCliConfig)
#include "tst_cli_config.moc"
