// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/profile_result.h"

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace ql::results {
struct CompareResult;
}

namespace ql::report {

/// What layers are numbered by beside a comparison of their model, by name.
using LayerNumbers = std::unordered_map<std::string, int>;
/// As @p compared numbers the layers of either model.
LayerNumbers layerNumbers(const results::CompareResult& compared);

/// What is shown of each tensor. The file's columns are those of the established tools in their order, and count the
/// model's own layers; page and window number them by @p numbers where there are any.
RowColumns<results::ProfileRow> profileColumns(const results::ProfileResult& result,
                                               const Labels& labels = Labels(Language::English),
                                               const LayerNumbers& numbers = {});

/// `statistic.txt`: the layers in order of execution, then the same rows with the widest data first.
std::string statisticTables(const results::ProfileResult& result);
/// `statistic.csv`: the first of the two; commas inside a shape become `*`.
std::string statisticCsv(const results::ProfileResult& result);
/// `statistic_per_channel.csv`: a line per channel. Only its header when no channels were asked for.
std::string channelStatisticCsv(const results::ProfileResult& result);
/// The document "quantloupe.profile/1".
std::string profileJson(const results::ProfileResult& result);
/// An event file with a histogram per layer input and output; with channels a second one, whose steps are the channels.
/// @p wallTime is in seconds since 1970.
std::string profileEvents(const results::ProfileResult& result, double wallTime);
/// For reading in a terminal: the @p top widest rows (0 = all), and what is NaN or infinite.
std::string profileText(const results::ProfileResult& result, std::size_t top);

/// The rows with the widest data first; infinite elements make a row wider than any other.
std::vector<const results::ProfileRow*> widestFirst(const results::ProfileResult& result);
/// "input", with its number where a layer has several: "input-1".
std::string attributeText(const results::ProfileRow& row);
/// "[1, 3, ?]": a question mark where samples differ.
std::string profiledShape(const results::ProfileRow& row);

/// Writes all of the above into @p folder, the event file into `tensorboard/`, each beside its target and renamed.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeProfileFiles(const results::ProfileResult& result,
                                                     const std::filesystem::path& folder, double wallTime);

} // namespace ql::report
