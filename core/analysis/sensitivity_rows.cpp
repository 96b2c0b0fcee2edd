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

/// The group called @p name, made when it is new.
SwitchGroup& groupNamed(std::vector<SwitchGroup>& groups, const std::string& name, const std::string& type,
                        const std::string& opType)
{
    for (auto& group : groups)
        if (group.row.opName == name && group.row.sensitiveType == type)
            return group;
    groups.push_back({{.opName = name, .sensitiveType = type, .opType = opType}, {}, {}});
    return groups.back();
}

void addPoint(SwitchGroup& group, std::size_t index, const quant::QuantizerPoint& point)
{
    if (std::ranges::find(group.points, index) != group.points.end())
        return;
    group.points.push_back(index);
    group.row.quantizers.push_back(point.key);
    addDtype(group.row.quantDtype, point.dtype);
}

/// A layer as a whole is left alone only when what it reads is left alone too.
void addWhatLayersRead(std::vector<SwitchGroup>& groups, const std::vector<quant::QuantizerPoint>& points)
{
    for (auto& group : groups)
        for (std::size_t i = 0; i < points.size(); ++i)
            for (const auto edge : points[i].edges)
                if (edge.node.isValid() && std::ranges::find(group.nodes, edge.node) != group.nodes.end())
                    addPoint(group, i, points[i]);
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
        const bool isScope = request.groupsScopes && !scope.empty();
        auto& group = groupNamed(groups, isScope ? scope : point.layer, sensitiveType(point, request), isScope ? "Scope" : opType);
        addPoint(group, i, point);
        if (node && std::ranges::find(group.nodes, *node) == group.nodes.end())
            group.nodes.push_back(*node);
    }
    if (request.what == SensitivityWhat::Together || request.groupsScopes)
        addWhatLayersRead(groups, points);
    return groups;
}

} // namespace ql::analysis
