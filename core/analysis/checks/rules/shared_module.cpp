// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_tables.h"
#include "core/analysis/checks/rule_context.h"

#include <algorithm>

namespace ql::analysis::checks {

namespace {

bool multiplies(const RuleContext& context, const std::string& module)
{
    const auto& tree = *context.model.modules;
    return std::ranges::any_of(context.graph.nodes(), [&](const graph::Node& node) {
        const auto* own = tree.moduleOf(node);
        return own && own->path == module && isProduct(node);
    });
}

} // namespace

void shared_module(const RuleContext& context, Findings& findings)
{
    for (const auto& use : moduleUses(context))
        if (use.calls.value_or(0) > 1 && !multiplies(context, use.name)) // of a weight another rule says it
            findings.add(Severity::Info, use.name,
                         Message("the module {} ({}) is called {} times. One operator, called several times, sees "
                                 "several ranges.",
                                 use.name, use.type, *use.calls),
                         "Give each call an operator of its own when you quantize in training.");
}

} // namespace ql::analysis::checks
