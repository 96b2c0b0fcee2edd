// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/answer_line.h"

#include "widgets/style/icons.h"
#include "widgets/text/plain_text.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace ql::widgets {

AnswerLine::AnswerLine(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent)
    , m_text(new PlainLabel(this))
{
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(6, 0, 6, 0);
    line->addWidget(m_text, 1);
    for (QAction* action : actions)
        line->addWidget(actionButton(action, this));
}

QString AnswerLine::text() const
{
    return m_text->text();
}

void AnswerLine::setText(const QString& text)
{
    setVisible(!text.isEmpty());
    m_text->setText(text);
}

void AnswerLine::setTitle(const QString& title)
{
    m_text->setAccessibleName(title);
}

} // namespace ql::widgets
