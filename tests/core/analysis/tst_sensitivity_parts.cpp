// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/mean_value.h"
#include "core/analysis/sensitivity/sensitivity_ranking.h"
#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/analysis/sensitivity/sensitivity_state.h"
#include "core/analysis/simulation/decisions.h"
#include "core/analysis/simulation/sibling_points.h"
#include "core/base/packed.h"

#include "core/graph/text_form/text_form.h"

#include <QtTest>
#include <cmath>
#include <limits>

using namespace ql;
using analysis::MeanValue;
using analysis::SensitivityState;
using quant::QuantizerPoint;
using quant::QuantizerRole;
using results::MetricId;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// r feeds a Conv and a Reshape; the reshaped and k are added up.
graph::Graph siblingGraph()
{
    return graph::parseGraph(
        "graph \"siblings\" opset 13\ninput x: float32[2]\nconst s: int64[2] = {2, 1}\n"
        "r = Relu(x) name \"relu\"\nn = Neg(r) name \"neg\"\nv = Reshape(r, s) name \"reshape\"\n"
        "k = Abs(v) name \"abs\"\nm = Exp(v) name \"exp\"\ny = Add(k, m) name \"add\"\noutput n\noutput y\n");
}

QuantizerPoint activation(const graph::Graph& graph, const char* value, const char* reader, double scale)
{
    QuantizerPoint point;
    point.source = *graph.findValue(value);
    const auto node = *graph.findNode(reader);
    point.edges = {{node, 0}};
    point.node = graph.value(point.source).producer;
    point.layer = graph.node(point.node).name;
    point.dtype = "int8";
    point.key = std::string(value) + " for " + reader;
    point.parameters = results::QuantizerInfo{.dtype = "int8", .scales = {scale}, .zeroPoints = {0}};
    return point;
}

/// r for neg, r for reshape, reshaped for abs, and both operands of the addition.
std::vector<QuantizerPoint> siblingPoints(const graph::Graph& graph, double secondOperandsScale)
{
    return {activation(graph, "r", "neg", 1.0), activation(graph, "r", "reshape", 2.0),
            activation(graph, "v", "abs", 2.0), activation(graph, "k", "add", 3.0),
            activation(graph, "m", "add", secondOperandsScale)};
}

results::SensitivityOutput oneOffs(MetricId metric, double whole, double row, double scope)
{
    results::SensitivityOutput output{.name = "y", .metric = metric, .everythingOn = whole};
    output.rows.push_back({.opName = "conv", .sensitiveType = "weight", .metricValue = row});
    output.scopes.push_back({.opName = "norm", .sensitiveType = "both", .metricValue = scope});
    return output;
}

} // namespace

class TestSensitivityParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void meansLeaveOutWhatChangedNothing()
    {
        MeanValue mean;
        QVERIFY(!mean.isKnown());
        mean.add(kInfinity, MetricId::Sqnr);
        QVERIFY(mean.isKnown());
        QCOMPARE(mean.value(), kInfinity);
        mean.add(10.0, MetricId::Sqnr);
        mean.add(20.0, MetricId::Sqnr);
        QCOMPARE(mean.value(), 15.0);
        mean.add(std::nan(""), MetricId::Sqnr);
        QVERIFY(std::isnan(mean.value()));
        MeanValue relative;
        relative.add(kInfinity, MetricId::RelL2); // here infinite is bad
        relative.add(1.0, MetricId::RelL2);
        QCOMPARE(relative.value(), kInfinity);
    }

    void siblingsMustBeQuantizedAlike()
    {
        const auto graph = siblingGraph();
        const auto sets = analysis::siblingSets(graph, siblingPoints(graph, 3.0));
        QCOMPARE(sets[0], sets[1]); // readers of one value
        QCOMPARE(sets[1], sets[2]); // both ends of a reshape
        QCOMPARE(sets[3], sets[4]); // operands of equal scale
        QVERIFY(sets[0] != sets[3]);
        const auto apart = analysis::siblingSets(graph, siblingPoints(graph, 4.0));
        QVERIFY(apart[3] != apart[4]);
    }

    void siblingsAreOneRow()
    {
        const auto graph = siblingGraph();
        auto points = siblingPoints(graph, 3.0);
        QuantizerPoint weight = points[3];
        weight.role = QuantizerRole::Weight;
        points.push_back(weight);
        const auto rows = analysis::switchGroups(graph, points, {.group = results::SensitivityGroup::Siblings});
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[0].points, (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(rows[0].row.opName, std::string("relu"));
        QCOMPARE(rows[0].row.layers, (std::vector<std::string>{"relu", "reshape"}));
        QCOMPARE(rows[1].points, (std::vector<std::size_t>{3, 4}));
        QCOMPARE(rows[2].row.sensitiveType, std::string("weight"));
        const auto together = analysis::switchGroups(
            graph, points, {.what = results::SensitivityWhat::Together, .group = results::SensitivityGroup::Siblings});
        QCOMPARE(together.size(), std::size_t(2));
        QCOMPARE(together[1].points, (std::vector<std::size_t>{3, 4, 5}));
    }

    void aScopeMayRepairWhatNoRowDoes()
    {
        const auto repair = analysis::scopeRepairOf(oneOffs(MetricId::Sqnr, 0.0, 1.0, 20.0));
        QVERIFY(repair);
        QCOMPARE(repair->scope, std::string("norm"));
        QCOMPARE(repair->bestRow, std::string("conv"));
        QVERIFY(!analysis::scopeRepairOf(oneOffs(MetricId::Sqnr, 0.0, 10.0, 20.0))); // the row does most of it
        QVERIFY(!analysis::scopeRepairOf(oneOffs(MetricId::Sqnr, 0.0, 0.1, 3.0)));   // not even half
        QVERIFY(analysis::scopeRepairOf(oneOffs(MetricId::Cosine, 0.2, 0.3, 0.9)));
        QVERIFY(!analysis::scopeRepairOf(oneOffs(MetricId::Sqnr, 0.0, 1.0, std::nan(""))));
        QVERIFY(!analysis::scopeRepairOf(oneOffs(MetricId::Mse, 0.0, 0.0, 0.0)));
    }

    void statesComeBack()
    {
        SensitivityState state(1, 2, 0);
        state.samples = 3;
        state.rows = 1;
        state.values[1].add(-2.5, MetricId::Sqnr);
        state.values[0].add(kInfinity, MetricId::Sqnr);
        const auto again = unpacked<SensitivityState>(packed(state));
        QCOMPARE(again.samples, std::uint64_t(3));
        QCOMPARE(again.rows, std::uint64_t(1));
        QCOMPARE(again.values[1].value(), -2.5);
        QCOMPARE(again.values[0].value(), kInfinity);
    }

    void onlyTheSameRankingGoesOn()
    {
        results::SensitivityRequest request;
        const SensitivityState two(1, 2, 0);
        const auto job = analysis::jobOf(request, 7, two);
        QCOMPARE(analysis::jobOf(request, 7, two), job);
        QVERIFY(analysis::jobOf(request, 8, two) != job);
        QVERIFY(analysis::jobOf(request, 7, SensitivityState(1, 3, 0)) != job);
        request.mode = results::SensitivityMode::OneOff;
        QVERIFY(analysis::jobOf(request, 7, two) != job);
    }

    void countsFlippedIndices()
    {
        const runs::Tensor expected(at::tensor({1, 2, 3}, at::kLong));
        QCOMPARE(analysis::flippedCount(expected, expected), std::uint64_t(0));
        QCOMPARE(analysis::flippedCount(expected, runs::Tensor(at::tensor({1, 3, 2}, at::kLong))), std::uint64_t(2));
        QCOMPARE(analysis::flippedCount(expected, runs::Tensor(at::tensor({2}, at::kLong))), std::uint64_t(3));
    }

    void knowsWhoDecides()
    {
        const auto graph = graph::parseGraph("graph \"d\" opset 13\ninput x: float32[3]\nconst k: int64[1] = {2}\n"
                                             "v, i = TopK(x, k) name \"top\"\nw, _ = TopK(x, k) name \"blind\"\n"
                                             "a = ArgMax(x) name \"argmax\"\nr = Relu(x) name \"relu\"\n"
                                             "output v\noutput i\noutput w\noutput a\noutput r");
        const auto output = [&](const char* name) {
            return analysis::decisionOutput(graph.node(*graph.findNode(name)));
        };
        QCOMPARE(output("top"), std::optional<std::size_t>(1));
        QCOMPARE(output("argmax"), std::optional<std::size_t>(0));
        QVERIFY(!output("blind") && !output("relu"));
        QCOMPARE(analysis::DecisionReplay(graph).uncounted().size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestSensitivityParts)
#include "tst_sensitivity_parts.moc"
