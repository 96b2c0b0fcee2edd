// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/program/unsupported_nodes.h"
#include "tests/support/error_message.h"

#include <QtTest>

using namespace ql;
using graph::DataType;
using runs::NamedTensors;
using runs::Pass;
using runs::Program;
using runs::Tensor;

namespace {

/// Three operators are enough: Sum adds its inputs, Fail throws what ATen throws, Run evaluates its body.
ops::Registry testRegistry()
{
    ops::Registry registry;
    const auto sum = [](const graph::Node&) -> ops::Kernel {
        return [](const ops::KernelCall& call) {
            auto total = call.required(0).data.clone();
            for (std::size_t i = 1; i < call.inputs.size(); ++i)
                total += call.required(i).data;
            return std::vector<Tensor>{Tensor(total)};
        };
    };
    const auto fail = [](const graph::Node&) -> ops::Kernel {
        return [](const ops::KernelCall& call) {
            return std::vector<Tensor>{Tensor(at::mm(call.required(0).data, call.required(0).data))};
        };
    };
    const auto run = [](const graph::Node&) -> ops::Kernel {
        return [](const ops::KernelCall& call) { return call.runBody("body", {call.required(0)}, 2); };
    };
    registry.add({{"", "Sum", 1, ops::kLatestOpset, sum}});
    registry.add({{"", "Fail", 1, ops::kLatestOpset, fail}});
    registry.add({{"", "Run", 1, ops::kLatestOpset, run}});
    const auto throwing = [](const graph::Node&) -> ops::Kernel {
        return [](const ops::KernelCall&) -> std::vector<Tensor> {
            throw std::runtime_error("could not execute a primitive\nframe 0");
        };
    };
    const auto unbound = [](const graph::Node&) -> ops::Kernel { throw std::length_error("vector::reserve"); };
    registry.add({{"", "Throw", 7, 12, throwing}, {"", "Throw", 13, ops::kLatestOpset, throwing}});
    registry.add({{"", "Unbound", 7, 9, unbound}});
    return registry;
}

graph::ValueId addSum(graph::Graph& g, std::vector<graph::ValueId> inputs, const std::string& output)
{
    const auto value = g.addValue(output, DataType::Float);
    g.addNode(
        {.name = output + "_node", .opType = "Sum", .opset = 13, .inputs = std::move(inputs), .outputs = {value}});
    return value;
}

/// x → a = x + 1 → b = a + a → c = b + a
struct Chain {
    graph::Graph graph{"chain"};
    graph::ValueId x, a, b, c;

    Chain()
    {
        x = graph.addInput("x", DataType::Float, graph::DeclaredShape{{2, {}}});
        const auto one = graph.addInitializer("one", graph::TensorData::of<float>(DataType::Float, {2}, {1, 1}));
        a = addSum(graph, {x, one}, "a");
        b = addSum(graph, {a, a}, "b");
        c = addSum(graph, {b, a}, "c");
        graph.addOutput(c);
    }
};

Tensor pair(float first, float second)
{
    return Tensor(at::tensor({first, second}));
}

float firstOf(const Tensor& tensor)
{
    return tensor.data.flatten()[0].item<float>();
}

} // namespace

class TestPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsInOrder()
    {
        Chain chain;
        const auto registry = testRegistry();
        const Program program(chain.graph, registry);
        JobContext ctx;
        Pass execution(program, {{"x", pair(1, 2)}});
        execution.finish(ctx);
        QCOMPARE(firstOf(execution.outputs().at(0)), 6.0f);
    }

    void freesValuesAtTheirLastUseUnlessKept()
    {
        Chain chain;
        const auto registry = testRegistry();
        const Program program(chain.graph, registry);
        Pass execution(program, {{"x", pair(1, 2)}});
        execution.keep(chain.b);
        execution.step();
        QVERIFY(execution.tensor(chain.a).isDefined());
        execution.step();
        execution.step();
        QVERIFY(!execution.tensor(chain.a).isDefined());
        QVERIFY(execution.tensor(chain.b).isDefined());
        execution.release(chain.b);
        QVERIFY(!execution.tensor(chain.b).isDefined());
        QVERIFY(execution.isDone());
    }

    void tapsSeeWhatInterceptorsReplaced()
    {
        Chain chain;
        const auto registry = testRegistry();
        const Program program(chain.graph, registry);
        std::vector<float> seen;
        runs::Hooks hooks;
        hooks.interceptors.push_back([&](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.value == chain.a ? std::optional(pair(10, 10)) : std::nullopt;
        });
        hooks.taps.push_back([&](const runs::ValueEvent& event) { seen.push_back(firstOf(event.tensor)); });
        JobContext ctx;
        Pass(program, {{"x", pair(1, 2)}}, hooks).finish(ctx);
        QCOMPARE(seen, (std::vector<float>{10, 20, 30}));
    }

    void bodiesReadCapturesAndNameTheirTurn()
    {
        auto body = std::make_shared<graph::Graph>("body");
        const auto inner = body->addInput("inner", DataType::Float);
        const auto captured = body->addValue("captured", DataType::Float);
        graph::Graph outer("outer");
        const auto x = outer.addInput("x", DataType::Float);
        body->addCapture(x, captured);
        body->addOutput(addSum(*body, {inner, captured}, "sum"));
        const auto y = outer.addValue("y");
        graph::Attributes attributes;
        attributes.set("body", graph::GraphPointer(body));
        outer.addNode({.name = "run",
                       .opType = "Run",
                       .opset = 13,
                       .inputs = {x},
                       .outputs = {y},
                       .captures = {x},
                       .attributes = attributes});
        outer.addOutput(y);
        const auto registry = testRegistry();
        const Program program(outer, registry);
        std::vector<std::string> paths;
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent& event) { paths.push_back(event.path); });
        JobContext ctx;
        Pass execution(program, {{"x", pair(3, 0)}}, hooks);
        execution.finish(ctx);
        QCOMPARE(firstOf(execution.outputs().at(0)), 6.0f);
        QCOMPARE(paths, (std::vector<std::string>{"run/2/", ""}));
    }

    void cancelStopsBetweenNodes()
    {
        Chain chain;
        const auto registry = testRegistry();
        const Program program(chain.graph, registry);
        std::stop_source stop;
        JobContext ctx(stop.get_token(), {});
        int executed = 0;
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent&) {
            ++executed;
            stop.request_stop();
        });
        Pass execution(program, {{"x", pair(1, 2)}}, hooks);
        QVERIFY_EXCEPTION_THROWN(execution.finish(ctx), Cancelled);
        QCOMPARE(executed, 1);
    }

    void errorsNameWhatAndWhere_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("missing") << "missing input x: float32 [2]";
        QTest::newRow("unknown") << "the model has no input z";
        QTest::newRow("constant") << "the model has no input k";
        QTest::newRow("shape") << "input x has shape 3, expected 2";
        QTest::newRow("type") << "input x has type int64, expected float32";
        QTest::newRow("kernel") << "node broken (Fail, opset 13): ";
        // What oneDNN throws is no c10::Error.
        QTest::newRow("throwing") << "node broken (Throw, opset 13): the operator can't compute with float32[2]";
        QTest::newRow("throwing bind") << "node broken (Unbound, opset 9): the operator doesn't take these attributes";
        QTest::newRow("unsupported")
            << "operator Nope of domain my.domain (opset 3) is not supported, used by node odd";
    }

    void errorsNameWhatAndWhere()
    {
        QFETCH(QString, word);
        Chain chain;
        const auto registry = testRegistry();
        const auto tag = QByteArray(QTest::currentDataTag());
        if (tag == "kernel")
            chain.graph.addNode({.name = "broken",
                                 .opType = "Fail",
                                 .opset = 13,
                                 .inputs = {chain.x},
                                 .outputs = {chain.graph.addValue("y")}});
        if (tag.startsWith("throwing"))
            chain.graph.addNode({.name = "broken",
                                 .opType = tag == "throwing" ? "Throw" : "Unbound",
                                 .opset = tag == "throwing" ? 13 : 9,
                                 .inputs = {chain.x},
                                 .outputs = {chain.graph.addValue("y")}});
        if (tag == "unsupported")
            chain.graph.addNode({.name = "odd", .domain = "my.domain", .opType = "Nope", .opset = 3});
        NamedTensors inputs{{"x", pair(1, 2)}};
        if (tag == "constant") {
            chain.graph.setInitializer(chain.graph.addValue("k"),
                                       graph::TensorData::of<float>(graph::DataType::Float, {2}, {1.0f, 2.0f}));
            inputs.emplace("k", pair(3, 4));
        }
        if (tag == "missing")
            inputs.clear();
        if (tag == "unknown")
            inputs.emplace("z", pair(1, 2));
        if (tag == "shape")
            inputs["x"] = Tensor(at::zeros({3}));
        if (tag == "type")
            inputs["x"] = Tensor(at::zeros({2}, at::kLong));
        const auto message = tests::messageOf([&] {
            JobContext ctx;
            const Program program(chain.graph, registry);
            Pass(program, inputs).finish(ctx);
        });
        QVERIFY2(message.contains(word), qPrintable(message));
        QVERIFY2(!message.contains('\n'), qPrintable(message));
    }

    void saysWhichNodesCantRunAndWhy()
    {
        graph::Graph g("g");
        g.addNode({.name = "fine", .opType = "Sum", .opset = 13});
        g.addNode({.name = "unknown", .opType = "Nope", .opset = 13});
        g.addNode({.name = "too new", .opType = "Unbound", .opset = 10});
        g.addNode({.name = "odd attributes", .opType = "Unbound", .opset = 8});
        const auto found = runs::unsupportedNodes(g, testRegistry());
        std::vector<std::string> reasons;
        for (const auto& node : found)
            reasons.push_back(node.node + ": " + node.reason.english());
        QCOMPARE(reasons, (std::vector<std::string>{"unknown: no operator of that name is known in this domain",
                                                    "too new: it is known from opset 7 to 9, the node has opset 10",
                                                    "odd attributes: the operator doesn't take these attributes"}));
    }

    void handsSequencesOnWithoutShowingThem()
    {
        auto registry = testRegistry();
        const auto pack = [](const graph::Node&) -> ops::Kernel {
            return [](const ops::KernelCall& call) -> std::vector<Tensor> {
                return {ops::sequenceOf({call.required(0), call.required(0)})};
            };
        };
        const auto unpack = [](const graph::Node&) -> ops::Kernel {
            return [](const ops::KernelCall& call) -> std::vector<Tensor> { return {call.sequence(0).at(1)}; };
        };
        registry.add({{"", "Pack", 1, ops::kLatestOpset, pack}, {"", "Unpack", 1, ops::kLatestOpset, unpack}});
        graph::Graph g("g");
        const auto x = g.addInput("x", DataType::Float);
        const auto packed = g.addValue("packed");
        const auto y = g.addValue("y");
        g.addNode({.name = "pack", .opType = "Pack", .opset = 13, .inputs = {x}, .outputs = {packed}});
        g.addNode({.name = "unpack", .opType = "Unpack", .opset = 13, .inputs = {packed}, .outputs = {y}});
        g.addOutput(y);
        g.addOutput(packed);
        std::vector<std::string> seen;
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent& event) { seen.push_back(event.node.name); });
        JobContext ctx;
        const Program program(g, registry);
        Pass execution(program, {{"x", pair(1, 2)}}, hooks);
        execution.finish(ctx);
        QCOMPARE(seen, std::vector<std::string>{"unpack"});
        QCOMPARE(firstOf(execution.outputs().at(0)), 1.0f);
        QCOMPARE(execution.outputs().at(1).items->size(), std::size_t{2});
        QCOMPARE(tests::messageOf([&] { ops::toTensorData(execution.outputs().at(1)); }),
                 QString("a sequence of tensors is not one array"));
    }
};

QTEST_APPLESS_MAIN(TestPass)
#include "tst_pass.moc"
