// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/channels_page.h"

#include "widgets/charts/channels_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/settings/settings.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QShortcut>
#include <QStackedWidget>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {

HistogramContent contentOf(const results::LayerValues& values)
{
    const auto& channels = *values.channels;
    const auto& quantizer = values.quantizer;
    const bool isOwn = quantizer && quantizer->channelAxis == channels.axis
                       && std::int64_t(quantizer->scales.size()) == channels.count;
    return {.bins = channels.histogram,
            .quantizer = isOwn ? boundsOf(quantizer, std::size_t(*channels.histogramOf)) : boundsOf(quantizer)};
}

} // namespace

ChannelsPage::ChannelsPage(Workbench& workbench, QWidget* parent)
    : ValuesPage(workbench, parent)
    , m_axis(new QComboBox(this))
    , m_stack(new QStackedWidget(this))
    , m_chart(new ChannelsChart(this))
    , m_one(new QWidget(this))
    , m_back(new QToolButton(m_one))
    , m_title(new PlainLabel(m_one))
    , m_histogram(new HistogramChart(m_one))
{
    m_axis->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    controls().addWidget(m_axis);
    controls().addStretch(1);
    body().addWidget(m_stack, 1);
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    line->addWidget(m_back);
    line->addWidget(m_title, 1);
    auto* one = new QVBoxLayout(m_one);
    one->setContentsMargins({});
    one->setSpacing(2);
    one->addLayout(line);
    one->addWidget(m_histogram, 1);
    m_back->setIcon(style()->standardIcon(QStyle::SP_ArrowBack));
    m_back->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_back->setAutoRaise(true);
    m_title->setWordWrap(true);
    m_stack->addWidget(m_chart);
    m_stack->addWidget(m_one);
    auto* back = new QShortcut(Qt::Key_Backspace, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(back, &QShortcut::activated, this, [this] { chooseChannel({}); });
    connect(m_back, &QToolButton::clicked, this, [this] { chooseChannel({}); });
    connect(m_chart, &ChannelsChart::channelChosen, this, &ChannelsPage::chooseChannel);
    connect(m_axis, &QComboBox::activated, this, [this](int index) {
        m_choice.axis = m_axis->itemData(index).toLongLong();
        m_choice.histogramOf.reset();
        refresh();
    });
    retranslate();
}

void ChannelsPage::retranslate()
{
    m_axis->setAccessibleName(tr("Channel axis"));
    m_axis->setToolTip(tr("Which axis holds the channels"));
    setWords(*m_back, tr("All channels"), tr("Back to all channels (Backspace)"));
    if (m_shown)
        showValues(m_shown);
}

bool ChannelsPage::isHistogramShown() const
{
    return m_stack->currentWidget() == m_one;
}

void ChannelsPage::chooseChannel(std::optional<std::int64_t> channel)
{
    if (channel == m_choice.histogramOf)
        return;
    m_choice.histogramOf = channel;
    refresh();
    if (!channel)
        m_chart->setFocus();
}

void ChannelsPage::complete(Request& request) const
{
    request.channels = m_choice;
}

void ChannelsPage::forgetChoices()
{
    m_choice = {};
}

void ChannelsPage::showValues(const Answer& values)
{
    m_shown = values;
    fillAxes(*values);
    m_chart->setValues(values);
    const bool wasShown = isHistogramShown();
    m_stack->setCurrentWidget(values->channels->histogramOf ? m_one : m_chart);
    if (!values->channels->histogramOf)
        return;
    showHistogram(*values);
    if (!wasShown)
        m_back->setFocus(); // Enter leads back
}

void ChannelsPage::showHistogram(const results::LayerValues& values)
{
    const auto& channels = *values.channels;
    const auto number = *channels.histogramOf;
    const auto found = std::ranges::find(channels.worst, number, &results::ChannelValues::channel);
    m_title->setText(found == channels.worst.end()
                         ? tr("Channel %1").arg(number)
                         : tr("Channel %1 · SQNR %2 dB").arg(QString::number(number), formatNumber(found->sqnrDb)));
    m_histogram->setLog(settings::logCounts.value());
    if (channels.histogram.low < channels.histogram.high)
        m_histogram->setContent(contentOf(values));
    else
        m_histogram->clear(tr("All values of this channel are the same, or none is finite."));
}

void ChannelsPage::showReason(const QString& reason)
{
    m_shown.reset();
    m_axis->setEnabled(false);
    m_stack->setCurrentWidget(m_chart);
    m_chart->clear(reason);
}

void ChannelsPage::fillAxes(const results::LayerValues& values)
{
    m_axis->clear();
    for (std::size_t i = 0; i < values.shape.size(); ++i)
        m_axis->addItem(tr("axis %1 (%2)").arg(i).arg(values.shape[i]), qlonglong(i));
    const auto& axis = values.channels->axis;
    m_axis->setCurrentIndex(axis ? m_axis->findData(qlonglong(*axis)) : -1);
    m_axis->setEnabled(values.shape.size() > 1);
}

} // namespace ql::widgets
