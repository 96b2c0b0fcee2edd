// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/outline_pair.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <optional>

using namespace ql;

namespace {

const char* const kQdq = R"(graph "qdq" opset 13
    input x: float32[1,2,4,4]
    const s: float32[] = {0.5}
    const z: int8[] = {0}
    const wq: int8[2,2,1,1] = {1, 2, 3, 4}
    const shape: int64[2] = {1, 32}
    w = DequantizeLinear(wq, s, z) name "w_dq"
    y = Conv(x, w) name "net/block/conv"
    yq = QuantizeLinear(y, s, z) name "y_q"
    yd = DequantizeLinear(yq, s, z) name "y_dq"
    r = Reshape(yd, shape) name "reshape"
    c = Sigmoid(r) name "sigmoid"
    v = Add(c, r) name "sum"
    output v)";

/// Two layers, one after the other, of different weights; the names are left to the test.
std::string chain(const std::string& first, const std::string& second, const std::string& flat)
{
    return R"(graph "chain" opset 13
    input x: float32[1,2,4,4]
    const w1: float32[2,2,1,1] = {1, 2, 3, 4}
    const w2: float32[2,2,1,1] = {5, -6, 7, 8}
    const shape: int64[2] = {1, 32}
    a = Conv(x, w1))"
           + first + "\n    b = Conv(a, w2)" + second + "\n    v = Reshape(b, shape)" + flat + "\n    output v";
}

std::string edgesText(const results::GraphOutline& outline)
{
    std::string text;
    for (const auto& edge : outline.edges)
        text += outline.nodes[edge.from].name + ">" + outline.nodes[edge.to].name + " ";
    return text;
}

} // namespace

class TestGraphOutline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void foldsQuantizersAndKeepsReaders()
    {
        const auto outline = analysis::outlineOf(graph::parseGraph(kQdq));
        QCOMPARE(edgesText(outline),
                 std::string("x>net/block/conv net/block/conv>reshape reshape>sigmoid sigmoid>sum reshape>sum "));
        const auto& conv = outline.nodes[1];
        QCOMPARE(conv.opType, std::string("Conv"));
        QCOMPARE(conv.quantDtype, std::string("int8"));
        QCOMPARE(conv.qscale.value_or(0.0), 0.5);
        QVERIFY(conv.isCompute);
        QVERIFY(outline.nodes[0].isInput);
        QVERIFY(outline.nodes[0].quantDtype.empty());
        QVERIFY(outline.nodes.back().isOutput);
    }

    /// What the file says of a node; weights seen through their quantizers, a few numbers in full.
    void tellsAttributesAndParameters()
    {
        const auto outline = analysis::outlineOf(graph::parseGraph(R"(graph "g" opset 13
    input x: float32[1,2,4,4]
    const s: float32[] = {0.5}
    const z: int8[] = {0}
    const wq: int8[2,2,3,3] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9}
    const shape: int64[2] = {1, 32}
    w = DequantizeLinear(wq, s, z) name "w_dq"
    y = Conv(x, w) {pads: [1, 1, 1, 1], auto_pad: "NOTSET", group: 1} name "conv"
    v = Reshape(y, shape) name "flat"
    output v)"));
        const auto& conv = outline.nodes[1];
        QCOMPARE(conv.attributes.size(), std::size_t(3));
        QCOMPARE(conv.attributes[0].name, std::string("pads"));
        QCOMPARE(conv.attributes[0].value, std::string("[1, 1, 1, 1]"));
        QCOMPARE(conv.attributes[1].value, std::string("NOTSET"));
        QCOMPARE(conv.attributes[2].value, std::string("1"));
        QCOMPARE(conv.parameters.size(), std::size_t(1));
        QCOMPARE(conv.parameters[0].dtype, std::string("int8"));
        QCOMPARE(conv.parameters[0].shape, std::string("2x2x3x3"));
        QVERIFY(conv.parameters[0].values.empty());
        QCOMPARE(outline.nodes[2].parameters.at(0).values, std::string("1, 32"));
        QVERIFY(outline.nodes[0].attributes.empty() && outline.nodes[0].parameters.empty());
    }

    void movingDataIsNoCompute()
    {
        const auto outline = analysis::outlineOf(graph::parseGraph(kQdq));
        QCOMPARE(outline.nodes[2].name, std::string("reshape"));
        QVERIFY(!outline.nodes[2].isCompute);
    }

    /// The twin's tool numbers what the baseline's names the other way round.
    void partnersGoByStructureAndWeights()
    {
        const auto baseline = graph::parseGraph(chain("", "", ""));
        std::string others = chain(R"( name "q/Conv_7")", R"( name "q/Conv_3")", R"( name "q/Reshape_1")");
        for (std::size_t at = others.find("a = "); at != others.npos; at = others.find("a = ", at + 1))
            others.replace(at, 4, "t9 = ");
        others.replace(others.find("Conv(a"), 6, "Conv(t9");
        const auto pair = analysis::outlinePair(baseline, graph::parseGraph(others));
        QCOMPARE(pair.analysis.nodes.size(), std::size_t(4));
        for (std::size_t node = 0; node < 4; ++node) // the Reshape, for which the comparison has no row, too
            QCOMPARE(pair.partners[node], std::optional(node));
    }

    /// Tools write what many read several times.
    void copiesOfOneLayerAreJoined()
    {
        const std::string head = R"(graph "readers" opset 13
    input x: float32[1,2,4,4]
    const shape: int64[2] = {1, 32}
    a = Sigmoid(x)
    )";
        const std::string tail = "\n    v = Add(p, n)\n    output v";
        const auto baseline = graph::parseGraph(head + "f = Reshape(a, shape)\n    p = Abs(f)\n    n = Neg(f)" + tail);
        const auto analysis = graph::parseGraph(
            head + "f1 = Reshape(a, shape)\n    p = Abs(f1)\n    f2 = Reshape(a, shape)\n    n = Neg(f2)" + tail);
        const auto pair = analysis::outlinePair(baseline, analysis);
        const auto partnerOf = [&](std::size_t node) { return pair.baseline.nodes.at(*pair.partners.at(node)).opType; };
        QCOMPARE(pair.partners.size(), std::size_t(7));
        for (std::size_t node = 0; node < pair.partners.size(); ++node) {
            QVERIFY2(pair.partners[node], pair.analysis.nodes[node].name.c_str());
            QCOMPARE(partnerOf(node), pair.analysis.nodes[node].opType);
        }
    }

    void whatOnlyOneModelHasStaysAlone()
    {
        std::string others = chain("", "", "");
        others.replace(others.find("output v"), 8, "u = Erf(v) name \"x\"\n    output u");
        const auto pair = analysis::outlinePair(graph::parseGraph(chain("", "", "")), graph::parseGraph(others));
        QCOMPARE(pair.partners.size(), std::size_t(5));
        QVERIFY(!pair.partners[4]);
        for (std::size_t node = 0; node < 4; ++node)
            QCOMPARE(pair.partners[node], std::optional(node));
    }

    void emptyGraphGivesNothing()
    {
        const auto outline = analysis::outlineOf(graph::Graph("nothing"));
        QVERIFY(outline.nodes.empty());
        QVERIFY(outline.edges.empty());
    }
};

QTEST_GUILESS_MAIN(TestGraphOutline)
#include "tst_graph_outline.moc"
