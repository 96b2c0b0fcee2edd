// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/error_parts.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/results/attribution_result.h"
#include "core/runtime/partial_execution.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace ql::analysis {

/// A quantized layer, the runs that take its error apart, and the sums over samples.
class LayerError {
public:
    /// A layer of the baseline. @pre it has a quantizer
    LayerError(const QuantizerSwitches& switches, const graph::Node& node);
    /// A graph input that is quantized.
    LayerError(const QuantizerSwitches& switches, graph::ValueId input);

    /// @p off and @p on are the runs with all switches off and on. Returns how many nodes it ran; none where a branch
    /// that the layer stands in was not taken in both.
    /// @throws as Execution
    std::size_t addSample(const runtime::PartialExecution& off, const runtime::PartialExecution& on,
                          std::stop_token stop);
    /// Whether a sample ran it: one in a branch may stand beside what was taken.
    bool hasRun() const { return m_hasRun; }
    /// False for a layer that only moves what is quantized so already: its quantizer changes nothing any more.
    bool isWorthARow() const;
    results::AttributionRow row() const;

private:
    /// A value that the layer makes, and its quantizer.
    struct Output {
        std::size_t slot = 0;
        graph::ValueId value;
        std::optional<std::size_t> point;
    };
    using Tensors = std::vector<runtime::Tensor>;

    void addOutput(std::size_t slot, graph::ValueId value);
    bool isOwnWeight(graph::ValueId value) const;
    bool ran(const runtime::PartialExecution& run) const;
    Tensors givenByBodies(const runtime::PartialExecution& on) const;
    Tensors outputsOf(const runtime::PartialExecution& run) const;
    std::optional<Tensors> rerunWith(const runtime::PartialExecution& off, const runtime::PartialExecution& on,
                                     bool takesWeights, std::stop_token stop) const;

    const QuantizerSwitches& m_switches;
    const graph::Node* m_node = nullptr; ///< in the graph with switches; absent for a graph input
    std::string m_name;
    std::vector<std::size_t> m_weightPoints;
    std::vector<Output> m_outputs;
    bool m_hasRun = false;
    ErrorEnergy m_accumulated;
    ErrorParts m_parts;
};

} // namespace ql::analysis
