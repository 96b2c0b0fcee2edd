// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/error_parts.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/results/attribution_result.h"
#include "core/runs/what_if.h"

#include <map>
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

    /// @p off and @p on are the runs with all switches off and on, which remember all iterations if the layer
    /// isInLoop(): of these, those count that both had. Returns how many nodes it ran; none where a branch that the
    /// layer stands in was not taken in both.
    /// @throws as runs::run()
    std::size_t addSample(const runs::WhatIf& off, const runs::WhatIf& on, std::stop_token stop);
    bool isInLoop() const;
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
    using Tensors = std::vector<runs::Tensor>;
    using Numbers = std::vector<std::int64_t>; ///< of an iteration; none outside of loops
    struct Sums {
        ErrorEnergy accumulated;
        ErrorParts parts;
        void add(const Sums& other);
    };
    /// Both runs, in one iteration of the loops around the layer, if there are any.
    struct Runs {
        const runs::WhatIf& off;
        const runs::WhatIf& on;
        const Numbers& numbers;
        runs::Tensor exact(graph::ValueId value) const { return off.tensorIn(value, numbers); }
        runs::Tensor quantized(graph::ValueId value) const { return on.tensorIn(value, numbers); }
    };

    void addOutput(std::size_t slot, graph::ValueId value);
    bool isOwnWeight(graph::ValueId value) const;
    bool ran(const runs::WhatIf& run) const;
    std::size_t addIterations(const runs::WhatIf& off, const runs::WhatIf& on, std::stop_token stop);
    std::size_t measure(Sums& sums, const Runs& runs, std::stop_token stop) const;
    Tensors givenByBodies(const Runs& runs) const;
    std::optional<Tensors> rerunWith(const Runs& runs, bool takesWeights, std::stop_token stop) const;

    const QuantizerSwitches& m_switches;
    const graph::Node* m_node = nullptr; ///< in the graph with switches; absent for a graph input
    std::string m_name;
    graph::BodyId m_body;
    std::vector<std::size_t> m_weightPoints;
    std::vector<Output> m_outputs;
    bool m_hasRun = false;
    Sums m_sums;
    std::map<Numbers, Sums> m_iterations;
    results::MissingIterations m_missing;
};

} // namespace ql::analysis
