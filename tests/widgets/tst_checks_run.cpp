// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/docks/checks/checks_view.h"
#include "widgets/workbench/workbench.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTest>

#include <memory>

using namespace ql;
using namespace ql::widgets;

/// When checks run the models.
class TestChecksRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    /// A look runs nothing; who asks for it has the models run on the inputs.
    void askedForChecksRunTheModels()
    {
        QSettings().clear();
        const auto engine = std::make_shared<tests::FakeEngine>();
        engine->checkResult = tests::sampleFindings();
        Workbench workbench([engine] { return engine; });
        ChecksView view(workbench);
        auto& session = workbench.session();
        session.loadEngine();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        session.analysis().setPath(QStringLiteral("/models/int8.onnx"));
        session.setInputs({QStringLiteral("x.npy")});
        QTRY_COMPARE(session.analysis().state(), ModelSlot::State::Ready);
        QTRY_COMPARE(session.baseline().state(), ModelSlot::State::Ready);
        auto& check = workbench.analysis<CheckAnalysis>();
        view.show();
        QTRY_COMPARE(engine->checkCalls.load(), 2);
        QTRY_VERIFY(!check.isRunning());
        QVERIFY(engine->lastCheckRequest.samples.inputs.empty());
        check.start();
        QTRY_COMPARE(engine->checkCalls.load(), 4);
        QTRY_VERIFY(!check.isRunning());
        QCOMPARE(engine->lastCheckRequest.samples.inputs, std::vector<std::string>{"x.npy"});
    }
};

QTEST_MAIN(TestChecksRun)
#include "tst_checks_run.moc"
