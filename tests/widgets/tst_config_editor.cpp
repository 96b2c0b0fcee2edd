// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/dialects/dialect.h"
#include "core/config/starting_config.h"
#include "core/graph/text_form/text_form.h"
#include "tests/support/fake_engine.h"
#include "tests/support/file_content.h"
#include "tests/support/sample_result.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/config_document/autosave.h"
#include "widgets/config_document/config_maker.h"
#include "widgets/config_document/text_change.h"
#include "widgets/config_editor/config_form.h"
#include "widgets/config_editor/config_text_edit.h"
#include "widgets/config_editor/diff_view.h"
#include "widgets/docks/config/config_view.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::widgets;
using tests::contentOf;

namespace {

const char* const kConfig = "# written by hand\r\n"
                            "skip_layers: []   # none yet\r\n"
                            "common_config:\r\n"
                            "  quant_enable: true\r\n"
                            "override_layer_configs: []\r\n";

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

} // namespace

/// The config document and its dock on an engine that knows no network.
class TestConfigEditor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("quant.yaml"));
        write(m_path, kConfig);
        open();
    }
    void cleanup()
    {
        autosave::forget(m_path);
        m_view.reset();
        m_workbench.reset();
    }

    void patchesOnlyWhatDiffers()
    {
        const auto patch = patchBetween("abcdef", "abXdef");
        QCOMPARE(patch.offset, std::size_t(2));
        QCOMPARE(patch.removed, std::string("c"));
        QCOMPARE(patch.inserted, std::string("X"));
        // é and è share their first byte: a character is never divided.
        const auto accent = patchBetween("caf\xC3\xA9", "caf\xC3\xA8");
        QCOMPARE(accent.offset, std::size_t(3));
        QCOMPARE(accent.removed, std::string("\xC3\xA9"));
        QCOMPARE(patchBetween("aa", "aaa").inserted, std::string("a"));
        QVERIFY(patchBetween("same", "same").inserted.empty());
    }

    void readsDialectAndFindings()
    {
        QTRY_VERIFY(document().isRead());
        QCOMPARE(document().reading()->file->dialect().id, std::string_view("amct-yaml"));
        QVERIFY(m_view->summaryText().contains(QStringLiteral("quant.yaml")));
        document().replaceText("skip_layers: [a, b\n", QStringLiteral("break it"));
        QTRY_VERIFY(document().isRead());
        QCOMPARE(document().reading()->findings.size(), std::size_t(1));
        QVERIFY(document().reading()->findings.front().line > 0);
        QCOMPARE(m_view->text().markCount(), 1);
    }

    void clickedEditsAreLosslessAndUndone()
    {
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        QVERIFY(document().isDirty());
        const std::string expected =
            QByteArray(kConfig).replace("[]   # none yet", "  # none yet\r\n- conv_2").toStdString();
        QCOMPARE(document().text(), expected);
        QCOMPARE(m_view->text().text(), expected);
        QCOMPARE(contentOf(m_path), QByteArray(kConfig));
        actions().undoAction()->trigger();
        QCOMPARE(document().text(), std::string(kConfig));
        QVERIFY(!document().isDirty());
        actions().redoAction()->trigger();
        QCOMPARE(document().text(), expected);
        edit(ConfigActions::Kind::Restore, {"conv_2"});
        QCOMPARE(document().text(), std::string(kConfig));
    }

    void oneUndoForTypingAndClicking()
    {
        m_view->text().goTo(1);
        for (const char* key : {"#", " ", "x"})
            m_view->text().insertAtCursor(QLatin1String(key));
        edit(ConfigActions::Kind::Int16, {"conv_1", "conv_2"});
        QVERIFY(document().text().find("conv_1") != std::string::npos);
        QVERIFY(document().text().find("num_bits: 16") != std::string::npos);
        document().undoStack().undo();
        QVERIFY(document().text().find("conv_1") == std::string::npos);
        QVERIFY(document().text() != kConfig);
        while (document().undoStack().canUndo())
            document().undoStack().undo();
        QCOMPARE(document().text(), std::string(kConfig));
        QCOMPARE(m_view->text().text(), std::string(kConfig));
    }

    void savesAndShowsTheDiffBefore()
    {
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        m_view->showPage(ConfigView::Diff);
        const QString diff = m_view->diff().toPlainText();
        QVERIFY2(diff.contains(QStringLiteral("\n-skip_layers: []")), qPrintable(diff));
        QVERIFY2(diff.contains(QStringLiteral("\n+- conv_2")), qPrintable(diff));
        QVERIFY(actions().saveAction()->isEnabled());
        actions().saveAction()->trigger();
        QCOMPARE(contentOf(m_path).toStdString(), document().text());
        QVERIFY(!actions().saveAction()->isEnabled());
        QVERIFY(m_view->diff().toPlainText().isEmpty());
    }

    void neverOverwritesAnothersChange()
    {
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        write(m_path, "skip_layers: [other]\n");
        QVERIFY(!document().save());
        QVERIFY(document().hasConflict());
        QCOMPARE(contentOf(m_path), QByteArray("skip_layers: [other]\n"));
        QVERIFY(!m_view->trouble().isHidden());
        const std::string mine = document().text();
        document().takeTheirs();
        QCOMPARE(document().text(), std::string("skip_layers: [other]\n"));
        QVERIFY(!document().isDirty());
        document().undoStack().undo();
        QCOMPARE(document().text(), mine);
        QVERIFY(document().save()); // what is in the file is known now
        QCOMPARE(contentOf(m_path).toStdString(), mine);
    }

    void noticesTheChangeByItselfAndKeepsMine()
    {
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        write(m_path, "skip_layers: [other]\n");
        QTRY_VERIFY(document().hasConflict());
        const std::string mine = document().text();
        document().keepMine();
        QVERIFY(!document().hasConflict());
        QVERIFY(m_view->trouble().isHidden());
        QVERIFY(document().save());
        QCOMPARE(contentOf(m_path).toStdString(), mine);
    }

    void bringsBackWhatACrashLeft()
    {
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        const std::string mine = document().text();
        QTRY_VERIFY(autosave::kept(m_path) == mine);
        open(); // the old one is gone without saving
        QCOMPARE(document().text(), std::string(kConfig));
        QVERIFY(document().hasLeftover());
        QVERIFY(!m_view->trouble().isHidden());
        document().restoreLeftover();
        QCOMPARE(document().text(), mine);
        QVERIFY(document().save());
        QVERIFY(!autosave::kept(m_path));
    }

    void editWaitsForAConfig()
    {
        m_workbench->session().baseline().setPath(m_folder->filePath(QStringLiteral("net.onnx")));
        m_workbench->session().setConfig({});
        QSignalSpy needed(&actions(), &ConfigActions::configNeeded);
        actions().edit(ConfigActions::Kind::Skip, {"conv_2"});
        QCOMPARE(needed.count(), 1);
        m_workbench->session().setConfig(make(QStringLiteral("amct-yaml")));
        QVERIFY(m_workbench->session().config().endsWith(QStringLiteral("net.quant.yaml")));
        QTRY_VERIFY(document().isDirty());
        QTRY_VERIFY(document().isRead());
        QCOMPARE(document().reading()->file->config().skips.size(), std::size_t(1));
        QVERIFY(make(QStringLiteral("amct-yaml")).endsWith(QStringLiteral("net.quant-2.yaml")));
    }

    /// Every dialect that is read; those that list layers say conv's own.
    void everyLayerIsQuantizedInAnyDialect()
    {
        for (const auto& dialect : config::dialects()) {
            if (!dialect.read || !config::canStartAs(dialect.id))
                continue;
            const QByteArray id(dialect.id.data(), qsizetype(dialect.id.size()));
            const QString path = make(QString::fromLatin1(id));
            QVERIFY2(QFileInfo::exists(path), id.constData());
            QVERIFY2(config::recognise(contentOf(path).toStdString(), path.toStdString()).dialect, id.constData());
            const auto made = m_workbench->configMaker().result();
            QVERIFY2(made->recordFile.empty(), id.constData());
        }
        const auto fx = contentOf(make(QStringLiteral("amct-fx-json")));
        QVERIFY2(fx.contains("conv_2"), fx.constData());
    }

    void saysWhyAnEditCannotBeMade()
    {
        document().replaceText("skip_layers: [a, b\n", QStringLiteral("break it"));
        QSignalSpy failed(&document(), &ConfigDocument::failed);
        actions().edit(ConfigActions::Kind::Skip, {"conv_2"});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.front().front().value<Label>().text().contains(QStringLiteral("quant.yaml:1")));
        QCOMPARE(document().text(), std::string("skip_layers: [a, b\n"));
    }

    void formOffersWhatTheDialectCanSay()
    {
        m_view->resize(900, 300);
        m_view->show();
        m_view->showPage(ConfigView::Form);
        QTRY_VERIFY(document().isRead());
        m_workbench->selectLayer("conv_1");
        ConfigForm& form = m_view->form();
        QTRY_VERIFY(form.probe());
        QVERIFY(form.quantizes->isChecked());
        QVERIFY(form.activationBits->findData(16) >= 0);
        QCOMPARE(form.weightBits->findData(16), -1); // AMCT's weights are 4 or 8 bits
        form.activationBits->setCurrentIndex(form.activationBits->findData(16));
        form.apply();
        QTRY_VERIFY(document().isDirty());
        QTRY_VERIFY(document().isRead());
        QCOMPARE(document().reading()->file->config().resolve("conv_1", "Conv", {}).activation.bits, std::optional(16));
        QTRY_VERIFY(form.probe()->isMentioned);
    }

    void formOffersTheNumberFormatsOfTheDialect()
    {
        m_path = m_folder->filePath(QStringLiteral("table.txt"));
        write(m_path, "# op_name quantize_mode\nconv_1 INT8\n");
        m_workbench->session().setConfig(m_path);
        m_view->resize(900, 300);
        m_view->show();
        m_view->showPage(ConfigView::Form);
        QTRY_VERIFY(document().isRead());
        m_workbench->selectLayer("conv_1");
        ConfigForm& form = m_view->form();
        QTRY_VERIFY(form.probe());
        QTRY_VERIFY(form.activationBits->findData(QStringLiteral("fp8_e4m3")) >= 0);
        QCOMPARE(form.activationBits->findData(QStringLiteral("mxfp4")), -1);
        form.activationBits->setCurrentIndex(form.activationBits->findData(QStringLiteral("fp8_e4m3")));
        form.apply();
        QTRY_VERIFY(document().text().find("conv_1 F8E4M3") != std::string::npos);
        QTRY_COMPARE(form.activationBits->currentData(), QVariant(QStringLiteral("fp8_e4m3")));
        QTRY_COMPARE(form.weightBits->currentData(), QVariant(QStringLiteral("fp8_e4m3")));
    }

    void findsWordsInTheText()
    {
        ConfigTextEdit& text = m_view->text();
        QVERIFY(text.find(QStringLiteral("QUANT_ENABLE"), true));
        QCOMPARE(text.cursorLine(), 4);
        QVERIFY(text.find(QStringLiteral("config"), true));
        QCOMPARE(text.cursorLine(), 5);
        QVERIFY(text.find(QStringLiteral("config"), false));
        QCOMPARE(text.cursorLine(), 3);
        QVERIFY(text.find(QStringLiteral("config"), false)); // around the beginning
        QCOMPARE(text.cursorLine(), 5);
        QVERIFY(!text.find(QStringLiteral("nowhere"), true));
    }

    void closesWhileItReadsTheNames()
    {
        QStringList names;
        for (int i = 0; i < 20000; ++i)
            names << QStringLiteral("/encoder/block_%1/conv").arg(i);
        for (int i = 0; i < 20; ++i) {
            ConfigTextEdit text(m_workbench->config());
            text.setWords(names); // read on another thread
        }
    }

    void unsavedTextIsWhatIsSimulated()
    {
        ModelSession& session = m_workbench->session();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        QVERIFY(!session.canCompare());
        session.setCalibration(QStringLiteral("/data/calib.npz"));
        QVERIFY(session.canCompare());
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        session.compare();
        QTRY_VERIFY(session.result());
        QCOMPARE(m_engine->lastRequest.models.analysis, std::string());
        QCOMPARE(m_engine->lastRequest.models.quantization.config, m_path.toStdString());
        QCOMPARE(m_engine->lastRequest.models.quantization.data, std::string("/data/calib.npz"));
        QCOMPARE(m_engine->lastRequest.models.quantization.configText, std::optional(document().text()));
        QVERIFY(document().save());
        session.compare();
        QTRY_VERIFY(!session.isComparing());
        QVERIFY(!m_engine->lastRequest.models.quantization.configText);
    }

    void tryKeepsTheOldNumbersAndEveryConfig()
    {
        ModelSession& session = m_workbench->session();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        session.setCalibration(QStringLiteral("/data/calib.npz"));
        session.setInputs({QStringLiteral("/data/one.npy")}); // of which there is no more to try
        session.compare();
        QTRY_VERIFY(session.result());
        const auto before = session.result();
        auto better = std::make_shared<results::CompareResult>(*before);
        for (auto& layer : better->layers)
            if (layer.metrics)
                layer.metrics->sqnrDb += 10.0;
        m_engine->result = better;
        edit(ConfigActions::Kind::Skip, {"conv_2"});
        const int calls = m_engine->compareCalls;
        m_workbench->analysis<TrialAnalysis>().start();
        QTRY_COMPARE(m_workbench->analysis<TrialAnalysis>().trials().count(), std::size_t(1));
        QCOMPARE(m_engine->compareCalls, calls + 1); // what the table shows is what it is held against
        QCOMPARE(session.result(), before);
        const Trial& trial = m_workbench->analysis<TrialAnalysis>().trials().at(0);
        QCOMPARE(trial.edits.text(), QStringLiteral("Skip conv_2"));
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(trial.edits.text(), QStringLiteral("跳过 conv_2"));
        applyLanguage(QStringLiteral("en"));
        QCOMPARE(trial.text, document().text());
        const auto row = std::ranges::find(trial.change->rows, std::string("conv_2"), &ChangeRow::name);
        QVERIFY(row != trial.change->rows.end());
        QCOMPARE(gainOf(*row, results::MetricId::Sqnr), std::optional(10.0));
        QCOMPARE(gainOf(*row, results::MetricId::Cosine), std::optional(0.0));
    }

