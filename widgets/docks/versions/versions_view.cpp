// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/versions/versions_view.h"

#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/layer_text.h"
#include "widgets/settings/settings.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTextBrowser>

#include <algorithm>
#include <utility>

namespace ql::widgets {

namespace {

/// Nothing where there is nothing to draw.
std::optional<HistogramContent> contentOf(const LayerVersion& version)
{
    const auto& layer = version.layer;
    if (!layer || !layer->histogram || !(layer->histogram->low < layer->histogram->high))
        return std::nullopt;
    HistogramContent content{.bins = *layer->histogram};
    content.hasBaseline = version.isBaseline && !content.bins.baseline.empty();
    content.hasAnalysis = !version.isBaseline && !content.bins.analysis.empty();
    if (!version.isBaseline)
        content.quantizer = boundsOf(layer->quantizer);
    return content.hasBaseline || content.hasAnalysis ? std::optional(content) : std::nullopt;
}

} // namespace

VersionsView::VersionsView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_analysis(workbench.analysis<VersionsAnalysis>())
    , m_title(new PlainLabel(this))
    , m_numbers(new QTextBrowser(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setContentsMargins(8, 4, 8, 0);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_numbers->setFrameShape(QFrame::NoFrame);
    m_numbers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // a table as wide as the page rounds up
    m_numbers->viewport()->setAutoFillBackground(false);
    m_numbers->document()->setDocumentMargin(8);
    auto* top = new QWidget(this);
    auto* columns = new QHBoxLayout(top);
    columns->setContentsMargins(4, 0, 4, 0);
    for (int index = 0; index < kAll; ++index) {
        auto* column = new VersionColumn(index == 0, top);
        column->histogram().setLog(settings::logCounts.value());
        columns->addWidget(column, 1);
        m_columns.append(column);
        connect(&column->histogram(), &HistogramChart::viewChanged, this, [this, index] { showRangeOf(index); });
        connect(column, &VersionColumn::sourceChosen, this,
                [this, index](const VersionSource& source) { m_analysis.setSource(index - 1, source); });
        connect(column, &VersionColumn::fileDropped, this,
                [this, index](const QString& path) { m_analysis.setFile(index - 1, path); });
        connect(column, &VersionColumn::furtherChosen, this, [this, index](VersionColumn::Further further) {
            Q_EMIT m_workbench.openVersionRequested(index - 1, further == VersionColumn::Further::Folder);
        });
    }
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(top);
    splitter->addWidget(m_numbers);
    splitter->setSizes({300, 300});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(splitter, 1);
    connect(&workbench, &Workbench::selectedNameChanged, this, &VersionsView::refresh);
    connect(&workbench.session(), &ModelSession::changed, this, &VersionsView::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &VersionsView::refresh);
    connect(&m_analysis, &Analysis::changed, this, &VersionsView::refresh);
    connect(&m_analysis, &Analysis::resultChanged, this, &VersionsView::refresh);
    followLanguageAndColors(this, [this] { refresh(); });
}

QString VersionsView::titleText() const
{
    return m_title->text();
}

QString VersionsView::numbersText() const
{
    return m_numbers->toPlainText();
}

void VersionsView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

/// A page behind others in a group of tabs counts as visible all the same: it is painted when it comes to the front.
void VersionsView::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!m_isInSight)
        QMetaObject::invokeMethod(this, &VersionsView::refresh, Qt::QueuedConnection);
}

/// Only while somebody looks: every version is a run of both models.
void VersionsView::refresh()
{
    m_numbers->setAccessibleName(tr("Numbers of the selected layer in each version"));
    refreshSources(); // screen readers are told what stands there in any case
    m_isInSight = isVisible() && !visibleRegion().isEmpty();
    if (!m_isInSight)
        return;
    if (m_workbench.session().result())
        m_analysis.ask();
    QList<LayerVersion> versions;
    for (int index = 0; index < kAll; ++index)
        versions.append(versionAt(index));
    m_title->setText(versions.front().layer ? layerTitle(*versions.front().layer)
                                            : QString::fromStdString(m_workbench.selectedName()));
    m_title->setVisible(!m_title->text().isEmpty());
    showHistograms(versions);
    if (const QString html = versionNumbers(versions, palette()); html != m_html) {
        m_html = html;
        m_numbers->setHtml(html); // back to its top
    }
}

