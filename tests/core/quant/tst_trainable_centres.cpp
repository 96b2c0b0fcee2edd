// SPDX-License-Identifier: GPL-3.0-or-later
// Cluster centres of weights while they are learned: their numbers are those that are written, their derivatives are by
// hand, and what is written is read back bit for bit.
#include "core/export/onnx_writer.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/quant/calibration.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/training/learned_ranges.h"
#include "tests/support/array_files.h"
#include "tests/support/random_floats.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <torch/csrc/autograd/autograd.h>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

using namespace ql;
using quant::Parameters;
using quant::PlannedQuantizer;
using quant::TrainableCentres;

namespace {

at::Tensor numbers(std::vector<std::int64_t> shape, std::uint64_t seed)
{
    return at::randn(shape, at::detail::createCPUGenerator(seed), at::TensorOptions(at::kFloat));
}

std::vector<float> floatsIn(const at::Tensor& tensor)
{
    const auto plain = tensor.detach().contiguous();
    return {plain.data_ptr<float>(), plain.data_ptr<float>() + plain.numel()};
}

PlannedQuantizer quantizerOf(Parameters parameters, std::int64_t axis = 0)
{
    PlannedQuantizer quantizer{.role = quant::QuantizerRole::Weight, .channelAxis = axis};
    quantizer.settings.format = {.bits = 4, .isSymmetric = true};
    quantizer.parameters = std::move(parameters);
    return quantizer;
}

/// What a written model's DequantizeLinear makes of @p weight.
at::Tensor written(const at::Tensor& weight, const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    const auto codes = quant::quantizedConstant(ops::toTensorData(ops::Tensor(weight)), parameters,
                                                quantizer.settings.format, quantizer.channelAxis);
    return ops::toTensor(quant::dequantizedConstant(codes, parameters, quantizer.channelAxis)).data;
}

const Parameters kUnevenLists{
    {0.02f, 0.5f, 0.003f}, {0, 0, 0}, {{-127, -60, -3, 0, 44, 100}, {-5, 127}, {-128, -127, 0, 1}}};

std::string productText()
{
    std::string numbers;
    for (const float number : tests::randomFloats(64 * 8, 1))
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(number);
    return "graph \"product\" opset 13\n"
           "input x: float32[8,64]\n"
           "const w: float32[64,8] = {"
           + numbers + "}\ny: float32[8,8] = MatMul(x, w) name \"product\"\noutput y\n";
}

/// A product of 64 numbers with eight columns, whose weight has 16 centres.
struct Product {
    graph::Graph graph = graph::parseGraph(productText());
    quant::QuantPlan plan;

    Product()
    {
        quant::QuantSettings settings;
        settings.common.activation.setBits(16); // else they hide what the weights do
        settings.common.weight.format.bits = 4;
        settings.common.weight.observer.method = "snq";
        plan = quant::planFor(graph, settings);
        for (auto& quantizer : plan.quantizers)
            if (!quantizer.sameAs)
                quantizer.parameters = quantizer.role == quant::QuantizerRole::Weight
                                           ? quant::weightParameters(graph, quantizer)
                                           : quant::perTensor(0.01, 0);
    }
};

/// Inputs that have much in common.
std::vector<runs::NamedTensors> samples()
{
    std::vector<runs::NamedTensors> found;
    for (std::uint64_t i = 2; i < 8; ++i)
        found.push_back({{"x", runs::Tensor(numbers({8, 64}, i) + 2.0 * numbers({8, 1}, 10 + i))}});
    return found;
}

quant::LayerTraining target()
{
    return {.parts = {.weights = true, .ranges = false, .centres = true}, .rate = 0.03};
}

} // namespace

