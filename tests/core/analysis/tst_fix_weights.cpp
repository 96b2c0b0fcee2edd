// SPDX-License-Identifier: GPL-3.0-or-later
// Planted faults that other weights cure: what the float network computes stays, what the quantized one computes gets
// better on samples that nothing was fitted to.
#include "core/quant/fixes/channel_scaling.h"
#include "tests/core/analysis/planted_faults.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::FixResult;
using results::FixRow;
using tests::PlantedFault;

namespace {

constexpr double kRepairedDb = 6.0;
constexpr double kSameFloat = 1e-5;

/// @p count numbers, each times @p factor to the power of what @p channelOf says.
std::vector<float> scaled(std::int64_t count, unsigned seed, float factor, int (*channelOf)(int element))
{
    auto values = tests::randomFloats(count, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] *= std::pow(factor, float(channelOf(int(i))));
    return values;
}

/// A convolution, a depthwise one and a pointwise one; the channels between them differ eightfold from one to the next.
std::string unevenChain()
{
    return "graph \"uneven\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[4,2,1,1] = "
           + tests::constantText(scaled(8, 1, 8.0f, [](int i) { return i / 2; }))
           + "\nconst b1: float32[4] = {0.1, 0.8, 6.4, 51.2}"
             "\nconst w2: float32[4,1,3,3] = "
           + tests::constantText(scaled(36, 2, 8.0f, [](int i) { return -2 * (i / 9); }))
           + "\nconst w3: float32[2,4,1,1] = " + tests::constantText(scaled(8, 3, 8.0f, [](int i) { return i % 4; }))
           + "\nc: float32[1,4,8,8] = Conv(x, w1, b1) name \"expand\"\n"
             "r: float32[1,4,8,8] = Relu(c) name \"relu\"\n"
             "d: float32[1,4,6,6] = Conv(r, w2) {group: 4} name \"depthwise\"\n"
             "y: float32[1,2,6,6] = Conv(d, w3) name \"pointwise\"\n"
             "output y\n";
}

/// Grouped: channel i of six belongs to group i / 3.
const char* const kGrouped = R"(graph "grouped" opset 13
    input x: float32[1,6,1,1]
    const w1: float32[6,6,1,1] = {1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,6, 1,2,3,4,5,7}
    const w2: float32[2,3,1,1] = {1,2,3, 40,50,60}
    c: float32[1,6,1,1] = Conv(x, w1) name "first"
    y: float32[1,2,1,1] = Conv(c, w2) {group: 2} name "second"
    output y)";

/// Weights that all round the same way, on inputs that never sink below zero.
std::string shiftedNetwork()
{
    std::vector<float> weights;
    for (int i = 0; i < 2 * 64; ++i)
        weights.push_back(i % 64 == 0 ? 1.27f : 0.0049f); // a step of 0.01
    return "graph \"shifted\" opset 13\n"
           "input x: float32[1,64]\n"
           "const w: float32[2,64] = "
           + tests::constantText(weights)
           + "\nconst b: float32[2] = {0.5, -0.5}\n"
             "y: float32[1,2] = Gemm(x, w, b) {transB: 1} name \"gemm\"\n"
             "output y\n";
}

/// One channel of what the product reads is a hundred times the others.
const char* const kOutlier = R"(graph "outlier" opset 13
    input x: float32[1,4]
    const gamma: float32[4] = {1, 0.5, 100, 0.75}
    const beta: float32[4] = {0.1, -0.2, 10, 0}
    const w: float32[4,2] = {1, 0.5, -0.75, 1, 0.01, 0.005, 0.5, -1}
    n: float32[1,4] = Mul(x, gamma) name "scale"
    h: float32[1,4] = Add(n, beta) name "shift"
    y: float32[1,2] = MatMul(h, w) name "product"
    output y)";

const char* const kNormalized = R"(graph "normalized" opset 17
    input x: float32[1,3,4]
    const gamma: float32[4] = {1, 0.5, 60, 0.75}
    const beta: float32[4] = {0.1, -0.2, 1, 0}
    const w: float32[4,2] = {1, 0.5, -0.75, 1, 0.01, 0.005, 0.5, -1}
    const v: float32[4,2] = {0.5, -1, 1, 0.25, 0.01, -0.01, 1, 1}
    h: float32[1,3,4] = LayerNormalization(x, gamma, beta) name "norm"
    a: float32[1,3,2] = MatMul(h, w) name "query"
    b: float32[1,3,2] = MatMul(h, v) name "key"
    y: float32[1,3,2] = Add(a, b) name "sum"
    output y)";

void requireRepaired(const FixResult& result, const char* fix)
{
    QVERIFY2(tests::gainDb(result) >= kRepairedDb,
             fmt::format("{} from {}", tests::gainDb(result), result.start.metric).c_str());
    QVERIFY(std::ranges::any_of(result.rows, [&](const auto& row) {
        return row.state == FixRow::State::Chosen && row.fix == fix && row.changes == "weights";
    }));
    QCOMPARE(result.best.cost, result.start.cost);
}

} // namespace

class TestFixWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unevenChannelsAreEvenedOut()
    {
        const PlantedFault fault(unevenChain(), "2, 8, 8", 128);
        const auto result = PlantedFault::fixed(fault.request("equalization"));
        requireRepaired(*result, "equalization");
        QVERIFY2(result->floatDifference > 0.0 && result->floatDifference < kSameFloat,
                 fmt::format("{}", result->floatDifference).c_str());
    }

    void groupsReadChannelsOfTheirOwn()
    {
        auto graph = graph::parseGraph(kGrouped);
        const auto links = quant::channelLinks(graph);
        QCOMPARE(links.size(), std::size_t(1));
        QCOMPARE(links.front().channels, std::size_t(6));
        const auto second = graph.node(*graph.findNode("second"));
        const std::vector<double> expected{1, 2, 3, 40, 50, 60};
        QCOMPARE(quant::readMagnitudes(graph, second, 6), expected);
        const std::vector<double> factors{1, 1, 2, 3, 1, 0.5};
        quant::scaleRead(graph, second, factors);
        const std::vector<double> scaledWeight{1, 2, 6, 120, 50, 30};
        QCOMPARE(graph.constantOf(second.inputs[1])->toDoubles(), scaledWeight);
        const auto made = quant::madeMagnitudes(graph, graph.node(*graph.findNode("first")), 6);
        const std::vector<double> expectedMade{6, 6, 6, 6, 6, 7};
        QCOMPARE(made, expectedMade);
    }

    /// A sigmoid, another reader, an output or a shared weight between two layers: no factor may pass.
    void whatFactorsDoNotPassIsNoLink_data()
    {
        QTest::addColumn<QString>("between");
        QTest::newRow("sigmoid") << "h: float32[1,2] = Sigmoid(a)\ny: float32[1,2] = MatMul(h, v)\noutput y";
        QTest::newRow("two readers")
            << "h: float32[1,2] = MatMul(a, v)\nk: float32[1,2] = Relu(a)\ny: float32[1,2] = Add(h, k)\noutput y";
        QTest::newRow("output") << "y: float32[1,2] = MatMul(a, v)\noutput y\noutput a";
        QTest::newRow("shared weight") << "y: float32[1,2] = MatMul(a, w)\noutput y";
    }
    void whatFactorsDoNotPassIsNoLink()
    {
        QFETCH(QString, between);
        const auto graph = graph::parseGraph("graph \"g\" opset 13\ninput x: float32[1,2]\n"
                                             "const w: float32[2,2] = {1, 2, 3, 4}\n"
                                             "const v: float32[2,2] = {1, 2, 3, 4}\n"
                                             "a: float32[1,2] = MatMul(x, w)\n"
                                             + between.toStdString() + "\n");
        QVERIFY(quant::channelLinks(graph).empty());
    }

    void anOutlierChannelMovesIntoTheWeight_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<int>("size");
        QTest::newRow("factor and sum") << kOutlier << "1, 4" << 4;
        QTest::newRow("normalization, two readers") << kNormalized << "3, 4" << 12;
    }
    void anOutlierChannelMovesIntoTheWeight()
    {
        QFETCH(QString, network);
        QFETCH(QString, shape);
        QFETCH(int, size);
        const PlantedFault fault(network.toStdString(), qPrintable(shape), size);
        const auto result = PlantedFault::fixed(fault.request("scale_migration"));
        requireRepaired(*result, "scale_migration");
        QVERIFY2(result->floatDifference > 0.0 && result->floatDifference < kSameFloat,
                 fmt::format("{}", result->floatDifference).c_str());
    }

    /// What neighbours have in common adds up when each is rounded by itself.
    void weightsAreRoundedByWhatTheLayerMakesOfItsInputs_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<QString>("shape");
        std::vector<float> numbers(64, 0.0049f); // a step of 0.01: each alone is rounded to nothing
        numbers.front() = 1.27f;
        const auto weights = QString::fromStdString(tests::constantText(numbers));
        QTest::newRow("product") << "graph \"product\" opset 13\ninput x: float32[1,32]\nconst w: float32[32,2] = "
                                        + weights + "\ny: float32[1,2] = MatMul(x, w) name \"product\"\noutput y\n"
                                 << "1, 32";
        QTest::newRow("convolution, two groups")
            << "graph \"grouped\" opset 13\ninput x: float32[1,2,4,4]\nconst w: float32[4,1,4,4] = " + weights
                   + "\ny: float32[1,4,2,2] = Conv(x, w) {group: 2, pads: [1, 0, 0, 1]} name \"conv\"\noutput y\n"
            << "2, 4, 4";
        QTest::newRow("convolution of one dimension")
            << "graph \"line\" opset 13\ninput x: float32[1,2,16]\nconst w: float32[2,2,16] = " + weights
                   + "\ny: float32[1,2,1] = Conv(x, w) {strides: [2]} name \"conv\"\noutput y\n"
            << "2, 16";
    }
    void weightsAreRoundedByWhatTheLayerMakesOfItsInputs()
    {
        QFETCH(QString, network);
        QFETCH(QString, shape);
        const PlantedFault fault(network.toStdString(), qPrintable(shape), 32,
                                 [](std::size_t, float x) { return 3.0f + 0.1f * x; });
        auto request = fault.request("rounding");
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        requireRepaired(*PlantedFault::fixed(request), "rounding");
    }

    void aMeanShiftIsTakenOutOfTheBias()
    {
        const PlantedFault fault(shiftedNetwork(), "1, 64", 64,
                                 [](std::size_t i, float x) { return (i == 0 ? 0.0f : 2.0f) + 0.2f * std::abs(x); });
        auto request = fault.request("bias_correction");
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        requireRepaired(*PlantedFault::fixed(request), "bias_correction");
    }
};

QTEST_GUILESS_MAIN(TestFixWeights)
#include "tst_fix_weights.moc"
