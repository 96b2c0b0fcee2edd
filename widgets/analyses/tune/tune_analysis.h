// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/tune_result.h"
#include "widgets/analyses/analysis.h"

#include <map>
#include <string>
#include <vector>

namespace ql::widgets {

class ConfigDocument;

/// "Which layers need more than 8 bits?", asked of the config as it stands in the editor and the calibration data.
class TuneAnalysis final : public ResultAnalysis<results::TuneResult> {
    Q_OBJECT

public:
    struct Choice {
        results::MetricId metric = results::MetricId::Sqnr; ///< Sqnr, Cosine, or with the session's judge Judge
        double target = 30.0;                               ///< of every output without one of its own
        int seconds = 60;                                   ///< at most; 0 = as long as it takes
        std::map<std::string, double> targets;              ///< of single outputs

        bool operator==(const Choice&) const = default;
    };

    explicit TuneAnalysis(const AnalysisContext& context);

    const Choice& choice() const { return m_choice; }
    void setChoice(const Choice& choice);
    /// Whether the target is what the session's judge says, whichever of its numbers are better.
    bool isJudged() const { return m_choice.metric == results::MetricId::Judge; }
    /// Of the baseline model; empty while it has not been read.
    std::vector<std::string> outputs() const;
    /// Whether the overrides of result() still fit the text in the editor.
    bool canTake() const;
    /// Puts @p point's overrides into the config, as one step of undo. @pre canTake()
    void take(const results::TunePoint& point);

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    std::vector<results::TuneTarget> targets() const;

    ConfigDocument& m_document;
    Choice m_choice;
};

} // namespace ql::widgets
