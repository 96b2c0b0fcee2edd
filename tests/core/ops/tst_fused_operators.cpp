// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/operator_test.h"

#include <QTest>

/// The com.microsoft operators that ONNX Runtime's optimizer and quantizer write. Values were computed with numpy from
/// their formulas.
class TestFusedOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void activations_data()
    {
        ql::test::addOperatorCases({
            {"Gelu", 13, {"x: float32[2] = {1, -1}"}, "y = com.microsoft.Gelu(x)", "float32[2] {0.84134, -0.15866}"},
            {"BiasGelu",
             13,
             {"x: float32[2] = {1, -1}", "b: float32[1] = {0.5}"},
             "y = com.microsoft.BiasGelu(x, b)",
             "float32[2] {1.3998, -0.15427}"},
            {"FastGelu",
             13,
             {"x: float32[2] = {1, -1}"},
             "y = com.microsoft.FastGelu(x)",
             "float32[2] {0.84119, -0.15881}"},
            {"QuickGelu",
             13,
             {"x: float32[2] = {1, -1}"},
             "y = com.microsoft.QuickGelu(x)",
             "float32[2] {0.8458, -0.1542}"},
            {"Gelu of integers",
             13,
             {"x: int32[1] = {1}"},
             "y = com.microsoft.Gelu(x)",
             "error: node n (com.microsoft.Gelu, opset 1): input 0 has type int32, expected float16, bfloat16, float32 "
             "or "
             "float64"},
        });
    }
    void activations() { ql::test::checkOperatorCase(); }

    void products_data()
    {
        ql::test::addOperatorCases({
            {"FusedConv",
             13,
             {"x: float32[1,1,2] = {1, -2}", "w: float32[1,1,1] = {3}", "b: float32[1] = {1}",
              "z: float32[1,1,2] = {0, 1}"},
             "y = com.microsoft.FusedConv(x, w, b, z) {activation: \"LeakyRelu\", activation_params: [0.5]}",
             "float32[1,1,2] {4, -2}"},
            {"FusedConv clips",
             13,
             {"x: float32[1,1,2] = {1, -2}", "w: float32[1,1,1] = {3}"},
             "y = com.microsoft.FusedConv(x, w) {activation: \"Clip\", activation_params: [0.0, 2.0]}",
             "float32[1,1,2] {2, 0}"},
            {"FusedConv with an unknown activation",
             13,
             {"x: float32[1,1,1] = {1}", "w: float32[1,1,1] = {3}"},
             "y = com.microsoft.FusedConv(x, w) {activation: \"Odd\"}",
             "error: node n (com.microsoft.FusedConv, opset 1): attribute activation is \"Odd\", which is unknown"},
            {"FusedGemm",
             13,
             {"a: float32[1,2] = {1, 2}", "b: float32[1,2] = {-3, 1}"},
             "y = com.microsoft.FusedGemm(a, b) {transB: 1, activation: \"Relu\"}",
             "float32[1,1] {0}"},
            {"FusedMatMul",
             13,
             {"a: float32[2,1] = {1, 2}", "b: float32[2,1] = {3, 4}"},
             "y = com.microsoft.FusedMatMul(a, b) {transA: 1, alpha: 0.5}",
             "float32[1,1] {5.5}"},
            {"FusedMatMul with a batch behind",
             13,
             {"a: float32[2,1,2] = {1, 2, 3, 4}", "b: float32[1,2,1] = {1, 10}"},
             "y = com.microsoft.FusedMatMul(a, b) {transBatchA: 1}",
             "float32[1,2,1] {21, 43}"},
            {"MatMulNBits",
             13,
             {"a: float32[1,4] = {1, 1, 1, 1}", "b: uint8[1,1,8] = {33, 67, 0, 0, 0, 0, 0, 0}",
              "s: float32[1] = {0.5}"},
             "y = com.microsoft.MatMulNBits(a, b, s) {K: 4, N: 1, bits: 4, block_size: 16}",
             "float32[1,1] {-11}"},
            {"MatMulNBits with zero points",
             13,
             {"a: float32[1,4] = {1, 2, 3, 4}", "b: uint8[1,2,1] = {33, 67}", "s: float32[2] = {1, 10}",
              "z: uint8[1] = {33}", "c: float32[1] = {100}"},
             "y = com.microsoft.MatMulNBits(a, b, s, z, _, c) {K: 4, N: 1, bits: 4, block_size: 2}",
             "float32[1,1] {212}"},
            {"MatMulNBits in groups",
             13,
             {"a: float32[1,4] = {1, 2, 3, 4}", "b: uint8[1,2,1] = {33, 67}", "s: float32[2] = {1, 10}",
              "z: uint8[1] = {33}", "g: int32[4] = {1, 0, 0, 1}"},
             "y = com.microsoft.MatMulNBits(a, b, s, z, g) {K: 4, N: 1, bits: 4, block_size: 2}",
             "float32[1,1] {78}"},
            {"MatMulNBits in a group that isn't there",
             13,
             {"a: float32[1,4] = {1, 2, 3, 4}", "b: uint8[1,2,1] = {33, 67}", "s: float32[2] = {1, 10}",
              "g: int32[4] = {1, 0, 0, 5}"},
             "y = com.microsoft.MatMulNBits(a, b, s, _, g) {K: 4, N: 1, bits: 4, block_size: 2}",
             "error: node n (com.microsoft.MatMulNBits, opset 1): index 5 is out of range for an axis of 2"},
            {"MatMulNBits of other bytes",
             13,
             {"a: float32[1,4] = {1, 1, 1, 1}", "b: uint8[1,1,1] = {33}", "s: float32[1] = {0.5}"},
             "y = com.microsoft.MatMulNBits(a, b, s) {K: 4, N: 1, bits: 4, block_size: 16}",
             "error: node n (com.microsoft.MatMulNBits, opset 1): input 1 (B) has 1 bytes, expected 8"},
        });
    }
    void products() { ql::test::checkOperatorCase(); }

    void normalizations_data()
    {
        ql::test::addOperatorCases({
            {"SkipLayerNormalization",
             13,
             {"x: float32[1,1,4] = {1, 1, 1, 1}", "s: float32[1,1,4] = {0, 0, 2, 5}", "g: float32[4] = {2, 2, 2, 2}",
              "b: float32[4] = {1, 1, 1, 1}", "c: float32[4] = {0, 1, 0, 0}"},
             "y, m, v, t = com.microsoft.SkipLayerNormalization(x, s, g, b, c)",
             "float32[1,1,4] {-1.1381, -0.069045, 1, 4.2071}\nfloat32[1,1,1] {3}\nfloat32[1,1,1] {0.53452}\n"
             "float32[1,1,4] {1, 2, 3, 6}"},
            {"SkipLayerNormalization of other width",
             13,
             {"x: float32[1,1,2] = {1, 1}", "s: float32[1,1,2] = {0, 0}", "g: float32[3] = {2, 2, 2}"},
             "y = com.microsoft.SkipLayerNormalization(x, s, g)",
             "error: node n (com.microsoft.SkipLayerNormalization, opset 1): input 2 (gamma) has 3 elements, expected "
             "the "
             "size of the last axis"},
            {"SkipSimplifiedLayerNormalization",
             13,
             {"x: float32[1,1,4] = {1, 1, 1, 1}", "s: float32[1,1,4] = {0, 1, 2, 5}", "g: float32[4] = {1, 1, 1, 1}"},
             "y, m, v = com.microsoft.SkipSimplifiedLayerNormalization(x, s, g)",
             "float32[1,1,4] {0.28284, 0.56569, 0.84853, 1.6971}\nomitted\nfloat32[1,1,1] {0.28284}"},
            {"SimplifiedLayerNormalization",
             13,
             {"x: float32[4] = {1, 2, 3, 6}", "g: float32[4] = {1, 1, 1, 1}"},
             "y = SimplifiedLayerNormalization(x, g) {epsilon: 0.0}",
             "float32[4] {0.28284, 0.56569, 0.84853, 1.6971}"},
            {"EmbedLayerNormalization",
             13,
             {"i: int32[1,2] = {1, 0}", "t: int32[1,2] = {0, 0}", "w: float32[2,2] = {0, 1, 3, 5}",
              "p: float32[2,2] = {1, 1, 2, 0}", "s: float32[1,2] = {0, 2}", "g: float32[2] = {1, 2}",
              "b: float32[2] = {0, 1}", "m: int32[1,2] = {1, 0}"},
             "y, n, e = com.microsoft.EmbedLayerNormalization(i, t, w, p, s, g, b, m)",
             "float32[1,2,2] {-1, 3, -1, 3}\nint32[1] {1}\nfloat32[1,2,2] {4, 8, 2, 3}"},
            {"EmbedLayerNormalization of an unknown word",
             13,
             {"i: int32[1,1] = {7}", "w: float32[1,2] = {0, 1}", "p: float32[1,2] = {1, 1}", "g: float32[2] = {1, 2}",
              "b: float32[2] = {0, 1}"},
             "y, n = com.microsoft.EmbedLayerNormalization(i, _, w, p, _, g, b)",
             "error: node n (com.microsoft.EmbedLayerNormalization, opset 1): index 7 is out of range for an axis of "
             "1"},
            {"QEmbedLayerNormalization",
             13,
             {"i: int32[1,2] = {1, 0}", "w: uint8[2,2] = {1, 2, 4, 6}", "p: uint8[2,2] = {2, 2, 4, 0}",
              "g: uint8[2] = {1, 2}", "b: uint8[2] = {0, 1}", "one: float32[] = {1}", "half: float32[] = {0.5}",
              "z: uint8[] = {0}", "z1: uint8[] = {1}"},
             "y, n = com.microsoft.QEmbedLayerNormalization(i, _, w, p, _, g, b, _, one, half, _, one, one, z1, z, _, "
             "z, z)",
             "float32[1,2,2] {-1, 3, 1, -1}\nint32[1] {0}"},
        });
    }
    void normalizations() { ql::test::checkOperatorCase(); }

    void attention_data()
    {
        const auto* x = "x: float32[1,2,2] = {1, 2, 3, 4}";
        const auto* weights = "w: float32[2,6] = {1, 0, 0.5, 0, 2, 0, 0, 1, 0, 0.5, 0, 2}";
        const auto* bias = "b: float32[6] = {0, 0, 0, 0, 1, 1}";
        ql::test::addOperatorCases({
            {"Attention",
             13,
             {x, weights, bias},
             "y, p = com.microsoft.Attention(x, w, b) {num_heads: 1}",
             "float32[1,2,2] {6.5718, 8.5718, 6.9719, 8.9719}\nfloat32[2,1,1,2,2] {0.5, 1, 1.5, 2, 3, 5, 7, 9}"},
            {"Attention, causal, two heads",
             13,
             {x, weights, bias},
             "y = com.microsoft.Attention(x, w, b) {num_heads: 2, unidirectional: 1}",
             "float32[1,2,2] {3, 5, 6.8103, 8.9281}"},
            {"Attention with a mask",
             13,
             {x, weights, bias, "m: int32[1,2] = {1, 0}"},
             "y = com.microsoft.Attention(x, w, b, m) {num_heads: 2}",
             "float32[1,2,2] {3, 5, 3, 5}"},
            {"Attention with lengths",
             13,
             {x, weights, bias, "m: int32[1] = {1}"},
             "y = com.microsoft.Attention(x, w, b, m) {num_heads: 2}",
             "float32[1,2,2] {3, 5, 3, 5}"},
            {"Attention with one number for all keys, which changes nothing",
             13,
             {x, weights, bias, "m: int32[1,1] = {0}"},
             "y = com.microsoft.Attention(x, w, b, m) {num_heads: 1}",
             "float32[1,2,2] {6.5718, 8.5718, 6.9719, 8.9719}"},
            {"Attention with a strange mask",
             13,
             {x, weights, bias, "m: int32[3] = {1, 0, 1}"},
             "y = com.microsoft.Attention(x, w, b, m) {num_heads: 2}",
             "error: node n (com.microsoft.Attention, opset 1): the mask has shape 3, which fits no batch of 1 with 2 "
             "queries and 2 keys"},
            {"Attention without heads",
             13,
             {x, weights, bias},
             "y = com.microsoft.Attention(x, w, b) {num_heads: 0}",
             "error: node n (com.microsoft.Attention, opset 1): attribute num_heads is 0, expected 1 or more"},
            {"QAttention",
             13,
             {"x: uint8[1,2,2] = {2, 3, 4, 5}", "w: int8[2,6] = {2, 0, 1, 0, 4, 0, 0, 2, 0, 1, 0, 4}", bias,
              "xs: float32[] = {1}", "ws: float32[] = {0.5}", "xz: uint8[] = {1}", "wz: int8[] = {0}"},
             "y = com.microsoft.QAttention(x, w, b, xs, ws, _, xz, wz) {num_heads: 1}",
             "float32[1,2,2] {6.5718, 8.5718, 6.9719, 8.9719}"},
            {"MultiHeadAttention",
             13,
             {"q: float32[1,2,2] = {1, 0, 0, 1}", "k: float32[1,2,2] = {1, 1, 2, 0}",
              "v: float32[1,2,2] = {1, 2, 3, 4}"},
             "y, pk, pv = com.microsoft.MultiHeadAttention(q, k, v) {num_heads: 1}",
             "float32[1,2,2] {2.3395, 3.3395, 1.6605, 2.6605}\nfloat32[1,1,2,2] {1, 1, 2, 0}\nfloat32[1,1,2,2] {1, 2, "
             "3, 4}"},
            {"MultiHeadAttention, packed",
             13,
             {"q: float32[1,2,1,3,2] = {1, 0, 1, 1, 1, 2, 0, 1, 2, 0, 3, 4}"},
             "y = com.microsoft.MultiHeadAttention(q) {num_heads: 1}",
             "float32[1,2,2] {2.3395, 3.3395, 1.6605, 2.6605}"},
            {"MultiHeadAttention with half a cache",
             13,
             {"q: float32[1,2,1,3,2] = {1, 0, 1, 1, 1, 2, 0, 1, 2, 0, 3, 4}", "p: float32[1,1,1,2] = {1, 2}"},
             "y = com.microsoft.MultiHeadAttention(q, _, _, _, _, _, p) {num_heads: 1}",
             "error: node n (com.microsoft.MultiHeadAttention, opset 1): inputs 6 (past_key) and 7 (past_value) go "
             "together, only one is given"},
            {"MultiHeadAttention with a bias of another batch",
             13,
             {"q: float32[1,2,1,3,2] = {1, 0, 1, 1, 1, 2, 0, 1, 2, 0, 3, 4}", "a: float32[2,1,1,2] = {0, 1, 2, 3}"},
             "y = com.microsoft.MultiHeadAttention(q, _, _, _, _, a) {num_heads: 1}",
             "error: node n (com.microsoft.MultiHeadAttention, opset 1): input 5 (attention_bias) has shape 2x1x1x2, "
             "expected 1x1x2x2, or 1 in place of the first two"},
            {"RotaryEmbedding",
             13,
             {"x: float32[1,1,4] = {1, 2, 3, 4}", "p: int64[1] = {0}", "c: float32[1,2] = {0.6, 0.8}",
              "s: float32[1,2] = {0.8, 0.6}"},
             "y = com.microsoft.RotaryEmbedding(x, p, c, s)",
             "float32[1,1,4] {-1.8, -0.8, 2.6, 4.4}"},
            {"RotaryEmbedding, interleaved",
             13,
             {"x: float32[1,1,1,4] = {1, 2, 3, 5}", "p: int64[1,1] = {1}", "c: float32[2,2] = {0, 0, 0.6, 0.8}",
              "s: float32[2,2] = {0, 0, 0.8, 0.6}"},
             "y = com.microsoft.RotaryEmbedding(x, p, c, s) {interleaved: 1}",
             "float32[1,1,1,4] {-1, 2, -0.6, 5.8}"},
            {"RotaryEmbedding beyond the table",
             13,
             {"x: float32[1,1,4] = {1, 2, 3, 4}", "p: int64[1] = {9}", "c: float32[1,2] = {0.6, 0.8}",
              "s: float32[1,2] = {0.8, 0.6}"},
             "y = com.microsoft.RotaryEmbedding(x, p, c, s)",
             "error: node n (com.microsoft.RotaryEmbedding, opset 1): index 9 is out of range for an axis of 1"},
        });
    }
    void attention() { ql::test::checkOperatorCase(); }

    void quantized_data()
    {
        ql::test::addOperatorCases({
            {"QLinearWhere",
             13,
             {"c: bool[2] = {true, false}", "x: uint8[2] = {10, 10}", "xs: float32[] = {0.5}", "xz: uint8[] = {0}",
              "y: uint8[2] = {7, 7}", "ys: float32[] = {1}", "yz: uint8[] = {1}"},
             "r = com.microsoft.QLinearWhere(c, x, xs, xz, y, ys, yz, ys, yz)",
             "uint8[2] {6, 7}"},
            {"QLinearWhere of two types",
             13,
             {"c: bool[1] = {true}", "x: uint8[1] = {10}", "s: float32[] = {1}", "z: uint8[] = {0}",
              "y: int8[1] = {7}"},
             "r = com.microsoft.QLinearWhere(c, x, s, z, y, s, z, s, z)",
             "error: node n (com.microsoft.QLinearWhere, opset 1): input 4 (Y) has type int8, expected uint8 as input "
             "0"},
            {"QLinearMatMul by row",
             13,
             {"a: uint8[2,1] = {2, 2}", "as: float32[2] = {1, 2}", "az: uint8[2] = {0, 1}", "b: uint8[1,2] = {3, 5}",
              "bs: float32[2] = {1, 0.5}", "bz: uint8[2] = {0, 0}", "ys: float32[] = {0.5}", "yz: uint8[] = {10}"},
             "y = QLinearMatMul(a, as, az, b, bs, bz, ys, yz)",
             "uint8[2,2] {22, 20, 22, 20}"},
            {"NhwcMaxPool",
             13,
             {"x: uint8[1,2,1,2] = {1, 9, 5, 2}"},
             "y = com.microsoft.NhwcMaxPool(x) {kernel_shape: [2, 1]}",
             "uint8[1,1,1,2] {5, 9}"},
            {"QLinearConv, channels last",
             13,
             {"x: uint8[1,1,2,2] = {1, 2, 3, 4}", "s: float32[] = {1}", "z: uint8[] = {0}",
              "w: uint8[1,2,1,1] = {1, 10}"},
             "y = com.microsoft.QLinearConv(x, s, z, w, s, z, s, z) {channels_last: 1}",
             "uint8[1,1,2,1] {21, 43}"},
            {"float8 and back",
             19,
             {"x: float32[3] = {1.06, -500, 0.4}", "s: float32[] = {1}", "z: float8e4m3fn[] = {0}"},
             "y = QuantizeLinear(x, s, z)",
             "float8e4m3fn[3] {1, -448, 0.40625}"},
            {"float8 per channel",
             19,
             {"x: float8e5m2[2,1] = {1.5, 3}", "s: float32[2] = {2, 10}"},
             "y = DequantizeLinear(x, s) {axis: 0}",
             "float32[2,1] {3, 30}"},
            {"Cast to float8",
             19,
             {"x: float16[2] = {1.0625, 60000}"},
             "y = Cast(x) {to: 18, saturate: 0}",
             "float8e4m3fnuz[2] {1, nan}"},
            {"Cast from float8",
             19,
             {"x: float8e5m2[2] = {1.5, -inf}"},
             "y = Cast(x) {to: 1}",
             "float32[2] {1.5, -inf}"},
        });
    }
    void quantized() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestFusedOperators)
#include "tst_fused_operators.moc"
