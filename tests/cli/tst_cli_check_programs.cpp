// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_process.h"
#include "tests/support/array_files.h"
#include "tests/support/torch_modules.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace ql::tests;
using ql::testing::ModuleBuilder;

namespace {

constexpr const char* kUnknown = "-";

ModuleBuilder convolution(const std::string& weight = "self.weight")
{
    ModuleBuilder module("Conv2d");
    module.parameter("weight", at::linspace(-1.0, 1.0, 16, at::kFloat).view({4, 4, 1, 1}));
    module.define("def forward(self, x):\n    return torch.conv2d(x, " + weight + ", None)");
    return module;
}

ModuleBuilder plain(const std::string& className, const std::string& result)
{
    ModuleBuilder module(className);
    module.define("def forward(self, x):\n    return " + result);
    return module;
}

/// As torch.ao's FakeQuantize is saved, its observer off.
ModuleBuilder fakeQuantizer(const std::string& observer, const std::string& range)
{
    ModuleBuilder watching(observer);
    watching.buffer("min_val", at::tensor({0.0F})).define("def forward(self, x):\n    return x");
    ModuleBuilder module("FakeQuantize");
    module.buffer("fake_quant_enabled", at::tensor({1}, at::kInt))
        .buffer("observer_enabled", at::tensor({0}, at::kInt))
        .module("activation_post_process", watching)
        .define("def forward(self, x):\n    return torch.fake_quantize_per_tensor_affine(x, 0.02, 0, " + range + ")");
    return module;
}

/// Shared and unused modules, and a branch.
void saveProgram(const QString& path)
{
    ModuleBuilder add("FloatFunctional");
    add.define("def add(self, x, y):\n    return torch.add(x, y)");
    ModuleBuilder linear("Linear");
    linear.parameter("weight", at::ones({2, 4}))
        .define("def forward(self, x):\n    return torch.linear(x, self.weight)");
    ModuleBuilder net;
    net.module("conv", convolution()).module("relu", plain("ReLU", "torch.relu(x)")).module("add", add);
    net.module("fc", linear).module("norm", plain("LayerNorm", "torch.layer_norm(x, [8])"));
    net.module("same", plain("Identity", "x"));
    net.module("up", plain("Sigmoid", "torch.sigmoid(x)")).module("down", plain("Tanh", "torch.tanh(x)"));
    net.define("def forward(self, x):\n"
               "    y = self.relu.forward(self.conv.forward(x))\n"
               "    z = self.add.add(self.same.forward(x), self.relu.forward(y))\n"
               "    z = self.add.add(z, y)\n"
               "    if bool(torch.gt(torch.sum(x), 0.0)):\n"
               "        z = self.up.forward(z)\n"
               "    else:\n"
               "        z = self.down.forward(z)\n"
               "    return z");
    net.save(path.toStdString());
}

} // namespace

/// What `check` tells of PyTorch programs, and what a run adds.
class TestCliCheckPrograms : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString file(const QString& name) const { return m_folder.filePath(name); }

    /// "conv 1, up -": every module with its calls.
    static QStringList calls(const QJsonObject& document)
    {
        QStringList found;
        for (const auto& each : document["module_uses"].toArray()) {
            const auto use = each.toObject();
            found += use["name"].toString() + ' '
                     + (use["calls"].isNull() ? QString(kUnknown) : QString::number(use["calls"].toInt()));
        }
        return found;
    }

    static QStringList subjects(const QJsonObject& document, const QString& rule)
    {
        QStringList found;
        for (const auto& each : document["findings"].toArray())
            if (each.toObject()["rule"] == rule)
                found += each.toObject()["layer"].toString();
        return found;
    }

    /// A file of ones.
    QString ones(const char* shape, int count) const
    {
        QFile array(file("ones.npy"));
        if (array.open(QIODevice::WriteOnly))
            array.write(npyFile(npyDictionary("<f4", shape),
                                QByteArray(reinterpret_cast<const char*>(QList<float>(count, 1.0F).constData()),
                                           count * int(sizeof(float)))));
        return array.fileName();
    }

    static QJsonObject rowOf(const QJsonObject& document, const QString& list, const QString& key, const QString& name)
    {
        for (const auto& each : document[list].toArray())
            if (each.toObject()[key] == name)
                return each.toObject();
        return {};
    }

