// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

class LayerFilter;

/// What is asked about sensitivity, besides models and inputs.
struct SensitivityChoice {
    results::SensitivityMode mode = results::SensitivityMode::OneOn;
    results::SensitivityWhat what = results::SensitivityWhat::Both;
    results::SensitivityGroup group = results::SensitivityGroup::Layer;

    bool operator==(const SensitivityChoice&) const = default;
};

/// "Which layer matters most?": the choice, the run, and the ranking as it grows. The metric is the toolbar's.
class SensitivityAnalysis final : public Analysis {
    Q_OBJECT

public:
    SensitivityAnalysis(ModelSession& session, const LayerFilter& filter);

    /// A config speaks of whole layers: while nothing else was chosen, they are what is ranked when it is simulated.
    SensitivityChoice choice() const;
    void setChoice(const SensitivityChoice& choice);
    /// Null before the first rows are known.
    std::shared_ptr<const results::SensitivityResult> result() const { return m_runner.result(); }
    void retranslate() override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    const LayerFilter& m_filter;
    SensitivityChoice m_choice;
    bool m_isWhatChosen = false;
    ResultRunner<const results::SensitivityResult> m_runner;
};

} // namespace ql::widgets
