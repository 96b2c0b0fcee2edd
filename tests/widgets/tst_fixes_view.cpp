// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/docks/fixes/fixes_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/table_roles.h"
#include "widgets/text/language.h"

#include <QFont>
#include <QLabel>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;
using results::FixRow;

namespace {

constexpr const char* kConfig = "skip_layers: []\n";
constexpr const char* kFixed = "skip_layers: [conv_2]\n";

/// Two repairs that are chosen, one that loses and one that is refused.
std::shared_ptr<results::FixResult> repairs(const QString& config, const std::string& model)
{
    auto result = std::make_shared<results::FixResult>();
    result->baseline = "/models/float.onnx";
    result->config = config.toStdString();
    result->configBefore = kConfig;
    result->fixedConfig = kFixed;
    result->isComplete = true;
    result->isSplit = true;
    result->fittedSamples = {"a", "b", "c", "d"};
    result->heldOutSamples = {"e", "f"};
    result->start = {3.0, 1.0, {{"y", 3.0}}};
    result->best = {24.5, 1.25, {{"y", 24.5}}};
    result->byConfig = results::FixMeasure{20.5, 1.25, {{"y", 20.5}}};
    result->byConfigAlone = results::FixMeasure{9.5, 1.25, {{"y", 9.5}}};
    result->files = {model};
    result->rows = {{.fix = "equalization",
                     .changes = "weights",
                     .layers = {"conv_1", "conv_2"},
                     .change = Message("ranges of channels evened out between layers"),
                     .state = FixRow::State::Chosen,
                     .alone = results::FixMeasure{20.5, 1.0, {{"y", 20.5}}},
                     .gainDb = 17.5,
                     .gainPerCost = 1750.0,
                     .metricAfter = 20.5},
                    {.fix = "high_precision",
                     .changes = "config",
                     .layers = {"conv_2"},
                     .change = Message("the layer in float"),
                     .state = FixRow::State::Chosen,
                     .alone = results::FixMeasure{9.5, 1.25, {{"y", 9.5}}},
                     .gainDb = 6.5,
                     .gainPerCost = 25.0,
                     .metricAfter = 24.5},
                    {.fix = "range",
                     .changes = "config",
                     .change = Message("range by percentile {}", 0.99),
                     .state = FixRow::State::Loses,
                     .alone = results::FixMeasure{2.0, 1.0, {{"y", 2.0}}},
                     .gainDb = -1.0,
                     .gainPerCost = -100.0},
                    {.fix = "per_channel",
                     .changes = "config",
                     .layers = {"conv_1"},
                     .change = Message("a scale per channel of the weight"),
                     .state = FixRow::State::Refused,
                     .reason = Message::text("one scale for all weights")}};
    return result;
}

} // namespace

/// The dock that shows what repairs the network, and what it asks.
class TestFixesView : public tests::ViewTest<FixesView> {
    Q_OBJECT

private Q_SLOTS:
    void whatIsMissingIsSaid()
    {
        QCOMPARE(m_view->nextStep().titleText(), QStringLiteral("What repairs it?"));
        QVERIFY(!fix().startAction()->isEnabled());
        session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        session().setConfig(makeConfig());
        QTRY_VERIFY(m_workbench->config().isOpen());
        QVERIFY(!fix().startAction()->isEnabled()); // no data
        QSignalSpy asked(m_workbench.get(), &Workbench::openCalibrationRequested);
        auto* button = m_view->nextStep().findChild<QToolButton*>();
        QVERIFY(button->isVisible());
        button->click();
        QCOMPARE(asked.count(), 1);
        session().setData(QStringLiteral("/data/all.npy"));
        QVERIFY(fix().startAction()->isEnabled());
    }

