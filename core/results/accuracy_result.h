// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"
#include "core/results/request_parts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// Asks how often a classifier with one input is right.
struct AccuracyRequest {
    std::string model;
    std::string data;   ///< one stacked .npy, first axis = samples
    std::string labels; ///< .npy of integers, one per sample
    RunOptions options;
};

/// How often a classifier's strongest output is the label.
struct AccuracyResult {
    std::string model;
    std::vector<std::int64_t> predictions; ///< one class per sample, -1 where NaN among the scores decides nothing
    std::vector<std::int64_t> labels;
    std::uint64_t correctCount = 0;
    std::uint64_t undecidedCount = 0;

    double accuracy() const { return labels.empty() ? 0.0 : double(correctCount) / double(labels.size()); }
};

/// Of the labels only how many there are is known.
void fields(auto& visit, Of<AccuracyResult> auto& result)
{
    visit("model", result.model);
    visit("correct", result.correctCount);
    visit.late("undecided", result.undecidedCount);
    visit.derived("samples", result.labels.size());
    visit.derived("accuracy", result.accuracy());
    visit("predictions", result.predictions);
    if constexpr (kIsRead<decltype(result)>)
        result.labels.resize(result.predictions.size());
}

} // namespace ql::results
