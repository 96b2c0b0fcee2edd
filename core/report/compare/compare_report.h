// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"
#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// What is shown of each layer.
RowColumns<results::LayerRow> layerColumns(const results::CompareResult& result,
                                           const Labels& labels = Labels(Language::English));
/// Of these, what both sides' values span.
RowColumns<results::LayerRow> rangeColumns(const Labels& labels);
/// How a layer's partner was found: "same value name".
std::string matchWord(const std::string& rule, const Labels& labels);

/// For reading in a terminal: outputs, where the error starts, the layer table, advice, layers without a partner.
std::string compareText(const results::CompareResult& result, const RowChoice& choice = {});

/// The SQNR of the row's worst slice; of a value in one slice, what all of it has. Nothing without metrics.
std::optional<double> worstSliceDb(const results::LayerRow& row);

/// The layers in the order of @p choice, compared ones before those without metrics when sorted by a metric.
std::vector<const results::LayerRow*> sortedLayers(const results::CompareResult& result, const RowChoice& choice);

/// The layer where the error starts, or null.
const results::LayerRow* originLayer(const results::CompareResult& result);

/// The document "quantloupe.compare/1".
std::string compareJson(const results::CompareResult& result);

/// `compare_per_layer_out.txt`: columns and number formats of the established tools, every layer in execution
/// order.
std::string comparePerLayerTable(const results::CompareResult& result);
/// `compare_per_layer_out.csv`: the same columns; commas inside a shape become `*`.
std::string comparePerLayerCsv(const results::CompareResult& result);
/// `abnormal_layer_advisor.txt`: one row per finding: mod_name, op_type, abnormal_info, advice.
std::string abnormalLayerAdvisor(const results::CompareResult& result);

/// Writes the three files above, `compare.json` and, where there is a budget, `error_budget.csv`, of a dataset
/// `compare_over_samples.csv` into @p folder, each
/// beside its target and renamed.
/// @returns the paths in the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeCompareFiles(const results::CompareResult& result,
                                                     const std::filesystem::path& folder);

} // namespace ql::report
