// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/compare.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/base/job_context.h"
#include "core/import/import_model.h"
#include "tests/support/lite_model.h"

#include <QTemporaryDir>
#include <QTest>

#include <ATen/ATen.h>
#undef CHECK
#undef LOG
#include <fstream>

using namespace ql;
using ql::tests::smallLiteModel;

namespace {

using Ids = std::vector<graph::ValueId>;

graph::TensorData floats(graph::Shape shape, const at::Tensor& numbers)
{
    const auto data = numbers.contiguous();
    const auto* first = data.data_ptr<float>();
    return graph::TensorData::of<float>(graph::DataType::Float, std::move(shape), {first, first + data.numel()});
}

at::Tensor weightNumbers(std::int64_t count)
{
    return at::arange(count, at::kFloat).mul(37).remainder(101).sub(50).mul(0.01F);
}

/// smallLiteModel(false) as PyTorch would export it: channels on axis 1, no name in common.
graph::Graph channelsFirst()
{
    graph::Graph graph("twin");
    graph.setOpset("", 17);
    const auto add = [&graph](const char* type, Ids inputs, const char* name, graph::Shape shape,
                              std::vector<graph::Attributes::Entry> attributes = {}) {
        graph::NodeSpec node;
        node.opType = type;
        node.opset = 17;
        node.name = std::string("/") + name;
        node.inputs = std::move(inputs);
        node.outputs = {
            graph.addValue(std::string("/") + name + "_out", graph::DataType::Float, graph::declared(shape))};
        for (auto& [key, value] : attributes)
            node.attributes.set(key, value);
        const auto output = node.outputs.front();
        graph.addNode(std::move(node));
        return output;
    };
    using Ints = std::vector<std::int64_t>;
    const auto x = graph.addInput("input.1", graph::DataType::Float, graph::declared({1, 3, 4, 4}));
    const auto w = graph.addInitializer(
        "0.weight", floats({2, 3, 3, 3}, weightNumbers(54).view({2, 3, 3, 3}).permute({0, 3, 1, 2})));
    const auto bias = graph.addInitializer("0.bias", floats({2}, at::tensor({0.1F, -0.05F})));
    const auto taps =
        graph.addInitializer("1.weight", floats({2, 1, 3, 3}, weightNumbers(18).view({3, 3, 2}).permute({2, 0, 1})));
    const auto conv =
        add("Conv", {x, w, bias}, "0/Conv", {1, 2, 2, 2}, {{"pads", Ints{0, 0, 1, 1}}, {"strides", Ints{2, 2}}});
    const auto low = graph.addInitializer("low", floats({}, at::tensor({0.0F})));
    const auto high = graph.addInitializer("high", floats({}, at::tensor({6.0F})));
    const auto clip = add("Clip", {conv, low, high}, "0/Clip", {1, 2, 2, 2});
    const auto deep =
        add("Conv", {clip, taps}, "1/Conv", {1, 2, 2, 2}, {{"pads", Ints{1, 1, 1, 1}}, {"group", std::int64_t{2}}});
    const auto sum = add("Add", {clip, deep}, "Add", {1, 2, 2, 2});
    const auto mean = add("ReduceMean", {sum}, "Mean", {1, 2}, {{"axes", Ints{2, 3}}, {"keepdims", std::int64_t{0}}});
    graph.addOutput(add("Softmax", {mean}, "Softmax", {1, 2}));
    return graph;
}

} // namespace

/// A float model against its twin of 8-bit integers, inputs and outputs too.
class TestTfLiteTwins : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEachWhatItTakes();
    void comparesEveryLayer();
    void matchesChannelsFirst_data();
    void matchesChannelsFirst();

private:
    std::string write(const char* name, bool isInteger)
    {
        const auto path = m_folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << smallLiteModel(isInteger);
        return path;
    }

    QTemporaryDir m_folder;
};

void TestTfLiteTwins::givesEachWhatItTakes()
{
    const auto floats = importers::importModel(write("f.tflite", false));
    const auto integers = importers::importModel(write("i.tflite", true));
    const auto image = at::arange(48, at::kFloat).mul(0.053F).view({1, 4, 4, 3});
    const auto given = analysis::inputsForAnalysis(floats.graph, integers.graph, {{"image", ops::Tensor(image)}});
    const auto& taken = given.at("image");
    QVERIFY(taken.type == graph::DataType::Int8);
    const auto expected = image.div(0.02F).round().add(3).clamp(-128, 127).to(at::kChar); // scale 0.02, zero point 3
    QVERIFY(taken.data.equal(expected));
    const auto turned = image.permute({0, 3, 1, 2}).contiguous(); // channels on axis 1, as PyTorch has them
    QVERIFY(analysis::inputsForAnalysis(floats.graph, integers.graph, {{"image", ops::Tensor(turned)}})
                .at("image")
                .data.equal(expected));
}

void TestTfLiteTwins::comparesEveryLayer()
{
    const auto floats = importers::importModel(write("f.tflite", false));
    const auto integers = importers::importModel(write("i.tflite", true));
    const auto image = at::arange(48, at::kFloat).mul(0.37F).sin().view({1, 4, 4, 3});
    JobContext context;
    const auto result =
        analysis::compareModels(floats, integers, {{"image", ops::Tensor(image)}}, results::CompareRequest(), context);
    int compared = 0;
    for (const auto& row : result->layers)
        if (row.state == results::LayerRow::State::Compared) {
            ++compared;
            QVERIFY2(row.metrics && row.metrics->cosine > 0.98, row.name.c_str());
        }
    QCOMPARE(compared, 5); // convolution with its ReLU6, depthwise convolution, sum, mean, softmax
    QCOMPARE(result->outputs.size(), std::size_t{1});
    QVERIFY2(result->outputs[0].metrics->atol < 0.05, qPrintable(QString::number(result->outputs[0].metrics->atol)));
}

void TestTfLiteTwins::matchesChannelsFirst_data()
{
    QTest::addColumn<bool>("isInteger");
    QTest::addColumn<double>("leastCosine");
    QTest::newRow("floats") << false << 0.999999;
    QTest::newRow("integers") << true << 0.98;
}

/// By structure and weights, whose layout is turned; every value is compared in the baseline's layout.
void TestTfLiteTwins::matchesChannelsFirst()
{
    QFETCH(bool, isInteger);
    QFETCH(double, leastCosine);
    importers::ImportedModel baseline;
    baseline.graph = channelsFirst();
    const auto twin = importers::importModel(write("twin.tflite", isInteger));
    const auto image = at::arange(48, at::kFloat).mul(0.37F).sin().view({1, 3, 4, 4});
    JobContext context;
    const auto result =
        analysis::compareModels(baseline, twin, {{"input.1", ops::Tensor(image)}}, results::CompareRequest(), context);
    int compared = 0;
    for (const auto& row : result->layers)
        if (row.state == results::LayerRow::State::Compared) {
            ++compared;
            QVERIFY2(row.metrics && row.metrics->cosine > leastCosine, row.name.c_str());
        } else
            QVERIFY2(row.state == results::LayerRow::State::Fused, row.name.c_str());
    QCOMPARE(compared, isInteger ? 5 : 6);
    QVERIFY(result->outputs.at(0).metrics->atol < 0.05);
}

QTEST_APPLESS_MAIN(TestTfLiteTwins)
#include "tst_tflite_twins.moc"
