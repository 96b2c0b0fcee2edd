// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/docks/checks/checks_view.h"

using namespace ql;
using namespace ql::widgets;

/// When checks run the models.
class TestChecksRun : public tests::ViewTest<ChecksView> {
    Q_OBJECT

private Q_SLOTS:
    /// A look runs nothing; who asks for it has the models run on the inputs.
    void askedForChecksRunTheModels()
    {
        load();
        session().loadEngine();
        session().setInputs({QStringLiteral("x.npy")});
        QTRY_COMPARE(session().analysis().state(), ModelSlot::State::Ready);
        QTRY_COMPARE(session().baseline().state(), ModelSlot::State::Ready);
        auto& check = m_workbench->analysis<CheckAnalysis>();
        m_view->show();
        QTRY_COMPARE(m_engine->checkCalls.load(), 2);
        QTRY_VERIFY(!check.isRunning());
        QVERIFY(m_engine->lastCheckRequest.samples.inputs.empty());
        check.start();
        QTRY_COMPARE(m_engine->checkCalls.load(), 4);
        QTRY_VERIFY(!check.isRunning());
        QCOMPARE(m_engine->lastCheckRequest.samples.inputs, std::vector<std::string>{"x.npy"});
    }

    /// A config that is open beside a pair is what the twin should have been made with.
    void heldAgainstTheConfigThatIsOpen()
    {
        load();
        session().loadEngine();
        QTRY_COMPARE(session().analysis().state(), ModelSlot::State::Ready);
        QTRY_COMPARE(session().baseline().state(), ModelSlot::State::Ready);
        auto& check = m_workbench->analysis<CheckAnalysis>();
        m_view->show();
        QTRY_VERIFY(check.result() && !check.isRunning());
        QVERIFY(!check.result()->applied); // there is no config
        const auto before = check.result()->count;
        results::AppliedConfig applied{.analysis = "/models/int8.onnx", .layers = 2, .appliedLayers = 1};
        applied.findings.push_back({.rule = "not-applied", .subject = "conv_2", .message = "it has other integers"});
        m_engine->applied = std::make_shared<results::AppliedConfig>(applied);
        const QTemporaryDir folder;
        QFile config(folder.filePath(QStringLiteral("quant.yaml")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("skip_layers: []\n");
        config.close();
        session().setConfig(config.fileName());
        QTRY_VERIFY(check.result() && check.result()->applied);
        QCOMPARE(m_engine->lastAppliedRequest.config, config.fileName().toStdString());
        QCOMPARE(m_engine->lastAppliedRequest.text, std::string("skip_layers: []\n"));
        QCOMPARE(m_engine->lastAppliedRequest.analysis, std::string("/models/int8.onnx"));
        QCOMPARE(check.result()->count, before + 1);
        QVERIFY(m_view->summaryText().contains(QStringLiteral("warning")));
    }

private:
    void prepare() override { m_engine->checkResult = tests::sampleFindings(); }
};

QTEST_MAIN(TestChecksRun)
#include "tst_checks_run.moc"
