// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/rank_group.h"
#include "core/ranks/launch.h"

#include <memory>
#include <stop_token>

namespace ql::ranks {

/// Joins the processes that @p launch tells of: rank 0 keeps their store, a ring carries what they gather, and every
/// connection is encrypted with the job's secret. Returns when all are connected. @p local is this rank's wish to stop.
/// @throws Error (BadArgument) naming address and port where they can't meet, or what this rank's secret lacks; Error
/// naming the ranks that did not come; Cancelled
std::shared_ptr<RankGroup> joinGroup(const Launch& launch, const std::stop_token& local);

} // namespace ql::ranks
