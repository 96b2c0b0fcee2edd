// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"
#include "core/quant/fixes/channel_scaling.h"
#include "core/quant/preparation/channel_statistics.h"

#include <vector>

namespace ql::quant {

/// Moves what a channel behind a Relu never falls below from the bias of its maker into that of its reader (Nagel et
/// al. 2019, arXiv 1906.04721, section 4.1.3): c = mean − 3 deviations before the Relu, by @p statistics where these
/// know, else by the data, and one deviation less than the least that the data showed at most. What the network
/// computes stays the same. Of @p links with biases on both sides and no padding. @p statistics follow. Runs the
/// network over @p data once. @throws Error as Execution; Cancelled
void absorbBiases(graph::Graph& graph, const std::vector<ChannelLink>& links, StatisticsByValue& statistics,
                  const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
