// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <ATen/ATen.h>

using namespace ql;

namespace {

/// A BatchNormalization that knows pictures with much red and little blue, of ImageNet's normalization undone: of
/// channel means 0.7, 0.45, 0.2 and a deviation of 0.1.
constexpr const char* kNormalized = R"(graph "g" opset 21
    input x: float32[1,3,8,8]
    const g: float32[3] = {1, 1, 1}
    const b: float32[3] = {0, 0, 0}
    const m: float32[3] = {0.7, 0.45, 0.2}
    const v: float32[3] = {0.01, 0.01, 0.01}
    n = BatchNormalization(x, g, b, m, v) name "bn"
    y = Relu(n) name "relu"
    output y)";

/// Quantizers that were calibrated with pictures from 0 to 1.
constexpr const char* kCalibrated = R"(graph "g" opset 21
    input x: float32[1,3,8,8]
    const s: float32[] = {0.003921568859368563}
    const z: uint8[] = {0}
    q = QuantizeLinear(x, s, z) name "q"
    d = DequantizeLinear(q, s, z) name "dq"
    y = Relu(d) name "relu"
    output y)";

constexpr const char* kForgetful =
    "graph \"g\" opset 21\n input x: float32[1,3,8,8]\n y = Relu(x) name \"relu\"\n output y";

/// Pictures as those models know them: from 0 to 1, the channels' means 0.7, 0.45, 0.2.
at::Tensor picture(int seed)
{
    const auto wave =
        ((at::arange(3 * 8 * 8, at::kFloat) * 0.7f + float(seed)).sin() * 0.141421f).reshape({1, 3, 8, 8});
    const auto picture = wave + at::tensor({0.7f, 0.45f, 0.2f}).reshape({1, 3, 1, 1});
    return picture.clamp(0.0, 1.0);
}

using Prepare = std::function<at::Tensor(const at::Tensor&)>;

std::optional<results::Diagnostic> findingOf(const char* text, const Prepare& prepare)
{
    const auto graph = graph::parseGraph(text);
    analysis::SampleSource samples;
    samples.count = 4;
    samples.read = [&prepare](std::size_t i) {
        return runs::NamedTensors{{"x", ops::Tensor(prepare(picture(int(i))).contiguous())}};
    };
    JobContext context;
    return analysis::preprocessingFinding(graph, samples, context);
}

QString messageOf(const char* text, const Prepare& prepare)
{
    const auto found = findingOf(text, prepare);
    return found ? QString::fromStdString(found->message.english()) : QString();
}

at::Tensor channels(const std::vector<float>& numbers)
{
    return at::tensor(numbers).reshape({1, 3, 1, 1});
}

} // namespace

class TestPreprocessingDetector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void staysSilentWhereTheSamplesAreRight()
    {
        QVERIFY(!findingOf(kNormalized, [](const at::Tensor& x) { return x; }));
        QVERIFY(!findingOf(kCalibrated, [](const at::Tensor& x) { return x; }));
        // Darker and of less contrast: no other way of preparing pictures explains it better.
        QVERIFY(!findingOf(kNormalized, [](const at::Tensor& x) { return x * 0.8; }));
        QVERIFY(!findingOf(kCalibrated, [](const at::Tensor& x) { return x * 0.4; }));
    }

    void staysSilentWhereNothingTells()
    {
        QVERIFY(!findingOf(kForgetful, [](const at::Tensor& x) { return x * 255.0; }));
        // No picture of three channels.
        QVERIFY(!findingOf(kCalibrated, [](const at::Tensor& x) { return x.slice(2, 0, 2) * 255.0; }));
    }

    void findsTheWay_data()
    {
        QTest::addColumn<QString>("way");
        QTest::newRow("swapped") << "red and blue swapped";
        QTest::newRow("pixels") << "values divided by 255";
        QTest::newRow("dark") << "values multiplied by 255";
        QTest::newRow("normalized") << "ImageNet's normalization taken back";
    }
    void findsTheWay()
    {
        QFETCH(const QString, way);
        const std::map<QString, Prepare> mistakes{
            {"swapped", [](const at::Tensor& x) { return x.flip({1}); }},
            {"pixels", [](const at::Tensor& x) { return x * 255.0; }},
            {"dark", [](const at::Tensor& x) { return x / 255.0; }},
            {"normalized", [](const at::Tensor& x) {
                 return (x - channels({0.485f, 0.456f, 0.406f})) / channels({0.229f, 0.224f, 0.225f});
             }}};
        const auto message = messageOf(kNormalized, mistakes.at(QTest::currentDataTag()));
        QVERIFY2(message.contains("with " + way), qPrintable(message));
        QVERIFY(message.contains("measured on 4 samples"));
    }

    void findsItByCalibratedRanges()
    {
        const auto bright = messageOf(kCalibrated, [](const at::Tensor& x) { return x * 255.0; });
        QVERIFY2(bright.contains("values divided by 255"), qPrintable(bright));
        QVERIFY(bright.contains(" / pixels from 0 to 255 brought to -1 to 1")); // which a magnitude can't tell apart
        const auto dark = messageOf(kCalibrated, [](const at::Tensor& x) { return x / 255.0; });
        QVERIFY2(dark.contains("values multiplied by 255"), qPrintable(dark));
    }

    void isAGuessAboutTheInput()
    {
        const auto found = findingOf(kCalibrated, [](const at::Tensor& x) { return x * 255.0; });
        QVERIFY(found && found->isGuess);
        QCOMPARE(found->rule, std::string("preprocessing"));
        QCOMPARE(found->subject, std::string("x"));
    }
};

QTEST_GUILESS_MAIN(TestPreprocessingDetector)
#include "tst_preprocessing_detector.moc"
