// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/target_fit.h"
#include "core/analysis/model/run_model.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/ops/quantization/target_arithmetic.h"
#include "core/report/compare/compare_report.h"
#include "tests/support/array_files.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace ql;
using graph::DataType;
using graph::TensorData;

namespace {

using Model = std::shared_ptr<const importers::ImportedModel>;
using Result = std::shared_ptr<const results::CompareResult>;

// gemmlowp's definitions (fixedpoint.h) in words: SaturatingRoundingDoublingHighMul is the higher 32 bits of 2ab, with
// halves up; RoundingDivideByPOT rounds halves away from zero.
__int128 halvesUp(__int128 x, int bits)
{
    return (x + (__int128(1) << (bits - 1))) >> bits;
}

std::int64_t divideByPowerOfTwo(__int128 x, int bits)
{
    const __int128 half = __int128(1) << (bits - 1);
    return std::int64_t(x < 0 ? -((-x + half) >> bits) : (x + half) >> bits);
}

std::int64_t twiceRounded(std::int64_t sum, std::int64_t fraction, int shift)
{
    return divideByPowerOfTwo(halvesUp(__int128(sum) * fraction, 31), shift);
}

std::int64_t asTarget(const char* name, std::int64_t sum, double multiplier)
{
    return ops::requantizedSum(sum, multiplier, ops::targetArithmeticNamed(name));
}

/// A graph of constants and nodes, a line each.
class Builder {
public:
    graph::ValueId value(const char* name, float number)
    {
        return m_graph.addInitializer(name, TensorData::of<float>(DataType::Float, {}, std::vector{number}));
    }
    graph::ValueId zero(const char* name, int number, bool isSigned)
    {
        return isSigned ? bytes(name, {}, std::vector{std::int8_t(number)})
                        : m_graph.addInitializer(
                            name, TensorData::of<std::uint8_t>(DataType::UInt8, {}, std::vector{std::uint8_t(number)}));
    }
    graph::ValueId bytes(const char* name, graph::Shape shape, const std::vector<std::int8_t>& values)
    {
        return m_graph.addInitializer(name, TensorData::of<std::int8_t>(DataType::Int8, std::move(shape), values));
    }
    graph::ValueId node(const char* opType, std::vector<graph::ValueId> inputs, const char* output, DataType type)
    {
        graph::NodeSpec spec;
        spec.opType = opType;
        spec.name = std::string(output) + "_node";
        spec.opset = 13;
        spec.inputs = std::move(inputs);
        spec.outputs = {m_graph.addValue(output, type)};
        const auto made = spec.outputs.front();
        m_graph.addNode(std::move(spec));
        return made;
    }

