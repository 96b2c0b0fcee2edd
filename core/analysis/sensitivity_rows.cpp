// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity_rows.h"

#include <algorithm>

namespace ql::analysis {

namespace {

using results::SensitivityWhat;

bool startsWithAny(const std::string& name, const std::vector<std::string>& prefixes)
{
    return prefixes.empty() || std::ranges::any_of(prefixes, [&](const std::string& prefix) { return name.starts_with(prefix); });
}

bool isAnyOf(const std::string& type, const std::vector<std::string>& types)
{
    return types.empty() || std::ranges::find(types, type) != types.end();
}

bool isWanted(const quant::QuantizerPoint& point, SensitivityWhat what)
{
    const bool isWeight = point.role == quant::QuantizerRole::Weight;
    return what == SensitivityWhat::Both || what == SensitivityWhat::Together
           || isWeight == (what == SensitivityWhat::Weight);
}

std::string sensitiveType(const quant::QuantizerPoint& point, const results::SensitivityRequest& request)
{
    if (request.what == SensitivityWhat::Together || request.groupsScopes)
        return "both";
    return point.role == quant::QuantizerRole::Weight ? "weight" : "activation";
}

void addDtype(std::string& list, const std::string& dtype)
{
    if (list.find(dtype) == std::string::npos)
        list += (list.empty() ? "" : ",") + dtype;
}

} // namespace

std::vector<SwitchGroup> switchGroups(const graph::Graph& baseline, const std::vector<quant::QuantizerPoint>& points,
                                      const results::SensitivityRequest& request)
{
    std::vector<SwitchGroup> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& point = points[i];
        const auto node = baseline.findNode(point.layer);
        const std::string opType = node ? baseline.node(*node).opType : "Input";
        if (!isWanted(point, request.what) || !startsWithAny(point.layer, request.prefixes)
            || !isAnyOf(opType, request.operatorTypes))
            continue;
        const auto& scope = node ? baseline.node(*node).scope : std::string();
        const auto name = request.groupsScopes && !scope.empty() ? scope : point.layer;
        const auto type = sensitiveType(point, request);
        auto group = std::ranges::find_if(groups, [&](const SwitchGroup& each) {
            return each.row.opName == name && each.row.sensitiveType == type;
        });
        if (group == groups.end()) {
            groups.push_back({{.opName = name, .sensitiveType = type, .opType = name == point.layer ? opType : "Scope"}, {}, {}});
            group = std::prev(groups.end());
        }
        group->points.push_back(i);
        group->row.quantizers.push_back(point.key);
        addDtype(group->row.quantDtype, point.dtype);
        if (node && std::ranges::find(group->nodes, *node) == group->nodes.end())
            group->nodes.push_back(*node);
    }
    return groups;
}

} // namespace ql::analysis
