// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDockWidget>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QSize>

#include <utility>

class QMainWindow;

namespace ql::widgets {

/// Gives one dock the whole window for a while, and puts everything back as it was. By F11, for the dock that has the
/// keyboard, and by a double click on a tab.
class PaneZoom : public QObject {
    Q_OBJECT

public:
    /// @p tables stands with @p strip in the centre of @p window; @p front is what F11 means while no dock has the
    /// keyboard.
    PaneZoom(QMainWindow& window, QMainWindow& tables, QWidget& strip);

    QAction* action() { return &m_action; }
    bool isZoomed() const { return m_zoomed != nullptr; }
    /// One dock alone, or all again if that is so.
    void toggle(QDockWidget* dock);
    void restore();
    void retranslate();
    /// Of the row of tabs that the docks of an area share; to be called when there may be new ones.
    void watchTabs();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QDockWidget* dockInUse() const;
    QList<QDockWidget*> outerDocks() const;
    QDockWidget* dockTitled(const QString& title) const;
    void zoom(QDockWidget& dock);

    QMainWindow& m_window;
    QMainWindow& m_tables;
    QWidget& m_strip;
    QPointer<QDockWidget> m_zoomed;
    QList<QPointer<QDockWidget>> m_hidden;
    QList<std::pair<QPointer<QDockWidget>, QSize>> m_front; ///< what was in sight, with its size
    QAction m_action;
};

} // namespace ql::widgets
