// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// How often a classifier's strongest output is the label.
struct AccuracyResult {
    std::string model;
    std::vector<std::int64_t> predictions; ///< one class per sample
    std::vector<std::int64_t> labels;
    std::uint64_t correctCount = 0;

    double accuracy() const { return labels.empty() ? 0.0 : double(correctCount) / double(labels.size()); }
};

} // namespace ql::results
