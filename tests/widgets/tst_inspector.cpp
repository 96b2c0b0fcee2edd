// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_result.h"
#include "widgets/charts/channels_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/session/workbench.h"
#include "widgets/views/inspector_view.h"

#include <QCheckBox>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestInspector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        m_engine = std::make_shared<tests::FakeEngine>();
        m_engine->result = tests::sampleResult();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
        m_view = std::make_unique<InspectorView>(*m_workbench);
        m_view->resize(380, 700);
    }
    void cleanup()
    {
        m_view.reset();
        m_workbench.reset();
    }

    void saysWhatToDoWithoutAResult()
    {
        QVERIFY(!m_view->histogram().isShown());
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("comparison")));
        QVERIFY(m_view->detailsText().isEmpty());
    }

    void showsTheSelectedLayer()
    {
        compare();
        m_workbench->selection().select(2);
        QCOMPARE(m_view->titleText(), QStringLiteral("conv_2 · Conv · int8"));
        QVERIFY(m_view->histogram().isShown());
        const QString details = m_view->detailsText();
        for (const char* words : {"truncation error", "Clamps 31 of 1,000 values (3.1 %)", "Try int16.", "SQNR (dB)",
                                  "same node name", "per tensor", "0.007813", "3.1 %", "conv_2_out"})
            QVERIFY2(details.contains(QString::fromUtf8(words)), words);
        QVERIFY2(details.indexOf(QStringLiteral("Error:")) < details.indexOf(QStringLiteral("Note:")),
                 "in the order of the result");
    }

    void saysWhyThereIsNoHistogram()
    {
        compare();
        m_workbench->selection().select(4);
        QVERIFY(!m_view->histogram().isShown());
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("no partner")));
        QVERIFY(m_view->detailsText().contains(QStringLiteral("no partner")));
        m_workbench->selection().select(5);
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("shapes")));
        m_workbench->selection().select(6);
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("conv_2")));
        QVERIFY(m_view->detailsText().contains(QStringLiteral("fused into conv_2")));
    }

    void causesAppearWhenTheyAreKnown()
    {
        auto answer = std::make_shared<results::AttributionResult>();
        results::AttributionRow row;
        row.name = "conv_2";
        row.localDb = 3.5;
        row.accumulatedDb = -2.9;
        row.weights = {.sqnrDb = 16.49, .share = 0.75};
        row.rounding = {.sqnrDb = 21.0, .share = 0.25};
        answer->rows.push_back(row);
        m_engine->attributionResult = answer;
        compare();
        m_workbench->selection().select(2);
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
        m_workbench->attribution().start();
        QTRY_VERIFY(m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
        for (const char* words : {"75 %", "16.49 dB", "On its own the layer reaches 3.5 dB"})
            QVERIFY2(m_view->detailsText().contains(QString::fromUtf8(words)), words);
        m_workbench->selection().select(0);
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
    }

    void channelsAreAskedForWhenTheyAreLookedAt()
    {
        auto answer = std::make_shared<results::WeightsResult>();
        auto& weight = answer->rows.emplace_back();
        weight.baseline.layer = "conv_2";
        weight.channels.resize(3);
        for (std::size_t i = 0; i < 3; ++i)
            weight.channels[i] = {.channel = std::int64_t(i),
                                  .sqnrDb = i == 1 ? 2.0 : 40.0,
                                  .baselineMin = -1.0,
                                  .baselineMax = 1.0,
                                  .scale = std::nullopt};
        m_engine->weightsResult = answer;
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        QCOMPARE(m_view->channels().channelCount(), std::size_t(0));
        m_view->charts().setCurrentWidget(&m_view->channels());
        QTRY_COMPARE(m_view->channels().channelCount(), std::size_t(3));
        QCOMPARE(m_view->channels().channel(0).channel, std::int64_t(1));
        m_workbench->selection().select(4);
        QVERIFY(m_view->channels().emptyReason().contains(QStringLiteral("no weight")));
    }

    void logSwitchIsRemembered()
    {
        compare();
        auto* box = m_view->findChild<QCheckBox*>();
        box->setChecked(false);
        QVERIFY(!m_view->histogram().isLog());
        const InspectorView other(*m_workbench);
        QVERIFY(!other.findChild<QCheckBox*>()->isChecked());
        box->setChecked(true);
        QVERIFY(m_view->histogram().isLog());
    }

    void histogramPaintsBothModelsAndTheRange()
    {
        compare();
        m_workbench->selection().select(2);
        const QImage with = m_view->histogram().grab().toImage();
        m_view->histogram().clear(QStringLiteral("nothing"));
        QVERIFY(with != m_view->histogram().grab().toImage());
    }

private:
    void compare()
    {
        Session& session = m_workbench->session();
        QSignalSpy done(&session, &Session::resultChanged);
        session.baseline().setPath(QStringLiteral("a.onnx"));
        session.analysis().setPath(QStringLiteral("b.onnx"));
        session.compare();
        QTRY_COMPARE(done.count(), 1);
    }

    std::shared_ptr<tests::FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<InspectorView> m_view;
};

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
