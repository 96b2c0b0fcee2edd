// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/memory/activation_bytes.h"

#include "core/base/error.h"
#include "core/base/memory/memory_budget.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/what_if.h"

#include <QtTest>

using namespace ql;
using runs::Tensor;
using runs::WhatIf;

namespace {

/// Two branches that meet, of 16 bytes a value, a weight behind an operator, a second output and a view.
graph::Graph network()
{
    return graph::parseGraph("graph \"network\" opset 13\n"
                             "input x: float32[4]\n"
                             "const w: float32[4] = {1, 2, 3, 4}\n"
                             "const s: int64[2] = {2, 2}\n"
                             "n = Neg(w) name \"weight\"\n"
                             "a = Add(x, n) name \"add\"\n"
                             "b = Relu(x) name \"relu\"\n"
                             "c = Mul(b, b) name \"square\"\n"
                             "r = Reshape(c, s) name \"view\"\n"
                             "d = Reshape(a, s) name \"other_view\"\n"
                             "y = Add(r, d) name \"join\"\n"
                             "output y\n"
                             "output a\n");
}

constexpr double kAllBytes = 16.0 * 4; ///< a, b, c, y: views show others' memory

} // namespace

/// What doesn't fit is made again, to the bit.
class TestActivationBytes : public QObject {
    Q_OBJECT

    graph::Graph m_graph = network();
    runs::Program m_program{m_graph};
    JobContext m_ctx;

    WhatIf execution(double limit)
    {
        const MemoryBudget budget(limit);
        return {m_program, {{"x", Tensor(at::tensor({1.5f, -2.0f, 0.25f, 3.0f}))}}, {}, m_ctx};
    }

    graph::NodeId node(const char* name) const { return *m_graph.findNode(name); }

    runs::Interceptor replace(const char* name, float number) const
    {
        return [id = *m_graph.findValue(name), number](const runs::ValueEvent& event) -> std::optional<Tensor> {
            return event.value == id ? std::optional(Tensor(at::full_like(event.tensor.data, number))) : std::nullopt;
        };
    }

    static void compare(const std::vector<Tensor>& found, const std::vector<Tensor>& expected)
    {
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY(at::equal(found[i].data, expected[i].data));
    }

private Q_SLOTS:
    void givesTheSameAnswers_data()
    {
        QTest::addColumn<double>("limit");
        QTest::addColumn<bool>("isRemembered");
        QTest::newRow("exactly enough") << kAllBytes << true;
        QTest::newRow("a byte too few") << kAllBytes - 1.0 << false;
        QTest::newRow("nothing fits") << 1.0 << false;
    }
    void givesTheSameAnswers()
    {
        QFETCH(const double, limit);
        QFETCH(const bool, isRemembered);
        const auto free = execution(0.0);
        const auto limited = execution(limit);
        QVERIFY(isRemembered ? limited.bytes() == kAllBytes : limited.bytes() <= kAllBytes);
        QCOMPARE(free.bytes(), kAllBytes);
        compare(limited.outputs(), free.outputs());
        for (std::int32_t i = 0; i < std::int32_t(m_graph.valueCount()); ++i)
            QVERIFY(at::equal(limited.tensor(graph::ValueId{i}).data, free.tensor(graph::ValueId{i}).data));

        const std::vector nodes{node("relu")};
        const auto expected = free.rerun(nodes, {replace("b", 7.0f)});
        const auto found = limited.rerun(nodes, {replace("b", 7.0f)});
        compare(found.outputs, expected.outputs);
        QCOMPARE(expected.executed.size(), std::size_t(3)); // the view needs no run
        QCOMPARE(found.executed.size(), isRemembered ? expected.executed.size() : m_graph.nodes().size());
        const std::unordered_map<graph::ValueId, Tensor> given{{*m_graph.findValue("x"), Tensor(at::ones({4}))}};
        compare(limited.evaluate(node("add"), given), free.evaluate(node("add"), given));
        compare(limited.evaluate(node("join"), {}), free.evaluate(node("join"), {}));
    }

    void advances()
    {
        auto free = execution(0.0);
        auto limited = execution(1.0);
        for (auto* each : {&free, &limited})
            each->advance(std::vector{node("relu")}, {replace("b", 7.0f)});
        compare(limited.outputs(), free.outputs());
        QVERIFY(at::equal(limited.tensor(*m_graph.findValue("c")).data, free.tensor(*m_graph.findValue("c")).data));
        const std::vector<runs::Interceptor> both{replace("b", 7.0f), replace("a", -1.0f)};
        compare(limited.advance(std::vector{node("add")}, both).outputs,
                free.advance(std::vector{node("add")}, both).outputs);
        compare(limited.outputs(), free.outputs());
    }

    void cancels()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(execution(1.0).rerun(std::vector{node("relu")}, {}, stop.get_token()), Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestActivationBytes)
#include "tst_activation_bytes.moc"
