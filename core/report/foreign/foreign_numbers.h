// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_place.h"
#include "core/results/metrics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::report {

/// Metrics of which only these were measured, each where it has a value; nothing when none has.
std::optional<results::Metrics>
measuredMetrics(std::span<const std::pair<results::MetricId, std::optional<double>>> measured);

/// Those of two tensors of one size, x the baseline's; KL and JS, which take histograms, stay unmeasured.
std::optional<results::Metrics> metricsOf(std::span<const double> x, std::span<const double> y);

results::TensorStatistics statisticsOf(std::span<const double> values);

/// "0.99", "inf", "nan"; nothing for what is no number.
std::optional<double> numberIn(std::string_view word);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);
/// Without line ends; empty ones too.
std::vector<std::string_view> linesOf(std::string_view text);
std::vector<std::string_view> wordsIn(std::string_view line);
/// Cells of a line of comma-separated values, unquoted and trimmed.
std::vector<std::string> cellsOf(std::string_view line);

/// Behind blanks.
char firstOf(std::string_view head);
bool holds(std::string_view head, std::string_view word);

/// Numbers of a small array inside another document.
struct NpyArray {
    std::string dtype; ///< "float32" …
    std::vector<std::int64_t> shape;
    std::vector<double> values; ///< the first axis slowest
};

/// @throws Error (FileCorrupt) for what base64 doesn't write
std::string base64Decoded(std::string_view text);

/// Numbers, little-endian and in C's order, of versions 1 to 3. @throws Error (FileCorrupt, UnsupportedFormat)
NpyArray npyArrayOf(std::string_view bytes);

} // namespace ql::report
