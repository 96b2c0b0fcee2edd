// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/graph_view/graph_source.h"
#include "widgets/settings/settings.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;

/// Graphs of two models, merged and side by side.
class TestGraphPair : public tests::GraphViewTest {
    Q_OBJECT

private Q_SLOTS:
    void otherModelIsReadWhenChosen()
    {
        load();
        show();
        auto* box = m_view->findChild<QComboBox*>();
        QSignalSpy none(m_workbench.get(), &Workbench::selectedNameChanged);
        box->setCurrentIndex(1);
        Q_EMIT box->activated(1);
        QTRY_COMPARE(QString::fromStdString(canvas().look().outline->model), QStringLiteral("/models/int8.onnx"));
    }

    void bothModelsInOnePicture()
    {
        pairModels();
        load();
        m_view->show();
        m_view->setShown(GraphView::Shown::Merged);
        QVERIFY(!canvas().scene()); // nobody knows yet what belongs together
        m_workbench->session().compare();
        QTRY_VERIFY(canvas().scene());
        const auto& outline = *canvas().look().outline;
        QCOMPARE(outline.nodes.size(), std::size_t(6)); // the baseline's five, and one that only the other model has
        QCOMPARE(outline.nodes[1].name, std::string("conv_1"));
        QCOMPARE(outline.nodes[1].quantDtype, std::string("int16")); // as the analysis model has it
        QCOMPARE(outline.nodes[5].name, std::string("extra"));
        QCOMPARE(outline.edges.size(), std::size_t(6)); // relu_1 → extra is new
        QVERIFY(canvas().look().isUnmatched[5]);
    }

    void whatMovesDataInBothModelsStandsOnce()
    {
        results::GraphPair pair{tests::sampleOutline(), quantizedOutline(), {0, 1, 2, std::nullopt, 5}};
        pair.baseline.nodes.push_back(tests::outlineNode("flat", "Reshape", ""));
        pair.analysis.nodes.push_back(tests::outlineNode("node_17", "Reshape", ""));
        pair.baseline.edges.push_back({4, 5});
        pair.analysis.edges.push_back({3, 4});
        const auto merged = mergeOutlines(pair);
        QCOMPARE(merged.nodes.size(), std::size_t(7)); // the baseline's six and "extra"
        QCOMPARE(std::ranges::count(merged.nodes, std::string("flat"), &results::OutlineNode::name), 1);
        QCOMPARE(std::ranges::count(merged.nodes, std::string("node_17"), &results::OutlineNode::name), 0);
    }

    /// Each tool numbers what has no name, so that one number stands for different layers in the two models.
    void oneNameForTwoThingsJoinsNothing()
    {
        auto result = pairedResult();
        result->layers[4].name = result->layers[4].analysis.node = "conv_2";
        auto analysis = quantizedOutline();
        analysis.nodes[3].name = "conv_2";
        m_engine->result = result;
        m_engine->outlines["/models/int8.onnx"] = analysis;
        m_engine->graphPartners = {0, 1, 2, std::nullopt};
        compare();
        m_view->show();
        m_view->setShown(GraphView::Shown::Merged);
        QTRY_VERIFY(canvas().scene());
        const auto& look = canvas().look();
        QCOMPARE(look.outline->nodes.size(), std::size_t(6));
        QCOMPARE(look.outline->nodes[3].name, look.outline->nodes[5].name);
        QVERIFY(!look.outline->nodes[3].isOnlyInAnalysis && look.outline->nodes[5].isOnlyInAnalysis);
        QVERIFY(look.rows[3] != look.rows[5]);
        QVERIFY(look.isUnmatched[5] && !look.isUnmatched[3]);
        QCOMPARE(look.rows[5], 4);
    }

