// SPDX-License-Identifier: GPL-3.0-or-later
// Planted faults that other weights cure: what the float network computes stays, what the quantized one computes gets
// better on samples that nothing was fitted to.
#include "core/quant/fixes/channel_scaling.h"
#include "tests/core/analysis/planted_faults.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Two convolutions; the first's outputs stand high above 0, and the second takes that out again.
std::string highBiases()
{
    const auto first = tests::randomFloats(4 * 2, 11);
    const auto second = tests::randomFloats(2 * 4, 12);
    const std::vector<float> biases{35.0f, 26.0f, 44.0f, 31.0f};
    std::vector<float> back(2, 0.0f);
    for (std::size_t i = 0; i < second.size(); ++i)
        back[i / 4] -= second[i] * biases[i % 4];
    return "graph \"high\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[4,2,1,1] = "
           + tests::constantText(first) + "\nconst b1: float32[4] = " + tests::constantText(biases)
           + "\nconst w2: float32[2,4,1,1] = " + tests::constantText(second)
           + "\nconst b2: float32[2] = " + tests::constantText(back)
           + "\nc: float32[1,4,8,8] = Conv(x, w1, b1) name \"first\"\n"
             "r: float32[1,4,8,8] = Relu(c) name \"relu\"\n"
             "y: float32[1,2,8,8] = Conv(r, w2, b2) name \"second\"\n"
             "output y\n";
}

