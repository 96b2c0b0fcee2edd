// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/import/import_model.h"
#include "core/import/sandboxed_readers.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/program/unsupported_nodes.h"
#include "tests/support/lite_model.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <fstream>

using namespace ql::tests;
using ql::importers::ImportedModel;

namespace {

ImportedModel readBytes(const std::string& bytes)
{
    return ql::importers::tflite::readModel(std::as_bytes(std::span(bytes)));
}

std::string errorOf(const std::string& bytes)
{
    try {
        readBytes(bytes);
    } catch (const ql::Error& error) {
        return error.what();
    }
    return "read";
}

at::Tensor resultOf(const ImportedModel& model, const at::Tensor& input)
{
    const auto& value = model.graph.value(model.graph.inputs().front());
    const ql::runs::Program program(model.graph);
    ql::runs::Pass execution(program, {{value.name, {input, value.type}}});
    ql::JobContext context;
    execution.finish(context);
    return execution.outputs().front().data;
}

at::Tensor image()
{
    return at::arange(48, at::kFloat).mul(0.037F).sin().view({1, 4, 4, 3});
}

/// What the float model of smallLiteModel() computes, with channels on axis 1.
at::Tensor expectedShares()
{
    const auto weights = [](std::int64_t count) {
        return at::arange(count, at::kFloat).mul(37).remainder(101).sub(50).mul(0.01F);
    };
    const auto x = at::constant_pad_nd(image().permute({0, 3, 1, 2}), {0, 1, 0, 1}); // of 4 by 3 in steps of 2
    const auto w = weights(54).view({2, 3, 3, 3}).permute({0, 3, 1, 2}).contiguous();
    const auto conv = at::conv2d(x, w, at::tensor({0.1F, -0.05F}), 2).clamp(0, 6);
    const auto taps = weights(18).view({3, 3, 2}).permute({2, 0, 1}).unsqueeze(1).contiguous();
    const auto deep = at::conv2d(conv, taps, {}, 1, 1, 1, 2);
    return at::softmax(conv.add(deep).mean({2, 3}), -1);
}

} // namespace

/// Small models of our own, by the published schema's numbers.
class TestTfLiteImporter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsFloats();
    void runsIntegersNearTheFloats();
    void keepsNamesShapesAndScales();
    void readsThroughTheFile();
    void readsWithoutAlignment();
    void showsWhatItCannotRun();
    void refusesEveryTruncation_data();
    void refusesEveryTruncation();
    void refusesWhatContradictsItself();
};

void TestTfLiteImporter::runsFloats()
{
    const auto result = resultOf(readBytes(smallLiteModel(false)), image());
    QVERIFY(at::allclose(result, expectedShares(), 1e-5, 1e-6));
}

void TestTfLiteImporter::runsIntegersNearTheFloats()
{
    const auto integers = image().div(0.02F).round().add(3).clamp(-128, 127).to(at::kChar);
    const auto result = resultOf(readBytes(smallLiteModel(true)), integers).to(at::kFloat).add(128).div(256);
    const auto furthest = result.sub(expectedShares()).abs().max().item<float>();
    QVERIFY2(furthest < 0.02F, qPrintable(QString::number(double(furthest))));
}

void TestTfLiteImporter::keepsNamesShapesAndScales()
{
    const auto model = readBytes(smallLiteModel(true));
    const auto conv = model.graph.findNode("conv");
    QVERIFY(conv.has_value());
    const auto& node = model.graph.node(*conv);
    QCOMPARE(node.qualifiedOpType(), std::string("tflite.NhwcQLinearConv"));
    QCOMPARE(ql::graph::toString(*model.graph.value(node.outputs[0]).shape), std::string("1x2x2x2"));
    QCOMPARE(model.graph.value(node.inputs[3]).name, std::string("conv/weights"));
    QCOMPARE(float(model.graph.constantOf(node.inputs[6])->toDoubles().front()), 0.0235F);
    QCOMPARE(model.graph.constantOf(node.inputs[7])->toInts().front(), std::int64_t{-128});
    QCOMPARE(model.producer, std::string("test"));
}

