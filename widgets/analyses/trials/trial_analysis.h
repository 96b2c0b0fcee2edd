// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/analysis.h"
#include "widgets/analyses/trials/trials.h"

namespace ql::widgets {

class ConfigDocument;

/// "What would the edited config do?": simulates it, saved or not, compares, and adds what changed against the last
/// comparison to the trials. Where that was of other models or inputs, what the saved config does is found first.
class TrialAnalysis final : public ResultAnalysis<TrialChange> {
    Q_OBJECT

public:
    explicit TrialAnalysis(const AnalysisContext& context);

    Trials& trials() { return m_trials; }

protected:
    ActionText actionText() const override;
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    QString editsSinceSaved() const;

    ConfigDocument& m_document;
    Trials m_trials;
    Trial m_running;
};

} // namespace ql::widgets
