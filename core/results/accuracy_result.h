// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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
    std::vector<std::int64_t> predictions; ///< one class per sample
    std::vector<std::int64_t> labels;
    std::uint64_t correctCount = 0;

    double accuracy() const { return labels.empty() ? 0.0 : double(correctCount) / double(labels.size()); }
};

} // namespace ql::results
