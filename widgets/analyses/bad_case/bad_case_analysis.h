// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

class LayerFilter;

/// "On which inputs do the models differ most?", asked of the session's data and ranked by the toolbar's metric.
class BadCaseAnalysis final : public Analysis {
    Q_OBJECT

public:
    BadCaseAnalysis(ModelSession& session, const LayerFilter& filter);

    /// 0 = all.
    std::size_t mostSamples() const { return m_mostSamples; }
    void setMostSamples(std::size_t count);
    /// Null before the first samples are known.
    std::shared_ptr<const results::BadCaseResult> result() const { return m_runner.result(); }
    void retranslate() override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    const LayerFilter& m_filter;
    std::size_t m_mostSamples = 0;
    ResultRunner<const results::BadCaseResult> m_runner;
};

} // namespace ql::widgets
