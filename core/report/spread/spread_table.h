// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"
#include "core/results/spread/sample_spread.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::report {

class Labels;

/// What a dataset says of one layer or output; refers to it.
struct NamedSpreads {
    std::string name;
    std::string what; ///< "output", "layer", or which of a layer's errors
    const results::MetricSpreads& spreads;
};

/// "Over the 64 samples of data.npy; all else is about sample 35 (data.npy[35]), where logits is worst." and an empty
/// line; nothing without a dataset.
std::string samplesText(const std::optional<results::ComparedSamples>& samples);

/// Mean, worst and percentiles of the metric that @p choice sorts by, worst mean first, cut as it says; empty where
/// nothing has it.
std::string spreadsText(const std::vector<NamedSpreads>& rows, const RowChoice& choice);

/// `over_samples.csv`: a line for each of @p rows and metric.
std::string spreadsCsv(const std::vector<NamedSpreads>& rows);

/// The same metric's table and the sentence on a page.
std::string spreadsPage(const results::ComparedSamples& samples, const std::vector<NamedSpreads>& rows,
                        const Labels& labels);

} // namespace ql::report
