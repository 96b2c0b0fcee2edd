// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/message_bar.h"

#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr int kIconSize = 18;
constexpr double kTint = 0.86; ///< how much of the background shows through
} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new PlainLabel(this))
    , m_text(new PlainLabel(this))
    , m_close(new QToolButton(this))
    , m_buttons(new QHBoxLayout)
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setIcon(icon("cancel"));
    m_close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 6, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    retranslate();
    hide();
}

void MessageBar::showMessage(Severity severity, const Label& text, const QList<QAction*>& actions)
{
    while (const auto* item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (QAction* action : actions) {
        auto* button = actionButton(action, this);
        connect(button, &QToolButton::clicked, this, &QWidget::hide);
        m_buttons->addWidget(button, 0, Qt::AlignTop);
    }
    m_icon->setPixmap(severityIcon(severity).pixmap(kIconSize, kIconSize));
    m_said = text;
    m_text->setText(m_said);
    m_severity = severity;
    tint();
    show();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::ApplicationPaletteChange || event->type() == QEvent::PaletteChange)
        tint();
    QFrame::changeEvent(event);
}

/// Sets one colour only: the others follow the application's when that changes.
void MessageBar::tint()
{
    const QColor base = QGuiApplication::palette().color(QPalette::Base);
    const QColor hue = m_severity == Severity::Error     ? alarmColor(base)
                       : m_severity == Severity::Warning ? analysisColor(base)
                                                         : baselineColor(base);
    QPalette colors;
    colors.setColor(QPalette::Window, mutedColor(hue, base, kTint));
    if (palette().color(QPalette::Window) != colors.color(QPalette::Window)) // setting it is a change, too
        setPalette(colors);
}

void MessageBar::retranslate()
{
    m_text->setText(m_said);
    setHint(*m_close, tr("Close this message"));
}

} // namespace ql::widgets
