// SPDX-License-Identifier: GPL-3.0-or-later
// The whole loop on a real network, as a user goes through it: bad case, comparison, sensitivity, a click on the
// culprit, try, save. Runs offscreen, and once more under a window manager (with_window_manager.sh).
#include "core/results/compare_result.h"
#include "core/results/metrics.h"
#include "tests/support/file_content.h"
#include "tests/support/models.h"
#include "tests/widgets/real_window.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/bad_cases/bad_cases_view.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/docks/graph/graph_view.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/layers/layers_table.h"
#include "widgets/docks/layers/layers_view.h"
#include "widgets/docks/sensitivity/sensitivity_table_model.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/trials/trials_view.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/settings/settings.h"

#include <QMenu>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>
#include <limits>

using namespace ql;
using namespace ql::widgets;
using tests::contentOf;

namespace {

/// Quantizes what multiplies, as the damaged twin of this network was made (../shared/models/manifest.json).
const char* const kConfig = R"(# Everything that multiplies, in 8 bits.
skip_layers: []          # nothing yet
common_config:
  quant_enable: false
override_layer_configs: []
override_layer_types:
  - layer_type: Conv
    quant_enable: true
    weight_quant_params:
      quantizer: ArqWeightFakeQuantize
      quantizer_args: {observer: ArqObserver, num_bits: 8, channel_wise: true}
    activation_quant_params:
      quantizer: torch.quantization.FakeQuantize
      quantizer_args:
        observer: torch.quantization.MinMaxObserver
        quant_min: -128
        quant_max: 127
        dtype: torch.qint8
        qscheme: torch.per_tensor_affine
  - layer_type: MatMul
    quant_enable: true
    weight_quant_params:
      quantizer: ArqWeightFakeQuantize
      quantizer_args: {observer: ArqObserver, num_bits: 8, channel_wise: false}
    activation_quant_params:
      quantizer: torch.quantization.FakeQuantize
      quantizer_args:
        observer: torch.quantization.MinMaxObserver
        quant_min: -128
        quant_max: 127
        dtype: torch.qint8
        qscheme: torch.per_tensor_affine
)";
const char* const kCulprit = "Conv_34";
const char* const kLaterLayer = "Conv_78";
constexpr double kLeastGainDb = 20.0;

double outputSqnr(const results::CompareResult& result)
{
    return result.outputs.front().metrics->sqnrDb;
}

} // namespace

