// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace ql;
using runs::Interceptor;
using runs::Tensor;

namespace {

/// c goes through two nodes of constants alone to where x is added.
const std::string kSum = R"(graph "sum" opset 13
    input x: float32[2]
    const c: float32[2] = {1, 2}
    a = Neg(c)
    b = Neg(a)
    y = Add(x, b)
    output y)";

/// More nodes in the branch than around it, all of constants alone but the last.
const std::string kBranch = R"(graph "branch" opset 13
    input x: float32[2]
    input c: bool[]
    y = If(c) {then_branch: {graph "then" capture p = x const k: float32[2] = {1, 2} d = Neg(k) e = Neg(d) f = Neg(e)
        g = Neg(f) h = Add(g, p) output h}, else_branch: {graph "else" capture p = x output p}}
    output y)";

/// A network whose Neg, of which is known that it is no random number, counts how often it runs, and doubles.
class Counted {
public:
    Counted()
        : m_graph(graph::parseGraph(kSum))
        , m_program((addOperators(), m_graph), m_registry)
    {
    }

    Tensor run(std::vector<Interceptor> interceptors = {}) const
    {
        runs::Pass execution(m_program, {{"x", Tensor(at::tensor({10.0f, 20.0f}))}}, {{}, std::move(interceptors), {}});
        JobContext ctx;
        execution.finish(ctx);
        return execution.outputs().at(0);
    }

    Interceptor tenfold(const std::string& value, bool saysWhere) const
    {
        std::vector<bool> nodes(m_graph.nodeCount(), false);
        nodes[m_graph.value(*m_graph.findValue(value)).producer.position()] = true;
        const auto replace = [value](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.graph.value(event.value).name == value ? std::optional(Tensor(event.tensor.data * 10))
                                                                : std::nullopt;
        };
        return {replace, saysWhere ? std::make_shared<const std::vector<bool>>(nodes) : nullptr};
    }

    int runs() const { return m_runs; }

private:
    void addOperators()
    {
        const auto twice = [this](const graph::Node&) -> ops::Kernel {
            return [this](const ops::KernelCall& call) -> std::vector<Tensor> {
                ++m_runs;
                return {Tensor(call.required(0).data * 2)};
            };
        };
        const auto sum = [](const graph::Node&) -> ops::Kernel {
            return [](const ops::KernelCall& call) -> std::vector<Tensor> {
                return {Tensor(call.required(0).data + call.required(1).data)};
            };
        };
        m_registry.add({{"", "Neg", 1, ops::kLatestOpset, twice}, {"", "Add", 1, ops::kLatestOpset, sum}});
    }

    mutable std::atomic<int> m_runs = 0;
    ops::Registry m_registry;
    graph::Graph m_graph;
    runs::Program m_program;
};

std::vector<float> numbersOf(const Tensor& tensor)
{
    return {tensor.data.data_ptr<float>(), tensor.data.data_ptr<float>() + tensor.data.numel()};
}

} // namespace

/// What depends on constants alone is made once, and again for whoever changes a part of it.
class TestSettledConstants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areMadeOnce()
    {
        const Counted network;
        const std::vector<float> expected{14, 28};
        QCOMPARE(numbersOf(network.run()), expected);
        QCOMPARE(network.runs(), 2);
        QCOMPARE(numbersOf(network.run()), expected);
        QCOMPARE(network.runs(), 2);
    }

    void areMadeAgainBehindAChange()
    {
        const Counted network;
        for (int round = 0; round < 2; ++round) {
            QCOMPARE(numbersOf(network.run()), (std::vector<float>{14, 28}));
            for (const bool saysWhere : {false, true}) {
                QCOMPARE(numbersOf(network.run({network.tenfold("a", saysWhere)})), (std::vector<float>{50, 100}));
                QCOMPARE(numbersOf(network.run({network.tenfold("b", saysWhere)})), (std::vector<float>{50, 100}));
                QCOMPARE(numbersOf(network.run({network.tenfold("y", saysWhere)})), (std::vector<float>{140, 280}));
            }
        }
    }

    /// A first run with a change leaves nothing that the next one takes for its own.
    void aChangeIsNotRemembered()
    {
        const Counted network;
        QCOMPARE(numbersOf(network.run({network.tenfold("a", true)})), (std::vector<float>{50, 100}));
        QCOMPARE(numbersOf(network.run()), (std::vector<float>{14, 28}));
        QCOMPARE(numbersOf(network.run()), (std::vector<float>{14, 28}));
    }

    /// Whoever waits for a value that is replaced doesn't take what was kept for it.
    void areNotSeenBeforeTheirStep()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2]
            const c: float32[2] = {1, 2}
            a = Neg(c)
            y = Add(x, a)
            output y)");
        const runs::Program program(graph);
        const auto a = *graph.findValue("a");
        for (int round = 0; round < 3; ++round) {
            runs::Pass execution(program, {{"x", Tensor(at::tensor({10.0f, 20.0f}))}});
            execution.keep(a);
            QVERIFY(!execution.tensor(a).isPresent());
            execution.step();
            QCOMPARE(numbersOf(execution.tensor(a)), (std::vector<float>{-1, -2}));
            execution.step();
            QCOMPARE(numbersOf(execution.outputs().at(0)), (std::vector<float>{9, 18}));
        }
    }

    void threadsAgree()
    {
        for (int round = 0; round < 50; ++round) {
            const Counted network;
            std::array<std::vector<float>, 4> found;
            {
                std::vector<std::jthread> threads;
                for (auto& each : found)
                    threads.emplace_back([&] { each = numbersOf(network.run()); });
            }
            for (const auto& each : found)
                QCOMPARE(each, (std::vector<float>{14, 28}));
        }
    }

    /// Nodes of bodies have ids of their own.
    void bodiesAreNoneOfAnInterceptorsNodes()
    {
        const auto graph = graph::parseGraph(kBranch);
        const runs::Program program(graph);
        std::size_t seen = 0;
        const auto look = [&seen](const runs::ValueEvent&) -> std::optional<Tensor> {
            ++seen;
            return {};
        };
        const Interceptor nowhere(look, std::make_shared<const std::vector<bool>>(graph.nodeCount(), false));
        for (const auto& interceptors : {std::vector<Interceptor>{}, {nowhere}, {Interceptor(look)}, {nowhere}}) {
            seen = 0;
            runs::Pass execution(
                program, {{"x", Tensor(at::tensor({10.0f, 20.0f}))}, {"c", Tensor(at::scalar_tensor(true, at::kBool))}},
                {{}, interceptors, {}});
            JobContext ctx;
            execution.finish(ctx);
            QCOMPARE(numbersOf(execution.outputs().at(0)), (std::vector<float>{11, 22}));
            QCOMPARE(seen, std::size_t(interceptors.empty() ? 0 : 6)); // who asks for a body sees all of it
        }
    }
};

QTEST_APPLESS_MAIN(TestSettledConstants)
#include "tst_settled_constants.moc"
