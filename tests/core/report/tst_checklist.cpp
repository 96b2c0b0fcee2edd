// SPDX-License-Identifier: GPL-3.0-or-later
// The checklist of `analyze`: a question is ticked only where its rules were asked.
#include "core/report/analyze/analyze_report.h"
#include "core/report/analyze/checklist.h"
#include "core/results/badcase_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace ql;
using results::Severity;
using State = report::ChecklistItem::State;

namespace {

constexpr int kPreparation = 1;
constexpr int kConfig = 2;
constexpr int kCalibration = 4;
constexpr int kStructure = 5;

results::ResultParts parts(std::vector<results::Diagnostic> ofCheck, std::vector<results::Diagnostic> ofConfig,
                           bool isSimulated)
{
    const auto check = std::make_shared<results::CheckResult>();
    check->findings = std::move(ofCheck);
    const auto comparison = std::make_shared<results::CompareResult>();
    comparison->configFindings = std::move(ofConfig);
    if (isSimulated)
        comparison->simulation.emplace();
    return results::ResultParts(check, comparison);
}

std::vector<State> states(const results::ResultParts& parts)
{
    std::vector<State> states;
    for (const auto& item : report::checklistOf(parts))
        states.push_back(item.state);
    return states;
}

} // namespace

class TestChecklist : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsTickedThatNobodyAsked()
    {
        const auto items = report::checklistOf({});
        QCOMPARE(items.size(), std::size_t(6));
        for (const auto& item : items) {
            QVERIFY2(item.state == State::Open, item.question.c_str());
            QVERIFY2(!item.because.empty(), item.question.c_str()); // what answers it
        }
    }

    void whatWasAskedAndFoundNothingIsTicked()
    {
        const auto found = states(parts({}, {}, true));
        QCOMPARE(found, (std::vector{State::Open, State::Open, State::Yes, State::Open, State::Yes, State::Yes}));
        auto withData = parts({}, {}, false);
        withData.add(std::make_shared<results::BadCaseResult>());
        const auto ofPair = states(withData);
        QCOMPARE(ofPair, (std::vector{State::Open, State::Yes, State::Open, State::Open, State::Open, State::Yes}));
    }

    void aFindingIsNamedWithItsLayer()
    {
        const auto items =
            report::checklistOf(parts({{Severity::Error, "scale-one", "conv1", "never calibrated", ""},
                                       {Severity::Warning, "unfused-run", "conv2", "could be one", ""},
                                       {Severity::Warning, "preprocessing", "", "the channels are swapped", ""}},
                                      {{Severity::Warning, "few-samples", "", "4 samples", ""},
                                       {Severity::Warning, "differing-color", "x", "RGB", ""}},
                                      true));
        QVERIFY(items[kStructure].state == State::No);
        QCOMPARE(items[kStructure].because, std::string("scale-one at conv1, unfused-run at conv2"));
        QCOMPARE(items[kPreparation].because, std::string("preprocessing"));
        QCOMPARE(items[kConfig].because, std::string("differing-color at x"));
        QCOMPARE(items[kCalibration].because, std::string("few-samples"));
        const auto text = QString::fromStdString(report::checklistText(items));
        QVERIFY(text.contains("  [!] Is the calibration data good? few-samples\n"));
        QVERIFY(text.contains("  [ ] Is the exported float model the trained one? compare "));
    }

    void itStandsInTextAndDocument()
    {
        report::Analyzed analyzed;
        analyzed.results = parts({}, {}, true);
        QVERIFY(QString::fromStdString(report::analyzeText(analyzed))
                    .contains("  [x] Is the structure fit for quantization?\n"));
        const auto json = nlohmann::json::parse(report::analyzeJson(analyzed));
        QCOMPARE(json["checklist"].size(), std::size_t(6));
        QCOMPARE(json["checklist"][kStructure]["state"].get<std::string>(), std::string("yes"));
        QVERIFY(json["checklist"][kStructure]["because"].is_null());
    }
};

QTEST_APPLESS_MAIN(TestChecklist)
#include "tst_checklist.moc"
