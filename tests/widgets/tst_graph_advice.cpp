// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/graph_view/graph_look.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/style/color_scale.h"

#include <QPainter>

#include <algorithm>

using namespace ql;
using namespace ql::widgets;

/// What a comparison advises, in the graph.
class TestGraphAdvice : public tests::GraphViewTest {
    Q_OBJECT

private Q_SLOTS:
    void advicePointsAtItsLayer()
    {
        auto result = tests::sampleResult();
        result->layers[0].advice = {{results::Severity::Info, "scale-wasted", {}, "hardly used.", ""}};
        result->layers[1].advice = {{results::Severity::Warning, "clamping", {}, "<b>clamps</b> much.", "Try int16."}};
        m_engine->result = result;
        compare();
        show();
        const GraphLook& look = canvas().look();
        QCOMPARE(look.origin, 3); // conv_2
        QVERIFY(look.isOriginMeasured);
        QCOMPARE(look.severity[1], results::Severity::Info);
        QCOMPARE(look.severity[2], results::Severity::Warning);
        QCOMPARE(look.severity[3], results::Severity::Error);
        const auto tip = [&](int node) {
            const auto& scene = *canvas().scene();
            return tipOf(look, scene.items[std::size_t(scene.itemOfNode[std::size_t(node)])], QStringLiteral("SQNR"));
        };
        QVERIFY2(tip(3).contains(QStringLiteral("clamps 31 of 1,000 values")), qPrintable(tip(3)));
        QVERIFY2(tip(2).endsWith(QStringLiteral("<b>clamps</b> much. Try int16.")), qPrintable(tip(2)));
        QVERIFY(!tip(4).contains(QStringLiteral("Try")));
    }

    /// Boxes have the colour and number after the trial, and at the right edge the colour before it.
    void aTrialIsShownBesideWhatWasBefore()
    {
        compare();
        show();
        const double before = *canvas().look().badness[3]; // conv_2
        results::ChangeRow row{"conv_2", "Conv", false, results::Metrics{}, results::Metrics{}, "int8", ""};
        row.before->sqnrDb = -2.9;
        row.after->sqnrDb = 30.5;
        auto trial = std::make_shared<results::TrialChange>();
        trial->rows = {row};
        auto& trials = m_workbench->analysis<TrialAnalysis>().trials();
        trials.show(trial);
        const GraphLook& look = canvas().look();
        QVERIFY(*look.badness[3] < before);
        QCOMPARE(*look.badnessBefore[3], before);
        QCOMPARE(look.valueText[3], QStringLiteral("\u22122.9 → 30.5"));
        QCOMPARE(look.badness[1], look.badnessBefore[1]); // the trial didn't measure it
        QImage image(900, 900, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const GraphScene& scene = *canvas().scene();
        paintGraph(painter, scene, look, QRectF(QPointF(), scene.size), 1.0);
        painter.end();
        const QRectF box = scene.items[std::size_t(scene.itemOfNode[3])].rect;
        const QPoint right(int(box.right() - 6), int(box.center().y()));
        QCOMPARE(image.pixelColor(right).rgb(), cividis(before).rgb());
        QCOMPARE(image.pixelColor(int(box.left() + 8), int(box.top() + 4)).rgb(), cividis(*look.badness[3]).rgb());
        trials.show(nullptr);
        QVERIFY(canvas().look().badnessBefore.empty());
        QCOMPARE(*canvas().look().badness[3], before);
    }

    /// Where the error starts is marked at every zoom, and on the closed scope that holds it.
    void theOriginIsMarked()
    {
        auto result = tests::sampleResult();
        result->errorOrigin = "conv_1"; // in the scope "stem"
        m_engine->result = result;
        compare();
        show();
        GraphLook look = canvas().look();
        look.palette.setColor(QPalette::Base, Qt::white);
        const auto alarm = alarmColor(Qt::white);
        const auto redPixels = [&](double zoom, const GraphScene& scene) {
            QImage image(900, 900, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.translate(20, 20);
            painter.scale(zoom, zoom);
            paintGraph(painter, scene, look, QRectF(QPointF(), scene.size), zoom);
            painter.end();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == alarm.rgb() ? 1 : 0;
            return count;
        };
        std::ranges::fill(look.severity, results::Severity::Info); // no other marks
        for (const double zoom : {0.1, 0.3, 1.0}) {
            const int measured = redPixels(zoom, *canvas().scene());
            QVERIFY2(measured > 10, qPrintable(QString::number(measured)));
            look.isOriginMeasured = false; // differs in shape
            const int guessed = redPixels(zoom, *canvas().scene());
            QVERIFY(guessed > 0 && guessed < measured);
            look.isOriginMeasured = true;
        }
        JobContext context;
        const GraphScene closed = buildScene(*look.outline, {"stem"}, context);
        QVERIFY(redPixels(1.0, closed) > 10);
        const auto& box = closed.items[std::size_t(closed.itemOfNode[1])];
        QVERIFY(box.node < 0);
        QVERIFY(tipOf(look, box, {}).contains(QStringLiteral("conv_1")));
        look.origin = -1;
        QCOMPARE(redPixels(1.0, closed), 0);
    }
};

QTEST_MAIN(TestGraphAdvice)
#include "tst_graph_advice.moc"
