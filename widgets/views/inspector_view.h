// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QTextBrowser;

namespace ql::widgets {

class HistogramChart;
class Workbench;

/// Everything about the selected layer: histograms of both models, numbers, how it was paired, advice.
class InspectorView : public QWidget {
    Q_OBJECT

public:
    explicit InspectorView(Workbench& workbench, QWidget* parent = nullptr);

    HistogramChart& histogram() { return *m_histogram; }
    QString titleText() const;
    QString detailsText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showHistogram();

    Workbench& m_workbench;
    QLabel* m_title;
    HistogramChart* m_histogram;
    QCheckBox* m_log;
    QTextBrowser* m_details;
};

} // namespace ql::widgets
