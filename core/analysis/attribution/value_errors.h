// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/removed_noise.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/results/attribution_result.h"
#include "core/runs/what_if.h"

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace ql::analysis {

/// The error of every value of a baseline with switches between all of them off and all of them on.
class ValueErrors {
public:
    explicit ValueErrors(const QuantizerSwitches& switches);

    using Numbers = std::vector<std::int64_t>; ///< of an iteration

    /// Both runs remember all iterations of loops.
    void addSample(const runs::WhatIf& off, const runs::WhatIf& on);
    /// In iteration @p numbers, of which the first are those of the loops around it; over all iterations where @p value
    /// stands in further loops.
    const ErrorEnergy& of(graph::ValueId value, const Numbers& numbers = {}) const;
    /// SQNR within -40 (also for a broken value) … 50; nothing for a value that isn't float or is all zero.
    std::optional<double> measuredDb(graph::ValueId value, const Numbers& numbers) const;
    /// Of a loop's body, the iterations that were measured.
    const std::set<Numbers>& iterationsOf(graph::BodyId body) const { return m_ofBodies[body.position()]; }

private:
    void addIterations(graph::ValueId value, const runs::WhatIf& off, const runs::WhatIf& on);

    const QuantizerSwitches& m_switches;
    std::vector<ErrorEnergy> m_energies; ///< by value id
    std::unordered_map<graph::ValueId, std::map<Numbers, ErrorEnergy>> m_iterations;
    std::vector<std::set<Numbers>> m_ofBodies; ///< by body id
};

/// The layer at which the error starts, found by following errors through the graph, and through loops iteration by
/// iteration.
std::optional<results::AttributedOrigin> originOf(const QuantizerSwitches& switches, const ValueErrors& errors);

} // namespace ql::analysis
