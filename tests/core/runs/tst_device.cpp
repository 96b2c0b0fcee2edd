// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/text_form/text_form.h"
#include "core/ops/device/cuda_device.h"
#include "core/runs/device/device_scope.h"
#include "core/runs/memory/cached_pass.h"
#include "core/runs/program/pass.h"
#include "core/runs/recorded_pass.h"
#include "core/runs/threads/side_by_side.h"
#include "core/runs/threads/thread_guard.h"
#include "core/runs/what_if.h"
#include "tests/support/fake_device.h"
#include "tests/support/same_bits.h"

#include <QTest>

#include <memory>
#include <thread>

using namespace ql;
using runs::Tensor;
using tests::FakeDevice;

namespace {

/// Up come x, both weights and d; down r, which the processor quantizes, and y.
const std::string kQuantized = R"(graph "quantized" opset 13
    input x: float32[1,2]
    const v: float32[2,2] = {1, -2, 3, 0.5}
    const w: int8[2,2] = {2, 4, 6, 8}
    const s: float32[] = {0.5}
    const z: int8[] = {0}
    m = MatMul(x, v)
    r = Relu(m)
    q = QuantizeLinear(r, s, z)
    d = DequantizeLinear(q, s, z)
    u = DequantizeLinear(w, s, z)
    n = MatMul(d, u)
    y = Tanh(n)
    output y)";

const std::string kChoice = R"(graph "choice" opset 13
    input x: float32[1,2]
    input c: bool[]
    a = Exp(x)
    b = If(c) {then_branch: {graph "then" capture p = a m = Sqrt(p) t = Neg(m) output t},
        else_branch: {graph "else" capture p = a output p}}
    k = Shape(a)
    r = Reshape(b, k)
    y = Sigmoid(r)
    output y)";

/// A program on a fake device, whose kernels are watched.
struct Placed {
    explicit Placed(const std::string& text)
        : Placed(graph::parseGraph(text))
    {
    }
    explicit Placed(graph::Graph source)
        : graph(std::move(source))
        , operators(tests::checkedOperators(graph, *device))
        , program(programOf(graph, operators, device))
    {
    }
    static runs::Program programOf(const graph::Graph& graph, const ops::Registry& operators,
                                   std::shared_ptr<const FakeDevice> device)
    {
        const runs::DeviceScope scope(std::move(device));
        return runs::Program(graph, operators);
    }

    std::shared_ptr<const FakeDevice> device = std::make_shared<const FakeDevice>();
    graph::Graph graph;
    ops::Registry operators;
    runs::Program program;
};

runs::NamedTensors inputs(bool choice)
{
    return {{"x", Tensor(at::tensor({1.5f, 0.75f}).view({1, 2}))}, {"c", Tensor(at::scalar_tensor(choice, at::kBool))}};
}

runs::NamedTensors onlyX()
{
    return {{"x", inputs(true).at("x")}};
}

std::vector<Tensor> run(const runs::Program& program, runs::NamedTensors given, runs::Hooks hooks = {})
{
    runs::Pass execution(program, std::move(given), std::move(hooks));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

std::vector<Tensor> onProcessor(const graph::Graph& graph, runs::NamedTensors given)
{
    return run(runs::Program(graph, ops::Registry::builtIn()), std::move(given));
}

std::optional<Tensor> threesForM(const runs::ValueEvent& event)
{
    const bool isMeant = event.graph.value(event.value).name == "m";
    return isMeant ? std::optional(Tensor(at::full({1, 2}, 3.0f))) : std::nullopt;
}

std::string refusalOf(const std::string& device)
{
    try {
        ops::deviceNamed(device);
    } catch (const Error& error) {
        return error.message().english();
    }
    return {};
}

} // namespace

/// A program on a device gives what it gives on the processor, with as few copies as can be.
class TestDevice : public QObject {
    Q_OBJECT

