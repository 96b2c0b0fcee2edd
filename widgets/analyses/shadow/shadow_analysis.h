// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/shadow_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

/// "Which layer makes the error, rather than passing it on?", asked of the session's inputs.
class ShadowAnalysis final : public Analysis {
    Q_OBJECT

public:
    explicit ShadowAnalysis(ModelSession& session);

    /// Null before the first answer.
    std::shared_ptr<const results::ShadowResult> result() const { return m_runner.result(); }
    void retranslate() override;

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    ResultRunner<const results::ShadowResult> m_runner;
};

} // namespace ql::widgets
