// SPDX-License-Identifier: GPL-3.0-or-later
// Every question says of a layer in a branch what it says of the same layer in the network written flat.
#include "core/analysis/attribution/attribution.h"
#include "core/analysis/check/check.h"
#include "core/analysis/matching/outline_pair.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/shadow/shadow.h"
#include "core/analysis/weights/weights.h"
#include "core/graph/ir/open_bodies.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "tests/support/choosing_networks.h"

#include <QtTest>

#include <algorithm>

using namespace ql;
using graph::Graph;
using tests::kChoice;
using tests::kFlat;

namespace {

runs::NamedTensors inputs()
{
    return {{"x", runs::Tensor(at::tensor({0.05f, -0.1f, 0.025f, 0.2f}).view({2, 2}))},
            {"c", runs::Tensor(at::scalar_tensor(true, at::kBool))}};
}

/// A float network and what quantizing it gives.
struct Pair {
    Graph baseline;
    Graph analysis;
};

const Pair& pairOf(const std::string& text)
{
    static std::map<std::string, Pair> known;
    auto [entry, isNew] = known.try_emplace(text);
    if (isNew) {
        JobContext ctx;
        entry->second.baseline = graph::withOpenBodies(graph::parseGraph(text));
        auto plan = quant::planFor(entry->second.baseline, {});
        quant::calibrate(entry->second.baseline, plan, {1, [](std::size_t) { return inputs(); }}, ctx);
        entry->second.analysis = quant::qdqGraph(entry->second.baseline, plan);
    }
    return entry->second;
}

auto modelOf(const Graph& graph) -> importers::ImportedModel
{
    auto model = importers::ImportedModel();
    model.graph = graph;
    model.format = "text";
    return model;
}

analysis::SampleSource oneSample()
{
    return {1, [](std::size_t) { return inputs(); }};
}

/// Lets the weight of @p layer be read @p times as large as it is.
void spoilWeight(Graph& graph, const std::string& layer, double times)
{
    const auto weight = graph.node(*graph.findNode(layer)).inputs.at(1);
    const auto scale = graph.node(graph.value(weight).producer).inputs.at(1);
    const auto numbers = graph.constantOf(scale)->toDoubles();
    graph.setInitializer(scale,
                         graph::TensorData::of<float>(graph::DataType::Float, {}, {float(times * numbers.at(0))}));
}

template <typename Rows, typename Name>
const auto& rowNamed(const Rows& rows, const std::string& wanted, Name&& name)
{
    const auto found = std::ranges::find_if(rows, [&](const auto& row) { return name(row) == wanted; });
    if (found == rows.end())
        qFatal("no row %s", wanted.c_str());
    return *found;
}

/// The quantizer behind the activation stands behind the If, where it is read.
const std::vector<std::pair<std::string, std::string>> kLayers{
    {"first", "first"}, {"product", "product"}, {"choice", "act"}, {"last", "last"}};

} // namespace

