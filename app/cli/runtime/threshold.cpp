// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/threshold.h"
#include "app/cli/options/option_groups.h"
#include "app/cli/options/options.h"
#include "app/cli/options/path_options.h"

#include "app/cli/command.h"
#include "app/cli/runtime/command_session.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/report/table/number_format.h"
#include "core/results/check_rules.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace ql::cli {

namespace {

std::optional<double> parseNumber(std::string_view text)
{
    double value = 0.0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || std::isnan(value))
        return std::nullopt;
    return value;
}

bool holds(const Threshold& threshold, double value)
{
    if (std::isnan(value))
        return true;
    switch (threshold.relation) {
    case Threshold::Relation::Less: return value < threshold.value;
    case Threshold::Relation::LessOrEqual: return value <= threshold.value;
    case Threshold::Relation::Greater: return value > threshold.value;
    case Threshold::Relation::GreaterOrEqual: return value >= threshold.value;
    }
    return false;
}

/// What must be so that the condition doesn't hold.
const char* signOfPassing(Threshold::Relation relation)
{
    switch (relation) {
    case Threshold::Relation::Less: return ">=";
    case Threshold::Relation::LessOrEqual: return ">";
    case Threshold::Relation::Greater: return "<=";
    case Threshold::Relation::GreaterOrEqual: break;
    }
    return "<";
}

/// "sqnr_db is 12.3", of the worst slice "sqnr_db of [:, 4:84] is 12.3".
std::string valueText(const Measured& measured, const Threshold& threshold, double value)
{
    auto key = threshold.metric;
    if (key == Threshold::kWorstSlice)
        key = measured.worstSlice.empty() ? "sqnr_db" : "sqnr_db of " + measured.worstSlice;
    return fmt::format("{} is {}", key, report::fourDigits(value));
}

/// Nothing where @p measured has no such metric and isn't broken.
std::optional<report::JudgedCase> caseOf(const char* group, const char* word, const Measured& measured,
                                         const Threshold& threshold)
{
    const auto shown = report::oneLine(measured.name);
    report::JudgedCase judged{group,
                              fmt::format("{} {}: {} {} {:g}", word, shown, threshold.metric,
                                          signOfPassing(threshold.relation), threshold.value),
                              {},
                              {}};
    const auto found = measured.values.find(threshold.metric);
    if (!measured.problem.empty()) {
        judged.failure = fmt::format("{} {}: {} ({})", word, shown, measured.problem, report::oneLine(threshold.text));
        return judged;
    }
    if (found == measured.values.end())
        return std::nullopt;
    judged.measured = valueText(measured, threshold, found->second);
    if (holds(threshold, found->second))
        judged.failure = fmt::format("{} {}: {} ({})", word, shown, judged.measured, report::oneLine(threshold.text));
    return judged;
}

std::string metricsOf(const std::vector<Measured>& all)
{
    std::set<std::string> names;
    for (const auto& each : all)
        for (const auto& [metric, value] : each.values)
            names.insert(metric);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// @p word: "output", "layer"
void addCases(const char* group, const char* word, const std::vector<Measured>& all, const std::string& condition,
              const ThresholdOptions& options, std::vector<report::JudgedCase>& cases)
{
    const auto threshold = parseThreshold(condition, options.others).value();
    const auto before = cases.size();
    bool isNamed = false;
    for (const auto& each : all) {
        if (threshold.name.empty() ? each.isOnlyNamed : threshold.name != each.name)
            continue;
        isNamed = true;
        if (auto judged = caseOf(group, word, each, threshold))
            cases.push_back(std::move(*judged));
    }
    if (cases.size() > before)
        return;
    if (!isNamed && !threshold.name.empty())
        throw Error(ErrorCode::BadArgument, Message("no {} that was measured is called {}", word, threshold.name),
                    "the answer without a condition names them");
    if (all.empty() || !isNamed)
        throw Error(ErrorCode::BadArgument, Message("there is no {} to hold {} against", word, condition),
                    "a check that looks at nothing would always pass");
    if (threshold.metric != keyOf(results::MetricId::MaxQscaleDiff)) // exists of what is quantized alone
        throw Error(ErrorCode::BadArgument, Message("no {} was measured by {}", word, threshold.metric),
                    Message("measured are {}", metricsOf(all)));
}

bool isCrossing(const results::Diagnostic& finding, const std::string& failOn)
{
    return std::ranges::any_of(wordsOf(results::Severity{}),
                               [&](const auto& word) { return word.key == failOn && finding.severity >= word.value; });
}

/// A passing case for each rule that nothing was found by.
void addQuietRules(const std::vector<results::Diagnostic>& findings, std::vector<report::JudgedCase>& cases)
{
    for (const auto& rule : results::checkRules())
        if (std::ranges::find(findings, rule.id, &results::Diagnostic::rule) == findings.end())
            cases.push_back({"findings", fmt::format("{}: no finding", rule.id), {}, std::string(rule.summary)});
}

/// Nothing without a file.
void writeJunit(const std::string& file, std::string_view command, const std::vector<report::JudgedCase>& cases)
{
    if (!file.empty())
        writeFileAtomically(file, report::junitXml(command, cases));
}

} // namespace

