// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/overview/next_steps.h"
#include "widgets/analyses/layer_values/layer_values_analysis.h"

#include <QWidget>

class QLabel;
class QStackedWidget;

namespace ql::widgets {

class BudgetPicture;
class ChannelsChart;
class HistogramChart;
class Workbench;

/// The small picture under a headline that proves it: the channels of the weight that is to blame, the values of the
/// layer where the error starts with one step drawn to scale, the two values that one scale has to serve, or whose
/// error it is where many make it. Whatever it shows, it is as high. Beside it stands what is seen and where it is
/// from, or why there is no picture.
class ProofPicture : public QWidget {
    Q_OBJECT

public:
    enum class Kind { Nothing, Values, Channels, Budget, SharedScale };

    explicit ProofPicture(Workbench& workbench, QWidget* parent = nullptr);

    /// @p sample says on what the comparison was made.
    void setContent(const report::OverviewState& state, const QString& sample);
    Kind kind() const { return m_kind; }
    /// The histograms of a scale that serves two values: the wider one, and the one that is lost.
    HistogramChart& wide() { return *m_wide; }
    HistogramChart& narrow() { return *m_narrow; }
    QString caption() const;

Q_SIGNALS:
    /// setContent() would show more now.
    void changed();

private:
    QWidget* makePair();

    using Weight = results::LayerValues;

    bool showWeight(const results::LayerRow& row, const QString& origin);
    bool showSharedScale(const report::OverviewState& state, const results::LayerRow& row, const QString& origin);
    bool showValues(const report::OverviewState& state, const results::LayerRow& row, const QString& origin);
    bool showBudget(const report::OverviewState& state, const QString& origin);
    void put(Kind kind, const QStringList& sentences);
    void ask(const std::string& layer);

    Workbench& m_workbench;
    Kind m_kind = Kind::Nothing;
    QStackedWidget* m_pictures;
    HistogramChart* m_values;
    QLabel* m_wideName;
    HistogramChart* m_wide;
    QLabel* m_narrowName;
    HistogramChart* m_narrow;
    ChannelsChart* m_channels;
    BudgetPicture* m_budget;
    QLabel* m_caption;
    ResultRunner<const Weight> m_weight;
    LayerValuesAnalysis::Request m_asked; ///< of what m_weight is, or will be
    bool m_isAnswered = false;            ///< whatever the answer was
};

} // namespace ql::widgets
