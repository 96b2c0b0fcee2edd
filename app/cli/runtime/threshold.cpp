// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runtime/threshold.h"
#include "app/cli/options/path_options.h"

#include "app/cli/command.h"
#include "app/cli/runtime/console.h"
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/report/table/number_format.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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

/// What fails, "output logits: sqnr_db is 12.3 (sqnr_db<20)", or nothing.
std::string crossing(const std::string& what, const auto& measured, const Threshold& threshold)
{
    if (!measured.metrics)
        return fmt::format("{}: shapes differ ({})", what, threshold.text);
    auto value = results::valueOf(*measured.metrics, threshold.metric);
    auto key = std::string(results::key(threshold.metric));
    if (threshold.isOfWorstSlice && measured.worstSlice) {
        value = measured.worstSlice->sqnrDb;
        key += " of " + measured.worstSlice->slice;
    }
    if (!value || !holds(threshold, *value))
        return {};
    return fmt::format("{}: {} is {} ({})", what, key, report::fourDigits(*value), threshold.text);
}

/// As of an output of its own.
results::OutputComparison sliceOf(const results::OutputComparison& output, const results::NamedSlice& slice)
{
    return {.name = output.name + slice.slice, .metrics = slice.metrics};
}

void requireNamed(const Threshold& threshold, bool isFound, const Message& problem)
{
    if (!isFound && !threshold.name.empty())
        throw Error(ErrorCode::BadArgument, problem, "compare without a condition prints the names");
}

bool isCrossing(const results::Diagnostic& finding, const std::string& failOn)
{
    return std::ranges::any_of(wordsOf(results::Severity{}),
                               [&](const auto& word) { return word.key == failOn && finding.severity >= word.value; });
}

/// Nothing without a file.
void writeJunit(const std::string& file, std::string_view command, const std::vector<report::JudgedCase>& cases)
{
    if (!file.empty())
        writeFileAtomically(file, report::junitXml(command, cases));
}

} // namespace

std::optional<Threshold> parseThreshold(std::string_view text)
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
    const bool isOfWorstSlice = compact.substr(0, at) == "worst_slice";
    const auto metric = isOfWorstSlice ? results::MetricId::Sqnr : results::metricFromKey(compact.substr(0, at));
    const auto value = parseNumber(std::string_view(compact).substr(at + (isInclusive ? 2 : 1)));
    if (!metric || !value)
        return std::nullopt;
    using Relation = Threshold::Relation;
    const auto relation = compact[at] == '<' ? (isInclusive ? Relation::LessOrEqual : Relation::Less)
                                             : (isInclusive ? Relation::GreaterOrEqual : Relation::Greater);
    const auto shown = name.empty() ? compact : name + ":" + compact;
    return Threshold{*metric, relation, *value, shown, name, isOfWorstSlice};
}

std::vector<report::JudgedCase> judged(const results::CompareResult& result, const std::vector<Threshold>& outputs,
                                       const std::vector<Threshold>& layers)
{
    std::vector<report::JudgedCase> cases;
    const auto add = [&cases](const char* group, const char* word, const auto& measured, const Threshold& threshold) {
        if (!threshold.name.empty() && threshold.name != measured.name)
            return false;
        const auto shown = report::oneLine(measured.name);
        cases.push_back({group, fmt::format("{} {}", shown, report::oneLine(threshold.text)),
                         crossing(fmt::format("{} {}", word, shown), measured, threshold)});
        return true;
    };
    for (const auto& threshold : outputs) {
        bool isFound = false;
        for (const auto& output : result.outputs) {
            isFound = (!output.strings && add("outputs", "output", output, threshold)) || isFound;
            for (const auto& slice : output.slices) // of which only their own conditions are asked
                isFound = (output.name + slice.slice == threshold.name
                           && add("outputs", "output", sliceOf(output, slice), threshold))
                          || isFound;
        }
        requireNamed(threshold, isFound, Message("no output that was compared is called {}", threshold.name));
    }
    for (const auto& threshold : layers) {
        bool isFound = false;
        for (const auto& row : result.layers)
            isFound =
                (row.state == results::LayerRow::State::Compared && add("layers", "layer", row, threshold)) || isFound;
        requireNamed(threshold, isFound, Message("no layer that was compared is called {}", threshold.name));
    }
    return cases;
}

void declareJunit(CLI::App& command, std::string& file)
{
    takesPath(
        command.add_option("--junit", file, "Also write what was judged, and how, as results of tests (JUnit's XML)"),
        PathUse::WritesJunit)
        ->type_name("FILE");
}

int statusOf(std::string_view command, const std::vector<report::JudgedCase>& cases, const std::string& junitFile)
{
    writeJunit(junitFile, command, cases);
    bool hasFailed = false;
    for (const auto& each : cases) {
        if (each.failure.empty())
            continue;
        hasFailed = true;
        printError("threshold crossed: {}\n", each.failure);
    }
    return hasFailed ? kThresholdCrossed : kDone;
}

int statusOf(std::string_view command, const std::vector<results::Diagnostic>& findings, const std::string& failOn,
             const std::string& junitFile)
{
    std::vector<report::JudgedCase> cases;
    std::size_t crossing = 0;
    for (const auto& finding : findings) {
        const bool fails = isCrossing(finding, failOn);
        cases.push_back({"findings", finding.subject.empty() ? finding.rule : finding.rule + " " + finding.subject,
                         fails ? report::oneLine(finding.message.english()) : std::string()});
        crossing += fails ? 1 : 0;
    }
    writeJunit(junitFile, command, cases);
    if (crossing == 0)
        return kDone;
    printError("{} finding{} of severity {} or worse\n", crossing, crossing == 1 ? "" : "s", failOn);
    return kThresholdCrossed;
}

} // namespace ql::cli
