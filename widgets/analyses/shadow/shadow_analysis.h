// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/shadow_result.h"
#include "widgets/analyses/analysis.h"

namespace ql::widgets {

/// "Which layer makes the error, rather than passing it on?", asked of the session's inputs.
class ShadowAnalysis final : public ResultAnalysis<results::ShadowResult> {
    Q_OBJECT

public:
    explicit ShadowAnalysis(const AnalysisContext& context);

protected:
    void begin(const std::shared_ptr<engine::Engine>& engine) override;
};

} // namespace ql::widgets
