// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/checks/rule_runner.h"

#include <QTest>

using ql::tests::checkText;
using ql::tests::findingsOf;
using ql::tests::summaryOf;

namespace {

/// A quantizer after an input with the given scale and zero point, and one more that is fine.
std::string quantizer(const std::string& scale, const std::string& zeroPoint = "int8[] = {0}",
                      const std::string& dequantizerScale = {})
{
    return "graph \"g\" opset 13\n input x: float32[1,2]\n const s: float32" + scale + "\n const z: " + zeroPoint
           + "\n const d: float32" + (dequantizerScale.empty() ? scale : dequantizerScale) + R"(
        q = QuantizeLinear(x, s, z) {axis: 1} name "q"
        x1 = DequantizeLinear(q, d, z) {axis: 1} name "dq"
        y = Relu(x1) name "relu"
        output y)";
}

/// A convolution with one group per channel, whose int8 weight has @p scale.
std::string depthwise(const std::string& weight, const std::string& scale)
{
    return "graph \"g\" opset 13\n input x: float32[1,3,4]\n const wq: int8[3,1,1] = " + weight + "\n const s: float32"
           + scale + R"(
        w = DequantizeLinear(wq, s) {axis: 0} name "w_dq"
        y = Conv(x, w) {group: 3} name "conv"
        output y)";
}

} // namespace

