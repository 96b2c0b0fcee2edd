// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/inspector/inspector_view.h"

#include "widgets/analyses/attribution/attribution_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/charts/threshold_chart.h"
#include "widgets/docks/inspector/channels_page.h"
#include "widgets/docks/inspector/details_browser.h"
#include "widgets/docks/inspector/error_map_page.h"
#include "widgets/docks/inspector/layer_summary.h"
#include "widgets/docks/inspector/node_details.h"
#include "widgets/docks/inspector/scatter_page.h"
#include "widgets/docks/inspector/threshold_edit.h"
#include "widgets/docks/support/advised_edits.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/flow_layout.h"
#include "widgets/docks/support/layer_text.h"
#include "widgets/settings/settings.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/style/slim_tabs.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QApplication>
#include <QCheckBox>
#include <QFontDatabase>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include <utility>

namespace ql::widgets {

namespace {

constexpr int kLeastHeight = 260;
constexpr int kLeastWidth = 280; ///< tabs of charts are cut below their own
constexpr int kSummaryLines = 6;
constexpr int kMargin = 8;
constexpr int kTabSpace = 10;   ///< beside a tab's word
constexpr int kByteSteps = 255; ///< of an 8-bit quantizer, where there is none yet

HistogramContent contentOf(const results::LayerRow& layer)
{
    HistogramContent content{.bins = *layer.histogram};
    content.hasBaseline = !layer.histogram->baseline.empty();
    content.hasAnalysis = !layer.histogram->analysis.empty();
    content.quantizer = boundsOf(layer.quantizer);
    return content;
}

/// The analysis' values of the layer of that name after a trial of this session, over the bins of @p shown.
std::vector<std::uint64_t> triedValues(const results::TrialChange* trial, const std::string& layer,
                                       const results::HistogramPair& shown)
{
    if (!trial || !trial->afterResult)
        return {};
    const auto& layers = trial->afterResult->layers;
    const auto found = std::ranges::find(layers, layer, &results::LayerRow::name);
    if (found == layers.end() || !found->histogram)
        return {};
    return rebinned(found->histogram->analysis, found->histogram->low, found->histogram->high, shown.low, shown.high,
                    std::max(shown.baseline.size(), shown.analysis.size()));
}

} // namespace

InspectorView::InspectorView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new ElidedLabel(this))
    , m_summary(new DetailsBrowser(this))
    , m_written(new ElidedLabel(this))
    , m_charts(new QTabWidget(this))
    , m_histogram(new HistogramChart(this))
    , m_channels(new ChannelsPage(workbench, this))
    , m_scatter(new ScatterPage(workbench, this))
    , m_errorMap(new ErrorMapPage(workbench, this))
    , m_threshold(new ThresholdChart(this))
    , m_causes(actionButton(workbench.analysis<AttributionAnalysis>().startAction(), this))
    , m_log(new QCheckBox(this))
    , m_details(new DetailsBrowser(this))
    , m_nodes(new NodeDetails(workbench, this))
{
    for (QTextBrowser* browser : {m_summary, m_details}) {
        browser->setFrameShape(QFrame::NoFrame);
        browser->viewport()->setAutoFillBackground(false);
        browser->document()->setDocumentMargin(browser == m_details ? kMargin : 0);
        browser->setOpenLinks(false); // they lead into the handbook
        connect(browser, &QTextBrowser::anchorClicked, &workbench,
                [&workbench](const QUrl& link) { Q_EMIT workbench.handbookRequested(link.toString()); });
    }
    m_log->setChecked(settings::logCounts.value());
    m_histogram->setLog(m_log->isChecked());
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(makeTop());
    splitter->addWidget(m_details);
    splitter->setSizes({460, 240});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(splitter);
    connect(m_log, &QCheckBox::toggled, this, [this](bool isOn) {
        settings::logCounts.set(isOn);
        m_histogram->setLog(isOn);
    });
    connect(&workbench.selection(), &LayerSelection::changed, this, &InspectorView::refresh);
    connect(&workbench, &Workbench::selectedNameChanged, this, &InspectorView::refresh);
    connect(m_nodes, &NodeDetails::changed, this, &InspectorView::refresh);
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::shownChanged, this, &InspectorView::showHistogram);
    connect(&workbench.analysis<AttributionAnalysis>(), &Analysis::resultChanged, this, &InspectorView::refresh);
    connect(m_charts, &QTabWidget::currentChanged, this, &InspectorView::showThreshold);
    connect(m_threshold, &ThresholdChart::rangeWanted, this, &InspectorView::writeRange);
    followConfig();
    followLanguageAndColors(this, [this] { refresh(); });
}

