// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/models.h"
#include "tests/support/torch_modules.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <functional>

using namespace ql::tests;

/// Every command takes TorchScript files as it takes ONNX files.
class TestCliTorchScript : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// "$name" stands for a file of the folder.
    QStringList resolved(QString words) const { return words.replace('$', m_folder.path() + '/').split(' '); }

private Q_SLOTS:
    void initTestCase()
    {
        ql::testing::saveExamples(m_folder.path().toStdString());
        const auto sawtooth = [](int i) { return 1.5F * float((i * 37) % 101 - 50) / 50.0F; };
        writeNpy("x.npy", "(1, 3, 8, 8)", 192, sawtooth);
        writeNpy("wave.npy", "(1, 3, 8, 8)", 192, [](int i) { return float(1.4 * std::sin(1.37 * i)); });
        writeNpy("samples.npy", "(4, 3, 8, 8)", 768, sawtooth);
        write("config.yaml", "skip_layers: []\n"
                             "common_config: {quant_enable: true}\n"
                             "override_layer_configs: []\n");
        write("project.yaml", "quantloupe: 1\nbaseline: float.pt\nanalysis: static.pt\nmodel: static.pt\ninput: x.npy\n"
                              "run: [info, run, compare, shadow, weights, attribution, sensitivity, profile, check]\n");
        for (const auto* kind : {"static", "fake"}) {
            const auto found = runCli(resolved(QString("compare --baseline $float.pt --analysis $%1.pt --input $x.npy "
                                                       "--out $%1")
                                                   .arg(kind)));
            QVERIFY2(found.status == 0, found.all().constData());
        }
        const auto dumped = runCli(resolved("run $static.pt --input $x.npy --dump $dump"));
        QVERIFY2(dumped.status == 0, dumped.all().constData());
    }

    /// LibTorch's engines round differently: a comparison says which one computed.
    void theEngineOfQuantizedOperatorsIsNamed()
    {
        const auto findings = [this](const char* analysis) {
            QStringList rules;
            const auto result = runCli(resolved(QString("compare --baseline $float.pt --analysis $%1 --input $x.npy "
                                                        "--json")
                                                    .arg(analysis)));
            for (const auto& each : result.json()["pair_findings"].toArray())
                if (each.toObject()["rule"] == "quantized-engine")
                    rules << each.toObject()["message"].toString();
            return rules;
        };
        const auto said = findings("static.pt");
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.first().contains("the analysis model computes its quantized operators with LibTorch's engine"),
                 qPrintable(said.first()));
        QVERIFY(findings("fake.pt").isEmpty()); // which computes in floats
    }

    void answers_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("list");
        QTest::addColumn<int>("least");
        const auto row = [](const char* name, const QString& words, const char* list, int least) {
            QTest::newRow(name) << words << list << least;
        };
        const QString input = " --input x=$x.npy";
        const QString against = " --baseline $float.pt --analysis ";
        row("info", "info $static.pt", "operators", 5);
        row("run", "run $fake.pt" + input, "outputs", 1);
        row("compare static", "compare" + against + "$static.pt" + input, "layers", 5);
        row("compare fake", "compare" + against + "$fake.pt" + input, "layers", 5);
        row("compare dynamic", "compare" + against + "$dynamic.pt" + input, "layers", 5);
        row("badcase", "badcase" + against + "$static.pt --data $samples.npy", "top", 1);
        row("sensitivity fake", "sensitivity" + against + "$fake.pt" + input, "outputs", 1);
        row("sensitivity static", "sensitivity" + against + "$static.pt" + input, "outputs", 1);
        row("attribution", "attribution" + against + "$static.pt" + input, "rows", 3);
        row("shadow static", "shadow" + against + "$static.pt" + input, "rows", 3);
        row("shadow dynamic", "shadow" + against + "$dynamic.pt" + input, "rows", 1);
        row("weights", "weights" + against + "$static.pt", "rows", 3);
        row("profile", "profile $static.pt" + input, "rows", 5);
        row("check", "check $static.pt", "findings", 0);
        row("calibrate", "calibrate $float.pt --data $samples.npy --out $calibrated", "values", 1);
        row("simulated compare", "compare --baseline $float.pt --calibration-data $samples.npy" + input, "layers", 3);
        row("simulated sensitivity",
            "sensitivity --baseline $float.pt --config $config.yaml --calibration-data "
            "$samples.npy"
                + input,
            "outputs", 1);
        row("compare with a dump", "compare" + against + "$dump" + input, "layers", 5);
        row("tune", "tune --baseline $float.pt --data $samples.npy --target sqnr_db=40", "pareto", 1);
        row("tune to the utmost",
            "tune --baseline $float.pt --config $config.yaml --data $samples.npy --target sqnr_db=70 --apply", "pareto",
            2);
        row("project", "project run $project.yaml", "questions", 9);
        row("diff", "diff $static/compare.json $fake/compare.json", "rows", 5);
        row("report", "report $static/compare.json --out $page.html", "sources", 1);
        row("config show", "config show $config.yaml --model $float.pt", "layers", 3);
        row("config check", "config check $config.yaml --model $float.pt", "findings", 0);
        row("config set", "config set $config.yaml conv1 --activation-bits 16 --model $float.pt", "changes", 1);
        row("config skip", "config skip $config.yaml fc --model $float.pt --force", "changes", 1);
        row("config restore", "config restore $config.yaml fc --model $float.pt", "changes", 1);
        row("config convert", "config convert $config.yaml --to onnxruntime-json --model $float.pt", "losses", 0);
    }

    void answers()
    {
        QFETCH(QString, words);
        QFETCH(QString, list);
        QFETCH(int, least);
        const auto result = runCli(resolved(words) + QStringList{"--json"});
        const bool isMissed = words.startsWith(QStringLiteral("tune")) && result.status == 3; // its target
        QVERIFY2(result.status == 0 || isMissed, result.all().constData());
        const auto document = result.json();
        QVERIFY2(!document.isEmpty() && document.contains(list), result.all().constData());
        QVERIFY2(document[list].toArray().size() >= least, result.all().constData());
        for (const auto& question : document["questions"].toArray())
            QVERIFY2(question.toObject()["status"] == 0, result.all().constData());
    }

    /// Assertions and GELU can be said elsewhere, a roll can't: whoever exports it is told where it is.
    void tellsWhatOthersCannotRun()
    {
        const auto notesOf = [this](const std::string& line) {
            ql::testing::ModuleBuilder builder;
            builder.define("\ndef forward(self, x):\n    assert x.size(0) > 0, \"empty\"\n    return " + line);
            builder.save(file("calibrated.pt").toStdString());
            const auto result = runCli(resolved("calibrate $calibrated.pt --data $samples.npy --out $told --json"));
            return result.status == 0 ? result.json()["notes"].toArray() : QJsonArray{QString(result.all())};
        };
        QVERIFY(notesOf("torch.gelu(torch.matmul(x, x))").isEmpty());
        const auto notes = notesOf("torch.roll(torch.matmul(x, x), [1], [2])");
        QCOMPARE(notes.size(), 1);
        QVERIFY2(notes[0].toString().startsWith("node roll (aten.roll) has no ONNX form"),
                 qPrintable(notes[0].toString()));
    }

    /// A weight that is quantized as the model runs is the layer's weight, with the layer's share of the work.
    void trainedWeightsAreWeights()
    {
        const auto ranked = [this](const char* what) {
            const auto result = runCli(resolved(QString("sensitivity --baseline $float.pt --analysis $fake.pt --input "
                                                        "$x.npy --json --what %1")
                                                    .arg(what)));
            return result.json()["outputs"].toArray()[0].toObject()["rows"].toArray();
        };
        QStringList weights;
        for (const auto& value : ranked("weight")) {
            const auto row = value.toObject();
            weights.append(row["op_name"].toString());
            QCOMPARE(row["sensitive_type"].toString(), QString("weight"));
            QVERIFY(row["flops"].toDouble() > 0.0 && row["op_type"] != "Input");
        }
        weights.sort();
        QCOMPARE(weights, (QStringList{"conv1", "conv2", "fc"}));
        for (const auto& value : ranked("activation"))
            QVERIFY(!value.toObject()["op_name"].toString().endsWith("weight"));
        const auto result =
            runCli(resolved("attribution --baseline $float.pt --analysis $fake.pt --input $x.npy --json"));
        int counted = 0;
        for (const auto& value : result.json()["rows"].toArray())
            counted += value.toObject()["weights"].toObject()["sqnr_db"].isDouble() ? 1 : 0;
        QVERIFY2(counted == 3, result.all().constData());
    }

    /// Whose simulation gives the trained model's own numbers, but where a value lies between two steps: LibTorch
    /// rounds behind the zero point. A wave has none such.
    void makesAConfigOfATrainedModel()
    {
        const auto made = runCli(resolved("config from-model $fake.pt --baseline $float.pt --dialect amct-yaml --out "
                                          "$made.yaml --json"));
        QVERIFY2(made.status == 0, made.all().constData());
        QCOMPARE(made.json()["quantized_layers"].toInt(), 6);
        const auto outputDb = [this](const QString& analysis) {
            const auto result = runCli(resolved("compare --baseline $float.pt --input $wave.npy --json " + analysis));
            return result.json()["outputs"].toArray()[0].toObject()["metrics"].toObject()["sqnr_db"].toDouble();
        };
        const auto twin = outputDb("--analysis $fake.pt");
        const auto simulated = outputDb("--config $made.yaml --record $made_record.txt");
        QVERIFY2(twin > 1.0 && std::abs(twin - simulated) < 0.01,
                 qPrintable(QString("%1 dB, simulated %2 dB").arg(twin).arg(simulated)));
    }

    /// By the switches of the fake quantizers, by observers alone, and with no switch known.
    void tellsTheStatesOfTrainingApart()
    {
        const auto stateOf = [this](const ql::testing::ModuleBuilder& quantizer) {
            ql::testing::ModuleBuilder net;
            net.module("quant", quantizer).parameter("weight", at::ones({4, 4}));
            net.define("def forward(self, x):\n    return torch.matmul(self.quant.forward(x), self.weight)");
            net.save(file("state.pt").toStdString());
            const auto info = runCli(resolved("info $state.pt --json")).json();
            const auto check = runCli(resolved("check $state.pt --json")).json();
            return info["kind"].toString() + ", " + info["training_state"].toString("-") + ", "
                   + check["quantizer_state"].toString();
        };
        const auto fake = [](int observes, int quantizes) {
            ql::testing::ModuleBuilder builder("FakeQuantize");
            builder.buffer("observer_enabled", at::tensor({observes}, at::kLong))
                .buffer("fake_quant_enabled", at::tensor({quantizes}, at::kLong))
                .buffer("lowest", at::tensor({-1.0f}))
                .buffer("highest", at::tensor({1.0f}))
                .buffer("scale", at::tensor({0.05f}))
                .buffer("zero_point", at::tensor({0}, at::kInt));
            builder.define("def forward(self, x):\n"
                           "    return torch.fused_moving_avg_obs_fake_quant(x, self.observer_enabled, "
                           "self.fake_quant_enabled, self.lowest, self.highest, self.scale, self.zero_point, 0.01, "
                           "-128, 127, 0, False, False)");
            return builder;
        };
        QCOMPARE(stateOf(fake(1, 1)), QString("QDQ, QAT, QAT"));
        QVERIFY(stateOf(fake(1, 0)).endsWith(", calibration, calibration"));
        QCOMPARE(stateOf(fake(0, 1)), QString("QDQ, -, quantized"));
        ql::testing::ModuleBuilder observer("MinMaxObserver");
        observer.buffer("min_val", at::tensor({0.0f})).define("def forward(self, x):\n    return x");
        QCOMPARE(stateOf(observer), QString("float, calibration, calibration"));
        ql::testing::ModuleBuilder plain("Identity");
        plain.define("def forward(self, x):\n    return x");
        QCOMPARE(stateOf(plain), QString("float, -, float"));
        ql::testing::ModuleBuilder running("Quantizer");
        running.define("def forward(self, x):\n"
                       "    return torch.fake_quantize_per_tensor_affine(x, torch.amax(x) / 127.0, "
                       "torch.zeros([1], dtype=3), -128, 127)");
        QCOMPARE(stateOf(running), QString("QDQ, QAT, QAT"));
    }

    void answersOnARealModel_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("list");
        QTest::addColumn<int>("least");
        const auto row = [](const QString& words, const char* list, int least) {
            QTest::newRow(qPrintable(words.section(' ', 0, 0))) << words << list << least;
        };
        const QString input = " --input %input";
        const QString against = " --baseline %float --analysis %jit";
        row("info %jit", "operators", 40);
        row("run %jit --dump $silero" + input, "outputs", 1);
        row("compare" + against + input, "layers", 200);
        row("badcase" + against + " --data %input", "top", 1);
        row("shadow" + against + input, "rows", 16);
        row("weights" + against, "rows", 95); // normalizations are folded as the baseline has them
        row("profile %jit" + input, "rows", 300);
        row("check %jit", "findings", 1);
    }

    /// The authors' own program, with its branches on the rate and its states, against their ONNX model.
    void answersOnARealModel()
    {
        QFETCH(QString, words);
        QFETCH(QString, list);
        QFETCH(int, least);
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto model = [&](const char* name) { return QString::fromStdString((*models / name).string()); };
        words.replace("%input", model("inputs/silero_mini_v2__en_w3__input.npy"));
        words.replace("%float", model("models/silero_mini_v2.onnx"));
        words.replace("%jit", model("torchscript/silero_mini_v2_dynquant.jit"));
        const auto result = runCli(resolved(words) + QStringList{"--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QVERIFY2(result.json()[list].toArray().size() >= least, result.all().constData());
    }

private:
    void write(const QString& name, const QByteArray& text) const
    {
        QFile target(file(name));
        QVERIFY(target.open(QIODevice::WriteOnly));
        target.write(text);
    }

    void writeNpy(const QString& name, const QByteArray& shape, int count, const std::function<float(int)>& at) const
    {
        QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
        header += QByteArray(117 - header.size(), ' ') + '\n';
        QFile array(file(name));
        QVERIFY(array.open(QIODevice::WriteOnly));
        array.write(QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header);
        for (int i = 0; i < count; ++i) {
            const float value = at(i);
            array.write(reinterpret_cast<const char*>(&value), sizeof value);
        }
    }
};

QTEST_MAIN(TestCliTorchScript)
#include "tst_cli_torchscript.moc"