void VersionsView::refreshSources()
{
    const ModelSession& session = m_workbench.session();
    const QString baseline = session.baseline().fileName();
    m_columns.front()->setTitle(baseline.isEmpty() ? tr("Float") : tr("Float: %1").arg(baseline),
                                session.baseline().path());
    m_columns.front()->histogram().setSubject(tr("Float"));
    const auto sources = m_analysis.sources();
    QStringList titles;
    for (const VersionSource& source : sources)
        titles.append(titleOf(source));
    for (int index = 1; index < kAll; ++index) {
        m_columns.at(index)->setSources(sources, m_analysis.source(index - 1), titles,
                                        {tr("Another model…"), tr("A folder of dumped tensors…")});
        setHint(m_columns.at(index)->box(), tr("What stands beside the baseline"));
        m_columns.at(index)->histogram().setSubject(tr("Version %1").arg(index));
    }
}

QString VersionsView::titleOf(const VersionSource& source) const
{
    using Source = VersionSource::Kind;
    const ModelSession& session = m_workbench.session();
    switch (source.kind) {
    case Source::None: break;
    case Source::Simulation: return tr("Simulated with %1").arg(QFileInfo(session.config()).fileName());
    case Source::Analysis: return tr("Deployed: %1").arg(session.analysis().fileName());
    case Source::Folded: return tr("Baseline, folded");
    case Source::Fused: return tr("Baseline, folded and fused");
    case Source::File: return tr("File: %1").arg(QFileInfo(source.path).fileName());
    }
    return {};
}

/// The baseline's numbers are those of any comparison with it.
LayerVersion VersionsView::versionAt(int index) const
{
    LayerVersion version{.isBaseline = index == 0};
    version.title = index == 0 ? tr("Float") : titleOf(m_analysis.source(index - 1));
    const std::string& name = m_workbench.selectedName();
    if (name.empty())
        return version;
    for (int column = 0; column < VersionsAnalysis::kColumns; ++column) {
        const auto answer = m_analysis.answerOf(column);
        if (!answer || (index > 0 && column != index - 1))
            continue;
        const results::LayerRow* layer = results::findLayer(*answer, name);
        if (layer && layer->state == results::LayerRow::State::Fused)
            layer = results::findLayer(*answer, layer->fusedInto);
        const bool isKnown = layer && !(version.isBaseline && layer->baseline.empty());
        if (isKnown && (!version.layer || (layer->histogram && !version.layer->histogram)))
            version.layer = std::shared_ptr<const results::LayerRow>(answer, layer); // owns the answer
    }
    return version;
}

void VersionsView::showHistograms(const QList<LayerVersion>& versions)
{
    QList<std::optional<HistogramContent>> contents;
    std::optional<ValueRange> axis;
    QList<std::shared_ptr<const results::LayerRow>> shown;
    for (const LayerVersion& version : versions) {
        shown.append(version.layer);
        contents.append(contentOf(version));
        if (!contents.back())
            continue;
        const ValueRange own = rangeOf(*contents.back());
        axis = axis ? ValueRange{std::min(axis->low, own.low), std::max(axis->high, own.high)} : own;
    }
    const bool isNew = std::exchange(m_shown, shown) != shown; // otherwise the zoom stays
    const QScopedValueRollback zooming(m_isZooming, true);
    for (int index = 0; index < kAll; ++index) {
        HistogramChart& chart = m_columns.at(index)->histogram();
        auto& content = contents[index];
        if (!content) {
            chart.clear(reasonAt(index, versions.at(index)));
        } else if (isNew || !chart.isShown()) {
            content->axis = axis;
            chart.setContent(*content);
        }
    }
}

QString VersionsView::reasonAt(int index, const LayerVersion& version) const
{
    const bool hasResult = m_workbench.session().result() != nullptr;
    if (!hasResult || m_workbench.selectedName().empty())
        return reasonNotToDraw(nullptr, hasResult);
    if (version.layer) {
        const QString reason = reasonNotToDraw(version.layer.get(), true);
        return reason.isEmpty() ? tr("Every value of this layer is the same, so there is no distribution to draw.")
                                : reason;
    }
    const int column = std::max(0, index - 1);
    if (const QString problem = m_analysis.problemOf(column); !problem.isEmpty())
        return problem;
    return m_analysis.answerOf(column) ? tr("This version has no such layer.") : tr("Comparing…");
}

/// The others follow.
void VersionsView::showRangeOf(int index)
{
    if (m_isZooming || !m_columns.at(index)->histogram().isShown())
        return;
    const QScopedValueRollback zooming(m_isZooming, true);
    const ValueRange range = m_columns.at(index)->histogram().visibleRange();
    for (VersionColumn* column : m_columns)
        column->histogram().showRange(range);
}

DockDescription versionsDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Versions"),
            .make = &makeDock<VersionsView>,
            .chapter = "compare",
            .icon = "columns",
            .group = &kSensitivity,
            .layerAction = QT_TRANSLATE_NOOP("LayerMenu", "Show in all versions")};
}

} // namespace ql::widgets
