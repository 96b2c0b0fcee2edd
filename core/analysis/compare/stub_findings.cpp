// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/findings.h"

#include <algorithm>
#include <set>

namespace ql::analysis {

namespace {

/// The stubs that a program calls, by their paths.
struct Stubs {
    std::set<std::string> called;
    std::set<std::string> computing; ///< with an operator of their own, or of a module in them
};

void addStubs(const importers::ImportedModel& model, Stubs& stubs)
{
    if (!model.modules)
        return;
    const auto& tree = *model.modules;
    std::vector<bool> isLeft(tree.calls.size());
    for (const auto& node : model.graph.nodes())
        for (auto call = tree.callOf(node); call >= 0; call = tree.calls[std::size_t(call)].caller)
            isLeft[std::size_t(call)] = true;
    for (std::size_t i = 0; i < tree.calls.size(); ++i) {
        const auto& module = tree.modules[std::size_t(tree.calls[i].module)];
        if (module.className.ends_with("QuantStub"))
            (isLeft[i] ? stubs.computing : stubs.called).insert(module.path);
    }
}

} // namespace

std::vector<results::Diagnostic> stubFindings(const importers::ImportedModel& baseline,
                                              const importers::ImportedModel& analysis)
{
    Stubs stubs;
    addStubs(baseline, stubs);
    addStubs(analysis, stubs);
    results::Diagnostic finding;
    std::ranges::set_difference(stubs.called, stubs.computing, std::back_inserter(finding.layers));
    if (finding.layers.empty())
        return {};
    finding.severity = results::Severity::Info;
    finding.rule = "stub-without-row";
    finding.message = Message("{} compute nothing and have no rows: what comes out is what goes in",
                              Message::names(finding.layers, ", "));
    return {finding};
}

} // namespace ql::analysis
