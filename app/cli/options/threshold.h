// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::cli {

/// A `--fail-on` condition, e.g. "sqnr_db<20": holds when the metric of some output is on that side of the value.
struct Threshold {
    enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual };
    results::MetricId metric;
    Relation relation;
    double value;
    std::string text; ///< as the user wrote it
};

/// Reads "METRIC OP VALUE" with OP one of < <= > >=; blanks are ignored. Nothing if it means nothing.
std::optional<Threshold> parseThreshold(std::string_view text);

/// One line per output and condition that holds; empty when none does. An output that can't be compared (shapes
/// differ) and a NaN count as crossed.
std::vector<std::string> crossedThresholds(const results::CompareResult& result,
                                           const std::vector<Threshold>& thresholds);

/// Says on standard error what crossed. What the command returns then: kDone for no lines.
int statusOf(const std::vector<std::string>& crossed);
/// The same for what `--fail-on` of a command with findings takes; empty = never crossed.
int statusOf(const std::vector<results::Diagnostic>& findings, const std::string& failOn);

} // namespace ql::cli
