// SPDX-License-Identifier: GPL-3.0-or-later
// What opsets 18 to 21 changed, which is later than the standard's tests that can be had here. Expected values are the
// operators' specifications by hand, or those that the standard's own later tests give.
#include "core/ops/registry.h"
#include "tests/support/operator_test.h"

#include <QTest>

class TestLaterOpsets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opset18_data();
    void opset18() { ql::test::checkOperatorCase(); }
    void opset19_data();
    void opset19() { ql::test::checkOperatorCase(); }
    void opset20_data();
    void opset20() { ql::test::checkOperatorCase(); }
    void opset21_data();
    void opset21() { ql::test::checkOperatorCase(); }
    void fromOnnxRuntime_data();
    void fromOnnxRuntime() { ql::test::checkOperatorCase(); }
    void knowsWhatQuantizersAndExportersWrite();
};

void TestLaterOpsets::opset18_data()
{
    const char* eight = "x: float32[1,1,1,8] = {1, 2, 3, 4, 5, 6, 7, 8}";
    const char* sixteen = "x: float32[1,1,4,4] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}";
    const char* groups = "x: float32[1,4,2] = {0, 1, 2, 3, 4, 5, 6, 7}";
    ql::test::addOperatorCases({
        {"Pad, axes",
         18,
         {"x: float32[1,2] = {1, 2}", "p: int64[2] = {1, 1}", "a: int64[1] = {1}"},
         "y = Pad(x, p, _, a)",
         "float32[1,4] {0, 1, 2, 0}"},
        {"Resize, antialias, linear",
         18,
         {eight, "s: float32[4] = {1, 1, 1, 0.5}"},
         "y = Resize(x, _, s) {mode: \"linear\", antialias: 1}",
         "float32[1,1,1,4] {1.625, 3.5, 5.5, 7.375}"},
        {"Resize, antialias, cubic",
         18,
         {sixteen, "s: float32[4] = {1, 1, 0.6, 0.6}"},
         "y = Resize(x, _, s) {mode: \"cubic\", antialias: 1}",
         "float32[1,1,2,2] {2.5181, 4.2859, 9.5893, 11.357}"},
        {"Resize, axes, not larger",
         18,
         {"x: float32[1,2] = {1, 2}", "s: int64[1] = {3}"},
         "y = Resize(x, _, _, s) {axes: [1], keep_aspect_ratio_policy: \"not_larger\"}",
         "float32[1,3] {1, 1, 2}"},
        {"Split, num_outputs",
         18,
         {"x: float32[5] = {1, 2, 3, 4, 5}"},
         "a, b, c = Split(x) {num_outputs: 3}",
         "float32[2] {1, 2}\nfloat32[2] {3, 4}\nfloat32[1] {5}"},
        {"ReduceMean, axes as input",
         18,
         {"x: float32[2,3] = {0, 1, 2, 3, 4, 5}", "a: int64[1] = {1}"},
         "y = ReduceMean(x, a) {keepdims: 0}",
         "float32[2] {1, 4}"},
        {"ReduceL2, axes as input",
         18,
         {"x: float32[1,2] = {3, 4}", "a: int64[1] = {-1}"},
         "y = ReduceL2(x, a)",
         "float32[1,1] {5}"},
        {"ReduceMax, nothing to do",
         18,
         {"x: float32[2] = {3, 4}"},
         "y = ReduceMax(x) {noop_with_empty_axes: 1}",
         "float32[2] {3, 4}"},
        {"Mish", 18, {"x: float32[3] = {-1, 0, 1}"}, "y = Mish(x)", "float32[3] {-0.3034, 0, 0.8651}"},
        {"GroupNormalization, per group",
         18,
         {groups, "s: float32[2] = {1, 2}", "b: float32[2] = {0, 1}"},
         "y = GroupNormalization(x, s, b) {num_groups: 2}",
         "float32[1,4,2] {-1.3416, -0.44721, 0.44721, 1.3416, -1.6833, 0.10558, 1.8944, 3.6833}"},
        {"LpPool, dilations",
         18,
         {"x: float32[1,1,5] = {1, 2, 3, 4, 5}"},
         "y = LpPool(x) {kernel_shape: [2], strides: [2], dilations: [2]}",
         "float32[1,1,2] {3.1623, 5.831}"},
        {"LpPool, rounded up",
         18,
         {"x: float32[1,1,5] = {1, 2, 3, 4, 5}"},
         "y = LpPool(x) {kernel_shape: [2], strides: [2], ceil_mode: 1}",
         "float32[1,1,3] {2.2361, 5, 5}"},
        {"ScatterElements, max",
         18,
         {"x: float32[3] = {0, 0, 0}", "i: int64[2] = {1, 1}", "u: float32[2] = {5, 3}"},
         "y = ScatterElements(x, i, u) {reduction: \"max\"}",
         "float32[3] {0, 5, 0}"},
        {"ScatterND, min",
         18,
         {"x: float32[3] = {0, 0, 0}", "i: int64[1,1] = {1}", "u: float32[1] = {-5}"},
         "y = ScatterND(x, i, u) {reduction: \"min\"}",
         "float32[3] {0, -5, 0}"},
        {"BitwiseAnd", 18, {"a: int32[1] = {6}", "b: int32[1] = {3}"}, "y = BitwiseAnd(a, b)", "int32[1] {2}"},
        {"CenterCropPad",
         18,
         {"x: float32[4] = {0, 1, 2, 3}", "s: int64[1] = {2}"},
         "y = CenterCropPad(x, s)",
         "float32[2] {1, 2}"},
        {"OptionalHasElement of nothing", 18, {}, "y = OptionalHasElement()", "bool[] {0}"},
        {"OptionalHasElement of a tensor", 18, {"x: float32[1] = {1}"}, "y = OptionalHasElement(x)", "bool[] {1}"},
    });
}

