// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/rank_group.h"
#include "core/ranks/launch.h"

#include <memory>
#include <stop_token>

namespace ql::ranks {

/// Joins the processes that @p launch tells of through LibTorch's c10d: its TCPStore is their board, Gloo carries what
/// they gather. Returns when all are connected. @p local is this rank's wish to stop.
/// @throws Error (BadArgument) naming address and port where they can't meet; Error naming the ranks that did not come;
/// Cancelled
std::shared_ptr<RankGroup> joinGlooGroup(const Launch& launch, const std::stop_token& local);

} // namespace ql::ranks
