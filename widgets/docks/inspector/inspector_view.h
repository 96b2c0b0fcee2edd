// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/attribution_result.h"
#include "core/results/compare_result.h"
#include "widgets/charts/threshold_effect.h"

#include <QPalette>
#include <QString>
#include <QWidget>

class QCheckBox;
class QLabel;
class QTabWidget;
class QTextBrowser;
class QToolButton;

namespace ql::widgets {

class ChannelsPage;
class ErrorMapPage;
class HistogramChart;
struct LayerSummary;
class NodeDetails;
class ScatterPage;
class ThresholdChart;
class Workbench;

/// Everything about the selected layer: what is wrong with it, why, and the edits of the config that may help; then
/// histograms of both models, its channels, values against each other, where the errors are, other thresholds; further
/// advice, numbers, how it was paired.
class InspectorView : public QWidget {
    Q_OBJECT

public:
    explicit InspectorView(Workbench& workbench, QWidget* parent = nullptr);

    HistogramChart& histogram() { return *m_histogram; }
    ChannelsPage& channels() { return *m_channels; }
    ScatterPage& scatter() { return *m_scatter; }
    ErrorMapPage& errorMap() { return *m_errorMap; }
    ThresholdChart& threshold() { return *m_threshold; }
    QTabWidget& charts() { return *m_charts; }
    QString titleText() const;
    /// The first lines: what is wrong, and why.
    QString summaryText() const;
    QString detailsText() const;
    /// What the last edit wrote into the config while this layer was selected; empty for none.
    QString writtenText() const;
    /// Words that wrap where it is narrow don't make the window higher than a screen.
    QSize minimumSizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    QWidget* makeTop();
    void followConfig();
    void showSummary(const results::LayerRow* layer);
    QString allDetails();
    void showOverrides(const results::LayerRow* layer);
    void showHistogram();
    void showThreshold();
    QString whyNotWritable(const results::LayerRow& layer) const;
    void writeRange(const QuantizerRange& range);

    Workbench& m_workbench;
    QLabel* m_title;
    QTextBrowser* m_summary;
    QString m_said; ///< in it
    QLabel* m_written;
    QTabWidget* m_charts;
    HistogramChart* m_histogram;
    ChannelsPage* m_channels;
    ScatterPage* m_scatter;
    ErrorMapPage* m_errorMap;
    QList<QToolButton*> m_overrides; ///< by kind of edit
    ThresholdChart* m_threshold;
    QToolButton* m_causes;
    QCheckBox* m_log;
    QTextBrowser* m_details;
    QString m_html; ///< what m_details shows, and the colour of what is drawn in it
    NodeDetails* m_nodes;
    bool m_isWriting = false; ///< a range, which is tried as soon as it stands in the config
};

/// Advice, metrics, statistics of both sides, quantizer and match rule of one layer, as rich text; what @p summary says
/// isn't said again. @p causes may be null: then what the comparison itself found out.
QString inspectorDetails(const results::LayerRow& layer, const LayerSummary& summary,
                         const results::AttributionRow* causes, const QPalette& palette);

} // namespace ql::widgets
