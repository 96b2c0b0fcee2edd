// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/run_census.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/operands.h"
#include "core/base/message.h"
#include "core/import/imported_model.h"
#include "core/results/check_result.h"

#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace ql::analysis::checks {

using results::Diagnostic;
using results::Severity;

/// Collects the findings of all rules, each under the name of the rule that is running.
struct Findings {
    std::string rule;
    std::vector<Diagnostic> all;

    void add(Severity severity, const std::string& subject, const Message& message, const Message& remedy)
    {
        all.push_back({severity, rule, subject, message, remedy});
    }
};

/// A scale and a zero point where an operator reads them.
struct ScaleUse {
    graph::NodeId node;
    graph::ValueId tensor; ///< the integers that they are about
    graph::ValueId scale;
    graph::ValueId zeroPoint;
    std::int64_t axis = 1;
    bool isWeight = false; ///< tensor depends on initializers alone
};

/// What is known of a model beside itself. Refers to it; nothing may be known.
struct Evidence {
    const RunCensus* run = nullptr;
    const std::map<std::string, std::string>* observers = nullptr; ///< by value, what found its scale in a simulation
};

/// What every rule may look at: one model's main graph and what was found out about it. Refers to the model.
struct RuleContext {
    explicit RuleContext(const importers::ImportedModel& model, Evidence evidence = {});

    const importers::ImportedModel& model;
    const graph::Graph& graph;
    std::vector<graph::NodeId> order;
    OperandReader operands;
    std::vector<Layer> layers;
    std::vector<ScaleUse> scales; ///< in order of the nodes
    std::string kind;             ///< as modelKind()
    Evidence evidence;

    /// In order of execution.
    auto nodes() const
    {
        return order | std::views::transform([this](graph::NodeId id) -> const graph::Node& { return graph.node(id); });
    }
    bool isQuantized() const { return kind != "float"; }
    bool isOutput(graph::ValueId value) const { return m_isOutput[value.position()]; }
    const graph::Node* producerOf(graph::ValueId value) const;
    /// As declared, or as a run showed.
    graph::DataType typeOf(graph::ValueId value) const;
    /// On whose grid @p value lies: its own quantizer's, or that of what it is made of by operators that leave numbers
    /// on their grid (Relu, MaxPool, what only moves data); null where it lies on none.
    const results::QuantizerInfo* gridOf(graph::ValueId value) const;
    /// The same of what an operator reads; null where that gets its scale while the model runs.
    const results::QuantizerInfo* gridOf(const Operand& operand) const;
    /// The one node that reads @p value; null when there are others or it is an output of the model.
    const graph::Node* onlyReader(graph::ValueId value) const;

private:
    std::vector<bool> m_isOutput;                       ///< by value index
    std::vector<const results::QuantizerInfo*> m_grids; ///< likewise; they belong to layers
};

/// A rule of rules.inc.
struct Rule {
    std::string_view name; ///< "bad-scale"
    void (*find)(const RuleContext&, Findings&);
};
const std::vector<Rule>& rules();

/// Input @p slot of @p node, or an invalid id where it is omitted.
graph::ValueId inputAt(const graph::Node& node, std::size_t slot);
/// Output @p slot of @p node, or an invalid id where it is omitted.
graph::ValueId outputAt(const graph::Node& node, std::size_t slot);
/// "int8, scale 0.01, zero point 3", "int8, 32 scales".
Message describe(const results::QuantizerInfo& quantizer);
/// "a, b, c and 12 more".
Message namesText(const std::vector<std::string>& names);

/// Conv, ConvTranspose, MatMul, Gemm and their integer forms.
bool isProduct(const graph::Node& node);
/// Max and average pooling, global or not, and their integer forms.
bool isPooling(const graph::Node& node);

} // namespace ql::analysis::checks
