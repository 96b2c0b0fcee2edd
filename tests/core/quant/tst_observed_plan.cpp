// SPDX-License-Identifier: GPL-3.0-or-later
// What several plans of a network need to see of the data, in one.
#include "core/graph/text_form/text_form.h"
#include "core/quant/quant_plan.h"
#include "tests/core/quant/small_network.h"

#include <QTest>

using namespace ql;

namespace {

std::vector<std::string> plannedNames(const graph::Graph& graph, const quant::QuantPlan& plan)
{
    std::vector<std::string> names;
    for (const auto& quantizer : plan.quantizers)
        names.push_back(graph.value(quantizer.value).name);
    return names;
}

bool decides(const graph::Graph& graph, const quant::QuantPlan& plan, const char* value)
{
    return !plan.quantizers.at(plan.find(*graph.findValue(value)).value()).sameAs;
}

} // namespace

class TestObservedPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// c, which has a quantizer only where its Relu stays in float, and f, which has r's only where there is one.
    void whatSeveralPlansObserve()
    {
        const auto graph = graph::parseGraph(tests::kSmallNetwork);
        quant::QuantSettings onlyConv;
        onlyConv.operatorTypes = {"Conv"};
        quant::QuantSettings withoutConv;
        withoutConv.layers["conv"].isQuantized = false;
        withoutConv.layers["relu"].isQuantized = false;
        auto plan = quant::planFor(graph, {});
        plan.addObserved(quant::planFor(graph, onlyConv).quantizers);
        plan.addObserved(quant::planFor(graph, withoutConv).quantizers);
        const std::vector<std::string> expected{"x", "w", "r", "f", "y", "v", "c"}; // each once, weights not again
        QCOMPARE(plannedNames(graph, plan), expected);
        QVERIFY(decides(graph, plan, "f"));
        QVERIFY(decides(graph, plan, "c"));
    }
};

QTEST_APPLESS_MAIN(TestObservedPlan)
#include "tst_observed_plan.moc"
