// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/format/layer_words.h"
#include "core/report/html/labels.h"
#include "core/report/spread/spread_table.h"
#include "core/report/table/row_columns.h"
#include "core/results/shadow_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// What is shown of each row; the window shows its errors by the metric @p shown.
RowColumns<results::ShadowRow> shadowColumns(const results::ShadowResult& result,
                                             const Labels& labels = Labels(Language::English),
                                             results::MetricId shown = results::MetricId::Sqnr);

/// For reading in a terminal: each layer's own error on both models' inputs, beside the error that has gathered there.
std::string shadowText(const results::ShadowResult& result, const RowChoice& choice = {});

/// The document "quantloupe.shadow/1": metrics is the error on the baseline's inputs.
std::string shadowJson(const results::ShadowResult& result);

/// `shadow.txt`: the columns of compare_per_layer_out.txt, of the quantized layer on the baseline's inputs; then the
/// SQNR and cosine of the float layer on the analysis model's inputs, and the accumulated SQNR.
std::string shadowTable(const results::ShadowResult& result);
/// `shadow.csv`: the same columns; commas inside a shape become `*`.
std::string shadowCsv(const results::ShadowResult& result);

/// What a dataset says of every layer: its own error, on the analysis model's inputs, accumulated.
std::vector<NamedSpreads> spreadsOf(const results::ShadowResult& result);

/// Writes both and `shadow.json`, of a dataset `shadow_over_samples.csv`, too, into @p folder. @returns the paths in
/// the order written. @throws Error (FileWrite)
std::vector<std::filesystem::path> writeShadowFiles(const results::ShadowResult& result,
                                                    const std::filesystem::path& folder);

} // namespace ql::report
