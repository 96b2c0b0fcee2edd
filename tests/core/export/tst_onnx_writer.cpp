// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/peak_memory.h"
#include "tests/support/whole_pass.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <onnx/onnx_pb.h>

using namespace ql;
using graph::Graph;
using tests::outputsOf;

namespace {

class Folder {
public:
    Graph throughFile(const Graph& graph) const
    {
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "model.onnx";
        exporting::writeOnnx(graph, path);
        return importers::importModel(path).graph;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TestOnnxWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsReadBack()
    {
        const auto graph =
            graph::parseGraph("graph \"all\" opset 13, com.microsoft 1\n"
                              "input x: float32[1,2,4,\"width\"]\n"
                              "const w: float32[2,2,1,1] = {1, 2, 3, 4}\n"
                              "const unread: float32[1] = {7}\n"
                              "const s: float32[] = {0.5}\n"
                              "const z: uint16[] = {9}\n"
                              "c = Conv(x, w, _) {pads: [0, 0, 0, 0], auto_pad: \"NOTSET\", group: 1} name \"a/conv\"\n"
                              "e = Elu(c) {alpha: 0.25} name \"elu\"\n"
                              "q = com.microsoft.QuantizeLinear(e, s, z) name \"q\"\n"
                              "d = com.microsoft.DequantizeLinear(q, s, z) name \"d\"\n"
                              "output d\n");
        const Folder folder;
        const auto back = folder.throughFile(graph);
        QCOMPARE(back.name(), std::string("all"));
        QCOMPARE(back.opsets().at("com.microsoft"), 1);
        QVERIFY(!back.findValue("unread"));
        QCOMPARE(graph::toString(*back.value(back.inputs()[0]).shape), std::string("1x2x4xwidth"));
        const auto& conv = back.node(*back.findNode("a/conv"));
        QCOMPARE(conv.scope, std::string("a"));
        QCOMPARE(conv.inputs.size(), std::size_t(3));
        QVERIFY(!conv.inputs[2].isValid());
        QCOMPARE(conv.attributes.stringOr("auto_pad", ""), std::string("NOTSET"));
        QCOMPARE(back.node(*back.findNode("elu")).attributes.floatOr("alpha", 0.0), 0.25);
        const runs::NamedTensors inputs{{"x", runs::Tensor(at::arange(-8, 8, at::kFloat).view({1, 2, 4, 2}))}};
        QVERIFY(outputsOf(back, inputs)[0].equal(outputsOf(graph, inputs)[0]));
        QCOMPARE(exporting::onnxBytes(graph), exporting::onnxBytes(graph));
    }

    void bodiesFindWhatTheyCapture()
    {
        const auto graph = graph::parseGraph("graph \"if\" opset 13\n"
                                             "input x: float32[2]\n"
                                             "input c: bool[]\n"
                                             "n = Neg(x) name \"neg\"\n"
                                             "y = If(c) {then_branch: {\n"
                                             "  graph \"then\" capture inside = n\n"
                                             "  t = Relu(inside) output t},\n"
                                             "else_branch: {graph \"else\" capture other = x\n"
                                             "  u = Abs(other) output u}} name \"if\"\n"
                                             "output y\n");
        const Folder folder;
        const auto back = folder.throughFile(graph);
        for (const bool condition : {true, false}) {
            const runs::NamedTensors inputs{{"x", runs::Tensor(at::tensor({-3.0f, 2.0f}))},
                                            {"c", runs::Tensor(at::scalar_tensor(condition, at::kBool))}};
            QVERIFY(outputsOf(back, inputs)[0].equal(outputsOf(graph, inputs)[0]));
        }
    }

    /// Constants go from where they are to the file; what comes out is protobuf's own form, field by field.
    void isWrittenAsProtobufWould()
    {
        auto graph = graph::parseGraph("graph \"all\" opset 13, com.microsoft 1\n"
                                       "input x: float32[2]\n"
                                       "input c: bool[]\n"
                                       "const w: float32[2] = {1, 2}\n"
                                       "const s: float32[] = {0.5}\n"
                                       "const z: int8[] = {9}\n"
                                       "n: float32[2] = Add(x, w) name \"add\"\n"
                                       "q = QuantizeLinear(n, s, z) name \"q\"\n"
                                       "d = DequantizeLinear(q, s, z) name \"d\"\n"
                                       "y = If(c) {then_branch: {\n"
                                       "  graph \"then\" capture inside = d\n"
                                       "  const two: float32[1] = {2}\n"
                                       "  t = Mul(inside, two) output t},\n"
                                       "else_branch: {graph \"else\" capture other = x\n"
                                       "  u = Abs(other) output u}} name \"if\"\n"
                                       "output y\n");
        graph.addOutput(graph.addInitializer("none", graph::TensorData::of<float>(graph::DataType::Float, {0}, {})));
        graph.addOutput(graph.addInitializer("words", graph::TensorData::ofStrings({2}, {"a", ""})));
        graph.addOutput(graph.addInitializer(
            "long", graph::TensorData::of<float>(graph::DataType::Float, {300}, std::vector<float>(300, 0.25f))));
        const auto bytes = exporting::onnxBytes(graph);
        onnx::ModelProto model;
        QVERIFY(model.ParseFromString(bytes));
        QCOMPARE(model.graph().initializer_size(), 6);
        QVERIFY(model.graph().initializer(3).has_raw_data());
        QCOMPARE(model.graph().initializer(5).raw_data().size(), std::size_t(1200));
        QVERIFY(model.SerializeAsString() == bytes);
        const QTemporaryDir folder;
        const auto path = folder.filePath("model.onnx");
        exporting::writeOnnx(graph, path.toStdString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().toStdString() == bytes);
    }

    void constantsAreWrittenWithoutACopy()
    {
        constexpr std::int64_t kSide = 2048; // 16 MiB each, all in one place
        constexpr int kCount = 8;
        const auto weight = graph::TensorData::of<float>(graph::DataType::Float, {kSide, kSide},
                                                         std::vector<float>(kSide * kSide, 0.5f));
        Graph graph("large");
        graph.setOpset("", 13);
        for (int i = 0; i < kCount; ++i)
            graph.addOutput(graph.addInitializer("w" + std::to_string(i), weight));
        const QTemporaryDir folder;
        const auto path = folder.filePath("model.onnx");
        const double before = tests::peakBytes();
        exporting::writeOnnx(graph, path.toStdString());
        QVERIFY(QFileInfo(path).size() > qint64(kCount * weight.bytes().size()));
        const double grown = tests::peakBytes() - before;
        QVERIFY2(grown < double(weight.bytes().size()), qPrintable(QString::number(grown)));
    }

    void saysWhereItCannotWrite()
    {
        const auto graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32[1]\ny = Neg(x)\noutput y\n");
        QVERIFY_THROWS_EXCEPTION(Error, exporting::writeOnnx(graph, "/proc/nowhere/model.onnx"));
    }
};

QTEST_APPLESS_MAIN(TestOnnxWriter)
#include "tst_onnx_writer.moc"
