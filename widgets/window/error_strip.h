// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ql::widgets {

class ErrorStripChart;
class Workbench;

/// The strip below the tables: the toolbar's metric along the network, tied to the shared selection.
class ErrorStrip : public QWidget {
    Q_OBJECT

public:
    explicit ErrorStrip(Workbench& workbench, QWidget* parent = nullptr);

    ErrorStripChart& chart() { return *m_chart; }

private:
    void refresh();

    Workbench& m_workbench;
    ErrorStripChart* m_chart;
};

} // namespace ql::widgets
