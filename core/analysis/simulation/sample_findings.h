// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/base/rank_group.h"
#include "core/results/diagnostic.h"

#include <cstddef>
#include <vector>

namespace ql::data {
class Dataset;
}

namespace ql::analysis {

/// What is wrong with the first @p count samples of @p data as samples to calibrate with, by the samples alone: too
/// few, the same value everywhere, repeated, not finite, brighter than any pixel. An input that never changes, like a
/// state or a sampling rate, is nothing wrong as long as another one does. Reads every sample once; @p ranks share them
/// and all find the same. @throws Error naming a file that can't be read; Cancelled
std::vector<results::Diagnostic> sampleFindings(const data::Dataset& data, std::size_t count, JobContext& ctx,
                                                RankGroup& ranks);

} // namespace ql::analysis