    void aFailureIsSaidInPlace()
    {
        open();
        m_engine->fixError = Error(ErrorCode::BadArgument, "one sample can't be fitted to and held out");
        fix().start();
        QTRY_COMPARE(m_view->nextStep().titleText(), QStringLiteral("No repairs could be sought"));
        const auto labels = m_view->nextStep().findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().contains(QStringLiteral("One sample can't be fitted to and held out."))
                   && label->text().contains(QStringLiteral("at least two samples"));
        }));
        QVERIFY(fix().hasFailed());
        auto other = fix().choice();
        other.metric = results::MetricId::Cosine;
        fix().setChoice(other);
        QVERIFY(!fix().hasFailed()); // nobody asked that yet
        m_engine->fixError.reset();
        fix().start(); // the button is still there
        QTRY_COMPARE(m_view->model().rowCount(), 4);
        QVERIFY(!fix().problem());
    }

    void candidatesAreShownByGainPerCost()
    {
        open();
        const QAbstractItemModelTester tester(m_view->table().model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        fix().start();
        QTRY_COMPARE(m_view->model().rowCount(), 4);
        QCOMPARE(shown(0, FixTableModel::State), QStringLiteral("chosen"));
        QCOMPARE(shown(0, FixTableModel::Repair), QStringLiteral("equalization"));
        QCOMPARE(shown(0, FixTableModel::Where), QStringLiteral("conv_1 (+1)"));
        QCOMPARE(shown(1, FixTableModel::GainPerCost), QStringLiteral("25"));
        QCOMPARE(shown(1, FixTableModel::After), QStringLiteral("24.5"));
        QCOMPARE(shown(2, FixTableModel::Where), QStringLiteral("all layers"));
        QCOMPARE(shown(2, FixTableModel::State), QStringLiteral("loses"));
        QCOMPARE(shown(3, FixTableModel::Reason), QStringLiteral("one scale for all weights"));
        QCOMPARE(shown(3, FixTableModel::Gain), QStringLiteral("—"));
        QVERIFY(cell(0, FixTableModel::State).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!cell(2, FixTableModel::State).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(m_view->answerText(),
                 QStringLiteral("SQNR (dB): 3 before, 24.5 after 2 repairs, on 2 samples that nothing was fitted to. "
                                "The cost goes from 1 to 1.25. The config alone, with the weights as they are, "
                                "reaches 9.5."));
        m_view->table().selectRow(1);
        QCOMPARE(m_workbench->selectedName(), std::string("conv_2"));
    }

    void whatIsAskedIsWhatIsChosen()
    {
        open();
        QVERIFY(m_view->subjectBox().isHidden());
        QVERIFY(m_view->heldOutBox().isHidden());
        session().setData(QStringLiteral("/data/others.npy"));
        QVERIFY(!m_view->heldOutBox().isHidden());
        choose(m_view->heldOutBox(), 1);
        m_workbench->config().replaceText("skip_layers: [conv_9]\n", QStringLiteral("edit"));
        run();
        const auto& asked = m_engine->lastFixRequest;
        QCOMPARE(asked.models.quantization.configText.value_or(""), std::string("skip_layers: [conv_9]\n"));
        QCOMPARE(asked.models.quantization.data, std::string("/data/inputs.npy"));
        QCOMPARE(asked.heldOut, std::string("/data/others.npy"));
        QVERIFY(asked.models.analysis.empty());
        QCOMPARE(asked.mostSeconds, 60.0);
        QVERIFY(!asked.folder.empty());
        QVERIFY(!fix().canApply()); // the answer is about another text
        // Of a model and a config, the model is what is compared.
        session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        QVERIFY(!m_view->subjectBox().isHidden());
        run();
        QCOMPARE(m_engine->lastFixRequest.models.analysis, std::string("/models/int8.onnx"));
        QVERIFY(m_engine->lastFixRequest.models.quantization.config.empty());
        choose(m_view->subjectBox(), 1);
        run();
        QVERIFY(m_engine->lastFixRequest.models.analysis.empty());
    }

    void theConfigTakesItsPart()
    {
        open();
        QVERIFY(!m_view->applyAction().isEnabled());
        run();
        QVERIFY(m_view->applyAction().isEnabled());
        ConfigDocument& config = m_workbench->config();
        QSignalSpy noticed(m_workbench.get(), &Workbench::noticed);
        m_view->applyAction().trigger();
        QCOMPARE(config.text(), std::string(kFixed));
        QCOMPARE(noticed.count(), 1);
        QVERIFY(!m_view->applyAction().isEnabled());
        QVERIFY(fix().isCurrent()); // it is what was found
        config.undoStack().undo();
        QCOMPARE(config.text(), std::string(kConfig));
        QVERIFY(m_view->applyAction().isEnabled());
        config.replaceText("skip_layers: [mine]\n", QStringLiteral("edit"));
        QVERIFY(!m_view->applyAction().isEnabled());
        QVERIFY(m_view->answerText().contains(QStringLiteral("than are open now")));
    }

    void whatLosesIsNotOffered()
    {
        open();
        auto losing = std::make_shared<results::FixResult>(*m_engine->fixResult);
        losing->start.outputs = {{"y", 3.0}, {"z", 8.0}};
        losing->byConfigAlone = results::FixMeasure{4.0, 1.0, {{"y", 4.0}, {"z", 7.9}}}; // one output loses
        m_engine->fixResult = losing;
        run();
        QVERIFY(!m_view->applyAction().isEnabled());
        QVERIFY(m_view->applyAction().toolTip().contains(QStringLiteral("loses")));
        QVERIFY(m_view->saveAction().isEnabled());

        for (const auto& [better, isOffered] : {std::pair("higher", false), std::pair("lower", true)}) {
            auto judged = std::make_shared<results::FixResult>(*m_engine->fixResult);
            judged->judgeBetter = better; // a judge, where there is one, decides
            judged->start.judged = 0.75;
            judged->byConfigAlone->judged = 0.5;
            m_engine->fixResult = judged;
            run();
            QCOMPARE(m_view->applyAction().isEnabled(), isOffered);
        }

        auto none = std::make_shared<results::FixResult>(*m_engine->fixResult);
        none->rows.erase(none->rows.begin(), none->rows.begin() + 2);
        none->best = none->start;
        none->fixedConfig.clear();
        m_engine->fixResult = none;
        run();
        QVERIFY(m_view->answerText().startsWith(QStringLiteral("No repair wins what it costs on the 2 samples")));
        QVERIFY(!m_view->applyAction().isEnabled());
        QVERIFY(!m_view->saveAction().isEnabled());
    }

    void theRepairedModelIsSaved()
    {
        open();
        run();
        const QTemporaryDir target;
        QVERIFY(FileCopies::takenIn(target.path(), fix().files()).isEmpty());
        QSignalSpy noticed(m_workbench.get(), &Workbench::noticed);
        m_view->saveTo(target.path());
        QTRY_COMPARE(noticed.count(), 1);
        QFile copy(target.filePath(QStringLiteral("float_fixed_qdq.onnx")));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray("network"));
        QCOMPARE(FileCopies::takenIn(target.path(), fix().files()),
                 QStringList{QStringLiteral("float_fixed_qdq.onnx")});
        QFile::remove(m_folder.filePath(QStringLiteral("float_fixed_qdq.onnx")));
        m_view->hide();
        m_view->show();
        QVERIFY(!m_view->saveAction().isEnabled()); // there is nothing to copy any more
    }

    /// What is proven is shown and can be used before the search ends, and after Esc.
    void candidatesAppearAsTheyAreJudged()
    {
        open();
        auto first = std::make_shared<results::FixResult>(*m_engine->fixResult);
        first->isComplete = false;
        first->files.clear();
        first->rows.resize(1);
        first->rows.front().state = FixRow::State::Unneeded; // until they are combined
        m_engine->firstFixes = first;
        m_engine->isEndless = true;
        fix().start();
        QTRY_COMPARE(m_view->model().rowCount(), 1);
        QVERIFY(fix().isRunning());
        QCOMPARE(
            m_view->answerText(),
            QStringLiteral("1 repair tried so far. equalization (conv_1 …) alone wins most: SQNR (dB) 3 before, "
                           "20.5 after, on 2 samples that nothing was fitted to. The cost goes from 1 to 1.25. The "
                           "config alone, with the weights as they are, reaches 9.5. The search goes on; Esc "
                           "stops it and keeps this."));
        QVERIFY(m_view->applyAction().isEnabled());
        QVERIFY(!m_view->saveAction().isEnabled()); // no model is written yet
        m_workbench->cancel();
        QTRY_VERIFY(!fix().isRunning());
        QCOMPARE(m_view->model().rowCount(), 1);
        QVERIFY(m_view->answerText().endsWith(QStringLiteral("ended early: this is the best so far.")));
        QVERIFY(m_view->applyAction().isEnabled());
        m_engine->isEndless = false;
        run();
        QCOMPARE(m_view->model().rowCount(), 4);
        QVERIFY(!m_view->answerText().contains(QStringLiteral("so far")));
    }

    void filesLiveAsLongAsTheirAnswer()
    {
        open();
        run();
        const std::string first = m_engine->lastFixRequest.folder;
        QVERIFY(QFileInfo::exists(QString::fromStdString(first)));
        m_engine->isEndless = true;
        fix().start();
        QTRY_VERIFY(m_engine->lastFixRequest.folder != first);
        m_workbench->cancel();
        QTRY_VERIFY(!fix().isRunning());
        m_engine->isEndless = false;
        QVERIFY(QFileInfo::exists(QString::fromStdString(first))); // the answer before is still shown
        QCOMPARE(m_view->model().rowCount(), 4);
        run();
        QTRY_VERIFY(!QFileInfo::exists(QString::fromStdString(first)));
    }

private:
    FixAnalysis& fix() { return m_workbench->analysis<FixAnalysis>(); }
    void prepare() override { applyLanguage(QStringLiteral("en")); }
    void openView() override
    {
        ViewTest::openView();
        m_view->resize(1000, 600);
        m_view->show();
    }
    QString makeConfig() { return make("quant.yaml", kConfig); }
    void open()
    {
        const QString path = makeConfig();
        m_engine->fixResult = repairs(path, make("float_fixed_qdq.onnx", "network").toStdString());
        simulate(path);
    }
    void run()
    {
        fix().start();
        QTRY_VERIFY(!fix().isRunning());
        QVERIFY(fix().result());
    }
};

QTEST_MAIN(TestFixesView)
#include "tst_fixes_view.moc"
