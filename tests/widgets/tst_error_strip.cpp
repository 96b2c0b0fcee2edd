// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/compare_result.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/style/color_scale.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

namespace {

constexpr int kMany = 5000;
constexpr int kBad = 2718;

/// All layers at 40 dB, one at 3 dB, the input exact.
std::shared_ptr<results::CompareResult> network(int layers)
{
    auto result = std::make_shared<results::CompareResult>();
    for (int i = 0; i < layers; ++i) {
        results::LayerRow row;
        row.name = "layer_" + std::to_string(i);
        row.metrics.emplace();
        row.metrics->sqnrDb = i == 0 ? 146.8 : i == kBad ? 3.0 : 40.0;
        result->layers.push_back(std::move(row));
    }
    return result;
}

} // namespace

/// The map of the problem, also of networks with more layers than pixels.
class TestErrorStrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The one bad layer of 5,000 is seen, and a click near it selects it.
    void theWorstOfAPixelIsSeen()
    {
        ErrorStripChart strip;
        strip.resize(900, 180);
        strip.setContent(network(kMany), results::MetricId::Sqnr);
        strip.show();
        QVERIFY(QTest::qWaitForWindowExposed(&strip));
        const QImage picture = strip.grab().toImage();
        const QRgb bad = cividis(1.0).rgb();
        QPoint found(-1, -1);
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (const QColor color = picture.pixelColor(x, y);
                    color.red() > 200 && color.blue() < 110 && color.green() > 170)
                    found = {x, y};
        QVERIFY2(found.x() >= 0, qPrintable(QColor(bad).name()));
        QVERIFY(std::abs(double(found.x()) / picture.width() - double(kBad) / kMany) < 0.06);
        QSignalSpy clicked(&strip, &ErrorStripChart::layerClicked);
        QWidget* target = strip.childAt(found);
        QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(&strip, found));
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked.front().front().toInt(), kBad);
    }

    /// Painting it is no work: the window stays quick.
    void manyLayersAreDrawnQuickly()
    {
        ErrorStripChart strip;
        strip.resize(900, 180);
        strip.setContent(network(kMany), results::MetricId::Sqnr);
        strip.grab();
        QElapsedTimer timer;
        timer.start();
        strip.grab();
        QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_MAIN(TestErrorStrip)
#include "tst_error_strip.moc"
