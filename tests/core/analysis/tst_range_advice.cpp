// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on what quantizers represent: zero points, what activations cut off anyway, data prepared otherwise.
#include "core/analysis/advice/calibration_advice.h"
#include "core/analysis/advice/needed_range.h"
#include "tests/core/analysis/advised_comparison.h"

#include <fmt/format.h>

using namespace ql;
using namespace ql::tests;

namespace {

/// Products and activations in a chain: x, a, r (at zero), d.
const char* const kChain = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    a = MatMul(x, w) name "a"
    r = Relu(a) name "r"
    d = MatMul(r, w) name "d"
    output d)";

/// The same with a quantizer behind each layer: those of x and of a as given, the others of -12.8 … 12.7. @p behind is
/// what stands between a's quantizer and d.
std::string quantized(const char* ofX, const char* ofA,
                      const char* behind = "shape = Reshape(ad, rows)\n r = Relu(shape) name \"r\"")
{
    return fmt::format(R"(graph "quantized" opset 13
    input x: float32[1,4]
    const rows: int64[2] = {{1, 4}}
    const s: float32[] = {{0.1}}
    const z: int8[] = {{0}}
    {}
    {}
    const w: float32[4,4] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}
    xq = QuantizeLinear(x, sx, zx)
    xd = DequantizeLinear(xq, sx, zx)
    a = MatMul(xd, w) name "a"
    aq = QuantizeLinear(a, sa, za)
    ad = DequantizeLinear(aq, sa, za)
    {}
    rq = QuantizeLinear(r, s, z)
    rd = DequantizeLinear(rq, s, z)
    d_before = MatMul(rd, w) name "d"
    dq = QuantizeLinear(d_before, s, z)
    d = DequantizeLinear(dq, s, z)
    output d)",
                       ofX, ofA, behind);
}

const char* const kX = "const sx: float32[] = {0.1}\n const zx: int8[] = {0}";
const char* const kA = "const sa: float32[] = {0.1}\n const za: int8[] = {0}";

const LayerRowSource& sourceOf(const AdvisedComparison& fixture, std::string_view name)
{
    return *std::ranges::find_if(fixture.rows, [name](const auto& source) { return source.row.name == name; });
}

} // namespace

class TestRangeAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void coveringParametersAreOfTheQuantizersKind()
    {
        results::QuantizerInfo quantizer{"int8", {0.1}, {0}, {}, -128, 127};
        QVERIFY(!coveringParameters(quantizer, {-2.54, 1.0}).zeroPoint);
        QCOMPARE(coveringParameters(quantizer, {-1.0, 2.54}).scale, 0.02);
        quantizer.zeroPoints = {100};
        const auto signedOne = coveringParameters(quantizer, {-1.0, 1.55});
        QCOMPARE(signedOne.scale, 0.01);
        QCOMPARE(*signedOne.zeroPoint, std::int64_t{-28});
        const results::QuantizerInfo unsignedOne{"uint8", {0.1}, {0}, {}, 0, 255};
        QCOMPARE(*coveringParameters(unsignedOne, {0.5, 2.55}).zeroPoint, std::int64_t{0});
        QCOMPARE(*coveringParameters(unsignedOne, {-1.0, 1.55}).zeroPoint, std::int64_t{100});
    }

    void wrongZeroPointsAreToldAsThat()
    {
        // -12.6 … 12.9 shifted to -25.2 … 0.3
        AdvisedComparison fixture(
            smoothChain(),
            quantized(kX, "const sa: float32[] = {0.1}\n const za: uint8[] = {252}", "r = Sigmoid(ad) name \"r\""));
        fixture.measured("a", -10.2, 15.3, 5).clampedCount = 400;
        fixture.ran("a", 5, 0, 0.01, 0.99);
        fixture.measured("d", -10.2, 15.3, 5);
        fixture.ran("d", 45, 0, 1, 0);
        QCOMPARE(fixture.advise(), std::string("a"));
        const auto* origin = fixture.advice("a", "error-origin");
        QVERIFY(says(origin, "a scale of 0.1 covers its data with zero point 102"));
        QVERIFY(says(origin, "its zero point 252 shifts the range to -25.2 … 0.3, while the data spans -10.2 … 15.3"));
        QVERIFY(says(fixture.advice("a", "clamping"), "its zero point 252 shifts"));
    }

    void narrowRangesAreNoShift()
    {
        AdvisedComparison fixture(
            smoothChain(),
            quantized(kX, "const sa: float32[] = {0.0125}\n const za: uint8[] = {102}", "r = Sigmoid(ad) name \"r\""));
        fixture.measured("a", -10.2, 15.3, 5).clampedCount = 400;
        fixture.ran("a", 5, 0, 0.01, 0.99);
        fixture.measured("d", -10.2, 15.3, 5);
        fixture.ran("d", 45, 0, 1, 0);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "error-origin"), "a scale of 0.1 covers its data with zero point 102"));
        QVERIFY(!isShifted(*fixture.row("a").quantizer, {-10.2, 15.3}));
    }

    void allSamplesCount()
    {
        AdvisedComparison fixture(smoothChain(), quantized(kX, kA, "r = Sigmoid(ad) name \"r\""));
        fixture.measured("a", -5, 15.3, 5).clampedCount = 400;
        fixture.ran("a", 5, 0, 0.01, 0.99);
        fixture.measured("d", -5, 15.3, 5);
        fixture.ran("d", 45, 0, 1, 0);
        std::ranges::find_if(fixture.rows, [](const auto& source) { return source.row.name == "a"; })->overSamples =
            ValueRange{-25.6, 15.3};
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "error-origin"), "a scale of 0.2 covers its data; else"));
    }

    void whatTheNextActivationCutsIsNotClamped()
    {
        AdvisedComparison fixture(kChain, quantized(kX, kA));
        fixture.measured("a", -300, 12, 5).clampedCount = 400; // a dead channel
        fixture.ran("a", 5, 0, 0.01, 0.99);
        fixture.measured("d", 0, 12, 5);
        fixture.ran("d", 45, 0, 1, 0);
        QVERIFY(!isClampingRead(sourceOf(fixture, "a"), fixture.models));
        QCOMPARE(fixture.advise(), std::string());
        QVERIFY(!fixture.advice("a", "clamping") && !fixture.advice("a", "error-origin"));
        // Beyond the other end it is read.
        fixture.measured("a", -300, 30, 5);
        QVERIFY(isClampingRead(sourceOf(fixture, "a"), fixture.models));
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "a scale of 0.2362 covers its data"));
    }

    void whatOneReaderTakesIsClamped()
    {
        AdvisedComparison fixture(kChain, quantized(kX, kA, "t = Tanh(ad) name \"t\"\n r = Relu(ad) name \"r\""));
        fixture.measured("a", -300, 12, 5).clampedCount = 400;
        fixture.ran("a", 5, 0, 0.01, 0.99);
        QVERIFY(isClampingRead(sourceOf(fixture, "a"), fixture.models));
        fixture.advise();
        QVERIFY(fixture.advice("a", "clamping"));
    }

    void inputsOfPixelsMeanWrongCalibration()
    {
        AdvisedComparison fixture(smoothChain(), quantized("const sx: float32[] = {1.0}\n const zx: uint8[] = {0}", kA,
                                                           "r = Sigmoid(ad) name \"r\""));
        fixture.measured("x", -2.1, 2.6, 2);
        QCOMPARE(fixture.advise(), std::string("x"));
        const auto* origin = fixture.advice("x", "error-origin");
        QVERIFY(says(origin, "Calibrate again with data prepared as the model expects it: here it spans -2.1 … 2.6"));
        QVERIFY(says(origin, "0 … 255"));
        QVERIFY(says(origin, "98.08 times as large"));
        QVERIFY(fixture.advice("x", "wrong-calibration"));
    }

    void manyOffTheSameWayAreOneCause()
    {
        const auto analysis =
            quantized("const sx: float32[] = {0.0078125}\n const zx: int8[] = {0}",
                      "const sa: float32[] = {0.01}\n const za: int8[] = {0}", "r = Sigmoid(ad) name \"r\"");
        AdvisedComparison fixture(smoothChain(), analysis);
        for (const char* name : {"x", "a"})
            fixture.measured(name, -3, 3, 5);
        for (const char* name : {"r", "d"})
            fixture.measured(name, -30, 30, 5);
        QCOMPARE(fixture.advise(), std::string("x"));
        QVERIFY(says(fixture.advice("x", "error-origin"), "3 of the next 3 quantized layers are off the same way"));
        AdvisedComparison alone(smoothChain(), analysis);
        alone.measured("x", -3, 3, 5);
        QVERIFY(!wrongCalibration(alone.rows, alone.models));
    }

private:
    /// kChain with an activation that reads everything.
    static std::string smoothChain()
    {
        std::string text(kChain);
        return text.replace(text.find("Relu"), 4, "Sigmoid");
    }
};

QTEST_APPLESS_MAIN(TestRangeAdvice)
#include "tst_range_advice.moc"