class TestTrainableCentres : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheWrittenWeight_data()
    {
        QTest::addColumn<int>("axis");
        QTest::newRow("one list") << -1;
        QTest::newRow("a list for each of the first axis") << 0;
        QTest::newRow("a list for each of the second axis") << 1;
    }
    void numbersAreThoseOfTheWrittenWeight()
    {
        QFETCH(int, axis);
        const Parameters one{{0.02f}, {0}, {{-128, -60, -59, 0, 44, 127}}};
        const auto quantizer = quantizerOf(axis < 0 ? one : kUnevenLists, std::max(0, axis));
        QVERIFY(quant::hasLearnableCentres(quantizer, quantizer.parameters));
        const auto weight =
            numbers(axis == 1 ? std::vector<std::int64_t>{50, 3, 7} : std::vector<std::int64_t>{3, 50, 7}, 3);
        const TrainableCentres centres(quantizer, weight);
        QCOMPARE(centres.learned({}, quantizer.parameters), quantizer.parameters);
        QVERIFY(at::equal(centres.nearest(weight, centres.start()), written(weight, quantizer, quantizer.parameters)));
        for (const double size : {0.3, 3.0, 100.0}) { // centres that cross, and that need another scale
            const auto by = numbers(centres.start().sizes().vec(), 4) * size;
            const auto learned = centres.learned(by, quantizer.parameters);
            for (const auto& codes : learned.codes)
                QVERIFY(std::ranges::is_sorted(codes) && codes.front() >= -128 && codes.back() <= 127);
            QVERIFY(at::equal(centres.nearest(weight, centres.centres(by)), written(weight, quantizer, learned)));
        }
    }

    /// A number's passes, a centre's are those of its numbers together.
    void derivativesAreSumsOverNumbers()
    {
        const auto quantizer = quantizerOf({{1.0f}, {0}, {{-1, 0, 1, 3}}});
        const auto weight = at::tensor({-0.9f, 0.2f, 0.4f, 0.9f, 9.0f, -7.0f}).requires_grad_(true);
        const TrainableCentres centres(quantizer, weight.detach());
        const auto centre = centres.start().detach().requires_grad_(true);
        const auto made = centres.nearest(weight, centre);
        QCOMPARE(floatsIn(made), (std::vector<float>{-1, 0, 0, 1, 3, -1}));
        const auto slopes = at::tensor({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f});
        const auto by = torch::autograd::grad({made.mul(slopes).sum()}, {weight, centre});
        QCOMPARE(floatsIn(by[0]), floatsIn(slopes));
        QCOMPARE(floatsIn(by[1]), (std::vector<float>{7, 5, 4, 5}));
    }

    void derivativesOfListsStayApart()
    {
        const auto quantizer = quantizerOf({{1.0f, 10.0f}, {0, 0}, {{0, 1}, {0, 1}}}, 1);
        const auto weight = at::tensor({0.9f, 9.0f, 0.1f, 8.0f}).reshape({2, 2});
        const TrainableCentres centres(quantizer, weight);
        const auto centre = centres.start().detach().requires_grad_(true);
        const auto by = torch::autograd::grad({centres.nearest(weight, centre).sum()}, {centre});
        QCOMPARE(floatsIn(by[0]), (std::vector<float>{1, 1, 0, 2}));
    }

    void otherQuantizersHaveNone()
    {
        const auto quantizer = quantizerOf({{1.0f}, {0}, {}});
        QVERIFY(!quant::hasLearnableCentres(quantizer, quantizer.parameters));
        std::vector<std::int32_t> many(17);
        std::iota(many.begin(), many.end(), 0);
        QVERIFY(!quant::hasLearnableCentres(quantizer, {{1.0f}, {0}, {many}}));
        auto activation = quantizer;
        activation.role = quant::QuantizerRole::Activation;
        QVERIFY(!quant::hasLearnableCentres(activation, {{1.0f}, {0}, {{0, 1}}}));
        QVERIFY(quant::hasLearnableCentres(quantizer, {{1.0f}, {0}, {{0, 1}}}));
    }

    /// By gradient on what the layer makes, better than the centres that are best for the weight alone.
    void aLayerLearnsItsCentres()
    {
        const Product product;
        const auto layer = quant::singleLayer(product.graph, product.plan, product.graph.nodes().front());
        JobContext ctx;
        const auto learned = quant::learnedRanges(*layer, samples(), ctx, target());
        QVERIFY(learned);
        const double wonDb = 10.0 * std::log10(learned->before / learned->after);
        QVERIFY2(wonDb >= 2.0, qPrintable(QString::number(wonDb)));
        const auto again = quant::learnedRanges(*layer, samples(), ctx, target());
        QCOMPARE(again->after, learned->after);
        QVERIFY(again->parameters == learned->parameters);
    }

    /// learned_range's target leaves them.
    void rangesAreLearnedWithoutCentres()
    {
        const Product product;
        const auto layer = quant::singleLayer(product.graph, product.plan, product.graph.nodes().front());
        JobContext ctx;
        const auto learned = quant::learnedRanges(*layer, samples(), ctx);
        QVERIFY(learned);
        for (std::size_t i = 0; i < layer->plan.quantizers.size(); ++i)
            if (const auto& quantizer = layer->plan.quantizers[i]; quantizer.role == quant::QuantizerRole::Weight)
                QVERIFY(learned->parameters[i] == quantizer.parameters);
    }

    void whatIsLearnedIsWrittenAndReadBackBitForBit()
    {
        const Product product;
        const quant::TrainableNetwork network(product.graph, product.plan, {});
        auto values = network.start();
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = numbers(values[i].sizes().vec(), i) * 0.2;
        const auto [graph, plan] = network.trained(values);
        const auto index = *plan.find(*graph.findValue("w"));
        const auto& quantizer = plan.quantizers[index];
        QVERIFY(quantizer.parameters != product.plan.quantizers[index].parameters);
        const tests::TemporaryFolder folder;
        const auto file = folder.path() / "qdq.onnx";
        exporting::writeOnnx(quant::qdqGraph(graph, plan), file);
        const auto read = importers::importModel(file);
        const auto& codes = *read.graph.constantOf(*read.graph.findValue("w_quantized"));
        QCOMPARE(codes.type(), graph::DataType::Int8);
        const auto integers = codes.toInts();
        QVERIFY(std::set<std::int64_t>(integers.begin(), integers.end()).size() <= 16);
        const auto found = quant::dequantizedConstant(codes, quantizer.parameters, quantizer.channelAxis);
        const auto weight = ops::toTensor(*graph.constantOf(quantizer.value)).data;
        QCOMPARE(floatsIn(ops::toTensor(found).data), floatsIn(written(weight, quantizer, quantizer.parameters)));
        QCOMPARE(floatsIn(ops::toTensor(*read.graph.constantOf(*read.graph.findValue("w_scale"))).data),
                 quantizer.parameters.scales);
    }
};

QTEST_GUILESS_MAIN(TestTrainableCentres)
#include "tst_trainable_centres.moc"