class TestRepairSession : public QObject, tests::RealWindow {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const auto folder = tests::modelsFolder();
        if (!folder)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_models = QString::fromStdString(folder->string());
        QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("data")));
        for (const char* name : {"en_w3", "en_w40", "en_w101"})
            QVERIFY(
                QFile::copy(m_models + QStringLiteral("/inputs/silero_mini_v2__%1__input.npy").arg(QLatin1String(name)),
                            m_folder.filePath(QStringLiteral("data/%1.npy").arg(QLatin1String(name)))));
        m_config = writeConfig(kConfig);
        openWindow();
    }
    void cleanupTestCase() { m_window.reset(); }

    void loadsAFloatModelAConfigAndData()
    {
        session().baseline().setPath(m_models + QStringLiteral("/models/silero_mini_v2_prep.onnx"));
        session().setData(m_folder.filePath(QStringLiteral("data")));
        session().setCalibration(m_models + QStringLiteral("/calib/silero_mini_v2.npz"));
        m_window->openConfig(m_config);
        QTRY_VERIFY_WITH_TIMEOUT(document().isRead() && document().network(), kPatience);
        QVERIFY(session().isSimulated());
        QVERIFY(m_window->actions().compare.isEnabled());
    }

    void findsTheBadCase()
    {
        click(bench().analysis<BadCaseAnalysis>().startAction());
        QTRY_VERIFY_WITH_TIMEOUT(bench().analysis<BadCaseAnalysis>().result() && !bench().isBusy(), kPatience);
        QCOMPARE(bench().analysis<BadCaseAnalysis>().result()->samples.size(), std::size_t(3));
        auto* view = m_window->findChild<BadCasesView*>();
        view->table().selectRow(0); // worst first
        view->useAction()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(session().result() && !session().isComparing(), kPatience);
        m_before = outputSqnr(*session().result());
        qInfo("worst sample: %s, output SQNR %.2f dB", qPrintable(session().inputs().front()), m_before);
        QVERIFY(session().inputs().front().endsWith(QStringLiteral("data[1]"))); // en_w3 and en_w101 are better
        QVERIFY(m_before < 5.0);
        QVERIFY(bench().layerOf(kCulprit) >= 0);
    }

    void sensitivityNamesTheCulprit()
    {
        click(bench().analysis<SensitivityAnalysis>().startAction());
        QTRY_VERIFY_WITH_TIMEOUT(bench().analysis<SensitivityAnalysis>().result() && !bench().isBusy(), kPatience);
        auto* view = m_window->findChild<SensitivityView*>();
        view->table().selectRow(0);
        QCOMPARE(bench().selectedName(), std::string(kCulprit));
        QCOMPARE(m_window->findChild<InspectorView*>()->titleText().section(u' ', 0, 0), QLatin1String(kCulprit));
    }

    /// Nobody has a file of the second graph: the config makes it of the first one.
    void bothGraphsShowTheCulprit()
    {
        auto* view = m_window->findChild<GraphView*>();
        m_window->raiseDock(QStringLiteral("graphDock"));
        view->setShown(GraphView::Shown::SideBySide);
        GraphCanvas& baseline = view->canvas();
        GraphCanvas& analysis = view->otherPane().canvas();
        QTRY_VERIFY_WITH_TIMEOUT(baseline.scene() && analysis.scene(), kPatience);
        const auto shown = [](const GraphCanvas& canvas) {
            return canvas.look().outline->nodes[std::size_t(canvas.look().selected)];
        };
        QVERIFY(baseline.look().selected >= 0 && analysis.look().selected >= 0);
        QCOMPARE(shown(baseline).name, std::string(kCulprit));
        QCOMPARE(shown(analysis).opType, std::string("Conv"));
        QCOMPARE(analysis.look().badness[std::size_t(analysis.look().selected)],
                 baseline.look().badness[std::size_t(baseline.look().selected)]);
        const auto quantized = [](const GraphCanvas& canvas) {
            return std::ranges::count_if(canvas.look().outline->nodes,
                                         [](const auto& node) { return node.quantDtype == "int8"; });
        };
        QCOMPARE(quantized(baseline), 0);
        QVERIFY(quantized(analysis) > 10);
        const auto quantizedAlone = quantized(analysis);
        view->setShown(GraphView::Shown::Merged);
        QTRY_VERIFY_WITH_TIMEOUT(baseline.scene(), kPatience);
        QCOMPARE(quantized(baseline), quantizedAlone);
        qInfo("merged: %zu layers, %td of them quantized, %td without a partner", baseline.look().outline->nodes.size(),
              quantized(baseline), std::ranges::count(baseline.look().isUnmatched, true));
        view->setShown(GraphView::Shown::Baseline);
    }

    void aClickSkipsIt()
    {
        clickButton(*m_window->findChild<InspectorView*>(), bench().configActions().action(ConfigActions::Kind::Skip));
        QTRY_VERIFY_WITH_TIMEOUT(document().isDirty(), kPatience);
        QVERIFY(m_window->messageBar().isVisible());
        QVERIFY(m_window->messageBar().text().contains(QLatin1String(kCulprit)));
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(contentOf(m_config), QByteArray(kConfig));
    }

    void tryShowsThatItHelps()
    {
        const auto shown = session().result();
        click(bench().analysis<TrialAnalysis>().startAction());
        QTRY_COMPARE_WITH_TIMEOUT(bench().analysis<TrialAnalysis>().trials().count(), std::size_t(1), kPatience);
        const ChangeRow* output =
            bench().analysis<TrialAnalysis>().trials().at(0).change->worstOutput(results::MetricId::Sqnr);
        QVERIFY(output && output->before && output->after);
        qInfo("tried: %s: %.2f dB -> %.2f dB",
              qPrintable(bench().analysis<TrialAnalysis>().trials().at(0).edits.text()), output->before->sqnrDb,
              output->after->sqnrDb);
        m_after = output->after->sqnrDb;
        QCOMPARE(output->before->sqnrDb, m_before);
        QVERIFY(output->after->sqnrDb > m_before + kLeastGainDb);
        QCOMPARE(session().result(), shown); // the old numbers stay
        auto* view = m_window->findChild<TrialsView*>();
        QVERIFY(view->isVisible());
        const int all = view->changeTable().model()->rowCount();
        view->showSuccessorsOnly(true);
        bench().selectLayer(kLaterLayer);
        QVERIFY(view->changeTable().model()->rowCount() < all);
        QVERIFY(view->changeTable().model()->rowCount() > 2);
        bench().selectLayer(kCulprit);
    }

    void savesExactlyThatEdit()
    {
        click(bench().configActions().saveAction());
        QVERIFY(!document().isDirty());
        const QByteArray expected =
            QByteArray(kConfig).replace(" []          # nothing yet", "          # nothing yet\n  - Conv_34");
        QCOMPARE(contentOf(m_config), expected);
        const QString shown = session().inputs().front();
        double worst = std::numeric_limits<double>::infinity(); // which is what the trial promised
        for (const char* sample : {"data[0]", "data[2]", "data[1]"}) {
            session().setInputs({QFileInfo(shown).path() + u'/' + QLatin1String(sample)});
            click(&m_window->actions().compare);
            QTRY_VERIFY_WITH_TIMEOUT(!session().isComparing(), kPatience);
            worst = std::min(worst, outputSqnr(*session().result()));
        }
        QCOMPARE(session().inputs().front(), shown);
        QCOMPARE(worst, m_after);
    }

    void aTrialBringsItsConfigBack()
    {
        bench().configActions().edit(ConfigActions::Kind::Restore, {kCulprit});
        QTRY_COMPARE_WITH_TIMEOUT(document().text(), std::string(kConfig), kPatience);
        m_window->findChild<TrialsView*>()->restoreChosen();
        QVERIFY(!document().isDirty());
        bench().configActions().undoAction()->trigger();
        QCOMPARE(document().text(), std::string(kConfig));
        document().discardEdits();
    }

