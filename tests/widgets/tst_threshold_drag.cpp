// SPDX-License-Identifier: GPL-3.0-or-later
// A bound of a quantizer's range, dragged in the histogram of a real network: it is written into the config and tried,
// and the trial's numbers are those of a network with that scale.
#include "tests/support/models.h"
#include "tests/widgets/real_window.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/chart_pane.h"
#include "widgets/charts/threshold_chart.h"
#include "widgets/docks/inspector/inspector_view.h"

#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>

using namespace ql;
using namespace ql::widgets;

namespace {

const char* const kConfig = R"(common_config:
  quant_enable: false
override_layer_types:
  - layer_type: Conv
    quant_enable: true
    activation_quant_params:
      quantizer: torch.quantization.FakeQuantize
      quantizer_args:
        observer: torch.quantization.MinMaxObserver
        quant_min: -128
        quant_max: 127
        dtype: torch.qint8
        qscheme: torch.per_tensor_affine
)";

} // namespace

class TestThresholdDrag : public QObject, tests::RealWindow {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was dragged on a real model");
        const QString models = QString::fromStdString(folder->string());
        openWindow();
        m_window->resize(1400, 1000);
        session().baseline().setPath(models + QStringLiteral("/models/silero_mini_v2_prep.onnx"));
        session().setInputs({models + QStringLiteral("/inputs/silero_mini_v2__en_w3__input.npy")});
        session().setCalibration(models + QStringLiteral("/calib/silero_mini_v2.npz"));
        m_window->openConfig(writeConfig(kConfig));
        QTRY_VERIFY_WITH_TIMEOUT(document().isRead() && document().network(), kPatience);
        m_window->actions().compare.trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && !session().isComparing(), kPatience);
    }
    void cleanupTestCase() { m_window.reset(); }

    void aLayerHasARangeThatCanBeWritten()
    {
        m_window->raiseDock(QStringLiteral("inspectorDock"));
        QTabWidget& charts = view().charts();
        const int page = charts.indexOf(&view().threshold());
        QTest::mouseClick(charts.tabBar(), Qt::LeftButton, {}, charts.tabBar()->tabRect(page).center());
        QCOMPARE(charts.currentWidget(), &view().threshold());
        const auto& layers = session().result()->layers;
        for (std::size_t i = 0; i < layers.size() && !chart().writeButton(0).isEnabled(); ++i)
            if (layers[i].quantizer && layers[i].quantizer->scales.size() == 1)
                bench().selection().select(int(i));
        QVERIFY(chart().isShown() && chart().writeButton(0).isEnabled());
        m_layer = bench().selectedName();
        qInfo("%s", m_layer.c_str());
    }

    /// To half of what it was.
    void theMouseMovesItsUpperBound()
    {
        const QuantizerRange before = chart().range(0);
        const double target = before.low + (before.high - before.low) / 2.0;
        const auto place = [this](double value) {
            const QRectF plot = pane().plotRect();
            return QPoint(qRound(pane().pixelX(value)), qRound(plot.center().y()));
        };
        chart().choose(1, ThresholdChart::Method::All); // out of the way
        QTest::mousePress(pane().viewport(), Qt::LeftButton, {}, place(before.high));
        QTest::mouseMove(pane().viewport(), place((before.high + target) / 2.0));
        QTest::mouseMove(pane().viewport(), place(target));
        QTest::mouseRelease(pane().viewport(), Qt::LeftButton, {}, place(target));
        m_range = chart().range(0);
        QCOMPARE(m_range.low, before.low);
        const double pixel = std::abs(pane().plottedX(1.0) - pane().plottedX(0.0));
        QVERIFY2(std::abs(m_range.high - target) <= 2.0 * pixel, qPrintable(QString::number(m_range.high)));
    }

    void itIsWrittenAndTried()
    {
        QVERIFY(chart().writeButton(0).isVisible());
        QTest::mouseClick(&chart().writeButton(0), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(document().isDirty(), kPatience);
        QVERIFY2(document().text().find("scale") != std::string::npos, document().text().c_str());
        auto& trials = bench().analysis<TrialAnalysis>().trials();
        QTRY_COMPARE_WITH_TIMEOUT(trials.count(), std::size_t(1), kPatience);
        const auto& change = *trials.at(0).change;
        const ChangeRow* output = change.worstOutput(results::MetricId::Sqnr);
        QVERIFY(output && output->before && output->after);
        qInfo("%.2f dB -> %.2f dB", output->before->sqnrDb, output->after->sqnrDb);
        QVERIFY(std::abs(output->before->sqnrDb - output->after->sqnrDb) > 0.01);
        // The network was quantized by what was dragged.
        const auto* row = results::findLayer(*change.afterResult, m_layer);
        QVERIFY(row && row->quantizer && row->histogram); // which the inspector lays over the old one
        const double step = row->quantizer->scales.front();
        QVERIFY2(std::abs(row->quantizer->rangeHigh() - m_range.high) <= step
                     && std::abs(row->quantizer->rangeLow() - m_range.low) <= step,
                 qPrintable(QStringLiteral("%1 … %2, dragged %3 … %4")
                                .arg(row->quantizer->rangeLow())
                                .arg(row->quantizer->rangeHigh())
                                .arg(m_range.low)
                                .arg(m_range.high)));
    }

    /// One step of undo takes it back.
    void undoTakesItBack()
    {
        bench().configActions().undoAction()->trigger();
        QCOMPARE(document().text(), std::string(kConfig));
        document().discardEdits();
    }

private:
    InspectorView& view() { return *m_window->findChild<InspectorView*>(); }
    ThresholdChart& chart() { return view().threshold(); }
    ChartPane& pane() { return *chart().findChild<ChartPane*>(); }

    std::string m_layer;
    QuantizerRange m_range;
};

QTEST_MAIN(TestThresholdDrag)
#include "tst_threshold_drag.moc"
