// SPDX-License-Identifier: GPL-3.0-or-later
// Networks that differ in few nodes run only what differs, and no bit of what they give shows it.
#include "core/runs/memory/resumed_pass.h"

#include "core/data/tensors/npy.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/runs/run.h"
#include "tests/models/manifest.h"
#include "tests/support/looping_networks.h"
#include "tests/support/models.h"
#include "tests/support/same_bits.h"

#include <QTest>

#include <ATen/ATen.h>
#include <fmt/format.h>

using namespace ql;
using runs::KeyedProgram;
using runs::SampleResults;
using tests::areSameBits;

namespace {

constexpr std::size_t kPlenty = std::size_t(1) << 30;

/// A convolution with what may run along with it, two results of one node, and a branch that joins again.
std::string branched(float first, float middle, float last)
{
    return fmt::format(R"(graph "branched" opset 13
        input x: float32[1,2,4,4]
        const s: float32[] = {{{}}}
        const z: int8[] = {{0}}
        const w: float32[2,2,1,1] = {{0.5, -1, 0.25, 2}}
        const m: float32[] = {{{}}}
        const l: float32[] = {{{}}}
        q = QuantizeLinear(x, s, z)
        d = DequantizeLinear(q, s, z) name "first"
        c = Conv(d, w) name "conv"
        r = Relu(c)
        qr = QuantizeLinear(r, s, z)
        dr = DequantizeLinear(qr, s, z) name "joined"
        a, b = Split(dr) {{axis: 1}} name "split"
        e = Mul(a, m) name "middle"
        f = Add(e, b) name "sum"
        y = Mul(f, l) name "last"
        output y
        output b)",
                       first, middle, last);
}

runs::NamedTensors sample(at::IntArrayRef shape)
{
    at::manual_seed(3);
    return {{"x", ops::Tensor(at::randn(shape))}};
}

std::shared_ptr<MemoryShare> share(std::size_t bytes = kPlenty)
{
    return std::make_shared<MemoryShare>(MemoryShare::Limit::Fixed, bytes);
}

std::vector<ops::Tensor> whole(const graph::Graph& graph, const runs::NamedTensors& inputs)
{
    return runs::outputsOf(runs::Program(graph), inputs, JobContext());
}

/// What @p graph gives on @p inputs.
SampleResults resultsOf(const graph::Graph& graph, const runs::NamedTensors& inputs, std::size_t bytes = kPlenty)
{
    SampleResults results(share(bytes));
    runs::outputsFrom(KeyedProgram(graph), inputs, {}, JobContext(), &results);
    return results;
}

std::vector<ops::Tensor> resumed(const graph::Graph& graph, const runs::NamedTensors& inputs,
                                 const SampleResults& known)
{
    const SampleResults* all[]{&known};
    return runs::outputsFrom(KeyedProgram(graph), inputs, all, JobContext());
}

/// Of the first result of node @p name.
void replace(SampleResults& results, const graph::Graph& graph, const std::string& name, const ops::Tensor& tensor)
{
    const KeyedProgram keyed(graph);
    results.store(*keyed.keys[graph.findNode(name)->position()], 0, 1, tensor);
}

/// @p graph with one float constant of node @p node a quarter larger; nothing without one.
std::optional<graph::Graph> changedAt(const graph::Graph& graph, const graph::Node& node)
{
    for (const auto input : node.inputs) {
        const auto* constant = input.isValid() ? graph.constantOf(input) : nullptr;
        if (!constant || constant->type() != graph::DataType::Float || constant->size() == 0)
            continue;
        auto changed = graph;
        changed.setInitializer(input, ops::toTensorData(ops::Tensor(ops::toTensor(*constant).data.mul(1.25))));
        return changed;
    }
    return std::nullopt;
}

} // namespace

class TestResumedPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aChangeAnywhereGivesTheSameBits_data()
    {
        QTest::addColumn<float>("first");
        QTest::addColumn<float>("middle");
        QTest::addColumn<float>("last");
        QTest::newRow("nothing") << 0.05f << 2.0f << 3.0f;
        QTest::newRow("first") << 0.07f << 2.0f << 3.0f;
        QTest::newRow("middle") << 0.05f << 2.5f << 3.0f;
        QTest::newRow("last") << 0.05f << 2.0f << 3.5f;
        QTest::newRow("all") << 0.06f << 2.5f << 3.5f;
    }
    void aChangeAnywhereGivesTheSameBits()
    {
        QFETCH(float, first);
        QFETCH(float, middle);
        QFETCH(float, last);
        const auto inputs = sample({1, 2, 4, 4});
        const auto known = resultsOf(graph::parseGraph(branched(0.05f, 2.0f, 3.0f)), inputs);
        const auto changed = graph::parseGraph(branched(first, middle, last));
        QVERIFY(areSameBits(resumed(changed, inputs, known), whole(changed, inputs)));
    }

    void whatIsKnownDoesNotRun()
    {
        const auto inputs = sample({1, 2, 4, 4});
        const auto graph = graph::parseGraph(branched(0.05f, 2.0f, 3.0f));
        SampleResults known(share());
        replace(known, graph, "sum", ops::Tensor(at::ones({1, 1, 4, 4})));
        const auto changed = graph::parseGraph(branched(0.05f, 2.0f, 7.0f));
        const auto outputs = resumed(changed, inputs, known);
        QVERIFY(at::equal(outputs[0].data, at::full({1, 1, 4, 4}, 7.0f))); // by what is claimed to be known
        QVERIFY(areSameBits(outputs[1], whole(changed, inputs)[1]));       // what isn't runs, up to the split
    }

    void oneOfTwoResultsIsNotEnough()
    {
        const auto inputs = sample({1, 2, 4, 4});
        const auto graph = graph::parseGraph(branched(0.05f, 2.0f, 3.0f));
        SampleResults known(share());
        known.store(*KeyedProgram(graph).keys[graph.findNode("split")->position()], 0, 2,
                    ops::Tensor(at::ones({1, 1, 4, 4})));
        QVERIFY(areSameBits(resumed(graph, inputs, known), whole(graph, inputs)));
    }

    void withoutMemoryAllRuns()
    {
        const auto inputs = sample({1, 2, 4, 4});
        const auto graph = graph::parseGraph(branched(0.05f, 2.0f, 3.0f));
        for (const std::size_t bytes : {std::size_t(0), std::size_t(100), std::size_t(400)})
            QVERIFY(areSameBits(resumed(graph, inputs, resultsOf(graph, inputs, bytes)), whole(graph, inputs)));
    }

    void memoryIsGivenBack()
    {
        const auto inputs = sample({1, 2, 4, 4});
        const auto graph = graph::parseGraph(branched(0.05f, 2.0f, 3.0f));
        const auto held = share();
        {
            SampleResults results(held);
            runs::outputsFrom(KeyedProgram(graph), inputs, {}, JobContext(), &results);
            QVERIFY(held->bytes() > 0);
            const SampleResults moved(std::move(results));
            QVERIFY(held->bytes() > 0);
        }
        QCOMPARE(held->bytes(), std::size_t(0));
    }

    void whatSeveralKnowIsKept()
    {
        const auto inputs = sample({1, 2, 4, 4});
        const auto one = graph::parseGraph(branched(0.05f, 2.0f, 3.0f));
        const auto other = graph::parseGraph(branched(0.05f, 2.5f, 3.0f));
        auto first = resultsOf(one, inputs);
        const SampleResults* known[]{&first};
        SampleResults second(share());
        runs::outputsFrom(KeyedProgram(other), inputs, known, JobContext(), &second);
        const KeyedProgram keyed(other);
        for (const char* name : {"first", "split", "last"}) // also what wasn't needed to get there
            QVERIFY2(second.find(*keyed.keys[other.findNode(name)->position()]), name);
    }

    /// Who runs bodies runs each time, and reads what stands before it.
    void bodiesRun()
    {
        const auto inputs = sample({2, 2});
        for (const bool isQuantized : {false, true}) {
            const auto graph = graph::parseGraph(tests::loop(isQuantized));
            QVERIFY(areSameBits(resumed(graph, inputs, resultsOf(graph, inputs)), whole(graph, inputs)));
        }
    }

    void realModelsGiveTheSameBits()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS isn't set");
        std::size_t changes = 0;
        for (const auto& pair : tests::twinPairs(*models)) {
            const auto graph = importers::importModel(pair.analysis).graph;
            runs::NamedTensors inputs;
            for (const auto& [name, path] : pair.inputs)
                inputs.emplace(name, ops::toTensor(data::readNpy(path)));
            const auto known = resultsOf(graph, inputs);
            QVERIFY2(areSameBits(resumed(graph, inputs, known), whole(graph, inputs)), pair.title.c_str());
            for (std::size_t i = 1; i < 6; ++i) {
                const auto& node = graph.nodes()[i * graph.nodeCount() / 6];
                const auto changed = changedAt(graph, node);
                if (!changed)
                    continue;
                ++changes;
                QVERIFY2(areSameBits(resumed(*changed, inputs, known), whole(*changed, inputs)),
                         (pair.title + ": " + node.name).c_str());
            }
        }
        QVERIFY(changes > 20);
    }
};

QTEST_APPLESS_MAIN(TestResumedPass)
#include "tst_resumed_pass.moc"
