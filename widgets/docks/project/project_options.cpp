// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/project_options.h"

#include "widgets/docks/project/judge_line.h"
#include "widgets/docks/project/post_process_line.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace ql::widgets {

ProjectOptions::ProjectOptions(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_button(new QToolButton(this))
    , m_lines(new QWidget(this))
{
    m_button->setAutoRaise(true);
    m_button->setCheckable(true);
    m_button->setIcon(icon("options"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto* lines = new QVBoxLayout(m_lines);
    lines->setContentsMargins({});
    lines->setSpacing(0);
    lines->addWidget(new PostProcessLine(workbench, m_lines));
    lines->addWidget(new JudgeLine(workbench, m_lines));
    m_lines->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addWidget(m_lines);
    connect(m_button, &QToolButton::toggled, m_lines, &QWidget::setVisible);
    connect(&workbench.session(), &ModelSession::changed, this, &ProjectOptions::refresh);
    followLanguage(this, [this] { retranslate(); });
}

void ProjectOptions::retranslate()
{
    setWords(*m_button, tr("Options"), tr("What is measured in the place of the outputs, and a judge of them"));
    refresh();
}

/// What holds is in sight.
void ProjectOptions::refresh()
{
    const ModelSession& session = m_workbench.session();
    const bool isSet = session.hasJudge() || !session.postProcess().empty();
    if (isSet && !std::exchange(m_isSet, isSet))
        m_button->setChecked(true);
    m_isSet = isSet;
}

} // namespace ql::widgets
