// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity_rows.h"

#include "core/analysis/layers/row_filter.h"
#include "core/analysis/simulation/sibling_points.h"
#include "core/base/error.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"
#include "core/quant/quantized_graph/before_quantizers.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace ql::analysis {

namespace {

using quant::QuantizerPoint;
using quant::QuantizerRole;
using results::SensitivityGroup;
using results::SensitivityRequest;
using results::SensitivityWhat;

bool contains(const std::vector<std::string>& list, const std::string& word)
{
    return std::ranges::find(list, word) != list.end();
}

bool isWantedRole(const QuantizerPoint& point, SensitivityWhat what)
{
    const bool isWeight = point.role == QuantizerRole::Weight;
    return what == SensitivityWhat::Both || what == SensitivityWhat::Together
           || isWeight == (what == SensitivityWhat::Weight);
}

bool isWanted(const QuantizerPoint& point, const std::string& opType, const SensitivityRequest& request)
{
    return isWantedRole(point, request.what) && passes(request.filter, {point.layer}, {opType})
           && (request.layers.empty() || contains(request.layers, point.layer));
}

void requireKnownLayers(const std::vector<QuantizerPoint>& points, const SensitivityRequest& request)
{
    std::vector<std::string_view> known;
    for (const auto& point : points)
        known.push_back(point.layer);
    requireKnownModules(request.filter, known);
    for (const auto& layer : request.layers)
        if (std::ranges::none_of(points, [&](const QuantizerPoint& point) { return point.layer == layer; }))
            throw Error(ErrorCode::BadArgument, Message("no quantized layer is called {}", layer),
                        "a ranking of all layers gives their names");
}

/// Gathers points into rows; a row is known by what its points share, and by its type.
class Grouping {
public:
    Grouping(const graph::Graph& baseline, const std::vector<QuantizerPoint>& points, const SensitivityRequest& request)
        : m_baseline(baseline)
        , m_points(points)
        , m_request(request)
    {
        if (request.group == SensitivityGroup::Siblings)
            m_siblings = siblingSets(baseline, points);
    }

    std::vector<SwitchGroup> rows()
    {
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (isWanted(m_points[i], opType(m_points[i]), m_request))
                add(i);
        // Left alone as a whole is only a layer of which also the inputs are left alone.
        if (mergesRoles() && m_request.group != SensitivityGroup::Siblings)
            for (auto& group : m_groups)
                addWhatIsRead(group);
        return std::move(m_groups);
    }

private:
    bool mergesRoles() const
    {
        return m_request.what == SensitivityWhat::Together || m_request.group == SensitivityGroup::Scope;
    }

    /// The layer; null for a graph input.
    const graph::Node* nodeOf(const QuantizerPoint& point) const
    {
        const bool isWeight = point.role == QuantizerRole::Weight;
        const auto maker =
            isWeight ? point.node : m_baseline.value(quant::beforeQuantizers(m_baseline, point.source)).producer;
        return maker.isValid() ? &m_baseline.node(maker) : nullptr;
    }

    std::string opType(const QuantizerPoint& point) const
    {
        const auto* node = nodeOf(point);
        return node ? node->opType : "Input";
    }

    std::string sensitiveType(const QuantizerPoint& point) const
    {
        if (mergesRoles())
            return "both";
        return point.role == QuantizerRole::Weight ? "weight" : "activation";
    }

    /// The siblings that a point belongs to; a weight, if roles share a row, to those of what its layer makes.
    std::optional<std::size_t> siblingSet(std::size_t index) const
    {
        if (m_request.group != SensitivityGroup::Siblings)
            return std::nullopt;
        if (m_points[index].role == QuantizerRole::Activation)
            return m_siblings[index];
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (mergesRoles() && m_points[i].role == QuantizerRole::Activation
                && m_points[i].node == m_points[index].node)
                return m_siblings[i];
        return std::nullopt;
    }

    /// What the points of one row have in common.
    std::string keyOf(std::size_t index) const
    {
        const auto& point = m_points[index];
        if (const auto set = siblingSet(index))
            return fmt::format("siblings {}", *set);
        const auto* node = nodeOf(point);
        if (m_request.group == SensitivityGroup::Scope && node && !node->scope.empty())
            return "scope " + node->scope;
        return (node ? "layer " : "input ") + point.layer;
    }

