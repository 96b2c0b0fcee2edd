// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/journal.h"
#include "core/quant/calibration.h"

namespace ql::quant {

/// observe(), which goes on from what @p journal knows of the very same observers and keeps there, now and then, what
/// they see: the result is the same bit for bit. The journal must be of this graph and these samples. Collective.
void observe(const graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, Observations& observations,
             Journal& journal, JobContext& ctx, CalibrationState state, RankGroup& ranks);

} // namespace ql::quant
