// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/proof_picture.h"

#include "core/engine/engine.h"
#include "widgets/charts/channels_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/overview/budget_picture.h"
#include "widgets/docks/overview/conclusion_words.h"
#include "widgets/docks/overview/shared_scale.h"
#include "widgets/text/display_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace ql::widgets {

namespace {

using results::LayerRow;

constexpr int kHeight = 168;
constexpr int kWidest = 620;
constexpr int kMostBars = 6;
constexpr std::size_t kMostChannels = 64;

/// By a controlled run of the layer, by the budget, else by what was found out about it.
bool isWeightToBlame(const report::OverviewState& state, const LayerRow& row)
{
    if (row.causes && !row.causes->mainCause.empty() && row.causes->mainCause != "propagated")
        return row.causes->mainCause == "weights";
    const auto* output = report::explainedOutput(*state.verdict);
    if (output && output->budget->culprits() > 0 && output->budget->shares.front().opName == row.name)
        return output->budget->shares.front().sensitiveType == "weight";
    return std::ranges::any_of(row.advice, [](const auto& advice) {
        return advice.severity != results::Severity::Info && advice.rule.find("weight") != std::string::npos;
    });
}

/// Whether half of a channel or more is rounded to nothing.
bool losesChannels(const results::LayerValues& weight)
{
    const double half = weight.quantizer->scales.front() / 2;
    return std::ranges::any_of(weight.channels->worst, [half](const auto& channel) {
        return std::abs(channel.baseline.lowerQuartile) < half && std::abs(channel.baseline.upperQuartile) < half;
    });
}

/// A layer's own values, or those at the end of the run that it is fused into.
const LayerRow* rowWithValues(const results::CompareResult& compared, const LayerRow& row)
{
    const LayerRow* shown = row.histogram || row.fusedInto.empty() ? &row : results::findLayer(compared, row.fusedInto);
    return shown && shown->histogram && shown->histogram->low < shown->histogram->high ? shown : nullptr;
}

/// With room for one step beside the values, if that is wider than they are.
HistogramContent sharedContent(const LayerRow& row)
{
    constexpr double kAir = 1.4; ///< so much of a step
    HistogramContent content{.bins = *row.histogram};
    content.hasBaseline = !row.histogram->baseline.empty();
    content.hasAnalysis = !row.histogram->analysis.empty();
    content.quantizer = boundsOf(row.quantizer);
    content.alwaysHasStep = true;
    const auto& bins = content.bins;
    content.axis = ValueRange{bins.low, std::max(bins.high, bins.low + kAir * row.quantizer->scales.front())};
    return content;
}

} // namespace

ProofPicture::ProofPicture(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_pictures(new QStackedWidget(this))
    , m_values(new HistogramChart(this))
    , m_wideName(new PlainLabel(this))
    , m_wide(new HistogramChart(this))
    , m_narrowName(new PlainLabel(this))
    , m_narrow(new HistogramChart(this))
    , m_channels(new ChannelsChart(this))
    , m_budget(new BudgetPicture(this))
    , m_caption(new PlainLabel(this))
{
    setFixedHeight(kHeight);
    m_budget->setMostRows(kMostBars);
    for (QWidget* chart : QList<QWidget*>{m_values, m_channels, m_wide, m_narrow})
        chart->setMinimumHeight(0);
    auto* bars = new QWidget(this);
    auto* barsLayout = new QVBoxLayout(bars);
    barsLayout->setContentsMargins({});
    barsLayout->addWidget(m_budget, 0, Qt::AlignTop);
    for (QWidget* picture : QList<QWidget*>{m_values, m_channels, bars, makePair()})
        m_pictures->addWidget(picture);
    m_pictures->setMaximumWidth(kWidest);
    m_caption->setWordWrap(true);
    m_caption->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // it never makes the page wider or higher
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_pictures, 3);
    layout->addWidget(m_caption, 2);
    workbench.jobs().watch(m_weight, JobList::Kind::Background);
    for (const auto ended : {&JobRunner::finished, &JobRunner::cancelled})
        connect(&m_weight, ended, this, [this] {
            m_isAnswered = true;
            Q_EMIT changed();
        });
    connect(&m_weight, &JobRunner::failed, this, [this] {
        m_isAnswered = true;
        Q_EMIT changed();
    });
    connect(&workbench.session(), &ModelSession::resultChanged, this, [this] { m_asked = {}; });
    connect(m_budget, &BudgetPicture::layerClicked, &workbench, &Workbench::selectLayer);
}

/// Side by side, each under its name.
QWidget* ProofPicture::makePair()
{
    auto* pair = new QWidget(this);
    auto* layout = new QGridLayout(pair);
    layout->setContentsMargins({});
    layout->setVerticalSpacing(0);
    int column = 0;
    for (const auto& [name, chart] : {std::pair(m_wideName, m_wide), std::pair(m_narrowName, m_narrow)}) {
        name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        layout->addWidget(name, 0, column);
        layout->addWidget(chart, 1, column);
        layout->setColumnStretch(column++, 1);
    }
    layout->setRowStretch(1, 1);
    return pair;
}

QString ProofPicture::caption() const
{
    return m_caption->text();
}

