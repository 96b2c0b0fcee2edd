// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/pane_walk.h"

#include "widgets/docks/support/dock_sight.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QTabBar>

#include <algorithm>
#include <tuple>

namespace ql::widgets {

namespace {

/// A dock behind another's tab is visible for Qt, and nothing of it is seen.
bool isBehindATab(const QWidget& widget, const QWidget& window)
{
    for (const QWidget* around = &widget; around && around != &window; around = around->parentWidget())
        if (qobject_cast<const QDockWidget*>(around) && !isInSight(*around))
            return true;
    return false;
}

} // namespace

bool isTabStop(const QWidget& widget, const QWidget& window)
{
    // Qt parks a row of tabs that nothing needs outside of the window.
    if (qobject_cast<const QTabBar*>(&widget) && !isInSight(widget))
        return false;
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget.focusProxy() && widget.isVisible()
           && widget.isEnabled() && widget.window() == &window && !isBehindATab(widget, window);
}

QWidget* nextTabStop(const QWidget& window, QWidget* from, bool isForward)
{
    const auto next = [isForward](const QWidget* widget) {
        return isForward ? widget->nextInFocusChain() : widget->previousInFocusChain();
    };
    for (QWidget* widget = next(from); widget && widget != from; widget = next(widget))
        if (isTabStop(*widget, window))
            return widget;
    return nullptr;
}

QWidget* firstTabStop(const QWidget& window, QWidget& pane)
{
    for (QWidget* widget = pane.nextInFocusChain(); widget && widget != &pane; widget = widget->nextInFocusChain())
        if (pane.isAncestorOf(widget) && isTabStop(*widget, window))
            return widget;
    return nullptr;
}

PaneWalk::PaneWalk(QMainWindow& window, const QList<QWidget*>& others)
    : QObject(&window)
    , m_window(window)
    , m_others(others.begin(), others.end())
{
    setLook(m_next, "next_pane", Qt::Key_F6);
    setLook(m_previous, "previous_pane", Qt::CTRL | Qt::Key_F6);
    connect(&m_next, &QAction::triggered, this, [this] { go(1); });
    connect(&m_previous, &QAction::triggered, this, [this] { go(-1); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { remember(now); });
    retranslate();
}

void PaneWalk::retranslate()
{
    setWords(m_next, tr("Next pa&ne"), tr("Lead the keyboard to the next pane, from left to right (F6)"));
    setWords(m_previous, tr("Previo&us pane"), tr("Lead the keyboard to the pane before (Ctrl+F6)"));
}

QList<QWidget*> PaneWalk::panes() const
{
    QList<QWidget*> panes;
    for (const auto& other : m_others)
        if (other && other->isVisible())
            panes.append(other);
    const auto docks = m_window.findChildren<QDockWidget*>();
    for (QDockWidget* dock : docks) {
        const bool isGroup = std::ranges::any_of(
            docks, [dock](const QDockWidget* other) { return other != dock && dock->isAncestorOf(other); });
        if (!isGroup && dock->window() == &m_window && dock->isVisible() && !isBehindATab(*dock, m_window))
            panes.append(dock);
    }
    std::ranges::sort(panes, {}, [this](const QWidget* pane) {
        const QPoint place = pane->mapTo(&m_window, QPoint());
        return std::tuple(place.x(), place.y());
    });
    return panes;
}

/// Looks upwards only: a window that is being closed has no list of its docks any more.
void PaneWalk::remember(QWidget* focus)
{
    for (QWidget* around = focus; around && around != &m_window; around = around->parentWidget())
        if (qobject_cast<QDockWidget*>(around) || m_others.contains(around)) {
            m_last.insert(around, focus);
            return;
        }
}

/// Where the keyboard was, or the first stop.
QWidget* PaneWalk::stopIn(QWidget& pane) const
{
    if (QWidget* last = m_last.value(&pane); last && isTabStop(*last, m_window))
        return last;
    return isTabStop(pane, m_window) ? &pane : firstTabStop(m_window, pane);
}

/// Panes with nothing that takes the keyboard are left out.
void PaneWalk::go(int step)
{
    const QList<QWidget*> all = panes();
    if (all.isEmpty())
        return;
    const QWidget* focus = QApplication::focusWidget();
    const auto here = std::ranges::find_if(
        all, [focus](const QWidget* pane) { return focus && (pane == focus || pane->isAncestorOf(focus)); });
    const auto count = all.size();
    qsizetype at = here == all.end() ? (step > 0 ? -1 : count) : here - all.begin();
    for (qsizetype tries = 0; tries < count; ++tries) {
        at = (at + step + count) % count;
        if (QWidget* stop = stopIn(*all.at(at))) {
            stop->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

} // namespace ql::widgets
