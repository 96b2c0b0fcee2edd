// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// Products of integers of more than 8 bits, by hand.
class TestWideIntegers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolves_data()
    {
        // 990 · 3 + -2010 · -4 + 7 = 11017, times 0.001 · 0.5 / 0.01: 550.85, and 5 on top;
        // -2010 · 3 + 29990 · -4 + 7 = -125983: -6299.15.
        const std::vector<const char*> inputs{"x: int16[1,1,3] = {1000, -2000, 30000}",
                                              "xs: float32[] = {0.001}",
                                              "xz: int16[] = {10}",
                                              "w: int8[1,1,2] = {3, -4}",
                                              "ws: float32[] = {0.5}",
                                              "wz: int8[] = {0}",
                                              "ys: float32[] = {0.01}",
                                              "yz: int16[] = {5}",
                                              "b: int32[1] = {7}"};
        ql::test::addOperatorCases({
            {"16 bits", 13, inputs, "y = quantloupe.QLinearConv(x, xs, xz, w, ws, wz, ys, yz, b) opset 1",
             "int16[1,1,2] {556, -6294}"},
            {"saturates at 12 bits", 13, inputs,
             "y = quantloupe.QLinearConv(x, xs, xz, w, ws, wz, ys, yz, b) {bits: 12} opset 1",
             "int16[1,1,2] {556, -2048}"},
            {"pads with the zero point: 990 · -4 · 0.05",
             13,
             {"x: int16[1,1,1] = {1000}", "xs: float32[] = {0.001}", "xz: int16[] = {10}", "w: int8[1,1,2] = {3, -4}",
              "ws: float32[] = {0.5}", "wz: int8[] = {0}", "ys: float32[] = {0.01}", "yz: int16[] = {0}"},
             "y = quantloupe.QLinearConv(x, xs, xz, w, ws, wz, ys, yz) {pads: [1, 0]} opset 1",
             "int16[1,1,1] {-198}"},
            {"a scale for each filter, and a result of 8 bits",
             13,
             {"x: uint16[1,1,1] = {40000}", "xs: float32[] = {0.001}", "xz: uint16[] = {0}", "w: int8[2,1,1] = {1, 1}",
              "ws: float32[2] = {0.5, 2}", "wz: int8[2] = {0, 0}", "ys: float32[] = {1}", "yz: uint8[] = {0}"},
             "y = quantloupe.QLinearConv(x, xs, xz, w, ws, wz, ys, yz) {bits: 8} opset 1",
             "uint8[1,2,1] {20, 80}"},
            {"refuses other widths", 13, inputs,
             "y = quantloupe.QLinearConv(x, xs, xz, w, ws, wz, ys, yz, b) {bits: 17} opset 1",
             "error: node n (quantloupe.QLinearConv, opset 1): attribute bits is 17, expected 2 to 16"},
        });
    }

    void convolves() { ql::test::checkOperatorCase(); }

    void multiplies_data()
    {
        const std::vector<const char*> inputs{"a: int16[1,2] = {30000, -3}", "as: float32[] = {0.5}",
                                              "az: int16[] = {-1}",          "b: int8[2,2] = {127, 1, -128, 2}",
                                              "bs: float32[2] = {0.25, 1}",  "bz: int8[2] = {0, 0}",
                                              "ys: float32[] = {64}",        "yz: int16[] = {0}",
                                              "c: int32[2] = {2, -100}"};
        // 30001 · 127 + -2 · -128 = 3810383, times 0.125 / 64: 7442.15; 30001 - 4 = 29997, times 0.5 / 64: 234.35.
        ql::test::addOperatorCases({
            {"matrices", 13, inputs, "y = quantloupe.QLinearMatMul(a, as, az, b, bs, bz, ys, yz) opset 1",
             "int16[1,2] {7442, 234}"},
            {"with a bias: 29897 · 0.5 / 64 = 233.57", 13, inputs,
             "y = quantloupe.QGemm(a, as, az, b, bs, bz, c, ys, yz) opset 1", "int16[1,2] {7442, 234}"},
            {"element by element: 30001 · 0.5 · 8 / 64, -2 · 0.5 · 8 / 64",
             13,
             {"a: int16[2] = {30000, -3}", "as: float32[] = {0.5}", "az: int16[] = {-1}", "b: int16[1] = {8}",
              "bs: float32[] = {1}", "bz: int16[] = {0}", "ys: float32[] = {64}", "yz: int16[] = {0}"},
             "y = quantloupe.QLinearMul(a, as, az, b, bs, bz, ys, yz) opset 1",
             "int16[2] {1875, 0}"},
            {"sums: 15000.5 + 8, -1 + 8 over 2, halves to even",
             13,
             {"a: int16[2] = {30000, -3}", "as: float32[] = {0.5}", "az: int16[] = {-1}", "b: int16[1] = {8}",
              "bs: float32[] = {1}", "bz: int16[] = {0}", "ys: float32[] = {2}", "yz: int16[] = {0}"},
             "y = quantloupe.QLinearAdd(a, as, az, b, bs, bz, ys, yz) opset 1",
             "int16[2] {7504, 4}"},
        });
    }

    void multiplies() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestWideIntegers)
#include "tst_wide_integers.moc"
