// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QMenu;
class QWidget;

namespace ql::widgets {

class ConfigFiles;
class MainActions;
class MessageBar;
class ModelSlot;
class ProjectFiles;
class Workbench;
struct SortedFiles;

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
    /// The one way in: dropped, chosen, remembered, named by an option or shipped with the program. Asks before what
    /// was compared is replaced. As soon as there are models and samples they are examined.
    void take(const SortedFiles& files);
    /// Loads the demo that ships with the program.
    void openDemo();
    /// Adds the remembered sessions and projects.
    void fillRecent(QMenu& menu);

private:
    void put(const SortedFiles& files);
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
