// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/simulation/bypassed_model.h"
#include "core/analysis/simulation/equivalence_check.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/base/job_context.h"
#include "core/results/switched_runs.h"

#include <memory>
#include <optional>
#include <vector>

namespace ql::analysis {

/// What one sample gives as a whole, which every run with some switches on is held against.
struct WholeRuns {
    /// @throws Error as runs::run(); Cancelled
    WholeRuns(const QuantizerSwitches& switches, const EquivalenceCheck& check, const runs::NamedTensors& inputs,
              const runs::NamedTensors& own, JobContext& ctx);

    runs::WhatIf off;                   ///< all switches off, on the baseline's inputs
    runs::WhatIf on;                    ///< all switches on, on the analysis model's own
    std::vector<runs::Tensor> analysis; ///< EquivalenceCheck::analysisOutputs()
    std::vector<runs::Tensor> baseline; ///< the baseline's outputs, where the switches are inside
};

/// The quantizers of an analysis model as switches, wherever they can be.
struct SwitchedModel {
    std::unique_ptr<const BypassedModel> bypassed; ///< what the switches sit on, if that isn't the baseline
    std::unique_ptr<const QuantizerSwitches> switches;
    std::optional<results::SwitchesInside> inside;       ///< set with bypassed
    std::optional<results::SwitchedDeviation> deviation; ///< set where all switches on aren't quite the analysis model
    std::shared_ptr<const WholeRuns> runs; ///< of the only sample; those of several would not fit into memory
};

constexpr double kPlacedAt = 0.1; ///< of the progress bar

/// On the baseline, if they reproduce the analysis model there on each of @p samples (which go by the baseline's
/// names), else inside the analysis model, which QDQ models allow. Inside, too, where they come nearer to the analysis
/// model's error there and it is the baseline's network. Both graphs must outlive it; @p paired is how their layers
/// correspond, where somebody knows.
/// @throws Error as EquivalenceCheck, about the baseline, when neither is possible; Cancelled
SwitchedModel switchQuantizers(const graph::Graph& baseline, const graph::Graph& analysis, const SampleSource& samples,
                               JobContext& ctx, const PairedLayers* paired = nullptr);

} // namespace ql::analysis
