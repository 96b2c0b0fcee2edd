// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/models/color_scale.h"
#include "widgets/session/workbench.h"
#include "widgets/views/graph_view.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QPainter>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

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
        m_engine->outlines["/models/int8.onnx"] = quantizedOutline();
        auto result = tests::sampleResult();
        result->baseline = "/models/float.onnx";
        result->analysis = "/models/int8.onnx";
        result->layers[0].analysis.node = "conv_1_quant";
        m_engine->result = result;
        load();
        m_view->show();
        m_view->modelBox().setCurrentIndex(2);
        Q_EMIT m_view->modelBox().activated(2);
        QVERIFY(!canvas().scene()); // nobody knows yet what belongs together
        m_workbench->session().compare();
        QTRY_VERIFY(canvas().scene());
        const auto& outline = *canvas().look().outline;
        QCOMPARE(outline.nodes.size(), std::size_t(6)); // the baseline's five, and one that only the other model has
        QCOMPARE(outline.nodes[1].name, std::string("conv_1"));
        QCOMPARE(outline.nodes[1].quantDtype, std::string("int16")); // as the analysis model has it
        QCOMPARE(outline.nodes[5].name, std::string("extra"));
        QCOMPARE(outline.edges.size(), std::size_t(6)); // relu_1 → extra is new
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
        applyResult(look, nullptr, results::MetricId::Sqnr, false);
        JobContext context;
        const GraphScene scene = buildScene(outline, {}, context);
        QImage image(1200, 800, QImage::Format_RGB32);
        for (const double zoom : {0.06, 0.2, 1.0}) {
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.scale(zoom, zoom);
            QElapsedTimer timer;
            timer.start();
            paintGraph(painter, scene, look, QRectF(0, 0, 1200 / zoom, 800 / zoom), zoom);
            qInfo("zoom %.2f: %lld ms", zoom, timer.elapsed());
            painter.end();
            QVERIFY(
                image.pixel(int(scene.items[0].rect.center().x() * zoom), int(scene.items[0].rect.center().y() * zoom))
                != qRgb(255, 255, 255));
        }
    }

private:
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
