// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/checks/rule_runner.h"

#include "core/analysis/check/check.h"
#include "core/graph/text_form/text_form.h"

namespace ql::tests {

results::CheckResult checkText(const std::string& text)
{
    importers::ImportedModel model;
    model.graph = graph::parseGraph(text);
    JobContext ctx;
    return *analysis::checkModel(model, {}, ctx);
}

std::vector<results::Diagnostic> findingsOf(std::string_view rule, const std::string& text)
{
    std::vector<results::Diagnostic> findings;
    for (auto& finding : checkText(text).findings)
        if (finding.rule == rule)
            findings.push_back(finding);
    return findings;
}

std::string summaryOf(std::string_view rule, const std::string& text)
{
    constexpr const char* kWords[]{"info", "warning", "error"};
    std::string summary;
    for (const auto& finding : findingsOf(rule, text)) {
        const auto* word = kWords[static_cast<int>(finding.severity)];
        summary += (summary.empty() ? "" : ", ") + std::string(word) + " " + finding.subject;
    }
    return summary;
}

} // namespace ql::tests
