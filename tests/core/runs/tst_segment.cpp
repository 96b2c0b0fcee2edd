// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/what_if.h"

#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql;

namespace {

const char* const kChain = R"(graph "g" opset 13
    input x: float32[2]
    const w: float32[2] = {1, 10}
    a = Neg(x) name "a"
    b = Add(a, w) name "b"
    c = Mul(b, b) name "c"
    y = Abs(c) name "y"
    output y)";

/// Runs the named nodes, whatever their order, with b's or a's tensor from outside.
std::vector<double> run(const std::vector<const char*>& names, const char* given, const char* wanted,
                        std::stop_token stop = {})
{
    const auto graph = graph::parseGraph(kChain);
    const runs::Program program(graph);
    std::vector<graph::NodeId> nodes;
    for (const auto* name : names)
        nodes.push_back(*graph.findNode(name));
    const runs::Tensor tensor(at::tensor({2.0f, -3.0f}));
    const auto result =
        runs::runSegment(program, nodes, {{*graph.findValue(given), tensor}}, *graph.findValue(wanted), stop);
    return ops::toTensorData(result).toDoubles();
}

} // namespace

class TestSegment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsOnForeignValues()
    {
        QCOMPARE(run({"c", "b"}, "a", "c"), (std::vector<double>{9, 49}));
        QCOMPARE(run({"b"}, "a", "b"), (std::vector<double>{3, 7}));
    }

    void withoutNodesTheGivenIsTheResult() { QCOMPARE(run({}, "a", "a"), (std::vector<double>{2, -3})); }

    void missingValuesAreErrorsOfTheNode()
    {
        try {
            run({"c"}, "a", "c");
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY2(std::string(error.what()).find("node c") != std::string::npos, error.what());
        }
    }

    /// What a run before left, ended or broken off, no later one sees: storage goes from one to the next.
    void nothingIsLeftOfEarlierRuns()
    {
        QCOMPARE(run({"b"}, "a", "b"), (std::vector<double>{3, 7}));
        QVERIFY_THROWS_EXCEPTION(Error, run({"c"}, "a", "c"));
        QVERIFY_THROWS_EXCEPTION(Error, run({"y"}, "b", "y"));
        QVERIFY_THROWS_EXCEPTION(Error, run({"b", "y"}, "a", "y")); // b is made, y fails
        QVERIFY_THROWS_EXCEPTION(Error, run({"c"}, "a", "c"));
        QCOMPARE(run({"c", "b"}, "a", "c"), (std::vector<double>{9, 49}));
        QVERIFY_THROWS_EXCEPTION(Error, run({"y"}, "a", "y"));
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(ql::Cancelled, run({"b"}, "a", "b", stop.get_token()));
    }
};

QTEST_APPLESS_MAIN(TestSegment)
#include "tst_segment.moc"
