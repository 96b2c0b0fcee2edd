// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesMaxima_data()
    {
        const char* picture = "x: float32[1,1,3,3] = {1, 2, 3, 4, 5, 6, 7, 8, 9}";
        ql::test::addOperatorCases({
            {"2-D", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2]}", "float32[1,1,2,2] {5, 6, 8, 9}"},
            {"stride", 8, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], strides: [2, 2]}", "float32[1,1,1,1] {5}"},
            {"rounded up", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1}",
             "float32[1,1,2,2] {5, 6, 8, 9}"},
            {"pads", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], strides: [2, 2], pads: [1, 1, 0, 0]}",
             "float32[1,1,2,2] {1, 3, 7, 9}"},
            {"pads larger than half a window", 12, {"x: float32[1,1,2] = {-3, -4}"},
             "y = MaxPool(x) {kernel_shape: [3], pads: [2, 2]}", "float32[1,1,4] {-3, -3, -3, -4}"},
            {"same, upper", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], auto_pad: \"SAME_UPPER\"}",
             "float32[1,1,3,3] {5, 6, 6, 8, 9, 9, 8, 9, 9}"},
            {"same, lower", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], auto_pad: \"SAME_LOWER\"}",
             "float32[1,1,3,3] {1, 2, 3, 4, 5, 6, 7, 8, 9}"},
            {"dilation", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2, 2], dilations: [2, 2]}",
             "float32[1,1,1,1] {9}"},
            {"uint8", 12, {"x: uint8[1,1,3] = {200, 255, 0}"}, "y = MaxPool(x) {kernel_shape: [2]}",
             "uint8[1,1,2] {255, 255}"},
            {"int8 with pads", 12, {"x: int8[1,1,2] = {-128, -5}"}, "y = MaxPool(x) {kernel_shape: [2], pads: [1, 0]}",
             "int8[1,1,2] {-128, -5}"},
            {"3-D", 12, {"x: float32[1,1,2,1,1] = {1, 2}"}, "y = MaxPool(x) {kernel_shape: [2, 1, 1]}",
             "float32[1,1,1,1,1] {2}"},
            {"indices", 12, {"x: float32[1,2,2,2] = {1, 2, 4, 3, 8, 7, 6, 5}"},
             "y, i = MaxPool(x) {kernel_shape: [2, 2]}", "float32[1,2,1,1] {4, 8}\nint64[1,2,1,1] {2, 4}"},
            {"indices with pads", 12, {"x: float32[1,1,2,2] = {1, 2, 4, 3}"},
             "y, i = MaxPool(x) {kernel_shape: [2, 2], strides: [2, 2], pads: [1, 1, 1, 1]}",
             "float32[1,1,2,2] {1, 2, 4, 3}\nint64[1,1,2,2] {0, 1, 2, 3}"},
            {"indices, columns first", 12, {"x: float32[1,1,2,3] = {1, 2, 6, 4, 3, 5}"},
             "y, i = MaxPool(x) {kernel_shape: [2, 3], storage_order: 1}",
             "float32[1,1,1,1] {6}\nint64[1,1,1,1] {4}"},
            {"of 32-bit integers", 12, {"x: int32[1,1,2] = {1, 2}"}, "y = MaxPool(x) {kernel_shape: [2]}",
             "error: node n (MaxPool, opset 12): input 0 has type int32, expected float32, float16, float64, bfloat16, "
             "int8 or uint8"},
            {"without a window", 12, {picture}, "y = MaxPool(x)",
             "error: node n (MaxPool, opset 12): attribute kernel_shape is missing"},
            {"of a matrix", 12, {"x: float32[1,2] = {1, 2}"}, "y = MaxPool(x) {kernel_shape: [2]}",
             "error: node n (MaxPool, opset 12): input 0 has rank 2, expected 3, 4 or 5"},
            {"window of another rank", 12, {picture}, "y = MaxPool(x) {kernel_shape: [2]}",
             "error: node n (MaxPool, opset 12): input has 2 spatial axes, expected 1 as the kernel"},
        });
    }
    void takesMaxima() { ql::test::checkOperatorCase(); }

    void averages_data()
    {
        const char* line = "x: float32[1,1,3] = {3, 6, 9}";
        ql::test::addOperatorCases({
            {"1-D", 7, {line}, "y = AveragePool(x) {kernel_shape: [2]}", "float32[1,1,2] {4.5, 7.5}"},
            {"padding left out", 10, {line}, "y = AveragePool(x) {kernel_shape: [3], pads: [1, 1]}",
             "float32[1,1,3] {4.5, 6, 7.5}"},
            {"padding counted", 10, {line},
             "y = AveragePool(x) {kernel_shape: [3], pads: [1, 1], count_include_pad: 1}", "float32[1,1,3] {3, 6, 5}"},
            {"padding on one side", 10, {line}, "y = AveragePool(x) {kernel_shape: [2], pads: [0, 1]}",
             "float32[1,1,3] {4.5, 7.5, 9}"},
            {"padding on one side, counted", 10, {line},
             "y = AveragePool(x) {kernel_shape: [2], pads: [0, 1], count_include_pad: 1}",
             "float32[1,1,3] {4.5, 7.5, 4.5}"},
            {"rounded up", 10, {line}, "y = AveragePool(x) {kernel_shape: [2], strides: [2], ceil_mode: 1}",
             "float32[1,1,2] {4.5, 9}"},
            {"rounded up and padded", 19, {line},
             "y = AveragePool(x) {kernel_shape: [2], strides: [2], pads: [1, 0], ceil_mode: 1, count_include_pad: 1}",
             "float32[1,1,2] {1.5, 7.5}"},
            {"dilation", 19, {line}, "y = AveragePool(x) {kernel_shape: [2], dilations: [2]}", "float32[1,1,1] {6}"},
            {"same, upper", 10, {"x: float32[1,1,2,2] = {1, 2, 3, 4}"},
             "y = AveragePool(x) {kernel_shape: [2, 2], auto_pad: \"SAME_UPPER\"}",
             "float32[1,1,2,2] {2.5, 3, 3.5, 4}"},
            {"Lp", 18, {"x: float32[1,1,3] = {3, -4, 0}"}, "y = LpPool(x) {kernel_shape: [2]}", "float32[1,1,2] {5, 4}"},
            {"Lp of order 1", 18, {"x: float32[1,1,2] = {3, -4}"}, "y = LpPool(x) {kernel_shape: [2], p: 1}",
             "float32[1,1,1] {7}"},
            {"of a matrix", 10, {"x: float32[1,2] = {1, 2}"}, "y = AveragePool(x) {kernel_shape: [2]}",
             "error: node n (AveragePool, opset 10): input 0 has rank 2, expected 3 or more"},
            {"without a window", 10, {line}, "y = AveragePool(x)",
             "error: node n (AveragePool, opset 10): attribute kernel_shape is missing"},
            {"of order 0", 18, {line}, "y = LpPool(x) {kernel_shape: [2], p: 0}",
             "error: node n (LpPool, opset 18): attribute p is 0, expected ≥ 1"},
        });
    }
    void averages() { ql::test::checkOperatorCase(); }

    void poolsAll_data()
    {
        const char* x = "x: float32[1,2,1,2] = {3, 5, -3, -4}";
        ql::test::addOperatorCases({
            {"average", 13, {x}, "y = GlobalAveragePool(x)", "float32[1,2,1,1] {4, -3.5}"},
            {"maximum", 13, {x}, "y = GlobalMaxPool(x)", "float32[1,2,1,1] {5, -3}"},
            {"norm", 13, {x}, "y = GlobalLpPool(x)", "float32[1,2,1,1] {5.831, 5}"},
            {"no samples", 13, {"x: float32[0,1,2] = {}"}, "y = GlobalAveragePool(x)", "float32[0,1,1] {}"},
            {"of a matrix", 13, {"x: float32[1,2] = {1, 2}"}, "y = GlobalMaxPool(x)",
             "error: node n (GlobalMaxPool, opset 13): input 0 has rank 2, expected 3 or more"},
        });
    }
    void poolsAll() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestPooling)
#include "tst_pooling.moc"
