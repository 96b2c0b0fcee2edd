// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/next_step.h"
#include "widgets/text/plain_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace ql::widgets {

namespace {
constexpr int kMostCharacters = 62;
constexpr double kTitleSize = 1.35;
} // namespace

NextStep::NextStep(QWidget* parent)
    : QWidget(parent)
    , m_title(new PlainLabel(this))
    , m_text(new PlainLabel(this))
    , m_button(new QToolButton(this))
{
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * kTitleSize);
    m_title->setFont(large);
    m_title->setAlignment(Qt::AlignCenter);
    m_title->setWordWrap(true);
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(fontMetrics().averageCharWidth() * kMostCharacters / 2);
    m_text->setMaximumWidth(fontMetrics().averageCharWidth() * kMostCharacters);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto centred = [](QWidget* widget, int stretch) {
        auto* row = new QHBoxLayout;
        row->addStretch(1);
        row->addWidget(widget, stretch);
        row->addStretch(1);
        return row;
    };
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addLayout(centred(m_text, 20));
    layout->addLayout(centred(m_button, 0));
    layout->addStretch(3);
}

void NextStep::explain(const QString& title, const QString& text, QAction* action)
{
    m_title->setText(title);
    m_text->setText(text);
    if (action && action != m_button->defaultAction()) {
        if (QAction* last = m_button->defaultAction())
            disconnect(last, &QAction::changed, this, &NextStep::nameButton);
        m_button->setDefaultAction(action);
        connect(action, &QAction::changed, this, &NextStep::nameButton);
    }
    m_button->setVisible(action != nullptr);
    nameButton();
    // Where there is nothing to press, the keyboard comes to the words.
    setFocusPolicy(action ? Qt::NoFocus : Qt::StrongFocus);
    setAccessibleName(title);
    setAccessibleDescription(text);
}

/// The button above the table starts the same. Its words change after those of the page.
void NextStep::nameButton()
{
    if (const QAction* action = m_button->defaultAction())
        m_button->setAccessibleName(
            QStringLiteral("%1 (%2)").arg(QString(action->text()).remove(u'&'), m_title->text()));
}

QString NextStep::titleText() const
{
    return m_title->text();
}

} // namespace ql::widgets