void TestLaterOpsets::opset19_data()
{
    const char* large = "x: float32[4] = {1e6, -1e6, 448, 0.3}";
    ql::test::addOperatorCases({
        {"Cast to float8, saturating", 19, {large}, "y = Cast(x) {to: 17}", "float8e4m3fn[4] {448, -448, 448, 0.3125}"},
        {"Cast to float8, not saturating",
         19,
         {large},
         "y = Cast(x) {to: 17, saturate: 0}",
         "float8e4m3fn[4] {nan, nan, 448, 0.3125}"},
        {"CastLike, not saturating",
         19,
         {"x: float32[1] = {1e9}", "t: float8e5m2[1] = {0}"},
         "y = CastLike(x, t) {saturate: 0}",
         "float8e5m2[1] {inf}"},
        {"QuantizeLinear to float8",
         19,
         {"x: float32[3] = {1e6, 1, -3}", "s: float32[] = {2}", "z: float8e4m3fn[] = {0}"},
         "y = QuantizeLinear(x, s, z)",
         "float8e4m3fn[3] {448, 0.5, -1.5}"},
        {"QuantizeLinear, not saturating",
         19,
         {"x: float32[2] = {1e6, 1}", "s: float32[] = {2}", "z: float8e5m2[] = {0}"},
         "y = QuantizeLinear(x, s, z) {saturate: 0}",
         "float8e5m2[2] {inf, 0.5}"},
        {"DequantizeLinear from float8",
         19,
         {"x: float8e4m3fn[2] = {1, -2}", "s: float32[] = {2}"},
         "y = DequantizeLinear(x, s)",
         "float32[2] {2, -4}"},
        {"Pad, wrap",
         19,
         {"x: float32[3] = {1, 2, 3}", "p: int64[2] = {2, 1}"},
         "y = Pad(x, p) {mode: \"wrap\"}",
         "float32[6] {2, 3, 1, 2, 3, 1}"},
        {"AveragePool, dilations",
         19,
         {"x: float32[1,1,4] = {0, 1, 2, 3}"},
         "y = AveragePool(x) {kernel_shape: [2], dilations: [2]}",
         "float32[1,1,2] {1, 2}"},
        {"AveragePool, beyond the end",
         19,
         {"x: float32[1,1,3] = {1, 2, 3}"},
         "y = AveragePool(x) {kernel_shape: [2], strides: [2], ceil_mode: 1, count_include_pad: 1}",
         "float32[1,1,2] {1.5, 3}"},
        {"Resize, half_pixel_symmetric",
         19,
         {"x: float32[1,1,1,4] = {1, 2, 3, 4}", "s: float32[4] = {1, 1, 1, 0.6}"},
         "y = Resize(x, _, s) {mode: \"linear\", coordinate_transformation_mode: \"half_pixel_symmetric\"}",
         "float32[1,1,1,2] {1.6667, 3.3333}"},
        {"DeformConv",
         19,
         {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "w: float32[1,1,1,1] = {2}",
          "o: float32[1,2,2,2] = {0, 0, 0, 0, 0, 0.5, 0, 0}"},
         "y = DeformConv(x, w, o) {kernel_shape: [1, 1]}",
         "float32[1,1,2,2] {2, 2, 6, 8}"},
        {"Equal of bool", 19, {"a: bool[2] = {1, 0}", "b: bool[2] = {1, 1}"}, "y = Equal(a, b)", "bool[2] {1, 0}"},
        {"Identity of float8", 19, {"x: float8e5m2[1] = {1.5}"}, "y = Identity(x)", "float8e5m2[1] {1.5}"},
        {"Reshape of float8",
         19,
         {"x: float8e5m2[2] = {1.5, 2}", "s: int64[2] = {2, 1}"},
         "y = Reshape(x, s)",
         "float8e5m2[2,1] {1.5, 2}"},
    });
}

