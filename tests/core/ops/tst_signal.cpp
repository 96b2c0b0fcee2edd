// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// Spectra, windows, regions of maps, losses and random numbers.
class TestSignal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void transforms_data()
    {
        ql::test::addOperatorCases({
            {"DFT",
             17,
             {"x: float32[1,4,1] = {1, 2, 3, 4}"},
             "y = DFT(x) {axis: 1}",
             "float32[1,4,2] {10, 0, -2, 2, -2, 0, -2, -2}"},
            {"DFT, one side",
             17,
             {"x: float32[1,4,1] = {1, 2, 3, 4}"},
             "y = DFT(x) {axis: 1, onesided: 1}",
             "float32[1,3,2] {10, 0, -2, 2, -2, 0}"},
            {"DFT, inverse",
             17,
             {"x: float32[1,2,2] = {3, 0, -1, 0}"},
             "y = DFT(x) {inverse: 1}",
             "float32[1,2,2] {1, 0, 2, 0}"},
            {"DFT of opset 20",
             20,
             {"x: float32[1,2,1] = {1, 2}", "n: int64[] = {4}"},
             "y = DFT(x, n)",
             "float32[1,4,2] {3, 0, 1, -2, -1, 0, 1, 2}"},
            {"DFT of triples",
             17,
             {"x: float32[1,2,3] = {1, 2, 3, 4, 5, 6}"},
             "y = DFT(x)",
             "error: node n (DFT, opset 17): input 0 has shape 1x2x3, expected a last axis of 1 or 2"},
            {"STFT",
             17,
             {"x: float32[1,4,1] = {1, 1, 2, 4}", "s: int64[] = {2}", "w: float32[2] = {1, 0.5}", "l: int64[] = {2}"},
             "y = STFT(x, s, w, l)",
             "float32[1,2,2,2] {1.5, 0, 0.5, 0, 4, 0, 0, 0}"},
            {"STFT of a short signal",
             17,
             {"x: float32[1,2,1] = {1, 1}", "s: int64[] = {1}", "w: float32[3] = {1, 1, 1}"},
             "y = STFT(x, s, w)",
             "error: node n (STFT, opset 17): input 3 (frame_length) is 3, expected 1 to 2"},
            {"HannWindow", 17, {"n: int64[] = {4}"}, "y = HannWindow(n)", "float32[4] {0, 0.5, 1, 0.5}"},
            {"HammingWindow, symmetric",
             17,
             {"n: int64[] = {3}"},
             "y = HammingWindow(n) {periodic: 0}",
             "float32[3] {0.086957, 1, 0.086957}"},
            {"BlackmanWindow",
             17,
             {"n: int64[] = {2}"},
             "y = BlackmanWindow(n) {output_datatype: 11}",
             "float64[2] {0, 1}"},
            {"MelWeightMatrix",
             17,
             {"b: int64[] = {2}", "n: int64[] = {4}", "r: int64[] = {8000}", "l: float32[] = {0}",
              "h: float32[] = {4000}"},
             "y = MelWeightMatrix(b, n, r, l, h)",
             "float32[3,2] {1, 1, 0, 0, 0, 0}"},
            {"MelWeightMatrix beyond the rate",
             17,
             {"b: int64[] = {1}", "n: int64[] = {4}", "r: int64[] = {100}", "l: float32[] = {0}",
              "h: float32[] = {4000}"},
             "y = MelWeightMatrix(b, n, r, l, h)",
             "error: node n (MelWeightMatrix, opset 17): a mel band reaches 621 Hz, beyond half the sample rate"},
        });
    }
    void transforms() { ql::test::checkOperatorCase(); }

    void readsRegions_data()
    {
        ql::test::addOperatorCases({
            {"GridSample",
             16,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "g: float32[1,1,2,2] = {0, 0, 1, 1}"},
             "y = GridSample(x, g) {align_corners: 1}",
             "float32[1,1,1,2] {2.5, 4}"},
            {"GridSample, nearest",
             20,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "g: float32[1,1,1,2] = {0.9, -0.9}"},
             "y = GridSample(x, g) {mode: \"nearest\"}",
             "float32[1,1,1,1] {2}"},
            {"GridSample of another rank",
             16,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "g: float32[1,1,2] = {0, 0}"},
             "y = GridSample(x, g)",
             "error: node n (GridSample, opset 16): input 1 (grid) has rank 3, expected 4"},
            {"AffineGrid",
             20,
             {"t: float32[1,2,3] = {1, 0, 0, 0, 1, 0}", "s: int64[4] = {1, 1, 1, 2}"},
             "y = AffineGrid(t, s) {align_corners: 1}",
             "float32[1,1,2,2] {-1, 0, 1, 0}"},
            {"RoiAlign",
             16,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "r: float32[1,4] = {0, 0, 2, 2}", "b: int64[1] = {0}"},
             "y = RoiAlign(x, r, b) {output_height: 1, output_width: 1, sampling_ratio: 2}",
             "float32[1,1,1,1] {2.5}"},
            {"RoiAlign of opset 10",
             10,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "r: float32[1,4] = {0, 0, 1, 1}", "b: int64[1] = {0}"},
             "y = RoiAlign(x, r, b) {sampling_ratio: 1}",
             "float32[1,1,1,1] {2.5}"},
            {"RoiAlign in no sample",
             16,
             {"x: float32[1,1,1,1] = {1}", "r: float32[1,4] = {0, 0, 1, 1}", "b: int64[1] = {3}"},
             "y = RoiAlign(x, r, b)",
             "error: node n (RoiAlign, opset 16): a region lies in sample 3, but there are 1"},
            {"DeformConv",
             19,
             {"x: float32[1,1,3,3] = {0, 1, 2, 3, 4, 5, 6, 7, 8}", "w: float32[1,1,2,2] = {1, 1, 1, 1}",
              "o: float32[1,8,2,2] = {0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.1, 0, 0, 0, "
              "0, 0, "
              "0, 0, 0, 0, 0}"},
             "y = DeformConv(x, w, o)",
             "float32[1,1,2,2] {9.5, 11.9, 20, 24}"},
            {"DeformConv with a mask and a bias",
             19,
             {"x: float32[1,1,1,2] = {1, 2}", "w: float32[1,1,1,1] = {2}", "o: float32[1,2,1,2] = {0, 0, 0.5, 0.5}",
              "b: float32[1] = {10}", "m: float32[1,1,1,2] = {1, 0.5}"},
             "y = DeformConv(x, w, o, b, m)",
             "float32[1,1,1,2] {13, 11}"},
            {"DeformConv with too few offsets",
             19,
             {"x: float32[1,1,1,1] = {1}", "w: float32[1,1,1,1] = {2}", "o: float32[1,1,1,1] = {0}"},
             "y = DeformConv(x, w, o)",
             "error: node n (DeformConv, opset 19): input 2 (offset) has shape 1x1x1x1, expected 1x2x1x1"},
            {"MaxRoiPool",
             13,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "r: float32[1,5] = {0, 0, 0, 1, 1}"},
             "y = MaxRoiPool(x, r) {pooled_shape: [1, 2]}",
             "float32[1,1,1,2] {3, 4}"},
            {"MaxUnpool",
             11,
             {"x: float32[1,1,1,2] = {5, 6}", "i: int64[1,1,1,2] = {1, 6}"},
             "y = MaxUnpool(x, i) {kernel_shape: [2, 2], strides: [2, 2]}",
             "float32[1,1,2,4] {0, 5, 0, 0, 0, 0, 6, 0}"},
            {"MaxUnpool outside",
             11,
             {"x: float32[1,1,1,1] = {5}", "i: int64[1,1,1,1] = {4}"},
             "y = MaxUnpool(x, i) {kernel_shape: [2, 2], strides: [2, 2]}",
             "error: node n (MaxUnpool, opset 11): input 1 (I) has an index outside 0 … 3"},
        });
    }
    void readsRegions() { ql::test::checkOperatorCase(); }

    void losses_data()
    {
        ql::test::addOperatorCases({
            {"NegativeLogLikelihoodLoss",
             13,
             {"x: float32[2,2] = {-1, -2, -3, -4}", "t: int64[2] = {0, 1}", "w: float32[2] = {1, 3}"},
             "y = NegativeLogLikelihoodLoss(x, t, w)",
             "float32[] {3.25}"},
            {"NegativeLogLikelihoodLoss passes over a target",
             13,
             {"x: float32[2,2] = {-1, -2, -3, -4}", "t: int64[2] = {0, -1}"},
             "y = NegativeLogLikelihoodLoss(x, t) {reduction: \"none\", ignore_index: -1}",
             "float32[2] {1, 0}"},
            {"SoftmaxCrossEntropyLoss",
             13,
             {"x: float32[1,2] = {0, 0}", "t: int64[1] = {1}"},
             "y, l = SoftmaxCrossEntropyLoss(x, t) {reduction: \"sum\"}",
             "float32[] {0.69315}\nfloat32[1,2] {-0.69315, -0.69315}"},
            {"a class that isn't there",
             13,
             {"x: float32[1,2] = {0, 0}", "t: int64[1] = {2}"},
             "y = SoftmaxCrossEntropyLoss(x, t)",
             "error: node n (SoftmaxCrossEntropyLoss, opset 13): input 1 (target) has a class outside 0 … 1"},
        });
    }
    void losses() { ql::test::checkOperatorCase(); }

    void drawsTheSameNumbersAgain()
    {
        const auto* node = "y = RandomNormal() {shape: [3], mean: 100.0, scale: 0.0}";
        const auto drawn = ql::test::evaluated(13, {}, node);
        QVERIFY2(drawn.startsWith("float32[3] {100, 100, 100}"), qPrintable(drawn));
        const auto* uniform = "y = RandomUniformLike(x)";
        const std::vector<const char*> x{"x: float32[2] = {0, 0}"};
        QCOMPARE(ql::test::evaluated(13, x, uniform), ql::test::evaluated(13, x, uniform));
        QVERIFY(ql::test::evaluated(13, x, uniform)
                != ql::test::evaluated(13, x, "y = RandomUniformLike(x) {seed: 3.0}"));
        QCOMPARE(ql::test::evaluated(15, {"p: float32[3] = {0, 1, 1}"}, "y = Bernoulli(p) {dtype: 6}"),
                 QString("int32[3] {0, 1, 1}"));
        QCOMPARE(
            ql::test::evaluated(13, {"p: float32[1,3] = {-1000, 0, -1000}"}, "y = Multinomial(p) {sample_size: 2}"),
            QString("int32[1,2] {1, 1}"));
    }
};

QTEST_APPLESS_MAIN(TestSignal)
#include "tst_signal.moc"