/// What is wrong, why, and what to press, in places that keep their height; below it the charts.
QWidget* InspectorView::makeTop()
{
    auto* top = new QWidget(this);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setContentsMargins(kMargin, 4, kMargin, 0);
    m_summary->setFixedHeight(kSummaryLines * m_summary->fontMetrics().lineSpacing() + kMargin);
    m_written->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_written->setFixedHeight(m_written->fontMetrics().lineSpacing() + 2);
    m_written->setContentsMargins(kMargin, 0, kMargin, 0);
    auto* summary = new QHBoxLayout;
    summary->setContentsMargins(kMargin, 0, kMargin, 0);
    summary->addWidget(m_summary);
    auto* buttons = new FlowLayout(nullptr);
    buttons->setContentsMargins(4, 0, 4, 0);
    for (QAction* action : m_workbench.configActions().editActions()) {
        m_overrides.append(actionButton(action, top));
        buttons->addWidget(m_overrides.back());
    }
    buttons->addWidget(m_causes);
    auto* values = new QWidget(this);
    auto* valuesLayout = new QVBoxLayout(values);
    valuesLayout->setContentsMargins({});
    valuesLayout->setSpacing(2);
    valuesLayout->addWidget(m_histogram, 1);
    valuesLayout->addWidget(m_log, 0, Qt::AlignRight);
    m_charts->setDocumentMode(true);
    makeSlim(*m_charts->tabBar(), kTabSpace);
    m_charts->setUsesScrollButtons(false); // none of them hides behind an arrow
    m_charts->setElideMode(Qt::ElideRight);
    m_charts->addTab(values, QString());
    for (QWidget* page : QList<QWidget*>{m_channels, m_scatter, m_errorMap, m_threshold})
        m_charts->addTab(page, QString());
    auto* layout = new QVBoxLayout(top);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addLayout(summary);
    layout->addLayout(buttons);
    layout->addWidget(m_written);
    layout->addWidget(m_charts, 1);
    return top;
}

void InspectorView::followConfig()
{
    ConfigDocument& config = m_workbench.config();
    connect(&config, &ConfigDocument::opened, this, &InspectorView::showThreshold);
    connect(&config, &ConfigDocument::readingChanged, this, &InspectorView::showThreshold);
    connect(&config, &ConfigDocument::failed, this, [this] { m_isWriting = false; });
    connect(&config, &ConfigDocument::edited, this, [this](const LayersEdited& edit) {
        m_written->setText(writtenLine(edit.before, edit.after));
        m_written->setToolTip(m_written->text());
        if (std::exchange(m_isWriting, false))
            m_workbench.analysis<TrialAnalysis>().start();
    });
    connect(&m_workbench, &Workbench::selectedNameChanged, m_written, &QLabel::clear);
}

QString InspectorView::summaryText() const
{
    return m_summary->toPlainText();
}

QString InspectorView::writtenText() const
{
    return m_written->text();
}

QString InspectorView::titleText() const
{
    return m_title->text();
}

QString InspectorView::detailsText() const
{
    return m_details->toPlainText();
}

void InspectorView::refresh()
{
    m_log->setText(tr("Logarithmic counts"));
    m_summary->setAccessibleName(tr("What is wrong with the selected layer, and why"));
    m_written->setAccessibleName(tr("Written into the config"));
    m_details->setAccessibleName(tr("Advice and numbers of the selected layer"));
    const results::LayerRow* layer = m_workbench.selectedLayer();
    m_charts->tabBar()->setAccessibleName(tr("Charts of the layer"));
    m_charts->setTabText(0, tr("Values"));
    m_charts->setTabText(1, tr("Channels"));
    m_charts->setTabText(2, tr("Scatter"));
    m_charts->setTabText(3, tr("Map"));
    m_charts->setTabToolTip(3, tr("Where in the tensor the errors are"));
    m_charts->setTabToolTip(2, tr("The values of one model against the other's"));
    m_charts->setTabText(4, tr("Threshold"));
    showSummary(layer);
    showOverrides(layer);
    m_title->setText(layer ? layerTitle(*layer) : QString::fromStdString(m_workbench.selectedName()));
    m_title->setToolTip(m_title->text());
    m_log->setEnabled(layer != nullptr);
    const QString ink = palette().color(QPalette::WindowText).name(); // of the bars in it
    if (const QString details = allDetails(); details + ink != m_html) {
        m_html = details + ink;
        m_details->setHtml(details); // back to its top
    }
    showHistogram();
    showThreshold();
}

void InspectorView::showSummary(const results::LayerRow* layer)
{
    const auto result = m_workbench.session().result();
    const QString words =
        layer && result ? summaryHtml(summaryOf(*layer, *result), baselineColor(palette().color(QPalette::Window)))
                        : QString();
    if (words != m_said)
        m_summary->setHtml(words);
    m_said = words;
}

