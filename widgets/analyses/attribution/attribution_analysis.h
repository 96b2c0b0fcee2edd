// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

/// "What makes the error of each layer?", asked of the session's inputs.
class AttributionAnalysis final : public Analysis {
    Q_OBJECT

public:
    explicit AttributionAnalysis(ModelSession& session);

    /// Null before the first answer.
    std::shared_ptr<const results::AttributionResult> result() const { return m_runner.result(); }
    /// What is known about the layer of that name, or null.
    const results::AttributionRow* rowOf(const std::string& layer) const;
    void retranslate() override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    ResultRunner<const results::AttributionResult> m_runner;
};

} // namespace ql::widgets