private:
    /// With the mouse where the action has a button in @p place.
    void clickButton(QWidget& place, QAction* action)
    {
        for (auto* button : place.findChildren<QToolButton*>())
            if (button->defaultAction() == action && button->isVisible()) {
                QVERIFY(button->isEnabled());
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        QFAIL(qPrintable(QStringLiteral("no button for ") + action->text()));
    }
    void click(QAction* action)
    {
        auto* toolBar = m_window->findChild<QToolBar*>();
        if (toolBar->widgetForAction(action) && toolBar->widgetForAction(action)->isVisible())
            QTest::mouseClick(toolBar->widgetForAction(action), Qt::LeftButton);
        else if (!clickInMenu(*toolBar, action))
            clickButton(*m_window, action);
    }
    /// Behind the arrow of a button.
    static bool clickInMenu(QToolBar& toolBar, QAction* action)
    {
        for (const auto* button : toolBar.findChildren<QToolButton*>()) {
            QMenu* menu = button->menu();
            if (!menu || !menu->actions().contains(action))
                continue;
            menu->popup(button->mapToGlobal(QPoint(0, button->height())));
            QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(action).center());
            return true;
        }
        return false;
    }

    QString m_models;
    QString m_config;
    double m_before = 0.0;
    double m_after = 0.0;
};

QTEST_MAIN(TestRepairSession)
#include "tst_repair_session.moc"
