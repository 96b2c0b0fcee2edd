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

private:
    void prepare() override { m_engine->checkResult = tests::sampleFindings(); }
};

QTEST_MAIN(TestChecksRun)
#include "tst_checks_run.moc"
