// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/demo_report.h"
#include "tests/core/report/sample_comparison.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace ql;
using nlohmann::ordered_json;

class TestDemoReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTheStory();
    void concludesWithTheFirstRemedyAlone();
    void writesTheDocument();
};

namespace {

std::shared_ptr<const results::AccuracyResult> accuracy(const char* model, std::vector<std::int64_t> predictions)
{
    auto result = std::make_shared<results::AccuracyResult>();
    result->model = model;
    result->labels = {0, 1, 2, 3};
    result->predictions = std::move(predictions);
    for (std::size_t i = 0; i < result->labels.size(); ++i)
        result->correctCount += result->labels[i] == result->predictions[i] ? 1 : 0;
    return result;
}

report::DemoStory story()
{
    return {accuracy("demo/float.onnx", {0, 1, 2, 3}), accuracy("demo/int8.onnx", {0, 1, 7, 3}),
            std::make_shared<results::CompareResult>(tests::sampleComparison())};
}

} // namespace

void TestDemoReport::tellsTheStory()
{
    const auto text = report::demoText(story());
    const std::string accuracies = "  model       right  of  accuracy\n"
                                   "  ----------  -----  --  --------\n"
                                   "  float.onnx      4   4   100.0 %\n"
                                   "  int8.onnx       3   4    75.0 %\n"
                                   "\n"
                                   "Quantization costs 25.0 points.";
    QVERIFY2(text.find(accuracies) != std::string::npos, text.c_str());
    QVERIFY2(text.find("The error starts at block.conv (QLinearConv, int8).") != std::string::npos, text.c_str());
    QVERIFY2(text.ends_with("\nIn short: block.conv is to blame. Use int16.\n"), text.c_str());
}

void TestDemoReport::concludesWithTheFirstRemedyAlone()
{
    auto comparison = tests::sampleComparison();
    for (auto& layer : comparison.layers)
        for (auto& finding : std::vector(layer.advice)) {
            finding.remedy = Message("Use more bits.");
            layer.advice.push_back(finding);
        }
    auto told = story();
    told.comparison = std::make_shared<results::CompareResult>(std::move(comparison));
    const auto text = report::demoText(told);
    QVERIFY2(text.ends_with("\nIn short: block.conv is to blame. Use int16.\n"), text.c_str());
}

void TestDemoReport::writesTheDocument()
{
    const auto json = ordered_json::parse(report::demoJson(story()));
    QCOMPARE(json["schema"].get<std::string>(), std::string("quantloupe.demo/1"));
    QCOMPARE(json["baseline"].get<std::string>(), std::string("float.onnx"));
    QCOMPARE(
        json["accuracy"]["analysis"].dump(),
        std::string(
            R"({"model":"demo/int8.onnx","correct":3,"undecided":0,"samples":4,"accuracy":0.75,"predictions":[0,1,7,3]})"));
    QCOMPARE(json["compare"]["schema"].get<std::string>(), std::string("quantloupe.compare/1"));
    QCOMPARE(json["compare"]["layers"].size(), std::size_t(5));
}

QTEST_APPLESS_MAIN(TestDemoReport)
#include "tst_demo_report.moc"
