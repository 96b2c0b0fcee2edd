// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/layer_values.h"
#include "widgets/analyses/analysis.h"

#include <deque>

namespace ql::widgets {

/// "What do the two tensors of a layer look like?", asked by a page that shows them. It runs both models as far as the
/// layer, so a page asks only while somebody looks at it. The last answers are kept until there is another comparison.
class LayerValuesAnalysis final : public ResultAnalysis<results::LayerValues> {
    Q_OBJECT

public:
    using Request = results::LayerValuesRequest;
    using Answer = std::shared_ptr<const results::LayerValues>;

    explicit LayerValuesAnalysis(const AnalysisContext& context);

    /// About a layer of the shown comparison, on what that was asked; the caller adds what it wants to know.
    Request about(const std::string& layer) const;
    /// Null while it isn't known.
    Answer answerTo(const Request& request) const;
    /// Starts, in place of what was asked before, unless this was asked last: a failure or the user's cancel stands.
    void ask(const Request& request);
    /// Nobody looks any longer. Leaves another page's question alone.
    void drop(const Request& request);
    /// Why there is no answer to what was asked last; empty while there may be one.
    const QString& problem() const { return m_problem; }

protected:
    bool canStart() const override;
    void begin(const std::shared_ptr<engine::Engine>& engine) override;

private:
    void followResult();

    results::CompareRequest m_compared; ///< what made the comparison that is shown
    Request m_asked;                    ///< last; no layer = nothing
    Request m_begun;                    ///< what the runner works on
    QString m_problem;
    std::deque<std::pair<Request, Answer>> m_answers; ///< the newest first
};

} // namespace ql::widgets
