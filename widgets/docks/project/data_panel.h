// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;
class Workbench;

/// The data set of the project, in which bad cases are looked for. Takes a dropped folder or file.
class DataPanel : public QFrame {
    Q_OBJECT

public:
    explicit DataPanel(Workbench& workbench, QWidget* parent = nullptr);

    QString statusText() const;

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void refresh();

    Workbench& m_workbench;
    QLabel* m_icon;
    QLabel* m_title;
    ElidedLabel* m_path;
    QLabel* m_status;
    QToolButton* m_file;
    QToolButton* m_folder;
};

} // namespace ql::widgets
