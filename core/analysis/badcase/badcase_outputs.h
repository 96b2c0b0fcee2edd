// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/badcase/badcase_metrics.h"
#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"
#include "core/results/layer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// An output that both models have, by position.
struct OutputPair {
    std::string name;
    std::size_t baseline = 0;
    std::size_t analysis = 0;
    std::optional<results::QuantizerInfo> dequantizer = {}; ///< of integers that are held against floats
};

/// Those that @p wanted names, of the baseline; all that both have where it is empty. @throws Error (BadArgument)
std::vector<OutputPair> chosenOutputs(const graph::Graph& baseline, const graph::Graph& analysis,
                                      const std::vector<std::string>& wanted);

/// Every output's columns one after the other; NaN where the shapes differ, which @p mismatches counts.
std::vector<double> measureOutputs(const BadCaseMetrics& metrics, const std::vector<OutputPair>& outputs,
                                   const std::vector<ops::Tensor>& baseline, const std::vector<ops::Tensor>& analysis,
                                   std::size_t& mismatches);

} // namespace ql::analysis
