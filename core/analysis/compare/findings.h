// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/import/imported_model.h"
#include "core/results/compare_result.h"
#include "core/results/diagnostic.h"
#include "core/runs/pairs/value_source.h"

#include <vector>

namespace ql::analysis {

/// Says on each row that compares a file which nothing describes how it was read, and what is doubtful about that; a
/// row whose file could not be read becomes a mismatch. Counts in @p result what files were taken for.
void addDumpFindings(std::vector<LayerRowSource>& rows, const MatchedModels& models, const runs::ValueSource& baseline,
                     const runs::ValueSource& analysis, results::CompareResult& result);

/// The QuantStubs and DeQuantStubs of two PyTorch programs that compute nothing in either, as a float model's do: they
/// leave no operator. Adds a row for each DeQuantStub that gives an output of the models, as far as the request wants
/// it, behind all others; and one finding (rule stub-without-row) that names the rest.
void addStubs(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
              const results::CompareRequest& request, results::CompareResult& result);

/// What the training state of two models says about comparing them: quantization-aware training changes weights, so
/// that the differences are not the quantizers' alone.
std::vector<results::Diagnostic> trainingFindings(const importers::ImportedModel& baseline,
                                                  const importers::ImportedModel& analysis,
                                                  const MatchedModels& models);

/// What the two models are beside what their layers say: saved in training mode, swapped, without a quantizer that
/// acts; and which operators that choose (TopK, NonMaxSuppression …) chose otherwise.
void addPairFindings(const importers::ImportedModel& baseline, const importers::ImportedModel& analysis,
                     const results::CompareRequest& request, results::CompareResult& result);

} // namespace ql::analysis
