// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// What ONNX had as experimental operators until opset 10. Numbers by hand from the formulas of its old documentation.
class TestExperimentalOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines_data()
    {
        ql::test::addOperatorCases({
            {"Affine",
             7,
             {"x: float32[2] = {1, -2}"},
             "y = Affine(x) {alpha: 3.0, beta: 0.5}",
             "float32[2] {3.5, -5.5}"},
            {"Affine by default", 1, {"x: float32[2] = {1, -2}"}, "y = Affine(x)", "float32[2] {1, -2}"},
            {"Scale", 1, {"x: float16[2] = {1, -2}"}, "y = Scale(x) {scale: 0.5}", "float16[2] {0.5, -1}"},
            {"ImageScaler",
             9,
             {"x: float32[1,2,1,2] = {1, 2, 3, 4}"},
             "y = ImageScaler(x) {scale: 2.0, bias: [10.0, -1.0]}",
             "float32[1,2,1,2] {12, 14, 5, 7}"},
            {"ImageScaler without bias",
             9,
             {"x: float32[1,1,1,2] = {1, 2}"},
             "y = ImageScaler(x) {scale: 0.5}",
             "float32[1,1,1,2] {0.5, 1}"},
            {"ImageScaler of an empty batch",
             9,
             {"x: float32[0,1,1,2] = {}"},
             "y = ImageScaler(x) {bias: [1.0]}",
             "float32[0,1,1,2] {}"},
            {"ImageScaler with too few biases",
             9,
             {"x: float32[1,2,1,1] = {1, 2}"},
             "y = ImageScaler(x) {bias: [10.0]}",
             "error: node n (ImageScaler, opset 9): attribute bias has 1 entries, expected 2 (channels)"},
            {"ImageScaler of a vector",
             9,
             {"x: float32[2] = {1, 2}"},
             "y = ImageScaler(x)",
             "error: node n (ImageScaler, opset 9): input 0 (input) has rank 1, expected 4"},
        });
    }
    void lines() { ql::test::checkOperatorCase(); }

    // 2 · tanh(0.5 · 1) = 0.924234, 2 · ln(1 + e^0.5) = 1.948154, 2 · ln(1 + e^-1) = 0.626523.
    void curves_data()
    {
        ql::test::addOperatorCases({
            {"ScaledTanh",
             1,
             {"x: float32[2] = {1, 0}"},
             "y = ScaledTanh(x) {alpha: 2.0, beta: 0.5}",
             "float32[2] {0.92423, 0}"},
            {"ParametricSoftplus",
             1,
             {"x: float32[2] = {1, -2}"},
             "y = ParametricSoftplus(x) {alpha: 2.0, beta: 0.5}",
             "float32[2] {1.9482, 0.62652}"},
            {"ParametricSoftplus without beta",
             1,
             {"x: float32[1] = {1}"},
             "y = ParametricSoftplus(x) {alpha: 2.0}",
             "error: node n (ParametricSoftplus, opset 1): attribute beta is missing"},
            {"ThresholdedRelu before it was standard",
             6,
             {"x: float32[3] = {1, 2, 3}"},
             "y = ThresholdedRelu(x) {alpha: 2.0}",
             "float32[3] {0, 0, 3}"},
        });
    }
    void curves() { ql::test::checkOperatorCase(); }

    void crops_data()
    {
        ql::test::addOperatorCases({
            {"Crop by its border",
             7,
             {"x: float32[1,1,3,4] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}"},
             "y = Crop(x) {border: [1, 1, 2, 0]}",
             "float32[1,1,2,1] {11, 21}"},
            {"Crop to a size",
             7,
             {"x: int8[1,1,3,4] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}"},
             "y = Crop(x) {border: [2, 0, 0, 0], scale: [2, 2]}",
             "int8[1,1,2,2] {2, 3, 12, 13}"},
            {"Crop of everything",
             7,
             {"x: float32[1,1,1,2] = {0, 1}"},
             "y = Crop(x) {border: [2, 0, 0, 0]}",
             "float32[1,1,1,0] {}"},
            {"Crop of more than there is",
             7,
             {"x: float32[1,1,1,2] = {0, 1}"},
             "y = Crop(x) {border: [9223372036854775807, 0, 9223372036854775807, 0]}",
             "error: node n (Crop, opset 7): an image of shape 1x1x1x2 is too small for a border of "
             "9223372036854775807, 0, 9223372036854775807, 0 and a scale of nothing"},
            {"Crop to more than there is",
             7,
             {"x: float32[1,1,1,2] = {0, 1}"},
             "y = Crop(x) {border: [1, 0, 0, 0], scale: [1, 2]}",
             "error: node n (Crop, opset 7): an image of shape 1x1x1x2 is too small for a border of 1, 0, 0, 0 and a "
             "scale of 1, 2"},
            {"Crop without a border",
             7,
             {"x: float32[1,1,1,2] = {0, 1}"},
             "y = Crop(x) {scale: [1, 1]}",
             "error: node n (Crop, opset 7): attribute border has 0 entries, expected 4"},
            {"Crop by less than nothing",
             7,
             {"x: float32[1,1,1,2] = {0, 1}"},
             "y = Crop(x) {border: [-1, 0, 0, 0]}",
             "error: node n (Crop, opset 7): attributes border and scale hold numbers of pixels, none below 0"},
        });
    }
    void crops() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestExperimentalOperators)
#include "tst_experimental_operators.moc"
