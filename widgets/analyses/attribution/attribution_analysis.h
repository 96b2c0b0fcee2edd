// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

/// "What makes the error of each layer?", asked of the session's inputs.
class AttributionAnalysis final : public ResultAnalysis<results::AttributionResult> {
    Q_OBJECT

public:
    explicit AttributionAnalysis(const AnalysisContext& context);

    /// What is known about the layer of that name, or null.
    const results::AttributionRow* rowOf(const std::string& layer) const;

protected:
    void begin(const std::shared_ptr<engine::Engine>& engine) override;
};

} // namespace ql::widgets
