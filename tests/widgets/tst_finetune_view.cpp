// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/charts/training_chart.h"
#include "widgets/docks/finetune/finetune_options.h"
#include "widgets/docks/finetune/finetune_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/text/language.h"

#include <QAbstractScrollArea>
#include <QDoubleSpinBox>
#include <QFont>
#include <QLabel>
#include <QToolButton>

#include <cmath>

using namespace ql;
using namespace ql::widgets;
using results::FinetunePoint;
using results::FinetuneResult;
using results::FixMeasure;

namespace {

constexpr const char* kConfig = "skip_layers: []\n";
constexpr const char* kModel = "float_finetuned_qdq.onnx";

FixMeasure measured(double value)
{
    return {value, 1.0, {{"y", value}}};
}

/// Six of @p steps steps; the check after the second loses, the one after the fourth is the best.
std::shared_ptr<FinetuneResult> training(std::uint64_t steps = 6)
{
    auto result = std::make_shared<FinetuneResult>();
    result->baseline = "/models/float.onnx";
    result->isSplit = true;
    result->fittedSamples = {"a", "b", "c", "d"};
    result->heldOutSamples = {"e", "f"};
    result->steps = steps;
    result->isComplete = steps == 6;
    result->start = measured(20.0);
    result->best = measured(23.5);
    result->bestStep = 4;
    for (std::uint64_t step = 1; step <= 6; ++step)
        result->curve.push_back({.step = step, .loss = 1.0 / double(step), .outputLoss = 0.25, .layerLoss = 0.5});
    result->curve[1].check = measured(19.0);
    result->curve[1].loses = true;
    result->curve[3].check = measured(23.5);
    result->curve[5].check = measured(23.0);
    return result;
}

/// What was known after @p steps of twelve.
std::shared_ptr<FinetuneResult> knownAfter(std::size_t steps)
{
    auto result = training(12);
    result->curve.resize(steps);
    if (steps < 4) {
        result->bestStep = 0;
        result->best = result->start;
    }
    return result;
}

} // namespace

/// The dock that shows what training wins back, and what it asks.
class TestFinetuneView : public tests::ViewTest<FinetuneView> {
    Q_OBJECT

private Q_SLOTS:
    void whatIsMissingIsSaid()
    {
        QCOMPARE(m_view->nextStep().titleText(), QStringLiteral("Can training win it back?"));
        QVERIFY(said().contains(QStringLiteral("Open a baseline model")));
        QVERIFY(!finetune().startAction()->isEnabled());
        session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        session().setConfig(makeConfig());
        QTRY_VERIFY(m_workbench->config().isOpen());
        QVERIFY(!finetune().startAction()->isEnabled()); // no data
        QVERIFY(said().contains(QStringLiteral("Open calibration data")));
        QSignalSpy asked(m_workbench.get(), &Workbench::openCalibrationRequested);
        auto* button = m_view->nextStep().findChild<QToolButton*>();
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(asked.count(), 1);
        session().setData(QStringLiteral("/data/all.npy"));
        QVERIFY(finetune().startAction()->isEnabled());
        QVERIFY(said().contains(QStringLiteral("no labels are needed")));
    }

    void aFailureIsSaidInPlace()
    {
        open();
        m_engine->finetuneError = Error(ErrorCode::BadArgument, "nothing of the quantized network can be trained");
        finetune().start();
        QTRY_COMPARE(m_view->nextStep().titleText(), QStringLiteral("The network could not be trained"));
        QVERIFY(said().contains(QStringLiteral("Nothing of the quantized network can be trained.")));
        QVERIFY(said().contains(QStringLiteral("at least two samples")));
        m_engine->finetuneError.reset();
        finetune().start(); // the button is still there
        QTRY_COMPARE(m_view->model().rowCount(), 3);
        QVERIFY(!finetune().problem());
    }

