// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_result.h"
#include "widgets/workbench/workbench.h"

#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <semaphore>

using namespace ql;
using namespace ql::widgets;

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_engine = std::make_shared<tests::FakeEngine>();
        m_engine->result = tests::sampleResult();
    }

    void compareWaitsForTheEngine()
    {
        std::binary_semaphore mayLoad{0};
        ModelSession session([this, &mayLoad]() -> std::shared_ptr<engine::Engine> {
            mayLoad.acquire();
            return m_engine;
        });
        QSignalSpy done(&session, &ModelSession::resultChanged);
        session.compare();
        QVERIFY(!session.isComparing());
        fill(session);
        session.compare();
        QVERIFY(session.isComparing());
        QVERIFY(!session.hasEngine());
        mayLoad.release();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(m_engine->compareCalls.load(), 1);
        QCOMPARE(m_engine->lastRequest.models.baseline, std::string("a.onnx"));
        QVERIFY(m_engine->lastRequest.withHistograms); // the inspector shows them
        QCOMPARE(m_engine->lastRequest.samples.inputs, std::vector<std::string>{"x.npy"});
    }

    void cancelBeforeTheEngineIsThere()
    {
        std::binary_semaphore mayLoad{0};
        ModelSession session([this, &mayLoad]() -> std::shared_ptr<engine::Engine> {
            mayLoad.acquire();
            return m_engine;
        });
        fill(session);
        session.compare();
        session.cancel();
        QVERIFY(!session.isComparing());
        mayLoad.release();
        QTRY_VERIFY(session.hasEngine());
        QCOMPARE(m_engine->compareCalls.load(), 0);
    }

    /// In place of what else is open, until something else is opened.
    void aVariantOfTheBaselineIsCompared()
    {
        ModelSession session([this] { return m_engine; });
        QSignalSpy done(&session, &ModelSession::resultChanged);
        fill(session);
        session.setConfig(QStringLiteral("quant.yaml"));
        session.setVariant(results::ModelVariant::Folded);
        QVERIFY(!session.isSimulated());
        QCOMPARE(session.analysisTitle(), QStringLiteral("the baseline, folded"));
        session.compare();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(m_engine->lastRequest.models.variant, results::ModelVariant::Folded);
        QVERIFY(m_engine->lastRequest.models.analysis.empty());
        QVERIFY(!m_engine->lastRequest.models.quantization.areGiven());
        QVERIFY(!session.isResultOfOthers());
        session.setVariant(results::ModelVariant::Fused);
        QVERIFY(session.isResultOfOthers());
        session.analysis().setPath(QStringLiteral("c.onnx"));
        QVERIFY(!session.isVariant());
        QCOMPARE(session.models().analysis, std::string("c.onnx"));
    }

    /// It needs no second file.
    void aVariantNeedsTheBaselineAlone()
    {
        ModelSession session([this] { return m_engine; });
        session.baseline().setPath(QStringLiteral("a.onnx"));
        QVERIFY(!session.canCompare());
        session.setVariant(results::ModelVariant::Fused);
        QVERIFY(session.canCompare());
    }

    void noInputsMeansRandomNumbers()
    {
        ModelSession session([this] { return m_engine; });
        QSignalSpy done(&session, &ModelSession::resultChanged);
        fill(session);
        session.setInputs({});
        session.compare();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(m_engine->lastRequest.samples.inputs, std::vector<std::string>{"random"});
    }

    void openDataIsTakenBeforeRandomNumbers()
    {
        ModelSession session([this] { return m_engine; });
        QCOMPARE(session.inputWords(), std::vector<std::string>{"random"});
        session.setCalibration(QStringLiteral("calibration"));
        QCOMPARE(session.inputWords(), std::vector<std::string>{"calibration[0]"});
        session.setData(QStringLiteral("photos"));
        QCOMPARE(session.inputWords(), std::vector<std::string>{"photos[0]"});
        session.setInputs({QStringLiteral("cat.npy")});
        QCOMPARE(session.inputWords(), std::vector<std::string>{"cat.npy"});
    }

    void modelsAreReadOrSayWhyNot()
    {
        auto info = std::make_shared<results::ModelInfo>();
        info->kind = "QDQ";
        m_engine->modelInfo = info;
        ModelSession session([this] { return m_engine; });
        session.baseline().setPath(QStringLiteral("/models/a.onnx"));
        QVERIFY(session.baseline().state() == ModelSlot::State::Waiting);
        session.loadEngine();
        QTRY_VERIFY(session.baseline().state() == ModelSlot::State::Ready);
        QCOMPARE(session.baseline().info()->kind, std::string("QDQ"));
        QCOMPARE(session.baseline().fileName(), QStringLiteral("a.onnx"));
        m_engine->infoError = Error(ErrorCode::FileCorrupt, "bad bytes");
        session.analysis().setPath(QStringLiteral("b.onnx"));
        QTRY_VERIFY(session.analysis().state() == ModelSlot::State::Failed);
        QVERIFY(session.analysis().problem().contains(QStringLiteral("bad bytes")));
        session.analysis().setPath({});
        QVERIFY(session.analysis().state() == ModelSlot::State::Empty);
    }

    void engineThatDoesNotLoadIsReported()
    {
        ModelSession session(
            []() -> std::shared_ptr<engine::Engine> { throw Error(ErrorCode::Engine, "no libtorch"); });
        QSignalSpy failed(&session, &ModelSession::failed);
        fill(session);
        session.compare();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.front().front().value<Label>().text().contains(QStringLiteral("no libtorch")));
        QVERIFY(!session.isComparing());
        QVERIFY(session.baseline().state() == ModelSlot::State::Failed);
        QVERIFY(session.analysis().problem().contains(QStringLiteral("no libtorch")));
    }

    void modelsThatFailedWithTheEngineAreReadWhenItComes()
    {
        bool mayLoad = false;
        ModelSession session([this, &mayLoad]() -> std::shared_ptr<engine::Engine> {
            if (!mayLoad)
                throw Error(ErrorCode::Engine, "no libtorch");
            return m_engine;
        });
        QSignalSpy failed(&session, &ModelSession::failed);
        fill(session);
        session.loadEngine();
        QTRY_COMPARE(failed.count(), 1);
        mayLoad = true;
        session.loadEngine();
        QTRY_VERIFY(session.baseline().state() == ModelSlot::State::Ready);
    }

    void selectionBeginsWhereTheErrorBeginsAndStaysWithTheName()
    {
        Workbench workbench([this] { return m_engine; });
        ModelSession& session = workbench.session();
        QSignalSpy done(&session, &ModelSession::resultChanged);
        fill(session);
        session.compare();
        QTRY_COMPARE(done.count(), 1);
        QCOMPARE(workbench.selectedLayer()->name, std::string("conv_2"));
        workbench.selection().select(3);
        auto other = std::make_shared<results::CompareResult>();
        other->layers = {tests::sampleLayer(0, "softmax", "Softmax", 1.0, 1.0)};
        m_engine->result = other;
        session.compare();
        QTRY_COMPARE(done.count(), 2);
        QCOMPARE(workbench.selection().current(), 0);
    }

private:
    static void fill(ModelSession& session)
    {
        session.baseline().setPath(QStringLiteral("a.onnx"));
        session.analysis().setPath(QStringLiteral("b.onnx"));
        session.setInputs({QStringLiteral("x.npy")});
    }

    std::shared_ptr<tests::FakeEngine> m_engine;
};

QTEST_MAIN(TestSession)
#include "tst_model_session.moc"
