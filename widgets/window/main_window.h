// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/window/config_files.h"
#include "widgets/window/project_files.h"
#include "widgets/window/session_files.h"
#include "widgets/window/tool_bar/main_actions.h"
#include "widgets/window/window_docks.h"
#include "widgets/workbench/workbench.h"

#include <QMainWindow>

class QLabel;

namespace ql::widgets {

class HandbookWindow;
class MainToolBar;
class MessageBar;
class PaneZoom;
class ToolExports;

/// Of a window that is shown for the first time on a screen with that much room.
QSize firstSize(const QSize& screen);

/// The window: puts its parts into place and wires actions to the session. It shows itself first and lets the engine
/// load after the first paint.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(ModelSession::EngineFactory factory, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return m_workbench; }
    MainActions& actions() { return m_actions; }
    CauseActions& causeActions() { return m_causes; }
    MessageBar& messageBar() { return *m_message; }
    ProjectFiles& projectFiles() { return m_projectFiles; }

    /// As the SessionFiles do.
    void openFiles(const QStringList& paths) { m_sessionFiles->open(paths); }
    void take(const SortedFiles& files) { m_sessionFiles->take(files); }
    void openDemo() { m_sessionFiles->openDemo(); }
    /// Asks first what becomes of unsaved edits.
    void openConfig(const QString& path) { m_configFiles->open(path); }
    /// Shows the dock with that id in front of its neighbours.
    void raiseDock(const QString& id) { m_docks->raise(id); }
    /// One dock for a while, and all again.
    PaneZoom& paneZoom();
    /// Docks, sizes and columns as on the first start.
    void restoreDefaultLayout();
    /// The layout that a window begins with on a screen of that size.
    void arrangeDocks(const QSize& screen);

Q_SIGNALS:
    void firstPainted();

protected:
    bool event(QEvent* event) override;
    bool focusNextPrevChild(bool isForward) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QSize screenSize() const;
    void makeStatusBar();
    void fillMenus();
    void wireActions();
    void wireSession();
    void saveLayout();
    void showAbout();
    void showHandbook(const QString& chapter);
    void refresh();
    void retranslate();

    Workbench m_workbench;
    MainActions m_actions;
    CauseActions m_causes;
    ProjectFiles m_projectFiles;
    bool m_isPainted = false;
    WindowDocks* m_docks = nullptr;
    MainToolBar* m_toolBar = nullptr;
    ToolExports* m_toolExports = nullptr;
    MessageBar* m_message = nullptr;
    QLabel* m_loaded = nullptr; ///< the models' names, while there is no message
    ConfigFiles* m_configFiles = nullptr;
    SessionFiles* m_sessionFiles = nullptr;
    HandbookWindow* m_handbook = nullptr; ///< once it was asked for
};

} // namespace ql::widgets
