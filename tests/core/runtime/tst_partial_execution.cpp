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

    std::vector<graph::NodeId> nodes(const std::vector<std::string>& names) const
    {
        std::vector<graph::NodeId> found;
        for (const auto& name : names)
            found.push_back(*graph.findNode(name));
        return found;
    }

    std::vector<std::string> names(const PartialExecution::Result& result) const
    {
        std::vector<std::string> found;
        for (const auto id : result.executed)
            found.push_back(graph.node(id).name);
        return found;
    }

    runtime::Interceptor replace(const char* name, Tensor tensor) const
    {
        return [id = value(name), tensor](const runtime::ValueEvent& event) -> std::optional<Tensor> {
            return event.value == id ? std::optional(tensor) : std::nullopt;
        };
    }
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
        const auto result = f.execution.rerun(f.nodes({"relu"}), {f.replace("b", pair(10, 0))});
        QCOMPARE(f.names(result), (std::vector<std::string>{"relu", "neg", "join"}));
        QCOMPARE(firstOf(result.outputs.at(0)), 2.0f - 10.0f);
        QCOMPARE(firstOf(result.outputs.at(1)), 2.0f);
        QCOMPARE(firstOf(f.execution.outputs().at(0)), 1.0f);
    }

    void stopsWhereNothingChanges()
    {
        Fixture f;
        const auto result = f.execution.rerun(f.nodes({"relu"}), {f.replace("b", pair(1, 0))});
        QCOMPARE(f.names(result), std::vector<std::string>{"relu"});
    }

    void downstreamNodesSeeTheChangeUpstream()
    {
        Fixture f;
        const auto twice = [&](const runtime::ValueEvent& event) -> std::optional<Tensor> {
            return event.node.name == "relu" || event.node.name == "neg" ? std::optional(Tensor(event.tensor.data * 2))
                                                                         : std::nullopt;
        };
        const auto result = f.execution.rerun(f.nodes({"relu", "neg"}), {twice});
        QCOMPARE(firstOf(result.outputs.at(0)), 2.0f - 4.0f);
    }

    void cancels()
    {
        Fixture f;
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(f.execution.rerun(f.nodes({"relu"}), {}, stop.get_token()), Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestPartialExecution)
#include "tst_partial_execution.moc"