    graph::Graph m_graph;
};

std::vector<std::int8_t> weights(std::size_t count, int low, int high)
{
    std::mt19937 random(7);
    std::vector<std::int8_t> values(count);
    for (auto& value : values)
        value = std::int8_t(low + int(random() % unsigned(high - low + 1)));
    return values;
}

/// Two convolutions, the first with sums that a power of two scales so that halves come up, and a product whose sums
/// need more than 24 bits. @p isSmall: the second convolution alone.
Model integerModel(bool isSmall)
{
    Builder b;
    b.m_graph.setOpset("", 13);
    const auto x = b.m_graph.addInput("x", DataType::UInt8, graph::declared({1, 4, 18, 18}));
    const auto s = b.value("s", 0.5f);
    const auto z = b.zero("z", 3, false);
    const auto zw = b.zero("zw", 0, true);
    const auto middle = b.zero("middle", 128, false);
    auto last = x;
    if (!isSmall) {
        const auto w = b.bytes("w", {8, 4, 3, 3}, weights(288, -128, 127));
        // Multiplied in float32 these scales give 2^-7, and halves; in double 2.2e-8 less, and none.
        last =
            b.node("QLinearConv",
                   {x, b.value("xs", 0.1f), middle, w, b.value("ws", 0.00078124995f), zw, b.value("cs", 0.01f), middle},
                   "c", DataType::UInt8);
    }
    const std::size_t channels = isSmall ? 4 : 8;
    const auto v =
        b.bytes("v", {4, std::int64_t(channels), 3, 3}, weights(36 * channels, isSmall ? -9 : -100, isSmall ? 9 : 127));
    last =
        b.node("QLinearConv", {last, s, isSmall ? z : middle, v, b.value("vs", 0.0123f), zw, b.value("ds", 0.11f), z},
               "d", DataType::UInt8);
    if (!isSmall) {
        const auto shape = b.m_graph.addInitializer(
            "shape", TensorData::of<std::int64_t>(DataType::Int64, {2}, std::vector<std::int64_t>{1, 784}));
        const auto flat = b.node("Reshape", {last, shape}, "f", DataType::UInt8);
        const auto m = b.bytes("m", {784, 3}, weights(2352, 90, 127));
        last = b.node("QLinearMatMul", {flat, s, z, m, b.value("ms", 0.0011f), zw, b.value("ys", 57.0f), z}, "y",
                      DataType::UInt8);
    }
    b.m_graph.addOutput(last);
    auto model = std::make_shared<importers::ImportedModel>();
    model->graph = std::move(b.m_graph);
    model->path = "integers.onnx";
    return model;
}

runs::NamedTensors inputs()
{
    const auto x = at::arange(4 * 18 * 18, at::kInt).mul(97).add(at::arange(4 * 18 * 18, at::kInt).div(5, "floor"));
    return {{"x", runs::Tensor(x.remainder(256).to(at::kByte).view({1, 4, 18, 18}), DataType::UInt8)}};
}

void dump(const Model& model, const std::string& arithmetic, const std::filesystem::path& folder)
{
    results::RunRequest request;
    request.dumpFolder = folder.string();
    request.targetArithmetic = arithmetic;
    JobContext ctx;
    analysis::runModel(*model, inputs(), request, ctx);
}

Result compare(const Model& model, const std::filesystem::path& folder, const std::string& arithmetic)
{
    results::CompareRequest request{.causes = results::CauseRuns::None, .targetArithmetic = arithmetic};
    request.models = {"integers.onnx", folder.string(), {}};
    JobContext ctx;
    return analysis::compareWithTarget(
        request, {[&](const std::string&) { return model; }, [](const auto&) { return inputs(); }}, ctx);
}

/// A convolution of three elements of 255 with 127, 127 and 1, whose result has that scale.
int threeProducts(const char* arithmetic, float scale)
{
    Builder b;
    b.m_graph.setOpset("", 13);
    const auto z = b.zero("z", 0, false);
    const auto one = b.value("one", 1.0f);
    const auto x = b.m_graph.addInput("x", DataType::UInt8);
    b.node("QLinearConv",
           {x, one, z, b.bytes("w", {1, 1, 1, 3}, {127, 127, 1}), one, b.zero("zw", 0, true), b.value("s", scale), z},
           "y", DataType::UInt8);
    const auto& node = b.m_graph.nodes().front();
    std::vector<runs::Tensor> given{runs::Tensor(at::full({1, 1, 1, 3}, 255, at::kByte), DataType::UInt8)};
    for (std::size_t slot = 1; slot < node.inputs.size(); ++slot)
        given.push_back(ops::toTensor(*b.m_graph.constantOf(node.inputs[slot])));
    return ops::computedBy(ops::targetArithmeticNamed(arithmetic), node, given)->data.item().toInt();
}

/// The same elements as a product of matrices.
int productOf(const std::string& node, const char* arithmetic, const std::string& weights)
{
    const auto model = graph::parseGraph(R"(graph "product" opset 13, com.microsoft 1
    input x: uint8[1,3]
    const one: float32[] = {1}
    const s: float32[] = {256}
    const z: uint8[] = {0}
    const zw0: int8[] = {0}
    const zw1: int8[] = {1}
    const w: int8[)" + weights
                                         + "\n    y = " + node + "\n    output y");
    std::vector<runs::Tensor> given{runs::Tensor(at::full({1, 3}, 255, at::kByte), DataType::UInt8)};
    const auto& inputs = model.nodes().front().inputs;
    for (std::size_t slot = 1; slot < inputs.size(); ++slot)
        given.push_back(inputs[slot].isValid() ? ops::toTensor(*model.constantOf(inputs[slot])) : runs::Tensor());
    return ops::computedBy(ops::targetArithmeticNamed(arithmetic), model.nodes().front(), given)->data.item().toInt();
}

} // namespace

