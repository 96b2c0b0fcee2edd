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
    , m_text(new ElidedLabel(this))
    , m_more(new QToolButton(this))
    , m_close(new QToolButton(this))
    , m_buttons(new QHBoxLayout)
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_text->setElideMode(Qt::ElideRight);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_more->setAutoRaise(true);
    m_more->setText(QStringLiteral("…"));
    m_close->setIcon(icon("cancel"));
    m_close->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 1, 4, 1);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_more);
    layout->addLayout(m_buttons);
    layout->addWidget(m_close);
    connect(m_more, &QToolButton::clicked, this, &MessageBar::showAll);
    connect(m_close, &QToolButton::clicked, this, &MessageBar::showNext);
    retranslate();
    hide();
}

void MessageBar::showMessage(Severity severity, const Label& text, const QList<QAction*>& actions)
{
    const bool isWaitedFor = !isHidden() && (m_said.severity != Severity::Info || !m_said.actions.isEmpty());
    m_waiting.removeIf([said = text.text()](const Said& other) { return other.text.text() == said; });
    if (isWaitedFor && this->text() != text.text())
        m_waiting.append(m_said);
    put({severity, text, QList<QPointer<QAction>>(actions.begin(), actions.end())});
}

void MessageBar::withdraw(const QString& text)
{
    m_waiting.removeIf([&text](const Said& other) { return other.text.text() == text; });
    if (this->text() == text)
        showNext();
}

void MessageBar::showNext()
{
    if (m_waiting.isEmpty())
        hide();
    else
        put(m_waiting.takeLast());
}

void MessageBar::put(const Said& message)
{
    while (const auto* item = m_buttons->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const auto& action : message.actions)
        if (action) {
            auto* button = actionButton(action, this);
            connect(button, &QToolButton::clicked, this, &MessageBar::showNext);
            m_buttons->addWidget(button);
        }
    m_icon->setPixmap(severityIcon(message.severity).pixmap(kIconSize, kIconSize));
    m_said = message;
    fitText();
    tint();
    show();
}

void MessageBar::fitText()
{
    const QString words = text();
    m_text->setText(QString(words).replace(u'\n', QStringLiteral("  ·  ")));
    m_text->setToolTip(wrapped(words));
    m_more->setVisible(m_text->fontMetrics().horizontalAdvance(m_text->text()) > m_text->width());
}

void MessageBar::showAll()
{
    QMessageBox box(QMessageBox::NoIcon, QGuiApplication::applicationDisplayName(), text(), QMessageBox::Close,
                    window());
    box.setTextFormat(Qt::PlainText);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box.exec();
}

void MessageBar::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    Q_EMIT shownOrHidden();
}

void MessageBar::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    if (isHidden()) // itself, not the window around it
        m_waiting.clear();
    Q_EMIT shownOrHidden();
}

void MessageBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    // The label gets its width later.
    QMetaObject::invokeMethod(this, &MessageBar::fitText, Qt::QueuedConnection);
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
    const QColor hue = m_said.severity == Severity::Error     ? alarmColor(base)
                       : m_said.severity == Severity::Warning ? analysisColor(base)
                                                              : baselineColor(base);
    QPalette colors;
    colors.setColor(QPalette::Window, mutedColor(hue, base, kTint));
    if (palette().color(QPalette::Window) != colors.color(QPalette::Window)) // setting it is a change, too
        setPalette(colors);
}

void MessageBar::retranslate()
{
    fitText();
    setHint(*m_more, tr("Show the whole message"));
    setHint(*m_close, tr("Close this message"));
}

} // namespace ql::widgets
