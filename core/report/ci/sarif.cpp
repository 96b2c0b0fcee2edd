// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ci/ci_files.h"

#include "core/base/utf8.h"
#include "core/report/json/json_writer.h"
#include "core/results/check_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace ql::report {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr std::string_view kConfigRules = "config-";

/// A path as a URI reference (RFC 3986): relative ones stay relative to where the command ran.
std::string uriOf(const std::string& path)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    std::string uri = std::filesystem::path(path).is_absolute() ? "file://" : "";
    for (const char each : path)
        uri += kPlain.find(each) == std::string_view::npos
                   ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(each)))
                   : std::string(1, each);
    return uri;
}

const char* levelOf(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Info: break;
    }
    return "note";
}

Json locationOf(const Diagnostic& finding, const std::string& model, const std::string& config)
{
    const bool isInConfig = finding.rule.starts_with(kConfigRules) && !config.empty();
    Json physical{{"artifactLocation", {{"uri", uriOf(isInConfig ? config : model)}}}};
    if (isInConfig && finding.line > 0) {
        physical["region"]["startLine"] = finding.line;
        if (finding.column > 0)
            physical["region"]["startColumn"] = finding.column;
    }
    Json location{{"physicalLocation", std::move(physical)}};
    if (!finding.subject.empty())
        location["logicalLocations"] = Json::array({{{"name", finding.subject}, {"kind", "member"}}});
    return location;
}

/// -1, which SARIF has for what it doesn't know, for a rule that isn't listed.
std::ptrdiff_t ruleIndexOf(const Diagnostic& finding)
{
    const auto rules = results::checkRules();
    const auto found = std::ranges::find(rules, finding.rule, &results::CheckRule::id);
    return found == rules.end() ? -1 : found - rules.begin();
}

Json resultOf(const Diagnostic& finding, const std::string& model, const std::string& config)
{
    auto text = finding.message.english();
    if (!finding.remedy.empty())
        text += (text.ends_with('.') ? " " : ". ") + finding.remedy.english();
    return {{"ruleId", finding.rule},
            {"ruleIndex", ruleIndexOf(finding)},
            {"level", levelOf(finding.severity)},
            {"message", {{"text", text}}},
            {"locations", Json::array({locationOf(finding, model, config)})}};
}

} // namespace

std::string checkSarif(const results::CheckResult& result, const std::string& config)
{
    auto rules = Json::array();
    for (const auto& rule : results::checkRules())
        rules.push_back({{"id", rule.id}, {"shortDescription", {{"text", rule.summary}}}});
    auto results = Json::array();
    for (const auto& finding : result.findings)
        results.push_back(resultOf(finding, result.model, config));
    Json driver{{"name", "Quantloupe"}, {"version", QUANTLOUPE_VERSION}, {"rules", std::move(rules)}};
    Json run{
        {"tool", {{"driver", std::move(driver)}}}, {"columnKind", "utf16CodeUnits"}, {"results", std::move(results)}};
    return documentText({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                         {"version", "2.1.0"},
                         {"runs", Json::array({std::move(run)})}});
}

} // namespace ql::report
