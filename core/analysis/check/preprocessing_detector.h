// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/results/diagnostic.h"

#include <optional>

namespace ql::analysis {

/// Runs @p graph on its first samples as they are and prepared otherwise (red and blue swapped, other ranges, an
/// ImageNet normalization more or less), and tells which way its first layers see what they saw in training (the
/// running mean and variance of BatchNormalization) or in calibration (the ranges of quantizers on activations). The
/// distance of a layer is the mean over its channels of |mean - running mean| / deviation + |ln(variance / running
/// variance)|, or |ln(largest magnitude / largest that the quantizer holds)|; each term is cut off at 10. Nothing where
/// no such layer tells, where no input is a picture of three channels, or where another way is not clearly nearer: at
/// most half as far and 0.7 nearer than samples that are 1.2 away or more. @throws Error; Cancelled
std::optional<results::Diagnostic> preprocessingFinding(const graph::Graph& graph, const SampleSource& samples,
                                                        JobContext& ctx);

} // namespace ql::analysis
