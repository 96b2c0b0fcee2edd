// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/partial_execution.h"

#include "core/base/error.h"
#include "core/graph/text_form.h"

#include <QtTest>

using namespace ql;
using runtime::PartialExecution;
using runtime::Program;
using runtime::Tensor;

namespace {

/// Two branches that meet: y = (x + x) + Neg(Relu(x)), with a side output.
graph::Graph branches()
{
    return graph::parseGraph("graph \"branches\" opset 13\n"
                             "input x: float32[2]\n"
                             "a = Add(x, x) name \"add\"\n"
                             "b = Relu(x) name \"relu\"\n"
                             "c = Neg(b) name \"neg\"\n"
                             "y = Add(a, c) name \"join\"\n"
                             "output y\n"
                             "output a\n");
}

Tensor pair(float first, float second)
{
    return Tensor(at::tensor({first, second}));
}

struct Fixture {
    graph::Graph graph = branches();
    Program program{graph};
    JobContext ctx;
    PartialExecution execution{program, {{"x", pair(1, -2)}}, {}, ctx};

    graph::ValueId value(const char* name) const { return *graph.findValue(name); }
};

float firstOf(const Tensor& tensor)
{
    return tensor.data[0].item<float>();
}

} // namespace

class TestPartialExecution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void remembersEveryValue()
    {
        Fixture f;
        QCOMPARE(firstOf(f.execution.tensor(f.value("b"))), 1.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void runsOnlyWhatDependsOnTheChange()
    {
        Fixture f;
        const std::vector<PartialExecution::Override> change{{f.value("b"), pair(10, 0)}};
        const auto result = f.execution.run(change);
        QCOMPARE(result.executed.size(), std::size_t(2));
        QCOMPARE(f.graph.node(result.executed[0]).name, std::string("neg"));
        QCOMPARE(f.graph.node(result.executed[1]).name, std::string("join"));
        QCOMPARE(firstOf(result.outputs.at(0)), 2.0f - 10.0f);
        QCOMPARE(firstOf(result.outputs.at(1)), 2.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void equalValuesCostNothing()
    {
        Fixture f;
        const std::vector<PartialExecution::Override> change{{f.value("b"), pair(1, 0)}};
        QVERIFY(f.execution.run(change).executed.empty());
    }

    void overriddenValuesStayDownstreamOfOthers()
    {
        Fixture f;
        const std::vector<PartialExecution::Override> change{{f.value("b"), pair(10, 0)}, {f.value("c"), pair(-1, 0)}};
        const auto result = f.execution.run(change);
        QVERIFY(result.executed.empty());
        QCOMPARE(firstOf(result.outputs.at(0)), 1.0f);
    }

    void cancels()
    {
        Fixture f;
        std::stop_source stop;
        stop.request_stop();
        const std::vector<PartialExecution::Override> change{{f.value("b"), pair(10, 0)}};
        QVERIFY_EXCEPTION_THROWN(f.execution.run(change, stop.get_token()), Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestPartialExecution)
#include "tst_partial_execution.moc"
