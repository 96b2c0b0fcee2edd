// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/results/compare_result.h"
#include "core/results/graph_outline.h"
#include "widgets/graph_view/graph_look.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>

namespace ql::engine {
class Engine;
}

namespace ql::widgets {

class ModelSession;

/// What a picture is made of, as the session has it now: a model's file, or what the config makes of the baseline.
struct GraphSource {
    GraphContent content = GraphContent::Baseline;
    results::GraphRequest baseline;                       ///< unless only the analysis model is drawn
    results::GraphRequest analysis;                       ///< unless only the baseline is drawn
    std::string mapFile;                                  ///< of the comparison, for a merged picture
    std::shared_ptr<const results::CompareResult> result; ///< knows fused runs; a merged picture needs it
    QString key;                                          ///< another picture has another one
};

/// Nothing while the session lacks something. With @p isCompared the baseline is the model as it was compared: a
/// simulation folds batch norms first.
std::optional<GraphSource> graphSource(const ModelSession& session, GraphContent content, bool isCompared);

/// Asks the engine. @throws Error, Cancelled
std::shared_ptr<const results::GraphOutline> readOutline(engine::Engine& engine, const GraphSource& source,
                                                         JobContext& context);

/// Both models as one: partners stand once, under the baseline's name and with what the analysis model quantizes them
/// to; what only the analysis model has stands under its name there, which the baseline may use for something else.
/// Edges are those of both; where the models order layers differently an edge may lead backwards.
results::GraphOutline mergeOutlines(const results::GraphPair& pair);

/// @p outline, of the baseline or of both models, with the runs as groups that the other model computes at once:
/// "conv_1 + relu_1". A run across scopes has none.
results::GraphOutline withFusedGroups(results::GraphOutline outline, const results::CompareResult& result);

/// The same for two results that fuse the same layers.
std::string fusedKey(const results::CompareResult& result);

} // namespace ql::widgets
