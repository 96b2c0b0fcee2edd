// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/constraint_context.h"
#include "core/config/weight_blocks.h"

#include <algorithm>
#include <set>

namespace ql::config {

void checkScaleCounts(const ConstraintContext& context, ConfigFindings& findings)
{
    for (const auto& override : context.config.overrides) {
        const auto& fixed = override.settings.activation.fixed;
        const auto value = context.graph.findValue(override.selector.name);
        if (override.selector.kind != Selector::Kind::Tensor || !fixed || !value)
            continue;
        if (auto problem = scaleProblem(context.graph, *value, *fixed); !problem.empty())
            findings.push_back(ruleError("parameter-range", {override.selector.name}, std::move(problem),
                                         "write the scales of this very weight", override.position));
    }
}

void checkEncodings(const ConstraintContext& context, ConfigFindings& findings)
{
    std::set<std::string> seen;
    for (const auto& override : context.config.overrides)
        if (override.selector.kind == Selector::Kind::Tensor)
            seen.insert(override.selector.name);
    for (const auto& layer : context.layers)
        for (const auto input : layer.inputs) {
            const auto& value = context.graph.value(input);
            const bool isFloat = value.type == graph::DataType::Undefined || graph::isFloatingPoint(value.type);
            if (!layer.isCompute || !isFloat || !seen.insert(value.name).second)
                continue;
            auto finding =
                ruleError("missing-key", {layer.name}, Message("{}, which it reads, has no encoding", value.name),
                          "it stays in float, or is calibrated where there are data");
            finding.severity = results::Severity::Info;
            findings.push_back(std::move(finding));
        }
}

} // namespace ql::config
