// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_checks.h"

#include "widgets/text/core_text.h"

#include <algorithm>
#include <map>

namespace ql::widgets {

namespace {

using results::CheckResult;
using results::Diagnostic;

/// The layers of each finding that is about several: of a shared weight all that read it.
std::vector<std::string> layersOf(const CheckResult& result, const Diagnostic& finding)
{
    if (finding.rule == "shared-weight")
        for (const auto& use : result.weightUses)
            if (use.layers.size() > 1 && use.layers.front() == finding.subject)
                return use.layers;
    return {finding.subject};
}

bool saysShared(const Diagnostic& finding)
{
    return finding.rule == "shared-weight" || finding.rule == "shared-module";
}

/// Nodes by their own name, and by their module's, whose operators are called otherwise.
class Places {
public:
    Places(const results::GraphOutline& outline, GraphContent content)
        : m_content(content)
    {
        for (std::size_t node = 0; node < outline.nodes.size(); ++node) {
            const auto& each = outline.nodes[node];
            m_nodes.emplace(each.name, Place{node, each.isOnlyInAnalysis});
            if (!each.scope.empty() && each.scope != each.name)
                m_nodes.emplace(each.scope, Place{node, each.isOnlyInAnalysis});
        }
    }

    /// Of one of the two models; a merged picture goes by the baseline's names.
    std::vector<std::size_t> of(const std::string& layer, bool isOfBaseline) const
    {
        std::vector<std::size_t> found;
        const auto [begin, end] = m_nodes.equal_range(layer);
        for (auto place = begin; place != end; ++place)
            if (m_content != GraphContent::Merged || !isOfBaseline || !place->second.isOnlyInAnalysis)
                found.push_back(place->second.node);
        return found;
    }

private:
    struct Place {
        std::size_t node;
        bool isOnlyInAnalysis;
    };

    std::multimap<std::string, Place> m_nodes;
    GraphContent m_content;
};

void mark(GraphLook& look, std::size_t node, const Diagnostic& finding)
{
    auto& findings = look.findings[node];
    const bool isKnown = std::ranges::any_of(findings, [&finding](const Diagnostic& each) {
        return each.rule == finding.rule && each.message == finding.message;
    });
    if (!isKnown)
        findings.push_back(finding);
    if (saysShared(finding))
        look.isShared[node] = true;
}

} // namespace

void applyChecks(GraphLook& look, const CheckedModels& checked, GraphContent content)
{
    const auto count = look.outline ? look.outline->nodes.size() : 0;
    look.findings.assign(count, {});
    look.isShared.assign(count, false);
    if (count == 0)
        return;
    const Places places(*look.outline, content);
    const auto take = [&](const std::shared_ptr<const CheckResult>& result, bool isOfBaseline) {
        for (const Diagnostic& finding : result ? result->findings : std::vector<Diagnostic>())
            for (const auto& layer : layersOf(*result, finding))
                for (const auto node : places.of(layer, isOfBaseline))
                    mark(look, node, finding);
    };
    if (content != GraphContent::Analysis)
        take(checked.baseline, true);
    if (content != GraphContent::Baseline)
        take(checked.analysis, false);
}

QStringList checkLinesOf(const GraphLook& look, std::size_t node)
{
    QStringList lines;
    if (node < look.findings.size())
        for (const Diagnostic& finding : look.findings[node])
            lines.append(coreText(finding.message));
    return lines;
}

} // namespace ql::widgets
