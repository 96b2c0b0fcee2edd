// SPDX-License-Identifier: GPL-3.0-or-later
// A config beside an analysis model: made from it, tried, and simulated with a record.
#include "core/config/dialects/dialect.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/charts/error_strip_chart.h"
#include "widgets/docks/project/preprocessing_line.h"
#include "widgets/docks/project/status_choice.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/trials/trial_table_model.h"
#include "widgets/settings/settings.h"
#include "widgets/text/core_text.h"

#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>

using namespace ql;
using namespace ql::widgets;

namespace {
constexpr const char* kConfig = "skip_layers: []\ncommon_config: {quant_enable: true}\n";
constexpr const char* kRecord = "# scales\nrecord {\n  key: \"conv_1\"\n  value { scale_d: 0.5 offset_d: 0 }\n}\n";
} // namespace

class TestWindowConfigs : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    /// The twin and a simulation of the same config differ: what an edit does shows against the simulation alone.
    void beforeIsTheSimulationOfTheUneditedConfig()
    {
        load();
        loadConfig();
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result() && !session().isComparing());
        QVERIFY(!session().isSimulated());
        QCOMPARE(m_engine->compareCalls.load(), 1);
        tryConfig();
        QCOMPARE(m_engine->compareCalls.load(), 3); // unedited and edited, both simulated
        QVERIFY(m_engine->lastRequest.models.analysis.empty());
        session().setSimulationPreferred(true);
        m_window->actions().compare.trigger();
        QTRY_COMPARE(m_engine->compareCalls.load(), 4);
        QTRY_VERIFY(!session().isComparing());
        tryConfig();
        QCOMPARE(m_engine->compareCalls.load(), 5); // the comparison was that simulation
    }

    void makesAConfigLikeTheAnalysisModel()
    {
        auto made = std::make_shared<results::ConfigFromModel>();
        made->text = kConfig;
        made->record = kRecord;
        m_engine->madeConfig = made;
        m_window->show();
        session().baseline().setPath(make("net.onnx", ""));
        session().analysis().setPath(make("net_int8.onnx", ""));
        m_window->actions().createConfig.trigger();
        auto* dialog = m_window->findChild<QInputDialog*>();
        QVERIFY(dialog && dialog->comboBoxItems().size() > 8);
        const auto items = dialog->comboBoxItems();
        const auto choice =
            std::ranges::find_if(items, [](const QString& item) { return item.contains("ONNX Runtime"); });
        QVERIFY(choice != items.end());
        dialog->setTextValue(*choice);
        dialog->accept();
        QTRY_COMPARE(session().config(), m_folder.filePath("net.quant.json"));
        QCOMPARE(m_engine->lastConfigRequest.dialect, std::string("onnxruntime-json"));
        QCOMPARE(m_engine->lastConfigRequest.analysis, m_folder.filePath("net_int8.onnx").toStdString());
        QCOMPARE(session().calibration(), m_folder.filePath("net_record.txt"));
        QVERIFY(session().hasRecord() && session().canSimulate());
        QVERIFY(session().quantization().data.empty());
        QCOMPARE(session().quantization().record, session().calibration().toStdString());
        QVERIFY(m_window->messageBar().text().contains("record"));
        made = std::make_shared<results::ConfigFromModel>(*made);
        made->losses = {{"conv_1", "is different"}, {"conv_2", "too"}};
        m_engine->madeConfig = made;
        workbench().configMaker().makeAsAnalysis("amct-yaml");
        QTRY_COMPARE(session().config(), m_folder.filePath("net.quant.yaml"));
        QCOMPARE(session().calibration(), m_folder.filePath("net_record-2.txt"));
        QVERIFY(m_window->messageBar().text().contains("in 2 point")
                && m_window->messageBar().text().contains("conv_1"));
    }

    /// Whoever works with a dialect finds it chosen.
    void offersTheDialectLastUsed()
    {
        m_window->show();
        session().baseline().setPath(make("net.onnx", ""));
        session().analysis().setPath(make("net_int8.onnx", ""));
        for (const char* dialect : {"onnxruntime-json", "amct-yaml"}) {
            settings::configDialect.set(QString::fromLatin1(dialect));
            m_window->actions().createConfig.trigger();
            auto* dialog = m_window->findChild<QInputDialog*>();
            QVERIFY(dialog);
            QCOMPARE(dialog->textValue(), coreText(config::dialectNamed(dialect).title));
            dialog->reject();
            QTRY_VERIFY(!m_window->findChild<QInputDialog*>());
        }
    }

    /// A record says the scales; what candidates are judged on is the data set.
    void tunesOnTheDataWhereScalesAreRecorded()
    {
        m_engine->tuneResult = std::make_shared<results::TuneResult>();
        load();
        loadConfig();
        session().setCalibration(make("net_record.txt", kRecord));
        auto& tune = workbench().analysis<TuneAnalysis>();
        QVERIFY(!tune.startAction()->isEnabled());
        session().setData(make("data.npy", ""));
        QVERIFY(tune.startAction()->isEnabled());
        tune.start();
        QTRY_VERIFY(tune.result());
        QCOMPARE(m_engine->lastTuneRequest.quantization.record, session().calibration().toStdString());
        QCOMPARE(m_engine->lastTuneRequest.quantization.data, session().data().toStdString());
    }

    /// By name; a layer that the trial doesn't know has no line.
    void theStripShowsWhatATrialChanged()
    {
        compare();
        auto* strip = m_window->findChild<ErrorStripChart*>();
        QCOMPARE(strip->overlayCount(), std::size_t(0));
        auto change = std::make_shared<TrialChange>();
        for (const char* name : {"conv_2", "nowhere"})
            change->rows.push_back({name, "Conv", false, results::Metrics(), results::Metrics(), "int8", ""});
        auto& trials = m_window->workbench().analysis<TrialAnalysis>().trials();
        trials.show(change);
        QCOMPARE(strip->overlayCount(), std::size_t(1));
        trials.show(nullptr);
        QCOMPARE(strip->overlayCount(), std::size_t(0));
    }

    /// Kept in a file that the project names, and obeyed by the next comparison.
    void aPairMadeByHandStays()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        session().baseline().setPath(folder.filePath(QStringLiteral("float.onnx")));
        session().compare();
        QTRY_VERIFY(session().result());
        QVERIFY(session().request().mapFile.empty());
        QMenu menu;
        addPairActions(menu, m_window->workbench(), QStringLiteral("conv_2"));
        QCOMPARE(menu.actions().size(), 1); // nothing to forget yet
        pairByHand(m_window->workbench(), "conv_2", "c2");
        const QString pairs = folder.filePath(QStringLiteral("float.pairs.txt"));
        QTRY_COMPARE(QString::fromStdString(session().request().mapFile), pairs);
        QCOMPARE(tests::contentOf(pairs), QByteArray("conv_2 c2\n"));
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("map: float.pairs.txt\n"), tests::contentOf(path).constData());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().mapFile(), pairs);
        QVERIFY(!m_window->isWindowModified());
        session().compare();
        QTRY_COMPARE(QString::fromStdString(session().request().mapFile), pairs);
        session().analysis().setPath(QStringLiteral("/models/other.onnx"));
        QVERIFY(session().mapFile().isEmpty()); // it is about other models
    }

    /// However it is opened.
    void aProjectThatAsksForAComparisonGetsIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("quantloupe: 1\nbaseline: float.onnx\nanalysis: int8.onnx\nrun: [compare]\n");
        file.close();
        m_window->show();
        m_window->projectFiles().open(path);
        QTRY_VERIFY(session().result());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_VERIFY(session().result());
        QCOMPARE(session().analysis().path(), folder.filePath(QStringLiteral("int8.onnx")));
    }

    /// What a trial adds to an earlier one stands first, so that long lists of edits differ at first sight.
    void editsOfTrialsDifferAtFirstSight()
    {
        Trials trials;
        const auto add = [&trials](const char* edits) {
            trials.add({.time = QDateTime::currentDateTimeUtc().addSecs(int(trials.count())),
                        .edits = QString::fromLatin1(edits),
                        .note = {},
                        .config = {},
                        .text = {},
                        .change = std::make_shared<TrialChange>()});
        };
        TrialTableModel model(trials);
        add("Skip conv_1; Skip conv_2");
        add("Skip conv_1; Skip conv_2; int16 conv_3");
        add("Skip conv_10");
        const auto shown = [&model](int row) { return model.index(row, TrialTableModel::Edits).data().toString(); };
        QCOMPARE(shown(0), QStringLiteral("Skip conv_1; Skip conv_2"));
        QCOMPARE(shown(1), QStringLiteral("As trial 1, and int16 conv_3"));
        QCOMPARE(shown(2), QStringLiteral("Skip conv_10"));
    }

    /// How images become tensors is asked where they are, goes into every request, and is part of the project.
    void imagesAreInputsOnceTheirPreprocessingIsSaid()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        auto* line = m_window->findChild<PreprocessingLine*>();
        QVERIFY(line->isHidden());
        session().setInputs({folder.filePath(QStringLiteral("cat.jpg"))});
        QVERIFY(!line->isHidden());
        line->settings().setFocus();
        QTest::keyClicks(&line->settings(), QStringLiteral("colour=bgr"));
        QTest::keyClick(&line->settings(), Qt::Key_Return);
        QVERIFY(line->problemText().contains(QStringLiteral("colour=bgr is no setting")));
        QVERIFY(session().images().settings.empty());
        line->settings().selectAll();
        QTest::keyClicks(&line->settings(), QStringLiteral("color=bgr mean=1,2,3"));
        QTest::keyClick(&line->settings(), Qt::Key_Return);
        QVERIFY(line->problemText().isEmpty());
        line->setFile(folder.filePath(QStringLiteral("prep.yaml")));
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        const auto asked = m_engine->lastRequest.samples.images;
        QCOMPARE(asked.settings, (std::vector<std::string>{"color=bgr", "mean=1,2,3"}));
        QCOMPARE(QString::fromStdString(asked.file), folder.filePath(QStringLiteral("prep.yaml")));
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("preprocess: prep.yaml\n"), tests::contentOf(path).constData());
        QVERIFY2(tests::contentOf(path).contains("color: bgr\n") && tests::contentOf(path).contains("1,2,3"),
                 tests::contentOf(path).constData());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().images().settings, asked.settings);
        QCOMPARE(session().images().file, asked.file);
        QVERIFY(!m_window->isWindowModified());
    }

    /// The switch in the project's panel; the project keeps it.
    void aVariantIsASwitch()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        auto* choice = m_window->findChild<VariantChoice*>();
        QVERIFY(choice->statusText().isEmpty());
        choice->box().setFocus();
        QTest::keyClick(&choice->box(), Qt::Key_Down);
        QTest::keyClick(&choice->box(), Qt::Key_Down);
        QCOMPARE(session().variant(), results::ModelVariant::Fused);
        auto result = tests::sampleResult();
        result->variant = results::VariantCounts{.variant = results::ModelVariant::Fused,
                                                 .foldedConstants = 2,
                                                 .foldedNormalizations = 3,
                                                 .fusedActivations = 4};
        m_engine->result = result;
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        QCOMPARE(m_engine->lastRequest.models.variant, results::ModelVariant::Fused);
        QVERIFY2(choice->statusText().contains(QStringLiteral("4 activations are fused")),
                 qPrintable(choice->statusText()));
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("variant: fused"), tests::contentOf(path).constData());
        QVERIFY(tests::contentOf(path).contains("analysis: "));
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().variant(), results::ModelVariant::Fused);
        QVERIFY(!m_window->isWindowModified());
        auto& ranking = *workbench().analysis<SensitivityAnalysis>().startAction();
        QVERIFY(!ranking.isEnabled());
        QVERIFY2(ranking.toolTip().contains(QStringLiteral("no quantizers")), qPrintable(ranking.toolTip()));
        QVERIFY(!workbench().analysis<ShadowAnalysis>().startAction()->isEnabled());
        m_window->findChild<VariantChoice*>()->box().setFocus();
        session().setVariant(results::ModelVariant::None);
        QTRY_VERIFY(ranking.isEnabled());
        QVERIFY(!ranking.toolTip().contains(QStringLiteral("no quantizers")));
        QCOMPARE(m_window->findChild<VariantChoice*>()->box().currentIndex(), 0);
    }

    /// One line that moves nothing, and leaves when the edit is saved or undone.
    void whatIsSaidOfAnEditIsOneLineUntilItIsSaved()
    {
        compare();
        loadConfig();
        const QRect page = m_window->centralWidget()->geometry();
        auto& actions = workbench().configActions();
        const auto skip = [&] {
            actions.edit(ConfigActions::Kind::Skip, {"conv_1", "conv_2", "a_layer_with_a_name_that_fills_half_a_line"});
            QTRY_VERIFY(m_window->messageBar().isVisible());
        };
        skip();
        QCoreApplication::processEvents();
        QCOMPARE(m_window->centralWidget()->geometry(), page);
        QVERIFY(m_window->messageBar().height() < 2 * m_window->fontMetrics().height() + 16);
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("not saved yet")));
        actions.undoAction()->trigger();
        QVERIFY(m_window->messageBar().isHidden());
        skip();
        actions.saveAction()->trigger();
        QVERIFY(m_window->messageBar().isHidden());
    }

private:
    QString make(const char* name, const char* content)
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
            qFatal("cannot write %s", name);
        return file.fileName();
    }
    void loadConfig()
    {
        session().setCalibration(make("calib.npy", ""));
        m_window->openConfig(make("quant.yaml", kConfig));
        QTRY_VERIFY(workbench().config().isRead());
    }
    void tryConfig()
    {
        auto& trial = workbench().analysis<TrialAnalysis>();
        const auto count = trial.trials().count();
        trial.start();
        QTRY_COMPARE(trial.trials().count(), count + 1);
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowConfigs)
#include "tst_window_configs.moc"
