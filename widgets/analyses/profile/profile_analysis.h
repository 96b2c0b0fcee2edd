// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/profile_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

/// "How are the values of a model spread?", asked of the session's inputs, or of its data set.
class ProfileAnalysis final : public ResultAnalysis<results::ProfileResult> {
    Q_OBJECT

public:
    struct Choice {
        bool isAnalysis = false; ///< which model
        bool usesData = false;   ///< every sample in place of the inputs

        bool operator==(const Choice&) const = default;
    };

    explicit ProfileAnalysis(const AnalysisContext& context);

    const Choice& choice() const { return m_choice; }
    void setChoice(const Choice& choice) { choose(m_choice, choice); }
    /// Whether result() is about the analysis model.
    bool isOfAnalysis() const { return m_asked.isAnalysis; }
    bool show(const results::ResultParts& parts, const Label& title) override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    Choice m_choice;
    Choice m_asked;
};

} // namespace ql::widgets
