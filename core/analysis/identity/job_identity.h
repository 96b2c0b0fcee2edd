// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fingerprint.h"
#include "core/data/datasets/dataset.h"
#include "core/graph/ir/graph.h"
#include "core/results/request_parts.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Adds an argument of a job to the fingerprint by which a Journal recognizes that job. Includes everything the results
/// depend on; the number of threads and ranks is left out, as results don't depend on it.
void addTo(Fingerprint& sum, const std::vector<std::string>& words);
/// Adds names and connections of @p graph, and shape, first and last bytes of each constant; hashing them whole would
/// read large memory-mapped weights.
void addTo(Fingerprint& sum, const graph::Graph& graph);
void addTo(Fingerprint& sum, const results::QuantizationOptions& options);
void addTo(Fingerprint& sum, const results::ImageOptions& images);

} // namespace ql::analysis
