// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/text_form/text_form.h"
#include "core/runs/run.h"
#include "tests/support/operator_test.h"

#include <QTest>

class TestConvolution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolves_data()
    {
        // 3×3 picture 1 … 9; a window of ones sums.
        const char* picture = "x: float32[1,1,3,3] = {1, 2, 3, 4, 5, 6, 7, 8, 9}";
        const char* ones = "w: float32[1,1,2,2] = {1, 1, 1, 1}";
        ql::test::addOperatorCases({
            {"2-D", 11, {picture, ones}, "y = Conv(x, w)", "float32[1,1,2,2] {12, 16, 24, 28}"},
            {"bias",
             11,
             {picture, ones, "b: float32[1] = {100}"},
             "y = Conv(x, w, b)",
             "float32[1,1,2,2] {112, 116, 124, 128}"},
            {"stride and pads",
             11,
             {picture, ones},
             "y = Conv(x, w) {strides: [2, 2], pads: [1, 1, 1, 1]}",
             "float32[1,1,2,2] {1, 5, 11, 28}"},
            {"pads on one side",
             11,
             {picture, ones},
             "y = Conv(x, w) {strides: [2, 2], pads: [0, 0, 1, 1]}",
             "float32[1,1,2,2] {12, 9, 15, 9}"},
            {"same, upper",
             11,
             {picture, ones},
             "y = Conv(x, w) {auto_pad: \"SAME_UPPER\"}",
             "float32[1,1,3,3] {12, 16, 9, 24, 28, 15, 15, 17, 9}"},
            {"same, lower",
             11,
             {picture, ones},
             "y = Conv(x, w) {auto_pad: \"SAME_LOWER\"}",
             "float32[1,1,3,3] {1, 3, 5, 5, 12, 16, 11, 24, 28}"},
            {"valid",
             11,
             {picture, ones},
             "y = Conv(x, w) {auto_pad: \"VALID\", kernel_shape: [2, 2]}",
             "float32[1,1,2,2] {12, 16, 24, 28}"},
            {"dilation", 11, {picture, ones}, "y = Conv(x, w) {dilations: [2, 2]}", "float32[1,1,1,1] {20}"},
            {"1-D",
             11,
             {"x: float32[1,1,3] = {1, 2, 3}", "w: float32[1,1,2] = {1, 10}"},
             "y = Conv(x, w)",
             "float32[1,1,2] {21, 32}"},
            {"3-D",
             11,
             {"x: float32[1,1,1,1,2] = {1, 2}", "w: float32[1,1,1,1,2] = {1, 10}"},
             "y = Conv(x, w)",
             "float32[1,1,1,1,1] {21}"},
            {"groups",
             11,
             {"x: float32[1,2,2] = {1, 2, 3, 4}", "w: float32[2,1,1] = {10, 100}"},
             "y = Conv(x, w) {group: 2}",
             "float32[1,2,2] {10, 20, 300, 400}"},
            {"halves",
             11,
             {"x: float16[1,1,2] = {1, 2}", "w: float16[1,1,1] = {2}"},
             "y = Conv(x, w)",
             "float16[1,1,2] {2, 4}"},
            {"doubles",
             11,
             {"x: float64[1,1,2] = {1, 2}", "w: float64[1,1,1] = {2}"},
             "y = Conv(x, w)",
             "float64[1,1,2] {2, 4}"},
            {"no samples",
             11,
             {"x: float32[0,1,3] = {}", "w: float32[2,1,2] = {1, 1, 1, 1}"},
             "y = Conv(x, w)",
             "float32[0,2,2] {}"},
        });
    }
    void convolves() { ql::test::checkOperatorCase(); }

    /// One program, as what it knows of one shape is of no use to another.
    void followsTheShapeOfItsInput()
    {
        const auto graph = ql::graph::parseGraph(
            "graph \"g\" opset 13\ninput x: float32[1, 2, h, w]\n"
            "const full: float32[1, 2, 1, 3] = {1, 2, 3, 4, 5, 6}\nconst each: float32[2, 1, 1, 5] = "
            "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}\n"
            "y = Conv(x, full) {strides: [1, 2], pads: [0, 1, 0, 1]}\n"
            "z = Conv(x, each) {group: 2, strides: [1, 2], pads: [0, 2, 0, 2]}\noutput y\noutput z\n");
        const ql::runs::Program program(graph);
        ql::JobContext ctx;
        for (const std::int64_t width : {9, 14, 9, 30}) {
            const ql::runs::NamedTensors inputs{
                {"x", ql::ops::Tensor(at::arange(2.0F * 3.0F * float(width)).view({1, 2, 3, width}))}};
            const auto found = ql::runs::outputsOf(program, inputs, ctx);
            const auto expected = ql::runs::outputsOf(ql::runs::Program(graph), inputs, ctx);
            for (std::size_t i = 0; i < 2; ++i)
                QVERIFY(found[i].data.equal(expected[i].data));
            QCOMPARE(found[0].data.size(3), (width - 1) / 2 + 1);
        }
    }

    void refuses_data()
    {
        const char* x = "x: float32[1,1,3] = {1, 2, 3}";
        const char* w = "w: float32[1,1,2] = {1, 1}";
        ql::test::addOperatorCases({
            {"group 0",
             11,
             {x, w},
             "y = Conv(x, w) {group: 0}",
             "error: node n (Conv, opset 11): attribute group is 0, expected ≥ 1"},
            {"stride 0",
             11,
             {x, w},
             "y = Conv(x, w) {strides: [0]}",
             "error: node n (Conv, opset 11): strides has an entry of 0, expected one from 1 to 2147483647"},
            {"Conv with one window per plane",
             11,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "w: float32[1,1,1,1] = {2}"},
             "y = Conv(x, w) {strides: [2147483647, 2147483647]}",
             "float32[1,1,1,1] {2}"},
            {"Conv with pads that overflow",
             11,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "w: float32[1,1,1,1] = {2}"},
             "y = Conv(x, w) {pads: [0, 0, 0, 9223372036854775807]}",
             "error: node n (Conv, opset 11): pads has an entry of 9223372036854775807, expected one from -2147483647 "
             "to "
             "2147483647"},
            {"ConvInteger with one window per plane",
             11,
             {"x: uint8[1,1,2,2] = {1, 2, 3, 4}", "w: uint8[1,1,1,1] = {2}"},
             "y = ConvInteger(x, w) {strides: [2147483647, 2147483647]}",
             "int32[1,1,1,1] {2}"},
            {"ConvInteger over planes of padding",
             11,
             {"x: uint8[1,1,2,2] = {1, 2, 3, 4}", "w: uint8[1,1,2,2] = {2, 2, 2, 2}"},
             "y = ConvInteger(x, w) {dilations: [2000000000, 2000000000], pads: [1000000000, 1000000000, 1000000000, "
             "1000000000]}",
             "int32[1,1,2,2] {0, 0, 0, 0}"},
            {"depthwise Conv over planes that fit no memory",
             11,
             {"x: float32[1,2,1,1] = {1, 2}", "w: float32[2,1,2,2] = {2, 2, 2, 2, 2, 2, 2, 2}"},
             "y = Conv(x, w) {group: 2, dilations: [2000000000, 2000000000], pads: [1000000000, 1000000000, "
             "1000000000, "
             "1000000000]}",
             "error: node n (Conv, opset 11): out of memory (use a smaller input or batch)"},
            {"Conv over planes that fit no memory",
             11,
             {"x: float32[1,1,2,2] = {1, 2, 3, 4}", "w: float32[1,1,2,2] = {2, 2, 2, 2}"},
             "y = Conv(x, w) {dilations: [2000000000, 2000000000], pads: [1000000000, 1000000000, 1000000000, "
             "1000000000]}",
             "error: node n (Conv, opset 11): out of memory (use a smaller input or batch)"},
            {"too many strides",
             11,
             {x, w},
             "y = Conv(x, w) {strides: [1, 1]}",
             "error: node n (Conv, opset 11): strides has 2 entries, expected 1"},
            {"unknown auto_pad",
             11,
             {x, w},
             "y = Conv(x, w) {auto_pad: \"SAME\"}",
             "error: node n (Conv, opset 11): auto_pad is \"SAME\", expected NOTSET, SAME_UPPER, SAME_LOWER or VALID"},
            {"another kernel",
             11,
             {x, w},
             "y = Conv(x, w) {kernel_shape: [3]}",
             "error: node n (Conv, opset 11): kernel_shape is 3, but the weight's is 2"},
            {"a matrix",
             11,
             {"x: float32[1,3] = {1, 2, 3}", w},
             "y = Conv(x, w)",
             "error: node n (Conv, opset 11): input 0 (x) has rank 2, expected 3, 4 or 5"},
            {"another rank",
             11,
             {x, "w: float32[1,1,1,1] = {1}"},
             "y = Conv(x, w)",
             "error: node n (Conv, opset 11): input 1 (weight) has rank 4, expected 3"},
            {"channels",
             11,
             {x, "w: float32[1,2,1] = {1, 1}"},
             "y = Conv(x, w)",
             "error: node n (Conv, opset 11): input 0 (x) has 1 channels, expected 2"},
            {"bias",
             11,
             {x, w, "b: float32[2] = {1, 2}"},
             "y = Conv(x, w, b)",
             "error: node n (Conv, opset 11): input 2 (bias) has 2 elements, expected 1"},
            {"too large a window",
             11,
             {x, w},
             "y = Conv(x, w) {dilations: [3]}",
             "error: node n (Conv, opset 11): window of 4 does not fit into spatial axis 0 of size 3 with padding 0+0"},
            {"integers",
             11,
             {"x: int32[1,1,3] = {1, 2, 3}", w},
             "y = Conv(x, w)",
             "error: node n (Conv, opset 11): input 0 (x) has type int32, expected float16, bfloat16, float32 or "
             "float64"},
        });
    }
    void refuses() { ql::test::checkOperatorCase(); }

    void transposes_data()
    {
        const char* x = "x: float32[1,1,2] = {1, 2}";
        const char* w = "w: float32[1,1,2] = {1, 10}";
        ql::test::addOperatorCases({
            {"plain", 11, {x, w}, "y = ConvTranspose(x, w)", "float32[1,1,3] {1, 12, 20}"},
            {"stride", 11, {x, w}, "y = ConvTranspose(x, w) {strides: [3]}", "float32[1,1,5] {1, 10, 0, 2, 20}"},
            {"pads", 11, {x, w}, "y = ConvTranspose(x, w) {pads: [1, 0]}", "float32[1,1,2] {12, 20}"},
            {"output padding and bias",
             11,
             {x, w, "b: float32[1] = {5}"},
             "y = ConvTranspose(x, w, b) {strides: [2], output_padding: [1]}",
             "float32[1,1,5] {6, 15, 7, 25, 5}"},
            {"output shape",
             11,
             {x, w},
             "y = ConvTranspose(x, w) {strides: [3], output_shape: [4]}",
             "float32[1,1,4] {10, 0, 2, 20}"},
            {"larger output shape",
             11,
             {x, w},
             "y = ConvTranspose(x, w) {output_shape: [5]}",
             "float32[1,1,5] {1, 12, 20, 0, 0}"},
            {"same, upper", 11, {x, w}, "y = ConvTranspose(x, w) {auto_pad: \"SAME_UPPER\"}", "float32[1,1,2] {1, 12}"},
            {"groups",
             11,
             {"x: float32[1,2,1] = {1, 2}", "w: float32[2,1,1] = {10, 100}"},
             "y = ConvTranspose(x, w) {group: 2}",
             "float32[1,2,1] {10, 200}"},
            {"dilation", 11, {x, w}, "y = ConvTranspose(x, w) {dilations: [2]}", "float32[1,1,4] {1, 2, 10, 20}"},
        });
    }
    void transposes() { ql::test::checkOperatorCase(); }

    void multiplies_data()
    {
        const char* a = "a: float32[2,2] = {1, 2, 3, 4}";
        const char* b = "b: float32[2,2] = {1, 0, 10, 1}";
        ql::test::addOperatorCases({
            {"Gemm",
             13,
             {a, b, "c: float32[2] = {100, 200}"},
             "y = Gemm(a, b, c)",
             "float32[2,2] {121, 202, 143, 204}"},
            {"Gemm scaled",
             13,
             {a, b, "c: float32[2,1] = {100, 200}"},
             "y = Gemm(a, b, c) {alpha: 2.0, beta: 0.5}",
             "float32[2,2] {92, 54, 186, 108}"},
            {"Gemm transposed", 13, {a, b}, "y = Gemm(a, b) {transA: 1, transB: 1}", "float32[2,2] {1, 13, 2, 24}"},
            {"Gemm with a scalar",
             13,
             {a, b, "c: float32[] = {1}"},
             "y = Gemm(a, b, c)",
             "float32[2,2] {22, 3, 44, 5}"},
            {"Gemm of one number with a scalar",
             13,
             {"a: float32[1,1] = {2}", "b: float32[1,1] = {3}", "c: float32[] = {1}"},
             "y = Gemm(a, b, c)",
             "float32[1,1] {7}"},
            {"Gemm with a row and a column",
             13,
             {a, b, "c: float32[2,1] = {100, 200}"},
             "y = Gemm(a, b, c)",
             "float32[2,2] {121, 102, 243, 204}"},
            {"Gemm of integers",
             13,
             {"a: int32[1,1] = {3}", "b: int32[1,1] = {4}", "c: int32[1] = {5}"},
             "y = Gemm(a, b, c)",
             "int32[1,1] {17}"},
            {"Gemm of halves",
             13,
             {"a: float16[1,1] = {3}", "b: float16[1,1] = {4}"},
             "y = Gemm(a, b) {alpha: 0.5}",
             "float16[1,1] {6}"},
            {"Gemm of nothing", 13, {"a: float32[0,2] = {}", b}, "y = Gemm(a, b)", "float32[0,2] {}"},
            {"Gemm of a vector",
             13,
             {"a: float32[2] = {1, 2}", b},
             "y = Gemm(a, b)",
             "error: node n (Gemm, opset 13): input 0 (A) has rank 1, expected 2"},
            {"Gemm that doesn't fit",
             13,
             {a, "b: float32[1,2] = {1, 2}"},
             "y = Gemm(a, b)",
             "error: node n (Gemm, opset 13): A is 2x2 and B is 1x2 (after transposition): inner dimensions differ"},
            {"MatMul", 13, {a, b}, "y = MatMul(a, b)", "float32[2,2] {21, 2, 43, 4}"},
            {"MatMul of vectors",
             13,
             {"a: float32[2] = {1, 2}", "b: float32[2] = {10, 100}"},
             "y = MatMul(a, b)",
             "float32[] {210}"},
            {"MatMul broadcasts",
             13,
             {"a: float32[2,1,1] = {1, 2}", "b: float32[1,2] = {10, 100}"},
             "y = MatMul(a, b)",
             "float32[2,1,2] {10, 100, 20, 200}"},
            {"MatMul over no depth",
             13,
             {"a: float32[2,1,0] = {}", "b: float32[0,2] = {}"},
             "y = MatMul(a, b)",
             "float32[2,1,2] {0, 0, 0, 0}"},
            {"MatMul of no rows", 13, {"a: float32[0,3,2] = {}", b}, "y = MatMul(a, b)", "float32[0,3,2] {}"},
            {"MatMul of a batch",
             13,
             {"a: float32[2,1,2] = {1, 2, 3, 4}", "b: float32[2,2,1] = {1, 10, 1, 100}"},
             "y = MatMul(a, b)",
             "float32[2,1,1] {21, 403}"},
            {"MatMul of integers",
             13,
             {"a: int64[1,2] = {1, 2}", "b: int64[2,1] = {3, 4}"},
             "y = MatMul(a, b)",
             "int64[1,1] {11}"},
            {"MatMul that doesn't fit",
             13,
             {a, "b: float32[3] = {1, 2, 3}"},
             "y = MatMul(a, b)",
             "error: node n (MatMul, opset 13): input shapes 2x2 and 3 have different inner dimensions"},
            {"MatMul of a scalar",
             13,
             {a, "b: float32[] = {1}"},
             "y = MatMul(a, b)",
             "error: node n (MatMul, opset 13): an input is a scalar, expected rank 1 or more"},
        });
    }
    void multiplies() { ql::test::checkOperatorCase(); }
};

QTEST_APPLESS_MAIN(TestConvolution)
#include "tst_convolution.moc"
