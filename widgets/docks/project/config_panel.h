// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QCheckBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;
struct ConfigReading;
class Workbench;

/// The config of the project and the data that it is calibrated with: the files, and what is wrong with them. Takes a
/// dropped file.
class ConfigPanel : public QFrame {
    Q_OBJECT

public:
    explicit ConfigPanel(Workbench& workbench, QWidget* parent = nullptr);

    QString statusText() const;
    QString calibrationText() const;

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// Title, file and status of one thing, one below the other.
    struct Part {
        QLabel* title;
        ElidedLabel* file;
        QLabel* status;
    };
    Part makePart(QGridLayout& layout, int row, const QList<QToolButton*>& buttons);
    void refresh();
    void refreshConfig();
    void showKept(const ConfigReading& reading);
    void refreshCalibration();
    void setStatus(QLabel& label, const QString& text, bool isProblem = false);

    Workbench& m_workbench;
    QLabel* m_icon;
    QToolButton* m_open;
    QToolButton* m_calibrationFile;
    QToolButton* m_calibrationFolder;
    Part m_config;
    Part m_calibration;
    QCheckBox* m_prefers;
};

} // namespace ql::widgets