/// What the advice speaks for stands out. A button is as wide, whatever is selected.
void InspectorView::showOverrides(const results::LayerRow* layer)
{
    const auto isFor = [layer](EditKind kind) { return layer && isAdvised(kind, *layer); };
    const bool isAny = std::ranges::any_of(kEditKinds, isFor);
    for (const EditKind kind : kEditKinds) {
        QToolButton& button = *m_overrides[qsizetype(kind)];
        QFont weight = font();
        weight.setBold(true);
        button.setFont(weight);
        button.setMinimumWidth(button.sizeHint().width());
        weight.setBold(isFor(kind));
        button.setFont(weight);
        button.setAutoRaise(isAny && !isFor(kind));
    }
}

QSize InspectorView::minimumSizeHint() const
{
    const QSize least = QWidget::minimumSizeHint();
    return {std::min(least.width(), kLeastWidth), std::min(least.height(), kLeastHeight)};
}

void InspectorView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

/// What the files say is read only for those who look.
QString InspectorView::allDetails()
{
    const results::LayerRow* layer = m_workbench.selectedLayer();
    const std::string& name = m_workbench.selectedName();
    QString details;
    if (layer)
        details = inspectorDetails(*layer, summaryOf(*layer, *m_workbench.session().result()),
                                   m_workbench.analysis<AttributionAnalysis>().rowOf(layer->name), palette());
    if (isVisible() && !name.empty())
        details += m_nodes->text(layer ? layer->baseline.node : name, layer ? layer->analysis.node : name);
    return details;
}

/// Only while somebody looks at it: trying ranges is work.
void InspectorView::showThreshold()
{
    if (m_charts->currentWidget() != m_threshold)
        return;
    const results::LayerRow* layer = m_workbench.selectedLayer();
    if (!layer || !layer->histogram || layer->histogram->baseline.empty()
        || !(layer->histogram->low < layer->histogram->high)) {
        m_threshold->clear(tr("Select a layer of the baseline whose values differ to try other ranges on them."));
        return;
    }
    const HistogramContent content = contentOf(*layer);
    std::optional<QuantizerRange> range;
    if (content.quantizer)
        range = QuantizerRange{content.quantizer->low, content.quantizer->high};
    const int steps = layer->quantizer ? int(layer->quantizer->highest - layer->quantizer->lowest) : kByteSteps;
    m_threshold->setContent({content.bins.low, content.bins.high, content.bins.baseline}, range, steps);
    m_threshold->setWhyNotWritable(whyNotWritable(*layer));
}

QString InspectorView::whyNotWritable(const results::LayerRow& layer) const
{
    if (!m_workbench.config().isOpen())
        return tr("Open or make a quantization config first.");
    if (!layer.quantizer || layer.quantizer->scales.size() != 1)
        return tr("This layer's values have no single scale.");
    const auto network = m_workbench.config().network();
    return network && !thresholdEdits(*network, layer.name, {}).empty()
               ? QString()
               : tr("A config says how a layer's inputs are quantized, and no layer reads these values alone.");
}

/// The config's words are about whoever reads the layer.
void InspectorView::writeRange(const QuantizerRange& range)
{
    const results::LayerRow* layer = m_workbench.selectedLayer();
    if (!layer || !whyNotWritable(*layer).isEmpty())
        return;
    auto edits = thresholdEdits(*m_workbench.config().network(), layer->name, fixedScaleOf(range, *layer->quantizer));
    m_isWriting = true;
    m_workbench.configActions().edit(
        {std::move(edits), report::changeTitle(report::ConfigChange::FixedRange, Message::text(layer->name))});
}

void InspectorView::showHistogram()
{
    const results::LayerRow* layer = m_workbench.selectedLayer();
    m_log->setEnabled(layer && layer->histogram);
    if (layer && layer->histogram && layer->histogram->low < layer->histogram->high) {
        auto content = contentOf(*layer);
        const auto& trials = m_workbench.analysis<TrialAnalysis>().trials();
        content.tried = triedValues(trials.shown().get(), layer->name, content.bins);
        m_histogram->setContent(content);
    } else if (const QString reason = reasonNotToDraw(layer, m_workbench.session().result() != nullptr);
               !reason.isEmpty())
        m_histogram->clear(reason);
    else if (layer->histogram)
        m_histogram->clear(tr("Every value of this layer is the same, so there is no distribution to draw."));
    else
        m_histogram->clear(tr("No histogram was made for this layer."));
}

DockDescription inspectorDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Inspector"),
            .make = &makeDock<InspectorView>,
            .chapter = "advice",
            .icon = "inspector",
            .place = DockPlace::Right,
            .size = {420, 0},
            .raisedBy = &Workbench::inspectorRequested,
            .layerAction = QT_TRANSLATE_NOOP("LayerMenu", "Show in inspector")};
}

} // namespace ql::widgets
