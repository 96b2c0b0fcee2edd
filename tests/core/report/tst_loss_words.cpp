// SPDX-License-Identifier: GPL-3.0-or-later
// Which branch of the guide a loss of accuracy belongs to, and where that is said.
#include "core/report/calibrate/calibrate_report.h"
#include "core/report/format/loss_words.h"

#include <QTest>

using namespace ql;

namespace {

QString said(double percent)
{
    return QString::fromStdString(report::lossLine(percent));
}

results::CalibrateResult classifier(std::uint64_t realCorrect)
{
    results::CalibrateResult result;
    result.model = "float.onnx";
    result.accuracy = results::CalibratedAccuracy{
        .output = "scores", .samples = 100, .floatCorrect = 80, .fakeCorrect = 79, .realCorrect = realCorrect};
    return result;
}

} // namespace

class TestLossWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLargeLossIsRatherAMistake()
    {
        QCOMPARE(said(4.01),
                 QString("4.01 % lost: above 4 % rather a mistake (preprocessing, config, calibration data) "
                         "than quantization itself\n"));
        QVERIFY(said(60.0).startsWith("60.00 % lost: above 4 %"));
    }

    void aSmallOneIsQuantizationItself()
    {
        for (const double percent : {1.5, 3.0, 4.0})
            QVERIFY2(said(percent).contains("from 1.5 to 4 % it is rather quantization itself"),
                     qPrintable(said(percent)));
    }

    void lessIsNoBranchAtAll()
    {
        for (const double percent : {1.49, 0.0, -3.0}) // fewer mistakes than the float model's
            QVERIFY2(said(percent).isEmpty(), qPrintable(said(percent)));
    }

    /// Of the integers, which run on the target, not of the simulation.
    void aCalibrationWithLabelsNamesTheBranch()
    {
        const auto text = [](std::uint64_t correct) {
            return QString::fromStdString(report::calibrateText(classifier(correct)));
        };
        QVERIFY2(text(70).contains("10.00 % lost: above 4 %"), qPrintable(text(70)));
        QVERIFY(text(78).contains("2.00 % lost: from 1.5 to 4 %"));
        QVERIFY(!text(79).contains("% lost"));
    }
};

QTEST_APPLESS_MAIN(TestLossWords)
#include "tst_loss_words.moc"
