// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/graph_outline.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

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

    void movingDataIsNoCompute()
    {
        const auto outline = analysis::outlineOf(graph::parseGraph(kQdq));
        QCOMPARE(outline.nodes[2].name, std::string("reshape"));
        QVERIFY(!outline.nodes[2].isCompute);
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
