// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_result.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/session/workbench.h"
#include "widgets/views/inspector_view.h"

#include <QCheckBox>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

class TestInspector : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        auto engine = std::make_shared<tests::FakeEngine>();
        engine->result = tests::sampleResult();
        m_workbench = std::make_unique<Workbench>([engine] { return engine; });
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

    std::unique_ptr<Workbench> m_workbench;
    std::unique_ptr<InspectorView> m_view;
};

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
