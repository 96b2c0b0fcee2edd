// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "tests/support/sample_answers.h"
#include "widgets/graph_view/graph_layout.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/graph_view/scope_tree.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;

namespace {

QRectF boxOf(const LayoutTask& task, const LayoutResult& result, std::size_t box)
{
    QRectF rect(QPointF(), task.sizes[box]);
    rect.moveCenter(result.centres[box]);
    return rect;
}

bool hasOverlap(const LayoutTask& task, const LayoutResult& result)
{
    for (std::size_t a = 0; a < task.sizes.size(); ++a)
        for (std::size_t b = a + 1; b < task.sizes.size(); ++b)
            if (boxOf(task, result, a).intersects(boxOf(task, result, b)))
                return true;
    return false;
}

/// Blocks of a residual network: four layers and a skip each, @p blocks of them, with a side output every tenth.
LayoutTask residualNetwork(int blocks)
{
    LayoutTask task;
    const auto add = [&task](std::initializer_list<int> inputs) {
        const int box = int(task.sizes.size());
        task.sizes.emplace_back(158, 42);
        for (const int input : inputs)
            task.edges.emplace_back(input, box);
        return box;
    };
    int last = add({});
    for (int block = 0; block < blocks; ++block) {
        const int first = add({last});
        const int second = add({add({first})});
        if (block % 10 == 0)
            add({second});
        last = add({second, last});
    }
    return task;
}

const results::GraphOutline kOutline = tests::sampleOutline();

const SceneItem* itemOf(const GraphScene& scene, int node)
{
    return &scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])];
}

} // namespace

class TestGraphLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void edgesRunDownAndBoxesKeepApart()
    {
        JobContext context;
        const LayoutTask task = residualNetwork(12);
        const LayoutResult result = layOut(task, context);
        QVERIFY(!hasOverlap(task, result));
        for (std::size_t edge = 0; edge < task.edges.size(); ++edge) {
            const auto [from, to] = task.edges[edge];
            QVERIFY(result.centres[std::size_t(from)].y() < result.centres[std::size_t(to)].y());
            QCOMPARE(result.routes[edge].front().y(), boxOf(task, result, std::size_t(from)).bottom());
            QCOMPARE(result.routes[edge].back().y(), boxOf(task, result, std::size_t(to)).top());
        }
        for (std::size_t box = 0; box < task.sizes.size(); ++box)
            QVERIFY(QRectF(QPointF(), result.size).contains(boxOf(task, result, box)));
    }

    void chainIsStraight()
    {
        JobContext context;
        const LayoutResult result =
            layOut({.sizes = {{10, 10}, {30, 10}, {20, 10}}, .edges = {{0, 1}, {1, 2}}}, context);
        QCOMPARE(result.centres[0].x(), result.centres[1].x());
        QCOMPARE(result.centres[1].x(), result.centres[2].x());
    }

    void crossingIsUndone()
    {
        JobContext context;
        // 0 and 1 on top; 2 hangs below 1, 3 below 0.
        const LayoutResult result =
            layOut({.sizes = {{10, 10}, {10, 10}, {10, 10}, {10, 10}}, .edges = {{1, 2}, {0, 3}}}, context);
        QCOMPARE(result.centres[0].x() < result.centres[1].x(), result.centres[3].x() < result.centres[2].x());
    }

    void longEdgeGoesAroundBoxes()
    {
        JobContext context;
        const LayoutTask task{.sizes = {{50, 20}, {50, 20}, {50, 20}}, .edges = {{0, 1}, {1, 2}, {0, 2}}};
        const LayoutResult result = layOut(task, context);
        QCOMPARE(result.routes[2].size(), std::size_t(3));
        QVERIFY(!boxOf(task, result, 1).contains(result.routes[2][1]));
    }

    void cyclesLoopsAndNothingAreSurvived()
    {
        JobContext context;
        const LayoutTask task{.sizes = {{10, 10}, {10, 10}}, .edges = {{0, 1}, {1, 0}, {0, 0}, {0, 1}}};
        QVERIFY(!hasOverlap(task, layOut(task, context)));
        QVERIFY(layOut({}, context).centres.empty());
    }

    void sameTaskGivesTheSamePicture()
    {
        JobContext context;
        const LayoutTask task = residualNetwork(30);
        QVERIFY(layOut(task, context).centres == layOut(task, context).centres);
    }

    void stopsWhenCancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        JobContext context(stop.get_token(), {});
        QVERIFY_THROWS_EXCEPTION(Cancelled, layOut(residualNetwork(5), context));
    }

    void bigGraphs_data()
    {
        QTest::addColumn<int>("blocks");
        QTest::newRow("1,000 nodes") << 244;
        QTest::newRow("10,000 nodes") << 2440;
    }
    void bigGraphs()
    {
        QFETCH(int, blocks);
        JobContext context;
        const LayoutTask task = residualNetwork(blocks);
        QElapsedTimer timer;
        timer.start();
        const LayoutResult result = layOut(task, context);
        qInfo("%zu nodes, %zu edges: %lld ms", task.sizes.size(), task.edges.size(), timer.elapsed());
        QCOMPARE(result.centres.size(), task.sizes.size());
    }

    void scopesOfOneThingGetNoFrame()
    {
        results::GraphOutline outline = kOutline;
        outline.nodes[3].scope = "head/lonely";
        const ScopeTree tree = scopeTree(outline);
        QCOMPARE(tree.scopes.size(), std::size_t(2));
        QCOMPARE(tree.scopes[1].path, std::string("stem"));
        QCOMPARE(tree.scopes[1].members, (std::vector<int>{1, 2}));
        QCOMPARE(framedScopes(outline), std::vector<std::string>{"stem"});
    }

    void openScopeFramesItsLayers()
    {
        JobContext context;
        const GraphScene scene = buildScene(kOutline, {}, context);
        QCOMPARE(scene.items.size(), std::size_t(6));
        QCOMPARE(scene.edges.size(), kOutline.edges.size());
        const auto frame = std::ranges::find(scene.items, std::string("stem"), &SceneItem::scope);
        QVERIFY(frame != scene.items.end() && frame->isOpen);
        QVERIFY(frame->rect.contains(itemOf(scene, 1)->rect));
        QVERIFY(frame->rect.contains(itemOf(scene, 2)->rect));
        for (const int outside : {0, 3, 4})
            QVERIFY(!frame->rect.intersects(itemOf(scene, outside)->rect));
    }

    void leftToRightIsTheSameTurned()
    {
        JobContext context;
        const GraphScene scene = buildScene(kOutline, {}, context, true);
        QVERIFY(scene.isSideways);
        QVERIFY(scene.size.width() > scene.size.height());
        for (const auto& edge : scene.edges) {
            const QRectF& from = scene.items[std::size_t(edge.from)].rect;
            const QRectF& to = scene.items[std::size_t(edge.to)].rect;
            QVERIFY(from.right() < to.left());
            QCOMPARE(edge.route.front(), QPointF(from.right(), from.center().y()));
            QCOMPARE(edge.route.back(), QPointF(to.left(), to.center().y()));
        }
        const auto frame = std::ranges::find(scene.items, std::string("stem"), &SceneItem::scope);
        QVERIFY(frame->rect.contains(itemOf(scene, 1)->rect) && frame->rect.contains(itemOf(scene, 2)->rect));
        QVERIFY(itemOf(scene, 1)->rect.top() - frame->rect.top() > 20); // room for the scope's title
        QVERIFY(QRectF(QPointF(), scene.size).contains(frame->rect));
        QCOMPARE(itemOf(scene, 1)->rect.size(), itemOf(buildScene(kOutline, {}, context), 1)->rect.size());
    }

    void closedScopeIsOneBox()
    {
        JobContext context;
        const GraphScene scene = buildScene(kOutline, {"stem"}, context);
        QCOMPARE(scene.items.size(), std::size_t(4));
        QCOMPARE(scene.itemOfNode[1], scene.itemOfNode[2]);
        QCOMPARE(scene.edges.size(), std::size_t(4));
        QCOMPARE(itemOf(scene, 1)->members, (std::vector<int>{1, 2}));
    }

    void closedOuterScopeHidesTheInner()
    {
        results::GraphOutline outline = kOutline;
        outline.nodes[1].scope = outline.nodes[2].scope = "net/stem";
        outline.nodes[3].scope = "net";
        JobContext context;
        const GraphScene scene = buildScene(outline, {"net"}, context);
        QCOMPARE(scene.items.size(), std::size_t(3));
        QCOMPARE(scene.itemOfNode[1], scene.itemOfNode[3]);
    }

    void bigModelsStartClosed()
    {
        QVERIFY(closedAtFirst(kOutline).empty());
        results::GraphOutline big = kOutline;
        for (int i = 0; i < 500; ++i)
            big.nodes.push_back(tests::outlineNode("n" + std::to_string(i), "Relu", i < 250 ? "a/b" : "c"));
        QCOMPARE(closedAtFirst(big), (ClosedScopes{"a/b", "c", "stem"}));
    }
};

QTEST_GUILESS_MAIN(TestGraphLayout)
#include "tst_graph_layout.moc"
