// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/switched_runs.h"
#include "core/runs/pairs/value_source.h"
#include "core/runs/what_if.h"

#include <functional>
#include <optional>
#include <vector>

namespace ql::analysis {

/// Which output of @p node holds the indices that it chose: TopK, ArgMax, ArgMin, NonMaxSuppression. Nothing for other
/// operators, and where the graph leaves that output out.
std::optional<std::size_t> decisionOutput(const graph::Node& node);

/// What the node of @p event gives when it has to choose @p indices: these, and the elements that they name. Nothing
/// when they don't fit the node's own result.
std::optional<runs::Tensor> decidedAs(const runs::ValueEvent& event, const runs::Tensor& indices);

/// How many of the indices differ.
std::uint64_t flippedCount(const runs::Tensor& expected, const runs::Tensor& found);

/// The decisions of one graph's own nodes (those of bodies are left alone).
class DecisionReplay {
public:
    explicit DecisionReplay(const graph::Graph& graph);

    bool isEmpty() const { return m_nodes.empty(); }
    /// By decision, nothing counted yet.
    std::vector<results::FlippedDecision> uncounted() const;
    /// Makes every decision come out as in @p baseline, a run of the same graph, which must outlive it. What the nodes
    /// would have chosen is counted in @p counts, if there are any.
    runs::Interceptor like(const runs::WhatIf& baseline, std::vector<results::FlippedDecision>* counts = nullptr) const;

private:
    struct Decision {
        graph::NodeId node;
        std::size_t output = 0;
        graph::ValueId indices;
    };

    const graph::Graph& m_graph;
    std::vector<Decision> m_nodes;
};

/// The decisions of two models that run side by side: the analysis model's come out as the baseline's.
class PairedDecisions {
public:
    /// @p baselineRun is advanced as far as a decision asks for it, and must outlive this.
    PairedDecisions(const graph::Graph& baseline, const graph::Graph& analysis, runs::ValueSource& baselineRun);

    /// For the run of the analysis model. This must outlive it.
    runs::Interceptor replay();
    const std::vector<results::FlippedDecision>& counts() const { return m_counts; }

private:
    struct Pair {
        graph::NodeId node; ///< of the analysis model
        std::size_t output = 0;
        graph::ValueId indices; ///< of the baseline
    };

    const graph::Graph& m_analysis;
    runs::ValueSource& m_baselineRun;
    std::vector<Pair> m_pairs;
    std::vector<results::FlippedDecision> m_counts; ///< by pair
};

} // namespace ql::analysis
