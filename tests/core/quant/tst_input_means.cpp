// SPDX-License-Identifier: GPL-3.0-or-later
// What layers make on average, by the means of what they read, and by running them.
#include "core/graph/text_form/text_form.h"
#include "core/quant/planned_points.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quant_settings.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "tests/support/random_floats.h"

#include <ATen/ATen.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

using namespace ql;

namespace {

std::string constantOf(const graph::Shape& shape, unsigned seed)
{
    return fmt::format("float32[{}] = {{{:.4f}}}", fmt::join(shape, ","),
                       fmt::join(tests::randomFloats(graph::elementCount(shape), seed), ", "));
}

/// y = @p layer of x, w and perhaps b.
graph::Graph network(const graph::Shape& x, const graph::Shape& w, const std::string& layer)
{
    const auto channels = layer.starts_with("ConvTranspose") ? w[1] : layer.starts_with("Gemm") ? 5 : w[0];
    return graph::parseGraph(fmt::format("graph \"layer\" opset 13\n"
                                         "input x: float32[{}]\n"
                                         "const w: {}\n"
                                         "const b: {}\n"
                                         "y = {} name \"layer\"\n"
                                         "output y\n",
                                         fmt::join(x, ","), constantOf(w, 1), constantOf({channels}, 2), layer));
}

at::Tensor sample(const graph::Shape& shape, unsigned seed)
{
    auto numbers = tests::randomFloats(graph::elementCount(shape), seed);
    return at::tensor(numbers).reshape(shape) + 0.3f;
}

/// By channel of axis 1, of what @p program makes of @p x.
at::Tensor channelMeans(const graph::Graph& graph, const at::Tensor& x)
{
    const runs::Program program(graph);
    runs::Pass execution(program, {{"x", runs::Tensor(x)}});
    JobContext ctx;
    execution.finish(ctx);
    const auto y = execution.outputs().at(0).data.to(at::kDouble).transpose(0, 1);
    return y.reshape({y.size(0), -1}).mean(1);
}

} // namespace

