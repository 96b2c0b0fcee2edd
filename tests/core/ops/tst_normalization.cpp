// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestNormalization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void normalizes_data()
    {
        const char* x = "x: float32[1,2,2] = {1, 3, 10, 30}";
        const char* scale = "s: float32[2] = {1, 2}";
        const char* shift = "b: float32[2] = {0, 5}";
        ql::test::addOperatorCases({
            {"batch",
             15,
             {x, scale, shift, "m: float32[2] = {1, 10}", "v: float32[2] = {4, 100}"},
             "y = BatchNormalization(x, s, b, m, v) {epsilon: 0.0}",
             "float32[1,2,2] {0, 1, 5, 9}"},
            {"batch, opset 7, a matrix",
             7,
             {"x: float32[1,2] = {3, 30}", scale, shift, "m: float32[2] = {1, 10}", "v: float32[2] = {4, 100}"},
             "y = BatchNormalization(x, s, b, m, v) {epsilon: 0.0}",
             "float32[1,2] {1, 9}"},
            {"batch, a vector is one channel",
             15,
             {"x: float32[3] = {1, 3, 5}", "s: float32[1] = {2}", "b: float32[1] = {1}", "m: float32[1] = {3}",
              "v: float32[1] = {4}"},
             "y = BatchNormalization(x, s, b, m, v) {epsilon: 0.0}",
             "float32[3] {-1, 1, 3}"},
            {"batch with the outputs of training",
             7,
             {x, scale, shift, "m: float32[2] = {1, 10}", "v: float32[2] = {4, 100}"},
             "y, ym, yv = BatchNormalization(x, s, b, m, v)",
             "error: node n (BatchNormalization, opset 7): it has 3 outputs, expected 1: the others are made in "
             "training "
             "(export the model for inference)"},
            {"layer, numbers of its own for each sample",
             17,
             {"x: float32[2,2] = {1, 3, 10, 30}", "s: float32[2,1] = {2, 3}", "b: float32[2,2] = {1, 0, 0, 1}"},
             "y = LayerNormalization(x, s, b) {epsilon: 0.0}",
             "float32[2,2] {-1, 2, -3, 4}"},
            {"layer, a scale that doesn't fit",
             17,
             {"x: float32[2,2] = {1, 3, 10, 30}", "s: float32[3] = {2, 3, 4}"},
             "y = LayerNormalization(x, s)",
             "error: node n (LayerNormalization, opset 17): input 1 of shape 3 can't be broadcast to 2x2"},
            {"batch in training",
             15,
             {x, scale, shift, "m: float32[2] = {1, 10}", "v: float32[2] = {4, 100}"},
             "y = BatchNormalization(x, s, b, m, v) {training_mode: 1}",
             "error: node n (BatchNormalization, opset 15): attribute training_mode is 1, expected 0 (export the "
             "model for inference)"},
            {"batch of other channels",
             15,
             {x, "s: float32[3] = {1, 2, 3}", shift, "m: float32[2] = {1, 10}", "v: float32[2] = {4, 100}"},
             "y = BatchNormalization(x, s, b, m, v)",
             "error: node n (BatchNormalization, opset 15): input 1 has 3 elements, expected one for each of 2 "
             "channels"},
            {"instance",
             13,
             {x, scale, shift},
             "y = InstanceNormalization(x, s, b) {epsilon: 0.0}",
             "float32[1,2,2] {-1, 1, 3, 7}"},
            {"group, opset 18",
             18,
             {"x: float32[1,2,1] = {1, 3}", "s: float32[1] = {2}", "b: float32[1] = {5}"},
             "y = GroupNormalization(x, s, b) {num_groups: 1, epsilon: 0.0}",
             "float32[1,2,1] {3, 7}"},
            {"group, opset 21",
             21,
             {"x: float32[1,2,1] = {1, 3}", scale, shift},
             "y = GroupNormalization(x, s, b) {num_groups: 1, epsilon: 0.0}",
             "float32[1,2,1] {-1, 7}"},
            {"groups that don't fit",
             21,
             {"x: float32[1,2,1] = {1, 3}", scale, shift},
             "y = GroupNormalization(x, s, b) {num_groups: 3}",
             "error: node n (GroupNormalization, opset 21): input 0 of shape 1x2x1 can't be split into 3 groups"},
            {"layer",
             17,
             {"x: float32[2,2] = {1, 3, 10, 30}", scale, shift},
             "y, m, d = LayerNormalization(x, s, b) {epsilon: 0.0}",
             "float32[2,2] {-1, 7, -1, 7}\nfloat32[2,1] {2, 20}\nfloat32[2,1] {1, 0.1}"},
            {"layer from axis 0",
             17,
             {"x: float32[1,2] = {1, 3}", "s: float32[1,2] = {1, 2}"},
             "y = LayerNormalization(x, s) {axis: 0, epsilon: 0.0}",
             "float32[1,2] {-1, 2}"},
            {"Lp", 13, {"x: float32[2,2] = {3, 4, 0, 0}"}, "y = LpNormalization(x)", "float32[2,2] {0.6, 0.8, 0, 0}"},
            {"Lp of order 1 along rows",
             13,
             {"x: float32[2,1] = {1, -3}"},
             "y = LpNormalization(x) {p: 1, axis: 0}",
             "float32[2,1] {0.25, -0.75}"},
            {"Lp of order 3",
             13,
             {"x: float32[1] = {1}"},
             "y = LpNormalization(x) {p: 3}",
             "error: node n (LpNormalization, opset 13): attribute p is 3, expected 1 or 2"},
            {"LRN",
             13,
             {"x: float32[1,3,1,1] = {1, 2, 3}"},
             "y = LRN(x) {size: 2, alpha: 2.0, beta: 1.0, bias: 0.0}",
             "float32[1,3,1,1] {0.2, 0.15385, 0.33333}"},
            {"mean and variance",
             13,
             {"x: float32[2,1,1,1] = {1, 3}"},
             "y = MeanVarianceNormalization(x)",
             "float32[2,1,1,1] {-1, 1}"},
        });
    }
    void normalizes() { ql::test::checkOperatorCase(); }

    void weighs_data()
    {
        const char* cube = "x: float32[1,2,2] = {0, 0, 0, 0}";
        ql::test::addOperatorCases({
            {"softmax over the last axis", 13, {cube}, "y = Softmax(x)", "float32[1,2,2] {0.5, 0.5, 0.5, 0.5}"},
            {"softmax over a matrix's row before opset 13",
             11,
             {cube},
             "y = Softmax(x)",
             "float32[1,2,2] {0.25, 0.25, 0.25, 0.25}"},
            {"softmax with axis, opset 11",
             11,
             {cube},
             "y = Softmax(x) {axis: 2}",
             "float32[1,2,2] {0.5, 0.5, 0.5, 0.5}"},
            {"softmax of large numbers",
             13,
             {"x: float32[2] = {1000, 1000}"},
             "y = Softmax(x)",
             "float32[2] {0.5, 0.5}"},
            {"softmax",
             13,
             {"x: float32[1,2] = {0, 1}"},
             "y = Softmax(x) {axis: -1}",
             "float32[1,2] {0.26894, 0.73106}"},
            {"softmax of nothing", 13, {"x: float32[0,2] = {}"}, "y = Softmax(x)", "float32[0,2] {}"},
            {"log", 13, {"x: float32[2] = {0, 0}"}, "y = LogSoftmax(x)", "float32[2] {-0.69315, -0.69315}"},
            {"hard", 13, {"x: float32[2,3] = {1, 3, 3, 9, 2, 1}"}, "y = Hardmax(x)", "float32[2,3] {0, 1, 0, 1, 0, 0}"},
            {"bad axis",
             13,
             {"x: float32[2] = {1, 2}"},
             "y = Softmax(x) {axis: 1}",
             "error: node n (Softmax, opset 13): axis 1 is out of range for rank 1"},
        });
    }
    void weighs() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestNormalization)
#include "tst_normalization.moc"
