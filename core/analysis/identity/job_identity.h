// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fingerprint.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/ir/graph.h"
#include "core/results/request_parts.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Adds what a job would have to find anew if it were another, for a Journal to tell it by: everything that numbers
/// hang on, and neither threads nor ranks.
void addTo(Fingerprint& sum, const std::vector<std::string>& words);
/// Names and links of @p graph, and of each constant its shape and how it begins and ends: weights may be mapped from
/// large files.
void addTo(Fingerprint& sum, const graph::Graph& graph);
void addTo(Fingerprint& sum, const results::QuantizationOptions& options);
void addTo(Fingerprint& sum, const results::ImageOptions& images);

} // namespace ql::analysis
