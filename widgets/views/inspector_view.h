// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace ql::widgets {

class ChannelsChart;
class HistogramChart;
class ThresholdChart;
class Workbench;

/// Everything about the selected layer: histograms of both models, numbers, how it was paired, advice.
class InspectorView : public QWidget {
    Q_OBJECT

public:
    explicit InspectorView(Workbench& workbench, QWidget* parent = nullptr);

    HistogramChart& histogram() { return *m_histogram; }
    ChannelsChart& channels() { return *m_channels; }
    ThresholdChart& threshold() { return *m_threshold; }
    /// The values' distribution, the weight's channels, and what other thresholds would do.
    QTabWidget& charts() { return *m_charts; }
    QString titleText() const;
    QString detailsText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    void showHistogram();
    void showChannels();
    void showThreshold();

    Workbench& m_workbench;
    QLabel* m_title;
    QTabWidget* m_charts;
    HistogramChart* m_histogram;
    ChannelsChart* m_channels;
    QList<QWidget*> m_overrides; ///< int16, skip, restore
    ThresholdChart* m_threshold;
    QToolButton* m_causes;
    QCheckBox* m_log;
    QTextBrowser* m_details;
};

} // namespace ql::widgets
