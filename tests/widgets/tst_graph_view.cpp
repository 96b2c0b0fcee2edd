// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/graph_view/merged_outline.h"
#include "widgets/models/color_scale.h"
#include "widgets/session/workbench.h"
#include "widgets/settings/settings.h"
#include "widgets/views/graph_pane.h"
#include "widgets/views/graph_view.h"
#include "widgets/views/scope_trail.h"

#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <ctime>

using namespace ql;
using namespace ql::widgets;

namespace {

/// Processor time: a busy machine is not the picture's fault.
double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

} // namespace

class TestGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QSettings().clear();
        m_engine = std::make_shared<tests::FakeEngine>();
        m_engine->result = tests::sampleResult();
        m_engine->graphOutline = tests::sampleOutline();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
        m_view = std::make_unique<GraphView>(*m_workbench);
        m_view->resize(700, 500);
    }
    void cleanup()
    {
        m_view.reset();
        m_workbench.reset();
    }

    void readsNothingWhileHidden()
    {
        load();
        m_workbench->session().loadEngine();
        QTRY_VERIFY(m_workbench->session().hasEngine());
        QTest::qWait(0);
        QVERIFY(!canvas().scene());
        show();
    }

    void closingAScopeLaysOutAgain()
    {
        load();
        show();
        QCOMPARE(canvas().scene()->items.size(), std::size_t(6));
        m_view->closeAllScopes();
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(4));
        m_view->toggleScope("stem");
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(6));
    }

    void clickSelectsEverywhere()
    {
        compare();
        show();
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(1));
        QCOMPARE(m_workbench->selectedLayer()->name, std::string("conv_1"));
        QCOMPARE(canvas().look().selected, 1);
        m_workbench->selection().select(2);
        QCOMPARE(canvas().look().selected, 3);
    }

    void keysWalkAlongEdgesAndZoom()
    {
        compare();
        show();
        m_workbench->selectLayer("conv_1");
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QCOMPARE(canvas().look().selected, 2);
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(canvas().look().selected, 1);
        const double before = canvas().zoom();
        QTest::keyClick(&canvas(), Qt::Key_Minus);
        QVERIFY(canvas().zoom() < before);
        QTest::keyClick(&canvas(), Qt::Key_Plus);
        QCOMPARE(canvas().zoom(), before);
        QSignalSpy asked(m_workbench.get(), &Workbench::inspectorRequested);
        QTest::keyClick(&canvas(), Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
    }

    void metricColoursTheBoxes()
    {
        compare();
        show();
        const auto& look = canvas().look();
        QVERIFY(look.badness[3].value() > look.badness[1].value()); // conv_2 is bad, conv_1 is not
        QVERIFY(!look.badness[0]);                                  // the input has no row
        m_view->closeAllScopes();
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(4));
        const auto& closed = canvas().scene()->items[std::size_t(canvas().scene()->itemOfNode[1])];
        QCOMPARE(badnessOf(look, closed).value(), std::max(look.badness[1].value(), look.badness[2].value()));
    }

    void filterFadesTheRest()
    {
        load();
        show();
        const QImage before = canvas().grab().toImage();
        m_workbench->filter().setText(QStringLiteral("softmax"));
        QVERIFY(before != canvas().grab().toImage());
        const auto& scene = *canvas().scene();
        QVERIFY(mentions(canvas().look(), scene.items[std::size_t(scene.itemOfNode[4])]));
        QVERIFY(!mentions(canvas().look(), scene.items[std::size_t(scene.itemOfNode[1])]));
    }

    void writesEveryKindOfPicture_data()
    {
        QTest::addColumn<QByteArray>("beginning");
        QTest::newRow("graph.svg") << QByteArray("<?xml");
        QTest::newRow("graph.pdf") << QByteArray("%PDF");
        QTest::newRow("graph.png") << QByteArray("\x89PNG");
    }
    void writesEveryKindOfPicture()
    {
        QFETCH(QByteArray, beginning);
        load();
        show();
        const QTemporaryDir folder;
        const QString path = folder.filePath(QString::fromUtf8(QTest::currentDataTag()));
        QVERIFY(m_view->exportTo(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith(beginning));
        QVERIFY(!m_view->exportTo(folder.filePath(QStringLiteral("no/such/folder.svg"))));
    }

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

    /// A comparison says nothing of what only moves data.
    void whatMovesDataInBothModelsStandsOnce()
    {
        auto baseline = tests::sampleOutline();
        auto analysis = quantizedOutline();
        baseline.nodes.push_back(tests::outlineNode("flat", "Reshape", ""));
        analysis.nodes.push_back(tests::outlineNode("flat", "Reshape", ""));
        baseline.edges.push_back({4, 5});
        analysis.edges.push_back({3, 4});
        const auto merged = mergeOutlines(baseline, analysis, *pairedResult());
        QCOMPARE(std::ranges::count(merged.nodes, std::string("flat"), &results::OutlineNode::name), 1);
        QCOMPARE(std::ranges::count(merged.nodes, std::string("x"), &results::OutlineNode::name), 1);
        analysis.nodes.back().opType = "Transpose";
        QCOMPARE(mergeOutlines(baseline, analysis, *pairedResult()).nodes.size(), merged.nodes.size() + 1);
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

    void spaceAndDragMovesWhateverIsBelow()
    {
        compare();
        show();
        m_workbench->selectLayer("softmax");
        const QPointF before = canvas().toWidget({});
        QTest::keyPress(&canvas(), Qt::Key_Space);
        QCOMPARE(canvas().cursor().shape(), Qt::OpenHandCursor);
        drag(canvas(), centreOf(1), {3, 2}); // even a short way, and it selects nothing
        QCOMPARE(canvas().toWidget({}) - before, QPointF(3, 2));
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(1));
        QCOMPARE(m_workbench->selectedName(), std::string("softmax"));
        QTest::keyRelease(&canvas(), Qt::Key_Space);
        QCOMPARE(canvas().cursor().shape(), Qt::ArrowCursor);
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(1));
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));
    }

    void menuOfALayerLeadsToOtherViewsAndEditsTheConfig()
    {
        compare();
        show();
        QSignalSpy docks(m_workbench.get(), &Workbench::dockRequested);
        QSignalSpy edits(&m_workbench->configActions(), &ConfigActions::configNeeded);
        QCOMPARE(chooseFromMenu(centreOf(1), QStringLiteral("Show in layers")),
                 (QStringList{"Show in layers", "Show in graph", "Show in inspector", "Show only encoder/stem", "int16",
                              "Skip", "Restore"}));
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));
        QCOMPARE(docks.takeFirst().front().toString(), QStringLiteral("layersDock"));
        for (const char* edit : {"int16", "Skip", "Restore"})
            chooseFromMenu(centreOf(1), QLatin1String(edit));
        QCOMPARE(edits.count(), 3); // no config is open, so it is asked for
        chooseFromMenu(centreOf(1), QStringLiteral("Show only encoder/stem"));
        QCOMPARE(m_workbench->filter().text(), QStringLiteral("encoder/stem"));
    }

    void menuOfAScopeEditsAllItsLayers()
    {
        compare();
        show();
        m_view->closeAllScopes();
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(4));
        QSignalSpy edits(&m_workbench->configActions(), &ConfigActions::configNeeded);
        QCOMPARE(chooseFromMenu(centreOf(1), QStringLiteral("Skip")),
                 (QStringList{"Open scope", "int16", "Skip", "Restore"}));
        QCOMPARE(edits.count(), 1);
        chooseFromMenu(centreOf(1), QStringLiteral("Open scope"));
        QTRY_COMPARE(canvas().scene()->items.size(), std::size_t(6));
    }

    void whatOnlyTheGraphHasIsOnTheWayBack()
    {
        load();
        show(); // no comparison
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(1));
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, centreOf(4));
        QCOMPARE(canvas().look().selected, 4);
        m_workbench->selection().backAction()->trigger();
        QCOMPARE(canvas().look().selected, 1);
        m_workbench->selection().forwardAction()->trigger();
        QCOMPARE(canvas().look().selected, 4);
    }

    void scopesStandAboveTheGraph()
    {
        compare();
        show();
        m_workbench->selectLayer("conv_1");
        auto* trail = m_view->findChild<ScopeTrail*>();
        QVERIFY(trail->isVisible());
        Q_EMIT trail->linkActivated(QStringLiteral("encoder"));
        QCOMPARE(canvas().look().needle, QStringLiteral("encoder"));
    }

    void mapInTheCornerLeadsThere()
    {
        GraphMinimap map;
        GraphScene scene;
        scene.size = QSizeF(1000, 2000);
        GraphLook look;
        look.outline = std::make_shared<const results::GraphOutline>();
        QImage picture(800, 600, QImage::Format_RGB32);
        QPainter painter(&picture);
        map.paint(painter, scene, look, QRectF(0, 0, 1000, 2000), picture.size());
        QVERIFY(!map.sceneAt({790, 590})); // everything is in sight
        map.paint(painter, scene, look, QRectF(0, 0, 800, 600), picture.size());
        const auto end = map.sceneAt({791, 591});
        QVERIFY(end);
        QVERIFY(end->x() > 950 && end->y() > 1950);
        QVERIFY(!map.sceneAt({10, 10}));
    }

    void emptyCanvasSaysWhy()
    {
        m_view->show();
        const QImage empty = canvas().grab().toImage();
        canvas().setReason(QStringLiteral("another reason"));
        QVERIFY(empty != canvas().grab().toImage());
    }

    /// Reported, not judged: frames of ten thousand boxes in full view and close up.
    void paintsTenThousandBoxes()
    {
        constexpr std::size_t kWide = 100;
        results::GraphOutline outline;
        for (std::size_t i = 0; i < 10'000; ++i) {
            outline.nodes.push_back(tests::outlineNode("layer_" + std::to_string(i), "Conv", ""));
            if (i >= kWide)
                outline.edges.push_back({i - kWide, i});
            if (i >= kWide && i % kWide > 0)
                outline.edges.push_back({i - kWide - 1, i});
        }
        GraphLook look;
        look.outline = std::make_shared<const results::GraphOutline>(outline);
        applyResult(look, nullptr, results::MetricId::Sqnr, GraphContent::Baseline);
        JobContext context;
        const GraphScene scene = buildScene(outline, {}, context);
        QImage image(1200, 800, QImage::Format_RGB32);
        for (const double zoom : {0.06, 0.2, 1.0}) {
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.scale(zoom, zoom);
            double least = 1e9; // of several: the first one warms up
            for (int frame = 0; frame < 10; ++frame) {
                const double began = threadMilliseconds();
                paintGraph(painter, scene, look, QRectF(0, 0, 1200 / zoom, 800 / zoom), zoom);
                least = std::min(least, threadMilliseconds() - began);
            }
            qInfo("zoom %.2f: %.1f ms", zoom, least);
            painter.end();
            QVERIFY(
                image.pixel(int(scene.items[0].rect.center().x() * zoom), int(scene.items[0].rect.center().y() * zoom))
                != qRgb(255, 255, 255));
        }
    }

    /// Ten thousand layers in the view itself, in each of its ways: reported, and no frame keeps the window from
    /// answering.
    void movesTenThousandLayers_data()
    {
        QTest::addColumn<GraphView::Shown>("shown");
        QTest::newRow("baseline") << GraphView::Shown::Baseline;
        QTest::newRow("merged") << GraphView::Shown::Merged;
        QTest::newRow("side by side") << GraphView::Shown::SideBySide;
    }
    void movesTenThousandLayers()
    {
        QFETCH(GraphView::Shown, shown);
        m_engine->graphOutline = largeOutline();
        auto result = largeResult();
        m_engine->result = result;
        m_view->resize(1200, 800);
        compare();
        QElapsedTimer timer;
        timer.start();
        m_view->show();
        m_view->setShown(shown);
        const bool isSideBySide = shown == GraphView::Shown::SideBySide;
        const auto isThere = [&] { return canvas().scene() && (!isSideBySide || other().scene()); };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
        const auto closed = canvas().scene();
        qInfo("%zu boxes are there after %lld ms", closed->items.size(), timer.restart());
        m_view->openAllScopes();
        const auto isOpen = [&] {
            return canvas().scene() != closed && canvas().scene()->items.size() > 10'000
                   && (!isSideBySide || other().scene()->items.size() > 10'000);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOpen(), 60'000);
        qInfo("%zu boxes after another %lld ms", canvas().scene()->items.size(), timer.elapsed());
        m_workbench->selectLayer("layer_5000");
        m_workbench->filter().setText(QStringLiteral("stage2"));
        for (const double zoom : {0.01, 0.2, 1.0}) {
            for (GraphCanvas* each : {&canvas(), &other()}) {
                each->zoomTo(zoom, {});
                each->centreSelected();
                each->grab(); // the map is drawn once
            }
            const auto [usual, worst] = frameTimes(isSideBySide);
            qInfo("zoom %.2f: a frame takes %.1f ms, at most %.1f ms", zoom, usual, worst);
            QVERIFY(usual < 50.0);
        }
    }

private:
    /// Milliseconds of processor time that a moved picture takes, both where two are shown: the median and the worst.
    std::pair<double, double> frameTimes(bool isSideBySide)
    {
        std::vector<double> times;
        for (int frame = 0; frame < 40; ++frame) {
            const double began = threadMilliseconds();
            canvas().panBy({frame < 20 ? -9.0 : 9.0, 5.0});
            canvas().repaint();
            if (isSideBySide) {
                other().panBy({frame < 20 ? -9.0 : 9.0, 5.0});
                other().repaint();
            }
            times.push_back(threadMilliseconds() - began);
        }
        std::ranges::sort(times);
        return {times[times.size() / 2], times.back()};
    }

    /// Fifty stages of ten parallel blocks of twenty layers.
    static results::GraphOutline largeOutline()
    {
        results::GraphOutline outline;
        for (std::size_t i = 0; i < 10'000; ++i) {
            outline.nodes.push_back(
                tests::outlineNode("layer_" + std::to_string(i), i % 2 == 0 ? "Conv" : "Relu",
                                   "stage" + std::to_string(i / 200) + "/block" + std::to_string(i / 20)));
            if (i % 20 != 0)
                outline.edges.push_back({i - 1, i});
            else if (i >= 200)
                outline.edges.push_back({i - i % 200 - 1, i});
        }
        return outline;
    }
    static std::shared_ptr<results::CompareResult> largeResult()
    {
        auto result = std::make_shared<results::CompareResult>();
        result->baseline = "/models/float.onnx";
        result->analysis = "/models/int8.onnx";
        for (int i = 0; i < 10'000; ++i)
            result->layers.push_back(tests::sampleLayer(i, "layer_" + std::to_string(i), "Conv", 60.0 - i % 60, 0.99));
        return result;
    }
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
    GraphCanvas& other() { return m_view->otherPane().canvas(); }
    static QPoint placeIn(GraphCanvas& canvas, int node)
    {
        const auto& scene = *canvas.scene();
        return canvas.toWidget(scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])].rect.center()).toPoint();
    }
    static void drag(GraphCanvas& canvas, const QPoint& from, const QPoint& way)
    {
        QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, QPointF(from + way), canvas.mapToGlobal(QPointF(from + way)), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(&canvas, &move);
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, from + way);
    }
    static void wheel(GraphCanvas& canvas, int angle)
    {
        const QPointF place(120, 90);
        QWheelEvent event(place, canvas.mapToGlobal(place), {}, QPoint(0, angle), Qt::NoButton, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&canvas, &event);
    }
    /// What the menu at that place offers; the line called @p choice is taken.
    QStringList chooseFromMenu(const QPoint& place, const QString& choice)
    {
        QStringList lines;
        QTimer::singleShot(0, this, [&lines, choice] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu)
                return;
            for (QAction* action : menu->actions()) {
                const QString line = action->text().remove(u'&');
                if (!action->isSeparator())
                    lines.append(line);
                if (line == choice)
                    action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, canvas().mapToGlobal(place));
        QApplication::sendEvent(&canvas(), &event);
        return lines;
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
    GraphCanvas& canvas() { return m_view->canvas(); }
    void load()
    {
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
    }
    void compare()
    {
        load();
        m_workbench->session().compare();
        QTRY_VERIFY(m_workbench->session().result());
    }
    void show()
    {
        m_view->show();
        QTRY_VERIFY(canvas().scene());
    }
    QPoint centreOf(int node)
    {
        const auto& scene = *canvas().scene();
        return canvas().toWidget(scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])].rect.center()).toPoint();
    }

    std::shared_ptr<tests::FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<GraphView> m_view;
};

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
