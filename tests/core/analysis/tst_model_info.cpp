// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model/model_info.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "tests/support/models.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using ql::analysis::modelInfo;
using ql::results::ModelInfo;

namespace {

std::shared_ptr<const ModelInfo> infoOf(const std::string& text)
{
    ql::importers::ImportedModel model;
    model.graph = ql::graph::parseGraph(text);
    model.path = "folder/model.onnx";
    model.format = "onnx";
    return modelInfo(model);
}

constexpr const char* kHead = "graph \"g\" opset 13, com.microsoft 1\n";

} // namespace

class TestModelInfo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheKind_data();
    void tellsTheKind();
    void listsPortsOpsetsAndOperators();
    void countsWeightsOnly();
    void countsMacs();
    void leavesMacsOpenWithoutShapes();
    void countsBodies();
    void listsUnsupportedNodes();
    void agreesWithTheManifest_data();
    void agreesWithTheManifest();
    void countsARealNetwork();
    void listsWhatCanBeQuantized();
    void listsWhatACapacityConfigAdds();
};

void TestModelInfo::tellsTheKind_data()
{
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<QString>("kind");
    QTest::newRow("float") << "y = Relu(x)"
                           << "float";
    QTest::newRow("QDQ") << "q = QuantizeLinear(x, s, z)\ny = DequantizeLinear(q, s, z)"
                         << "QDQ";
    QTest::newRow("QDQ, com.microsoft") << "y = com.microsoft.DequantizeLinear(x, s, z)"
                                        << "QDQ";
    QTest::newRow("QOperator") << "q = QuantizeLinear(x, s, z)\n"
                                  "y = com.microsoft.QLinearAdd(q, s, z, q, s, z, s, z)"
                               << "QOperator";
    QTest::newRow("dynamic") << "q, a, b = DynamicQuantizeLinear(x)\ny = MatMulInteger(q, q, b, b)"
                             << "dynamic";
    QTest::newRow("mixed") << "q, a, b = DynamicQuantizeLinear(x)\n"
                              "y = com.microsoft.QLinearAdd(q, s, z, q, s, z, s, z)"
                           << "mixed";
}

void TestModelInfo::tellsTheKind()
{
    QFETCH(QString, nodes);
    QFETCH(QString, kind);
    const auto info = infoOf(kHead
                             + std::string("input x: float32[2,2]\nconst s: float32[] = {0.5}\n"
                                           "const z: uint8[] = {0}\n")
                             + nodes.toStdString() + "\noutput y\n");
    QCOMPARE(QString::fromStdString(info->kind), kind);
}

void TestModelInfo::listsPortsOpsetsAndOperators()
{
    const auto info = infoOf(kHead
                             + std::string("input x: float32[1,3,?,width]\na = Relu(x)\nb = Abs(a)\n"
                                           "y = Relu(b)\noutput y\n"));
    QCOMPARE(info->path, std::string("folder/model.onnx"));
    QCOMPARE(info->opsets.at("ai.onnx"), 13);
    QCOMPARE(info->opsets.at("com.microsoft"), 1);
    QCOMPARE(info->inputs.at(0).name, std::string("x"));
    QCOMPARE(info->inputs.at(0).dtype, std::string("float32"));
    QCOMPARE(info->inputs.at(0).shape, std::string("1x3x?xwidth"));
    QCOMPARE(info->outputs.at(0).shape, std::string("?"));
    QCOMPARE(info->nodeCount, std::uint64_t(3));
    QCOMPARE(info->operators.size(), std::size_t(2));
    QCOMPARE(info->operators[0].first, std::string("Relu")); // most frequent first
    QCOMPARE(info->operators[0].second, std::uint64_t(2));
}