private Q_SLOTS:
    void initTestCase() { saveProgram(file("program.pt")); }

    void countsCallsWithoutARun()
    {
        const auto result = runCli({"check", file("program.pt"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(calls(result.json()),
                 (QStringList{"conv 1", "relu 2", "add 2", "fc 0", "norm 0", "same 1", "up -", "down -"}));
        QCOMPARE(subjects(result.json(), "shared-module"), (QStringList{"relu", "add"}));
        QCOMPARE(subjects(result.json(), "uncalled-module"), (QStringList{"fc", "norm"}));
        QVERIFY(!rowOf(result.json(), "layers", "name", "conv").contains("executions"));
    }

    /// The branch that the input takes is known then, and what every layer gives.
    void aRunFillsIn()
    {
        const auto open = runCli({"check", file("program.pt"), "--json"});
        QCOMPARE(rowOf(open.json(), "layers", "name", "conv")["output_dtype"].toString(), QString("undefined"));
        const auto result =
            runCli({"check", file("program.pt"), "--input", ones("(1, 4, 8, 8)", 256), "--out", file("out"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(calls(result.json()),
                 (QStringList{"conv 1", "relu 2", "add 2", "fc 0", "norm 0", "same 1", "up 1", "down 0"}));
        const auto conv = rowOf(result.json(), "layers", "name", "conv");
        QCOMPARE(conv["input_dtype"].toString(), QString("float32"));
        QCOMPARE(conv["output_dtype"].toString(), QString("float32"));
        QCOMPARE(conv["shape"].toArray(), (QJsonArray{1, 4, 8, 8}));
        QCOMPARE(conv["executions"].toInt(), 1);
        QFile table(file("out/model_check_result.txt"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const auto text = table.readAll();
        QVERIFY2(text.contains("Modules that run never, or more than once:") && text.contains("| relu ")
                     && text.contains("| down "),
                 text.constData());
        QVERIFY2(text.count("undefined") <= 1, text.constData()); // of the branch that did not run
    }

    /// The observer that PyTorch's fake quantizer had, and a weight that each call rounds for itself.
    void namesObserversOfTrainedModels()
    {
        ModuleBuilder shared = ModuleBuilder("Conv2d");
        shared.parameter("weight", at::linspace(-1.0, 1.0, 16, at::kFloat).view({4, 4, 1, 1}))
            .module("weight_fake_quant", fakeQuantizer("PerChannelObserver", "-128, 127"))
            .module("activation_post_process", fakeQuantizer("MovingAverageMinMaxObserver", "-128, 127"))
            .define("def forward(self, x):\n"
                    "    y = torch.conv2d(x, self.weight_fake_quant.forward(self.weight), None)\n"
                    "    return self.activation_post_process.forward(y)");
        ModuleBuilder net;
        net.module("sc", shared).define("def forward(self, x):\n    return self.sc.forward(self.sc.forward(x))");
        net.save(file("trained.pt").toStdString());
        const auto result = runCli({"check", file("trained.pt"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        const auto document = result.json();
        QCOMPARE(document["layers"].toArray()[0].toObject()["observer"].toString(),
                 QString("MovingAverageMinMaxObserver"));
        QCOMPARE(document["weights"].toArray()[0].toObject()["observer"].toString(), QString("PerChannelObserver"));
        QCOMPARE(rowOf(document, "weight_uses", "name", "sc.weight")["uses"].toInt(), 2);
        QCOMPARE(subjects(document, "shared-weight").size(), 1);
        QCOMPARE(subjects(document, "shared-module"), QStringList());
        QCOMPARE(calls(document), QStringList{"sc 2"});
    }

    void namesObserversOfAConfig()
    {
        const auto observers = [](const QStringList& words) {
            const auto document = runCli(QStringList{"check", demoFile("float.onnx"), "--calibration-data",
                                                     demoFile("calibration.npy"), "--json"}
                                         + words)
                                      .json();
            QString first; // of a layer whose output is quantized: a Relu may stand for what it reads
            for (const auto& each : document["layers"].toArray())
                if (first.isEmpty())
                    first = each.toObject()["observer"].toString();
            return std::pair(first, rowOf(document, "weights", "layer", "/stem/conv/Conv")["observer"].toString());
        };
        QCOMPARE(observers({"--observer", "kl"}), std::pair(QString("kl"), QString("min_max")));
        QCOMPARE(observers({"--observer", "percentile"}).first, QString("percentile"));
    }

    /// Where the code makes each layer, callers first; of ONNX files nobody knows.
    void tellsPlacesInTheCode_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("expected");
        QTest::newRow("scripted") << "located_scripted.pt"
                                  << "located.py:15";
        QTest::newRow("traced") << "located_traced.pt"
                                << "/torch/nn/"; // a trace keeps the innermost place alone
    }

    void tellsPlacesInTheCode()
    {
        QFETCH(QString, model);
        QFETCH(QString, expected);
        const auto path = QStringLiteral(QUANTLOUPE_SOURCE_DIR "/tests/data/torchscript/") + model;
        const auto plain = runCli({"check", path, "--json"});
        QVERIFY(!rowOf(plain.json(), "layers", "name", "block.conv").contains("source"));
        const auto checked = runCli({"check", path, "--with-stack", "--out", file("located"), "--json"});
        const auto source = rowOf(checked.json(), "layers", "name", "block.conv")["source"].toString();
        QVERIFY2(source.contains(expected), qPrintable(source));
        QVERIFY(model != "located_scripted.pt" || source.contains("located.py:24 > "));
        QFile table(file("located/model_check_result.txt"));
        QVERIFY(table.open(QIODevice::ReadOnly) && table.readAll().contains(expected.toUtf8()));
        const QStringList input{"--input", ones("(1, 2, 3, 3)", 18), "--with-stack", "--json"};
        const auto profiled = runCli(QStringList{"profile", path} + input);
        QVERIFY2(rowOf(profiled.json(), "rows", "mod_name", "block.relu")["source"].toString().contains(expected),
                 profiled.all().constData());
    }

    void tellsThatNoPlaceIsKnown()
    {
        const auto result = runCli({"check", demoFile("float.onnx"), "--with-stack"});
        QVERIFY2(result.status == 0 && result.err.contains("--with-stack: no layer has a place in the code"),
                 result.all().constData());
    }

    /// A state dict in training is checked for scales that never changed.
    void checksStateDicts()
    {
        const auto check = [](const char* name) {
            const auto result =
                runCli({"check", QString(QUANTLOUPE_SOURCE_DIR "/tests/data/weights/") + name, "--json"});
            return std::pair(result.json()["quantizer_state"].toString(), result.json());
        };
        const auto [state, trained] = check("trained.pth");
        QCOMPARE(state, QString("QAT"));
        QCOMPARE(trained["kind"].toString(), QString("weights only"));
        QVERIFY(trained["findings"].toArray().isEmpty());
        QCOMPARE(trained["weights"].toArray().size(), 3);
        const auto conv = rowOf(trained, "weights", "layer", "conv");
        QCOMPARE(conv["scales"].toInt(), 4);
        QCOMPARE(conv["scale_values"].toArray()[3].toDouble(), 0.0015442708972841501); // as torch reads the file
        const auto output = rowOf(trained, "layers", "name", "conv");
        QCOMPARE(output["scale_values"].toArray(), QJsonArray({0.03482472896575928}));
        QCOMPARE(output["zero_points"].toArray(), QJsonArray({70}));
        const auto untrained = check("untrained.pth").second;
        QCOMPARE(untrained["findings"].toArray().size(), 1);
        const auto finding = untrained["findings"].toArray()[0].toObject();
        QCOMPARE(finding["rule"].toString(), QString("scale-one"));
        QCOMPARE(finding["severity"].toString(), QString("error"));
        const auto refused = runCli({"check", QUANTLOUPE_SOURCE_DIR "/tests/data/weights/trained.pth", "--input", "x"});
        QVERIFY2(refused.status == 1 && refused.isOneErrorLine(), refused.all().constData());
    }

    /// A QuantStub that computes nothing has no row of compare, which says so; one that quantizes has an operator. The
    /// DeQuantStub has that of the output.
    void stubsWithoutRowsAreNamed()
    {
        const auto save = [this](const QString& name, bool isQuantized) {
            ModuleBuilder quant("QuantStub");
            if (isQuantized)
                quant.module("activation_post_process", fakeQuantizer("MinMaxObserver", "-128, 127"))
                    .define("def forward(self, x):\n    return self.activation_post_process.forward(x)");
            else
                quant.define("def forward(self, x):\n    return x");
            ModuleBuilder net;
            net.module("quant", quant).module("conv", convolution()).module("dequant", plain("DeQuantStub", "x"));
            net.define("def forward(self, x):\n"
                       "    return self.dequant.forward(self.conv.forward(self.quant.forward(x)))");
            net.save(file(name).toStdString());
            return file(name);
        };
        const auto plainFile = save("plain.pt", false);
        const auto found = [&](const QString& analysis) {
            const auto result = runCli({"compare", "--baseline", plainFile, "--analysis", analysis, "--input",
                                        ones("(1, 4, 2, 2)", 16), "--json"});
            const auto rows = result.json()["layers"].toArray();
            const auto last = rows.last().toObject();
            const auto before = rows[rows.size() - 2].toObject();
            if (last["name"].toString() != "dequant" || last["metrics"] != before["metrics"])
                return QStringList{"no row of dequant"};
            QStringList messages;
            for (const auto& each : result.json()["config_findings"].toArray())
                if (each.toObject()["rule"] == "stub-without-row")
                    messages += each.toObject()["message"].toString();
            return messages;
        };
        for (const QStringList& filter : {QStringList{"--type", "DeQuantStub"}, QStringList{"--prefix", "dequant"}}) {
            const auto asked = runCli(QStringList{"compare", "--baseline", plainFile, "--analysis", plainFile,
                                                  "--input", ones("(1, 4, 2, 2)", 16), "--json"}
                                      + filter);
            QVERIFY2(asked.status == 0, asked.all().constData());
            QCOMPARE(asked.json()["layers"].toArray().size(), 1);
            QCOMPARE(asked.json()["layers"].toArray()[0].toObject()["name"].toString(), QString("dequant"));
        }
        const QString text(" compute nothing and have no rows: what comes out is what goes in");
        QCOMPARE(found(plainFile), QStringList{"quant" + text});
        QCOMPARE(found(save("quantized.pt", true)), QStringList{});
    }

    void takesABadCase()
    {
        const QStringList pair{"--baseline", demoFile("float.onnx"), "--analysis", demoFile("int8.onnx")};
        QCOMPARE(
            runCli(QStringList{"badcase", "--data", demoFile("calibration.npy"), "--out", file("bad")} + pair).status,
            0);
        const auto result = runCli({"check", demoFile("int8.onnx"), "--badcase", file("bad"), "--json"});
        QVERIFY2(result.status == 0, result.all().constData());
        QCOMPARE(result.json()["layers"].toArray()[0].toObject()["executions"].toInt(), 1);
    }
};

QTEST_GUILESS_MAIN(TestCliCheckPrograms)
#include "tst_cli_check_programs.moc"