/// What the second convolution reads has a mean that the normalization tells; its weights all round the same way.
std::string normalizedShift()
{
    std::vector<float> weights(2 * 32, 0.0049f); // a step of 0.01
    weights[0] = weights[32] = 1.27f;
    std::vector<float> first(32 * 2);
    for (std::size_t i = 0; i < first.size(); ++i)
        first[i] = i % 2 == (i / 2) % 2 ? 1.0f : 0.0f;
    const std::vector<float> ones(32, 1.0f);
    std::vector<float> offsets(32, 2.0f);
    offsets[0] = -2.0f;
    return "graph \"normalized\" opset 13\n"
           "input x: float32[1,2,8,8]\n"
           "const w1: float32[32,2,1,1] = "
           + tests::constantText(first) + "\nconst g: float32[32] = " + tests::constantText(ones)
           + "\nconst o: float32[32] = " + tests::constantText(offsets) + "\nconst m: float32[32] = "
           + tests::constantText(std::vector<float>(32, 0.0f)) + "\nconst v: float32[32] = " + tests::constantText(ones)
           + "\nconst w2: float32[2,32,1,1] = " + tests::constantText(weights)
           + "\nconst b2: float32[2] = {0.5, -0.5}\n"
             "c: float32[1,32,8,8] = Conv(x, w1) name \"first\"\n"
             "n: float32[1,32,8,8] = BatchNormalization(c, g, o, m, v) {epsilon: 0.0} name \"norm\"\n"
             "r: float32[1,32,8,8] = Relu(n) name \"relu\"\n"
             "y: float32[1,2,8,8] = Conv(r, w2, b2) name \"second\"\n"
             "output y\n";
}

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

    void highBiasesAreAbsorbed()
    {
        const PlantedFault fault(highBiases(), "2, 8, 8", 128);
        const auto result = PlantedFault::fixed(fault.request("equalization"));
        requireRepaired(*result, "equalization");
        QVERIFY2(result->floatDifference > 0.0 && result->floatDifference < kSameFloat,
                 fmt::format("{}", result->floatDifference).c_str());
    }

    /// By the normalization's promise, 10 - 3 * 2, where it is below what the data shows; by the data else.
    void absorbedIsWhatNoChannelFallsBelow()
    {
        auto graph = graph::parseGraph(R"(graph "chain" opset 13
            input x: float32[1,2,1,2]
            const w: float32[2,2,1,1] = {1, 0, 0, 1}
            const b: float32[2] = {10, -1}
            const v: float32[1,2,1,1] = {3, 5}
            const d: float32[1] = {0.5}
            c: float32[1,2,1,2] = Conv(x, w, b) name "first"
            r: float32[1,2,1,2] = Relu(c) name "relu"
            y: float32[1,1,1,2] = Conv(r, v, d) name "second"
            output y)");
        const quant::CalibrationData data{
            1, [](std::size_t) {
                return runs::NamedTensors{
                    {"x", runs::Tensor(at::tensor({1.0f, -1.0f, 1.0f, -1.0f}).reshape({1, 2, 1, 2}))}};
            }};
        const auto links = quant::channelLinks(graph);
        QCOMPARE(links.size(), std::size_t(1));
        JobContext ctx;
        const auto biasesWith = [&](quant::StatisticsByValue statistics) {
            auto absorbed = graph;
            quant::absorbBiases(absorbed, links, statistics, data, ctx);
            auto biases = absorbed.constantOf(*absorbed.findValue("b"))->toDoubles();
            biases.push_back(absorbed.constantOf(*absorbed.findValue("d"))->toDoubles().front());
            return biases;
        };
        // The data: 9 and 11, deviation 1.
        QCOMPARE(biasesWith({}), (std::vector<double>{3, -1, 0.5 + 3 * 7}));
        QCOMPARE(biasesWith({{"c", {{10, 0}, {2, 1}}}}), (std::vector<double>{6, -1, 0.5 + 3 * 4}));
        // What was promised is not what there is: 9 - 1.
        QCOMPARE(biasesWith({{"c", {{100, 0}, {1, 1}}}}), (std::vector<double>{2, -1, 0.5 + 3 * 8}));
    }

    /// Neither through padding, which is 0, nor where there is no bias to go to.
    void paddingAbsorbsNothing()
    {
        auto text = highBiases();
        text.replace(text.find("Conv(r, w2, b2)"), 15, "Conv(r, w2, b2) {pads: [0, 1, 0, 1]}");
        text.replace(text.find("y: float32[1,2,8,8]"), 19, "y: float32[1,2,8,10]");
        const PlantedFault fault(text, "2, 8, 8", 128);
        const auto result = PlantedFault::fixed(fault.request("equalization"));
        QVERIFY(result->floatDifference < kSameFloat);
        for (const auto& row : result->rows)
            QVERIFY2(row.gainDb < kRepairedDb, fmt::format("{}", row.gainDb).c_str());
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
        QTest::addColumn<QString>("fix");
        std::vector<float> numbers(64, 0.0049f); // a step of 0.01: each alone is rounded to nothing
        numbers.front() = 1.27f;
        const auto weights = QString::fromStdString(tests::constantText(numbers));
        for (const char* fix : {"rounding", "learned_rounding"}) {
            QTest::addRow("%s, product", fix)
                << "graph \"product\" opset 13\ninput x: float32[1,32]\nconst w: float32[32,2] = " + weights
                       + "\ny: float32[1,2] = MatMul(x, w) name \"product\"\noutput y\n"
                << "1, 32" << fix;
            QTest::addRow("%s, convolution, two groups", fix)
                << "graph \"grouped\" opset 13\ninput x: float32[1,2,4,4]\nconst w: float32[4,1,4,4] = " + weights
                       + "\ny: float32[1,4,2,2] = Conv(x, w) {group: 2, pads: [1, 0, 0, 1]} name \"conv\"\noutput y\n"
                << "2, 4, 4" << fix;
            QTest::addRow("%s, convolution of one dimension", fix)
                << "graph \"line\" opset 13\ninput x: float32[1,2,16]\nconst w: float32[2,2,16] = " + weights
                       + "\ny: float32[1,2,1] = Conv(x, w) {strides: [2]} name \"conv\"\noutput y\n"
                << "2, 16" << fix;
        }
    }
    void weightsAreRoundedByWhatTheLayerMakesOfItsInputs()
    {
        QFETCH(QString, network);
        QFETCH(QString, shape);
        QFETCH(QString, fix);
        const PlantedFault fault(network.toStdString(), qPrintable(shape), 32,
                                 [](std::size_t, float x) { return 3.0f + 0.1f * x; });
        auto request = fault.request(fix.toStdString());
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        requireRepaired(*PlantedFault::fixed(request), qPrintable(fix));
    }

    /// Longer than those whose inputs' products are summed up.
    void longRowsLearnToo()
    {
        std::vector<float> numbers(2 * 1200); // a step of 0.01: each alone is rounded to nothing
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = 0.002f + 0.0029f * float(i * 37 % 101) / 101.0f;
        numbers.front() = numbers[1200] = 1.27f;
        const PlantedFault fault("graph \"long\" opset 13\ninput x: float32[1,1200]\nconst w: float32[2,1200] = "
                                     + tests::constantText(numbers)
                                     + "\ny: float32[1,2] = Gemm(x, w) {transB: 1} name \"gemm\"\noutput y\n",
                                 "1, 1200", 1200, [](std::size_t, float x) { return 3.0f + 0.1f * x; });
        auto request = fault.request("learned_rounding");
        request.models.quantization.activationBits = 16;
        requireRepaired(*PlantedFault::fixed(request), "learned_rounding");
        QVERIFY(PlantedFault::fixed(fault.request("rounding"))->rows.front().state != FixRow::State::Chosen);
    }

    void aMeanShiftIsTakenOutOfTheBias()
    {
        const PlantedFault fault(shiftedNetwork(), "1, 64", 64,
                                 [](std::size_t i, float x) { return (i == 0 ? 0.0f : 2.0f) + 0.2f * std::abs(x); });
        auto request = fault.request("bias_correction");
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        requireRepaired(*PlantedFault::fixed(request), "bias_correction");
    }

    /// Nothing but the BatchNormalization, which is folded, tells what the layer reads.
    void aMeanShiftIsForeseenFromTheNormalization()
    {
        const PlantedFault fault(normalizedShift(), "2, 8, 8", 128);
        auto request = fault.request("bias_correction");
        request.models.quantization.activationBits = 16; // else they hide what the weights do
        const auto result = PlantedFault::fixed(request);
        const auto row = std::ranges::find_if(
            result->rows, [](const FixRow& one) { return one.change.english().ends_with("without data"); });
        QVERIFY(row != result->rows.end() && row->alone);
        QVERIFY2(row->gainDb >= kRepairedDb, fmt::format("{}", row->gainDb).c_str());
        QCOMPARE(row->layers, std::vector<std::string>{"second"});
        QCOMPARE(row->changes, std::string("weights"));
    }

    /// By hand from the tables of the normal distribution.
    void meansOfClampedChannels()
    {
        const double any = std::numeric_limits<double>::infinity();
        QVERIFY(std::abs(quant::clampedMean(0.0, 1.0, 0.0, any) - 0.39894228) < 1e-6);
        QVERIFY(std::abs(quant::clampedMean(1.0, 1.0, 0.0, any) - 1.08331547) < 1e-6);
        QVERIFY(std::abs(quant::clampedMean(3.0, 2.0, 0.0, 6.0) - 3.0) < 1e-9); // as far to either side
        QVERIFY(std::abs(quant::clampedMean(7.0, 3.0, -any, any) - 7.0) < 1e-9);
        QCOMPARE(quant::clampedMean(9.0, 0.0, 0.0, 6.0), 6.0);
    }
};

QTEST_GUILESS_MAIN(TestFixWeights)
#include "tst_fix_weights.moc"
