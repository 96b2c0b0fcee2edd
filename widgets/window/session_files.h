// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QWidget;

namespace ql::widgets {

class ConfigFiles;
class MainActions;
class MessageBar;
class ModelSlot;
class ProjectFiles;
class Workbench;

/// Opens models, inputs, data, results and the demo in the window's session: the dialogs, and the question before what
/// was compared is replaced.
class SessionFiles : public QObject {
    Q_OBJECT

public:
    /// @p window owns it; what else is referred to must outlive it.
    SessionFiles(Workbench& workbench, MainActions& actions, ProjectFiles& projects, ConfigFiles& configs,
                 MessageBar& message, QWidget& window);

    /// What the user dropped or named when the program started: a project, a result, or models, data and inputs.
    void open(const QStringList& paths);
    /// Loads the demo that ships with the program and compares at once.
    void openDemo();

private:
    bool mayReplace(const QString& by);
    QString chooseModel(const QString& title);
    void browseModel(ModelSlot& slot, const QString& title);
    void browseVersion(int column, bool isFolder);
    void browseResult();
    void browseInputs();
    void browseData();
    void browseDataFolder();

    Workbench& m_workbench;
    ProjectFiles& m_projects;
    ConfigFiles& m_configs;
    MessageBar& m_message;
    QWidget& m_window;
};

} // namespace ql::widgets
