// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution and its normalization fused for quantization-aware training: the weight is scaled before it is
// quantized, what comes out is scaled back, and the normalization stays.
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <cmath>

using namespace ql;

namespace {

/// Numbers as text: scale / √variance of the normalization is 0.5, 2 and 1.25.
const std::string kConstants = R"(
    const w: float32[3,4,1,1] = {0, 0.7708465, 0.4124011, -0.5502129, -0.7067637, 0.172096, 0.7988347, 0.2552787, -0.6622612, -0.6095869, 0.3361336, 0.7894176}
    const b: float32[3] = {0.02, -0.03, 0.04}
    const gamma: float32[3] = {0.5, 2, 1.25}
    const beta: float32[3] = {0.05, 0, -0.1}
    const mean: float32[3] = {0.1, -0.2, 0.3}
    const variance: float32[3] = {1, 1, 1}
)";

graph::Graph baseline()
{
    return graph::parseGraph("graph \"float\" opset 13\n    input x: float32[1,4,4,4]" + kConstants + R"(
    c = Conv(x, w, b) name "conv"
    n = BatchNormalization(c, gamma, beta, mean, variance) {epsilon: 0.0} name "bn"
    y = Neg(n) name "neg"
    output y)");
}

/// As PyTorch's ConvBn2d computes in evaluation mode. @p factors: what it scales by, computed from the normalization's
/// parameters where there are too many to be folded while importing.
graph::Graph fused(const std::string& factors)
{
    return graph::parseGraph("graph \"QAT\" opset 13\n    input x: float32[1,4,4,4]" + kConstants + R"(
    const ws: float32[3] = {0.004, 0.013, 0.008}
    const wz: int8[3] = {0, 0, 0}
    const s: float32[] = {0.03}
    const z: int8[] = {0}
    const column: int64[4] = {3, 1, 1, 1}
    const row: int64[4] = {1, 3, 1, 1}
)" + factors + R"(
    fw = Reshape(f, column) name "factors_w"
    fy = Reshape(f, row) name "factors_y"
    by = Reshape(b, row) name "bias_y"
    scaled = Mul(w, fw) name "conv.mul"
    wq = QuantizeLinear(scaled, ws, wz) {axis: 0} name "w_q"
    wd = DequantizeLinear(wq, ws, wz) {axis: 0} name "w_dq"
    c = Conv(x, wd) name "conv"
    d = Div(c, fy) name "conv.div"
    o = Add(d, by) name "conv.add"
    n = BatchNormalization(o, gamma, beta, mean, variance) {epsilon: 0.0} name "bn"
    nq = QuantizeLinear(n, s, z) name "n_q"
    nd = DequantizeLinear(nq, s, z) name "n_dq"
    y = Neg(nd) name "neg"
    output y)");
}

runs::NamedTensors inputs()
{
    return {{"x", runs::Tensor(at::arange(64, at::kFloat).mul(0.37F).sin().mul(1.5F).view({1, 4, 4, 4}))}};
}

} // namespace

class TestFusedTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itsQuantizersStandOnTheBaseline_data()
    {
        QTest::addColumn<QString>("factors");
        QTest::newRow("computed")
            << "    r = Sqrt(variance) name \"deviation\"\n    f = Div(gamma, r) name \"factors\"";
        QTest::newRow("known") << "    const f: float32[3] = {0.5, 2, 1.25}";
    }

    void itsQuantizersStandOnTheBaseline()
    {
        QFETCH(const QString, factors);
        const auto floats = baseline();
        const auto trained = fused(factors.toStdString());
        const analysis::SampleSource samples{1, [](std::size_t) { return inputs(); }};
        JobContext ctx;
        const auto model = analysis::switchQuantizers(floats, trained, samples, ctx);
        QVERIFY(!model.inside && !model.deviation);
        for (const auto& point : model.switches->points())
            if (point.role == quant::QuantizerRole::Weight) // its steps, taken back by the factors
                for (const auto& [found, expected] : {std::pair(point.parameters->scales.at(0), 0.008),
                                                      std::pair(point.parameters->scales.at(1), 0.0065),
                                                      std::pair(point.parameters->scales.at(2), 0.0064)})
                    QVERIFY(std::abs(found - expected) < 1e-8);
        const auto result = analysis::sensitivity(floats, trained, samples, {}, ctx);
        const auto& output = result->outputs.at(0);
        // By NumPy, with that quantizer alone and with both.
        const auto isNear = [](double found, double expected) { return std::abs(found - expected) < 0.05; };
        QCOMPARE(output.rows.size(), std::size_t(2));
        for (const auto& row : output.rows)
            QVERIFY2(isNear(row.metricValue, row.sensitiveType == "weight" ? 44.157 : 43.790),
                     qPrintable(QString::number(row.metricValue)));
        QVERIFY2(isNear(output.everythingOn, 40.075), qPrintable(QString::number(output.everythingOn)));
    }
};

QTEST_GUILESS_MAIN(TestFusedTraining)
#include "tst_fused_training.moc"
