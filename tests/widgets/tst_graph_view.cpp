// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"
#include "widgets/docks/support/scope_trail.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/settings/settings.h"
#include "widgets/style/color_scale.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

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

class TestGraphView : public tests::GraphViewTest {
    Q_OBJECT

private Q_SLOTS:
    void readsNothingWhileHidden()
    {
        load();
        m_workbench->session().loadEngine();
        QTRY_VERIFY(m_workbench->session().hasEngine());
        QCoreApplication::processEvents();
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
        QVERIFY(!m_view->exportTo(path + QStringLiteral("/inside_a_file.svg")));
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
                 (QStringList{"Show in layers", "Show in graph", "Show in all versions", "Show in inspector",
                              "Show only encoder/stem", "Pair by hand…", "int16", "Per channel", "More weight bits",
                              "Range of least error", "Skip", "Restore"}));
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
        QCOMPARE(chooseFromMenu(centreOf(1), QStringLiteral("Skip 2 layer(s)")),
                 (QStringList{"Open scope", "int16 for 2 layer(s)", "Per channel for 2 layer(s)",
                              "More weight bits for 2 layer(s)", "Range of least error for 2 layer(s)",
                              "Skip 2 layer(s)", "Restore 2 layer(s)"}));
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
        for (auto* button : trail->findChildren<QToolButton*>())
            if (button->text() == QLatin1String("encoder"))
                button->click();
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
};

QTEST_MAIN(TestGraphView)
#include "tst_graph_view.moc"
