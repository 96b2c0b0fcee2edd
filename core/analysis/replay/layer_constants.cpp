// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/layer_constants.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::NodeId;
using graph::TensorData;

constexpr double kLikeRounding = 0.01; ///< of the largest number, as half precision keeps it and more

/// The floating-point ones that @p run reads directly, by operator family and slot.
struct Constant {
    std::string family;
    std::size_t slot = 0;
    const TensorData* numbers = nullptr;
};

std::vector<Constant> constantsOf(const Graph& graph, const std::vector<NodeId>& run)
{
    std::vector<Constant> constants;
    for (const auto id : run) {
        const auto& node = graph.node(id);
        for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
            const auto* numbers = node.inputs[slot].isValid() ? graph.constantOf(node.inputs[slot]) : nullptr;
            if (numbers && graph::isFloatingPoint(numbers->type()) && numbers->size() > 1)
                constants.push_back({graph::familyOf(node.opType), slot, numbers});
        }
    }
    return constants;
}

bool areAlike(const TensorData& left, const TensorData& right)
{
    constexpr std::size_t kMostRead = 1 << 24; // numbers: larger constants are compared elsewhere, piece by piece
    if (left.size() > kMostRead || left.size() != right.size())
        return left.size() == right.size();
    const auto x = left.toDoubles();
    const auto y = right.toDoubles();
    double largest = 0.0;
    double apart = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        largest = std::max(largest, std::abs(x[i]));
        apart = std::max(apart, std::abs(x[i] - y[i]));
    }
    return apart <= kLikeRounding * largest;
}

/// A layer of as many nodes of the same families on both sides: nothing was folded into anything.
bool haveSameNodes(const Graph& left, const std::vector<NodeId>& leftRun, const Graph& right,
                   const std::vector<NodeId>& rightRun)
{
    return std::ranges::equal(
        leftRun, rightRun, {}, [&left](NodeId id) { return graph::familyOf(left.node(id).opType); },
        [&right](NodeId id) { return graph::familyOf(right.node(id).opType); });
}

} // namespace

bool haveOtherConstants(const Graph& baseline, const std::vector<NodeId>& baselineRun, const Graph& analysis,
                        const std::vector<NodeId>& analysisRun)
{
    if (!haveSameNodes(baseline, baselineRun, analysis, analysisRun))
        return false;
    const auto others = constantsOf(analysis, analysisRun);
    return std::ranges::any_of(constantsOf(baseline, baselineRun), [&others](const Constant& one) {
        const auto same = std::ranges::find_if(others, [&one](const Constant& other) {
            return other.family == one.family && other.slot == one.slot
                   && other.numbers->shape() == one.numbers->shape();
        });
        return same != others.end() && !areAlike(*one.numbers, *same->numbers);
    });
}

} // namespace ql::analysis
