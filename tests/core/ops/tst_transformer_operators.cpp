// SPDX-License-Identifier: GPL-3.0-or-later
// What language models consist of: ONNX Runtime's GroupQueryAttention and what opsets 23 and 24 brought. Expected
// values are the operators' specifications by hand or, where it says so, by NumPy.
#include "tests/support/operator_test.h"

#include <QTest>

class TestTransformerOperators : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Expected values by a NumPy model that agrees with ONNX Runtime 1.21.1 on the same cases with larger heads.
    void groupQueryAttention_data()
    {
        const std::vector<const char*> next{"q: float32[1,1,4] = {1, 0, 0, 1}",
                                            "k: float32[1,1,2] = {1, 1}",
                                            "v: float32[1,1,2] = {1, 2}",
                                            "pk: float32[1,1,2,2] = {2, 0, 0, 2}",
                                            "pv: float32[1,1,2,2] = {3, 4, 5, 6}",
                                            "l: int32[1] = {2}",
                                            "t: int32[] = {3}"};
        auto tooLong = next;
        tooLong[5] = "l: int32[1] = {7}";
        ql::test::addOperatorCases({
            {"a prompt",
             13,
             {"q: float32[1,2,4] = {1, 0, 0, 1, 0, 1, 1, 1}", "k: float32[1,2,2] = {1, 1, 2, 0}",
              "v: float32[1,2,2] = {1, 2, 3, 4}", "l: int32[1] = {1}", "t: int32[1] = {2}"},
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, _, _, l, t) {num_heads: 2, kv_num_heads: 1}",
             "float32[1,2,4] {1, 2, 1, 2, 1.6605, 2.6605, 2, 3}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}"},
            {"the next token", 13, next,
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 2, kv_num_heads: 1}",
             "float32[1,1,4] {2.7121, 3.7121, 3.584, 4.584}\nfloat32[1,1,3,2] {2, 0, 0, 2, 1, 1}\nfloat32[1,1,3,2] {3, "
             "4, 5, 6, 1, 2}"},
            {"a window", 13, next,
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 2, kv_num_heads: 1, "
             "local_window_size: 1}",
             "float32[1,1,4] {2.321, 3.321, 3.679, 4.679}\nfloat32[1,1,3,2] {2, 0, 0, 2, 1, 1}\nfloat32[1,1,3,2] {3, "
             "4, 5, 6, 1, 2}"},
            {"softcap and smooth softmax", 13, next,
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 2, kv_num_heads: 1, "
             "softcap: 1.5, scale: 0.5, smooth_softmax: 1}",
             "float32[1,1,4] {2.2954, 3.1292, 2.7597, 3.5935}\nfloat32[1,1,3,2] {2, 0, 0, 2, 1, 1}\nfloat32[1,1,3,2] "
             "{3, 4, 5, 6, 1, 2}"},
            {"packed and rotary",
             13,
             {"q: float32[1,2,6] = {1, 0, 1, 1, 1, 2, 0, 1, 2, 0, 3, 4}", "l: int32[1] = {1}", "t: int32[1] = {2}",
              "c: float32[2,1] = {1, 0.6}", "s: float32[2,1] = {0, 0.8}"},
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, _, _, _, _, l, t, c, s) "
             "{num_heads: 1, kv_num_heads: 1, do_rotary: 1}",
             "float32[1,2,2] {1, 2, 2.0706, 3.0706}\nfloat32[1,1,2,2] {1, 1, 1.2, 1.6}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}"},
            {"sequences of several lengths in a larger cache",
             13,
             {"q: float32[2,1,2] = {1, 0, 0, 1}", "k: float32[2,1,2] = {1, 1, 2, 0}",
              "v: float32[2,1,2] = {1, 2, 3, 4}", "pk: float32[2,1,3,2] = {2, 0, 0, 2, 9, 9, 1, 1, 9, 9, 9, 9}",
              "pv: float32[2,1,3,2] = {3, 4, 5, 6, 9, 9, 7, 8, 9, 9, 9, 9}", "l: int32[2] = {2, 1}",
              "t: int32[] = {3}"},
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 1, kv_num_heads: 1}",
             "float32[2,1,2] {2.7121, 3.7121, 5.679, 6.679}\nfloat32[2,1,3,2] {2, 0, 0, 2, 1, 1, 1, 1, 2, 0, 9, 9}\n"
             "float32[2,1,3,2] {3, 4, 5, 6, 1, 2, 7, 8, 3, 4, 9, 9}"},
            {"a length beyond the total", 13, tooLong,
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 2, kv_num_heads: 1}",
             "error: node n (com.microsoft.GroupQueryAttention, opset 1): input 5 (seqlens_k) says that sequence 0 has "
             "8 "
             "tokens, with 1 new ones and a total of 3"},
            {"heads that don't divide", 13, next,
             "y, ok, ov = com.microsoft.GroupQueryAttention(q, k, v, pk, pv, l, t) {num_heads: 3, kv_num_heads: 2}",
             "error: node n (com.microsoft.GroupQueryAttention, opset 1): attributes num_heads and kv_num_heads are 3 "
             "and "
             "2, expected a positive multiple"},
        });
    }
    void groupQueryAttention() { ql::test::checkOperatorCase(); }

    void attention_data()
    {
        const char* const q = "q: float32[1,1,2,2] = {1, 0, 0, 1}";
        const char* const k = "k: float32[1,1,2,2] = {1, 1, 2, 0}";
        const char* const v = "v: float32[1,1,2,2] = {1, 2, 3, 4}";
        ql::test::addOperatorCases({
            {"plain",
             23,
             {q, k, v},
             "y, pk, pv, s = Attention(q, k, v)",
             "float32[1,1,2,2] {2.3395, 3.3395, 1.6605, 2.6605}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}\nfloat32[1,1,2,2] {0.70711, 1.4142, 0.70711, 0}"},
            {"weights",
             23,
             {q, k, v},
             "y, pk, pv, s = Attention(q, k, v) {qk_matmul_output_mode: 3}",
             "float32[1,1,2,2] {2.3395, 3.3395, 1.6605, 2.6605}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}\nfloat32[1,1,2,2] {0.33024, 0.66976, 0.66976, 0.33024}"},
            {"capped",
             23,
             {q, k, v, "m: float32[2,2] = {0, -1, 0.5, 0}"},
             "y, pk, pv, s = Attention(q, k, v, m) {qk_matmul_output_mode: 1, softcap: 1.5}",
             "float32[1,1,2,2] {1.7298, 2.7298, 1.4777, 2.4777}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}\nfloat32[1,1,2,2] {0.659, 1.1048, 0.659, 0}"},
            {"capped, then masked",
             23,
             {q, k, v, "m: float32[2,2] = {0, -1, 0.5, 0}"},
             "y, pk, pv, s = Attention(q, k, v, m) {qk_matmul_output_mode: 2, softcap: 1.5}",
             "float32[1,1,2,2] {1.7298, 2.7298, 1.4777, 2.4777}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}\nfloat32[1,1,2,2] {0.659, 0.10477, 1.159, 0}"},
            {"before the soft cap",
             24,
             {q, k, v},
             "y, pk, pv, s = Attention(q, k, v) {softcap: 1.5}",
             "float32[1,1,2,2] {2.2193, 3.2193, 1.6819, 2.6819}\nfloat32[1,1,2,2] {1, 1, 2, 0}\n"
             "float32[1,1,2,2] {1, 2, 3, 4}\nfloat32[1,1,2,2] {0.70711, 1.4142, 0.70711, 0}"},
            {"a window, new in opset 25",
             25,
             {q, k, v},
             "y = Attention(q, k, v) {left_window_size: 1}",
             "error: node n (Attention, opset 25): attribute left_window_size is 1, which is not supported"},
            {"a mode that isn't one",
             24,
             {q, k, v},
             "y, pk, pv, s = Attention(q, k, v) {qk_matmul_output_mode: 4}",
             "error: node n (Attention, opset 24): attribute qk_matmul_output_mode is 4, expected 0 to 3"},
            {"causal",
             23,
             {q, k, v},
             "y = Attention(q, k, v) {is_causal: 1}",
             "float32[1,1,2,2] {1, 2, 1.6605, 2.6605}"},
            {"mask",
             23,
             {q, k, v, "m: float32[2,2] = {0, -1, 0.5, 0}"},
             "y = Attention(q, k, v, m)",
             "float32[1,1,2,2] {1.8546, 2.8546, 1.4604, 2.4604}"},
            {"mask of truths",
             23,
             {q, k, v, "m: bool[1,1,2,2] = {true, false, true, true}"},
             "y = Attention(q, k, v, m)",
             "float32[1,1,2,2] {1, 2, 1.6605, 2.6605}"},
            {"mask for fewer keys",
             24,
             {q, k, v, "m: float32[2,1] = {0, 0.5}"},
             "y = Attention(q, k, v, m)",
             "float32[1,1,2,2] {1, 2, 1, 2}"},
            {"cache and softcap",
             23,
             {"q: float32[1,1,1,2] = {1, 0}", "k: float32[1,1,1,2] = {1, 1}", "v: float32[1,1,1,2] = {1, 2}",
              "pk: float32[1,1,2,2] = {2, 0, 0, 2}", "pv: float32[1,1,2,2] = {3, 4, 5, 6}"},
             "y, ok, ov = Attention(q, k, v, _, pk, pv) {is_causal: 1, softcap: 1.5}",
             "float32[1,1,1,2] {2.6865, 3.6865}\nfloat32[1,1,3,2] {2, 0, 0, 2, 1, 1}\n"
             "float32[1,1,3,2] {3, 4, 5, 6, 1, 2}"},
            {"rank 3, shared heads",
             23,
             {"q: float32[1,1,4] = {1, 0, 0, 1}", "k: float32[1,2,2] = {1, 1, 2, 0}", "v: float32[1,2,1] = {1, 5}"},
             "y = Attention(q, k, v) {q_num_heads: 2, kv_num_heads: 1}",
             "float32[1,1,2] {3.679, 2.321}"},
            {"padded keys",
             24,
             {"q: float32[2,1,1,2] = {1, 0, 0, 1}", "k: float32[2,1,2,2] = {1, 1, 2, 0, 1, 1, 2, 0}",
              "v: float32[2,1,2,2] = {1, 2, 3, 4, 1, 2, 3, 4}", "l: int64[2] = {1, 2}"},
             "y = Attention(q, k, v, _, _, _, l) {is_causal: 1}",
             "float32[2,1,1,2] {1, 2, 1.6605, 2.6605}"},
            {"rank 3 without heads",
             23,
             {"q: float32[1,1,2] = {1, 0}", "k: float32[1,1,2] = {1, 1}", "v: float32[1,1,2] = {1, 5}"},
             "y = Attention(q, k, v)",
             "error: node n (Attention, opset 23): input 0 (Q) has shape 1x1x2, expected rank 4, or attributes "
             "q_num_heads and kv_num_heads"},
            {"other keys than values",
             23,
             {q, k, "v: float32[1,1,1,2] = {1, 2}"},
             "y = Attention(q, k, v)",
             "error: node n (Attention, opset 23): query 1x1x2x2, key 1x1x2x2 and value 1x1x1x2 don't belong together"},
            {"before opset 23",
             22,
             {q, k, v},
             "y = Attention(q, k, v)",
             "error: operator Attention of domain ai.onnx (opset 22) is not supported, used by node n (`quantloupe-cli "
             "info` "
             "lists every unsupported node)"},
        });
    }
    void attention() { ql::test::checkOperatorCase(); }

    void others_data()
    {
        const char* const cosines = "c: float32[1,1,2] = {0.6, 0.8}";
        const char* const sines = "s: float32[1,1,2] = {0.8, 0.6}";
        ql::test::addOperatorCases({
            {"RotaryEmbedding",
             23,
             {"x: float32[1,1,1,4] = {1, 2, 3, 4}", cosines, sines},
             "y = RotaryEmbedding(x, c, s)",
             "float32[1,1,1,4] {-1.8, -0.8, 2.6, 4.4}"},
            {"RotaryEmbedding of rank 3, in part, by position",
             23,
             {"x: float32[1,1,6] = {1, 2, 7, 3, 5, 8}", "c: float32[2,1] = {0, 0.6}", "s: float32[2,1] = {0, 0.8}",
              "p: int64[1,1] = {1}"},
             "y = RotaryEmbedding(x, c, s, p) {num_heads: 2, rotary_embedding_dim: 2}",
             "float32[1,1,6] {-1, 2, 7, -2.2, 5.4, 8}"},
            {"RotaryEmbedding of other tokens",
             23,
             {"x: float32[1,1,2,4] = {1, 2, 3, 4, 5, 6, 7, 8}", cosines, sines},
             "y = RotaryEmbedding(x, c, s)",
             "error: node n (RotaryEmbedding, opset 23): input 1 (cos_cache) has shape 1x1x2, expected 1x2x2"},
            {"RMSNormalization",
             23,
             {"x: float32[2,2] = {3, 4, 0, 2}", "s: float32[2] = {1, 2}"},
             "y = RMSNormalization(x, s)",
             "float32[2,2] {0.84853, 2.2627, 0, 2.8284}"},
            {"Swish", 24, {"x: float32[2] = {1, -2}"}, "y = Swish(x) {alpha: 0.5}", "float32[2] {0.62246, -0.53788}"},
            {"TensorScatter",
             24,
             {"c: float32[2,3,1] = {1, 2, 3, 4, 5, 6}", "u: float32[2,1,1] = {7, 8}", "w: int64[2] = {0, 2}"},
             "y = TensorScatter(c, u, w)",
             "float32[2,3,1] {7, 2, 3, 4, 5, 8}"},
            {"TensorScatter, circular",
             24,
             {"c: int8[1,1,3] = {1, 2, 3}", "u: int8[1,1,2] = {7, 8}", "w: int64[1] = {2}"},
             "y = TensorScatter(c, u, w) {mode: \"circular\", axis: 2}",
             "int8[1,1,3] {8, 2, 7}"},
            {"TensorScatter beyond the end",
             24,
             {"c: int8[1,1,3] = {1, 2, 3}", "u: int8[1,1,2] = {7, 8}", "w: int64[1] = {2}"},
             "y = TensorScatter(c, u, w) {axis: 2}",
             "error: node n (TensorScatter, opset 24): 2 rows from 2 on don't fit into a cache of 3"},
            {"DequantizeLinear into float16",
             23,
             {"x: int8[2] = {3, -4}", "s: float32[] = {0.5}"},
             "y = DequantizeLinear(x, s) {output_dtype: 10}",
             "float16[2] {1.5, -2}"},
        });
    }
    void others() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestTransformerOperators)
#include "tst_transformer_operators.moc"
