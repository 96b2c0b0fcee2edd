// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/applied_result.h"
#include "core/results/check_result.h"
#include "core/results/compare_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

class ModelSlot;

/// What the rules say about the session's models; null for one that is not there. A simulated analysis model is there
/// once it was compared: to look at it costs nothing then.
struct CheckAnswer {
    std::shared_ptr<const results::CheckResult> baseline;
    std::shared_ptr<const results::CheckResult> analysis;
    /// What the analysis model does of the config; null where either isn't there.
    std::shared_ptr<const results::AppliedConfig> applied;
    std::size_t count = 0; ///< of findings; what is said of both models alike counts once
};

/// "What is wrong with the models themselves?" A view that shows findings may simply ask, which runs no model; who
/// starts it has them run once, on the session's inputs where there are some.
class CheckAnalysis final : public ResultAnalysis<CheckAnswer> {
    Q_OBJECT

public:
    explicit CheckAnalysis(const AnalysisContext& context);

    /// Null before the first answer, and as soon as the models are others.
    std::shared_ptr<const CheckAnswer> result() const;
    /// Starts, without a run, unless the session's models were asked about before, or are not read yet.
    void ask();
    bool show(const results::ResultParts& parts, const Label& title) override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    /// What would be asked now.
    struct Models {
        std::string baseline;
        std::string analysis; ///< its file
        std::string config;   ///< its file, where the analysis model may have been made with it
        std::string text;     ///< of that file, as it was read or saved
        std::optional<results::QuantizationOptions> simulation;
        std::shared_ptr<const results::CompareResult> compared; ///< with that simulation

        bool operator==(const Models& other) const
        {
            return baseline == other.baseline && analysis == other.analysis && config == other.config
                   && text == other.text && compared == other.compared;
        }
    };
    Models models() const;
    bool isAboutSession() const { return m_asked == models(); }

    /// What @p slot's model is run on: the inputs, if it takes them by the baseline's names.
    std::vector<std::string> inputsFor(const ModelSlot& slot) const;

    ConfigDocument& m_document;
    Models m_asked;            ///< last
    bool m_isLookOnly = false; ///< what starts next runs no model
};

} // namespace ql::widgets
