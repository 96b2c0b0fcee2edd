// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/overview_view.h"

#include <QFocusEvent>
#include <QPushButton>

#include <algorithm>

namespace ql::widgets {

/// The page keeps the keyboard while the steps change. Returns the title of the step that it stood on; empty for the
/// first.
QString OverviewView::holdKeyboard()
{
    QWidget* focus = window()->focusWidget();
    if (!focus || !m_stepBox->isAncestorOf(focus))
        return {};
    const auto buttons = stepButtons();
    const auto held = std::ranges::find(buttons, focus);
    const QString title = held == buttons.end() || held == buttons.begin() ? QString() : (*held)->text();
    m_waitsForStep = true;
    setFocus(Qt::NoFocusReason);
    return title;
}

/// To the step of that title, else to the first, or to that of a later change; unless the user went elsewhere.
void OverviewView::leadToStep(const QString& title)
{
    const auto buttons = stepButtons();
    if (!m_waitsForStep || buttons.isEmpty() || window()->focusWidget() != this)
        return;
    m_waitsForStep = false;
    const auto same = std::ranges::find(buttons, title, &QPushButton::text);
    QPushButton* step = same == buttons.end() ? buttons.front() : *same;
    step->show(); // the layout would do so later
    step->setFocus(Qt::ShortcutFocusReason);
}

/// Who is led here by a program goes on to the first step; who walks or clicks stays.
void OverviewView::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    const auto reason = event->reason();
    if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::MouseFocusReason)
        m_waitsForStep = false;
    m_waitsForStep = m_waitsForStep || reason == Qt::OtherFocusReason || reason == Qt::ShortcutFocusReason;
    if (m_waitsForStep && reason != Qt::NoFocusReason)
        m_refreshSoon.start();
}

} // namespace ql::widgets
