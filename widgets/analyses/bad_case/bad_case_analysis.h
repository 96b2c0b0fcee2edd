// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

class LayerFilter;

/// "On which inputs do the models differ most?", asked of the session's data and ranked by the toolbar's metric.
class BadCaseAnalysis final : public ResultAnalysis<results::BadCaseResult> {
    Q_OBJECT

public:
    explicit BadCaseAnalysis(const AnalysisContext& context);

    /// 0 = all.
    std::size_t mostSamples() const { return m_mostSamples; }
    void setMostSamples(std::size_t count);

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    const LayerFilter& m_filter;
    std::size_t m_mostSamples = 0;
};

} // namespace ql::widgets