    SwitchGroup& groupOf(std::size_t index)
    {
        const auto key = keyOf(index);
        const auto type = sensitiveType(m_points[index]);
        for (std::size_t i = 0; i < m_groups.size(); ++i)
            if (m_keys[i] == key && m_groups[i].row.sensitiveType == type)
                return m_groups[i];
        const bool isScope = key.starts_with("scope ");
        m_keys.push_back(key);
        auto& group = m_groups.emplace_back();
        group.row.opName = isScope ? nodeOf(m_points[index])->scope : m_points[index].layer;
        group.row.opType = isScope ? "Scope" : opType(m_points[index]);
        group.row.sensitiveType = type;
        if (const auto* node = nodeOf(m_points[index]); m_request.withStack && node && !isScope)
            group.row.source = node->attributes.stringOr(graph::kTorchSource, {});
        if (const auto* node = nodeOf(m_points[index]); node && !isScope)
            group.row.moduleClass = node->attributes.stringOr(graph::kTorchClass, {});
        return group;
    }

    void add(std::size_t index)
    {
        const auto& point = m_points[index];
        auto& group = groupOf(index);
        addPoint(group, index);
        if (!contains(group.row.layers, point.layer))
            group.row.layers.push_back(point.layer);
        const auto* node = nodeOf(point);
        if (node && std::ranges::find(group.nodes, node->id) == group.nodes.end())
            group.nodes.push_back(node->id);
    }

    void addPoint(SwitchGroup& group, std::size_t index)
    {
        if (std::ranges::find(group.points, index) != group.points.end())
            return;
        const auto& point = m_points[index];
        group.points.push_back(index);
        group.row.quantizers.push_back(point.key);
        if (group.row.quantDtype.find(point.dtype) == std::string::npos)
            group.row.quantDtype += (group.row.quantDtype.empty() ? "" : ",") + point.dtype;
    }

    void addWhatIsRead(SwitchGroup& group)
    {
        for (std::size_t i = 0; i < m_points.size(); ++i)
            for (const auto edge : m_points[i].edges)
                if (edge.node.isValid() && std::ranges::find(group.nodes, edge.node) != group.nodes.end())
                    addPoint(group, i);
    }

    const graph::Graph& m_baseline;
    const std::vector<QuantizerPoint>& m_points;
    const SensitivityRequest& m_request;
    std::vector<std::size_t> m_siblings; ///< by point
    std::vector<SwitchGroup> m_groups;
    std::vector<std::string> m_keys; ///< by group
};

} // namespace

std::vector<SwitchGroup> switchGroups(const graph::Graph& baseline, const std::vector<QuantizerPoint>& points,
                                      const SensitivityRequest& request)
{
    requireKnownLayers(points, request);
    auto rows = Grouping(baseline, points, request).rows();
    if (rows.empty())
        throw Error(ErrorCode::BadArgument, "no quantized layer passes the filters",
                    "see the names and operator types in a ranking without them");
    return rows;
}

std::vector<SwitchGroup> scopeGroups(const graph::Graph& baseline, const std::vector<QuantizerPoint>& points,
                                     SensitivityRequest request)
{
    request.group = SensitivityGroup::Scope;
    auto groups = switchGroups(baseline, points, request);
    std::erase_if(groups,
                  [](const SwitchGroup& group) { return group.row.opType != "Scope" || group.row.layers.size() < 2; });
    return groups;
}

void countMacs(std::vector<SwitchGroup>& groups, const graph::Graph& baseline, const runs::WhatIf& plain)
{
    const auto shapesOf = [&plain](const std::vector<graph::ValueId>& values) {
        std::vector<graph::Shape> shapes;
        for (const auto value : values) {
            const auto tensor = value.isValid() ? plain.tensor(value) : runs::Tensor();
            shapes.push_back(tensor.isDefined() ? tensor.shape() : graph::Shape{});
        }
        return shapes;
    };
    std::vector<std::uint64_t> macs;
    for (const auto& node : baseline.nodes())
        macs.push_back(graph::multiplyAccumulates(node, shapesOf(node.inputs), shapesOf(node.outputs)));
    const auto total = std::accumulate(macs.begin(), macs.end(), std::uint64_t{0});
    for (auto& group : groups) {
        for (const auto node : group.nodes)
            group.row.macs += macs[node.position()];
        group.row.macsShare = total == 0 ? 0.0 : double(group.row.macs) / double(total);
    }
}

} // namespace ql::analysis
