// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QCheckBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;
class ModelSlot;
class Workbench;
struct ConfigReading;

/// One thing of the project, or two: its file, and what is known about it or wrong with it. Takes a dropped file or
/// folder. A derived panel calls follow() at the end of its constructor.
class ProjectPanel : public QFrame {
    Q_OBJECT

protected:
    /// Title, file and status of one thing, one below the other.
    struct Part {
        QLabel* title;
        ElidedLabel* file;
        QLabel* status;
    };

    /// @p icon as for icon().
    ProjectPanel(const char* icon, QWidget* parent);
    /// From @p row on; @p buttons stand beside the title, null leaves a place empty.
    Part makePart(int row, const QList<QToolButton*>& buttons);
    QGridLayout& grid() { return *m_grid; }
    /// Shows everything now, and again when language or colours change.
    void follow();
    /// The file's name with its whole path as the tool tip; hidden without a path.
    void setFile(const Part& part, const QString& name, const QString& path);
    void setStatus(const Part& part, const QString& text, bool isProblem = false);

    virtual void refresh() = 0;
    /// Something was dropped @p y pixels below the top.
    virtual void take(const QString& path, double y) = 0;

    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    const char* m_iconName;
    QLabel* m_icon;
    QGridLayout* m_grid;
};

/// One model of the project: its file, its kind and size, or what is wrong with it.
class ModelPanel final : public ProjectPanel {
    Q_OBJECT

public:
    enum class Role { Baseline, Analysis };

    ModelPanel(Role role, ModelSlot& slot, QWidget* parent = nullptr);

    QString statusText() const;

Q_SIGNALS:
    void browseRequested();

private:
    void refresh() override;
    void showState();
    void take(const QString& path, double y) override;

    Role m_role;
    ModelSlot& m_slot;
    QToolButton* m_browse;
    Part m_model;
};

/// The data set of the project, in which bad cases are looked for.
class DataPanel final : public ProjectPanel {
    Q_OBJECT

public:
    explicit DataPanel(Workbench& workbench, QWidget* parent = nullptr);

    QString statusText() const;

private:
    void refresh() override;
    void take(const QString& path, double y) override;

    Workbench& m_workbench;
    QToolButton* m_file;
    QToolButton* m_folder;
    Part m_data;
};

/// The config of the project and the data that it is calibrated with, on which its lower half takes what is dropped.
class ConfigPanel final : public ProjectPanel {
    Q_OBJECT

public:
    explicit ConfigPanel(Workbench& workbench, QWidget* parent = nullptr);

    QString statusText() const;
    QString calibrationText() const;

private:
    void refresh() override;
    void refreshConfig();
    void showKept(const ConfigReading& reading);
    void refreshCalibration();
    void take(const QString& path, double y) override;

    Workbench& m_workbench;
    QToolButton* m_open;
    QToolButton* m_calibrationFile;
    QToolButton* m_calibrationFolder;
    QCheckBox* m_prefers;
    QCheckBox* m_allows; ///< entries of layers that the model lacks
    Part m_config;
    Part m_calibration;
};

} // namespace ql::widgets