std::optional<Threshold> parseThreshold(std::string_view text, const std::vector<std::string>& others)
{
    std::string compact(text);
    std::string name;
    if (const auto colon = text.rfind(':'); colon != std::string_view::npos && colon > 0) {
        name = text.substr(0, colon);
        compact = text.substr(colon + 1);
    }
    std::erase(compact, ' ');
    const auto at = compact.find_first_of("<>");
    if (at == std::string::npos)
        return std::nullopt;
    const bool isInclusive = at + 1 < compact.size() && compact[at + 1] == '=';
    auto metric = compact.substr(0, at);
    if (const auto known = results::metricFromKey(metric))
        metric = keyOf(*known);
    else if (metric != Threshold::kWorstSlice && std::ranges::find(others, metric) == others.end())
        return std::nullopt;
    const auto value = parseNumber(std::string_view(compact).substr(at + (isInclusive ? 2 : 1)));
    if (!value)
        return std::nullopt;
    using Relation = Threshold::Relation;
    const auto relation = compact[at] == '<' ? (isInclusive ? Relation::LessOrEqual : Relation::Less)
                                             : (isInclusive ? Relation::GreaterOrEqual : Relation::Greater);
    const auto shown = name.empty() ? compact : name + ":" + compact;
    return Threshold{metric, relation, *value, shown, name};
}

Measured measuredAs(std::string name, const std::optional<results::Metrics>& metrics, std::string problem)
{
    Measured measured{.name = std::move(name)};
    if (!metrics) {
        measured.problem = std::move(problem);
        return measured;
    }
    for (const auto metric : results::kAllMetrics)
        if (const auto value = valueOf(*metrics, metric))
            measured.values.emplace(keyOf(metric), *value);
    measured.values.emplace(Threshold::kWorstSlice, metrics->sqnrDb);
    return measured;
}

std::vector<Measured> measuredOutputs(const results::CompareResult& result)
{
    std::vector<Measured> all;
    for (const auto& output : result.outputs) {
        if (!output.strings) {
            auto& whole = all.emplace_back(measuredAs(output.name, output.metrics, "shapes differ"));
            if (output.worstSlice) {
                whole.values[Threshold::kWorstSlice] = output.worstSlice->sqnrDb;
                whole.worstSlice = output.worstSlice->slice;
            }
        }
        for (const auto& slice : output.slices)
            all.emplace_back(measuredAs(output.name + slice.slice, slice.metrics, "shapes differ")).isOnlyNamed = true;
    }
    return all;
}

std::vector<Measured> measuredLayers(const results::CompareResult& result)
{
    std::vector<Measured> all;
    for (const auto& row : result.layers) {
        if (row.state != results::LayerRow::State::Compared)
            continue;
        auto& layer = all.emplace_back(measuredAs(row.name, row.metrics, "shapes differ"));
        if (row.worstSlice) {
            layer.values[Threshold::kWorstSlice] = row.worstSlice->sqnrDb;
            layer.worstSlice = row.worstSlice->slice;
        }
    }
    return all;
}

std::vector<Measured> measuredAfter(const results::FixMeasure& repaired, results::MetricId metric)
{
    std::vector<Measured> all;
    for (const auto& [name, value] : repaired.outputs) {
        all.push_back({.name = name, .values = {{std::string(keyOf(metric)), value}}});
        if (repaired.judged)
            all.back().values.emplace("judge", *repaired.judged);
    }
    return all;
}

