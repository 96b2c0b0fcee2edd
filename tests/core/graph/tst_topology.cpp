// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

using namespace ql::graph;

namespace {

std::string orderOf(const Graph& graph)
{
    std::string names;
    for (const auto id : topologicalOrder(graph))
        names += graph.node(id).name;
    return names;
}

/// The names of the values that die after each node, "x y|z".
std::string deathsOf(const Graph& graph)
{
    std::string text;
    for (const auto& dying : lastUses(graph, topologicalOrder(graph))) {
        for (const auto value : dying)
            text += graph.value(value).name;
        text += '|';
    }
    return text;
}

} // namespace

class TestTopology : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsFileOrderWhereItIsFree()
    {
        QCOMPARE(
            orderOf(parseGraph("graph \"g\" input x b = A(x) name \"1\" a = A(x) name \"2\" c = A(a, b) name \"3\"")),
            std::string("123"));
    }

    void putsProducersFirst()
    {
        QCOMPARE(orderOf(parseGraph("graph \"g\" input x c = A(b) name \"1\" b = A(a) name \"2\" a = A(x) name \"3\" "
                                    "d = A(x) name \"4\"")),
                 std::string("3214"));
    }

    void waitsForEveryInputOnce()
    {
        QCOMPARE(orderOf(parseGraph("graph \"g\" input x c = A(a, a, b, _) name \"1\" a, b = S(x) name \"2\"")),
                 std::string("21"));
    }

    void waitsForCaptures()
    {
        QCOMPARE(orderOf(parseGraph(
                     "graph \"g\" input c input x y = If(c) {then_branch: {graph \"t\" capture i = a output i}} "
                     "name \"1\" a = A(x) name \"2\"")),
                 std::string("21"));
    }

    void namesTheNodesOfACycle()
    {
        const auto graph =
            parseGraph("graph \"g\" input x s = A(x) name \"start\" a = A(b, s) name \"one\" b = A(a) name \"two\"");
        try {
            topologicalOrder(graph);
            QFAIL("nothing was thrown");
        } catch (const ql::Error& error) {
            QVERIFY(error.code() == ql::ErrorCode::InvalidGraph);
            QCOMPARE(QString::fromUtf8(error.what()),
                     QStringLiteral("nodes depend on each other in a cycle, or follow one: one, two"));
        }
    }

    void freesValuesAfterTheirLastUse()
    {
        QCOMPARE(deathsOf(parseGraph(
                     "graph \"g\" input x const w: int8[] = {1} a = A(x, w) b = A(a, x) c = A(b, a) output c")),
                 std::string("|x|ab|"));
    }

    void keepsOutputsAndFreesTheUnread()
    {
        QCOMPARE(deathsOf(parseGraph("graph \"g\" input x a, unread = A(x) b = A(a) output a, b")),
                 std::string("xunread||"));
    }

    void keepsWhatABodyReads()
    {
        QCOMPARE(
            deathsOf(parseGraph(
                "graph \"g\" input x a = A(x) b = A(a) y = If(b) {t: {graph \"t\" capture i = a output i}} output y")),
            std::string("x||ab|"));
    }

    void takesAnEmptyGraph()
    {
        QVERIFY(topologicalOrder(Graph()).empty());
        QVERIFY(lastUses(Graph(), {}).empty());
    }
};

QTEST_APPLESS_MAIN(TestTopology)
#include "tst_topology.moc"