    void runsThatTheOtherModelFusesAreGroups()
    {
        auto result = pairedResult();
        result->layers[0].state = results::LayerRow::State::Fused;
        result->layers[0].fusedInto = "relu_1";
        const auto outline = withFusedGroups(tests::sampleOutline(), *result);
        QCOMPARE(outline.nodes[1].group, std::string("conv_1 + relu_1"));
        QCOMPARE(outline.nodes[2].group, std::string("conv_1 + relu_1"));
        QVERIFY(outline.nodes[0].group.empty() && outline.nodes[3].group.empty());
        auto apart = tests::sampleOutline();
        apart.nodes[2].scope = "elsewhere";
        QVERIFY(withFusedGroups(apart, *result).nodes[1].group.empty());

        m_engine->result = result;
        load();
        show();
        const auto hasGroup = [this] {
            return std::ranges::find(canvas().scene()->items, "stem/conv_1 + relu_1", &SceneItem::scope)
                   != canvas().scene()->items.end();
        };
        QVERIFY(!hasGroup());
        const auto boxes = canvas().scene()->items.size();
        m_workbench->session().compare();
        QTRY_VERIFY(hasGroup());
        m_view->toggleScope("stem/conv_1 + relu_1");
        QTRY_VERIFY(canvas().scene()->items.size() < boxes);
    }

    void aClickCentresThePartnerInTheOtherGraph()
    {
        showSideBySide();
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(1));
        QCOMPARE(m_workbench->selectedLayer()->name, std::string("conv_1"));
        QCOMPARE(other().look().selected, 1);
        QCOMPARE(placeIn(other(), 1), QRectF(other().rect()).center().toPoint());
        QTest::mouseClick(&other(), Qt::LeftButton, {}, placeIn(other(), 2));
        QCOMPARE(canvas().look().selected, 2);
        QCOMPARE(placeIn(canvas(), 2), QRectF(canvas().rect()).center().toPoint());
    }

    void bothGraphsShowWhatHasNoPartner()
    {
        showSideBySide();
        QVERIFY(other().look().isUnmatched[3]);  // extra
        QVERIFY(canvas().look().isUnmatched[4]); // softmax
        QVERIFY(!canvas().look().isUnmatched[1] && !other().look().isUnmatched[1]);
        QCOMPARE(canvas().look().badness[1], other().look().badness[1]);
        QCOMPARE(canvas().look().valueText[4], QStringLiteral("no partner"));
    }

    void linkedGraphsMoveAndZoomTogether()
    {
        showSideBySide();
        const QPointF before = other().toWidget({});
        drag(canvas(), {50, 50}, {20, 30});
        QCOMPARE(other().toWidget({}) - before, QPointF(20, 30));
        wheel(canvas(), 120);
        QVERIFY(canvas().zoom() > 0.0);
        QCOMPARE(other().zoom(), canvas().zoom());
        QTest::keyClick(&other(), Qt::Key_Minus);
        QCOMPARE(canvas().zoom(), other().zoom());
        QTest::keyClick(&other(), Qt::Key_0);
        QVERIFY(canvas().isFitted() && other().isFitted());
        QCOMPARE(canvas().zoom(), other().zoom());
        m_view->linkButton().setChecked(false);
        const QPointF kept = other().toWidget({});
        drag(canvas(), {50, 50}, {20, 30});
        wheel(canvas(), 120);
        QCOMPARE(other().toWidget({}), kept);
        QVERIFY(canvas().zoom() != other().zoom());
        QVERIFY(!settings::graphLinked.value());
    }

    void linkedGraphsOpenAndCloseScopesTogether()
    {
        showSideBySide();
        const auto items = [](const GraphCanvas& canvas) { return canvas.scene()->items.size(); };
        const std::size_t baseline = items(canvas());
        const std::size_t analysis = items(other());
        Q_EMIT canvas().scopeToggled("stem");
        QTRY_VERIFY(items(canvas()) < baseline && items(other()) < analysis);
    }

    void bothGraphsAreWrittenIntoOnePicture()
    {
        showSideBySide();
        const QTemporaryDir folder;
        const QString both = folder.filePath(QStringLiteral("both.png"));
        QVERIFY(m_view->exportTo(both));
        m_view->setShown(GraphView::Shown::Baseline);
        const QString one = folder.filePath(QStringLiteral("one.png"));
        QTRY_VERIFY(canvas().scene());
        QVERIFY(m_view->exportTo(one));
        QVERIFY(QImage(both).width() > QImage(one).width() + 100);
    }

    void leftToRightPutsOneGraphBelowTheOther()
    {
        showSideBySide();
        m_view->directionButton().setChecked(true);
        QTRY_VERIFY(canvas().scene()->isSideways && other().scene()->isSideways);
        QVERIFY(m_view->otherPane().y() > m_view->pane().y());
        m_workbench->selectLayer("conv_1");
        QTest::keyClick(&canvas(), Qt::Key_Right);
        QCOMPARE(canvas().look().selected, 2);
        QTest::keyClick(&canvas(), Qt::Key_Left);
        QCOMPARE(canvas().look().selected, 1);
        QVERIFY(settings::graphSideways.value());
    }

    void aConfigIsAnAnalysisModel()
    {
        m_engine->simulatedOutline = quantizedOutline();
        m_engine->graphPartners = {0, 1, 2, std::nullopt};
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().setConfig(QStringLiteral("/configs/quant.yaml"));
        m_view->show();
        m_view->setShown(GraphView::Shown::Analysis);
        QVERIFY(!m_view->pane().hasSource()); // nothing to calibrate with
        m_workbench->session().setCalibration(QStringLiteral("/data/samples.npy"));
        QTRY_VERIFY(canvas().scene());
        QCOMPARE(canvas().look().outline->nodes[1].quantDtype, std::string("int16"));
        auto result = pairedResult();
        result->analysis = "/models/float.onnx (simulated with /configs/quant.yaml)";
        m_engine->result = result;
        m_workbench->session().compare();
        QTRY_VERIFY(canvas().look().badness[1]);
        m_view->setShown(GraphView::Shown::Merged);
        QTRY_VERIFY(canvas().scene());
        QCOMPARE(canvas().look().outline->nodes.size(), std::size_t(6));
        m_view->setShown(GraphView::Shown::SideBySide);
        QTRY_VERIFY(other().scene());
        QCOMPARE(other().look().outline->nodes.back().name, std::string("extra"));
        QVERIFY(m_view->otherPane().titleText().startsWith(QStringLiteral("Analysis model: simulated with")));
    }

