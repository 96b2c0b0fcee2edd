// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/weights_question.h"

#include "core/engine/engine.h"
#include "widgets/icons/icons.h"
#include "widgets/session/session.h"

namespace ql::widgets {

WeightsQuestion::WeightsQuestion(Session& session)
    : Question(session, m_runner)
{
    watch();
    startAction()->setIcon(icon(Icon::Weights));
    retranslate();
}

void WeightsQuestion::retranslate()
{
    startAction()->setText(tr("Compare &weights"));
    startAction()->setIconText(tr("Compare weights"));
    startAction()->setToolTip(tr("See what quantization did to every weight, channel by channel"));
}

const results::WeightRow* WeightsQuestion::weightOf(const std::string& layer) const
{
    const auto answer = result();
    const results::WeightRow* most = nullptr;
    if (answer)
        for (const auto& row : answer->rows)
            if ((row.baseline.layer == layer || row.analysis.layer == layer)
                && (!most || row.channels.size() > most->channels.size()))
                most = &row;
    return most;
}

void WeightsQuestion::ask()
{
    results::WeightsRequest now;
    session().fillModels(now);
    const bool isSame = now.baseline == m_asked.baseline && now.analysis == m_asked.analysis
                        && now.quantization.config == m_asked.quantization.config
                        && now.quantization.configText == m_asked.quantization.configText;
    if (!isSame && !isRunning())
        start();
}

bool WeightsQuestion::canStart() const
{
    return session().canCompare();
}

void WeightsQuestion::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::WeightsRequest request;
    session().fillModels(request);
    m_asked = request;
    m_runner.start([] { return tr("Comparing weights"); },
                   [engine, request](JobContext& context) { return engine->weights(request, context); });
}

} // namespace ql::widgets