std::vector<report::JudgedCase> judged(const std::vector<Measured>& outputs, const std::vector<Measured>& layers,
                                       const ThresholdOptions& options)
{
    std::vector<report::JudgedCase> cases;
    for (const auto& condition : options.onOutputs)
        addCases("outputs", "output", outputs, condition, options, cases);
    for (const auto& condition : options.onLayers)
        addCases("layers", "layer", layers, condition, options, cases);
    return cases;
}

void declareThresholds(CLI::App& command, ThresholdOptions& options, Conditions conditions,
                       std::vector<std::string> others)
{
    options.others = std::move(others);
    const auto beside =
        options.others.empty() ? std::string() : fmt::format("; also {}", fmt::join(options.others, ", "));
    const auto add = [&](const char* name, std::vector<std::string>& list, const std::string& help) {
        declareRepeatable(command, name, list, help.c_str(), "[NAME:]METRIC<VALUE");
        command.get_option(name)->group(kThresholdOptions)->check([&options](const std::string& word) {
            return parseThreshold(word, options.others)
                       ? std::string()
                       : fmt::format("{} is no threshold: expected METRIC<VALUE, for example sqnr_db<20", word);
        });
    };
    if (conditions != Conditions::OnLayers)
        add("--fail-on", options.onOutputs,
            "Exit with 3 when an output is worse, e.g. 'sqnr_db<20', 'worst_slice<20', 'logits:sqnr_db<20' or "
            "'y[:, 4:]:sqnr_db<20'"
                + beside + "; repeatable");
    if (conditions != Conditions::OnOutputs)
        add("--fail-on-layer", options.onLayers,
            "Exit with 3 when a layer is worse, or the one that is named" + beside + "; repeatable");
    declareJunit(command, options.junit);
}

void declareJunit(CLI::App& command, std::string& file)
{
    takesPath(
        command.add_option("--junit", file, "Also write what was judged, and how, as results of tests (JUnit's XML)"),
        PathUse::WritesJunit)
        ->type_name("FILE")
        ->group(kThresholdOptions);
}

void requireCondition(const CLI::App& command)
{
    const auto* junit = command.get_option_no_throw("--junit");
    bool takesConditions = false;
    bool hasCondition = false;
    for (const char* name : {"--fail-on", "--fail-on-layer", "--fail-on-worse"})
        if (const auto* option = command.get_option_no_throw(name)) {
            takesConditions = true;
            hasCondition = hasCondition || option->count() > 0;
        }
    const bool judgesByItself = command.get_name() == "check"; // its rules
    if (junit && junit->count() > 0 && takesConditions && !hasCondition && !judgesByItself)
        throw Error(ErrorCode::BadArgument,
                    Message("{} would hold no test: nothing is judged", junit->results().front()),
                    "say by --fail-on… what must hold");
}

int statusOf(const CommandSession& session, std::string_view command, const std::vector<report::JudgedCase>& cases,
             const std::string& junitFile)
{
    writeJunit(junitFile, command, cases);
    bool hasFailed = false;
    for (const auto& each : cases) {
        if (each.failure.empty())
            continue;
        hasFailed = true;
        session.tellCrossed(each.failure);
    }
    return hasFailed ? kThresholdCrossed : kDone;
}

int statusOf(const CommandSession& session, std::string_view command, const std::vector<results::Diagnostic>& findings,
             const std::string& failOn, const std::string& junitFile)
{
    std::vector<report::JudgedCase> cases;
    std::size_t crossing = 0;
    for (const auto& finding : findings) {
        const bool fails = isCrossing(finding, failOn);
        const auto text = report::oneLine(finding.message.english());
        cases.push_back({"findings", finding.subject.empty() ? finding.rule : finding.rule + " " + finding.subject,
                         fails ? text : std::string(), fmt::format("{}: {}", keyOf(finding.severity), text)});
        crossing += fails ? 1 : 0;
    }
    addQuietRules(findings, cases);
    writeJunit(junitFile, command, cases);
    if (crossing == 0)
        return kDone;
    session.tellCrossed(
        fmt::format("{} finding{} of severity {} or worse", crossing, crossing == 1 ? "" : "s", failOn));
    return kThresholdCrossed;
}

} // namespace ql::cli
