// SPDX-License-Identifier: GPL-3.0-or-later
// What training writes beside its networks: results.csv, a line for each check.
#include "core/report/finetune/finetune_report.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ql;
using results::FinetunePoint;
using results::FixMeasure;

namespace {

/// Four steps, two of them checked.
results::FinetuneResult sample()
{
    results::FinetuneResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.steps = 4;
    result.start = {.metric = 20.5};
    for (std::uint64_t step = 1; step <= 4; ++step) {
        FinetunePoint point{.step = step, .loss = 0.5 / double(step)};
        if (step % 2 == 0)
            point.check = FixMeasure{.metric = 20.5 + double(step)};
        result.curve.push_back(point);
    }
    result.best = *result.curve.back().check;
    result.bestStep = 4;
    return result;
}

} // namespace

class TestFinetuneReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultsHaveALineForEachCheck()
    {
        QCOMPARE(report::finetuneResultsCsv(sample()), std::string("step,sqnr_db\n0,20.5\n2,22.5\n4,24.5\n"));
    }

    /// Training began with the channels evened out.
    void theFirstLineIsWhereTrainingBegan()
    {
        auto result = sample();
        result.equalized = FixMeasure{.metric = 21.25};
        QVERIFY(report::finetuneResultsCsv(result).starts_with("step,sqnr_db\n0,21.25\n2,"));
    }

    void whatAJudgeSaysStandsBeside()
    {
        auto result = sample();
        result.start.judged = 0.75;
        for (auto& point : result.curve)
            if (point.check)
                point.check->judged = 0.75 + double(point.step) / 64.0;
        QCOMPARE(report::finetuneResultsCsv(result),
                 std::string("step,sqnr_db,judged\n0,20.5,0.75\n2,22.5,0.78125\n4,24.5,0.8125\n"));
    }

    /// What an earlier run checked stands in its own file.
    void goingOnRepeatsNothing()
    {
        auto result = sample();
        result.resumedAt = 1;
        QCOMPARE(report::finetuneResultsCsv(result), std::string("step,sqnr_db\n2,22.5\n4,24.5\n"));
    }

    void writesItsFiles()
    {
        QTemporaryDir folder;
        report::writeFinetuneFiles(sample(), folder.path().toStdString());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"finetune.csv", "finetune.json", "finetune.txt", "results.csv"}));
        QFile file(folder.filePath("results.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), report::finetuneResultsCsv(sample()));
    }
};

QTEST_APPLESS_MAIN(TestFinetuneReport)
#include "tst_finetune_report.moc"