void TestLaterOpsets::opset20_data()
{
    const char* cube = "x: float32[1,1,2,2,2] = {0, 1, 2, 3, 4, 5, 6, 7}";
    const char* square = "x: float32[1,1,4,4] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}";
    const char* wave = "x: float32[1,4,1] = {0, 1, 2, 3}";
    ql::test::addOperatorCases({
        {"GridSample, linear",
         20,
         {"x: float32[1,1,2,2] = {0, 1, 2, 3}", "g: float32[1,1,1,2] = {0, 0}"},
         "y = GridSample(x, g) {mode: \"linear\"}",
         "float32[1,1,1,1] {1.5}"},
        {"GridSample of a volume, halves to the even element",
         20,
         {"x: float32[1,1,4,1,1] = {0, 1, 2, 3}",
          "g: float32[1,1,1,3,3] = {0, 0, -0.6666667, 0, 0, 0, 0, 0, 0.6666667}"},
         "y = GridSample(x, g) {mode: \"nearest\", align_corners: 1, padding_mode: \"border\"}",
         "float32[1,1,1,1,3] {0, 2, 2}"},
        {"GridSample of a volume, corners outside",
         20,
         {"x: float32[1,1,4,1,1] = {0, 1, 2, 3}", "g: float32[1,1,1,3,3] = {0, 0, -0.5, 0, 0, 0, 0, 0, 0.5}"},
         "y = GridSample(x, g) {mode: \"nearest\"}",
         "float32[1,1,1,1,3] {0, 2, 2}"},
        {"GridSample of integers",
         20,
         {"x: int32[1,1,1,3] = {10, 20, 30}", "g: float32[1,1,2,2] = {-1, 0, 1, 0}"},
         "y = GridSample(x, g) {mode: \"nearest\", align_corners: 1}",
         "int32[1,1,1,2] {10, 30}"},
        {"GridSample, cubic",
         20,
         {square, "g: float32[1,1,1,2] = {0.1, -0.2}"}, // as torch's grid_sample
         "y = GridSample(x, g) {mode: \"cubic\"}",
         "float32[1,1,1,1] {6.202}"},
        {"GridSample in space",
         20,
         {cube, "g: float32[1,1,1,1,3] = {0, 0, 0}"},
         "y = GridSample(x, g) {mode: \"linear\"}",
         "float32[1,1,1,1,1] {3.5}"},
        {"GridSample in space, nearest",
         20,
         {cube, "g: float32[1,1,1,1,3] = {0.9, 0.9, -0.9}"},
         "y = GridSample(x, g) {mode: \"nearest\"}",
         "float32[1,1,1,1,1] {3}"},
        {"Gelu", 20, {"x: float32[3] = {-1, 0, 1}"}, "y = Gelu(x)", "float32[3] {-0.15866, 0, 0.84134}"},
        {"Gelu by tanh",
         20,
         {"x: float32[3] = {-1, 0, 1}"},
         "y = Gelu(x) {approximate: \"tanh\"}",
         "float32[3] {-0.15881, 0, 0.84119}"},
        {"AffineGrid",
         20,
         {"t: float32[1,2,3] = {1, 0, 0, 0, 1, 0}", "s: int64[4] = {1, 1, 2, 2}"},
         "y = AffineGrid(t, s)",
         "float32[1,2,2,2] {-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5}"},
        {"AffineGrid in space",
         20,
         {"t: float32[1,3,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5}", "s: int64[5] = {1, 1, 1, 1, 2}"},
         "y = AffineGrid(t, s)",
         "float32[1,1,1,2,3] {-0.5, 0, 0.5, 0.5, 0, 0.5}"},
        {"ReduceMax of bool",
         20,
         {"x: bool[2,2] = {1, 0, 0, 0}", "a: int64[1] = {1}"},
         "y = ReduceMax(x, a) {keepdims: 0}",
         "bool[2] {1, 0}"},
        {"ReduceMin of bool",
         20,
         {"x: bool[2,2] = {1, 0, 1, 1}", "a: int64[1] = {1}"},
         "y = ReduceMin(x, a) {keepdims: 0}",
         "bool[2] {0, 1}"},
        {"IsInf of float16",
         20,
         {"x: float16[3] = {inf, -inf, 1}"},
         "y = IsInf(x) {detect_negative: 0}",
         "bool[3] {1, 0, 0}"},
        {"IsInf of float8", 20, {"x: float8e5m2[3] = {inf, -inf, 1}"}, "y = IsInf(x)", "bool[3] {1, 1, 0}"},
        {"IsNaN of float8", 20, {"x: float8e4m3fn[2] = {nan, 1}"}, "y = IsNaN(x)", "bool[2] {1, 0}"},
        {"DFT, axis as input",
         20,
         {wave, "a: int64[] = {1}"},
         "y = DFT(x, _, a)",
         "float32[1,4,2] {6, 0, -2, 2, -2, 0, -2, -2}"},
        {"DFT, one side",
         20,
         {wave, "a: int64[] = {-2}"},
         "y = DFT(x, _, a) {onesided: 1}",
         "float32[1,3,2] {6, 0, -2, 2, -2, 0}"},
        {"DFT, inverse",
         20,
         {"x: float32[1,2,2] = {1, 0, 3, 0}", "n: int64[] = {2}", "a: int64[] = {1}"},
         "y = DFT(x, n, a) {inverse: 1}",
         "float32[1,2,2] {2, 0, -1, 0}"},
    });
}

