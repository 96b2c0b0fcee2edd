// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"
#include "widgets/charts/chart.h"

#include <memory>

class QPainter;

namespace ql::widgets {

/// The channels of a tensor as boxes, the worst first: in both models the range, the middle half and the median. A
/// click or Enter chooses one.
class ChannelsChart : public LayerValuesChart {
    Q_OBJECT

public:
    explicit ChannelsChart(QWidget* parent = nullptr);

    std::size_t channelCount() const;
    /// By rank, the worst first.
    const results::ChannelValues& channel(std::size_t rank) const { return m_values->channels->worst[rank]; }
    /// What the read-out says there; empty where no channel is.
    QString describe(double plottedX) const;

Q_SIGNALS:
    void channelChosen(std::int64_t channel);

private:
    void rebuild() override;
    /// Fits the y axis to the channels in view.
    void follow();
    const results::ChannelValues* channelAt(double plottedX) const;
    void paintStep(QPainter& painter) const;
    void paintBoxes(QPainter& painter) const;
    QString dataText() const override;
};

} // namespace ql::widgets
