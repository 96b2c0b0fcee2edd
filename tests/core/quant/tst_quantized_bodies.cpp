// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in bodies is quantized as it is in the same network written flat, and written into files as bodies.
#include "core/export/onnx_writer.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/calibration.h"
#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/instrumented_graph.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/runs/program/pass.h"
#include "tests/support/choosing_networks.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace ql;
using graph::Graph;
using quant::QuantPlan;
using runs::Tensor;
using tests::kChoice;
using tests::kFlat;

namespace {

/// The second turn has the largest state.
const std::string kLoop = R"(graph "loop" opset 13
    input x: float32[2,2]
    input c: bool[]
    const n: int64[] = {3}
    b: float32[2,2] = Loop(n, _, x) {body: {
        graph "body"
        input i: int64[]
        input go: bool[]
        input s: float32[2,2]
        const v: float32[2,2] = {0, -3, 0.125, 0}
        m: float32[2,2] = MatMul(s, v) name "product"
        output go
        output m}} name "turns"
    y = Neg(b) name "last"
    output y)";

runs::NamedTensors inputs(bool condition)
{
    return {{"x", Tensor(at::tensor({0.5f, -1.0f, 0.25f, 2.0f}).view({2, 2}))},
            {"c", Tensor(at::scalar_tensor(condition, at::kBool))}};
}

std::vector<Tensor> run(const Graph& graph, bool condition, std::vector<runs::Interceptor> interceptors = {})
{
    const runs::Program program(graph);
    JobContext ctx;
    runs::Pass execution(program, inputs(condition), {{}, std::move(interceptors), {}});
    execution.finish(ctx);
    return execution.outputs();
}

/// Calibrated on one sample for each of @p conditions.
QuantPlan planned(const Graph& graph, std::vector<bool> conditions)
{
    JobContext ctx;
    auto plan = quant::planFor(graph, {});
    quant::calibrate(graph, plan, {conditions.size(), [conditions](std::size_t i) { return inputs(conditions[i]); }},
                     ctx);
    return plan;
}

const quant::Parameters& parametersOf(const Graph& graph, const QuantPlan& plan, const std::string& value)
{
    const auto found = plan.find(*graph.findValue(value));
    if (!found)
        qFatal("%s is not planned", value.c_str());
    return plan.parametersOf(*found);
}

/// Written as ONNX and read back.
Graph filed(const Graph& graph)
{
    const QTemporaryDir folder;
    const auto path = std::filesystem::path(folder.path().toStdString()) / "model.onnx";
    exporting::writeOnnx(graph, path);
    return importers::importModel(path).graph;
}

} // namespace

class TestQuantizedBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesAreThoseOfTheFlatNetwork()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        const auto flat = graph::parseGraph(kFlat);
        const auto plan = planned(open, {true});
        const auto expected = planned(flat, {true});
        for (const std::string value : {"x", "w", "a", "v", "m", "y", "k"})
            QCOMPARE(parametersOf(open, plan, value).scales, parametersOf(flat, expected, value).scales);
        QCOMPARE(parametersOf(open, plan, "b").scales, parametersOf(flat, expected, "t").scales);
        QVERIFY(!plan.find(*open.findValue("n"))); // never seen, so that nothing is known about it
    }

    void bothFormsGiveWhatTheFlatNetworkGives()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        const auto flat = graph::parseGraph(kFlat);
        const auto plan = planned(open, {true});
        const auto expected = run(quant::qdqGraph(flat, planned(flat, {true})), true);
        for (const auto& quantized : {quant::qdqGraph(open, plan), quant::qoperatorGraph(open, plan)}) {
            QVERIFY(at::equal(run(quantized, true).at(0).data, expected.at(0).data));
            QVERIFY(at::equal(run(graph::withClosedBodies(quantized), true).at(0).data, expected.at(0).data));
        }
    }

    void filesHoldQuantizersInBodies()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        const auto plan = planned(open, {true, false});
        for (const auto& quantized : {quant::qdqGraph(open, plan), quant::qoperatorGraph(open, plan)}) {
            const auto back = filed(quantized);
            QVERIFY(back.openBodies().empty());
            const auto& branch = back.node(*back.findNode("choice")).attributes.requiredGraph("then_branch");
            QVERIFY(std::ranges::any_of(branch.nodes(), [](const graph::Node& node) {
                return graph::opKind(node) == graph::OpKind::Quantize || graph::isIntegerOperator(node);
            }));
            for (const bool condition : {true, false})
                QVERIFY(at::equal(run(back, condition).at(0).data, run(quantized, condition).at(0).data));
        }
    }

    void switchesReproduceTheQuantizedNetwork()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kChoice));
        const auto plan = planned(open, {true, false});
        const auto points = quant::plannedPoints(open, plan);
        const auto instrumented = quant::instrument(open, points);
        const auto quantize = [&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            const auto found = std::ranges::find(instrumented.switched, event.value);
            if (found == instrumented.switched.end())
                return std::nullopt;
            return points[std::size_t(found - instrumented.switched.begin())].apply(event.tensor);
        };
        const auto quantized = quant::qdqGraph(open, plan);
        for (const bool condition : {true, false})
            QVERIFY(at::allclose(run(instrumented.graph, condition, {quantize}).at(0).data,
                                 run(quantized, condition).at(0).data, 1e-6, 1e-6));
    }

    void anyNodeMayCarryABody_data()
    {
        QTest::addColumn<QString>("node");
        QTest::newRow("moves") << "Flatten(a)";
        QTest::newRow("picks") << "MaxPool(a)";
        QTest::newRow("clamps") << "Relu(a)";
        QTest::newRow("adds") << "Add(a, a)";
        QTest::newRow("joins") << "Concat(a, a)";
        QTest::newRow("multiplies") << "MatMul(a, w)";
        QTest::newRow("looks up") << "Sigmoid(a)";
    }

    /// A file that says so is refused; what computes with graphs doesn't count on it.
    void anyNodeMayCarryABody()
    {
        QFETCH(QString, node);
        const auto text = QString(R"(graph "carrier" opset 13
            input x: float32[2,2]
            input c: bool[]
            const w: float32[2,2] = {1, 0, 0, 1}
            a: float32[2,2] = MatMul(x, w) name "first"
            b: float32[2,2] = %1 {axis: 0, extra: {
                graph "extra"
                input i: float32[2,2]
                o: float32[2,2] = Neg(i) name "inner"
                output o}} name "carrier"
            y: float32[2,2] = Neg(b) name "last"
            output y)")
                              .arg(node);
        const auto open = graph::withOpenBodies(graph::parseGraph(text.toStdString()));
        auto plan = quant::planFor(open, {});
        for (auto& quantizer : plan.quantizers)
            quantizer.parameters = {{0.1f}, {0}};
        for (const auto& quantized : {quant::qdqGraph(open, plan), quant::qoperatorGraph(open, plan)}) {
            const auto carrier = quantized.findNode("carrier");
            QVERIFY(carrier);
            QCOMPARE(quantized.openBodies().size(), std::size_t{1});
            QCOMPARE(quantized.openBody(graph::BodyId{0}).owner, *carrier);
            const auto closed = graph::withClosedBodies(quantized);
            QVERIFY(closed.node(*closed.findNode("carrier")).attributes.has("extra"));
        }
    }

    void everyTurnIsObserved()
    {
        const auto open = graph::withOpenBodies(graph::parseGraph(kLoop));
        const auto plan = planned(open, {true});
        // [[0.5, -1], [0.25, 2]] becomes [[-0.125, -1.5], [0.25, -0.75]], [[-0.1875, 0.375], [-0.09375, -0.75]] …
        const auto& product = parametersOf(open, plan, "m");
        QVERIFY(std::abs(product.scales.at(0) - (0.5625f + 1.5f) / 255.0f) < 1e-6f);
        const auto& state = parametersOf(open, plan, "s");
        QVERIFY(std::abs(state.scales.at(0) - (2.0f + 1.5f) / 255.0f) < 1e-6f);
        const auto quantized = quant::qdqGraph(open, plan);
        QVERIFY(at::equal(run(quantized, true).at(0).data, run(filed(quantized), true).at(0).data));
    }
};

QTEST_GUILESS_MAIN(TestQuantizedBodies)
#include "tst_quantized_bodies.moc"
