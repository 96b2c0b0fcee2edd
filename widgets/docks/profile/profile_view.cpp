// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/profile/profile_view.h"

#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/text/language.h"

#include <QComboBox>

#include <algorithm>

namespace ql::widgets {

namespace {

HistogramContent contentOf(const results::ProfileRow& row, bool isAnalysis)
{
    const auto& bins = row.whole.histogram;
    HistogramContent content;
    content.bins.low = bins.low;
    content.bins.high = bins.high;
    (isAnalysis ? content.bins.analysis : content.bins.baseline) = bins.counts;
    content.hasBaseline = !isAnalysis;
    content.hasAnalysis = isAnalysis;
    // A document says the scale alone.
    if (row.quantizer && row.quantizer->scales.size() == 1 && row.quantizer->lowest < row.quantizer->highest)
        content.quantizer = boundsOf(row.quantizer);
    return content;
}

} // namespace

ProfileView::ProfileView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Statistics of every tensor"), "statistic.csv"}, parent)
    , m_modelBox(new QComboBox(this))
    , m_source(new QComboBox(this))
    , m_order(new QComboBox(this))
    , m_histogram(new HistogramChart(this))
{
    for (QComboBox* box : {m_modelBox, m_source, m_order})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    build(m_model, {ProfileTableModel::Layer, ProfileTableModel::Op, ProfileTableModel::Attribute},
          {m_modelBox, m_source, m_order}, m_histogram);
    table().setColumnWidths({5, 26, 15, 9, 9, 11, 11, 11, 11, 11, 16, 14, 10});
    table().setStretchedColumn(ProfileTableModel::Layer);
    table().sortByColumn(ProfileTableModel::Index, Qt::AscendingOrder);
    connect(m_modelBox, &QComboBox::activated, this, &ProfileView::takeChoice);
    connect(m_source, &QComboBox::activated, this, &ProfileView::takeChoice);
    connect(m_order, &QComboBox::activated, this, &ProfileView::showOrder);
    connect(&table(), &DataTable::rowChosen, this, &ProfileView::showHistogram);
    connect(&workbench.session(), &ModelSession::resultChanged, this, [this] { markStale(); }); // other numbers
    retranslate();
}

void ProfileView::retranslate()
{
    setHint(*m_modelBox, tr("Which model is run"));
    setHint(*m_source, tr("What it is run on"));
    setHint(*m_order, tr("Order of the rows"));
    fillChoices();
    AnalysisView::retranslate();
    showHistogram();
}

void ProfileView::fillChoices()
{
    m_modelBox->clear();
    m_modelBox->addItems({tr("Baseline model"), tr("Analysis model")});
    m_modelBox->setCurrentIndex(m_analysis.choice().isAnalysis ? 1 : 0);
    m_source->clear();
    m_source->addItems({tr("On the inputs"), tr("On the data set")});
    m_source->setCurrentIndex(m_analysis.choice().usesData ? 1 : 0);
    const int order = std::max(0, m_order->currentIndex());
    m_order->clear();
    m_order->addItems({tr("In order of execution"), tr("Widest range first")});
    m_order->setCurrentIndex(order);
}

void ProfileView::takeChoice()
{
    m_analysis.setChoice({.isAnalysis = m_modelBox->currentIndex() == 1, .usesData = m_source->currentIndex() == 1});
}

void ProfileView::showOrder()
{
    if (m_order->currentIndex() == 1)
        table().sortByColumn(ProfileTableModel::Range, Qt::DescendingOrder);
    else
        table().sortByColumn(ProfileTableModel::Index, Qt::AscendingOrder);
    table().scrollToTop();
}

void ProfileView::takeAnswer()
{
    const auto result = m_analysis.result();
    const auto compared = workbench().session().result();
    m_model.setResult(result, result && compared ? report::layerNumbers(*compared) : report::LayerNumbers());
    showHistogram();
}

void ProfileView::showHistogram()
{
    const QModelIndex current = table().currentIndex();
    if (!current.isValid()) {
        m_histogram->clear(tr("Select a row to see its distribution."));
        return;
    }
    const auto& row = m_model.row(sourceIndex(current).row());
    const auto& bins = row.whole.histogram;
    if (bins.counts.empty() || !(bins.low < bins.high))
        m_histogram->clear(tr("All values are the same, or none is finite."));
    else
        m_histogram->setContent(contentOf(row, m_analysis.isOfAnalysis()));
}

void ProfileView::explain()
{
    const QString title = tr("How are the values spread?");
    if (m_analysis.isRunning())
        nextStep().explain(tr("Collecting statistics…"), tr("The model is run once for each sample. Esc stops."),
                           nullptr);
    else if (m_analysis.startAction()->isEnabled())
        nextStep().explain(
            title,
            tr("The model is run and every layer's inputs, weights and outputs are measured: ranges that "
               "are far too wide for 8 bits stand out."),
            m_analysis.startAction());
    else if (m_analysis.choice().usesData && workbench().session().data().isEmpty())
        nextStep().explain(title, tr("Open a data set first, or run the model on the inputs."), nullptr);
    else if (m_analysis.choice().isAnalysis && workbench().session().isSimulated())
        nextStep().explain(title,
                           tr("Open a baseline model and calibration data first: they and the config make the "
                              "analysis model."),
                           nullptr);
    else
        nextStep().explain(title, tr("Open the model first."), nullptr);
}

QString ProfileView::summary() const
{
    const auto result = m_analysis.result();
    const QString model = m_analysis.isOfAnalysis() ? tr("analysis model") : tr("baseline model");
    return QStringLiteral("%1 · %2").arg(model, tr("%n sample(s)", nullptr, int(result->samples)));
}

DockDescription profileDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Statistics"),
            .make = &makeDock<ProfileView>,
            .chapter = "profile",
            .icon = "profile",
            .group = &kSensitivity};
}

} // namespace ql::widgets
