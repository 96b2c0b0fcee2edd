// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/runtime/progress_bar.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"

#include <QTest>
#include <limits>
#include <set>

using namespace ql;
using namespace ql::cli;

class TestCliParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsThresholds();
    void refusesWhatIsNoThreshold();
    void tellsWhichOutputsCross();
    void judgesTheWorstSlice();
    void judgesOneOutputAlone();
    void countsNanAndUncomparableAsCrossed();
    void judgesLayersThatWereCompared();
    void asksForASlice();
    void drawsProgress();
    void cutsProgressToTheTerminal();
    void namesEveryCommandOnce();
};

namespace {

results::CompareResult resultWith(double sqnrDb)
{
    results::CompareResult result;
    results::OutputComparison output;
    output.name = "logits";
    output.metrics = results::Metrics{};
    output.metrics->sqnrDb = sqnrDb;
    result.outputs = {output};
    return result;
}

std::vector<std::string> crossed(const results::CompareResult& result, const char* text)
{
    std::vector<std::string> failures;
    for (const auto& each : judged(result, {parseThreshold(text).value()}, {}))
        if (!each.failure.empty())
            failures.push_back(each.failure);
    return failures;
}

} // namespace

void TestCliParts::readsThresholds()
{
    const auto threshold = parseThreshold("sqnr_db < 20");
    QVERIFY(threshold.has_value());
    QCOMPARE(threshold->metric, results::MetricId::Sqnr);
    QCOMPARE(threshold->relation, Threshold::Relation::Less);
    QCOMPARE(threshold->value, 20.0);
    QCOMPARE(parseThreshold("atol>=1e-3")->relation, Threshold::Relation::GreaterOrEqual);
    QCOMPARE(parseThreshold("atol>=1e-3")->value, 1e-3);
    QCOMPARE(parseThreshold("cosine<=-0.5")->value, -0.5);
}

void TestCliParts::refusesWhatIsNoThreshold()
{
    for (const char* text :
         {"", "sqnr_db", "sqnr_db=20", "sqnr_db<", "sqnr_db<x", "sqnr_db<20dB", "nonsense<1", "<1", "l1<nan"})
        QVERIFY2(!parseThreshold(text), text);
}

void TestCliParts::tellsWhichOutputsCross()
{
    QCOMPARE(crossed(resultWith(7.25), "sqnr_db<20"),
             std::vector<std::string>{"output logits: sqnr_db is 7.250 (sqnr_db<20)"});
    QVERIFY(crossed(resultWith(20.0), "sqnr_db<20").empty());
    QCOMPARE(crossed(resultWith(20.0), "sqnr_db<=20").size(), std::size_t(1));
    QVERIFY(crossed(resultWith(20.0), "sqnr_db>20").empty());
    QVERIFY(crossed(resultWith(std::numeric_limits<double>::infinity()), "sqnr_db<20").empty());
}

void TestCliParts::judgesTheWorstSlice()
{
    auto result = resultWith(52.0);
    result.outputs.front().worstSlice = results::WorstSlice{.slice = "[:, 4:84]", .sqnrDb = 0.0};
    QCOMPARE(crossed(result, "worst_slice<20"),
             std::vector<std::string>{"output logits: sqnr_db of [:, 4:84] is 0.000 (worst_slice<20)"});
    QVERIFY(crossed(result, "sqnr_db<20").empty());
    QVERIFY(crossed(resultWith(52.0), "worst_slice<20").empty()); // a value in one slice
    QCOMPARE(crossed(resultWith(7.25), "worst_slice<20").size(), std::size_t(1));
}

void TestCliParts::judgesOneOutputAlone()
{
    auto result = resultWith(7.25);
    result.outputs.push_back(result.outputs.front());
    result.outputs.back().name = "boxes:0";
    QCOMPARE(crossed(result, "sqnr_db<20").size(), std::size_t(2));
    QCOMPARE(crossed(result, "boxes:0:sqnr_db<20"),
             std::vector<std::string>{"output boxes:0: sqnr_db is 7.250 (boxes:0:sqnr_db<20)"});
    QVERIFY_THROWS_EXCEPTION(ql::Error, crossed(result, "scores:sqnr_db<20"));
}

