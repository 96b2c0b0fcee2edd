// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/html/labels.h"
#include "core/report/table/row_columns.h"
#include "core/results/finetune_result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::report {

/// The steps at which the network was held against samples that it wasn't trained on, each with the mean losses of the
/// steps since the one before.
std::vector<results::FinetunePoint> finetuneChecks(const results::FinetuneResult& result);

/// What is shown of each step in a file, of each check elsewhere. Refers to @p result.
RowColumns<results::FinetunePoint> finetuneColumns(const results::FinetuneResult& result,
                                                   const Labels& labels = Labels(Language::English));

/// For reading in a terminal: what training won, and the checks.
std::string finetuneText(const results::FinetuneResult& result);

/// The document "quantloupe.finetune/1".
std::string finetuneJson(const results::FinetuneResult& result);

/// `finetune.csv`: every step.
std::string finetuneCsv(const results::FinetuneResult& result);
/// `results.csv`: what each check reached, and what training began with unless it went on from a checkpoint.
std::string finetuneResultsCsv(const results::FinetuneResult& result);

/// Writes `finetune.json`, `finetune.txt`, `finetune.csv` and `results.csv`: what each check reached. @throws Error
/// (FileWrite)
std::vector<std::filesystem::path> writeFinetuneFiles(const results::FinetuneResult& result,
                                                      const std::filesystem::path& folder);

} // namespace ql::report