void TestLaterOpsets::opset21_data()
{
    const char* rows = "x: float32[2,4] = {0, 1, 2, 3, 4, 5, 6, 7}";
    const char* blocks = "s: float32[2,2] = {1, 2, 0.5, 1}";
    ql::test::addOperatorCases({
        {"QuantizeLinear in blocks",
         21,
         {rows, blocks},
         "y = QuantizeLinear(x, s) {axis: 1, block_size: 2, output_dtype: 3}",
         "int8[2,4] {0, 1, 1, 2, 8, 10, 6, 7}"},
        {"DequantizeLinear in blocks",
         21,
         {"x: int8[2,4] = {0, 1, 2, 3, 4, 5, 6, 7}", blocks},
         "y = DequantizeLinear(x, s) {axis: 1, block_size: 2}",
         "float32[2,4] {0, 1, 4, 6, 2, 2.5, 6, 7}"},
        {"QuantizeLinear to int16",
         21,
         {"x: float32[3] = {1e6, -1, 2.5}", "s: float32[] = {1}", "z: int16[] = {0}"},
         "y = QuantizeLinear(x, s, z)",
         "int16[3] {32767, -1, 2}"},
        {"QuantizeLinear to int4",
         21,
         {"x: float32[3] = {100, -100, 2.5}", "s: float32[] = {1}", "z: int4[] = {1}"},
         "y = QuantizeLinear(x, s, z)",
         "int4[3] {7, -8, 3}"},
        {"DequantizeLinear from uint4",
         21,
         {"x: uint4[3] = {1, 2, 15}", "s: float32[] = {2}", "z: uint4[] = {1}"},
         "y = DequantizeLinear(x, s, z)",
         "float32[3] {0, 2, 28}"},
        {"Cast to int4", 21, {"x: float32[2] = {1, -7}"}, "y = Cast(x) {to: 22}", "int4[2] {1, -7}"},
        {"GroupNormalization, per channel",
         21,
         {"x: float32[1,4,2] = {0, 1, 2, 3, 4, 5, 6, 7}", "s: float32[4] = {1, 2, 3, 4}",
          "b: float32[4] = {0, 1, 0, 1}"},
         "y = GroupNormalization(x, s, b) {num_groups: 2}",
         "float32[1,4,2] {-1.3416, -0.44721, 1.8944, 3.6833, -4.0249, -1.3416, 2.7888, 6.3665}"},
        {"Transpose of int4", 21, {"x: int4[2,2] = {1, 2, 3, -4}"}, "y = Transpose(x)", "int4[2,2] {1, 3, 2, -4}"},
        {"Shape, from 1 on", 21, {"x: int4[2,3] = {1, 2, 3, 4, 5, 6}"}, "y = Shape(x) {start: 1}", "int64[1] {3}"},
        {"Size", 21, {"x: uint4[2,3] = {1, 2, 3, 4, 5, 6}"}, "y = Size(x)", "int64[] {6}"},
        {"ConstantOfShape", 21, {"s: int64[1] = {2}"}, "y = ConstantOfShape(s)", "float32[2] {0, 0}"},
        {"Squeeze of uint4", 21, {"x: uint4[1,1] = {15}"}, "y = Squeeze(x)", "uint4[] {15}"},
    });
}

