// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/window/main_actions.h"
#include "widgets/window/project_files.h"
#include "widgets/workbench/workbench.h"

#include <QList>
#include <QMainWindow>

class QComboBox;
class QDockWidget;
class QLabel;
class QSplitter;
class QToolBar;

namespace ql::widgets {

class DockGroups;
class ErrorStripChart;
class HandbookWindow;
class JobStatus;
class TablesArea;
class MessageBar;
class PaneZoom;

/// Of a window that is shown for the first time on a screen with that much room.
QSize firstSize(const QSize& screen);

/// The window: puts the views into place and wires actions to the session. It shows itself first and lets the engine
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

    /// What the user dropped or named when the program started: a project, a result, or models, data and inputs.
    void openFiles(const QStringList& paths);
    /// Loads the demo that ships with the program and compares at once.
    void openDemo();
    /// Asks first what becomes of unsaved edits.
    void openConfig(const QString& path);
    /// Shows the dock with that id in front of its neighbours.
    void raiseDock(const QString& id);
    /// One dock for a while, and all again.
    PaneZoom& paneZoom() { return *m_zoom; }
    /// Docks, sizes and columns as on the first start.
    void restoreDefaultLayout();
    /// The layout that a window begins with on a screen of that size. On a narrow one the inspector shares the left
    /// side with the project, so that the centre's pages are seen whole.
    void arrangeDocks(const QSize& screen);

Q_SIGNALS:
    void firstPainted();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QSize screenSize() const;
    void makeCentre();
    void wireStrip();
    void makeDocks();
    void makeToolBar();
    void makeStatusBar();
    void makeMenus();
    void wireActions();
    void wireSession();
    void wireConfig();
    void offerConfig();
    bool mayLeaveConfig();
    void browseConfig();
    void createConfig();
    void takeMadeConfig();
    void saveConfigAs();
    void leaveEditMessage();
    void browseCalibration();
    void browseCalibrationFolder();
    void retranslate();
    void fillMetricBox();
    void nameQtsButtons();
    void fillLanguageMenu(QMenu& menu);
    void fillThemeMenu(QMenu& menu);
    void makeDockActions();
    void nameDockActions();
    void raiseWithFocus(QDockWidget* dock);
    QList<QAction*> dockMenu() const;
    bool mayReplaceSession(const QString& by);
    void saveLayout();
    QString chooseModel(const QString& title);
    void browseModel(ModelSlot& slot, const QString& title);
    void browseVersion(int column, bool isFolder);
    void browseResult();
    void browseInputs();
    void browseData();
    void browseDataFolder();
    void showAbout();
    void showHandbookOfDock();
    void showHandbook(const QString& chapter);
    void refresh();

    static constexpr int kStatusTime = 4000; ///< milliseconds that a passing message stays

    Workbench m_workbench;
    MainActions m_actions;
    CauseActions m_causes;
    ProjectFiles m_projectFiles;
    bool m_isPainted = false;
    TablesArea* m_tables = nullptr;     ///< the docks of the centre
    ErrorStripChart* m_strip = nullptr; ///< the metric along the network, below the tables
    MessageBar* m_message = nullptr;
    QString m_editMessage; ///< that tells about the last edit of the config
    QSplitter* m_splitter = nullptr;
    QToolBar* m_toolBar = nullptr;
    QLabel* m_metricLabel = nullptr;
    QComboBox* m_metricBox = nullptr;
    JobStatus* m_job = nullptr;
    QLabel* m_loaded = nullptr;
    HandbookWindow* m_handbook = nullptr; ///< once it was asked for
    DockGroups* m_groups = nullptr;       ///< of docks that share a tab there
    QList<QDockWidget*> m_docks;          ///< in the dock table's order
    QList<QAction*> m_dockActions;        ///< what raises each of them
    PaneZoom* m_zoom = nullptr;
};

} // namespace ql::widgets
