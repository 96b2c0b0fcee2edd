// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/attribute_differences.h"

#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/clamp_bounds.h"
#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace ql::analysis {

namespace {

using graph::AttributeValue;
using graph::Graph;
using graph::Node;

constexpr double kSame = 1e-4; ///< of the larger number

bool areSame(double left, double right)
{
    return left == right || std::abs(left - right) <= kSame * std::max(std::abs(left), std::abs(right));
}

/// How a weight or a type is stored, what only training asks for, and what an importer notes of a program, say nothing
/// of what is computed.
bool isOfStorage(std::string_view name)
{
    constexpr std::array<std::string_view, 6> kStorage{"transA", "transB", "to", "dtype", "momentum", "training_mode"};
    return graph::isOurs(name) || std::ranges::find(kStorage, name) != kStorage.end();
}

/// One may count an axis from the end.
bool areOfOneSign(std::int64_t left, std::int64_t right)
{
    return (left < 0) == (right < 0);
}

bool differ(const AttributeValue& left, const AttributeValue& right)
{
    if (left.index() != right.index())
        return false;
    if (const auto* number = std::get_if<std::int64_t>(&left))
        return *number != std::get<std::int64_t>(right) && areOfOneSign(*number, std::get<std::int64_t>(right));
    if (const auto* number = std::get_if<double>(&left))
        return !areSame(*number, std::get<double>(right));
    if (const auto* text = std::get_if<std::string>(&left))
        return *text != std::get<std::string>(right);
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&left)) {
        const auto& others = std::get<std::vector<std::int64_t>>(right);
        return *numbers != others && std::ranges::equal(*numbers, others, areOfOneSign);
    }
    if (const auto* numbers = std::get_if<std::vector<double>>(&left))
        return !std::ranges::equal(*numbers, std::get<std::vector<double>>(right), areSame);
    return false;
}

std::string textOf(const AttributeValue& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return fmt::format("{}", *number);
    if (const auto* number = std::get_if<double>(&value))
        return fmt::format("{:.4g}", *number);
    if (const auto* text = std::get_if<std::string>(&value))
        return *text;
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value))
        return fmt::format("[{}]", fmt::join(*numbers, ", "));
    if (const auto* numbers = std::get_if<std::vector<double>>(&value))
        return fmt::format("[{:.4g}]", fmt::join(*numbers, ", "));
    return {};
}

void addBounds(std::vector<AttributeDifference>& found, const graph::ClampBounds& baseline,
               const graph::ClampBounds& analysis)
{
    const auto add = [&found](const char* name, const auto& one, const auto& other) {
        if (one && other && !areSame(*one, *other))
            found.push_back({name, fmt::format("{:.4g}", *one), fmt::format("{:.4g}", *other)});
    };
    add("min", baseline.low, analysis.low);
    add("max", baseline.high, analysis.high);
}

} // namespace

std::vector<AttributeDifference> attributeDifferences(const Graph& baselineGraph, const Node& baseline,
                                                      const Graph& analysisGraph, const Node& analysis)
{
    std::vector<AttributeDifference> found;
    if (baseline.opType != analysis.opType || baseline.domain != analysis.domain)
        return found;
    const bool isClamp = graph::traitsOf(baseline).clamp == graph::Clamp::AtBounds;
    if (isClamp)
        addBounds(found, graph::clampBounds(baselineGraph, baseline), graph::clampBounds(analysisGraph, analysis));
    for (const auto& [name, value] : baseline.attributes.entries()) {
        const auto* other = analysis.attributes.find(name);
        const bool isBound = isClamp && (name == "min" || name == "max");
        if (other && !isBound && !isOfStorage(name) && differ(value, *other))
            found.push_back({name, textOf(value), textOf(*other)});
    }
    return found;
}

} // namespace ql::analysis
