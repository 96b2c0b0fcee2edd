// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/analysis.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"
#include "widgets/text/error_text.h"
#include "widgets/text/language.h"

#include <utility>

namespace ql::widgets {

Analysis::Analysis(const AnalysisContext& context, AnalysisTraits traits, JobRunner& runner)
    : m_session(context.session)
    , m_traits(std::move(traits))
    , m_runner(runner)
{
    m_start.setEnabled(false);
    if (m_traits.icon)
        m_start.setIcon(icon(m_traits.icon));
    m_start.setShortcut(m_traits.shortcut);
}

void Analysis::setUp()
{
    retranslate();
    connect(&m_start, &QAction::triggered, this, &Analysis::start);
    connect(&m_session, &ModelSession::changed, this, &Analysis::updateAction);
    connect(&m_session.engineJob(), &JobRunner::failed, this, [this] {
        if (std::exchange(m_isWanted, false))
            Q_EMIT changed();
    });
    connect(&m_runner, &JobRunner::started, this, &Analysis::changed);
    connect(&m_runner, &JobRunner::grew, this, &Analysis::resultChanged);
    connect(&m_runner, &JobRunner::cancelled, this, &Analysis::changed);
    connect(&m_runner, &JobRunner::finished, this, [this] {
        Q_EMIT resultChanged();
        Q_EMIT changed();
    });
    connect(&m_runner, &JobRunner::failed, this, [this](const Error& error) {
        Q_EMIT changed();
        Q_EMIT m_session.failed(errorLabel(error));
    });
}

void Analysis::retranslate()
{
    const auto said = [this](const char* words) {
        return QCoreApplication::translate(metaObject()->className(), words);
    };
    const bool isMissing = m_traits.needsQuantizers && m_session.isVariant();
    setWords(m_start, said(m_traits.text),
             isMissing ? tr("A folded or fused variant of the baseline has no quantizers to ask about")
                       : said(m_traits.toolTip),
             said(m_traits.iconText));
}

bool Analysis::canStart() const
{
    return m_session.canCompare() && !(m_traits.needsQuantizers && m_session.isVariant());
}

void Analysis::start()
{
    if (!canStart())
        return;
    m_isWanted = true;
    Q_EMIT changed();
    m_session.withEngine(this, [this](const std::shared_ptr<engine::Engine>& engine) {
        if (!std::exchange(m_isWanted, false))
            return;
        m_asked = m_session.models();
        begin(engine);
    });
}

bool Analysis::isOfOtherModels() const
{
    return m_asked && !m_session.areOpen(*m_asked);
}

void Analysis::dropAnswerAbout(const std::string& model)
{
    if (!m_asked || (m_asked->baseline != model && m_asked->analysis != model))
        return;
    m_asked.reset();
    m_runner.clear();
    Q_EMIT resultChanged();
    Q_EMIT changed();
}

void Analysis::cancel()
{
    const bool wasWanted = std::exchange(m_isWanted, false);
    m_runner.cancel();
    if (wasWanted)
        Q_EMIT changed();
}

void Analysis::updateAction()
{
    m_start.setEnabled(canStart());
    retranslate();
}

} // namespace ql::widgets
