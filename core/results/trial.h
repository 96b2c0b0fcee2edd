// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct CompareResult;

/// A layer or an output, before and after.
struct ChangeRow {
    std::string name;
    std::string opType;
    bool isOutput = false;
    std::optional<Metrics> before;
    std::optional<Metrics> after;
    std::string dtypeBefore; ///< as quantized; empty = not quantized
    std::string dtypeAfter;
};

/// What a tried config changes: outputs first, then layers in execution order. Made on the worker, never changed after.
struct TrialChange {
    std::string before; ///< what the two results compared with the baseline, in words
    std::string after;
    std::vector<ChangeRow> rows;
    /// The whole comparisons, where the trial ran in this session; null of one that was kept.
    std::shared_ptr<const CompareResult> beforeResult = {};
    std::shared_ptr<const CompareResult> afterResult = {};

    /// Of the worst output after; nothing where it could not be measured.
    const ChangeRow* worstOutput(MetricId metric) const;
};

/// Positive is better; NaN counts as the worst, and equal infinities as no change. Nothing where a side is missing.
std::optional<double> gainOf(const ChangeRow& row, MetricId metric);

/// One config that was tried, as it is kept.
struct Trial {
    std::string time;   ///< when it began, ISO 8601 in UTC with milliseconds; tells trials apart
    std::string edits;  ///< "Skip conv_34; Typing", in English (core/report/overview/edit_words.h)
    std::string note;   ///< the user's
    std::string config; ///< the file whose text it was
    std::string text;
    std::shared_ptr<const TrialChange> change; ///< never null
};

} // namespace ql::results