private:
    ConfigDocument& document() { return m_workbench->config(); }
    ConfigActions& actions() { return m_workbench->configActions(); }
    void open()
    {
        m_view.reset();
        m_engine = std::make_shared<tests::FakeEngine>();
        m_engine->result = tests::sampleResult();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
        m_workbench->session().setConfig(m_path);
        m_view = std::make_unique<ConfigView>(*m_workbench);
    }
    /// A config for every layer of a small network, beside it.
    QString make(const QString& dialect)
    {
        m_engine->network = std::make_shared<graph::Graph>(graph::parseGraph(R"(graph "net" opset 13
    input x: float32[1,2,4,4]
    const w: float32[2,2,1,1] = {1, 2, 3, 4}
    a = Conv(x, w) name "conv_1"
    y = Conv(a, w) name "conv_2"
    output y)"));
        m_workbench->session().baseline().setPath(m_folder->filePath(QStringLiteral("net.onnx")));
        QSignalSpy made(&m_workbench->configMaker(), &ConfigMaker::made);
        m_workbench->configMaker().makeForEveryLayer(dialect);
        [&made] { QTRY_COMPARE(made.count(), 1); }();
        const auto result = m_workbench->configMaker().result();
        return result ? QString::fromStdString(result->out) : QString();
    }
    void edit(ConfigActions::Kind kind, const ConfigActions::Layers& layers)
    {
        const std::string before = document().text();
        actions().edit(kind, layers);
        QTRY_VERIFY(document().text() != before);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
    std::shared_ptr<tests::FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<ConfigView> m_view;
};

QTEST_MAIN(TestConfigEditor)
#include "tst_config_editor.moc"