class TestInputMeans : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meansMakeWhatTheLayerMakes_data()
    {
        QTest::addColumn<graph::Shape>("x");
        QTest::addColumn<graph::Shape>("w");
        QTest::addColumn<QString>("layer");
        const auto row = [](const char* name, const graph::Shape& x, const graph::Shape& w, const char* layer) {
            QTest::newRow(name) << x << w << layer;
        };
        row("one by one", {2, 3, 5, 7}, {4, 3, 1, 1}, "Conv(x, w)");
        row("padded on one side", {1, 3, 5, 7}, {4, 3, 3, 2}, "Conv(x, w) {pads: [1, 0, 2, 1]}");
        row("strides, dilations", {2, 2, 11, 13}, {3, 2, 3, 3},
            "Conv(x, w) {strides: [2, 3], dilations: [2, 1], pads: [1, 1, 1, 1]}");
        row("groups", {1, 6, 6, 6}, {4, 3, 3, 3}, "Conv(x, w) {group: 2, strides: [2, 2]}");
        row("depthwise", {2, 3, 8, 8}, {3, 1, 3, 3}, "Conv(x, w) {group: 3, pads: [1, 1, 1, 1]}");
        row("same upper", {1, 1, 6, 7}, {2, 1, 4, 4}, "Conv(x, w) {auto_pad: \"SAME_UPPER\", strides: [2, 2]}");
        row("one axis", {2, 2, 40}, {3, 2, 5}, "Conv(x, w) {strides: [3], pads: [2, 2]}");
        row("three axes", {1, 2, 4, 5, 6}, {3, 2, 2, 3, 1}, "Conv(x, w) {pads: [1, 0, 0, 0, 1, 2]}");
        row("product", {6, 4}, {4, 5}, "Gemm(x, w)");
        row("product, transposed", {6, 4}, {5, 4}, "Gemm(x, w) {transB: 1}");
    }
    void meansMakeWhatTheLayerMakes()
    {
        QFETCH(graph::Shape, x);
        QFETCH(graph::Shape, w);
        QFETCH(QString, layer);
        const auto graph = network(x, w, layer.toStdString());
        const auto& node = graph.node(*graph.findNode("layer"));
        QVERIFY(quant::hasInputMeans(graph, node));
        const auto input = sample(x, 3);
        auto sums = quant::inputSums(graph, node, input);
        QVERIFY(sums.count > 0.0);
        for (auto& each : sums.numbers)
            each /= sums.count;
        const auto weight = ops::toTensor(*graph.constantOf(node.inputs[1])).data;
        const auto made = quant::madeOnAverage(graph, node, weight, sums.numbers);
        QVERIFY(at::allclose(at::tensor(made, at::kDouble), channelMeans(graph, input), 1e-5, 1e-5));
    }

    void whatALayerDoesNotTakeCountsNothing()
    {
        const auto conv = network({1, 3, 5, 7}, {4, 3, 3, 3}, "Conv(x, w)");
        const auto& node = conv.node(*conv.findNode("layer"));
        QCOMPARE(quant::inputSums(conv, node, sample({1, 2, 5, 7}, 3)).count, 0.0);
        QCOMPARE(quant::inputSums(conv, node, sample({3, 5}, 3)).count, 0.0);
        QCOMPARE(quant::inputSums(conv, node, at::zeros({0, 3, 5, 7})).count, 0.0);
        const auto product = network({6, 4}, {4, 5}, "Gemm(x, w)");
        QCOMPARE(quant::inputSums(product, product.node(*product.findNode("layer")), sample({6, 3}, 3)).count, 0.0);
    }

    /// The means that are known are used; layers without any are run.
    void biasesAreCorrectedByWhatTheLayerIsOff_data()
    {
        QTest::addColumn<graph::Shape>("w");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<bool>("isByMeans");
        QTest::newRow("by means") << graph::Shape{4, 2, 3, 3} << "Conv(x, w, b) {pads: [1, 1, 1, 1]}" << true;
        QTest::newRow("run") << graph::Shape{2, 4, 3, 3} << "ConvTranspose(x, w, b) {strides: [2, 2]}" << false;
    }
    void biasesAreCorrectedByWhatTheLayerIsOff()
    {
        QFETCH(graph::Shape, w);
        QFETCH(QString, layer);
        QFETCH(bool, isByMeans);
        const auto graph = network({1, 2, 6, 6}, w, layer.toStdString());
        const auto& node = graph.node(*graph.findNode("layer"));
        quant::QuantSettings settings;
        settings.common.weight.format.bits = 3;
        auto plan = quant::planFor(graph, settings);
        JobContext ctx;
        const quant::CalibrationData data{2, [](std::size_t i) -> runs::NamedTensors {
                                              return {{"x", runs::Tensor(sample({1, 2, 6, 6}, unsigned(i)))}};
                                          }};
        quant::calibrate(graph, plan, data, ctx);
        QCOMPARE(plan.biases.size(), std::size_t(1));
        auto rounded = graph;
        const auto points = quant::plannedPoints(graph, plan);
        rounded.setInitializer(node.inputs[1], ops::toTensorData(points[plan.biases[0].weight].apply({})));
        at::Tensor off = at::zeros({4}, at::kDouble);
        for (unsigned i = 0; i < 2; ++i) {
            const auto x = sample({1, 2, 6, 6}, i);
            off += (channelMeans(rounded, x) - channelMeans(graph, x)) / 2.0;
        }
        const auto before = at::tensor(graph.constantOf(node.inputs[2])->toDoubles(), at::kDouble);
        quant::InputMeans known;
        for (int time = 0; time < 2; ++time) { // by what is found, then by what is known
            auto corrected = graph;
            quant::correctBiases(corrected, plan, time == 0 ? data : quant::CalibrationData{}, ctx, aloneGroup(),
                                 &known);
            const auto after = at::tensor(corrected.constantOf(node.inputs[2])->toDoubles(), at::kDouble);
            if (time == 0 || isByMeans)
                QVERIFY(at::allclose(before - after, off, 1e-4, 1e-5));
            QCOMPARE(known.contains("layer"), isByMeans);
        }
        QVERIFY(off.abs().min().item<double>() > 1e-4);
    }
};

QTEST_APPLESS_MAIN(TestInputMeans)
#include "tst_input_means.moc"