void ProofPicture::setContent(const report::OverviewState& state, const QString& sample)
{
    const QString origin = state.isSimulated ? tr("From %1, simulated by the config.").arg(sample)
                                             : tr("From %1, in the opened models.").arg(sample);
    const LayerRow* row = blamedLayer(state);
    if (row && showSharedScale(state, *row, origin))
        return;
    if (row && isWeightToBlame(state, *row) && showWeight(*row, origin))
        return;
    if (row && showValues(state, *row, origin))
        return;
    if (showBudget(state, origin))
        return;
    put(Kind::Nothing,
        {row ? tr("No picture: the values of %1 were not counted.").arg(QString::fromStdString(row->name))
             : tr("No picture: no layer is known where the error starts.")});
}

/// True, too, while it is being read.
bool ProofPicture::showWeight(const LayerRow& row, const QString& origin)
{
    ask(row.name);
    const QString name = QString::fromStdString(row.name);
    if (!m_isAnswered) {
        put(Kind::Nothing, {tr("Reading the weight of %1…").arg(name)});
        return true;
    }
    const auto weight = m_weight.result();
    if (!weight || !weight->isThere || !weight->channels || weight->channels->worst.empty())
        return false;
    m_channels->setValues(weight);
    QStringList sentences{tr("The weight %1, channel by channel.").arg(QString::fromStdString(weight->name))};
    if (weight->quantizer && weight->quantizer->scales.size() == 1)
        sentences.append(losesChannels(*weight)
                             ? tr("One scale serves all of them: what lies in the hatched band becomes 0.")
                             : tr("One scale serves all of them; its step is %1.")
                                   .arg(formatNumber(weight->quantizer->scales.front())));
    sentences.append(weight->executedNodes == 0 ? tr("From the files: no sample is needed.") : origin);
    put(Kind::Channels, sentences);
    return true;
}

bool ProofPicture::showSharedScale(const report::OverviewState& state, const LayerRow& row, const QString& origin)
{
    const auto shared = sharedScale(*state.compared, row);
    if (!shared)
        return false;
    const QString narrow = QString::fromStdString(shared->narrow->name);
    m_wide->setContent(sharedContent(*shared->wide));
    m_narrow->setContent(sharedContent(*shared->narrow));
    for (const auto& [label, about] : {std::pair(m_wideName, shared->wide), std::pair(m_narrowName, shared->narrow)}) {
        const QString name = QString::fromStdString(about->name);
        label->setText(tr("%1, up to %2").arg(name, formatNumber(reachOf(*about))));
        label->setToolTip(name);
    }
    const double steps = reachOf(*shared->narrow) / shared->step;
    put(Kind::SharedScale,
        {tr("One scale serves both, as %1 joins them.").arg(QString::fromStdString(shared->join->name)),
         steps < 0.5
             ? tr("One step is %1, drawn to scale: all of %2 becomes 0.").arg(formatNumber(shared->step), narrow)
             : tr("One step is %1, drawn to scale: %2 has %3 steps.")
                   .arg(formatNumber(shared->step), narrow, formatNumber(steps)),
         origin});
    return true;
}

bool ProofPicture::showValues(const report::OverviewState& state, const LayerRow& row, const QString& origin)
{
    const LayerRow* shown = rowWithValues(*state.compared, row);
    if (!shown)
        return false;
    HistogramContent content{.bins = *shown->histogram};
    content.hasBaseline = !shown->histogram->baseline.empty();
    content.hasAnalysis = !shown->histogram->analysis.empty();
    content.quantizer = boundsOf(shown->quantizer);
    m_values->setContent(content);
    QStringList sentences{tr("The values of %1 in both models.").arg(QString::fromStdString(shown->name))};
    if (content.quantizer)
        sentences.append(tr("One step of its scale is %1.").arg(formatNumber(content.quantizer->step)));
    if (shown->clampedCount > 0)
        sentences.append(tr("%1 of them are clamped, hatched here.")
                             .arg(formatShare(shown->clampedCount, shown->baseline.statistics.count)));
    put(Kind::Values, sentences << origin);
    return true;
}

bool ProofPicture::showBudget(const report::OverviewState& state, const QString& origin)
{
    const auto* output = report::explainedOutput(*state.verdict);
    if (!output || output->budget->shares.empty())
        return false;
    m_budget->setContent(output, nullptr);
    put(Kind::Budget, {tr("Which quantizers make the error of %1.").arg(QString::fromStdString(output->name)), origin});
    return true;
}

void ProofPicture::put(Kind kind, const QStringList& sentences)
{
    m_kind = kind;
    m_pictures->setVisible(kind != Kind::Nothing);
    if (kind != Kind::Nothing)
        m_pictures->setCurrentIndex(int(kind) - int(Kind::Values)); // in the order of the kinds
    m_caption->setText(sentences.join(u'\n'));
    m_caption->setToolTip(wrapped(m_caption->text()));
}

/// The models' constants, which needs no run of them.
void ProofPicture::ask(const std::string& layer)
{
    auto request = m_workbench.analysis<LayerValuesAnalysis>().about(layer);
    request.tensor = results::LayerTensor::Weight;
    request.channels = results::ChannelsChoice{.axis = {}, .most = kMostChannels, .histogramOf = {}};
    if (request == m_asked)
        return;
    m_asked = request;
    m_isAnswered = false;
    m_weight.clear();
    m_workbench.session().withEngine(this, [this, request](const std::shared_ptr<engine::Engine>& engine) {
        if (request == m_asked)
            m_weight.start([] { return tr("Reading a weight"); },
                           [engine, request](JobContext& context) { return engine->layerValues(request, context); });
    });
}

} // namespace ql::widgets
