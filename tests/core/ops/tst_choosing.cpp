// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// Operators that choose, order or place elements.
class TestChoosing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chooses_data()
    {
        ql::test::addOperatorCases({
            {"Compress along an axis",
             11,
             {"x: float32[3,2] = {1, 2, 3, 4, 5, 6}", "c: bool[2] = {false, true}"},
             "y = Compress(x, c) {axis: 0}",
             "float32[1,2] {3, 4}"},
            {"Compress of a list",
             11,
             {"x: float32[2,2] = {1, 2, 3, 4}", "c: bool[4] = {true, false, false, true}"},
             "y = Compress(x, c)",
             "float32[2] {1, 4}"},
            {"Compress by too much",
             11,
             {"x: float32[1] = {1}", "c: bool[2] = {true, true}"},
             "y = Compress(x, c)",
             "error: node n (Compress, opset 11): input 1 (condition) has 2 elements, expected at most 1"},
            {"NonZero", 13, {"x: int32[2,2] = {1, 0, 0, 7}"}, "y = NonZero(x)", "int64[2,2] {0, 1, 0, 1}"},
            {"NonZero of nothing", 13, {"x: float32[0,2] = {}"}, "y = NonZero(x)", "int64[2,0] {}"},
            {"OneHot",
             11,
             {"i: int64[3] = {0, -1, 5}", "d: int64[] = {3}", "v: float32[2] = {2, 5}"},
             "y = OneHot(i, d, v)",
             "float32[3,3] {5, 2, 2, 2, 2, 5, 2, 2, 2}"},
            {"OneHot in front",
             11,
             {"i: int64[2] = {1, 0}", "d: float32[] = {2}", "v: int32[2] = {0, 1}"},
             "y = OneHot(i, d, v) {axis: 0}",
             "int32[2,2] {0, 1, 1, 0}"},
            {"OneHot of absurd depth",
             11,
             {"i: int64[1] = {1}", "d: int64[] = {1000000000000000000}", "v: float32[2] = {0, 1}"},
             "y = OneHot(i, d, v)",
             "error: node n (OneHot, opset 11): a float32 tensor of shape 1x1000000000000000000 doesn't fit in memory"},
            {"EyeLike",
             9,
             {"x: float32[2,3] = {9, 9, 9, 9, 9, 9}"},
             "y = EyeLike(x) {k: 1, dtype: 7}",
             "int64[2,3] {0, 1, 0, 0, 0, 1}"},
            {"EyeLike beyond the corner", 9, {"x: float32[1,1] = {9}"}, "y = EyeLike(x) {k: -3}", "float32[1,1] {0}"},
            {"EyeLike of a list",
             9,
             {"x: float32[1] = {9}"},
             "y = EyeLike(x)",
             "error: node n (EyeLike, opset 9): input 0 has rank 1, expected 2"},
        });
    }
    void chooses() { ql::test::checkOperatorCase(); }

    void orders_data()
    {
        ql::test::addOperatorCases({
            {"Unique",
             11,
             {"x: float32[6] = {2, 1, 1, 3, 4, 3}"},
             "y, i, r, c = Unique(x)",
             "float32[4] {1, 2, 3, 4}\nint64[4] {1, 0, 3, 4}\nint64[6] {1, 0, 0, 2, 3, 2}\nint64[4] {2, 1, 2, 1}"},
            {"Unique in order of appearance",
             11,
             {"x: float32[4] = {2, 1, 2, 0}"},
             "y, i, r, c = Unique(x) {sorted: 0}",
             "float32[3] {2, 1, 0}\nint64[3] {0, 1, 3}\nint64[4] {0, 1, 0, 2}\nint64[3] {2, 1, 1}"},
            {"Unique rows",
             11,
             {"x: float32[3,2] = {1, 0, 1, 0, 0, 5}"},
             "y, i, r, c = Unique(x) {axis: 0}",
             "float32[2,2] {0, 5, 1, 0}\nint64[2] {2, 0}\nint64[3] {1, 1, 0}\nint64[2] {1, 2}"},
            {"ReverseSequence",
             10,
             {"x: float32[3,2] = {1, 2, 3, 4, 5, 6}", "l: int64[2] = {2, 3}"},
             "y = ReverseSequence(x, l)",
             "float32[3,2] {3, 6, 1, 4, 5, 2}"},
            {"ReverseSequence, batch first",
             10,
             {"x: float32[2,3] = {1, 2, 3, 4, 5, 6}", "l: int64[2] = {1, 2}"},
             "y = ReverseSequence(x, l) {batch_axis: 0, time_axis: 1}",
             "float32[2,3] {1, 2, 3, 5, 4, 6}"},
            {"ReverseSequence too long",
             10,
             {"x: float32[1,1] = {1}", "l: int64[1] = {2}"},
             "y = ReverseSequence(x, l)",
             "error: node n (ReverseSequence, opset 10): input 1 (sequence_lens) has 2, expected 0 to 1"},
            {"NonMaxSuppression",
             11,
             {"b: float32[1,3,4] = {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11}", "s: float32[1,1,3] = {0.9, 0.75, 0.6}",
              "m: int64[1] = {3}", "o: float32[1] = {0.5}", "t: float32[1] = {0}"},
             "y = NonMaxSuppression(b, s, m, o, t)",
             "int64[2,3] {0, 0, 0, 0, 0, 2}"},
            {"NonMaxSuppression by centres",
             11,
             {"b: float32[1,2,4] = {0.5, 0.5, 1, 1, 0.5, 10.5, 1, 1}", "s: float32[1,1,2] = {0.3, 0.9}",
              "m: int64[] = {1}"},
             "y = NonMaxSuppression(b, s, m) {center_point_box: 1}",
             "int64[1,3] {0, 0, 1}"},
            {"NonMaxSuppression of none",
             11,
             {"b: float32[1,1,4] = {0, 0, 1, 1}", "s: float32[1,1,1] = {1}"},
             "y = NonMaxSuppression(b, s)",
             "int64[0,3] {}"},
            {"NonMaxSuppression of strangers",
             11,
             {"b: float32[1,1,4] = {0, 0, 1, 1}", "s: float32[1,1,2] = {1, 2}"},
             "y = NonMaxSuppression(b, s)",
             "error: node n (NonMaxSuppression, opset 11): boxes of shape 1x1x4 and scores of shape 1x1x2 don't belong "
             "together"},
        });
    }
    void orders() { ql::test::checkOperatorCase(); }

    void combines_data()
    {
        ql::test::addOperatorCases({
            {"Einsum, product",
             12,
             {"a: float32[2,2] = {1, 2, 3, 4}", "b: float32[2,1] = {1, 10}"},
             "y = Einsum(a, b) {equation: \"ij,jk->ik\"}",
             "float32[2,1] {21, 43}"},
            {"Einsum, trace",
             12,
             {"a: float32[2,2] = {1, 2, 3, 4}"},
             "y = Einsum(a) {equation: \"ii\"}",
             "float32[] {5}"},
            {"Einsum of nothing",
             12,
             {"a: float32[1] = {1}"},
             "y = Einsum(a)",
             "error: node n (Einsum, opset 12): attribute equation is missing"},
            {"Det", 11, {"a: float32[2,2,2] = {1, 2, 3, 4, 2, 0, 0, 3}"}, "y = Det(a)", "float32[2] {-2, 6}"},
            {"Det of a rectangle",
             11,
             {"a: float32[1,2] = {1, 2}"},
             "y = Det(a)",
             "error: node n (Det, opset 11): input 0 has shape 1x2, expected square matrices"},
            {"TfIdfVectorizer",
             9,
             {"x: int32[5] = {1, 2, 1, 2, 9}"},
             "y = TfIdfVectorizer(x) {mode: \"TF\", min_gram_length: 1, max_gram_length: 2, max_skip_count: 1, "
             "ngram_counts: [0, 2], ngram_indexes: [0, 1, 2, 3], pool_int64s: [1, 9, 1, 2, 1, 1]}",
             "float32[4] {2, 1, 2, 1}"},
            {"TfIdfVectorizer of a short list",
             9,
             {"x: int32[1] = {1}"},
             "y = TfIdfVectorizer(x) {mode: \"TF\", min_gram_length: 1, max_gram_length: 1, max_skip_count: 0, "
             "ngram_counts: [0], ngram_indexes: [0, 1], pool_int64s: [1]}",
             "error: node n (TfIdfVectorizer, opset 9): attributes ngram_indexes and weights have 2 and 2 entries, "
             "expected 1"},
            {"CenterCropPad crops and pads",
             18,
             {"x: float32[3,1] = {1, 2, 3}", "s: int64[2] = {2, 3}"},
             "y = CenterCropPad(x, s)",
             "float32[2,3] {0, 1, 0, 0, 2, 0}"},
            {"CenterCropPad of an axis",
             18,
             {"x: float32[2,2] = {1, 2, 3, 4}", "s: int64[1] = {4}"},
             "y = CenterCropPad(x, s) {axes: [-1]}",
             "float32[2,4] {0, 1, 2, 0, 0, 3, 4, 0}"},
            {"Col2Im",
             18,
             {"x: float32[1,4,1] = {1, 2, 3, 4}", "i: int64[2] = {2, 2}", "b: int64[2] = {2, 2}"},
             "y = Col2Im(x, i, b)",
             "float32[1,1,2,2] {1, 2, 3, 4}"},
            {"Col2Im of three axes",
             18,
             {"x: float32[1,1,1] = {1}", "i: int64[3] = {1, 1, 1}", "b: int64[3] = {1, 1, 1}"},
             "y = Col2Im(x, i, b)",
             "error: node n (Col2Im, opset 18): image_shape has 3 and block_shape 3 entries, expected 2"},
        });
    }
    void combines() { ql::test::checkOperatorCase(); }

    void refusesAbsurdSizes_data()
    {
        ql::test::addOperatorCases({
            {"ConstantOfShape",
             13,
             {"s: int64[2] = {1000000000, 1000000000}"},
             "y = ConstantOfShape(s)",
             "error: node n (ConstantOfShape, opset 13): a float32 tensor of shape 1000000000x1000000000 doesn't fit "
             "in "
             "memory"},
            {"ConstantOfShape, negative",
             13,
             {"s: int64[1] = {-2}"},
             "y = ConstantOfShape(s)",
             "error: node n (ConstantOfShape, opset 13): shape -2 has a negative size"},
            {"Expand",
             13,
             {"x: float32[1] = {1}", "s: int64[1] = {1000000000000000000}"},
             "y = Expand(x, s)",
             "error: node n (Expand, opset 13): a float32 tensor of shape 1000000000000000000 doesn't fit in memory"},
            {"Range",
             13,
             {"a: float32[] = {0}", "b: float32[] = {100000000000000}", "c: float32[] = {1}"},
             "y = Range(a, b, c)",
             "error: node n (Range, opset 13): a float64 tensor of shape 100000000376832 doesn't fit in memory"},
            {"Tile",
             13,
             {"x: float32[2] = {1, 2}", "r: int64[1] = {1000000000000000000}"},
             "y = Tile(x, r)",
             "error: node n (Tile, opset 13): a float32 tensor of shape 2000000000000000000 doesn't fit in memory"},
            {"Tile overflows",
             13,
             {"x: float32[2] = {1, 2}", "r: int64[1] = {9000000000000000000}"},
             "y = Tile(x, r)",
             "error: node n (Tile, opset 13): input 1 (repeats) has an entry of 9000000000000000000"},
            {"Pad",
             13,
             {"x: float32[1] = {1}", "p: int64[2] = {0, 1000000000000000000}"},
             "y = Pad(x, p) {mode: \"edge\"}",
             "error: node n (Pad, opset 13): a float32 tensor of shape 1000000000000000001 doesn't fit in memory"},
            {"RandomNormal",
             13,
             {},
             "y = RandomNormal() {shape: [1000000000, 1000000000]}",
             "error: node n (RandomNormal, opset 13): a float32 tensor of shape 1000000000x1000000000 doesn't fit in "
             "memory"},
        });
    }
    void refusesAbsurdSizes() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestChoosing)
#include "tst_choosing.moc"
