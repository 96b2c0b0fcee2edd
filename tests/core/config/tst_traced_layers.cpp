// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.fx calls the layers of a graph, and which of an export's operators are one layer.
#include "core/config/convert.h"
#include "core/config/layer_names.h"
#include "core/config/starting_config.h"
#include "core/config/tracing/traced_layers.h"
#include "core/graph/text_form/text_form.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <algorithm>
#include <fmt/format.h>

using namespace ql;

namespace {

std::string firstNames(const graph::Graph& graph)
{
    std::string names;
    for (const auto& layer : config::tracedLayers(graph))
        names += (names.empty() ? "" : " ") + (layer.names.empty() ? std::string("-") : layer.names.front());
    return names;
}

/// Two blocks of a ResNet as torch 1.13 exports them. torch.fx.symbolic_trace of the program gives layer1_0_conv1,
/// layer1_0_relu, add, layer1_0_relu_1, layer1_1_conv1, layer1_1_relu, add_1, layer1_1_relu_1, avgpool, flatten, fc.
const char* const kBlocks = R"(graph "blocks" opset 13
    input x: float32[1,1,2,2]
    const w: float32[1,1,1,1] = {1}
    const v: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    a: float32[1,1,2,2] = Conv(x, w) name "/layer1/layer1.0/conv1/Conv"
    b: float32[1,1,2,2] = Relu(a) name "/layer1/layer1.0/relu/Relu"
    c: float32[1,1,2,2] = Add(b, x) name "/layer1/layer1.0/Add"
    d: float32[1,1,2,2] = Relu(c) name "/layer1/layer1.0/relu_1/Relu"
    e: float32[1,1,2,2] = Conv(d, w) name "/layer1/layer1.1/conv1/Conv"
    f: float32[1,1,2,2] = Relu(e) name "/layer1/layer1.1/relu/Relu"
    g: float32[1,1,2,2] = Add(f, d) name "/layer1/layer1.1/Add"
    h: float32[1,1,2,2] = Relu(g) name "/layer1/layer1.1/relu_1/Relu"
    i: float32[1,4] = Flatten(h) name "/Flatten"
    j: float32[1,4] = Gemm(i, v) name "/fc/Gemm"
    output j)";

} // namespace

class TestTracedLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void functionsAreCountedInTheOrderOfCalls()
    {
        const auto graph = graph::parseGraph(kBlocks);
        QCOMPARE(firstNames(graph),
                 std::string("layer1.0.conv1 layer1.0.relu add layer1.0.relu_1 layer1.1.conv1 layer1.1.relu add_1 "
                             "layer1.1.relu_1 flatten fc"));
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("add_1", true).at(0)->name, std::string("/layer1/layer1.1/Add"));
        QCOMPARE(layers.find("add_1", false).at(0)->name, std::string("/layer1/layer1.1/Add"));
        QVERIFY(layers.find("add_2", true).empty());
    }

    /// What works out shapes was called by nobody, nor were the operators in which a module of torch.nn is written.
    /// torch 1.13's symbolic_trace of the program, which this is the dynamic export of, gives c, gn, up, sigmoid, mul,
    /// mul_1 (of sizes), view, chunk, mul_2, adaptive_avg_pool2d, flatten, fc, sum_1, add.
    void onlyCallsAreCounted()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[?,?,?,?]
            const one: float32[4] = {1, 1, 1, 1}
            const axis: float32[4,1,1] = {1, 1, 1, 1}
            const w: float32[4,1,1,1] = {1, 1, 1, 1}
            const fcw: float32[2,3] = {1, 1, 1, 1, 1, 1}
            const i0: int64[] = {0}
            const k0: int64[1] = {0}
            const k1: int64[1] = {1}
            const k2: int64[1] = {2}
            const groups: int64[3] = {0, 2, -1}
            c = Conv(x, w, one) name "/c/Conv"
            gr = Reshape(c, groups) name "/gn/Reshape" scope "gn"
            gi = InstanceNormalization(gr, one, one) name "/gn/InstanceNormalization" scope "gn"
            gs = Shape(c) name "/gn/Shape" scope "gn"
            gb = Reshape(gi, gs) name "/gn/Reshape_1" scope "gn"
            gm = Mul(gb, axis) name "/gn/Mul" scope "gn"
            ga = Add(gm, axis) name "/gn/Add" scope "gn"
            us = Shape(ga) name "/up/Shape" scope "up"
            uc = Concat(us, k1) {axis: 0} name "/up/Concat" scope "up"
            u = Resize(ga, _, one, uc) name "/up/Resize" scope "up"
            s = Sigmoid(u) name "/Sigmoid"
            y = Mul(u, s) name "/Mul"
            size = Shape(y) name "/Shape"
            first = Gather(size, i0) name "/Gather"
            product = Mul(first, first) name "/Mul_1"
            un = Unsqueeze(product, k0) name "/Unsqueeze"
            both = Concat(un, k1) {axis: 0} name "/Concat"
            v = Reshape(y, both) name "/Reshape"
            part = Gather(size, k1) name "/Gather_2"
            more = Add(part, k1) name "/Add"
            half = Div(more, k2) name "/Div"
            end = Mul(half, k1) name "/Mul_2"
            a = Slice(y, k0, end, k1) name "/Slice"
            end2 = Mul(half, k2) name "/Mul_3"
            b = Slice(y, end, end2, k1) name "/Slice_1"
            z = Mul(a, b) name "/Mul_4"
            p = GlobalAveragePool(z) name "/GlobalAveragePool"
            f = Flatten(p) name "/Flatten"
            l = MatMul(f, fcw) name "/fc/MatMul" scope "fc"
            t = ReduceSum(v) name "/ReduceSum"
            o = Add(l, t) name "/Add_1"
            output o)");
        QCOMPARE(firstNames(graph),
                 std::string("c gn up sigmoid mul reshape - - mul_2 adaptive_avg_pool2d flatten fc sum_1 add"));
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("fc", true).at(0)->name, std::string("/fc/MatMul"));
        QCOMPARE(layers.find("gn", true).size(), std::size_t(5));
        QVERIFY(layers.find("mul_1", true).empty() && layers.find("add_1", true).empty());
    }

    /// A program of TorchScript tells which function it calls; torch.fx counts each by itself.
    void callsThatAreToldAreCountedByName()
    {
        const auto graph = graph::parseGraph(R"g(graph "g" opset 13, aten 1
            input x: float32[2,2]
            a = Transpose(x) name "a"
            b = aten.transpose(a) name "b"
            c = aten.view(b) name "c"
            d = aten.reshape(c) name "d"
            e = aten.transpose(d) {torch: "aten::transpose.int($0, 0, 1)"} name "e"
            f = Add(e, x) {torch: "aten::add_($0, $1, 1)"} name "f"
            g = Div(f, x) {torch: "aten::div($0, $1)"} name "g"
            output g)g");
        QCOMPARE(firstNames(graph), std::string("permute transpose view reshape transpose_1 add truediv"));
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("transpose", true).at(0)->name, std::string("b"));
        QCOMPARE(layers.find("div", true).at(0)->name, std::string("g"));
    }

    /// torch.fx.symbolic_trace of PyTorch 1.13 calls x * 2, += y, -= x, *= y and /= x: mul, add, sub, mul_1, truediv.
    void operatorsInPlaceAreCountedAsOthers()
    {
        const auto graph = graph::parseGraph(R"g(graph "g" opset 13
            input x: float32[2]
            input y: float32[2]
            const two: float32[] = {2}
            a = Mul(x, two) {torch: "aten::mul($0, 2)"} name "a"
            b = Add(a, y) {torch: "aten::add_($0, $1, 1)"} name "b"
            c = Sub(b, x) {torch: "aten::sub_($0, $1, 1)"} name "c"
            d = Mul(c, y) {torch: "aten::mul_($0, $1)"} name "d"
            e = Div(d, x) {torch: "aten::div_($0, $1)"} name "e"
            output e)g");
        QCOMPARE(firstNames(graph), std::string("mul add sub mul_1 truediv"));
    }

    /// By its own name both calls are meant, by the name of the second call that one alone.
    void aModuleCalledTwiceHasItsName()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[1,1,2,2]
            const w: float32[1,1,1,1] = {1}
            a: float32[1,1,2,2] = Conv(x, w) {torch_module_call: 0} name "conv.convolution" scope "conv"
            b: float32[1,1,2,2] = Conv(a, w) {torch_module_call: 1} name "conv.convolution_1" scope "conv"
            output b)");
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("conv", true).size(), std::size_t(2));
        QCOMPARE(layers.find("conv", false).size(), std::size_t(2));
        QCOMPARE(layers.find("conv_1", true).size(), std::size_t(1));
        QCOMPARE(layers.find("conv_1", true).front()->name, std::string("conv.convolution_1"));
    }

    /// As AMCT's own first config has them, and each once, however many operators the export made of it.
    void aNewConfigHasTorchsNames()
    {
        const auto keysOf = [](const graph::Graph& graph, const char* dialect) {
            QStringList keys;
            const auto text = config::convert(config::startingConfig(dialect), dialect, &graph).text;
            const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
            for (const auto& key : document.keys())
                if (document[key].isObject())
                    keys << key;
            return keys;
        };
        const auto blocks = graph::parseGraph(kBlocks); // each first relu is computed by the convolution before it
        const QStringList layers{
            "add", "add_1", "fc", "layer1.0.conv1", "layer1.0.relu_1", "layer1.1.conv1", "layer1.1.relu_1"};
        QCOMPARE(keysOf(blocks, "amct-fx-json"), layers);
        const auto silu = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Sigmoid(x) name "/act/Sigmoid" scope "act"
            b: float32[2,2] = Mul(x, a) name "/act/Mul" scope "act"
            output b)");
        QCOMPARE(keysOf(silu, "amct-fx-json"), QStringList{"act"});
        const auto other = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Sigmoid(x) name "squash"
            output a)");
        QCOMPARE(keysOf(other, "amct-fx-json"), QStringList{"squash"}); // which torch didn't name
    }

    /// Each of many calls of one function has a number of its own, found at once.
    void manyCallsAreCountedQuickly()
    {
        constexpr int kCalls = 20'000;
        std::string text = "graph \"g\" opset 13\n input x: float32[1]\n v0 = Add(x, x) name \"n0\"\n";
        for (int i = 1; i < kCalls; ++i)
            text += fmt::format(" v{} = Add(v{}, x) name \"n{}\"\n", i, i - 1, i);
        const auto graph = graph::parseGraph(text + fmt::format(" output v{}", kCalls - 1));
        QElapsedTimer timer;
        timer.start();
        const config::NamedLayers layers(graph);
        QVERIFY2(timer.elapsed() < 5'000, qPrintable(QString::number(timer.elapsed()))); // minutes where each is sought
        QCOMPARE(layers.find("add_19999", true).at(0)->name, std::string("n19999"));
    }

    /// Python has a max, a sum and an abs of its own: torch.fx calls the first max_1.
    void builtInNamesBeginAtOne()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Abs(x) name "/Abs"
            b: float32[2,2] = Abs(a) name "/Abs_1"
            c: float32[2,1] = ReduceMax(b) {axes: [1]} name "/ReduceMax"
            d: float32[2,2] = Div(b, c) name "/Div"
            e: float32[2,2] = MatMul(d, x) name "/MatMul"
            output e)");
        QCOMPARE(firstNames(graph), std::string("abs_1 abs_2 max_1 truediv matmul"));
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("div", true).at(0)->name, std::string("/Div")); // torch.div in place of the sign
    }

    /// Where a file has names of its own, these are meant; where all are torch's, torch's.
    void ownNamesWinInFilesThatHaveThem()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Add(x, x) name "layer1.add"
            b: float32[2,2] = Add(a, x) name "add"
            output b)");
        const config::NamedLayers layers(graph);
        QCOMPARE(layers.find("add", true).at(0)->name, std::string("layer1.add"));
        QCOMPARE(layers.find("add", false).at(0)->name, std::string("add"));
        QVERIFY(layers.areTraced({"add", "add_1"}));
        QVERIFY(!layers.areTraced({"add", "layer1.add"}));
    }

    /// What a file is told of a layer must reach that layer.
    void namesLeadBackToTheirLayers()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            a: float32[2,2] = Add(x, x) name "layer1.add"
            b: float32[2,2] = Add(a, x) name "add"
            c: float32[2,2] = Sigmoid(b) name "/act/Sigmoid" scope "act"
            d: float32[2,2] = Mul(b, c) name "/act/Mul" scope "act"
            output d)");
        for (const auto* mentioned : {"", "add", "add_1", "layer1.add", "act"}) {
            config::QuantConfig said;
            said.dialect = "amct-yaml";
            if (*mentioned)
                said.addSkip(config::Selector::Kind::Layer, mentioned, {});
            const config::LayerNames names(said, graph);
            for (const auto& node : graph.nodes()) {
                const auto found = names.find(names.nameOf(node));
                QVERIFY2(std::ranges::find(found, &node) != found.end(), (mentioned + (" " + node.name)).c_str());
            }
        }
    }

    void writtenOutModulesAreOneLayer()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,2]
            const root: float32[] = {1.4142135}
            const one: float32[] = {1}
            const half: float32[] = {0.5}
            a: float32[2,2] = Sigmoid(x) name "/act/Sigmoid" scope "act"
            b: float32[2,2] = Mul(x, a) name "/act/Mul" scope "act"
            c: float32[2,2] = Div(b, root) name "/g/Div" scope "g"
            d: float32[2,2] = Erf(c) name "/g/Erf" scope "g"
            e: float32[2,2] = Add(d, one) name "/g/Add" scope "g"
            f: float32[2,2] = Mul(b, e) name "/g/Mul" scope "g"
            g: float32[2,2] = Mul(f, half) name "/g/Mul_1" scope "g"
            h: float32[2,2] = Sigmoid(g) name "/Sigmoid"
            i: float32[2,2] = Mul(g, h) name "/Mul"
            j: float32[2,2] = Add(i, x) name "/Add"
            k: float32[2,2] = Div(j, root) name "/Div"
            l: float32[2,2] = Erf(k) name "/Erf"
            m: float32[2,2] = Add(l, one) name "/Add_1"
            n: float32[2,2] = Mul(j, m) name "/Mul_1"
            o: float32[2,2] = Mul(n, half) name "/Mul_2"
            output o)");
        const auto layers = config::tracedLayers(graph);
        QCOMPARE(firstNames(graph), std::string("act g sigmoid mul add gelu")); // by hand it stays two; of a sum
        QCOMPARE(layers[0].nodes.size(), std::size_t(2));
        QCOMPARE(layers[1].nodes.size(), std::size_t(5));
        QCOMPARE(std::string(layers[1].function->names), std::string("gelu"));
        const auto data = std::ranges::count_if(layers[1].inputs, [&](const config::LayerInput& input) {
            return graph.constantOf(input.value) == nullptr;
        });
        QCOMPARE(data, 2); // both reads of b
    }

    void torchsSpellingsMeanFunctions()
    {
        for (const char* type : {"torch.nn.SiLU", "torch.nn.functional.silu", "torch.nn.LogSigmoid", "torch.nn.Softmin",
                                 "Tensor.abs", "torch.nn.GLU", "torch.nn.Softmax2d", "operator.matmul", "matmul"})
            QVERIFY2(config::isTorchFunction(type), type);
        for (const char* type : {"Max", "torch.nn.Conv2dd", "Nosuch"})
            QVERIFY2(!config::isTorchFunction(type), type);
    }
};

QTEST_APPLESS_MAIN(TestTracedLayers)
#include "tst_traced_layers.moc"