    runs::ThreadGuard m_threads{1};

private Q_SLOTS:
    void constantsAreCopiedOnce()
    {
        const Placed placed(kQuantized);
        const auto expected = onProcessor(placed.graph, onlyX());
        QVERIFY(tests::areSameBits(run(placed.program, onlyX()), expected));
        QCOMPARE(placed.device->uploads(), std::size_t(4));
        QCOMPARE(placed.device->downloads(), std::size_t(2));
        QCOMPARE(placed.device->runs(), std::size_t(4)); // m, r, n, y
        QVERIFY(tests::areSameBits(run(placed.program, onlyX()), expected));
        QCOMPARE(placed.device->uploads(), std::size_t(6)); // x and d
        QCOMPARE(placed.device->downloads(), std::size_t(4));
        QCOMPARE(placed.device->fault(), std::string());
    }

    /// m and n come down as well, and nothing goes up again.
    void whoLooksSeesTheProcessorsMemory()
    {
        const Placed placed(kQuantized);
        std::size_t seen = 0;
        bool isOneThere = false;
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent& event) {
            ++seen;
            isOneThere = isOneThere || placed.device->holds(event.tensor.data);
            for (const auto& input : event.inputs)
                isOneThere = isOneThere || placed.device->holds(input.data);
        });
        QVERIFY(tests::areSameBits(run(placed.program, onlyX(), hooks), onProcessor(placed.graph, onlyX())));
        QVERIFY(!isOneThere);
        QCOMPARE(seen, std::size_t(7));
        QCOMPARE(placed.device->uploads(), std::size_t(4));
        QCOMPARE(placed.device->downloads(), std::size_t(4));
        QCOMPARE(placed.device->fault(), std::string());
    }

    void whatIsReplacedIsReadInstead()
    {
        const Placed placed(kQuantized);
        runs::Hooks hooks;
        hooks.interceptors.emplace_back(threesForM);
        const auto found = run(placed.program, onlyX(), hooks);
        const auto expected = run(runs::Program(placed.graph, ops::Registry::builtIn()), onlyX(), hooks);
        QVERIFY(tests::areSameBits(found, expected));
        QVERIFY(!tests::areSameBits(found, onProcessor(placed.graph, onlyX())));
        QCOMPARE(placed.device->fault(), std::string());
    }

    void bodiesRunThereToo_data()
    {
        QTest::addColumn<bool>("choice");
        QTest::addColumn<bool>("isOpen");
        for (const bool choice : {false, true})
            for (const bool isOpen : {false, true})
                QTest::addRow("%d %d", choice, isOpen) << choice << isOpen;
    }

    void bodiesRunThereToo()
    {
        QFETCH(bool, choice);
        QFETCH(bool, isOpen);
        auto graph = graph::parseGraph(kChoice);
        const Placed placed(isOpen ? graph::withOpenBodies(std::move(graph)) : std::move(graph));
        QVERIFY(tests::areSameBits(run(placed.program, inputs(choice)), onProcessor(placed.graph, inputs(choice))));
        QCOMPARE(placed.device->runs(), std::size_t(choice ? 5 : 3)); // Reshape stays where b is
        QCOMPARE(placed.device->fault(), std::string());
    }

    void whatIfQuestionsAreAnsweredAlike()
    {
        const Placed placed(kQuantized);
        JobContext ctx;
        const runs::WhatIf partial(placed.program, onlyX(), {}, ctx);
        const auto m = placed.graph.findValue("m");
        QVERIFY(m && !placed.device->holds(partial.tensor(*m).data));
        const std::vector<graph::NodeId> nodes{placed.graph.value(*m).producer};
        const runs::Program plain(placed.graph, ops::Registry::builtIn());
        const runs::WhatIf expected(plain, onlyX(), {}, ctx);
        QVERIFY(tests::areSameBits(partial.rerun(nodes, {threesForM}).outputs,
                                   expected.rerun(nodes, {threesForM}).outputs));
        QCOMPARE(placed.device->fault(), std::string());
    }

    void derivativesAreTakenOnTheProcessor()
    {
        const Placed placed(R"(graph "g" opset 13 input x: float32[1,2] m = Exp(x) y = Neg(m) output y)");
        JobContext ctx;
        const runs::RecordedPass gradients(placed.program, onlyX(), {placed.graph.inputs().at(0)}, ctx);
        const auto found = gradients.of(0, Tensor(at::ones({1, 2})));
        QVERIFY(found.at(0).isDefined());
        QCOMPARE(placed.device->uploads() + placed.device->runs(), std::size_t(0));
    }

    void theLogNamesWhatFallsBack()
    {
        std::vector<std::string> lines;
        setUpLogging("info");
        addLogSink([&lines](std::string_view, std::string_view message) { lines.emplace_back(message); });
        const Placed placed(kQuantized);
        setUpLogging("off");
        QCOMPARE(lines, std::vector<std::string>{"fake:0: 2 of 7 nodes compute on the processor, which has the only "
                                                 "kernel: DequantizeLinear, QuantizeLinear"});
    }

    /// A second program of the same graph is the first one only if it is for the same device.
    void aGraphHasAProgramForEachDevice()
    {
        const auto graph = graph::parseGraph(kQuantized);
        const auto device = std::make_shared<const FakeDevice>();
        const auto expected = run(runs::Program(graph), onlyX());
        {
            const runs::DeviceScope scope(device);
            QVERIFY(tests::areSameBits(run(runs::Program(graph), onlyX()), expected));
            QCOMPARE(device->runs(), std::size_t(4));
            run(runs::Program(graph), onlyX());
            QCOMPARE(device->uploads(), std::size_t(6)); // the first one's constants
        }
        run(runs::Program(graph), onlyX());
        QCOMPARE(device->runs(), std::size_t(8));
    }

    void whatTheProcessorGaveIsNotTheDevices()
    {
        const auto graph = graph::parseGraph(kQuantized);
        const auto device = std::make_shared<const FakeDevice>();
        runs::NodeResultCache cache(1 << 20);
        const auto executed = [&graph, &cache] {
            const runs::Program program(graph);
            runs::CachedPass execution(program, onlyX(), cache, {});
            while (!execution.isDone())
                execution.step();
            return execution.executedCount();
        };
        QCOMPARE(executed(), std::size_t(7));
        QCOMPARE(executed(), std::size_t(0));
        const runs::DeviceScope scope(device);
        QCOMPARE(executed(), std::size_t(7));
        QCOMPARE(device->runs(), std::size_t(4));
        QCOMPARE(executed(), std::size_t(0));
    }

    void workersUseTheSameDevice()
    {
        const auto device = std::make_shared<const FakeDevice>();
        const runs::DeviceScope scope(device);
        const auto pieces = runs::shared({0, 2}, {2, 1}, nullptr);
        std::shared_ptr<const ops::Device> seen;
        std::jthread([&] { pieces.around([&seen] { seen = runs::DeviceScope::current(); }); }).join();
        QCOMPARE(seen.get(), static_cast<const ops::Device*>(device.get()));
    }

    void theTableNamesOperatorsThatAre()
    {
        std::size_t known = 0;
        for (const auto* name : {"Add", "Clip", "Conv", "LayerNormalization", "Reshape", "Unsqueeze"}) {
            const auto* definition = ops::Registry::builtIn().find("", name, 13 + 8);
            QVERIFY2(definition, name);
            known += ops::deviceInputsOf(*definition).has_value();
        }
        QCOMPARE(known, std::size_t(6));
        for (const auto* name : {"QuantizeLinear", "Resize", "If"})
            QVERIFY2(!ops::deviceInputsOf(*ops::Registry::builtIn().find("", name, 13)), name);
    }

    void whatIsMissingIsSaid()
    {
        QVERIFY(ops::deviceNamed("cpu") == nullptr);
        for (const auto* name : {"gpu", "cuda", "cuda:", "cuda:-1", "cuda:1x", "cuda:999"})
            QCOMPARE(refusalOf(name), std::string("device ") + name + " is not available");
        if (!at::hasCUDA())
            QCOMPARE(refusalOf("cuda:0"), std::string("device cuda:0 is not available"));
    }
};

QTEST_APPLESS_MAIN(TestDevice)
#include "tst_device.moc"