void TestCliParts::countsNanAndUncomparableAsCrossed()
{
    QCOMPARE(crossed(resultWith(std::numeric_limits<double>::quiet_NaN()), "sqnr_db<20").size(), std::size_t(1));
    auto result = resultWith(50.0);
    result.outputs.front().metrics.reset();
    QCOMPARE(crossed(result, "sqnr_db<20"), std::vector<std::string>{"output logits: shapes differ (sqnr_db<20)"});
    // Not quantized: the metric does not exist, so nothing can be said.
    QVERIFY(crossed(resultWith(50.0), "max_qscale_diff>1").empty());
}

void TestCliParts::judgesLayersThatWereCompared()
{
    results::CompareResult result;
    for (const double sqnrDb : {40.0, 5.0}) {
        auto& row = result.layers.emplace_back();
        row.name = "conv" + std::to_string(result.layers.size());
        row.metrics = results::Metrics{};
        row.metrics->sqnrDb = sqnrDb;
    }
    result.layers.emplace_back().state = results::LayerRow::State::UnmatchedBaseline;
    const auto cases = judged(result, {}, {parseThreshold("sqnr_db<20").value()});
    QCOMPARE(cases.size(), std::size_t(2));
    QCOMPARE(cases[0].group, std::string("layers"));
    QCOMPARE(cases[0].name, std::string("conv1 sqnr_db<20"));
    QCOMPARE(cases[0].failure, std::string());
    QCOMPARE(cases[1].failure, std::string("layer conv2: sqnr_db is 5.000 (sqnr_db<20)"));
}

void TestCliParts::asksForASlice()
{
    const auto threshold = parseThreshold("y[:, 4:]:sqnr_db<20");
    QVERIFY(threshold.has_value());
    QCOMPARE(threshold->name, std::string("y[:, 4:]"));
    results::CompareResult result;
    auto& output = result.outputs.emplace_back();
    output.name = "y";
    output.metrics.emplace().sqnrDb = 52.0;
    output.slices.emplace_back().slice = "[:, 4:]";
    output.slices.front().metrics.emplace().sqnrDb = 0.5;
    QCOMPARE(crossed(result, "y[:, 4:]:sqnr_db<20"),
             std::vector<std::string>{"output y[:, 4:]: sqnr_db is 0.5000 (y[:, 4:]:sqnr_db<20)"});
    QVERIFY(crossed(result, "sqnr_db<20").empty()); // whole outputs
    QVERIFY(crossed(result, "y:sqnr_db<20").empty());
    QVERIFY_THROWS_EXCEPTION(ql::Error, judged(result, {parseThreshold("y[:, 5:]:sqnr_db<20").value()}, {}));
}

void TestCliParts::drawsProgress()
{
    Progress progress;
    progress.fraction = 0.25;
    progress.stage = "comparing layers";
    progress.detail = "encoder.conv_3";
    QCOMPARE(progressLine(progress, 80), std::string("[#####---------------]  25 %  comparing layers  encoder.conv_3"));
    progress.remaining = std::chrono::milliseconds(12'000);
    QCOMPARE(progressLine(progress, 80),
             std::string("[#####---------------]  25 %  comparing layers, 12.0 s left  encoder.conv_3"));
    progress.fraction = 7.0;
    QVERIFY(progressLine(progress, 80).starts_with("[####################] 100 %"));
}

void TestCliParts::cutsProgressToTheTerminal()
{
    Progress progress;
    progress.stage = "comparing";
    progress.detail = "encoder.conv_3";
    QCOMPARE(progressLine(progress, 48), std::string("[--------------------]   0 %  comparing  …conv_3"));
    QCOMPARE(progressLine(progress, 10), std::string("[---------"));
}

void TestCliParts::namesEveryCommandOnce()
{
    std::set<std::string_view> names;
    for (const auto& command : commands()) {
        QVERIFY2(names.insert(command.name).second, command.name);
        QVERIFY2(std::string_view(command.summary).size() > 0, command.name);
        QVERIFY2(command.declare, command.name);
    }
    for (const char* name : {"info", "run", "compare", "diff", "report", "demo"})
        QVERIFY2(names.contains(name), name);
}

QTEST_APPLESS_MAIN(TestCliParts)
#include "tst_cli_parts.moc"
