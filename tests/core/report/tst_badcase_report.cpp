// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

using namespace ql;
using namespace ql::report;
using results::BadCaseResult;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Three samples, two outputs, two metrics.
BadCaseResult sample()
{
    BadCaseResult result;
    result.baseline = "float.onnx";
    result.analysis = "int8.onnx";
    result.data = "photos";
    result.metrics = {{"cosine", {}, true}, {"atol", {}, false}};
    result.rankedBy = 1;
    result.outputs = {"scores", "boxes"};
    result.datasetSize = 5;
    result.samples = {"cat.jpg", "dog.jpg", "lion.png"};
    result.values = {0.9, 0.5, 0.99, 0.25, 0.8, 0.75, 1.0, 0.125, 0.95, 0.5, 0.7, 3.0};
    result.badCaseFile = "out/badcase.pt";
    result.seconds = 2.0;
    result.isComplete = true;
    return result;
}

} // namespace

class TestBadCaseReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesTheThreeTables()
    {
        QCOMPARE(QString::fromStdString(badCaseTables(sample())), QString(R"(The bad case input index of each output:
+----+----------+----------+--------+
|    | output   |   cosine |   atol |
|----+----------+----------+--------|
|  0 | scores   |        1 |      1 |
|  1 | boxes    |        2 |      2 |
+----+----------+----------+--------+

The metric results of each badcase:
+----+----------+-----------+-----------+
|    | output   |    cosine |      atol |
|----+----------+-----------+-----------|
|  0 | scores   | 0.8000000 | 0.7500000 |
|  1 | boxes    | 0.7000000 | 3.0000000 |
+----+----------+-----------+-----------+

The bad case input index of the worst output:
+----+----------+--------------------+
|    | metric   |   dataloader index |
|----+----------+--------------------|
|  0 | cosine   |                  2 |
|  1 | atol     |                  2 |
+----+----------+--------------------+
)"));
    }

    void jsonHoldsEveryValue()
    {
        const auto result = sample();
        const auto json = nlohmann::json::parse(badCaseJson(result, 2));
        QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.badcase/1"));
        QCOMPARE(json["samples"].get<int>(), 3);
        QCOMPARE(json["worst"]["atol"]["index"].get<int>(), 2);
        QCOMPARE(json["worst"]["atol"]["sample"].get<std::string>(), std::string("lion.png"));
        QCOMPARE(json["worst"]["atol"]["value"].get<double>(), 3.0);
        QCOMPARE(json["worst"]["atol"]["output"].get<std::string>(), std::string("boxes"));
        QCOMPARE(json["per_output"][0]["worst"]["cosine"]["index"].get<int>(), 1);
        QCOMPARE(json["top"].size(), std::size_t{2});
        QCOMPARE(json["top"][1]["index"].get<int>(), 1);
        QCOMPARE(json["top"][1]["metrics"]["cosine"].get<double>(), 0.8);
        QCOMPARE(json["values"]["atol"]["boxes"].get<std::vector<double>>(), (std::vector<double>{0.25, 0.125, 3.0}));
        QCOMPARE(json["distribution"]["atol"]["quantiles"][3]["value"].get<double>(), 0.75);
        QVERIFY(json["labels"].is_null());
    }

    void nanIsWorstAndInfinityHasAName()
    {
        auto result = sample();
        result.values[1] = kNaN;
        result.values[3] = kInfinity;
        QCOMPARE(worstOverall(result, 1).sample, std::size_t{0});
        const auto json = nlohmann::json::parse(badCaseJson(result, 3));
        QCOMPARE(json["worst"]["atol"]["value"].get<std::string>(), std::string("nan"));
        QCOMPARE(json["values"]["atol"]["boxes"][0].get<std::string>(), std::string("inf"));
        QCOMPARE(json["distribution"]["atol"]["nan_count"].get<int>(), 1);
        QVERIFY(badCaseTables(result).find("nan") != std::string::npos);
    }

    void firstOfEqualSamplesIsTheWorst()
    {
        auto result = sample();
        std::fill(result.values.begin(), result.values.end(), 0.5);
        QCOMPARE(worstOverall(result, 0).sample, std::size_t{0});
        QCOMPARE(worstSamples(result, 0, 2)[1].sample, std::size_t{1});
        QCOMPARE(distributionOf(result, 0).histogram.front(), std::uint64_t{3});
    }

    void textNamesTheWorstSampleAndTheFlips()
    {
        auto result = sample();
        result.labels = {"scores", {0, 1, 2}, {0, 1, 2}, {0, 1, 1}};
        const auto text = QString::fromStdString(badCaseText(result, 1));
        QVERIFY2(text.startsWith("The worst sample by atol is 2 (lion.png): 3.000 at output boxes.\n"),
                 qPrintable(text));
        QVERIFY2(text.contains("baseline 3/3 right (100.00 %), analysis 2/3 right (66.67 %), 1 sample flips"),
                 qPrintable(text));
        QVERIFY2(text.contains("2 lion.png: label 2, baseline 2, analysis 1"), qPrintable(text));
        QVERIFY2(text.contains("Its inputs are in out/badcase.pt."), qPrintable(text));
        QVERIFY2(text.contains("3 of 5 samples searched in 2.0 s."), qPrintable(text));
    }

    void writesFilesThatAgree()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto files = writeBadCaseFiles(sample(), path, 10);
        QCOMPARE(files.size(), std::size_t{3});
        std::ifstream csv(path / "badcase_samples.csv");
        std::string line;
        std::getline(csv, line);
        QCOMPARE(line, std::string("index,sample,output,cosine,atol"));
        for (int i = 0; i < 4; ++i)
            std::getline(csv, line);
        QCOMPARE(line, std::string("1,dog.jpg,boxes,1,0.125"));
        std::ifstream json(path / "badcase.json");
        QCOMPARE(nlohmann::json::parse(json)["samples"].get<int>(), 3);
    }

    void nothingSearchedIsNoCrash()
    {
        auto result = sample();
        result.samples.clear();
        result.values.clear();
        QVERIFY(nlohmann::json::parse(badCaseJson(result, 3))["worst"].empty());
        QVERIFY(badCaseText(result, 3).find("No sample was searched") != std::string::npos);
        QVERIFY(badCaseTables(result).find("dataloader index") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestBadCaseReport)
#include "tst_badcase_report.moc"