class TestTargetFit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 18996 · 0.96144 = 18263.6, first rounded to 18264; a sixteenth of that is 1141.5, of the exact number 1141.47.
    void roundsTwiceOrOnce()
    {
        const double multiplier = 2064683149.0 / 2147483648.0 / 16.0;
        QCOMPARE(twiceRounded(18996, 2064683149, 4), std::int64_t(1142));
        QCOMPARE(asTarget("tflite-double", 18996, multiplier), std::int64_t(1142));
        QCOMPARE(asTarget("tflite-single", 18996, multiplier), std::int64_t(1141));
        QCOMPARE(asTarget("float-half-even", 18996, multiplier), std::int64_t(1141));
        QCOMPARE(asTarget("tflite-double", -18996, multiplier), twiceRounded(-18996, 2064683149, 4));
        std::mt19937_64 random(1);
        for (int i = 0; i < 100000; ++i) {
            const auto sum = std::int64_t(std::int32_t(random())) >> (random() % 16);
            const auto fraction = std::int64_t(1073741824 + random() % 1073741824);
            const int shift = 1 + int(random() % 20);
            const double factor = std::ldexp(double(fraction), -31 - shift);
            QCOMPARE(asTarget("tflite-double", sum, factor), twiceRounded(sum, fraction, shift));
            QCOMPARE(asTarget("tflite-single", sum, factor),
                     std::int64_t(halvesUp(__int128(sum) * fraction, 31 + shift)));
        }
    }

    void roundsHalvesAsAsked()
    {
        const auto row = [](const char* name) {
            std::vector<std::int64_t> values;
            for (const int sum : {-5, -3, -1, 1, 3, 5})
                values.push_back(asTarget(name, sum, 0.5));
            return values;
        };
        QCOMPARE(row("float-half-even"), std::vector<std::int64_t>({-2, -2, 0, 0, 2, 2}));
        QCOMPARE(row("float-half-away"), std::vector<std::int64_t>({-3, -2, -1, 1, 2, 3}));
        QCOMPARE(row("float-half-up"), std::vector<std::int64_t>({-2, -1, 0, 1, 2, 3}));
        QCOMPARE(row("power-of-two"), std::vector<std::int64_t>({-2, -1, 0, 1, 2, 3}));
        QCOMPARE(asTarget("power-of-two", 100, 0.3), std::int64_t(25));
        QCOMPARE(asTarget("accumulator-16", 40000, 1.0), std::int64_t(40000 - 65536));
        QCOMPARE(asTarget("accumulator-24", 8388608, 1.0), std::int64_t(-8388608));
        QVERIFY_EXCEPTION_THROWN(ops::targetArithmeticNamed("abacus"), Error);
    }

    /// 255 · 127 + 255 · 127 = 64770 saturates at 32767; the third stands alone.
    void saturatesPairs()
    {
        QCOMPARE(threeProducts("float-half-even", 256.0f), 254); // 65025 / 256
        QCOMPARE(threeProducts("avx2-pairs", 256.0f), 129);      // 33022 / 256
    }

    /// The zero point of the weight, 1, takes 3 · 255 from the sum; that is no product of a pair.
    void saturatesPairsOfProductsOfMatrices()
    {
        const std::string gemm = "com.microsoft.QGemm(x, one, z, w, one, zw0, _, s, z)";
        const std::string transposed = "com.microsoft.QGemm(x, one, z, w, one, zw0, _, s, z) {transB: 1}";
        const std::string product = "QLinearMatMul(x, one, z, w, one, zw1, s, z)";
        QCOMPARE(productOf(gemm, "float-half-even", "3,1] = {127, 127, 1}"), 254);
        QCOMPARE(productOf(gemm, "avx2-pairs", "3,1] = {127, 127, 1}"), 129);
        QCOMPARE(productOf(transposed, "avx2-pairs", "1,3] = {127, 127, 1}"), 129);
        QCOMPARE(productOf(product, "float-half-even", "3,1] = {127, 127, 1}"), 251); // 64260 / 256
        QCOMPARE(productOf(product, "avx2-pairs", "3,1] = {127, 127, 1}"), 126);      // 32257 / 256
        QCOMPARE(productOf(product, "avx2-pairs", "3,1] = {1, 127, 127}"), 251);
    }

    /// No fraction and shift holds 10^30.
    void refusesFactorsThatNoTargetHas()
    {
        for (const auto& target : ops::knownTargetArithmetics())
            QVERIFY_EXCEPTION_THROWN(threeProducts(target.name.data(), 1e-30f), Error);
        for (const auto& target : ops::knownTargetArithmetics())
            QCOMPARE(threeProducts(target.name.data(), 1e38f), 0);
    }

    void findsWhatMadeTheDump_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& target : ops::knownTargetArithmetics())
            QTest::newRow(target.name.data()) << QString::fromUtf8(target.name.data());
    }

    void findsWhatMadeTheDump()
    {
        QFETCH(QString, name);
        tests::TemporaryFolder folder;
        const auto model = integerModel(false);
        dump(model, name.toStdString(), folder.path() / "board");
        const auto result = compare(model, folder.path() / "board", "auto");
        const auto& found = result->arithmetics.value();
        QCOMPARE(found.fits.size(), ops::knownTargetArithmetics().size());
        QVERIFY2(found.canTell(), report::compareText(*result).c_str());
        QCOMPARE(QString::fromStdString(found.used), name);
        QCOMPARE(found.nodes, std::uint64_t(3));
        for (const auto& fit : found.fits) {
            QCOMPARE(fit.exact == fit.layers, fit.name == found.used);
            QCOMPARE(fit.noise == 0.0, fit.name == found.used);
        }
        QVERIFY(report::compareText(*result).find(found.used + " explains the dump best") != std::string::npos);
    }

    void saysWhereItCannotTell()
    {
        tests::TemporaryFolder folder;
        const auto model = integerModel(true);
        dump(model, "float-half-even", folder.path() / "board");
        const auto found = compare(model, folder.path() / "board", "auto")->arithmetics.value();
        QVERIFY(!found.canTell());
        QVERIFY(std::ranges::find(found.best, "float-half-even") != found.best.end());
        QVERIFY(std::ranges::find(found.best, "accumulator-24") != found.best.end());
        QVERIFY(std::ranges::find(found.best, "power-of-two") == found.best.end());
        const auto one = compare(model, folder.path() / "board", "power-of-two")->arithmetics.value();
        QCOMPARE(one.fits.size(), std::size_t(1));
        QVERIFY(one.fits.front().exact < one.fits.front().layers);
    }

    /// As the model's own kernels, which compute as ONNX Runtime does.
    void firstIsTheUsualOne()
    {
        tests::TemporaryFolder folder;
        const auto model = integerModel(false);
        dump(model, "", folder.path() / "board");
        QCOMPARE(compare(model, folder.path() / "board", "auto")->arithmetics->used, std::string("float-half-even"));
    }

    /// Fake quantization rounds where the integers do, while the sums are small enough for float32.
    void computesQdqModelsOnIntegers()
    {
        auto model = std::make_shared<importers::ImportedModel>();
        model->path = "qdq.onnx";
        model->graph = graph::parseGraph(
            "graph \"g\" opset 13 input x: uint8[1,4,18,18]\nconst s: float32[] = {0.5}\nconst z: uint8[] = {3}\n"
            "const w: int8[2,4,1,1] = {7, -9, 30, 4, -50, 6, 17, 80}\nconst zw: int8[] = {0}\n"
            "const b: float32[2] = {20.0, -35.5}\nconst sy: float32[] = {11.7}\nconst low: uint8[] = {0}\n"
            "xd = DequantizeLinear(x, s, z)\nwd = DequantizeLinear(w, s, zw)\n"
            "c = Conv(xd, wd, b) name \"conv\"\nr = Relu(c) name \"relu\"\n"
            "y = QuantizeLinear(r, sy, low)\nyd = DequantizeLinear(y, sy, low)\noutput yd");
        tests::TemporaryFolder folder;
        dump(model, "", folder.path() / "fake");
        const auto usual = compare(model, folder.path() / "fake", "float-half-even")->arithmetics.value();
        QCOMPARE(usual.nodes, std::uint64_t(1));
        QVERIFY(usual.fits.front().layers > 0);
        QCOMPARE(usual.fits.front().exact, usual.fits.front().layers);
        dump(model, "power-of-two", folder.path() / "board");
        QCOMPARE(compare(model, folder.path() / "board", "auto")->arithmetics->used, std::string("power-of-two"));
    }

    void refusesWhatHasNoDump()
    {
        results::CompareRequest request{.targetArithmetic = "auto"};
        request.models = {"a.onnx", "b.onnx", {}};
        JobContext ctx;
        QVERIFY_EXCEPTION_THROWN(analysis::compareWithTarget(request, {}, ctx), Error);
    }
};

QTEST_APPLESS_MAIN(TestTargetFit)
#include "tst_target_fit.moc"
