// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as opsets 1 to 6 have them; expected values by hand from the standard's own texts.
#include "tests/support/operator_test.h"

#include <QTest>

class TestOldOpsets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void broadcasts_data()
    {
        const char* a = "a: float32[1,2,2] = {1, 2, 3, 4}";
        ql::test::addOperatorCases({
            {"of one shape", 6, {a}, "y = Add(a, a)", "float32[1,2,2] {2, 4, 6, 8}"},
            {"the last axis",
             6,
             {a, "b: float32[2] = {10, 20}"},
             "y = Add(a, b) {broadcast: 1}",
             "float32[1,2,2] {11, 22, 13, 24}"},
            {"an axis in the middle",
             6,
             {a, "b: float32[2] = {10, 20}"},
             "y = Mul(a, b) {broadcast: 1, axis: 1, consumed_inputs: [0, 0]}",
             "float32[1,2,2] {10, 20, 60, 80}"},
            {"another size than the last axis has",
             6,
             {"a: float32[1,3,2] = {1, 2, 3, 4, 5, 6}", "b: float32[3] = {10, 20, 30}"},
             "y = Add(a, b) {broadcast: 1, axis: 1}",
             "float32[1,3,2] {11, 12, 23, 24, 35, 36}"},
            {"a number", 1, {a, "b: float32[1] = {2}"}, "y = Sub(a, b) {broadcast: 1}", "float32[1,2,2] {-1, 0, 1, 2}"},
            {"a scalar",
             3,
             {a, "b: float32[] = {2}"},
             "y = Div(a, b) {broadcast: 1}",
             "float32[1,2,2] {0.5, 1, 1.5, 2}"},
            {"Pow",
             1,
             {a, "b: float32[2] = {1, 2}"},
             "y = Pow(a, b) {broadcast: 1, axis: 2}",
             "float32[1,2,2] {1, 4, 3, 16}"},
            {"truths",
             1,
             {"a: bool[2,2] = {true, false, true, true}", "b: bool[2] = {true, false}"},
             "y = And(a, b) {broadcast: 1, axis: 0}",
             "bool[2,2] {1, 0, 0, 0}"},
            {"comparison",
             6,
             {a, "b: float32[2] = {2, 3}"},
             "y = Greater(a, b) {broadcast: 1}",
             "bool[1,2,2] {0, 0, 1, 1}"},
            {"not allowed",
             6,
             {a, "b: float32[2] = {10, 20}"},
             "y = Add(a, b)",
             "error: node n (Add, opset 6): inputs have shapes 1x2x2 and 2, expected one shape, or attribute "
             "broadcast"},
            {"never the first input",
             6,
             {"a: float32[2] = {1, 2}", "b: float32[2,2] = {1, 2, 3, 4}"},
             "y = Add(a, b) {broadcast: 1}",
             "error: node n (Add, opset 6): input 1 of shape 2x2 doesn't fit 2 from axis -1 on"},
            {"an axis too far",
             6,
             {a, "b: float32[2] = {1, 2}"},
             "y = Add(a, b) {broadcast: 1, axis: 3}",
             "error: node n (Add, opset 6): input 1 of shape 2 doesn't fit 1x2x2 from axis 3 on"},
            {"since opset 7 without a word",
             7,
             {a, "b: float32[2] = {10, 20}"},
             "y = Add(a, b)",
             "float32[1,2,2] {11, 22, 13, 24}"},
        });
    }
    void broadcasts() { ql::test::checkOperatorCase(); }

    void others_data()
    {
        const char* x = "x: float32[1,2,2] = {-1, 3, -10, 30}";
        ql::test::addOperatorCases({
            {"PRelu, a slope per channel",
             6,
             {x, "s: float32[2] = {0.5, 0.1}"},
             "y = PRelu(x, s)",
             "float32[1,2,2] {-0.5, 3, -1, 30}"},
            {"PRelu, one slope",
             1,
             {x, "s: float32[1] = {0.5}"},
             "y = PRelu(x, s)",
             "float32[1,2,2] {-0.5, 3, -5, 30}"},
            {"BatchNormalization",
             6,
             {x, "s: float32[2] = {1, 2}", "b: float32[2] = {0, 5}", "m: float32[2] = {1, 10}",
              "v: float32[2] = {4, 100}"},
             "y = BatchNormalization(x, s, b, m, v) {epsilon: 0.0, is_test: 1, consumed_inputs: [0, 0, 0, 1, 1]}",
             "float32[1,2,2] {-1, 1, 1, 9}"},
            {"Gemm",
             6,
             {"a: float32[1,2] = {1, 2}", "b: float32[2,2] = {1, 2, 3, 4}", "c: float32[2] = {10, 20}"},
             "y = Gemm(a, b, c) {broadcast: 1}",
             "float32[1,2] {17, 30}"},
            {"Reshape", 1, {x}, "y = Reshape(x) {shape: [0, -1]}", "float32[1,4] {-1, 3, -10, 30}"},
            {"Cast", 1, {x}, "y = Cast(x) {to: \"INT32\"}", "int32[1,2,2] {-1, 3, -10, 30}"},
            {"Cast to FLOAT", 1, {"x: int32[1] = {3}"}, "y = Cast(x) {to: \"FLOAT\"}", "float32[1] {3}"},
            {"Cast to nothing",
             1,
             {x},
             "y = Cast(x) {to: \"NOTHING\"}",
             "error: node n (Cast, opset 1): attribute to is \"nothing\", which is no element type"},
            {"Concat, along axis 1", 1, {x}, "y = Concat(x, x)", "float32[1,4,2] {-1, 3, -10, 30, -1, 3, -10, 30}"},
            {"Split",
             1,
             {x, "l: int64[2] = {1, 1}"},
             "y, z = Split(x, l) {axis: 1}",
             "float32[1,1,2] {-1, 3}\nfloat32[1,1,2] {-10, 30}"},
            {"Pad", 1, {"x: float32[2] = {1, 2}"}, "y = Pad(x) {paddings: [1, 0], value: 7.0}", "float32[3] {7, 1, 2}"},
            {"Tile",
             1,
             {x, "t: float32[1] = {2}", "a: float32[1] = {1}"},
             "y = Tile(x, t, a)",
             "float32[1,4,2] {-1, 3, -10, 30, -1, 3, -10, 30}"},
            {"Upsample",
             1,
             {"x: float32[1,1,1,2] = {1, 2}"},
             "y = Upsample(x) {height_scale: 2.0, width_scale: 1.0, mode: \"nearest\"}",
             "float32[1,1,2,2] {1, 2, 1, 2}"},
            {"AveragePool leaves padding out",
             1,
             {"x: float32[1,1,2] = {2, 4}"},
             "y = AveragePool(x) {kernel_shape: [2], pads: [1, 1]}",
             "float32[1,1,3] {2, 3, 4}"},
            {"LpPool",
             1,
             {"x: float32[1,1,2] = {3, 4}"},
             "y = LpPool(x) {kernel_shape: [2], p: 2.0}",
             "float32[1,1,1] {5}"},
            {"GlobalLpPool", 1, {"x: float32[1,1,2] = {3, 4}"}, "y = GlobalLpPool(x) {p: 1.0}", "float32[1,1,1] {7}"},
            {"Clip",
             1,
             {x},
             "y = Clip(x) {min: -5.0, max: 5.0, consumed_inputs: [0]}",
             "float32[1,2,2] {-1, 3, -5, 5}"},
            {"Dropout", 1, {x}, "y = Dropout(x) {is_test: 1}", "float32[1,2,2] {-1, 3, -10, 30}"},
            {"Relu", 1, {x}, "y = Relu(x) {consumed_inputs: [0]}", "float32[1,2,2] {0, 3, 0, 30}"},
            {"Sum", 1, {x}, "y = Sum(x, x) {consumed_inputs: [0, 0]}", "float32[1,2,2] {-2, 6, -20, 60}"},
            {"Neg", 1, {x}, "y = Neg(x) {consumed_inputs: [0]}", "float32[1,2,2] {1, -3, 10, -30}"},
        });
    }
    void others() { ql::test::checkOperatorCase(); }
};

QTEST_GUILESS_MAIN(TestOldOpsets)
#include "tst_old_opsets.moc"
