// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include <functional>

class QMenu;
class QWidget;

namespace ql::widgets {

class Workbench;

/// What the window does with project files: the actions, the dialogs, the recent ones, and the question before unsaved
/// changes are lost.
class ProjectFiles : public QObject {
    Q_OBJECT

public:
    ProjectFiles(Workbench& workbench, QWidget& window);

    QList<QAction*> actions() { return {&m_open, &m_save, &m_saveAs}; }
    void retranslate();
    /// Puts the remembered projects on top of @p menu.
    void fillRecentMenu(QMenu& menu);
    /// Asks about unsaved changes first.
    void open(const QString& path);
    /// Whether the window may close. While the changes are being saved it may not, and closes itself afterwards.
    bool mayClose();

private:
    /// Calls @p next at once, after saving, or never.
    void settleChanges(const std::function<void()>& next);
    void browse();
    void save();
    void browseTarget();
    void remember();
    void askForTrust(const QString& wishes);
    void refresh();

    Workbench& m_workbench;
    QWidget& m_window;
    std::function<void()> m_afterSaving;
    QAction m_open;
    QAction m_save;
    QAction m_saveAs;
};

} // namespace ql::widgets