void TestModelInfo::countsWeightsOnly()
{
    const auto info = infoOf(kHead
                             + std::string("input x: float32[2,2]\n"
                                           "const w: int8[2,2] = {1, 2, 3, 4}\n"
                                           "const s: float32[] = {0.5}\n"
                                           "const z: int8[] = {0}\n"
                                           "const bias: float32[2] = {1, 2}\n"
                                           "const shape: int64[1] = {-1}\n"
                                           "wide = DequantizeLinear(w, s, z)\n"
                                           "p = MatMul(x, wide)\n"
                                           "a = Add(p, bias)\n"
                                           "y = Reshape(a, shape)\noutput y\n"));
    QCOMPARE(info->parameterCount, std::uint64_t(6)); // w and bias
    QCOMPARE(info->parameterBytes, std::uint64_t(4 + 8));
    QCOMPARE(info->layerCount, std::uint64_t(2)); // MatMul and Add
}

void TestModelInfo::countsMacs()
{
    // A 1x1 convolution from 3 to 3 channels on 32x32.
    const auto text = std::string(kHead)
                      + "input x: float32[1,3,32,32]\n"
                        "const w: float32[3,3,1,1] = {1, 2, 3, 4, 5, 6, 7, 8, 9}\n"
                        "y = Conv(x, w)\noutput y\n";
    auto graph = ql::graph::parseGraph(text);
    graph.setShape(graph.findValue("y").value(), ql::graph::declared({1, 3, 32, 32}));
    ql::importers::ImportedModel model;
    model.graph = std::move(graph);
    QCOMPARE(modelInfo(model)->macs.value(), std::uint64_t(9216));
}

void TestModelInfo::leavesMacsOpenWithoutShapes()
{
    const auto symbolic = infoOf(kHead
                                 + std::string("input x: float32[batch,2]\ninput w: float32[2,2]\n"
                                               "y = MatMul(x, w)\noutput y\n"));
    QVERIFY(!symbolic->macs.has_value());
    const auto nothingMultiplies = infoOf(kHead + std::string("input x: float32[batch,2]\ny = Relu(x)\noutput y\n"));
    QCOMPARE(nothingMultiplies->macs.value(), std::uint64_t(0));
}

void TestModelInfo::countsBodies()
{
    const auto folder = ql::tests::modelsFolder();
    if (!folder)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    const auto info = modelInfo(ql::importers::importModel(*folder / "models/silero_mini_v2.onnx"));
    std::uint64_t total = 0;
    for (const auto& [type, count] : info->operators)
        total += count;
    QCOMPARE(info->nodeCount, total);
    QVERIFY(std::ranges::find(info->operators, std::pair<std::string, std::uint64_t>("Conv", 25))
            != info->operators.end());
}

void TestModelInfo::listsUnsupportedNodes()
{
    const auto info = infoOf("graph \"g\" opset 13, my.own 2\ninput x: float32[2]\n"
                             "a = my.own.Mystery(x) name \"riddle\"\ny = Relu(a)\noutput y\n");
    QCOMPARE(info->unsupported.size(), std::size_t(1));
    QCOMPARE(info->unsupported[0].node, std::string("riddle"));
    QCOMPARE(info->unsupported[0].opType, std::string("Mystery"));
    QCOMPARE(info->unsupported[0].domain, std::string("my.own"));
    QCOMPARE(info->unsupported[0].opset, 2);
}

