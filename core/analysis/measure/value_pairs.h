// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/layer_values.h"

#include <cstddef>

namespace ql::analysis {

/// Two tensors of one shape as contiguous floats, which must outlive it.
struct FloatPair {
    const float* x = nullptr; ///< of the baseline
    const float* y = nullptr; ///< of the analysis model
    std::vector<std::int64_t> shape;

    std::size_t size() const;
};

/// Density and sample as core/results/layer_values.h defines them.
results::ValuePairs pairValues(const FloatPair& tensors, const results::PairsChoice& choice);

/// The slice that @p choice means, as core/results/layer_values.h defines it.
/// @throws Error (BadArgument) for an axis or an index that the shape doesn't have, and for an axis taken twice
results::ErrorMap mapErrors(const FloatPair& tensors, const results::MapChoice& choice);

/// The channels along @p axis, as core/results/layer_values.h defines them; scales and outliers are left open.
/// @throws Error (BadArgument) for an axis or a channel that the shape doesn't have; Cancelled
results::LayerChannels summarizeChannels(const FloatPair& tensors, std::optional<std::int64_t> axis,
                                         const results::ChannelsChoice& choice, JobContext& ctx);

/// Each of @p ranges over the median of those that aren't 0 (channels that are all 0 were pruned and say nothing);
/// empty when all are 0.
std::vector<double> rangeRatios(const std::vector<double>& ranges);
/// Whether a channel of that ratio is an outlier among so many that aren't 0.
bool isOutlierRatio(double ratio);

} // namespace ql::analysis
