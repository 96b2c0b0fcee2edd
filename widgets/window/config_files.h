// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMainWindow;

namespace ql::widgets {

class MainActions;
class MessageBar;
class Workbench;

/// Opens, makes and saves the window's quantization configs and opens calibration data: the dialogs, the messages about
/// edits, and the question before unsaved edits are lost.
class ConfigFiles : public QObject {
    Q_OBJECT

public:
    /// @p window owns it; what else is referred to must outlive it.
    ConfigFiles(Workbench& workbench, MainActions& actions, MessageBar& message, QMainWindow& window);

    /// Asks first what becomes of unsaved edits.
    void open(const QString& path);
    /// Saved, or the user does not want the edits any more. False: stay.
    bool mayLeave();

private:
    void offer();
    void browse();
    void create();
    void takeMade();
    void saveAs();
    void leaveEditMessage();
    void browseCalibration();
    void browseCalibrationFolder();
    void useCalibration(const QString& path);

    Workbench& m_workbench;
    MainActions& m_actions;
    MessageBar& m_message;
    QMainWindow& m_window;
    QString m_editMessage; ///< that tells about the last edit of the config
};

} // namespace ql::widgets
