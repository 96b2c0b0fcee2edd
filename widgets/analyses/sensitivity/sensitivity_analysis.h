// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

class LayerFilter;

/// What is asked about sensitivity, besides models and inputs.
struct SensitivityChoice {
    results::SensitivityMode mode = results::SensitivityMode::OneOn;
    results::SensitivityMethod method = results::SensitivityMethod::Exact;
    results::SensitivityWhat what = results::SensitivityWhat::Both;
    results::SensitivityGroup group = results::SensitivityGroup::Layer;

    bool operator==(const SensitivityChoice&) const = default;
};

/// "Which layer matters most?": the choice, the run, and the ranking as it grows. The metric is the toolbar's.
class SensitivityAnalysis final : public ResultAnalysis<results::SensitivityResult> {
    Q_OBJECT

public:
    explicit SensitivityAnalysis(const AnalysisContext& context);

    /// A config speaks of whole layers: while nothing else was chosen, they are what is ranked when it is simulated.
    SensitivityChoice choice() const;
    void setChoice(const SensitivityChoice& choice);
    /// The choice follows what the answer is about.
    bool show(const results::ResultParts& parts, const Label& title) override;

protected:
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    const LayerFilter& m_filter;
    SensitivityChoice m_choice;
    bool m_isWhatChosen = false;
};

} // namespace ql::widgets
