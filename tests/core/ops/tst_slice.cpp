// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

class TestSlice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slices_data()
    {
        const char* x = "x: float32[2,3] = {1, 2, 3, 4, 5, 6}";
        const char* line = "x: uint16[4] = {1, 2, 3, 4}";
        ql::test::addOperatorCases({
            {"attributes", 9, {x}, "y = Slice(x) {starts: [1], ends: [9], axes: [1]}", "float32[2,2] {2, 3, 5, 6}"},
            {"attributes without axes", 9, {x}, "y = Slice(x) {starts: [0, -2], ends: [1, -1]}", "float32[1,1] {2}"},
            {"inputs", 13, {line, "s: int64[1] = {1}", "e: int64[1] = {3}"}, "y = Slice(x, s, e)", "uint16[2] {2, 3}"},
            {"step",
             13,
             {line, "s: int64[1] = {0}", "e: int64[1] = {4}", "a: int64[1] = {0}", "t: int64[1] = {3}"},
             "y = Slice(x, s, e, a, t)",
             "uint16[2] {1, 4}"},
            {"backwards",
             13,
             {line, "s: int64[1] = {9}", "e: int64[1] = {-9223372036854775808}", "a: int64[1] = {-1}",
              "t: int64[1] = {-2}"},
             "y = Slice(x, s, e, a, t)",
             "uint16[2] {4, 2}"},
            {"backwards in one leap",
             13,
             {line, "s: int64[1] = {2}", "e: int64[1] = {0}", "a: int64[1] = {0}",
              "t: int64[1] = {-9223372036854775808}"},
             "y = Slice(x, s, e, a, t)",
             "uint16[1] {3}"},
            {"32-bit indices",
             13,
             {line, "s: int32[1] = {-1}", "e: int32[1] = {2147483647}"},
             "y = Slice(x, s, e)",
             "uint16[1] {4}"},
            {"nothing", 13, {line, "s: int64[1] = {3}", "e: int64[1] = {1}"}, "y = Slice(x, s, e)", "uint16[0] {}"},
            {"step 0",
             13,
             {line, "s: int64[1] = {0}", "e: int64[1] = {4}", "a: int64[1] = {0}", "t: int64[1] = {0}"},
             "y = Slice(x, s, e, a, t)",
             "error: node n (Slice, opset 13): step of axis 0 is 0, expected another number"},
            {"counts differ",
             13,
             {line, "s: int64[1] = {0}", "e: int64[2] = {4, 4}"},
             "y = Slice(x, s, e)",
             "error: node n (Slice, opset 13): starts, ends, axes and steps have 1, 2, 1 and 1 entries, expected equal "
             "counts"},
        });
    }
    void slices() { ql::test::checkOperatorCase(); }

    void pads_data()
    {
        const char* x = "x: float32[3] = {1, 2, 3}";
        const char* by2 = "p: int64[2] = {2, 2}";
        ql::test::addOperatorCases({
            {"attributes", 10, {x}, "y = Pad(x) {pads: [1, 0], value: 9.0}", "float32[4] {9, 1, 2, 3}"},
            {"inputs", 13, {x, "p: int64[2] = {0, 1}"}, "y = Pad(x, p)", "float32[4] {1, 2, 3, 0}"},
            {"value",
             13,
             {"x: uint16[1] = {1}", "p: int64[2] = {1, 1}", "v: uint16[] = {65535}"},
             "y = Pad(x, p, v)",
             "uint16[3] {65535, 1, 65535}"},
            {"negative", 13, {x, "p: int64[2] = {-1, 1}"}, "y = Pad(x, p)", "float32[3] {2, 3, 0}"},
            {"two axes",
             13,
             {"x: float32[1,2] = {1, 2}", "p: int64[4] = {1, 0, 0, 1}"},
             "y = Pad(x, p)",
             "float32[2,3] {0, 0, 0, 1, 2, 0}"},
            {"reflect", 13, {x, by2}, "y = Pad(x, p) {mode: \"reflect\"}", "float32[7] {3, 2, 1, 2, 3, 2, 1}"},
            {"edge", 13, {x, by2}, "y = Pad(x, p) {mode: \"edge\"}", "float32[7] {1, 1, 1, 2, 3, 3, 3}"},
            {"wrap", 19, {x, by2}, "y = Pad(x, p) {mode: \"wrap\"}", "float32[7] {2, 3, 1, 2, 3, 1, 2}"},
            {"reflect of one",
             13,
             {"x: float32[1] = {5}", by2},
             "y = Pad(x, p) {mode: \"reflect\"}",
             "float32[5] {5, 5, 5, 5, 5}"},
            {"axes",
             18,
             {"x: float32[1,2] = {1, 2}", "p: int64[2] = {0, 1}", "a: int64[1] = {-1}"},
             "y = Pad(x, p, _, a)",
             "float32[1,3] {1, 2, 0}"},
            {"nothing", 13, {"x: float32[0] = {}", "p: int64[2] = {1, 1}"}, "y = Pad(x, p)", "float32[2] {0, 0}"},
            {"edge of nothing",
             13,
             {"x: float32[0] = {}", "p: int64[2] = {1, 1}"},
             "y = Pad(x, p) {mode: \"edge\"}",
             "error: node n (Pad, opset 13): axis 0 of size 0 can't be padded by 1 and 1"},
            {"too few",
             13,
             {x, "p: int64[1] = {1}"},
             "y = Pad(x, p)",
             "error: node n (Pad, opset 13): pads has 1 entries, expected 2"},
            {"unknown mode",
             13,
             {x, by2},
             "y = Pad(x, p) {mode: \"mirror\"}",
             "error: node n (Pad, opset 13): attribute mode is \"mirror\", expected constant, reflect, edge or wrap"},
        });
    }
    void pads() { ql::test::checkOperatorCase(); }

    void gathers_data()
    {
        const char* x = "x: float32[2,3] = {1, 2, 3, 4, 5, 6}";
        ql::test::addOperatorCases({
            {"Gather", 13, {x, "i: int64[2] = {2, -1}"}, "y = Gather(x, i) {axis: 1}", "float32[2,2] {3, 3, 6, 6}"},
            {"Gather in the middle",
             13,
             {"x: int64[2,2,2] = {1, 2, 3, 4, 5, 6, 7, 8}", "i: int32[1,3] = {-1, 0, -1}"},
             "y = Gather(x, i) {axis: 1}",
             "int64[2,1,3,2] {3, 4, 1, 2, 3, 4, 7, 8, 5, 6, 7, 8}"},
            {"Gather by a scalar", 13, {x, "i: int32[] = {-1}"}, "y = Gather(x, i)", "float32[3] {4, 5, 6}"},
            {"Gather by a matrix",
             11,
             {"x: uint16[3] = {7, 8, 9}", "i: int64[2,2] = {0, 1, 1, 2}"},
             "y = Gather(x, i)",
             "uint16[2,2] {7, 8, 8, 9}"},
            {"Gather nothing", 13, {x, "i: int64[0] = {}"}, "y = Gather(x, i)", "float32[0,3] {}"},
            {"Gather out of range",
             13,
             {x, "i: int64[1] = {2}"},
             "y = Gather(x, i)",
             "error: node n (Gather, opset 13): index 2 is out of range for an axis of 2"},
            {"Gather by floats",
             13,
             {x, "i: float32[1] = {1}"},
             "y = Gather(x, i)",
             "error: node n (Gather, opset 13): input 1 (indices) has type float32, expected int32 or int64"},
            {"GatherElements",
             13,
             {x, "i: int64[1,3] = {1, 0, -1}"},
             "y = GatherElements(x, i)",
             "float32[1,3] {4, 2, 6}"},
            {"GatherElements of another rank",
             13,
             {x, "i: int64[1] = {1}"},
             "y = GatherElements(x, i)",
             "error: node n (GatherElements, opset 13): input 1 (indices) has rank 1, expected 2"},
            {"GatherND", 13, {x, "i: int64[2,2] = {0, 1, 1, -1}"}, "y = GatherND(x, i)", "float32[2] {2, 6}"},
            {"GatherND of rows", 13, {x, "i: int64[1,1] = {1}"}, "y = GatherND(x, i)", "float32[1,3] {4, 5, 6}"},
            {"GatherND in batches",
             13,
             {x, "i: int64[2,1] = {0, 2}"},
             "y = GatherND(x, i) {batch_dims: 1}",
             "float32[2] {1, 6}"},
            {"GatherND by long tuples",
             13,
             {x, "i: int64[1,3] = {0, 0, 0}"},
             "y = GatherND(x, i)",
             "error: node n (GatherND, opset 13): input 1 (indices) holds tuples of 3, expected 1 to 2"},
            {"ScatterElements",
             13,
             {x, "i: int64[1,2] = {1, -2}", "u: float32[1,2] = {70, 80}"},
             "y = ScatterElements(x, i, u)",
             "float32[2,3] {1, 80, 3, 70, 5, 6}"},
            {"ScatterElements adds",
             16,
             {"x: float32[2] = {1, 2}", "i: int64[2] = {1, 1}", "u: float32[2] = {10, 20}"},
             "y = ScatterElements(x, i, u) {reduction: \"add\"}",
             "float32[2] {1, 32}"},
            {"ScatterElements keeps the highest",
             18,
             {"x: float32[2] = {1, 2}", "i: int64[2] = {1, 0}", "u: float32[2] = {-5, 20}"},
             "y = ScatterElements(x, i, u) {reduction: \"max\"}",
             "float32[2] {20, 2}"},
            {"ScatterElements by average",
             16,
             {"x: float32[1] = {1}", "i: int64[1] = {0}", "u: float32[1] = {1}"},
             "y = ScatterElements(x, i, u) {reduction: \"mean\"}",
             "error: node n (ScatterElements, opset 16): attribute reduction is \"mean\", expected none, add, mul, max "
             "or min"},
            {"ScatterND",
             13,
             {x, "i: int64[1,1] = {1}", "u: float32[1,3] = {7, 8, 9}"},
             "y = ScatterND(x, i, u)",
             "float32[2,3] {1, 2, 3, 7, 8, 9}"},
            {"ScatterND multiplies",
             16,
             {"x: float32[2] = {3, 4}", "i: int64[2,1] = {0, 0}", "u: float32[2] = {5, 2}"},
             "y = ScatterND(x, i, u) {reduction: \"mul\"}",
             "float32[2] {30, 4}"},
            {"Scatter",
             9,
             {"x: float32[2] = {1, 2}", "i: int64[1] = {1}", "u: float32[1] = {9}"},
             "y = Scatter(x, i, u)",
             "float32[2] {1, 9}"},
        });
    }
    void gathers() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestSlice)
#include "tst_slice.moc"
