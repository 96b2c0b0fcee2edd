// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestReduction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reduces_data()
    {
        const char* x = "x: float32[2,2] = {1, 2, 3, -4}";
        const char* axes = "a: int64[1] = {1}";
        ql::test::addOperatorCases({
            {"all axes", 13, {x}, "y = ReduceMean(x)", "float32[1,1] {0.5}"},
            {"attribute", 13, {x}, "y = ReduceMean(x) {axes: [1]}", "float32[2,1] {1.5, -0.5}"},
            {"negative attribute, axis dropped",
             13,
             {x},
             "y = ReduceMean(x) {axes: [-2], keepdims: 0}",
             "float32[2] {2, -1}"},
            {"input", 18, {x, axes}, "y = ReduceMean(x, a)", "float32[2,1] {1.5, -0.5}"},
            {"sum by input, opset 13", 13, {x, axes}, "y = ReduceSum(x, a) {keepdims: 0}", "float32[2] {3, -1}"},
            {"no axes mean all", 18, {x, "a: int64[0] = {}"}, "y = ReduceSum(x, a) {keepdims: 0}", "float32[] {2}"},
            {"no axes mean none",
             18,
             {x, "a: int64[0] = {}"},
             "y = ReduceSum(x, a) {noop_with_empty_axes: 1}",
             "float32[2,2] {1, 2, 3, -4}"},
            {"a scalar", 13, {"x: float32[] = {-3}"}, "y = ReduceL1(x)", "float32[] {3}"},
            {"L1", 13, {x}, "y = ReduceL1(x) {axes: [1]}", "float32[2,1] {3, 7}"},
            {"L2", 13, {x}, "y = ReduceL2(x) {axes: [1]}", "float32[2,1] {2.2361, 5}"},
            {"LogSum", 13, {"x: float32[2] = {1, 1}"}, "y = ReduceLogSum(x)", "float32[1] {0.69315}"},
            {"LogSumExp", 13, {"x: float32[2] = {1000, 1000}"}, "y = ReduceLogSumExp(x)", "float32[1] {1000.7}"},
            {"Max", 13, {x}, "y = ReduceMax(x) {axes: [0]}", "float32[1,2] {3, 2}"},
            {"Max of int8", 13, {"x: int8[2] = {-5, -6}"}, "y = ReduceMax(x)", "int8[1] {-5}"},
            {"Max of nothing",
             20,
             {"x: float32[0,2] = {}", "a: int64[1] = {0}"},
             "y = ReduceMax(x, a)",
             "float32[1,2] {-inf, -inf}"},
            {"Min", 13, {x}, "y = ReduceMin(x) {keepdims: 0}", "float32[] {-4}"},
            {"Prod", 13, {x}, "y = ReduceProd(x)", "float32[1,1] {-24}"},
            {"Sum of integers", 11, {"x: int32[2] = {5, 6}"}, "y = ReduceSum(x)", "int32[1] {11}"},
            {"Mean of integers", 13, {"x: int32[2] = {5, 6}"}, "y = ReduceMean(x)", "int32[1] {5}"},
            {"SumSquare", 13, {x}, "y = ReduceSumSquare(x) {axes: [1]}", "float32[2,1] {5, 25}"},
            {"bad axis",
             13,
             {x},
             "y = ReduceSumSquare(x) {axes: [2]}",
             "error: node n (ReduceSumSquare, opset 13): axis 2 is out of range for rank 2"},
        });
    }
    void reduces() { ql::test::checkOperatorCase(); }

    void finds_data()
    {
        const char* x = "x: float32[2,3] = {1, 5, 5, 9, 2, 2}";
        ql::test::addOperatorCases({
            {"ArgMax", 13, {x}, "y = ArgMax(x) {axis: 1}", "int64[2,1] {1, 0}"},
            {"ArgMax, last", 13, {x}, "y = ArgMax(x) {axis: -1, keepdims: 0, select_last_index: 1}", "int64[2] {2, 0}"},
            {"ArgMin", 13, {x}, "y = ArgMin(x)", "int64[1,3] {0, 1, 1}"},
            {"ArgMin of nothing",
             13,
             {"x: float32[0] = {}"},
             "y = ArgMin(x)",
             "error: node n (ArgMin, opset 13): input 0 has no elements to choose from"},
            {"TopK",
             11,
             {x, "k: int64[1] = {2}"},
             "v, i = TopK(x, k)",
             "float32[2,2] {5, 5, 9, 2}\nint64[2,2] {1, 2, 0, 1}"},
            {"TopK, smallest",
             11,
             {x, "k: int64[1] = {1}"},
             "v, i = TopK(x, k) {largest: 0, axis: 0}",
             "float32[1,3] {1, 2, 2}\nint64[1,3] {0, 1, 1}"},
            {"TopK, opset 9", 9, {x}, "v, i = TopK(x) {k: 1}", "float32[2,1] {5, 9}\nint64[2,1] {1, 0}"},
            {"TopK of too many",
             11,
             {x, "k: int64[1] = {4}"},
             "v, i = TopK(x, k)",
             "error: node n (TopK, opset 11): k is 4, expected 0 to 3 (axis 1)"},
        });
    }
    void finds() { ql::test::checkOperatorCase(); }

    void accumulates_data()
    {
        const char* x = "x: float32[3] = {1, 2, 3}";
        const char* axis = "a: int32[] = {0}";
        ql::test::addOperatorCases({
            {"plain", 14, {x, axis}, "y = CumSum(x, a)", "float32[3] {1, 3, 6}"},
            {"exclusive", 14, {x, axis}, "y = CumSum(x, a) {exclusive: 1}", "float32[3] {0, 1, 3}"},
            {"reverse", 14, {x, axis}, "y = CumSum(x, a) {reverse: 1}", "float32[3] {6, 5, 3}"},
            {"integers along columns",
             14,
             {"x: int32[1,2] = {1, 2}", "a: int64[] = {-1}"},
             "y = CumSum(x, a)",
             "int32[1,2] {1, 3}"},
            {"two axes",
             14,
             {x, "a: int32[2] = {0, 0}"},
             "y = CumSum(x, a)",
             "error: node n (CumSum, opset 14): input 1 (axis) has 2 elements, expected 1"},
        });
    }
    void accumulates() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestReduction)
#include "tst_reduction.moc"