void TestModelInfo::agreesWithTheManifest_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("kind");
    const auto folder = ql::tests::modelsFolder();
    if (!folder)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    QFile file(QString::fromStdString((*folder / "manifest.json").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto models = QJsonDocument::fromJson(file.readAll()).object()["models"].toObject();
    for (const auto& name : models.keys()) {
        auto facts = models[name].toObject()["quantized"].toObject();
        facts["model"] = models[name].toObject()["model"];
        for (const auto& variant : facts.keys()) {
            const auto path = facts[variant].toObject()["path"].toString();
            QTest::newRow(qPrintable(path)) << path << facts[variant].toObject()["kind"].toString();
        }
    }
}

void TestModelInfo::agreesWithTheManifest()
{
    QFETCH(QString, path);
    QFETCH(QString, kind);
    const auto info = modelInfo(ql::importers::importModel(*ql::tests::modelsFolder() / path.toStdString()));
    const auto expected = kind == "integer/dynamic ops" ? QString("dynamic") : kind;
    QCOMPARE(QString::fromStdString(info->kind), expected);
    QVERIFY(info->layerCount > 0);
    QVERIFY(info->layerCount <= info->nodeCount);
}

void TestModelInfo::countsARealNetwork()
{
    const auto folder = ql::tests::modelsFolder();
    if (!folder)
        QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
    const auto info = modelInfo(ql::importers::importModel(*folder / "models/mnist.onnx"));
    // conv 8x1x5x5 on 28x28, conv 16x8x5x5 on 14x14, product 256x10; a bias of one number per channel and class
    QCOMPARE(info->parameterCount, std::uint64_t(200 + 8 + 3200 + 16 + 2560 + 10));
    QCOMPARE(info->parameterBytes, 4 * info->parameterCount);
    QCOMPARE(info->macs.value(), std::uint64_t(28 * 28 * 200 + 14 * 14 * 3200 + 2560));
}

void TestModelInfo::listsWhatCanBeQuantized()
{
    ql::importers::ImportedModel model;
    model.graph = ql::graph::parseGraph(std::string(kHead)
                                        + "input x: float32[1,2]\nconst w: float32[2,2] = {1, 2, 3, 4}\n"
                                          "a = MatMul(x, w) name \"product\"\n"
                                          "b = MatMul(a, a) name \"both\"\n"
                                          "c = Relu(b) name \"clamp\"\n"
                                          "y = Sin(c) name \"sine\"\noutput y");
    QVERIFY(modelInfo(model)->quantizable.empty());
    const auto layers = modelInfo(model, true)->quantizable;
    QCOMPARE(layers.size(), std::size_t(3)); // Sin stays in float
    QCOMPARE(layers[0].node, "product");
    QVERIFY(layers[0].hasWeight);
    QCOMPARE(layers[0].integerOperator, "QLinearMatMul");
    QCOMPARE(layers[1].node, "both");
    QVERIFY(!layers[1].hasWeight && !layers[1].isPerChannel);
    QCOMPARE(layers[2].values, "output, in place of its input's");
    QCOMPARE(layers[2].integerOperator, "");
}

void TestModelInfo::listsWhatACapacityConfigAdds()
{
    QTemporaryDir folder;
    const auto file = folder.filePath("capacity_config.csv");
    const auto write = [&file](const char* text) {
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::WriteOnly) && csv.write(text) > 0);
    };
    write(
        "WEIGHT_QUANT_TYPES,Conv2d,Linear\nNO_WEIGHT_QUANT_TYPES,ReLU,Sine\nNO_WEIGHT_QUANT_ONNX_TYPES,\"Sin, Pow\"\n");
    const auto capacity = ql::config::readCapacityConfig(file.toStdString());
    QCOMPARE(capacity.torchTypes, (std::vector<std::string>{"ReLU", "Sine"}));
    QCOMPARE(capacity.onnxTypes, (std::vector<std::string>{"Sin", "Pow"}));
    ql::importers::ImportedModel model;
    model.graph = ql::graph::parseGraph(std::string(kHead)
                                        + "input x: float32[1,2]\na = Sin(x) name \"sine\"\n"
                                          "b = Pow(a, x) name \"two\"\ny = Cos(b) name \"cosine\"\noutput y");
    const auto known = modelInfo(model, true)->quantizable;
    QCOMPARE(known.size(), std::size_t(1)); // of AMCT's own list
    QCOMPARE(known[0].node, "two");
    const auto layers = modelInfo(model, true, capacity)->quantizable;
    QCOMPARE(layers.size(), std::size_t(2)); // and of one input, and listed
    QCOMPARE(layers[0].node, "sine");
    write("TYPES,Sin\n");
    QVERIFY_THROWS_EXCEPTION(ql::Error, ql::config::readCapacityConfig(file.toStdString()));
}

QTEST_APPLESS_MAIN(TestModelInfo)
#include "tst_model_info.moc"