class TestBodies : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sensitivityRanksLayersInBodies()
    {
        const auto ask = [](const Pair& pair) {
            JobContext ctx;
            return analysis::sensitivity(pair.baseline, pair.analysis, oneSample(), {}, ctx);
        };
        const auto found = ask(pairOf(kChoice));
        const auto expected = ask(pairOf(kFlat));
        const auto name = [](const results::SensitivityRow& row) { return row.opName + " " + row.sensitiveType; };
        for (const auto& [layer, flat] : kLayers) {
            const auto& row = rowNamed(found->outputs.at(0).rows, layer + " activation", name);
            const auto& same = rowNamed(expected->outputs.at(0).rows, flat + " activation", name);
            QCOMPARE(row.metricValue, same.metricValue);
        }
        QCOMPARE(rowNamed(found->outputs.at(0).rows, "product weight", name).metricValue,
                 rowNamed(expected->outputs.at(0).rows, "product weight", name).metricValue);
    }

    void attributionTakesErrorsInBodiesApart()
    {
        const auto ask = [](const Pair& pair) {
            JobContext ctx;
            return analysis::attributeErrors(pair.baseline, pair.analysis, oneSample(), {}, ctx);
        };
        const auto found = ask(pairOf(kChoice));
        const auto expected = ask(pairOf(kFlat));
        QVERIFY(found->unplaced.empty());
        const auto name = [](const results::AttributionRow& row) { return row.name; };
        for (const auto& [layer, flat] : kLayers) {
            const auto& row = rowNamed(found->rows, layer, name);
            const auto& same = rowNamed(expected->rows, flat, name);
            QCOMPARE(row.accumulatedDb, same.accumulatedDb);
            QCOMPARE(row.localDb, same.localDb);
            QCOMPARE(row.propagated.sqnrDb, same.propagated.sqnrDb);
            QCOMPARE(row.mainCause, same.mainCause);
        }
        // What stands in the other branch has no error to take apart.
        for (const auto& row : found->rows)
            QVERIFY2(row.name != "other" && row.name != "further", row.name.c_str());
    }

    /// Not behind it, where what it gives is read.
    void theErrorStartsInTheBranch()
    {
        const auto withoutTanh = [](const std::string& text, const char* reader, const char* instead) {
            return QString::fromStdString(text).replace(reader, instead).toStdString();
        };
        for (const auto& text :
             {withoutTanh(kChoice, "output t", "output m"), withoutTanh(kFlat, "MatMul(t, k)", "MatMul(m, k)")}) {
            auto pair = pairOf(text);
            spoilWeight(pair.analysis, "first", 1.03); // what the branch reads isn't exact either
            spoilWeight(pair.analysis, "product", 0.5);
            JobContext ctx;
            const auto result = analysis::attributeErrors(pair.baseline, pair.analysis, oneSample(), {}, ctx);
            QVERIFY(result->origin.has_value());
            QCOMPARE(result->origin->layer, "product");
        }
    }

    void shadowRunsLayersInBodiesAlone()
    {
        const auto ask = [](const Pair& pair) {
            JobContext ctx;
            return analysis::shadow(modelOf(pair.baseline), modelOf(pair.analysis), inputs(), {}, ctx);
        };
        const auto found = ask(pairOf(kChoice));
        const auto expected = ask(pairOf(kFlat));
        const auto name = [](const results::ShadowRow& row) { return row.name; };
        for (const std::string layer : {"first", "product", "last"}) {
            const auto& row = rowNamed(found->rows, layer, name);
            const auto& flat = rowNamed(expected->rows, layer, name);
            QCOMPARE(row.state, results::ShadowRow::State::Compared);
            QCOMPARE(row.onBaselineInputs->sqnrDb, flat.onBaselineInputs->sqnrDb);
            QCOMPARE(row.accumulated->sqnrDb, flat.accumulated->sqnrDb);
        }
    }

    void weightsOfBodiesAreCompared()
    {
        JobContext ctx;
        const auto& pair = pairOf(kChoice);
        const auto found = analysis::compareWeights(modelOf(pair.baseline), modelOf(pair.analysis), {}, ctx);
        const auto& flatPair = pairOf(kFlat);
        const auto expected = analysis::compareWeights(modelOf(flatPair.baseline), modelOf(flatPair.analysis), {}, ctx);
        const auto name = [](const results::WeightRow& row) { return row.name(); };
        QCOMPARE(rowNamed(found->rows, "v", name).layer(), std::string("product"));
        QCOMPARE(rowNamed(found->rows, "v", name).metrics->sqnrDb, rowNamed(expected->rows, "v", name).metrics->sqnrDb);
        QCOMPARE(rowNamed(found->rows, "u", name).layer(), std::string("other"));
    }

    void checksLookIntoBodies()
    {
        JobContext ctx;
        const auto result = analysis::checkModel(modelOf(pairOf(kChoice).baseline), {}, ctx);
        const auto isDead = [](const results::Diagnostic& finding) { return finding.rule == "dead-node"; };
        QCOMPARE(std::ranges::count_if(result->findings, isDead), 1);
        QCOMPARE(std::ranges::find_if(result->findings, isDead)->subject, std::string("dead"));
    }

    void theGraphShowsBodiesInTheirScope()
    {
        const auto outline = analysis::outlineOf(pairOf(kChoice).baseline);
        const auto node = std::ranges::find(outline.nodes, "product", &results::OutlineNode::name);
        QVERIFY(node != outline.nodes.end());
        QCOMPARE(node->scope, std::string("choice/then_branch"));
        const auto place = [&](const std::string& name) {
            return std::size_t(std::ranges::find(outline.nodes, name, &results::OutlineNode::name)
                               - outline.nodes.begin());
        };
        const auto isEdge = [&](const std::string& from, const std::string& to) {
            return std::ranges::any_of(
                outline.edges, [&](const auto& edge) { return edge.from == place(from) && edge.to == place(to); });
        };
        QVERIFY(isEdge("first", "product"));
        QVERIFY(isEdge("act", "choice"));
        QVERIFY(isEdge("choice", "last"));
    }
};

QTEST_GUILESS_MAIN(TestBodies)
#include "tst_bodies.moc"
