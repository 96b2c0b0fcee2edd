// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// The integer-only operators of pulp-platform's QuantLib and Deeploy; every number by hand from the formulas in
/// pulp.cpp.
class TestIntegerOnlyOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsByShifting_data()
    {
        // The reference kernel of TensorFlow Lite for 16-bit integers whose scales are powers of two: 5 / 2 and -5 / 2
        // are rounded away from zero before they are added, -32768 - 16384 saturates.
        ql::test::addOperatorCases({
            {"shifts the finer one",
             13,
             {"a: int16[3] = {3, 3, -32768}", "s: float32[] = {0.5}", "z: int16[] = {0}",
              "b: int16[3] = {5, -5, -32768}", "t: float32[] = {0.25}"},
             "y = tflite.QLinearAdd(a, s, z, b, t, z, s, z) {pot_scale_int16: 1} opset 1",
             "int16[3] {6, 0, -32768}"},
            {"subtracts",
             13,
             {"a: int16[2] = {5, -5}", "s: float32[] = {0.25}", "z: int16[] = {0}", "b: int16[2] = {1, 1}",
              "t: float32[] = {0.5}"},
             "y = tflite.QLinearSub(a, s, z, b, t, z, t, z) {pot_scale_int16: 1} opset 1",
             "int16[2] {2, -4}"},
            {"scales without the attribute: 1.5 - 1.25 is half a step",
             13,
             {"a: int16[1] = {3}", "s: float32[] = {0.5}", "z: int16[] = {0}", "b: int16[1] = {-5}",
              "t: float32[] = {0.25}"},
             "y = tflite.QLinearAdd(a, s, z, b, t, z, s, z) opset 1",
             "int16[1] {1}"},
            {"refuses what can't be shifted",
             13,
             {"a: int16[1] = {3}", "s: float32[] = {0.5}", "z: int16[] = {0}", "b: int16[1] = {5}",
              "t: float32[] = {0.25}", "r: float32[] = {1}"},
             "y = tflite.QLinearAdd(a, s, z, b, t, z, r, z) {pot_scale_int16: 1} opset 1",
             "error: node n (tflite.QLinearAdd, opset 1): scales of 2^-1, 2^-2 and 2^0 of 16-bit integers can't be "
             "added "
             "by shifting one of them (where pot_scale_int16 is set, one input has the result's scale and the other's "
             "isn't larger)"},
        });
    }

    void addsByShifting() { ql::test::checkOperatorCase(); }

    void requantizes_data()
    {
        ql::test::addOperatorCases({
            // (10 · 3 + 1) / 4 + 1/2 = 8.25, (-10 · 3 + 1) / 4 + 1/2 = -6.75, 300 · 3 … is clamped.
            {"signed",
             13,
             {"x: int32[3] = {10, -10, 300}", "m: int32[1] = {3}", "a: int32[1] = {1}"},
             "y = RequantShift(x, m, a) {div: 4, n_levels: 256, signed: 1}",
             "int8[3] {8, -7, 127}"},
            {"unsigned, attributes as tensors, numbers in float",
             13,
             {"x: float32[2] = {10, -10}", "m: float32[1] = {3}", "a: float32[1] = {1}"},
             "y = PACTOps.RequantShift(x, m, a) {div: float32[] {4}, n_levels_out: float32[] {256}, signed: float32[1] "
             "{0}} "
             "opset 1",
             "float32[2] {8, 0}"},
            {"a factor per channel",
             13,
             {"x: int32[1,2,2] = {1, 2, 3, 4}", "m: int32[2] = {1, 10}", "a: int32[2,1] = {0, 5}"},
             "y = RequantShift(x, m, a) {div: 1, n_levels: 65536, signed: 0}",
             "uint16[1,2,2] {1, 2, 35, 45}"},
            {"a thousand levels",
             13,
             {"x: int32[1] = {2000}", "m: int32[1] = {1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 1, n_levels: 1000, signed: 0}",
             "uint16[1] {999}"},
            {"a factor too many",
             13,
             {"x: int32[1,2] = {1, 2}", "m: int32[3] = {1, 1, 1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 1, n_levels: 256, signed: 1}",
             "error: node n (RequantShift, opset 13): input 1 (mul) of shape 3 doesn't broadcast to 1x2"},
            {"no power of two",
             13,
             {"x: int32[1] = {1}", "m: int32[1] = {1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 3, n_levels: 256, signed: 1}",
             "error: node n (RequantShift, opset 13): attribute div is 3, expected a power of two"},
            {"half a level",
             13,
             {"x: int32[1] = {1}", "m: int32[1] = {1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 2, n_levels: 1.5, signed: 1}",
             "error: node n (RequantShift, opset 13): attribute n_levels is no integer of 32 bits"},
            {"no sign",
             13,
             {"x: int32[1] = {1}", "m: int32[1] = {1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 2, n_levels: 256}",
             "error: node n (RequantShift, opset 13): attribute signed is missing"},
            {"no integers",
             13,
             {"x: float32[1] = {0.5}", "m: int32[1] = {1}", "a: int32[1] = {0}"},
             "y = RequantShift(x, m, a) {div: 2, n_levels: 256, signed: 1}",
             "error: node n (RequantShift, opset 13): input 0 (x) holds numbers that are no integers of 32 bits"},
        });
    }
    void requantizes() { ql::test::checkOperatorCase(); }

    void activates_data()
    {
        ql::test::addOperatorCases({
            // x' = 0, -3, -8 and log2 4: z = 0, 0, 2; p = 0, -3, 0; (p + 5)² + 7 = 32, 11, 32 >> 2 = 8, together 51;
            // 32 · 255 / 51 = 160, 11 · 255 / 51 = 55, 8 · 255 / 51 = 40.
            {"iSoftmax",
             13,
             {"x: int8[1,3] = {10, 7, 2}"},
             "y = iSoftmax(x) {coeffA: 1, coeffB: 5, coeffC: 7, log2: 4, n_levels: 256}",
             "uint8[1,3] {160, 55, 40}"},
            {"iSoftmax of numbers in float",
             13,
             {"x: float32[1,3] = {10, 7, 2}"},
             "y = PACTOps.iSoftmax(x) {coeffA: 1.0, coeffB: 5.0, coeffC: 7.0, log2: 4.0, n_levels: 256.0} opset 1",
             "float32[1,3] {160, 55, 40}"},
            {"iSoftmax that adds up to nothing",
             13,
             {"x: int8[2] = {1, 1}"},
             "y = iSoftmax(x) {coeffA: 0, coeffB: 5, coeffC: 0, log2: 4, n_levels: 256}",
             "error: node n (iSoftmax, opset 13): attributes coeffA, coeffB and coeffC give a row no positive sum"},
            {"iSoftmax without a scale",
             13,
             {"x: int8[2] = {1, 1}"},
             "y = iSoftmax(x) {coeffA: 0, coeffB: 5, coeffC: 0, log2: 0, n_levels: 256}",
             "error: node n (iSoftmax, opset 13): attribute log2 is 0, expected 1 or more"},
            // 5 · 2 · min(5 + 3, 6) = 60, -1 · 2 · 2 = -4, -4: 0.
            {"iHardswish",
             13,
             {"x: int8[3] = {5, -1, -4}"},
             "y = iHardswish(x) {one_over_six: 2, three: 3, six: 6}",
             "int32[3] {60, -4, 0}"},
            // b = -10, one = 101. x = 4: (4 - 10)² = 36, L = 65, 4 · (166 >> 1) = 332; x = -4: L = -65, -4 · 18 = -72;
            // x = 20: L = 101, 20 · 101 = 2020.
            {"iGELU",
             13,
             {"x: int8[4] = {4, -4, 20, 0}"},
             "y = iGELU(x) {b: -10, one: 101}",
             "int32[4] {332, -72, 2020, 0}"},
            {"iHardswish without six",
             13,
             {"x: int8[1] = {5}"},
             "y = iHardswish(x) {one_over_six: 2, three: 3}",
             "error: node n (iHardswish, opset 13): attribute six is missing"},
        });
    }
    void activates() { ql::test::checkOperatorCase(); }

    void normalizes_data()
    {
        ql::test::addOperatorCases({
            // Mean of squares (9 + 16) / 2 = 12, σ = ⌊√13⌋ = 3: 3 · 100 / 3 = 100 >> 2 = 25, -4 · 100 / 3 = -133 >> 2 =
            // -34.
            {"iRMSNorm",
             13,
             {"x: int8[1,2] = {3, -4}", "w: int32[2] = {100, 100}"},
             "y = iRMSNorm(x, w) {D: 4, n_levels: 256}",
             "int8[1,2] {25, -34}"},
            // Mean (1 + 4 + 8) / 3 = 4; -3, 0, 4: (9 + 16) / 3 = 8, σ = 3; -3 · 10 / 3 + 1 = -9, 1, 4 · 10 / 3 + 1
            // = 14.
            {"iLayerNorm",
             13,
             {"x: int8[3] = {1, 4, 8}", "w: int32[1] = {10}", "b: int32[3] = {1, 1, 1}"},
             "y = iLayerNorm(x, w, b) {D: 1, n_levels: 16}",
             "int8[3] {-8, 1, 7}"},
            {"iRMSNorm of an empty row",
             13,
             {"x: int8[1,0] = {}", "w: int32[1] = {1}"},
             "y = iRMSNorm(x, w) {D: 4, n_levels: 256}",
             "int8[1,0] {}"},
            {"iRMSNorm with a weight too many",
             13,
             {"x: int8[1,2] = {3, -4}", "w: int32[3] = {1, 1, 1}"},
             "y = iRMSNorm(x, w) {D: 4, n_levels: 256}",
             "error: node n (iRMSNorm, opset 13): input 1 (weight) of shape 3 doesn't broadcast to 1x2"},
        });
    }
    void normalizes() { ql::test::checkOperatorCase(); }

    void divides_data()
    {
        ql::test::addOperatorCases({
            // 2 · 10 · 7 / (10 · 4 + 1) = 140 / 41 = 3.41, -140 / 41 the other way, 2 · 10 · 41 / 41 = 20;
            // half away from zero: 2 · 10 · 3 / (10 · 4) = 1.5 with eps 0.
            {"TrueIntegerDiv",
             13,
             {"a: int32[3] = {7, -7, 41}", "b: int32[1] = {4}"},
             "y = TrueIntegerDiv(a, b) {Delta: 2, eps: 1, eta: 10}",
             "int32[3] {3, -3, 20}"},
            {"halves",
             13,
             {"a: float32[2] = {3, -3}", "b: float32[1] = {4}"},
             "y = PACTOps.IntegerDiv(a, b) {Delta: 2.0, eps: 0.0, eta: 10.0} opset 1",
             "float32[2] {2, -2}"},
            {"by zero",
             13,
             {"a: int32[2] = {7, 7}", "b: int32[2] = {4, 0}"},
             "y = TrueIntegerDiv(a, b) {Delta: 2, eps: 0, eta: 10}",
             "error: node n (TrueIntegerDiv, opset 13): input 1 (B) makes the divisor eta * B + eps zero"},
            {"beyond 32 bits",
             13,
             {"a: int32[1] = {7}", "b: int32[1] = {4}"},
             "y = TrueIntegerDiv(a, b) {Delta: 65536, eps: 0, eta: 65536}",
             "error: node n (TrueIntegerDiv, opset 13): attributes Delta and eta are 65536 and 65536, whose product 32 "
             "bits don't hold"},
        });
    }
    void divides() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestIntegerOnlyOperators)
#include "tst_integer_only_operators.moc"
