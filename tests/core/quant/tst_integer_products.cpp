// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/topology.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/quantized_graph/quantized_graph.h"

#include <QTest>

using namespace ql;
using graph::Graph;

namespace {

/// A quantized input, one product, perhaps a clamp, and a quantizer behind it.
std::string network(const std::string& product, const std::string& behind = {}, const std::string& quantized = "y")
{
    return "graph \"g\" opset 13 input x: float32[1,2,4,4]\n"
           "const s: float32[] = {0.5}\nconst z: uint8[] = {3}\nconst low: uint8[] = {0}\n"
           "const ws: float32[2] = {0.25, 0.125}\nconst wz: int8[2] = {0, 0}\n"
           "const one: float32[] = {0.25}\nconst oz: int8[] = {0}\n"
           "const w: int8[2,2,1,1] = {1, -2, 3, 4}\nconst m: int8[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}\n"
           "const b: float32[2] = {1.0, -0.5}\nconst bi: int32[2] = {8, -8}\n"
           "const bs: float32[2] = {0.125, 0.0625}\nconst bz: int32[2] = {0, 0}\n"
           "const wrong: float32[2] = {0.5, 0.0625}\n"
           "xq = QuantizeLinear(x, s, z)\nxd = DequantizeLinear(xq, s, z)\n"
           "wd = DequantizeLinear(w, ws, wz) {axis: 0}\nmd = DequantizeLinear(m, one, oz)\n"
           "mc = DequantizeLinear(m, ws, wz) {axis: 1}\nmr = DequantizeLinear(m, wrong, wz) {axis: 0}\n"
           "bd = DequantizeLinear(bi, bs, bz) {axis: 0}\nbw = DequantizeLinear(bi, wrong, bz) {axis: 0}\n"
           + product + "\n" + behind + "\nyq = QuantizeLinear(" + quantized
           + ", s, low) name \"yq\"\nyd = DequantizeLinear(yq, s, low)\nout = Neg(yd)\noutput out";
}

Graph folded(const std::string& text)
{
    return quant::withIntegerProducts(graph::parseGraph(text));
}

/// The operators in order, those of constants left out.
std::string operators(const Graph& graph)
{
    std::string text;
    for (const auto id : graph::topologicalOrder(graph))
        if (!graph.constantOf(graph.node(id).inputs.at(0)))
            text += (text.empty() ? "" : " ") + graph.node(id).opType;
    return text;
}

std::vector<double> constantAt(const Graph& graph, const char* node, std::size_t slot)
{
    return graph.constantOf(graph.node(graph.findNode(node).value()).inputs.at(slot))->toDoubles();
}

} // namespace

/// QDQ products as a target computes them.
class TestIntegerProducts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsAConvolution()
    {
        const auto graph = folded(network("y = Conv(xd, wd, bd) name \"conv\""));
        QCOMPARE(operators(graph), std::string("QuantizeLinear DequantizeLinear QLinearConv DequantizeLinear Neg"));
        QCOMPARE(constantAt(graph, "conv", 8), (std::vector<double>{8, -8}));
        const auto& conv = graph.node(graph.findNode("conv").value());
        QCOMPARE(graph.value(conv.inputs[0]).name, std::string("xq"));
        QCOMPARE(graph.value(conv.outputs[0]).name, std::string("yq"));
        QCOMPARE(graph.findValue("y").value(), conv.outputs[0]); // by which dumps and baselines know the layer
        QVERIFY(!graph.findNode("wd"));                          // nobody reads the weight in float
    }

    void countsBiasesInSteps()
    {
        const auto graph = folded(network("y = Conv(xd, wd, b) name \"conv\""));
        QCOMPARE(constantAt(graph, "conv", 8), (std::vector<double>{8, -8}));
        QCOMPARE(operators(folded(network("y = Conv(xd, wd, bw) name \"conv\""))),
                 std::string("QuantizeLinear DequantizeLinear Conv QuantizeLinear DequantizeLinear Neg"));
    }

    void clampsBySaturation()
    {
        const std::string conv = "y = Conv(xd, wd) name \"conv\"";
        const auto graph = folded(network(conv, "r = Relu(y) name \"relu\"", "r"));
        QCOMPARE(operators(graph), std::string("QuantizeLinear DequantizeLinear QLinearConv DequantizeLinear Neg"));
        QVERIFY(graph.findValue("r") == graph.findValue("y"));
        // To 1.0, where the quantizer goes up to 127.5.
        const auto clipped = folded(
            network(conv, "const zero: float32[] = {0}\nconst most: float32[] = {1}\nr = Clip(y, zero, most)", "r"));
        QVERIFY(operators(clipped).find("Conv Clip") != std::string::npos);
        QVERIFY(operators(clipped).find("QLinear") == std::string::npos);
    }

    void foldsProducts_data()
    {
        QTest::addColumn<QByteArray>("product");
        QTest::addColumn<QByteArray>("operators");
        const QByteArray matrix = "QLinearMatMul", gemm = "QGemm";
        QTest::newRow("MatMul") << QByteArray("y = MatMul(xd, md)") << matrix;
        QTest::newRow("MatMul, per channel") << QByteArray("y = MatMul(xd, mc)") << matrix;
        QTest::newRow("MatMul of activations") << QByteArray("y = MatMul(xd, xd)") << matrix;
        QTest::newRow("Gemm") << QByteArray("y = Gemm(xd, md)") << gemm;
        QTest::newRow("Gemm with a bias") << QByteArray("y = Gemm(xd, mc, bd)") << gemm;
        // Scales along the summed axis, a factor, a sum that is read in float, a product that is an output.
        QTest::newRow("rows") << QByteArray("y = Gemm(xd, mr)") << QByteArray("Gemm");
        QTest::newRow("factor") << QByteArray("y = Gemm(xd, md) {alpha: 2.0}") << QByteArray("Gemm");
        QTest::newRow("read") << QByteArray("y = MatMul(xd, md)\nk = Neg(y)\noutput k") << QByteArray("MatMul");
        QTest::newRow("output") << QByteArray("y = MatMul(xd, md)\noutput y") << QByteArray("MatMul");
        QTest::newRow("float") << QByteArray("y = MatMul(x, md)") << QByteArray("MatMul");
    }

    void foldsProducts()
    {
        QFETCH(QByteArray, product);
        QFETCH(QByteArray, operators);
        const auto graph = folded(network(product.toStdString()));
        const auto names = " " + QByteArray::fromStdString(::operators(graph)) + " ";
        QVERIFY2(names.contains(" " + operators + " "), names.constData());
    }

    void leavesOtherWidths()
    {
        auto text = network("y = Conv(xd, wd) name \"conv\"");
        text.replace(text.find("const low: uint8"), 16, "const low: uint16");
        QVERIFY(operators(folded(text)).find(" Conv ") != std::string::npos);
    }

    void sharesNothingWithItsSource()
    {
        const auto source = graph::parseGraph(network("y = Conv(xd, wd) name \"conv\""));
        const auto before = graph::printGraph(source);
        quant::withIntegerProducts(source);
        QCOMPARE(graph::printGraph(source), before);
    }
};

QTEST_GUILESS_MAIN(TestIntegerProducts)
#include "tst_integer_products.moc"
