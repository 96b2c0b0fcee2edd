// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/foreign/foreign_numbers.h"
#include "core/results/compare_result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ql::report {

/// What another tool measured of one layer.
using Measured = std::vector<std::pair<results::MetricId, std::optional<double>>>;

/// Small letters and digits only: "Cosine Similarity" and "CosineSimilarity" are one.
std::string plainHeader(std::string_view header);

/// Comma-separated values with a line of headers; a cell between quotes may hold line breaks.
struct CsvTable {
    std::vector<std::string> headers; ///< as plainHeader() has them
    std::vector<std::vector<std::string>> rows;

    std::optional<std::size_t> column(std::string_view header) const;
    /// Of @p row, empty where the table has no such column or the row ends before it.
    std::string cell(const std::vector<std::string>& row, std::string_view header) const;
    std::optional<double> number(const std::vector<std::string>& row, std::string_view header) const;
};
CsvTable csvTableOf(std::string_view text);

/// Whether the first line of a file that begins with @p head has all of @p headers, as plainHeader() has them.
bool hasHeaders(std::string_view head, std::initializer_list<std::string_view> headers);

/// Adds a layer that both sides have; without a number it was compared and not measured.
results::LayerRow& addLayer(results::CompareResult& result, std::string name, std::string opType,
                            const Measured& measured);

/// Of a power of noise by the power of the signal: 0.01 is 20 dB. Nothing for what is no ratio.
std::optional<double> decibelsOf(std::optional<double> noiseToSignal);

} // namespace ql::report
