// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/error_energy.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/results/attribution_result.h"
#include "core/runtime/partial_execution.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// The error of every value of a baseline with switches between all of them off and all of them on, and the layer at
/// which it starts.
class ValueErrors {
public:
    explicit ValueErrors(const QuantizerSwitches& switches);

    void addSample(const runtime::PartialExecution& off, const runtime::PartialExecution& on);
    const ErrorEnergy& of(graph::ValueId value) const { return m_energies[value.position()]; }
    /// SQNR within -40 (also for a broken value) … 50; nothing for a value that isn't float or is all zero.
    std::optional<double> measuredDb(graph::ValueId value) const;
    std::optional<results::AttributedOrigin> origin() const;

private:
    const QuantizerSwitches& m_switches;
    std::vector<ErrorEnergy> m_energies; ///< by value id
};

} // namespace ql::analysis