    void checksAreShownByStep()
    {
        open();
        const QAbstractItemModelTester tester(m_view->table().model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        run();
        QCOMPARE(m_view->model().rowCount(), 3);
        QCOMPARE(shown(0, FinetuneTableModel::Step), QStringLiteral("2"));
        QCOMPARE(shown(0, FinetuneTableModel::Loss), QStringLiteral("0.75")); // of steps 1 and 2
        QCOMPARE(shown(0, FinetuneTableModel::OutputLoss), QStringLiteral("0.25"));
        QCOMPARE(shown(0, FinetuneTableModel::LayerLoss), QStringLiteral("0.5"));
        QCOMPARE(shown(0, FinetuneTableModel::HeldOut), QStringLiteral("19"));
        QCOMPARE(shown(0, FinetuneTableModel::Gain), QStringLiteral("−1"));
        QCOMPARE(shown(0, FinetuneTableModel::State), QStringLiteral("loses"));
        QCOMPARE(shown(1, FinetuneTableModel::Gain), QStringLiteral("3.5"));
        QCOMPARE(shown(1, FinetuneTableModel::State), QStringLiteral("offered"));
        QCOMPARE(shown(2, FinetuneTableModel::State), QString());
        QVERIFY(cell(1, FinetuneTableModel::Step).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!cell(2, FinetuneTableModel::Step).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(m_view->answerText(), QStringLiteral("SQNR (dB): 20 before, 23.5 after step 4, on 2 samples that "
                                                      "nothing was trained on."));
        QCOMPARE(m_view->summaryText(), QStringLiteral("3 checks"));
        QVERIFY(m_view->table().csvText().contains(QStringLiteral("23.5")));
    }

    void aCosineGainsInDecibels()
    {
        open();
        auto result = training();
        result->metric = results::MetricId::Cosine;
        result->start = measured(0.995); // 20 dB
        result->curve[3].check = measured(0.9995);
        m_engine->trainings = {result};
        run();
        QCOMPARE(shown(1, FinetuneTableModel::Gain), QStringLiteral("10"));
        const auto title = m_view->model().headerData(FinetuneTableModel::HeldOut, Qt::Horizontal).toString();
        QCOMPARE(title, QStringLiteral("Cosine, held out"));
    }

    void theCurvesAreDrawn()
    {
        QVERIFY(!m_view->lossChart().emptyReason().isEmpty());
        open();
        run();
        TrainingChart& loss = m_view->lossChart();
        TrainingChart& checks = m_view->checksChart();
        QVERIFY(loss.emptyReason().isEmpty() && checks.emptyReason().isEmpty());
        QCOMPARE(loss.pointCount(), std::size_t(6));
        QCOMPARE(checks.pointCount(), std::size_t(4));            // with the one before training
        QTRY_VERIFY(loss.placeOf(1)->y() < loss.placeOf(6)->y()); // it falls
        QVERIFY(!checks.placeOf(3));
        QVERIFY(checks.placeOf(4)->y() < checks.placeOf(0)->y()); // it wins
        QVERIFY(!m_view->grab().isNull());
        // A click on a curve leads to the check behind it.
        auto* pane = loss.findChild<QAbstractScrollArea*>();
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, loss.placeOf(3)->toPoint());
        QCOMPARE(m_view->table().currentIndex().siblingAtColumn(FinetuneTableModel::Step).data().toInt(), 4);
    }

    void aLossThatIsNoNumberIsLeftOut()
    {
        open();
        auto result = training();
        result->curve[2].loss = 0.0; // nothing on a logarithmic axis
        result->curve[4].loss = NAN;
        m_engine->trainings = {result};
        run();
        QCOMPARE(m_view->lossChart().pointCount(), std::size_t(4));
        QVERIFY(!m_view->lossChart().placeOf(3));
    }

    void whatIsAskedIsWhatIsChosen()
    {
        open();
        auto& options = m_view->options();
        QVERIFY(options.subjectBox().isHidden());
        QVERIFY(options.heldOutBox().isHidden());
        session().setData(QStringLiteral("/data/others.npy"));
        QVERIFY(!options.heldOutBox().isHidden());
        choose(options.heldOutBox(), 1);
        choose(options.trainedBox(), 2);
        choose(options.metricBox(), 1);
        options.stepsBox().setValue(50);
        options.rateBox().setValue(0.005);
        m_workbench->config().replaceText("skip_layers: [conv_9]\n", QStringLiteral("edit"));
        run();
        const auto& asked = m_engine->lastFinetuneRequest;
        QCOMPARE(asked.models.quantization.configText.value_or(""), std::string("skip_layers: [conv_9]\n"));
        QCOMPARE(asked.models.quantization.data, std::string("/data/inputs.npy"));
        QCOMPARE(asked.heldOut, std::string("/data/others.npy"));
        QVERIFY(asked.models.analysis.empty());
        QCOMPARE(asked.trained, results::TrainedPart::Ranges);
        QCOMPARE(asked.metric, results::MetricId::Cosine);
        QCOMPARE(asked.steps, std::size_t(50));
        QCOMPARE(asked.learningRate, 0.005);
        QVERIFY(!asked.folder.empty());
        m_workbench->config().replaceText("skip_layers: [mine]\n", QStringLiteral("edit"));
        QVERIFY(m_view->answerText().contains(QStringLiteral("than are open now")));
        // Of a model and a config, the model is what is compared.
        session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        QVERIFY(!options.subjectBox().isHidden());
        run();
        QCOMPARE(m_engine->lastFinetuneRequest.models.analysis, std::string("/models/int8.onnx"));
        choose(options.subjectBox(), 1);
        run();
        QVERIFY(m_engine->lastFinetuneRequest.models.analysis.empty());
    }

    void itGrowsWhileItTrains()
    {
        open();
        m_engine->trainings.insert(m_engine->trainings.begin(), knownAfter(2));
        m_engine->isEndless = true;
        finetune().start();
        QTRY_COMPARE(m_view->model().rowCount(), 1);
        QVERIFY(finetune().isRunning());
        QCOMPARE(m_view->lossChart().pointCount(), std::size_t(2));
        QCOMPARE(m_view->answerText(), QStringLiteral("SQNR (dB): 20 before, on 2 samples that nothing is trained on; "
                                                      "nothing has won yet. 2 of 12 steps are made."));
        QVERIFY(m_view->summaryText().startsWith(QStringLiteral("growing")));
        QVERIFY(!m_view->saveAction().isEnabled());
        m_engine->isEndless = false;
        QTRY_COMPARE(m_view->model().rowCount(), 3);
        QTRY_VERIFY(!finetune().isRunning());
        QVERIFY(m_view->saveAction().isEnabled());
    }

    /// The files of the best so far are written after the window knows that it is cancelled.
    void aStoppedTrainingKeepsTheBestSoFar()
    {
        open();
        const auto stopped = knownAfter(5);
        stopped->files = m_engine->trainings.front()->files;
        m_engine->trainings = {knownAfter(4), training()};
        m_engine->stoppedTraining = stopped;
        m_engine->isEndless = true;
        finetune().start();
        QTRY_COMPARE(m_view->model().rowCount(), 2);
        m_workbench->cancel();
        QVERIFY(!finetune().isRunning());
        QTRY_VERIFY(m_view->saveAction().isEnabled());
        QCOMPARE(m_view->lossChart().pointCount(), std::size_t(5));
        QVERIFY(m_view->summaryText().startsWith(QStringLiteral("stopped before the end")));
        QVERIFY(m_view->answerText().endsWith(
            QStringLiteral("Training was stopped after 5 of 12 steps: this is the best so far.")));
    }

    void nothingThatLosesIsOffered()
    {
        open();
        auto none = training();
        none->bestStep = 0;
        none->best = none->start;
        none->equalized = measured(20.5);
        m_engine->trainings = {none};
        run();
        QVERIFY(m_view->answerText().startsWith(QStringLiteral("Nothing is offered")));
        QVERIFY(m_view->answerText().contains(QStringLiteral("SQNR (dB) stays 20.")));
        QVERIFY(m_view->answerText().endsWith(QStringLiteral("evened out between layers, which reach 20.5.")));
        QVERIFY(!m_view->saveAction().isEnabled());
        QVERIFY(m_view->saveAction().toolTip().contains(QStringLiteral("no trained model")));
    }

    void theTrainedModelIsSaved()
    {
        open();
        run();
        const QTemporaryDir target;
        QSignalSpy noticed(m_workbench.get(), &Workbench::noticed);
        m_view->saveTo(target.path());
        QTRY_COMPARE(noticed.count(), 1);
        QFile copy(target.filePath(QLatin1String(kModel)));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray("network"));
        QFile::remove(m_folder.filePath(QLatin1String(kModel)));
        m_view->hide();
        m_view->show();
        QVERIFY(!m_view->saveAction().isEnabled()); // there is nothing to copy any more
    }

