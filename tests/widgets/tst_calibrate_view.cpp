// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/docks/calibrate/calibrate_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/text/language.h"

using namespace ql;
using namespace ql::widgets;

/// The dock that shows the scales of a config.
class TestCalibrateView : public tests::ViewTest<CalibrateView> {
    Q_OBJECT

private Q_SLOTS:
    void scalesAreShownAndSaved()
    {
        CalibrateView& view = *m_view;
        view.resize(900, 500);
        showTested();
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
    void prepare() override { applyLanguage(QStringLiteral("en")); }
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
        simulate(make("quant.yaml", "skip_layers: []\n"));
    }
};

QTEST_MAIN(TestCalibrateView)
#include "tst_calibrate_view.moc"