private:
    static std::shared_ptr<results::CompareResult> pairedResult()
    {
        auto result = tests::sampleResult();
        result->baseline = "/models/float.onnx";
        result->analysis = "/models/int8.onnx";
        result->layers[0].analysis.node = "conv_1_quant";
        result->layers[3] = result->layers[4]; // softmax has no partner
        result->layers[3].name = "softmax";
        result->layers[4].name = "extra";
        result->layers[4].state = results::LayerRow::State::UnmatchedAnalysis;
        result->layers[4].analysis.node = "extra";
        return result;
    }
    void pairModels()
    {
        m_engine->outlines["/models/int8.onnx"] = quantizedOutline();
        m_engine->graphPartners = {0, 1, 2, std::nullopt};
        m_engine->result = pairedResult();
    }
    void showSideBySide()
    {
        pairModels();
        m_view->resize(1000, 600);
        compare();
        m_view->show();
        m_view->setShown(GraphView::Shown::SideBySide);
        QTRY_VERIFY(canvas().scene() && other().scene());
        QVERIFY(!m_view->otherPane().isHidden());
    }
    static QPoint placeIn(GraphCanvas& canvas, int node)
    {
        const auto& scene = *canvas.scene();
        return canvas.toWidget(scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])].rect.center()).toPoint();
    }
    static void wheel(GraphCanvas& canvas, int angle)
    {
        const QPointF place(120, 90);
        QWheelEvent event(place, canvas.mapToGlobal(place), {}, QPoint(0, angle), Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&canvas, &event);
    }
    /// x → conv_1_quant → relu_1 → extra, of which only extra has no partner.
    static results::GraphOutline quantizedOutline()
    {
        results::GraphOutline outline;
        outline.nodes = {tests::outlineNode("x", "Input", ""), tests::outlineNode("conv_1_quant", "Conv", "stem"),
                         tests::outlineNode("relu_1", "Relu", "stem"), tests::outlineNode("extra", "Gemm", "")};
        outline.nodes[0].isInput = true;
        outline.nodes[1].quantDtype = "int16";
        outline.edges = {{0, 1}, {1, 2}, {2, 3}};
        return outline;
    }
};

QTEST_MAIN(TestGraphPair)
#include "tst_graph_pair.moc"