    void filesLiveAsLongAsTheirAnswer()
    {
        open();
        run();
        const std::string first = m_engine->lastFinetuneRequest.folder;
        QVERIFY(QFileInfo::exists(QString::fromStdString(first)));
        run();
        QVERIFY(m_engine->lastFinetuneRequest.folder != first);
        QTRY_VERIFY(!QFileInfo::exists(QString::fromStdString(first)));
        QVERIFY(QFileInfo::exists(QString::fromStdString(m_engine->lastFinetuneRequest.folder)));
    }

private:
    FinetuneAnalysis& finetune() { return m_workbench->analysis<FinetuneAnalysis>(); }
    void prepare() override { applyLanguage(QStringLiteral("en")); }
    void openView() override
    {
        ViewTest::openView();
        m_view->resize(1000, 600);
        m_view->show();
    }
    QString said()
    {
        QStringList texts;
        for (const auto* label : m_view->nextStep().findChildren<QLabel*>())
            texts.append(label->text());
        return texts.join(u'\n');
    }
    QString makeConfig() { return make("quant.yaml", kConfig); }
    void open()
    {
        auto answer = training();
        answer->files = {make(kModel, "network").toStdString()};
        m_engine->trainings = {answer};
        simulate(makeConfig());
    }
    void run()
    {
        finetune().start();
        QTRY_VERIFY(!finetune().isRunning());
        QVERIFY(finetune().result());
    }
};

QTEST_MAIN(TestFinetuneView)
#include "tst_finetune_view.moc"