/// Written as the standard's, in whatever opset the model has.
void TestLaterOpsets::fromOnnxRuntime_data()
{
    const char* x = "x: float32[2,2] = {0, 1, 3, 4}";
    const char* scale = "s: float32[2] = {1, 2}";
    ql::test::addOperatorCases({
        {"LayerNormalization",
         13,
         {x, scale},
         "y = LayerNormalization(x, s)",
         "float32[2,2] {-0.99998, 2, -0.99998, 2}"},
        {"LayerNormalization of its own",
         13,
         {x, scale},
         "y = com.microsoft.LayerNormalization(x, s)",
         "float32[2,2] {-0.99998, 2, -0.99998, 2}"},
        {"SimplifiedLayerNormalization",
         13,
         {x, scale},
         "y = SimplifiedLayerNormalization(x, s) {epsilon: 0.0}",
         "float32[2,2] {0, 2.8284, 0.84853, 2.2627}"},
        {"SimplifiedLayerNormalization of a scalar",
         13,
         {"x: float32[] = {1}", scale},
         "y = SimplifiedLayerNormalization(x, s)",
         "error: node n (SimplifiedLayerNormalization, opset 13): axis -1 is out of range for rank 0"},
    });
}

/// Every operator that must run: ONNX Runtime's quantizer and optimizer, Horizon, AMCT, QONNX and Brevitas write them.
void TestLaterOpsets::knowsWhatQuantizersAndExportersWrite()
{
    const auto& registry = ql::ops::Registry::builtIn();
    for (const auto* name : {"QuantizeLinear",
                             "DequantizeLinear",
                             "QLinearAdd",
                             "QLinearMul",
                             "QLinearConcat",
                             "QLinearSigmoid",
                             "QLinearLeakyRelu",
                             "QLinearSoftmax",
                             "QLinearAveragePool",
                             "QLinearGlobalAveragePool",
                             "QLinearReduceMean",
                             "QLinearWhere",
                             "QGemm",
                             "MatMulIntegerToFloat",
                             "DynamicQuantizeMatMul",
                             "DynamicQuantizeLSTM",
                             "QAttention",
                             "QEmbedLayerNormalization",
                             "MatMulNBits",
                             "GatherBlockQuantized",
                             "MatMulFpQ4",
                             "MatMulNBitsMlp",
                             "MatMulNBitsQkv",
                             "QMoE",
                             "FusedConv",
                             "FusedMatMul",
                             "FusedGemm",
                             "Gelu",
                             "FastGelu",
                             "BiasGelu",
                             "QuickGelu",
                             "LayerNormalization",
                             "SkipLayerNormalization",
                             "EmbedLayerNormalization",
                             "Attention",
                             "GroupQueryAttention",
                             "MultiHeadAttention",
                             "RotaryEmbedding",
                             "NhwcMaxPool",
                             "QLinearConv"})
        QVERIFY2(registry.find("com.microsoft", name, 1), name);
    for (const auto* name : {"HzCalibration", "HzQuantize", "HzDequantize", "HzPreprocess", "AscendQuant",
                             "AscendDequant", "AscendAntiQuant"})
        QVERIFY2(registry.find(*name == 'H' ? "horizon" : "", name, 13), name);
    for (const auto* domain : {"qonnx.custom_op.general", "finn.custom_op.general", "onnx.brevitas"})
        for (const auto* name : {"Quant", "BipolarQuant", "Trunc"})
            QVERIFY2(registry.find(domain, name, 1), domain);
}

QTEST_APPLESS_MAIN(TestLaterOpsets)
#include "tst_later_opsets.moc"
