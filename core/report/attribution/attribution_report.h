// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

struct AttributionTextOptions {
    enum class Order {
        Execution,
        Accumulated, ///< largest error of the value first
        Local        ///< the layers that add most themselves first
    };
    Order order = Order::Local;
    std::size_t top = 20;         ///< rows shown; 0 = all
    bool showsIterations = false; ///< each iteration of a loop, too
};

/// For reading in a terminal: where the error starts, and a table of layers with the parts of their errors in dB.
std::string attributionText(const results::AttributionResult& result, const AttributionTextOptions& options = {});

/// The document "quantloupe.attribution/1".
std::string attributionJson(const results::AttributionResult& result);

/// `error_attribution.txt`: every row in order of execution, in the frame of the seed tools' tables.
std::string attributionTable(const results::AttributionResult& result);
/// `error_attribution.csv`: the same columns.
std::string attributionCsv(const results::AttributionResult& result);

/// Writes the files above and `attribution.json` into @p folder.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeAttributionFiles(const results::AttributionResult& result,
                                                         const std::filesystem::path& folder);

} // namespace ql::report
