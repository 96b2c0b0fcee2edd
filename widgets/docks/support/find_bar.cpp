// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/find_bar.h"

#include "widgets/session/layer_filter.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr int kMostWidth = 280;
constexpr int kFilterWidth = 360;
constexpr int kLeastCharacters = 22;

/// Whether the keyboard is in the line's own dock, beside the centre. Where it writes into a line, the user may have
/// gone to another dock since.
bool isInUse(const QLineEdit& line)
{
    const QWidget* focus = QApplication::focusWidget();
    const QWidget* dock = line.parentWidget();
    while (dock && !qobject_cast<const QDockWidget*>(dock))
        dock = dock->parentWidget();
    return dock && focus && !qobject_cast<const QLineEdit*>(focus) && dock->isAncestorOf(focus);
}
} // namespace

FilterLine::FilterLine(LayerFilter& filter, QWidget* parent)
    : QLineEdit(filter.text(), parent)
{
    setClearButtonEnabled(true);
    addAction(icon("find"), QLineEdit::LeadingPosition);
    setMaximumWidth(kFilterWidth);
    setMinimumWidth(fontMetrics().averageCharWidth() * kLeastCharacters);
    connect(&filter, &LayerFilter::textOffered, this, &QLineEdit::setText);
    answerFind(this, filter);
    followLanguage(this, [this] {
        setPlaceholderText(tr("Filter layers (Ctrl+F)"));
        setToolTip(tr("Part of a layer's name, value, scope or operator"));
        setAccessibleName(tr("Filter layers"));
        nameButtons(*this);
    });
}

void nameButtons(QLineEdit& line)
{
    for (auto* button : line.findChildren<QToolButton*>()) {
        const QAction* action = button->defaultAction();
        const bool isClear = action && action->objectName() == QLatin1String("_q_qlineeditclearaction");
        button->setAccessibleName(isClear ? FilterLine::tr("Clear") : FilterLine::tr("Find"));
    }
}

void answerFind(QLineEdit* line, LayerFilter& filter)
{
    const auto answer = [line, &filter] {
        if (filter.isFindAnswered() || !line->isVisible() || line->visibleRegion().isEmpty())
            return;
        filter.answerFind();
        line->setFocus(Qt::ShortcutFocusReason);
        line->selectAll();
    };
    QObject::connect(&filter, &LayerFilter::findInFocusRequested, line, [line, answer] {
        if (isInUse(*line))
            answer();
    });
    QObject::connect(&filter, &LayerFilter::findRequested, line, answer);
}

FindBar::FindBar(LayerFilter& filter, QWidget& text, Find find, QWidget* parent)
    : QWidget(parent)
    , m_text(text)
    , m_find(std::move(find))
    , m_line(new QLineEdit(this))
    , m_none(new PlainLabel(this))
    , m_previous(new QToolButton(this))
    , m_next(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    setAutoFillBackground(true);
    m_line->addAction(icon("find"), QLineEdit::LeadingPosition);
    m_line->setMaximumWidth(kMostWidth);
    m_line->installEventFilter(this);
    m_previous->setIcon(icon("back"));
    m_next->setIcon(icon("forward"));
    m_close->setIcon(icon("cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 2, 6, 2);
    layout->setSpacing(4);
    layout->addWidget(m_line, 1);
    for (QToolButton* button : {m_previous, m_next}) {
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    layout->addWidget(m_none);
    layout->addStretch(1);
    m_close->setAutoRaise(true);
    layout->addWidget(m_close);
    hide();
    connect(&filter, &LayerFilter::findInFocusRequested, this, [this, &filter] { open(filter); });
    connect(m_line, &QLineEdit::textEdited, m_none, &QWidget::hide);
    connect(m_previous, &QToolButton::clicked, this, [this] { go(false); });
    connect(m_next, &QToolButton::clicked, this, [this] { go(true); });
    connect(m_close, &QToolButton::clicked, this, &FindBar::close);
    followLanguage(this, [this] { retranslate(); });
}

void FindBar::open(LayerFilter& filter)
{
    const QWidget* focus = QApplication::focusWidget();
    if (!focus || (focus != &m_text && !m_text.isAncestorOf(focus)))
        return;
    filter.answerFind();
    show();
    m_none->hide();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void FindBar::close()
{
    hide();
    m_text.setFocus(Qt::OtherFocusReason);
}

void FindBar::go(bool isForward)
{
    if (!m_line->text().isEmpty())
        m_none->setVisible(!m_find(m_line->text(), isForward));
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isShortcut = event->type() == QEvent::ShortcutOverride;
    if (!isShortcut && event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    const bool isReturn = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
    if (!isReturn && press->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    event->accept(); // Esc stops no job here
    if (isShortcut)
        return true;
    if (isReturn)
        go(!press->modifiers().testFlag(Qt::ShiftModifier));
    else
        close();
    return true;
}

void FindBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    Q_EMIT shownOrHidden();
}

void FindBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    Q_EMIT shownOrHidden();
}

void FindBar::retranslate()
{
    m_line->setPlaceholderText(tr("Find in the text"));
    m_line->setAccessibleName(tr("Find in the text"));
    m_none->setText(tr("not found"));
    m_previous->setToolTip(tr("Find the one before (Shift+Enter)"));
    m_previous->setAccessibleName(tr("Find the one before"));
    m_next->setToolTip(tr("Find the next one (Enter)"));
    m_next->setAccessibleName(tr("Find the next one"));
    m_close->setToolTip(tr("Close (Esc)"));
    m_close->setAccessibleName(tr("Close"));
}

} // namespace ql::widgets
