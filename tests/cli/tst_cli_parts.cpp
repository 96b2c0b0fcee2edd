// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/options/option_groups.h"
#include "app/cli/runtime/command_tree.h"
#include "app/cli/runtime/progress_bar.h"
#include "app/cli/runtime/threshold.h"
#include "core/base/error.h"

#include <CLI/CLI.hpp>

#include <QProcess>
#include <QTest>

#include <algorithm>
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
    void refusesConditionsAboutNothing();
    void namesCasesByWhatPasses();
    void everyExampleIsUnderstood_data();
    void everyExampleIsUnderstood();
    void rareOptionsAreThere();
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
    for (const auto& each : judged(measuredOutputs(result), {}, {.onOutputs = {text}}))
        if (!each.failure.empty())
            failures.push_back(each.failure);
    return failures;
}

} // namespace

void TestCliParts::readsThresholds()
{
    const auto threshold = parseThreshold("sqnr_db < 20");
    QVERIFY(threshold.has_value());
    QCOMPARE(threshold->metric, std::string("sqnr_db"));
    QCOMPARE(parseThreshold("sqnr<20")->metric, std::string("sqnr_db"));
    QCOMPARE(parseThreshold("accuracy<0.9", {"accuracy"})->metric, std::string("accuracy"));
    QCOMPARE(threshold->relation, Threshold::Relation::Less);
    QCOMPARE(threshold->value, 20.0);
    QCOMPARE(parseThreshold("atol>=1e-3")->relation, Threshold::Relation::GreaterOrEqual);
    QCOMPARE(parseThreshold("atol>=1e-3")->value, 1e-3);
    QCOMPARE(parseThreshold("cosine<=-0.5")->value, -0.5);
}

void TestCliParts::refusesWhatIsNoThreshold()
{
    for (const char* text : {"", "sqnr_db", "sqnr_db=20", "sqnr_db<", "sqnr_db<x", "sqnr_db<20dB", "nonsense<1", "<1",
                             "l1<nan", "accuracy<0.9"})
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
    const auto cases = judged({}, measuredLayers(result), {.onLayers = {"sqnr_db<20"}});
    QCOMPARE(cases.size(), std::size_t(2));
    QCOMPARE(cases[0].group, std::string("layers"));
    QCOMPARE(cases[0].name, std::string("layer conv1: sqnr_db >= 20"));
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
    QVERIFY_THROWS_EXCEPTION(ql::Error, crossed(result, "y[:, 5:]:sqnr_db<20"));
}

void TestCliParts::refusesConditionsAboutNothing()
{
    const auto result = resultWith(50.0);
    QVERIFY_THROWS_EXCEPTION(ql::Error, crossed({}, "sqnr_db<20"));                                        // no output
    QVERIFY_THROWS_EXCEPTION(ql::Error, judged({}, measuredLayers(result), {.onLayers = {"sqnr_db<20"}})); // no layer
    auto unmeasured = result;
    unmeasured.outputs.front().metrics->unmeasured = 1u << unsigned(results::MetricId::Kl);
    QVERIFY_THROWS_EXCEPTION(ql::Error, crossed(unmeasured, "kl>0.1")); // would pass whatever the models do
    QVERIFY(crossed(result, "kl>0.1").empty());
}

void TestCliParts::namesCasesByWhatPasses()
{
    const auto nameOf = [](const char* condition) {
        return judged(measuredOutputs(resultWith(50.0)), {}, {.onOutputs = {condition}}).at(0).name;
    };
    QCOMPARE(nameOf("sqnr_db<20"), std::string("output logits: sqnr_db >= 20"));
    QCOMPARE(nameOf("sqnr_db<=20"), std::string("output logits: sqnr_db > 20"));
    QCOMPARE(nameOf("atol>0.5"), std::string("output logits: atol <= 0.5"));
    QCOMPARE(nameOf("logits:atol>=1e-3"), std::string("output logits: atol < 0.001"));
    QCOMPARE(nameOf("worst_slice<20"), std::string("output logits: worst_slice >= 20"));
    const auto passed = judged(measuredOutputs(resultWith(50.0)), {}, {.onOutputs = {"sqnr_db<20"}}).at(0);
    QCOMPARE(passed.failure, std::string());
    QCOMPARE(passed.measured, std::string("sqnr_db is 50.00"));
}

void TestCliParts::everyExampleIsUnderstood_data()
{
    QTest::addColumn<QString>("line");
    std::size_t commandsWithout = 0;
    for (const auto& command : commands()) {
        commandsWithout += command.examples.empty() ? 1 : 0;
        for (const auto& [purpose, line] : command.examples)
            QTest::newRow(line) << QString::fromUtf8(line);
    }
    QCOMPARE(commandsWithout, std::size_t(0));
}

void TestCliParts::everyExampleIsUnderstood()
{
    QFETCH(const QString, line);
    auto words = QProcess::splitCommand(QString(line).replace(u'\'', u'"'));
    QCOMPARE(words.takeFirst(), QStringLiteral("quantloupe-cli"));
    std::vector<std::string> last;
    for (const auto& word : words)
        last.insert(last.begin(), word.toStdString());
    CommandTree tree;
    QVERIFY_THROWS_NO_EXCEPTION(tree.app().parse(last));
    QVERIFY(tree.chosen() != nullptr);
}

void TestCliParts::rareOptionsAreThere()
{
    CommandTree tree;
    std::set<std::string> names;
    std::size_t most = 0;
    for (auto* command : tree.app().get_subcommands([](CLI::App*) { return true; })) {
        std::size_t shown = 0;
        for (const auto* option : command->get_options()) {
            names.insert(option->get_lnames().begin(), option->get_lnames().end());
            shown += isRare(*option) ? 0 : 1;
        }
        most = std::max(most, shown);
    }
    for (const auto* name : rareNames())
        QVERIFY2(names.contains(name), name);
    QVERIFY2(most <= 40, QByteArray::number(qulonglong(most)).constData());
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
