// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/cause_actions.h"

#include "widgets/session/model_session.h"
#include "widgets/text/language.h"

namespace ql::widgets {

using results::CauseRuns;

CauseActions::CauseActions(ModelSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_group(this)
{
    for (const CauseRuns causes : {CauseRuns::None, CauseRuns::Quick, CauseRuns::Full}) {
        QAction& action = actionFor(causes);
        action.setCheckable(true);
        connect(&action, &QAction::triggered, this, [this, causes] { m_session.setCauses(causes); });
    }
    connect(&session, &ModelSession::changed, this, &CauseActions::refresh);
    retranslate();
    refresh();
}

QAction& CauseActions::actionFor(CauseRuns causes)
{
    switch (causes) {
    case CauseRuns::None: return m_none;
    case CauseRuns::Quick: return m_quick;
    case CauseRuns::Full: break;
    }
    return m_full;
}

void CauseActions::refresh()
{
    actionFor(m_session.causes()).setChecked(true);
}

void CauseActions::retranslate()
{
    setWords(m_none, tr("Causes: &none"), tr("Only compare: advice about causes stays a guess"));
    setWords(m_quick, tr("Causes: &quick"),
             tr("Run the layers whose error matters again under control, for at most half of the "
                "comparison's work: advice about them is measured"));
    setWords(m_full, tr("Causes: &full"),
             tr("Run every quantized layer again under control, and measure each quantizer's share of the "
                "outputs' error: takes many times as long"));
}

} // namespace ql::widgets
