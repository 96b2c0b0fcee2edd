// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/model_kind.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>

using namespace ql;
using analysis::collectLayers;
using analysis::Layer;

namespace {

const Layer* find(const std::vector<Layer>& layers, std::string_view name)
{
    const auto found =
        std::find_if(layers.begin(), layers.end(), [name](const Layer& layer) { return layer.name == name; });
    return found == layers.end() ? nullptr : &*found;
}

std::vector<std::string> shownNames(const std::vector<Layer>& layers)
{
    std::vector<std::string> names;
    for (const Layer& layer : layers)
        if (layer.isShownByDefault())
            names.push_back(layer.name);
    return names;
}

std::string valueName(const graph::Graph& graph, const Layer& layer)
{
    return graph.value(layer.value).name;
}

const char* const kQdq = R"(graph "qdq" opset 13
    input x: float32[1,2,4,4]
    const x_scale: float32[] = {0.5}
    const x_zero: uint8[] = {3}
    const y_scale: float32[] = {0.25}
    const y_zero: int8[] = {-5}
    const wq: int8[2,2,1,1] = {1, 2, 3, 4}
    const w_scale: float32[2] = {0.1, 0.2}
    const w_zero: int8[2] = {0, 0}
    const shape: int64[2] = {1, 32}
    xq = QuantizeLinear(x, x_scale, x_zero) name "x_q"
    xd = DequantizeLinear(xq, x_scale, x_zero) name "x_dq"
    w = DequantizeLinear(wq, w_scale, w_zero) {axis: 0} name "w_dq"
    y = Conv(xd, w) name "conv"
    yq = QuantizeLinear(y, y_scale, y_zero) name "y_q"
    yd = DequantizeLinear(yq, y_scale, y_zero) name "y_dq"
    r = Reshape(yd, shape) name "reshape"
    z = Sigmoid(r) name "sigmoid"
    output z)";

/// As Brevitas exports it: one node quantizes and dequantizes.
const char* const kQonnx = R"(graph "qonnx" opset 13, qonnx.custom_op.general 1
    input x: float32[1,2,4,4]
    const s: float32[] = {0.5}
    const z: float32[] = {0}
    const four: float32[] = {4}
    const w: float32[2,2,1,1] = {0.1, 0.2, 0.3, 0.4}
    const ws: float32[2,1,1,1] = {0.1, 0.2}
    xq = qonnx.custom_op.general.Quant(x, s, z, four) {signed: 0} opset 1 name "x_quant"
    wq = qonnx.custom_op.general.IntQuant(w, ws, z, four) {narrow: 1} opset 1 name "w_quant"
    y = Conv(xq, wq) name "conv"
    yq = qonnx.custom_op.general.BipolarQuant(y, s) opset 1 name "y_quant"
    r = Sigmoid(yq) name "sigmoid"
    output r)";

const char* const kIntegerOperators = R"(graph "qop" opset 13, com.microsoft 1
    input x: float32[1,2,4,4]
    const s: float32[] = {0.5}
    const z: uint8[] = {0}
    const ys: float32[] = {0.125}
    const yz: uint8[] = {7}
    const w: uint8[2,2,1,1] = {1, 2, 3, 4}
    xq = QuantizeLinear(x, s, z) name "q"
    yq = QLinearConv(xq, s, z, w, s, z, ys, yz) name "conv_quant"
    pq = MaxPool(yq) {kernel_shape: [2, 2]} name "pool"
    aq = com.microsoft.QLinearAdd(pq, ys, yz, pq, ys, yz, s, z) name "add_quant"
    y = DequantizeLinear(aq, s, z) name "dq"
    output y)";

const char* const kDynamic = R"(graph "dynamic" opset 13
    input x: float32[1,4]
    const wq: uint8[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
    const ws: float32[] = {0.5}
    const wz: uint8[] = {1}
    const b: float32[2] = {1, 2}
    xq, xs, xz = DynamicQuantizeLinear(x) name "dql"
    scales = Mul(xs, ws) name "scales"
    acc = MatMulInteger(xq, wq, xz, wz) name "matmul_quant"
    cast = Cast(acc) {to: 1} name "cast"
    scaled = Mul(cast, scales) name "scaling"
    y = Add(scaled, b) name "bias"
    r = Relu(y) name "relu"
    output r)";

} // namespace

class TestLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsQuantizersIntoTheLayerBeforeThem()
    {
        const auto graph = graph::parseGraph(kQdq);
        const auto layers = collectLayers(graph);
        QCOMPARE(shownNames(layers), (std::vector<std::string>{"x", "conv", "sigmoid"}));
        const Layer* conv = find(layers, "conv");
        QVERIFY(conv);
        QCOMPARE(valueName(graph, *conv), "yd");
        QVERIFY(!conv->isInteger);
        QVERIFY(conv->computesQuantized);
        QCOMPARE(conv->aliases, (std::vector<std::string>{"y", "yd", "yq"}));
        QVERIFY(conv->quantizer);
        QCOMPARE(conv->quantizer->dtype, "int8");
        QCOMPARE(conv->quantizer->scales, std::vector<double>{0.25});
        QCOMPARE(conv->quantizer->zeroPoints, std::vector<std::int64_t>{-5});
        QCOMPARE(conv->quantizer->lowest, -128);
        QVERIFY(!conv->quantizer->isPerChannel());
    }

    void quantizedInputsAreLayers()
    {
        const auto graph = graph::parseGraph(kQdq);
        const auto layers = collectLayers(graph);
        const Layer* input = find(layers, "x");
        QVERIFY(input && input->isInput());
        QCOMPARE(input->opType, "Input");
        QCOMPARE(valueName(graph, *input), "xd");
        QCOMPARE(input->quantizer->rangeLow(), -1.5);
        QCOMPARE(input->quantizer->rangeHigh(), 126.0);
    }

    void foldsQuantizersOfOneNodeToo()
    {
        const auto graph = graph::parseGraph(kQonnx);
        const auto layers = collectLayers(graph);
        QCOMPARE(shownNames(layers), (std::vector<std::string>{"x", "conv", "sigmoid"}));
        const auto& input = *find(layers, "x");
        QCOMPARE(valueName(graph, input), std::string("xq"));
        QVERIFY(input.quantizer && !input.isInteger);
        QCOMPARE(input.quantizer->dtype, std::string("uint4"));
        QCOMPARE(input.quantizer->lowest, std::int64_t{0});
        QCOMPARE(input.quantizer->highest, std::int64_t{15});
        const auto& conv = *find(layers, "conv");
        QCOMPARE(valueName(graph, conv), std::string("yq"));
        QVERIFY(conv.computesQuantized);
        QVERIFY(conv.quantizer.has_value());
        QCOMPARE(conv.quantizer->dtype, std::string("bipolar"));
        QCOMPARE(conv.quantizer->scales, std::vector<double>{0.5});
        QCOMPARE(conv.producers, std::vector<std::size_t>{0});
        QCOMPARE(analysis::modelKind(graph), std::string("QDQ"));
    }

    void weightsAndTheirDequantizersAreNone()
    {
        const auto layers = collectLayers(graph::parseGraph(kQdq));
        QVERIFY(!find(layers, "w_dq"));
        QVERIFY(!find(layers, "w"));
    }

    void linksLookThroughQuantizers()
    {
        const auto layers = collectLayers(graph::parseGraph(kQdq));
        const Layer* conv = find(layers, "conv");
        QCOMPARE(conv->producers.size(), std::size_t{1});
        QCOMPARE(layers[conv->producers.front()].name, "x");
        QCOMPARE(conv->consumers.size(), std::size_t{1});
        QCOMPARE(layers[conv->consumers.front()].name, "reshape");
        QVERIFY(!find(layers, "reshape")->isShownByDefault());
        QVERIFY(find(layers, "sigmoid")->isGraphOutput);
    }

    void integerOperatorsAreReadThroughTheirOwnScale()
    {
        const auto graph = graph::parseGraph(kIntegerOperators);
        const auto layers = collectLayers(graph);
        QCOMPARE(shownNames(layers), (std::vector<std::string>{"x", "conv_quant", "pool", "add_quant"}));
        const Layer* input = find(layers, "x");
        QVERIFY(input->isInteger);
        QCOMPARE(valueName(graph, *input), "xq");
        const Layer* conv = find(layers, "conv_quant");
        QVERIFY(conv->isInteger);
        QCOMPARE(valueName(graph, *conv), "yq");
        QCOMPARE(conv->quantizer->scales.front(), 0.125);
        QCOMPARE(conv->quantizer->zeroPoints.front(), 7);
        const Layer* pool = find(layers, "pool");
        QVERIFY2(pool->isInteger && pool->quantizer, "pooling keeps the scale that it is given");
        QCOMPARE(pool->quantizer->scales.front(), 0.125);
        const Layer* add = find(layers, "add_quant");
        QCOMPARE(add->opType, "com.microsoft.QLinearAdd");
        QVERIFY(add->isGraphOutput);
        QCOMPARE(add->aliases, (std::vector<std::string>{"aq", "y"}));
    }

    /// LibTorch's own operators do as the standard's of their family.
    void resizedIntegersKeepTheirScale()
    {
        const auto graph = graph::parseGraph(R"(graph "torch" opset 13, aten 1
            input x: float32[1,1,2,2]
            const s: float32[] = {0.5}
            const z: uint8[] = {3}
            q: uint8[1,1,2,2] = QuantizeLinear(x, s, z) name "q"
            r: uint8[1,1,4,4] = aten.upsample_nearest2d(q) name "resize"
            p: uint8[1,1,4,4] = aten.softmax(q) name "softmax"
            d = DequantizeLinear(r, s, z) name "d"
            output d
            output p)");
        const auto layers = collectLayers(graph);
        const auto* resize = find(layers, "resize");
        QVERIFY(resize && resize->quantizer);
        QCOMPARE(resize->quantizer->scales, std::vector<double>{0.5});
        const auto* softmax = find(layers, "softmax");
        QVERIFY(softmax && !softmax->quantizer);
    }

    void dynamicRunIsOneLayerUpToItsBias()
    {
        const auto graph = graph::parseGraph(kDynamic);
        const auto layers = collectLayers(graph);
        QCOMPARE(shownNames(layers), (std::vector<std::string>{"matmul_quant", "relu"}));
        const Layer* product = find(layers, "matmul_quant");
        QCOMPARE(valueName(graph, *product), "y");
        QCOMPARE(product->run.size(), std::size_t{4});
        QVERIFY(!product->quantizer);
        QVERIFY(product->computesQuantized);
        QCOMPARE(layers[product->producers.front()].name, "x");
    }

    void dynamicRunEndsWhereThePartnerKnowsTheName()
    {
        const auto graph = graph::parseGraph(kDynamic);
        const auto partner = graph::parseGraph(R"(graph "float" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            const b: float32[2] = {1, 2}
            scaled = MatMul(x, w) name "matmul"
            y = Add(scaled, b) name "bias"
            r = Relu(y) name "relu"
            output r)");
        const auto layers = collectLayers(graph, &partner);
        QCOMPARE(shownNames(layers), (std::vector<std::string>{"matmul_quant", "bias", "relu"}));
        QCOMPARE(valueName(graph, *find(layers, "matmul_quant")), "scaled");
    }

    void shapeArithmeticIsNoLayer()
    {
        const auto layers = collectLayers(graph::parseGraph(R"(graph "shapes" opset 13
            input x: float32[2,3]
            const two: int64[1] = {2}
            s = Shape(x) name "shape"
            d = Mul(s, two) name "double"
            y = Abs(x) name "abs"
            z = Expand(y, d) name "expand"
            output z)"));
        QCOMPARE(shownNames(layers), std::vector<std::string>{"abs"});
        QVERIFY(find(layers, "double")->isConstant);
    }

    void everyUsedOutputIsALayer()
    {
        const auto graph = graph::parseGraph(R"(graph "lstm" opset 13
            input x: float32[1,1,2]
            const w: float32[1,4,2] = {1, 1, 1, 1, 1, 1, 1, 1}
            const r: float32[1,4,1] = {1, 1, 1, 1}
            y, _, c = LSTM(x, w, r) {hidden_size: 1} name "lstm"
            output y
            output c)");
        const auto layers = collectLayers(graph);
        QVERIFY(find(layers, "lstm"));
        QVERIFY(find(layers, "lstm:2"));
        QCOMPARE(valueName(graph, *find(layers, "lstm:2")), "c");
        QVERIFY(!find(layers, "lstm:1"));
    }

    void perChannelAndBlockedScales()
    {
        const auto text = [](const char* attributes) {
            return std::string(R"(graph "channels" opset 21
                input x: float32[1,2,2]
                const s: float32[2] = {0.5, 0.25}
                const z: int16[2] = {0, 0}
                y = Abs(x) name "abs"
                q = QuantizeLinear(y, s, z) {)")
                   + attributes + R"(} name "q"
                d = DequantizeLinear(q, s, z) {axis: 1} name "d"
                output d)";
        };
        const auto layers = collectLayers(graph::parseGraph(text("axis: 1")));
        const Layer* abs = find(layers, "abs");
        QCOMPARE(abs->quantizer->channelAxis, std::optional<std::int64_t>(1));
        QCOMPARE(abs->quantizer->scales.size(), std::size_t{2});
        QCOMPARE(abs->quantizer->highest, 32767);
        const auto blocked = collectLayers(graph::parseGraph(text("axis: 1, block_size: 2")));
        QVERIFY2(!find(blocked, "abs")->quantizer, "a blocked scale is no scale per channel");
    }
};

QTEST_APPLESS_MAIN(TestLayers)
#include "tst_layers.moc"
