// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"
#include "core/analysis/simulation/compared_side.h"
#include "core/import/imported_model.h"
#include "core/results/compare_result.h"
#include "core/results/diagnostic.h"
#include "core/runs/pairs/value_source.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Says on each row that compares a file which nothing describes how it was read, and what is doubtful about that; a
/// row whose file could not be read becomes a mismatch. Counts in @p result what files were taken for.
void addDumpFindings(std::vector<LayerRowSource>& rows, const MatchedModels& models, const runs::ValueSource& baseline,
                     const runs::ValueSource& analysis, results::CompareResult& result);

/// The QuantStubs and DeQuantStubs of two PyTorch programs that compute nothing in either, as a float model's do: they
/// leave no operator.
struct IdleStubs {
    struct Giving {
        std::string path;
        std::string className;
        std::string value; ///< of the baseline
    };
    std::vector<Giving> giving;      ///< the DeQuantStubs that give the outputs, one by one, where there are as many
    std::vector<std::string> others; ///< their paths
};
IdleStubs idleStubs(const ComparedSide& baseline, const ComparedSide& analysis);
/// Whether @p filter lets a row of theirs through.
bool areWanted(const IdleStubs& stubs, const results::LayerFilter& filter);
/// Adds the output's row once more for each that gives one, behind all others; those without such a row join the
/// others.
void addStubRows(IdleStubs& stubs, std::vector<LayerRowSource>& rows);
/// Names the others (rule stub-without-row).
void addStubFinding(const IdleStubs& stubs, results::CompareResult& result);

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
