// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/rule_context.h"
#include "core/config/tracing/written_modules.h"

#include <algorithm>

namespace ql::analysis::checks {

void written_layer_norm(const RuleContext& context, Findings& findings)
{
    const auto* layerNorm = &config::torchFunctionNamed("layer_norm");
    std::vector<std::string> names;
    std::size_t operators = 0;
    for (const auto& written : config::writtenModules(context.graph, config::DataFlow(context.graph)))
        if (written.function == layerNorm) {
            names.push_back(context.graph.node(written.nodes.back()).name);
            operators += written.nodes.size();
        }
    if (names.empty())
        return;
    std::ranges::reverse(names); // as they are computed
    findings.add(
        Severity::Info, names.front(),
        Message("LayerNorm is written out here in {} operators, each of which gets a quantizer of its own, shared "
                "wherever the module is called again: {}.",
                operators, namesText(names)),
        "Export them whole (opset 17 or later), leave them in float, or train with BatchNorm in their place.");
}

} // namespace ql::analysis::checks
