// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/results/finetune_result.h"
#include "widgets/analyses/analysis.h"
#include "widgets/analyses/fitted_subject.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

class ConfigDocument;

/// "Can training win it back?", asked of the analysis model, or of the config as it stands in the editor. Trains on
/// samples of the calibration data and judges on others; what was reached when it is stopped stays.
class FinetuneAnalysis final : public ResultAnalysis<results::FinetuneResult> {
    Q_OBJECT

public:
    struct Choice {
        results::TrainedPart trained = results::TrainedPart::Both;
        int steps = 200;
        double learningRate = 0.02;                         ///< steps of its quantizer that a weight moves at first
        results::MetricId metric = results::MetricId::Sqnr; ///< Sqnr or Cosine
        std::optional<bool> trainsConfig;                   ///< nothing = what a comparison is about
        bool judgesOnData = false; ///< on the session's data in place of a third of those trained on

        bool operator==(const Choice&) const = default;
    };

    explicit FinetuneAnalysis(const AnalysisContext& context);

    const Choice& choice() const { return m_choice; }
    void setChoice(const Choice& choice) { choose(m_choice, choice); }
    /// What is trained, and on what data.
    const FittedSubject& subject() const { return m_subject; }
    /// Whether the config is trained, not the analysis model.
    bool trainsConfig() const { return m_subject.isConfig(m_choice.trainsConfig); }
    /// Why the last run has no answer; nothing where it has one.
    const std::optional<Error>& problem() const { return m_problem; }
    /// Whether result() is about what is open now, config and data as they are.
    bool isCurrent() const;
    /// What of the trained model is written and can be copied: QDQ model, record, the float model with its weights.
    /// Empty while it trains, and where nothing is offered.
    std::vector<std::string> files() const;
    bool show(const results::ResultParts& parts, const Label& title) override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    results::FinetuneRequest request() const;

    FittedSubject m_subject;
    Choice m_choice;
    std::optional<Error> m_problem;
    std::optional<results::FinetuneRequest> m_asked;    ///< last; nothing = a document
    std::optional<results::FinetuneRequest> m_answered; ///< by result()
};

} // namespace ql::widgets
