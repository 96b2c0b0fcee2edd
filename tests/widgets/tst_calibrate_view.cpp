// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/docks/calibrate/calibrate_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QAbstractItemModelTester>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using namespace ql::widgets;

/// The dock that shows the scales of a config.
class TestCalibrateView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        applyLanguage(QStringLiteral("en"));
    }
    void init()
    {
        QSettings().clear();
        m_engine = std::make_shared<tests::FakeEngine>();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
    }
    void cleanup()
    {
        m_workbench->config().discardEdits();
        m_workbench.reset();
    }

    void scalesAreShownAndSaved()
    {
        CalibrateView view(*m_workbench);
        const QAbstractItemModelTester tester(view.table().model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.resize(900, 500);
        view.show();
        auto& calibrate = m_workbench->analysis<CalibrateAnalysis>();
        QCOMPARE(view.nextStep().titleText(), QStringLiteral("Which scales does the config give?"));
        QVERIFY(!calibrate.startAction()->isEnabled());
        QVERIFY(!view.saveAction().isEnabled());
        open();
        m_workbench->config().replaceText("skip_layers: [conv_9]\n", QStringLiteral("edit"));
        calibrate.start();
        QTRY_COMPARE(view.model().rowCount(), 2);
        const auto& asked = m_engine->lastCalibrateRequest;
        QCOMPARE(asked.model, std::string("/models/float.onnx"));
        QCOMPARE(asked.quantization.configText.value_or(""), std::string("skip_layers: [conv_9]\n"));
        QCOMPARE(asked.quantization.data, std::string("/data/inputs.npy"));
        QCOMPARE(view.answerText(), QStringLiteral("Calibrated on 8 samples. Output y: SQNR 31.5 dB simulated, "
                                                   "30.25 dB in integers. A note."));
        const auto cell = [&view](int row, int column) { return view.model().index(row, column).data().toString(); };
        QCOMPARE(cell(0, CalibratedValueModel::ZeroPoint), QStringLiteral("128"));
        QCOMPARE(cell(1, CalibratedValueModel::LargestScale), QStringLiteral("0.25"));
        QCOMPARE(cell(1, CalibratedValueModel::Channels), QStringLiteral("2"));
        QCOMPARE(cell(1, CalibratedValueModel::Observer), QStringLiteral("as its source"));
        view.table().selectRow(0);
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));

        const QTemporaryDir target;
        QSignalSpy noticed(m_workbench.get(), &Workbench::noticed);
        QVERIFY(view.saveAction().isEnabled());
        view.saveTo(target.path());
        QTRY_COMPARE(noticed.count(), 1);
        QFile copy(target.filePath(QStringLiteral("float_qdq.onnx")));
        QVERIFY(copy.open(QIODevice::ReadOnly));
        QCOMPARE(copy.readAll(), QByteArray("network"));
    }

private:
    QString make(const char* name, const char* content)
    {
        QFile file(m_folder.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) < 0)
            qFatal("cannot write %s", name);
        return file.fileName();
    }
    void open()
    {
        auto result = std::make_shared<results::CalibrateResult>();
        result->samples = 8;
        result->values = {{"x", "conv_1", "activation", "uint8", 8, "min_max", {0.5}, 128, false},
                          {"w", "conv_2", "weight", "int8", 8, "min_max", {0.25, 0.125}, 0, true}};
        result->outputs = {{"y", 31.5, 0.99, 30.25, 0.98}};
        result->notes = {"a note"};
        result->files = {make("float_qdq.onnx", "network").toStdString()};
        m_engine->calibrateResult = result;
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().loadEngine();
        m_workbench->session().setConfig(make("quant.yaml", "skip_layers: []\n"));
        m_workbench->session().setCalibration(QStringLiteral("/data/inputs.npy"));
        QTRY_VERIFY(m_workbench->config().isOpen());
    }

    QTemporaryDir m_folder;
    std::shared_ptr<tests::FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
};

QTEST_MAIN(TestCalibrateView)
#include "tst_calibrate_view.moc"
