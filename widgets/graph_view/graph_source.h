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

} // namespace ql::widgets
