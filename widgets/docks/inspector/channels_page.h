// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/inspector/values_page.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace ql::widgets {

class ChannelsChart;
class HistogramChart;

/// The channels of the layer's output or weight, the worst first; a chosen one shows its histogram.
class ChannelsPage final : public ValuesPage {
    Q_OBJECT

public:
    explicit ChannelsPage(Workbench& workbench, QWidget* parent = nullptr);

    ChannelsChart& chart() { return *m_chart; }
    HistogramChart& histogram() { return *m_histogram; }
    QToolButton& backButton() { return *m_back; }
    QComboBox& axis() { return *m_axis; }
    bool isHistogramShown() const;
    /// The histogram of that channel; nothing = all channels.
    void chooseChannel(std::optional<std::int64_t> channel);

protected:
    void complete(Request& request) const override;
    void showValues(const Answer& values) override;
    void showReason(const QString& reason) override;
    void forgetChoices() override;
    void retranslate() override;

private:
    void fillAxes(const results::LayerValues& values);
    void showHistogram(const results::LayerValues& values);

    results::ChannelsChoice m_choice;
    Answer m_shown;
    QComboBox* m_axis;
    QStackedWidget* m_stack;
    ChannelsChart* m_chart;
    QWidget* m_one;
    QToolButton* m_back;
    QLabel* m_title;
    HistogramChart* m_histogram;
};

} // namespace ql::widgets
