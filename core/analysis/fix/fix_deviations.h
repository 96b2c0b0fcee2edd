// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fix/fix_judge.h"

#include <vector>

namespace ql::analysis {

/// The weights and biases of @p analysis that are not what the scales of @p start, which are its own, make of the
/// baseline's: integers that wrapped around or saturated, were made with another scale or zero point, or stand for
/// other numbers. Each is put into the simulation alone and measured; @p measured is that without any. Those that lose
/// less than half a decibel are left out. @throws Error as FixJudge::measure(); Cancelled
std::vector<results::FixDeviation> deviationsOf(const graph::Graph& analysis, quant::FixSubject start,
                                                const results::FixMeasure& measured, FixJudge& judge,
                                                const quant::CalibrationData& data, JobContext& ctx);

} // namespace ql::analysis
