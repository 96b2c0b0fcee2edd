// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QToolBar>

class QComboBox;
class QLabel;
class QToolButton;

namespace ql::widgets {

class CauseActions;
class LayerSearch;
class MainActions;
class SampleChoice;
class Workbench;

/// The window's tool bar: what is opened, examining it and stopping that, the metric that orders layers everywhere, the
/// sample that every view shows, and the layer that is looked at.
class MainToolBar : public QToolBar {
    Q_OBJECT

public:
    /// It has no words before retranslate(). What is referred to must outlive it.
    MainToolBar(Workbench& workbench, MainActions& actions, CauseActions& causes, QWidget* parent);

    SampleChoice& sample() { return *m_sample; }
    LayerSearch& search() { return *m_search; }
    /// What stands in the buttons' menus.
    QMenu& openMenu() { return m_openMenu; }
    QMenu& dataMenu() { return m_dataMenu; }
    void retranslate();

private:
    void addOpening(MainActions& actions);
    void addExamining(MainActions& actions, CauseActions& causes);
    void addChoices();
    QToolButton* addMenu(QMenu& menu);
    void fillMetricBox();

    Workbench& m_workbench;
    QMenu m_openMenu;
    QMenu m_recentMenu;
    QMenu m_dataMenu;
    QToolButton* m_open;
    QToolButton* m_data;
    QLabel* m_metricLabel;
    QComboBox* m_metricBox;
    SampleChoice* m_sample;
    LayerSearch* m_search;
};

} // namespace ql::widgets