void TestTfLiteImporter::readsThroughTheFile()
{
    QTemporaryDir folder;
    const auto path = folder.filePath("named.onnx").toStdString(); // content counts
    std::ofstream(path, std::ios::binary) << smallLiteModel(true);
    const auto model = ql::importers::importModel(path);
    QCOMPARE(model.format, std::string("tflite"));
    QCOMPARE(model.graph.nodeCount(), readBytes(smallLiteModel(true)).graph.nodeCount());
    try {
        ql::importers::importStandard(path, 13);
        QFAIL("written");
    } catch (const ql::Error& error) {
        QVERIFY(error.code() == ql::ErrorCode::UnsupportedFormat);
    }
}

void TestTfLiteImporter::readsWithoutAlignment()
{
    auto bytes = smallLiteModel(false);
    bytes.insert(8, 1, '\0'); // behind the root's offset and the mark
    ++bytes[0];
    QVERIFY(at::equal(resultOf(readBytes(bytes), image()), resultOf(readBytes(smallLiteModel(false)), image())));
}

void TestTfLiteImporter::showsWhatItCannotRun()
{
    LiteModel model;
    const auto x = model.tensor("x", LiteModel::Float, {1});
    const auto y = model.tensor("y", LiteModel::Float, {1});
    const auto z = model.tensor("z", LiteModel::Float, {1});
    model.operation(15, {x}, {y});
    model.operation(999, {y}, {z});
    const auto read = readBytes(model.file({x}, {z}));
    const auto missing = ql::runs::unsupportedNodes(read.graph);
    QCOMPARE(missing.size(), std::size_t{2});
    QCOMPARE(missing[0].opType, std::string("LSH_PROJECTION"));
    QCOMPARE(missing[1].opType, std::string("operator_999"));
}

void TestTfLiteImporter::refusesEveryTruncation_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("floats") << QByteArray::fromStdString(smallLiteModel(false));
    QTest::newRow("integers") << QByteArray::fromStdString(smallLiteModel(true));
    QTest::newRow("a loop") << QByteArray::fromStdString(loopingLiteModel());
}

void TestTfLiteImporter::refusesEveryTruncation()
{
    QFETCH(QByteArray, bytes);
    const auto whole = bytes.toStdString();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto error = errorOf(whole.substr(0, size));
        QVERIFY2(error.find('\n') == error.npos && error != "read", qPrintable(QString::number(size)));
    }
}

void TestTfLiteImporter::refusesWhatContradictsItself()
{
    using Inputs = std::vector<std::int32_t>;
    const auto relu = [](const Inputs& inputs, const Inputs& outputs, const char* data, std::int32_t size) {
        LiteModel model;
        model.tensor("x", LiteModel::Float, {1});
        model.tensor("y", LiteModel::Float, {1});
        model.tensor("w", LiteModel::Float, {size}, data);
        model.operation(19, inputs, outputs);
        return errorOf(model.file({0}, {1}));
    };
    QCOMPARE(relu({0}, {1}, "1234", 1), std::string("read"));
    QVERIFY(relu({7}, {1}, "1234", 1).find("a RELU works on tensor 7 of 3") != std::string::npos);
    QVERIFY(relu({-1}, {-1}, "1234", 1).find("a RELU works on tensor -1 of 3") != std::string::npos);
    QVERIFY(relu({1}, {0}, "1234", 1).find("tensor y is read before anything gives it") != std::string::npos);
    QVERIFY(relu({0}, {0}, "1234", 1).find("tensor x is given twice") != std::string::npos);
    QVERIFY(relu({2}, {1}, "1234", 3).find("tensor w has 4 bytes, its shape 3 of float32 needs 12")
            != std::string::npos);
    QVERIFY(relu({2}, {1}, "1234", -3).find("tensor w has shape") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestTfLiteImporter)
#include "tst_tflite_importer.moc"
