// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// Horizon's, AMCT's and QONNX's operators.
class TestVendorMarkers : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
};

QTEST_APPLESS_MAIN(TestVendorMarkers)
#include "tst_vendor_markers.moc"
