// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/graph_view_test.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/graph_view/graph_heat.h"
#include "widgets/graph_view/graph_look.h"
#include "widgets/graph_view/graph_painter.h"
#include "widgets/graph_view/graph_scene.h"
#include "widgets/style/color_scale.h"

#include <QComboBox>
#include <QPainter>

#include <algorithm>
#include <cmath>

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

    /// What the checks found shows at its layer by a sign of its own, and so does a weight that several layers share.
    void checksAreMarked()
    {
        auto found = tests::sampleFindings();
        found->findings.push_back(
            {results::Severity::Info, "shared-weight", "conv_1", "the weight w is shared by 2 layers.", "Part them."});
        found->weightUses = {{"w", {"conv_1", "conv_2"}}};
        m_engine->checkResult = found;
        load();
        show();
        QTRY_VERIFY(canvas().look().isShared.size() == 5 && canvas().look().isShared[1]);
        GraphLook look = canvas().look();
        QCOMPARE(look.isShared, (std::vector<bool>{false, true, false, true, false}));
        const GraphScene& scene = *canvas().scene();
        const auto tip = [&](std::size_t node) {
            return tipOf(look, scene.items[std::size_t(scene.itemOfNode[node])], QStringLiteral("SQNR"));
        };
        QVERIFY2(tip(3).contains(QStringLiteral("the weight w is shared by 2 layers.")), qPrintable(tip(3)));
        QVERIFY2(tip(4).contains(QStringLiteral("this Gemm computes in float.")), qPrintable(tip(4)));
        QVERIFY(!tip(2).contains(QStringLiteral("Checks")));
        const auto painted = [&] {
            QImage image(900, 900, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.translate(20, 20);
            paintGraph(painter, scene, look, QRectF(QPointF(), scene.size), 1.0);
            return image;
        };
        const QImage marked = painted();
        look.findings.clear();
        const QImage plain = painted();
        const auto differs = [&](std::size_t node, bool isAtEnd) {
            const QRectF box = scene.items[std::size_t(scene.itemOfNode[node])].rect.translated(20, 20);
            const QPoint corner = (isAtEnd ? box.bottomRight() : box.topLeft()).toPoint();
            const QRect place(corner - QPoint(9, 9), QSize(19, 19));
            return marked.copy(place) != plain.copy(place);
        };
        QVERIFY(differs(1, true) && differs(4, true)); // an error, a warning
        QVERIFY(differs(1, false) && differs(3, false));
        QVERIFY(!differs(2, true) && !differs(2, false) && !differs(3, true));
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

    /// What nothing is known of can't be chosen, and says what to do for it.
    void coloursTellWhatIsChosen()
    {
        const auto reason = [this](GraphHeat heat) {
            return m_view->heatBox().itemData(int(heat), Qt::ToolTipRole).toString();
        };
        const auto isOffered = [this](GraphHeat heat) {
            return m_view->heatBox().model()->flags(m_view->heatBox().model()->index(int(heat), 0)) & Qt::ItemIsEnabled;
        };
        m_engine->result = tests::sampleResult();
        m_engine->rankings = {tests::sampleRanking(true)};
        auto profile = tests::sampleProfile();
        profile->times = {{"conv_1", 0.002}, {"conv_2", 0.0005}};
        m_engine->profileResult = profile;
        compare();
        show();
        for (const GraphHeat heat : {GraphHeat::Sensitivity, GraphHeat::Time}) {
            QVERIFY(!isOffered(heat) && reason(heat).contains(QStringLiteral("F7")));
            m_view->setHeat(heat);
            QCOMPARE(m_view->heat(), GraphHeat::Metric);
        }
        const auto byMetric = canvas().look().badness;
        m_workbench->analysis<SensitivityAnalysis>().start();
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_VERIFY(isOffered(GraphHeat::Sensitivity) && isOffered(GraphHeat::Time));
        QTRY_VERIFY(!m_workbench->isBusy());
        QVERIFY(m_engine->lastProfileRequest.measuresTime);
        const GraphLook& look = canvas().look(); // x, conv_1, relu_1, conv_2, softmax
        m_view->setHeat(GraphHeat::Time);
        QCOMPARE(look.badness[1], std::optional(1.0));
        QCOMPARE(look.badness[3], std::optional(0.25));
        QVERIFY(!look.badness[2]);
        QCOMPARE(look.valueText[1], QStringLiteral("2"));
        QCOMPARE(look.origin, 3); // stays marked
        m_view->setHeat(GraphHeat::Budget);
        QCOMPARE(look.badness[3], std::optional(1.0));
        QCOMPARE(look.valueText[3], QStringLiteral("91"));
        QVERIFY(look.badness[1] && *look.badness[1] < 0.1);
        m_view->setHeat(GraphHeat::Sensitivity);
        QCOMPARE(look.badness[4], std::optional(1.0)); // breaks the output
        QVERIFY(*look.badness[3] > *look.badness[1]);
        m_view->setHeat(GraphHeat::Bits);
        QCOMPARE(look.valueText[1], QStringLiteral("8"));
        QVERIFY(*look.badness[1] < 0.5);
        m_view->setHeat(GraphHeat::Metric);
        QVERIFY(look.badness == byMetric);
    }

    /// Boxes that share a pixel are one; none gets lost.
    void theWorstShowsFromFarAway()
    {
        auto outline = std::make_shared<results::GraphOutline>();
        constexpr std::size_t kCount = 3000;
        for (std::size_t i = 0; i < kCount; ++i) {
            outline->nodes.push_back(tests::outlineNode(("n" + std::to_string(i)).c_str(), "Conv", ""));
            if (i > 0)
                outline->edges.push_back({i - 1, i});
        }
        JobContext context;
        const GraphScene scene = buildScene(*outline, {}, context);
        GraphLook look;
        look.outline = outline;
        look.palette.setColor(QPalette::Base, Qt::white);
        look.badness.assign(kCount, 0.0);
        look.badness[1234] = 1.0;
        const double zoom = 400.0 / scene.size.height(); // seven to a pixel
        const auto glowing = [&] {
            QImage image(40, 400, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            painter.scale(zoom, zoom);
            paintGraph(painter, scene, look, QRectF(QPointF(), scene.size), zoom);
            painter.end();
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += image.pixel(x, y) == cividis(1.0).rgb() ? 1 : 0;
            return count;
        };
        QVERIFY(glowing() >= 1 && glowing() <= 4);
        look.badness[1234] = 0.0;
        QCOMPARE(glowing(), 0);
    }

    /// One scale for everything that is bad: ever lighter, and its words are read.
    void badIsEverLighter()
    {
        const auto contrast = [](const QColor& a, const QColor& b) {
            const auto light = [](const QColor& color) {
                const auto linear = [](double part) {
                    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
                };
                return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
            };
            return (std::max(light(a), light(b)) + 0.05) / (std::min(light(a), light(b)) + 0.05);
        };
        double last = 0.0;
        for (const double level : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
            const QColor fill = cividis(level);
            const double found = contrast(fill, Qt::black);
            QVERIFY2(found > last, qPrintable(QStringLiteral("%1: %2").arg(level).arg(found)));
            QVERIFY(contrast(inkOn(fill), fill) > 4.5); // WCAG AA
            last = found;
        }
        QVERIFY(contrast(cividis(0.0), Qt::white) > 7.0);
    }
};

QTEST_MAIN(TestGraphAdvice)
#include "tst_graph_advice.moc"
