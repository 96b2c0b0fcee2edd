// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.fx calls the layers of a graph, and which of an export's operators are one layer.
#include "core/config/layer_names.h"
#include "core/config/tracing/traced_layers.h"
#include "core/graph/text_form/text_form.h"

#include <QtTest>

#include <algorithm>

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
            output i)");
        const auto layers = config::tracedLayers(graph);
        QCOMPARE(firstNames(graph), std::string("act g sigmoid mul")); // by hand it stays two
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
