// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"
#include "core/results/weights_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// For reading in a terminal: the weights with their worst channel, what has no partner, what outliers are.
std::string weightsText(const results::WeightsResult& result, const RowChoice& choice = {});

/// The document "quantloupe.weights/1". @p listsChannels adds every channel of every weight.
std::string weightsJson(const results::WeightsResult& result, bool listsChannels = false);

/// `weights.txt`: every weight in the baseline's order, in the frame of the seed tools' tables.
std::string weightsTable(const results::WeightsResult& result);
/// `weights.csv`: the same columns.
std::string weightsCsv(const results::WeightsResult& result);
/// `weight_channels.csv`: one line per channel of every weight that has channels.
std::string weightChannelsCsv(const results::WeightsResult& result);

/// Writes the files above and `weights.json` into @p folder; the channels only if @p listsChannels.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeWeightsFiles(const results::WeightsResult& result,
                                                     const std::filesystem::path& folder, bool listsChannels);

} // namespace ql::report
