// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/status_choice.h"

#include "widgets/style/color_scale.h"
#include "widgets/text/plain_text.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace ql::widgets {

StatusChoice::StatusChoice(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_box(new QComboBox(this))
    , m_status(new PlainLabel(this))
{
    m_status->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 0, 6, 4);
    layout->setSpacing(2);
    layout->addWidget(m_box);
    layout->addWidget(m_status);
}

QString StatusChoice::statusText() const
{
    return m_status->text();
}

void StatusChoice::setStatus(const QString& text, const QString& hint)
{
    m_status->setPalette(mutedPalette(palette()));
    m_status->setText(text);
    m_status->setToolTip(hint);
    m_status->setVisible(!text.isEmpty());
}

} // namespace ql::widgets
