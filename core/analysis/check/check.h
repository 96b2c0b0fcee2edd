// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/rule_context.h"
#include "core/analysis/samples/samples.h"
#include "core/base/job_context.h"
#include "core/import/imported_model.h"
#include "core/results/check_result.h"
#include "core/results/diagnostic.h"

#include <memory>
#include <optional>

namespace ql::analysis {

/// What can be said about a model's structure and quantization without running it, and beside it what @p evidence
/// shows; operators need not be known.
/// The rules are the rules of core/analysis/checks. @throws Error (InvalidGraph) for a cycle; Cancelled
std::shared_ptr<const results::CheckResult> checkModel(const importers::ImportedModel& model,
                                                       const results::CheckRequest& request, JobContext& ctx,
                                                       checks::Evidence evidence = {});

/// What can be said of a state dict or a checkpoint, which has no network: whether the fake quantizers that training
/// left in it were calibrated, and how they quantize.
std::shared_ptr<const results::CheckResult> checkWeights(const importers::ImportedModel& model,
                                                         const results::CheckRequest& request);

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
