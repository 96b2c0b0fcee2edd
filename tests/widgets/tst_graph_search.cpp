// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/graph_view/graph_look.h"

#include <QLabel>

using namespace ql;
using namespace ql::widgets;

/// How a layer is found in the graph, and how all of it is seen.
class TestGraphSearch : public tests::GraphViewTest {
    Q_OBJECT

private Q_SLOTS:
    /// However tall it is: "show all" shows all, and the first look begins where it can be read.
    void showAllShowsAll()
    {
        results::GraphOutline outline;
        for (int node = 0; node < 300; ++node) {
            outline.nodes.push_back({.name = "layer_" + std::to_string(node), .opType = "Relu", .isCompute = true});
            if (node > 0)
                outline.edges.push_back({std::size_t(node) - 1, std::size_t(node)});
        }
        m_engine->graphOutline = outline;
        load();
        show();
        const auto isInSight = [this](int node) { return canvas().rect().contains(centreOf(node)); };
        QVERIFY(isInSight(0) && !isInSight(299));
        QTest::keyClick(&canvas(), Qt::Key_0);
        QVERIFY(isInSight(0) && isInSight(299));
        m_view->resize(600, 300);
        QTRY_VERIFY(isInSight(0) && isInSight(299)); // until somebody moves it
    }

    void showInGraphOpensWhatIsClosed()
    {
        compare();
        show();
        m_view->closeAllScopes();
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(4));
        m_workbench->selectLayer("conv_1");
        Q_EMIT m_workbench->dockRequested(QStringLiteral("graphDock"));
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(6));
        const QPoint away = centreOf(1) - canvas().rect().center();
        QVERIFY2(away.manhattanLength() < 4, qPrintable(QString::number(away.manhattanLength())));
    }

    /// The number of the layer that colours it.
    void closedScopesSayTheWorstInside()
    {
        compare();
        show();
        m_view->closeAllScopes();
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(4));
        const auto& scene = *canvas().scene();
        const auto closed = std::ranges::find_if(scene.items, [](const SceneItem& item) { return item.node < 0; });
        QVERIFY(closed != scene.items.end());
        const GraphLook& look = canvas().look();
        const QString said = valueTextOf(look, *closed);
        QCOMPARE(said, look.valueText[std::size_t(*std::ranges::max_element(closed->members, {}, [&](int node) {
            return look.badness[std::size_t(node)].value_or(-1.0);
        }))]);
        QVERIFY(!said.isEmpty());
    }

    void enterGoesFromHitToHit()
    {
        compare();
        show();
        auto* line = m_view->findChild<FilterLine*>();
        QTest::keyClicks(line, QStringLiteral("conv"));
        QCOMPARE(m_view->pane().hits().second, 2);
        m_workbench->selectLayer("softmax");
        QTest::keyClick(line, Qt::Key_Return);
        const std::string first = m_workbench->selectedName();
        QVERIFY(first.starts_with("conv"));
        QTest::keyClick(line, Qt::Key_Return);
        QVERIFY(m_workbench->selectedName() != first);
        QTest::keyClick(line, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(m_workbench->selectedName(), first);
        QVERIFY(std::ranges::any_of(m_view->findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text() == QStringLiteral("1 of 2") || label->text() == QStringLiteral("2 of 2");
        }));
    }
};

QTEST_MAIN(TestGraphSearch)
#include "tst_graph_search.moc"
