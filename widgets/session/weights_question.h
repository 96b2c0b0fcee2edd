// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/weights_result.h"
#include "widgets/session/question.h"

namespace ql::widgets {

/// "What did quantization do to the weights?" It runs no model, so a view that shows weights may simply ask.
class WeightsQuestion final : public Question {
    Q_OBJECT

public:
    explicit WeightsQuestion(Session& session);

    /// Null before the first answer.
    std::shared_ptr<const results::WeightsResult> result() const { return m_runner.result(); }
    /// The weight with the most channels that the layer of that name computes with, or null.
    const results::WeightRow* weightOf(const std::string& layer) const;
    /// Starts unless the session's models were asked about before.
    void ask();
    void retranslate() override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    results::WeightsRequest m_asked; ///< last
    ResultRunner<const results::WeightsResult> m_runner;
};

} // namespace ql::widgets
