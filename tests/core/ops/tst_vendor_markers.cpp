// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// Horizon's, AMCT's and QONNX's operators.
class TestVendorMarkers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pico_data()
    {
        ql::test::addOperatorCases({
            {"DepthToSpaceDCR",
             11,
             {"x: float32[1,4,1,1] = {1, 2, 3, 4}"},
             "y = pico_ops.DepthToSpaceDCR(x) {blocksize: 2} opset 1",
             "float32[1,1,2,2] {1, 2, 3, 4}"},
            {"SpaceToDepth",
             11,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}"},
             "y = pico_ops.SpaceToDepth(x) {blocksize: 2} opset 1",
             "float32[1,4,1,1] {1, 2, 3, 4}"},
        });
    }

    void pico() { ql::test::checkOperatorCase(); }

    void horizon_data()
    {
        ql::test::addOperatorCases({
            {"HzCalibration",
             11,
             {"x: float32[4] = {0.3, -0.76, 100, -100}"},
             "y = horizon.HzCalibration(x) {scales: [0.5], qtype: \"int8\"} opset 1",
             "float32[4] {0.5, -1, 63.5, -64}"},
            {"HzCalibration per channel",
             11,
             {"x: float32[1,2] = {0.3, 0.3}"},
             "y = horizon.HzCalibration(x) {scales: [0.5, 0.2], axis: 1, bits: 16} opset 1",
             "float32[1,2] {0.5, 0.4}"},
            {"HzCalibration, unsigned",
             11,
             {"x: float32[2] = {-1, 300}"},
             "y = horizon.HzCalibration(x) {scales: [1.0], qtype: \"uint8\"} opset 1",
             "float32[2] {0, 255}"},
            {"HzCalibration to half",
             11,
             {"x: float32[1] = {2049}"},
             "y = horizon.HzCalibration(x) {qtype: \"float16\"} opset 1",
             "float32[1] {2048}"},
            {"HzCalibration that isn't calibrated",
             11,
             {"x: float32[1] = {0.3}"},
             "y = horizon.HzCalibration(x) {qtype: \"int8\"} opset 1",
             "float32[1] {0.3}"},
            {"HzCalibration of an unknown type",
             11,
             {"x: float32[1] = {0.3}"},
             "y = horizon.HzCalibration(x) {qtype: \"tiny\"} opset 1",
             "error: node n (horizon.HzCalibration, opset 1): attribute qtype is \"tiny\", which is unknown"},
            {"HzQuantize",
             11,
             {"x: float32[2] = {1, -100}", "s: float32[] = {0.5}"},
             "y = horizon.HzQuantize(x, s) {bits: 8} opset 1",
             "int8[2] {2, -128}"},
            {"HzDequantize",
             11,
             {"x: int16[2] = {2, -3}", "s: float32[1] = {0.5}"},
             "y = horizon.HzDequantize(x, s) opset 1",
             "float32[2] {1, -1.5}"},
            {"HzPreprocess",
             11,
             {"x: float32[1,2,1,1] = {1, 2}", "w: float32[2,1,1,1] = {10, 100}", "b: float32[2] = {0, 1}"},
             "y = horizon.HzPreprocess(x, w, b) {channel_group: 2} opset 1",
             "float32[1,2,1,1] {10, 201}"},
        });
    }
    void horizon() { ql::test::checkOperatorCase(); }

    void ascend_data()
    {
        ql::test::addOperatorCases({
            {"AscendQuant",
             11,
             {"x: float32[3] = {0.26, 100, -1}"},
             "y = AscendQuant(x) {scale: 2.0, offset: -3.0}",
             "float32[3] {-2, 127, -5}"},
            {"AscendQuant to 4 bits",
             11,
             {"x: float32[1] = {100}"},
             "y = amct.customop.AscendQuant(x) {scale: 1.0, dst_type: \"INT4\"} opset 1",
             "float32[1] {7}"},
            {"AscendQuant to 1 bit",
             11,
             {"x: float32[1] = {100}"},
             "y = AscendQuant(x) {quant_bit: 1}",
             "error: node n (AscendQuant, opset 11): attribute quant_bit is 1, expected 2 to 16"},
            {"AscendDequant",
             11,
             {"x: int32[1,2,1] = {10, -10}", "s: float32[2] = {0.5, 0.25}"},
             "y = AscendDequant(x, s) {relu_flag: 1}",
             "float32[1,2,1] {5, 0}"},
            // 0x3f000000 is 0.5 in float32.
            {"AscendDequant by packed scales",
             11,
             {"x: float32[1] = {10}", "s: uint64[1] = {1056964608}"},
             "y = AscendDequant(x, s)",
             "float32[1] {5}"},
            {"AscendAntiQuant",
             11,
             {"x: int8[1] = {3}"},
             "y = AscendAntiQuant(x) {scale: 0.5, offset: 1.0}",
             "float32[1] {2}"},
        });
    }
    void ascend() { ql::test::checkOperatorCase(); }

    void qonnx_data()
    {
        ql::test::addOperatorCases({
            {"Quant",
             11,
             {"x: float32[4] = {0.3, -0.76, 100, -100}", "s: float32[] = {0.5}", "z: float32[] = {0}",
              "b: float32[] = {4}"},
             "y = qonnx.custom_op.general.Quant(x, s, z, b) {signed: 1, narrow: 1} opset 1",
             "float32[4] {0.5, -1, 3.5, -3.5}"},
            {"Quant, unsigned, rounding down",
             11,
             {"x: float32[2] = {0.9, 100}", "s: float32[] = {0.5}", "z: float32[] = {1}", "b: float32[] = {3}"},
             "y = onnx.brevitas.Quant(x, s, z, b) {signed: 0, rounding_mode: \"FLOOR\"} opset 1",
             "float32[2] {0.5, 3}"},
            {"Quant in an unknown way",
             11,
             {"x: float32[1] = {1}", "s: float32[] = {1}", "z: float32[] = {0}", "b: float32[] = {4}"},
             "y = onnx.brevitas.Quant(x, s, z, b) {rounding_mode: \"SOMEHOW\"} opset 1",
             "error: node n (onnx.brevitas.Quant, opset 1): attribute rounding_mode is \"SOMEHOW\", which is unknown"},
            {"BipolarQuant",
             11,
             {"x: float32[3] = {0.3, -0.1, 0}", "s: float32[] = {2}"},
             "y = qonnx.custom_op.general.BipolarQuant(x, s) opset 1",
             "float32[3] {2, -2, 2}"},
            {"Trunc",
             11,
             {"x: float32[2] = {3.5, -3.5}", "s: float32[] = {0.5}", "z: float32[] = {0}", "i: float32[] = {4}",
              "o: float32[] = {3}"},
             "y = qonnx.custom_op.general.Trunc(x, s, z, i, o) opset 1",
             "float32[2] {1.5, -2}"},
        });
    }
    void qonnx() { ql::test::checkOperatorCase(); }

    /// The table of rounding modes in QONNX's page on IntQuant, column by column; x = 5.5, 2.5, 1.6, 1.1, 1, -1, -1.1,
    /// -1.6, -2.5, -5.5.
    void roundingModes_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QString>("expected");
        QTest::newRow("round") << QByteArray("round") << "6, 2, 2, 1, 1, -1, -1, -2, -2, -6";
        QTest::newRow("ceil") << QByteArray("CEIL") << "6, 3, 2, 2, 1, -1, -1, -1, -2, -5";
        QTest::newRow("floor") << QByteArray("FLOOR") << "5, 2, 1, 1, 1, -1, -2, -2, -3, -6";
        QTest::newRow("up") << QByteArray("UP") << "6, 3, 2, 2, 1, -1, -2, -2, -3, -6";
        QTest::newRow("down") << QByteArray("DOWN") << "5, 2, 1, 1, 1, -1, -1, -1, -2, -5";
        QTest::newRow("half up") << QByteArray("HALF_UP") << "6, 3, 2, 1, 1, -1, -1, -2, -3, -6";
        QTest::newRow("half down") << QByteArray("HALF_DOWN") << "5, 2, 2, 1, 1, -1, -1, -2, -2, -5";
    }
    void roundingModes()
    {
        QFETCH(QByteArray, mode);
        QFETCH(QString, expected);
        const auto node = "y = qonnx.custom_op.general.IntQuant(x, s, z, b) {rounding_mode: \"" + mode + "\"} opset 1";
        QCOMPARE(ql::test::evaluated(11,
                                     {"x: float32[10] = {5.5, 2.5, 1.6, 1.1, 1, -1, -1.1, -1.6, -2.5, -5.5}",
                                      "s: float32[] = {1}", "z: float32[] = {0}", "b: int32[] = {8}"},
                                     node.constData()),
                 "float32[10] {" + expected + "}");
    }

    void floatsAndThresholds_data()
    {
        ql::test::addOperatorCases({
            // One scale and one width per channel: 100 / 0.5 stays at 7, 100 / 2 = 50 fits 8 bits.
            {"IntQuant per channel",
             11,
             {"x: float32[1,2,1] = {100, 100}", "s: float32[1,2,1] = {0.5, 2}", "z: float32[] = {0}",
              "b: float32[1,2,1] = {4, 8}"},
             "y = qonnx.custom_op.general.IntQuant(x, s, z, b) opset 1",
             "float32[1,2,1] {3.5, 100}"},
            {"Quant, unsigned and narrow",
             11,
             {"x: float32[2] = {100, -1}", "s: float32[] = {1}", "z: float32[] = {0}", "b: float32[] = {3}"},
             "y = onnx.brevitas.Quant(x, s, z, b) {signed: 0, narrow: 1} opset 1",
             "float32[2] {6, 0}"},
            {"Quant with scales that don't fit",
             11,
             {"x: float32[2] = {1, 2}", "s: float32[3] = {1, 1, 1}", "z: float32[] = {0}", "b: float32[] = {3}"},
             "y = onnx.brevitas.Quant(x, s, z, b) opset 1",
             "error: node n (onnx.brevitas.Quant, opset 1): input shapes 2 and 3 can't be broadcast to one shape"},
            // 27 · 0.25 = 6.75 by 2^round(log2(1 / 0.25)) = 4: 27 / 4 = 6.75, down to 6, clamped to 3 bits stays 3.
            {"Trunc 2",
             11,
             {"x: float32[3] = {6.75, 2.5, -20}", "s: float32[] = {0.25}", "z: float32[] = {0}", "i: int32[] = {8}",
              "o: float32[] = {1}", "w: int32[] = {3}"},
             "y = qonnx.custom_op.general.Trunc(x, s, z, i, o, w) opset 2",
             "float32[3] {3, 2, -4}"},
            // E2M1 with bias 1: up to 6 in steps of 1/2, 1 and 2; 2.5 and 5 lie halfway, max_val 4 cuts.
            {"FloatQuant",
             11,
             {"x: float32[7] = {0, 0.3, 2.5, 3.4, 5, -100, -1.2}", "s: float32[] = {1}", "e: float32[] = {2}",
              "m: float32[] = {1}", "b: float32[] = {1}", "v: float32[] = {6}"},
             "y = qonnx.custom_op.general.FloatQuant(x, s, e, m, b, v) opset 1",
             "float32[7] {0, 0.5, 2, 3, 4, -6, -1}"},
            {"FloatQuant, scaled and cut",
             11,
             {"x: float32[2] = {10, 0.6}", "s: float32[] = {2}", "e: float32[] = {2}", "m: float32[] = {1}",
              "b: float32[] = {1}", "v: float32[] = {4}"},
             "y = qonnx.custom_op.general.FloatQuant(x, s, e, m, b, v) {rounding_mode: \"CEIL\"} opset 1",
             "float32[2] {8, 1}"},
            // Thresholds -1, 0, 2: -1 reaches one, 0.5 two, 5 all three.
            {"MultiThreshold for all channels",
             11,
             {"x: float32[1,2,2] = {-1, 0.5, 5, -3}", "t: float32[1,3] = {-1, 0, 2}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) {out_dtype: \"UINT2\"} opset 1",
             "float32[1,2,2] {1, 2, 3, 0}"},
            {"MultiThreshold per channel, signed",
             11,
             {"x: float32[1,2] = {1, 1}", "t: float32[2,3] = {0, 1, 2, 5, 6, 7}"},
             "y = qonnx.custom_op.general.MultiThreshold(x, t) {out_dtype: \"INT2\", out_scale: 2.0, out_bias: -2.0} "
             "opset 1",
             "float32[1,2] {2, -2}"},
            {"MultiThreshold with the channels last",
             11,
             {"x: float32[1,2,1,2] = {1, 1, 7, 7}", "t: float32[2,1] = {5, 0}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) {out_dtype: \"BINARY\", data_layout: \"NHWC\"} opset 1",
             "float32[1,2,1,2] {0, 1, 1, 1}"},
            {"MultiThreshold of NaN",
             11,
             {"x: float32[1,2] = {nan, inf}", "t: float32[1,2] = {0, 1}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) opset 1",
             "float32[1,2] {0, 2}"},
            {"MultiThreshold of nothing",
             11,
             {"x: float32[0,2] = {}", "t: float32[1,2] = {0, 1}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) opset 1",
             "float32[0,2] {}"},
            {"MultiThreshold with too many rows",
             11,
             {"x: float32[1,2] = {1, 2}", "t: float32[3,1] = {0, 1, 2}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) opset 1",
             "error: node n (finn.custom_op.general.MultiThreshold, opset 1): input 1 (thresholds) has 3 rows for 2 "
             "channels of input 0 (x)"},
            {"MultiThreshold in no layout",
             11,
             {"x: float32[1,2] = {1, 2}", "t: float32[1,1] = {0}"},
             "y = finn.custom_op.general.MultiThreshold(x, t) {data_layout: \"CHWN\"} opset 1",
             "error: node n (finn.custom_op.general.MultiThreshold, opset 1): attribute data_layout is \"CHWN\", which "
             "is "
             "unknown"},
        });
    }
    void floatsAndThresholds() { ql::test::checkOperatorCase(); }

    void microscaling_data()
    {
        ql::test::addOperatorCases({
            // The largest of the first block, 5, gives 2^(2 - 2) = 1: elements 5 → 4 (a tie), 1.2 → 1; of the second,
            // 0.7, 2^(-1 - 2) = 1/8: 5.6 → 6, 0.8 → 1.
            {"E2M1 in blocks of two",
             11,
             {"x: float32[1,4] = {5, 1.2, 0.7, -0.1}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {element_dtype: \"fp4_e2m1\", block_size: 2, rounding_mode: 2} "
             "opset 1",
             "float32[1,4] {4, 1, 0.75, -0.125}"},
            // 127/64 is the most at scale 1: 1.999 → 1.984375; 0.7578125 = 48.5/64 lies halfway.
            {"int8, half to even",
             11,
             {"x: float32[3] = {1.999, 0.7578125, -0.7578125}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {rounding_mode: 2} opset 1",
             "float32[3] {1.9844, 0.75, -0.75}"},
            {"int8, half away from zero",
             11,
             {"x: float32[3] = {1, 0.7578125, -0.7578125}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) opset 1",
             "float32[3] {1, 0.76562, -0.76562}"},
            {"int8, half up",
             11,
             {"x: float32[3] = {1, 0.7578125, -0.7578125}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {rounding_mode: 1} opset 1",
             "float32[3] {1, 0.76562, -0.75}"},
            // Along axis 0: 448 gives 2^(8 - 8) = 1, 3 gives 2^(1 - 8): 3 · 128 = 384 stays; 17 lies between 16 and 18.
            {"E4M3 along axis 0",
             11,
             {"x: float32[2,2] = {448, 3, 17, 0.1}"},
             "y = com.vai.quantize.MXFixNeuron(x) {element_dtype: \"fp8_e4m3\", axis: 0, rounding_mode: 2} opset 1",
             "float32[2,2] {448, 3, 16, 0.10156}"},
            {"what is no number stays",
             11,
             {"x: float32[3] = {inf, nan, 3}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {element_dtype: \"fp6_e3m2\"} opset 1",
             "float32[3] {inf, nan, 3}"},
            {"zeros stay",
             11,
             {"x: float32[2] = {0, 0}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {element_dtype: \"fp8_e5m2\"} opset 1",
             "float32[2] {0, 0}"},
            {"unknown elements",
             11,
             {"x: float32[1] = {0}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {element_dtype: \"fp3\"} opset 1",
             "error: node n (com.amd.quark.MXQuantizeDequantize, opset 1): attribute element_dtype is \"fp3\", which "
             "is "
             "unknown"},
            {"empty blocks",
             11,
             {"x: float32[1] = {0}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {block_size: 0} opset 1",
             "error: node n (com.amd.quark.MXQuantizeDequantize, opset 1): attribute block_size is 0, expected 1 or "
             "more"},
            {"an axis that isn't there",
             11,
             {"x: float32[1,1] = {0}"},
             "y = com.amd.quark.MXQuantizeDequantize(x) {axis: 2} opset 1",
             "error: node n (com.amd.quark.MXQuantizeDequantize, opset 1): axis 2 is out of range for rank 2"},
        });
    }
    void microscaling() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestVendorMarkers)
#include "tst_vendor_markers.moc"
