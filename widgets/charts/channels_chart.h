// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/weights_result.h"

#include <QWidget>

#include <vector>

class QPainter;

namespace ql::widgets {

class ChartPane;

/// The output channels of one weight, the worst first: the range of each in both models, and how good it is.
class ChannelsChart : public QWidget {
    Q_OBJECT

public:
    explicit ChannelsChart(QWidget* parent = nullptr);

    void setWeight(const results::WeightRow& weight);
    void clear(const QString& reason);
    std::size_t channelCount() const { return m_channels.size(); }
    /// By rank, the worst first.
    const results::WeightChannel& channel(std::size_t rank) const { return m_channels[rank]; }
    QString emptyReason() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void paintRanges(QPainter& painter) const;
    QString describe(double plottedX) const;
    QString dataText() const;

    std::vector<results::WeightChannel> m_channels;
    double m_step = 0.0; ///< the one scale of all channels; 0 where each has its own
    QString m_reason;
    ChartPane* m_pane;
};

} // namespace ql::widgets
