// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestActivation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void activates_data()
    {
        ql::test::addOperatorCases({
            {"Relu", 14, {"x: float32[4] = {-1, 0, 2, nan}"}, "y = Relu(x)", "float32[4] {0, 0, 2, nan}"},
            {"Relu of integers", 14, {"x: int8[3] = {-128, 0, 127}"}, "y = Relu(x)", "int8[3] {0, 0, 127}"},
            {"Relu of nothing", 13, {"x: float32[2,0] = {}"}, "y = Relu(x)", "float32[2,0] {}"},
            {"Relu of a scalar", 13, {"x: float32[] = {-3}"}, "y = Relu(x)", "float32[] {0}"},
            {"Relu of halves", 13, {"x: float16[2] = {-1, 0.5}"}, "y = Relu(x)", "float16[2] {0, 0.5}"},
            {"Sigmoid", 13, {"x: float32[3] = {-1, 0, 1}"}, "y = Sigmoid(x)", "float32[3] {0.26894, 0.5, 0.73106}"},
            {"Sigmoid of halves", 13, {"x: float16[1] = {0}"}, "y = Sigmoid(x)", "float16[1] {0.5}"},
            {"Tanh", 13, {"x: float64[3] = {-1, 0, 1}"}, "y = Tanh(x)", "float64[3] {-0.76159, 0, 0.76159}"},
            {"LeakyRelu", 13, {"x: float32[2] = {-1, 1}"}, "y = LeakyRelu(x) {alpha: 0.1}", "float32[2] {-0.1, 1}"},
            {"LeakyRelu by default", 13, {"x: float32[1] = {-1}"}, "y = LeakyRelu(x)", "float32[1] {-0.01}"},
            {"Elu", 13, {"x: float32[2] = {-1, 1}"}, "y = Elu(x) {alpha: 2.0}", "float32[2] {-1.2642, 1}"},
            {"Selu",
             13,
             {"x: float32[2] = {-1, 1}"},
             "y = Selu(x) {alpha: 2.0, gamma: 3.0}",
             "float32[2] {-3.7927, 3}"},
            {"Celu", 13, {"x: float32[2] = {-2, 1}"}, "y = Celu(x) {alpha: 2.0}", "float32[2] {-1.2642, 1}"},
            {"Celu with alpha 0",
             13,
             {"x: float32[1] = {-2}"},
             "y = Celu(x) {alpha: 0.0}",
             "error: node n (Celu, opset 13): attribute alpha is 0, expected another number"},
            {"ThresholdedRelu",
             13,
             {"x: float32[3] = {1, 2, 2.5}"},
             "y = ThresholdedRelu(x) {alpha: 2.0}",
             "float32[3] {0, 0, 2.5}"},
            {"HardSigmoid", 13, {"x: float32[3] = {-4, 1, 4}"}, "y = HardSigmoid(x)", "float32[3] {0, 0.7, 1}"},
            {"HardSwish", 14, {"x: float32[3] = {-4, 1, 4}"}, "y = HardSwish(x)", "float32[3] {0, 0.66667, 4}"},
            {"Softplus", 13, {"x: float32[3] = {0, 1, 100}"}, "y = Softplus(x)", "float32[3] {0.69315, 1.3133, 100}"},
            {"Softsign", 13, {"x: float32[2] = {-1, 3}"}, "y = Softsign(x)", "float32[2] {-0.5, 0.75}"},
            {"Mish", 18, {"x: float32[2] = {0, 1}"}, "y = Mish(x)", "float32[2] {0, 0.8651}"},
            {"Gelu", 20, {"x: float32[2] = {-1, 1}"}, "y = Gelu(x)", "float32[2] {-0.15866, 0.84134}"},
            {"Gelu by tanh",
             20,
             {"x: float32[1] = {1}"},
             "y = Gelu(x) {approximate: \"tanh\"}",
             "float32[1] {0.84119}"},
            {"Gelu by nothing known",
             20,
             {"x: float32[1] = {1}"},
             "y = Gelu(x) {approximate: \"sine\"}",
             "error: node n (Gelu, opset 20): attribute approximate is \"sine\", expected none or tanh"},
            {"Shrink",
             13,
             {"x: float32[3] = {-2, 0.5, 2}"},
             "y = Shrink(x) {lambd: 1.5, bias: 1.5}",
             "float32[3] {-0.5, 0, 0.5}"},
            {"PRelu",
             13,
             {"x: float32[2,2] = {-1, 2, -3, 4}", "s: float32[2] = {0.5, 2}"},
             "y = PRelu(x, s)",
             "float32[2,2] {-0.5, 2, -1.5, 4}"},
            {"PRelu with a wider slope",
             13,
             {"x: float32[2] = {-1, 2}", "s: float32[2,1] = {0.5, 2}"},
             "y = PRelu(x, s)",
             "error: node n (PRelu, opset 13): input 1 (slope) of shape 2x1 doesn't broadcast to 2"},
        });
    }
    void activates() { ql::test::checkOperatorCase(); }

    void computes_data()
    {
        ql::test::addOperatorCases({
            {"Abs", 13, {"x: int32[2] = {-5, 5}"}, "y = Abs(x)", "int32[2] {5, 5}"},
            {"Ceil", 13, {"x: float32[2] = {-1.5, 1.2}"}, "y = Ceil(x)", "float32[2] {-1, 2}"},
            {"Erf", 13, {"x: float32[2] = {0, 1}"}, "y = Erf(x)", "float32[2] {0, 0.8427}"},
            {"Exp", 13, {"x: float32[2] = {0, 1}"}, "y = Exp(x)", "float32[2] {1, 2.7183}"},
            {"Floor", 13, {"x: float32[2] = {-1.5, 1.2}"}, "y = Floor(x)", "float32[2] {-2, 1}"},
            {"Log", 13, {"x: float32[3] = {0, 1, -1}"}, "y = Log(x)", "float32[3] {-inf, 0, nan}"},
            {"Neg", 13, {"x: int64[2] = {-5, 5}"}, "y = Neg(x)", "int64[2] {5, -5}"},
            {"Reciprocal", 13, {"x: float32[2] = {-4, 0}"}, "y = Reciprocal(x)", "float32[2] {-0.25, inf}"},
            {"Round", 13, {"x: float32[4] = {0.5, 1.5, 2.5, -2.5}"}, "y = Round(x)", "float32[4] {0, 2, 2, -2}"},
            {"Sign", 13, {"x: float32[3] = {-4, 0, 7}"}, "y = Sign(x)", "float32[3] {-1, 0, 1}"},
            {"Sqrt", 13, {"x: float32[2] = {9, -1}"}, "y = Sqrt(x)", "float32[2] {3, nan}"},
            {"Cos", 13, {"x: float32[1] = {0}"}, "y = Cos(x)", "float32[1] {1}"},
            {"IsNaN", 13, {"x: float32[3] = {nan, inf, 1}"}, "y = IsNaN(x)", "bool[3] {1, 0, 0}"},
            {"IsInf", 13, {"x: float32[3] = {nan, inf, -inf}"}, "y = IsInf(x)", "bool[3] {0, 1, 1}"},
            {"IsInf upwards",
             13,
             {"x: float32[2] = {inf, -inf}"},
             "y = IsInf(x) {detect_negative: 0}",
             "bool[2] {1, 0}"},
            {"IsInf of integers",
             13,
             {"x: int8[1] = {1}"},
             "y = IsInf(x)",
             "error: node n (IsInf, opset 13): input 0 has type int8, expected float16, bfloat16, float32 or float64"},
        });
    }
    void computes() { ql::test::checkOperatorCase(); }

    void clips_data()
    {
        ql::test::addOperatorCases({
            {"attributes",
             6,
             {"x: float32[3] = {-2, 0.5, 7}"},
             "y = Clip(x) {min: -1.0, max: 6.0}",
             "float32[3] {-1, 0.5, 6}"},
            {"inputs",
             11,
             {"x: float32[2] = {-2, 7}", "a: float32[] = {-1}", "b: float32[] = {6}"},
             "y = Clip(x, a, b)",
             "float32[2] {-1, 6}"},
            {"upper bound alone",
             13,
             {"x: int8[2] = {-2, 7}", "b: int8[] = {6}"},
             "y = Clip(x, _, b)",
             "int8[2] {-2, 6}"},
            {"no bound", 13, {"x: float32[2] = {-2, 7}"}, "y = Clip(x)", "float32[2] {-2, 7}"},
            {"bounds crossed",
             13,
             {"x: float32[2] = {-2, 7}", "a: float32[] = {3}", "b: float32[] = {1}"},
             "y = Clip(x, a, b)",
             "float32[2] {1, 1}"},
            {"bound of two",
             13,
             {"x: float32[1] = {2}", "a: float32[2] = {0, 1}"},
             "y = Clip(x, a)",
             "error: node n (Clip, opset 13): input 1 (min) has shape 2, expected a scalar"},
            {"bound of another type",
             13,
             {"x: float32[1] = {2}", "a: int32[] = {0}"},
             "y = Clip(x, a)",
             "error: node n (Clip, opset 13): input 1 (min) has type int32, expected float32 as input 0"},
        });
    }
    void clips() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestActivation)
#include "tst_activation.moc"
