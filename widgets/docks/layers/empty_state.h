// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace ql::widgets {

class Workbench;

/// What stands where the layers will be: the next step, and the demo.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showRecent();

    Workbench& m_workbench;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_next;
    QPushButton* m_demo;
    QMenu* m_recentMenu;
    QVBoxLayout* m_recent;
};

} // namespace ql::widgets
