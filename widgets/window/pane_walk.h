// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>

class QMainWindow;

namespace ql::widgets {

/// Whether the Tab key may lead to @p widget of @p window: it can be seen, also behind which tab it stands.
bool isTabStop(const QWidget& widget, const QWidget& window);
/// The next one in the chain of @p window behind @p from, or before it; null if there is none.
QWidget* nextTabStop(const QWidget& window, QWidget* from, bool isForward);
/// The first one inside @p pane, by the chain; null if there is none.
QWidget* firstTabStop(const QWidget& window, QWidget& pane);

/// Leads the keyboard from pane to pane of a window: its docks in sight and whatever else stands between them, from
/// left to right, and back to where it was in each.
class PaneWalk : public QObject {
    Q_OBJECT

public:
    /// @p others are panes that are no docks.
    PaneWalk(QMainWindow& window, const QList<QWidget*>& others);

    QList<QAction*> actions() { return {&m_next, &m_previous}; }
    void retranslate();
    /// The panes in sight, in their order.
    QList<QWidget*> panes() const;

private:
    void go(int step);
    QWidget* stopIn(QWidget& pane) const;
    void remember(QWidget* focus);

    QMainWindow& m_window;
    QList<QPointer<QWidget>> m_others;         ///< the window may delete them before this
    QHash<QWidget*, QPointer<QWidget>> m_last; ///< what had the focus, by pane
    QAction m_next;
    QAction m_previous;
};

} // namespace ql::widgets
