// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by themselves, and what they learn of their own inputs.
#include "core/graph/text_form/text_form.h"
#include "core/quant/training/learned_ranges.h"
#include "core/quant/training/learned_rounding.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/quant/small_network.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include <QTest>

#include <cmath>

using namespace ql;
using quant::Parameters;

namespace {

at::Tensor numbers(std::vector<std::int64_t> shape, std::uint64_t seed)
{
    return at::randn(shape, at::detail::createCPUGenerator(seed), at::TensorOptions(at::kFloat));
}

/// Every quantizer with @p scale, in 8 signed bits.
quant::QuantPlan planOf(const graph::Graph& graph, float scale)
{
    auto plan = quant::planFor(graph, {});
    for (auto& quantizer : plan.quantizers)
        if (!quantizer.sameAs)
            quantizer.parameters = quant::perTensor(scale, 0);
    return plan;
}

constexpr const char* kProduct = R"(graph "product" opset 13
    input x: float32[4,4]
    const w: float32[4,3] = {1, 0.5, 0, -1, 0.25, 1, 0.75, 0, 0, -0.5, 1, 1}
    y: float32[4,3] = MatMul(x, w) name "product"
    output y)";

/// Long rows whose inputs have much in common.
quant::MultipliedInputs inputsInCommon(std::int64_t columns, bool areSummed)
{
    const auto x = numbers({1, columns, 512}, 3) + 2.0 * numbers({1, 1, 512}, 4);
    return areSummed ? quant::MultipliedInputs{.moments = at::bmm(x, x.transpose(1, 2)), .numbers = {}}
                     : quant::MultipliedInputs{.moments = {}, .numbers = x};
}

} // namespace

class TestLearnedLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A clamp whose quantizer stands behind it belongs to the layer; what is read is an input, by its name.
    void aLayerStandsByItself()
    {
        const auto graph = graph::parseGraph(tests::kSmallNetwork);
        const auto plan = planOf(graph, 0.02f);
        const auto layer = quant::singleLayer(graph, plan, graph.node(*graph.findNode("conv")));
        QVERIFY(layer);
        QCOMPARE(layer->graph.nodeCount(), std::size_t(2));
        QCOMPARE(layer->graph.inputs().size(), std::size_t(1));
        QCOMPARE(layer->graph.value(layer->graph.inputs()[0]).name, std::string("x"));
        QCOMPARE(layer->graph.value(layer->graph.outputs()[0]).name, std::string("r"));
        QVERIFY(layer->plan.isCalibrated());
        for (std::size_t i = 0; i < layer->quantizers.size(); ++i)
            QCOMPARE(layer->graph.value(layer->plan.quantizers[i].value).name,
                     graph.value(plan.quantizers[layer->quantizers[i]].value).name);
    }

    /// By gradient alone, from a range that is a fifth or 50 times as wide as it should be.
    void wrongRangesAreLearned_data()
    {
        QTest::addColumn<float>("scale");
        QTest::newRow("narrow clip") << 0.003f;
        QTest::newRow("wide clip") << 0.8f;
    }
    void wrongRangesAreLearned()
    {
        QFETCH(float, scale);
        const auto graph = graph::parseGraph(kProduct);
        const auto layer = quant::singleLayer(graph, planOf(graph, scale), graph.nodes().front());
        std::vector<runs::NamedTensors> samples;
        for (std::uint64_t i = 1; i <= 4; ++i)
            samples.push_back({{"x", runs::Tensor(numbers({4, 4}, i))}});
        JobContext ctx;
        const auto learned = quant::learnedRanges(*layer, samples, ctx);
        QVERIFY(learned);
        QCOMPARE(learned->before, *quant::rangeError(*layer, samples, ctx));
        const double wonDb = 10.0 * std::log10(learned->before / learned->after);
        QVERIFY2(wonDb >= 6.0, qPrintable(QString::number(wonDb)));
        auto better = *layer;
        for (std::size_t i = 0; i < better.plan.quantizers.size(); ++i)
            better.plan.quantizers[i].parameters = learned->parameters[i];
        const double again = *quant::rangeError(better, samples, ctx);
        QVERIFY2(std::abs(again / learned->after - 1.0) < 1e-3, qPrintable(QString::number(again)));
    }

    /// A step sees two of four samples, of which every other is wide: all have their turn, and all are looked at.
    void largeLayersLearnInTurns()
    {
        const auto graph = graph::parseGraph(R"(graph "large" opset 13
            input x: float32[30000,4]
            const w: float32[4,3] = {1, 0.5, 0, -1, 0.25, 1, 0.75, 0, 0, -0.5, 1, 1}
            y: float32[30000,3] = MatMul(x, w) name "product"
            output y)");
        const auto layer = quant::singleLayer(graph, planOf(graph, 0.003f), graph.nodes().front());
        std::vector<runs::NamedTensors> samples;
        for (std::uint64_t i = 1; i <= 4; ++i)
            samples.push_back({{"x", runs::Tensor(numbers({30000, 4}, i) * (i % 2 == 0 ? 2.0 : 0.5))}});
        double first = 0.0;
        for (const int threads : {1, 2}) {
            const runs::ThreadGuard guard(threads);
            JobContext ctx;
            const auto learned = quant::learnedRanges(*layer, samples, ctx);
            QVERIFY(learned);
            QCOMPARE(learned->before, *quant::rangeError(*layer, samples, ctx));
            QVERIFY2(learned->after < learned->before / 4.0, qPrintable(QString::number(learned->after)));
            auto better = *layer;
            for (std::size_t i = 0; i < better.plan.quantizers.size(); ++i)
                better.plan.quantizers[i].parameters = learned->parameters[i];
            QVERIFY(std::abs(*quant::rangeError(better, samples, ctx) / learned->after - 1.0) < 1e-3);
            QVERIFY(first == 0.0 || first == learned->after);
            first = learned->after;
        }
    }

    void nothingIsLearnedOfZeros()
    {
        const auto graph = graph::parseGraph(kProduct);
        const auto layer = quant::singleLayer(graph, planOf(graph, 0.01f), graph.nodes().front());
        JobContext ctx;
        QVERIFY(!quant::learnedRanges(*layer, {{{"x", runs::Tensor(at::zeros({4, 4}))}}}, ctx));
        QVERIFY(!quant::learnedRanges(*layer, {}, ctx));
    }

    /// Each number to one of its two neighbours, with less error than the nearest ones, however the inputs are told.
    void roundingIsLearned_data()
    {
        QTest::addColumn<bool>("areSummed");
        QTest::newRow("sums of products") << true;
        QTest::newRow("inputs") << false;
    }
    void roundingIsLearned()
    {
        QFETCH(bool, areSummed);
        const auto inputs = inputsInCommon(96, areSummed);
        const quant::RoundedWeight weight{.ratios = numbers({1, 8, 96}, 5) * 3.0,
                                          .lowest = at::full({1, 8, 1}, -8.0),
                                          .highest = at::full({1, 8, 1}, 7.0)};
        JobContext ctx;
        const auto learned = quant::learnedRounding(weight, inputs, ctx);
        QVERIFY(learned.equal(learned.round()));
        QVERIFY(learned.ge(-8.0).all().item<bool>() && learned.le(7.0).all().item<bool>());
        const auto isInside = weight.ratios.abs().lt(7.0);
        QVERIFY(learned.sub(weight.ratios).abs().lt(1.0).logical_or(isInside.logical_not()).all().item<bool>());
        const auto errorOf = [&](const at::Tensor& chosen) {
            const auto off = chosen - weight.ratios;
            return areSummed ? at::bmm(off, inputs.moments).mul(off).sum().item<double>()
                             : at::bmm(off, inputs.numbers).square().sum().item<double>();
        };
        const double wonDb = 10.0 * std::log10(errorOf(weight.ratios.round().clamp(-8.0, 7.0)) / errorOf(learned));
        QVERIFY2(wonDb >= 3.0, qPrintable(QString::number(wonDb)));
    }

    void noNumberDependsOnTheThreads()
    {
        const auto inputs = inputsInCommon(200, true);
        const quant::RoundedWeight weight{.ratios = numbers({1, 64, 200}, 6) * 3.0,
                                          .lowest = at::full({1, 64, 1}, -8.0),
                                          .highest = at::full({1, 64, 1}, 7.0)};
        at::Tensor first;
        for (const int threads : {1, 2, 4}) {
            const runs::ThreadGuard guard(threads);
            JobContext ctx;
            const auto learned = quant::learnedRounding(weight, inputs, ctx).clone();
            QVERIFY(!first.defined() || first.equal(learned));
            first = learned;
        }
    }
};

QTEST_GUILESS_MAIN(TestLearnedLayers)
#include "tst_learned_layers.moc"
