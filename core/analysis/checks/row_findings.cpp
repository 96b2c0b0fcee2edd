// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/row_findings.h"

#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::analysis::checks {

namespace {

/// Rules about the constants of quantizers, which say why a layer's numbers are wrong.
constexpr std::string_view kMismatch = "mismatched-dequantizer";
constexpr std::array<std::string_view, 4> kConstantRules{"bad-scale", "bias-overflow", kMismatch, "zero-point-range"};

/// The row of what @p node makes, else of the nearest layers that read it.
results::LayerRow* rowBehind(results::CompareResult& result, const graph::Graph& graph, graph::NodeId start)
{
    constexpr std::size_t kFarthest = 16;
    std::vector<graph::NodeId> open{start};
    for (std::size_t i = 0; i < std::min(open.size(), kFarthest); ++i) {
        const auto& node = graph.node(open[i]);
        for (auto& row : result.layers) {
            const bool isMade = std::ranges::any_of(node.outputs, [&](graph::ValueId output) {
                return output.isValid() && graph.value(output).name == row.analysis.value;
            });
            if (isMade || row.analysis.node == node.name)
                return &row;
        }
        for (const auto output : node.outputs)
            if (output.isValid())
                std::ranges::copy(graph.value(output).consumers, std::back_inserter(open));
    }
    return nullptr;
}

/// What those rules find that is plainly wrong.
std::vector<Diagnostic> constantErrors(const importers::ImportedModel& analysis)
{
    const RuleContext context(analysis);
    Findings findings;
    for (const auto& rule : rules()) {
        if (std::ranges::find(kConstantRules, rule.name) == kConstantRules.end())
            continue;
        findings.rule = rule.name;
        rule.find(context, findings);
    }
    std::erase_if(findings.all, [](const Diagnostic& finding) { return finding.severity != Severity::Error; });
    return std::move(findings.all);
}

} // namespace

void addRowFindings(const importers::ImportedModel& analysis, results::CompareResult& result)
{
    for (auto& finding : constantErrors(analysis)) {
        const auto node = analysis.graph.findNode(finding.subject);
        auto* row = node ? rowBehind(result, analysis.graph, *node) : nullptr;
        if (!row)
            continue;
        const auto place =
            std::ranges::find_if(row->advice, [](const auto& said) { return said.rule != "error-origin"; });
        if (place != row->advice.begin() && finding.rule == kMismatch)
            row->advice.front().remedy = finding.remedy; // no run can tell which of the two is wrong
        row->advice.insert(place, std::move(finding));
    }
}

Error withFinding(const Error& refusal, const importers::ImportedModel& analysis)
{
    const auto found = refusal.code() == ErrorCode::InvalidGraph ? constantErrors(analysis) : std::vector<Diagnostic>();
    if (found.empty())
        return refusal;
    const auto& first = found.front();
    Error error(refusal.code(), refusal.message(),
                Message("check finds at {}: {} {}", first.subject, first.message, first.remedy));
    for (const auto& where : refusal.context())
        error.addContext(where);
    return error;
}

} // namespace ql::analysis::checks
