// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QComboBox;
class QLabel;

namespace ql::widgets {

class CauseActions;
class MainActions;
class Workbench;

/// The window's tool bar: opening, comparing, the other analyses, and the metric that orders layers everywhere.
class MainToolBar : public QToolBar {
    Q_OBJECT

public:
    /// It has no words before retranslate(). What is referred to must outlive it.
    MainToolBar(Workbench& workbench, MainActions& actions, CauseActions& causes, QWidget* parent);

    void retranslate();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillMetricBox();

    Workbench& m_workbench;
    QLabel* m_metricLabel;
    QComboBox* m_metricBox;
    QList<QAction*> m_spare; ///< whose words are left out where there is no room
};

} // namespace ql::widgets