/// The rules about scales and zero points.
class TestCheckQuantizers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void badScale_data()
    {
        QTest::addColumn<QString>("scale");
        QTest::addColumn<QString>("expected");
        QTest::newRow("good") << "[] = {0.5}"
                              << "";
        QTest::newRow("zero") << "[] = {0}"
                              << "error q";
        QTest::newRow("negative") << "[] = {-0.1}"
                                  << "error q";
        QTest::newRow("nan") << "[] = {nan}"
                             << "error q";
        QTest::newRow("infinite") << "[] = {inf}"
                                  << "error q";
        QTest::newRow("denormal") << "[] = {1e-40}"
                                  << "warning q";
        QTest::newRow("smallest normal") << "[] = {1.1754944e-38}"
                                         << "";
        QTest::newRow("second channel") << "[2] = {0.5, 0}"
                                        << "error q";
    }

    void badScale()
    {
        QFETCH(QString, scale);
        QFETCH(QString, expected);
        const auto zeros = scale.startsWith("[2]") ? "int8[2] = {0, 0}" : "int8[] = {0}";
        // The dequantizer has a scale of its own, which is fine.
        const auto text =
            quantizer(scale.toStdString(), zeros, scale.startsWith("[2]") ? "[2] = {1, 2}" : "[] = {0.5}");
        QCOMPARE(QString::fromStdString(summaryOf("bad-scale", text)), expected);
    }

    void aZeroScaleOfAWeightIsMilder()
    {
        QCOMPARE(summaryOf("bad-scale", depthwise("{1, 0, 1}", "[3] = {0.5, 0, 0.5}")), "warning w_dq");
    }

    void zeroPointRange()
    {
        QCOMPARE(summaryOf("zero-point-range", quantizer("[] = {0.5}", "int8[] = {-128}")), "");
        QCOMPARE(summaryOf("zero-point-range", quantizer("[2] = {0.5, 1}", "int8[2] = {1, 2}")), "");
        const std::string weight = R"(graph "g" opset 13
            input x: float32[1,2,4]
            const wq: int8[2,2,1] = {1, 2, 3, 4}
            const s: float32[3] = {0.5, 1, 2}
            const z: uint8[] = {200}
            const bq: int32[2] = {1, 2}
            const bs: float32[] = {1}
            const bz: int32[] = {3}
            w = DequantizeLinear(wq, s, z) {axis: 0} name "w_dq"
            b = DequantizeLinear(bq, bs, bz) name "b_dq"
            y = Conv(x, w, b) name "conv"
            output y)";
        QCOMPARE(summaryOf("zero-point-range", weight), "error w_dq, error w_dq, error b_dq");
        const auto findings = findingsOf("zero-point-range", weight);
        QVERIFY(findings[0].message.english().find("is 200, and int8 ends at -128 and 127") != std::string::npos);
        QVERIFY(findings[1].message.english().find("has 3 elements, but axis 0 has 2") != std::string::npos);
        QVERIFY(findings[2].message.english().find("int32 has none") != std::string::npos);
    }

    void scaleOne()
    {
        const auto two = [](const char* first, const char* second, const char* third) {
            return std::string("graph \"g\" opset 13\n input x: float32[2]\n const a: float32[] = {") + first
                   + "}\n const b: float32[] = {" + second + "}\n const c: float32[] = {" + third + R"(}
                const z: int8[] = {0}
                q1 = QuantizeLinear(x, a, z)
                d1 = DequantizeLinear(q1, a, z)
                y = Relu(d1) name "relu"
                q2 = QuantizeLinear(y, b, z)
                d2 = DequantizeLinear(q2, b, z)
                s = Sigmoid(d2) name "sigmoid"
                q3 = QuantizeLinear(s, c, z)
                o = DequantizeLinear(q3, c, z)
                output o)";
        };
        QCOMPARE(summaryOf("scale-one", two("1", "1", "1")), "error ");
        QCOMPARE(summaryOf("scale-one", two("1", "0.5", "1")), "warning ");
        QCOMPARE(summaryOf("scale-one", two("1", "0.5", "0.25")), "");
        QCOMPARE(summaryOf("scale-one", two("0.5", "0.25", "1")), "");    // all powers of two
        QCOMPARE(summaryOf("scale-one", two("1", "0.013", "0.004")), ""); // of pixels
        QCOMPARE(summaryOf("scale-one", two("0.013", "1", "0.004")), "warning relu");
        QCOMPARE(summaryOf("scale-one", two("0.013", "0.004", "1")), "warning sigmoid");
        QCOMPARE(checkText(two("1", "1", "1")).quantizerState, "uncalibrated");
        QCOMPARE(checkText(two("1", "0.5", "0.25")).quantizerState, "quantized");
    }

    void placeholderScale()
    {
        const auto chain = [](const char* first, const char* second, const char* third) {
            return std::string("graph \"g\" opset 13\n input x: float32[1,1,4]\n const a: float32[] = {") + first
                   + "}\n const b: float32[] = {" + second + "}\n const c: float32[] = {" + third + R"(}
                const w: float32[1,1,1] = {3}
                const z: int8[] = {0}
                q1 = QuantizeLinear(x, a, z)
                d1 = DequantizeLinear(q1, a, z)
                y1 = Conv(d1, w) name "conv"
                q2 = QuantizeLinear(y1, b, z)
                d2 = DequantizeLinear(q2, b, z)
                y2 = Conv(d2, w) name "conv2"
                q3 = QuantizeLinear(y2, c, z)
                o = DequantizeLinear(q3, c, z)
                output o)";
        };
        QCOMPARE(summaryOf("placeholder-scale", chain("0.05", "0.05", "0.05")), "warning ");
        QCOMPARE(summaryOf("placeholder-scale", chain("0.05", "0.05", "0.06")), "");
        QCOMPARE(summaryOf("placeholder-scale", chain("1", "1", "1")), "");
    }

    void unevenChannelScales()
    {
        QCOMPARE(summaryOf("uneven-channel-scales", depthwise("{1, 2, 3}", "[3] = {0.5, 0.001, 0.1}")), "warning w_dq");
        QCOMPARE(summaryOf("uneven-channel-scales", depthwise("{1, 2, 3}", "[3] = {0.5, 0.01, 0.1}")), "");
        // A channel of zeros may have any scale.
        QCOMPARE(summaryOf("uneven-channel-scales", depthwise("{1, 0, 3}", "[3] = {0.5, 0.001, 0.1}")), "");
    }

    void depthwiseWeightPerTensor()
    {
        QCOMPARE(summaryOf("depthwise-weight-per-tensor", depthwise("{127, 3, 90}", "[] = {0.1}")), "warning conv");
        QCOMPARE(summaryOf("depthwise-weight-per-tensor", depthwise("{127, 100, 90}", "[] = {0.1}")), "info conv");
        QCOMPARE(summaryOf("depthwise-weight-per-tensor", depthwise("{127, 3, 90}", "[3] = {1, 1, 1}")), "");
    }

    void mismatchedDequantizer()
    {
        QCOMPARE(summaryOf("mismatched-dequantizer", quantizer("[] = {0.5}")), "");
        const auto broken = quantizer("[] = {0.5}", "int8[] = {0}", "[] = {0.25}");
        QCOMPARE(summaryOf("mismatched-dequantizer", broken), "error dq");
        QVERIFY(findingsOf("mismatched-dequantizer", broken)[0].message.english().find("scale 0.25")
                != std::string::npos);
        // An integer operator that reads another scale than its input was made with.
        QCOMPARE(summaryOf("mismatched-dequantizer", R"(graph "g" opset 13
            input x: float32[1,1,4]
            const s: float32[] = {0.5}
            const t: float32[] = {0.25}
            const z: uint8[] = {0}
            const w: uint8[1,1,1] = {1}
            q = QuantizeLinear(x, s, z) name "q"
            c = QLinearConv(q, t, z, w, s, z, s, z) name "conv"
            y = DequantizeLinear(c, s, z) name "dq"
            output y)"),
                 "error conv");
    }

    /// A product with a first state of zeros has the scale that zeros get.
    void productsWithZerosNeedNoScale()
    {
        const auto product = [](const char* state) {
            return std::string(R"(graph "g" opset 13
                input x: float32[2]
                const a: float32[] = {0.013}
                const c: float32[] = {1}
                const e: float32[] = {0.5}
                const z: uint8[] = {0}
                const h: float32[2] = )")
                   + state + R"(
                hq = QuantizeLinear(h, e, z)
                hd = DequantizeLinear(hq, e, z)
                q1 = QuantizeLinear(x, a, z)
                d1 = DequantizeLinear(q1, a, z)
                y = Mul(d1, hd) name "mul"
                q2 = QuantizeLinear(y, c, z)
                d2 = DequantizeLinear(q2, c, z)
                s = Sigmoid(d2) name "sigmoid"
                q3 = QuantizeLinear(s, a, z)
                o = DequantizeLinear(q3, a, z)
                output o)";
        };
        QCOMPARE(summaryOf("scale-one", product("{0, 0}")), "");
        QCOMPARE(summaryOf("range-too-large", product("{0, 0}")), "");
        QCOMPARE(summaryOf("scale-one", product("{0, 1}")), "warning mul");
        QCOMPARE(summaryOf("range-too-large", product("{0, 1}")), "warning mul");
    }

    void rangeTooLargeBehindAProduct()
    {
        const auto findings = findingsOf("range-too-large", R"(graph "g" opset 13
            input q: int8[1,1,4]
            const s: float32[] = {0.5}
            const t: float32[] = {2}
            const z: int8[] = {0}
            const w: int8[1,1,1] = {1}
            c = QLinearConv(q, s, z, w, s, z, t, z) name "conv"
            y = DequantizeLinear(c, t, z) name "dq"
            output y)");
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings[0].subject, std::string("conv"));
        QVERIFY(QString::fromStdString(findings[0].remedy.english()).contains("BatchNormalization"));
    }

    void rangeTooLarge()
    {
        QCOMPARE(summaryOf("range-too-large", quantizer("[] = {1}")), "");
        QCOMPARE(summaryOf("range-too-large", quantizer("[] = {1.5}")), "warning x");
        // The same quantizer behind a layer that only passes values on is the same finding.
        QCOMPARE(summaryOf("range-too-large", R"(graph "g" opset 13
            input x: float32[1,1,4]
            const s: float32[] = {2}
            const z: int8[] = {0}
            q = QuantizeLinear(x, s, z)
            d = DequantizeLinear(q, s, z)
            y = MaxPool(d) {kernel_shape: [2]} name "pool"
            q2 = QuantizeLinear(y, s, z)
            o = DequantizeLinear(q2, s, z)
            output o)"),
                 "warning x");
    }
};

QTEST_APPLESS_MAIN(TestCheckQuantizers)
#include "tst_check_quantizers.moc"
