// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/tune/tune_view.h"

#include "widgets/charts/tune_chart.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/style/icons.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>

namespace ql::widgets {

namespace {
constexpr double kUsualSqnrDb = 30.0;
constexpr double kUsualCosine = 0.999;
constexpr double kUsualJudged = 0.9; ///< a share of samples, the most usual judge
constexpr double kUsualLoss = 0.1;
constexpr double kMostJudged = 1e9;
constexpr int kMostSeconds = 86'400;
constexpr int kChartHeight = 172; ///< at least: below that points lie on each other
constexpr int kFlat = 340;        ///< height of a view that has no room for chart and rows one below the other
} // namespace

TuneView::TuneView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Overrides that were tried"), "tune.csv"}, parent)
    , m_metric(new QComboBox(this))
    , m_output(new QComboBox(this))
    , m_commonButton(new QToolButton(this))
    , m_target(new QDoubleSpinBox(this))
    , m_seconds(new QSpinBox(this))
    , m_chart(new TuneChart(m_model, this))
{
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_seconds->setRange(0, kMostSeconds);
    m_chart->setMinimumHeight(kChartHeight);
    m_take.setIcon(icon("config"));
    m_common.setIcon(icon("restore"));
    m_output->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_commonButton->setDefaultAction(&m_common);
    build(m_model, {TuneTableModel::Overrides, TuneTableModel::Kind},
          {m_metric, m_output, m_target, m_commonButton, m_seconds, actionButton(&m_take, this)}, m_chart);
    splitter()->insertWidget(0, m_chart);
    splitter()->setSizes({kChartHeight + kChartHeight / 4, kChartHeight});
    splitter()->setStretchFactor(0, 1);
    splitter()->setStretchFactor(1, 1);
    table().setColumnWidths({8, 60, 10, 12, 14, 14});
    table().setStretchedColumn(TuneTableModel::Overrides);
    table().sortByColumn(TuneTableModel::Cost, Qt::AscendingOrder);
    table().fillMenu = [this](QMenu& menu, const QModelIndex&) { menu.addAction(&m_take); };
    connect(m_metric, &QComboBox::activated, this, [this] {
        const auto metric = results::MetricId(m_metric->currentData().toInt());
        m_analysis.setChoice(
            {.metric = metric, .target = usualTarget(metric), .seconds = m_seconds->value(), .targets = {}});
        showChoice();
    });
    connect(m_output, &QComboBox::activated, this, &TuneView::showChoice);
    connect(&workbench.session(), &ModelSession::changed, this, &TuneView::showChoice);
    connect(&m_common, &QAction::triggered, this, [this] {
        auto choice = m_analysis.choice();
        choice.targets.erase(chosenOutput());
        m_analysis.setChoice(choice);
        showChoice();
    });
    connect(m_target, &QDoubleSpinBox::valueChanged, this, &TuneView::takeChoice);
    connect(m_seconds, &QSpinBox::valueChanged, this, &TuneView::takeChoice);
    connect(&table(), &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        m_chart->setChosen(index.isValid() ? sourceIndex(index).row() : -1);
        m_take.setEnabled(index.isValid());
    });
    connect(&m_take, &QAction::triggered, this, [this] { open(table().currentIndex()); });
    connect(m_chart, &TuneChart::pointClicked, this, &TuneView::takeRow);
    connect(m_chart, &TuneChart::pointChosen, this, [this](int row) {
        for (int shown = 0; shown < table().model()->rowCount(); ++shown)
            if (sourceIndex(table().model()->index(shown, 0)).row() == row)
                table().selectRow(shown);
    });
    m_take.setEnabled(false);
    retranslate();
}

void TuneView::resizeEvent(QResizeEvent* event)
{
    AnalysisView::resizeEvent(event);
    const auto orientation = height() < kFlat ? Qt::Horizontal : Qt::Vertical;
    if (splitter()->orientation() == orientation)
        return;
    splitter()->setOrientation(orientation);
    splitter()->setSizes(orientation == Qt::Horizontal ? QList<int>{width() * 2 / 5, width() * 3 / 5}
                                                       : QList<int>{kChartHeight + kChartHeight / 4, kChartHeight});
}

void TuneView::retranslate()
{
    setWords(m_take, tr("Take into the config"),
             tr("Put the chosen row's overrides into the config (Enter); Ctrl+Z takes them back"));
    setHint(*m_metric, tr("What every output must reach"));
    setHint(*m_output, tr("Which output the target is meant for"));
    setWords(m_common, tr("Same target as the others"),
             tr("Take back the target that the chosen output has of its own"));
    m_target->setToolTip(tr("The value that the output must reach"));
    m_target->setAccessibleName(tr("Target"));
    m_seconds->setToolTip(tr("After so long the best so far is the answer"));
    m_seconds->setAccessibleName(tr("Time limit"));
    m_seconds->setSuffix(tr(" s"));
    m_seconds->setSpecialValueText(tr("no limit"));
    m_chart->setAccessibleName(tr("Accuracy against cost: the arrow keys go from point to point, Enter takes one"));
    showChoice();
    AnalysisView::retranslate();
}

std::string TuneView::chosenOutput() const
{
    return m_output->currentData().toString().toStdString();
}

/// One line for every output, with its target where it has one. With a single output there is nothing to choose.
void TuneView::showOutputs()
{
    const QSignalBlocker guard(m_output);
    const QString chosen = m_output->currentData().toString();
    const auto outputs = m_analysis.outputs();
    m_output->clear();
    m_output->addItem(tr("every output"), QString());
    for (const std::string& output : outputs) {
        const QString name = QString::fromStdString(output);
        const auto own = m_analysis.choice().targets.find(output);
        m_output->addItem(own == m_analysis.choice().targets.end()
                              ? name
                              : QStringLiteral("%1: %2").arg(name, formatNumber(own->second)),
                          name);
    }
    m_output->setCurrentIndex(std::max(0, m_output->findData(chosen)));
    const bool isChosen = outputs.size() > 1 && !m_analysis.isJudged(); // a judge says one number of all outputs
    m_output->setVisible(isChosen);
    m_commonButton->setVisible(isChosen);
    m_common.setEnabled(m_analysis.choice().targets.contains(chosenOutput()));
}

void TuneView::showChoice()
{
    showOutputs();
    const QSignalBlocker targetGuard(m_target);
    const QSignalBlocker secondsGuard(m_seconds);
    const auto choice = m_analysis.choice();
    m_metric->clear();
    for (const auto metric : {results::MetricId::Sqnr, results::MetricId::Cosine, results::MetricId::Judge})
        if (!results::isJudged(metric) || workbench().session().hasJudge())
            m_metric->addItem(metricTitle(metric), int(metric));
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(int(choice.metric))));
    showTargetsUnit();
    const auto own = choice.targets.find(chosenOutput());
    m_target->setValue(own == choice.targets.end() ? choice.target : own->second);
    m_seconds->setValue(choice.seconds);
}

/// Decimals first: they round the range.
void TuneView::showTargetsUnit()
{
    const bool isCosine = m_analysis.choice().metric == results::MetricId::Cosine;
    const bool isSqnr = !isCosine && !m_analysis.isJudged();
    m_target->setDecimals(isCosine ? 5 : isSqnr ? 1 : 4);
    if (m_analysis.isJudged())
        m_target->setRange(-kMostJudged, kMostJudged);
    else
        m_target->setRange(isCosine ? 0.0 : -20.0, isCosine ? 1.0 : 150.0);
    m_target->setSingleStep(isCosine ? 0.001 : isSqnr ? 1.0 : 0.01);
    m_target->setSuffix(isSqnr ? QStringLiteral(" dB") : QString());
}

double TuneView::usualTarget(results::MetricId metric) const
{
    if (metric == results::MetricId::Judge)
        return workbench().session().judge().isLowerBetter ? kUsualLoss : kUsualJudged;
    return metric == results::MetricId::Cosine ? kUsualCosine : kUsualSqnrDb;
}

void TuneView::takeChoice()
{
    auto choice = m_analysis.choice();
    const std::string output = m_analysis.isJudged() ? std::string() : chosenOutput();
    const auto own = choice.targets.find(output);
    const double shown = own == choice.targets.end() ? choice.target : own->second;
    if (output.empty())
        choice.target = m_target->value();
    else if (m_target->value() != shown) // the time alone may have been changed
        choice.targets[output] = m_target->value();
    choice.seconds = m_seconds->value();
    m_analysis.setChoice(choice);
    showOutputs();
}

void TuneView::takeAnswer()
{
    m_model.setResult(m_analysis.result());
    m_take.setEnabled(false);
}

void TuneView::open(const QModelIndex& index)
{
    if (index.isValid())
        takeRow(sourceIndex(index).row());
}

void TuneView::takeRow(int row)
{
    if (m_analysis.result()->configBefore.empty()) {
        Q_EMIT workbench().noticed(
            [] { return tr("The document says no configs: they are in tuned and pareto beside it, or tune again."); });
        return;
    }
    if (!m_analysis.canTake()) {
        Q_EMIT workbench().noticed([] { return tr("The config was changed since it was tuned. Tune it again."); });
        return;
    }
    const auto& point = *m_model.row(row).point;
    m_analysis.take(point);
    Q_EMIT workbench().noticed(
        [point] { return tr("The config now has: %1. Ctrl+Z takes it back.").arg(overridesText(point)); });
}

void TuneView::explain()
{
    const QString title = tr("Which layers need more than 8 bits?");
    if (m_analysis.isRunning())
        nextStep().explain(tr("Tuning…"), tr("The config is calibrated first. Esc stops; what is known so far stays."),
                           nullptr);
    else if (m_analysis.startAction()->isEnabled())
        nextStep().explain(title,
                           tr("The fewest layers are searched that must leave 8 bits so that every output reaches the "
                              "target. Each set that was tried is shown with what it costs and what it wins."),
                           m_analysis.startAction());
    else
        nextStep().explain(title, tr("Open a baseline model, a quantization config and calibration data first."),
                           nullptr);
}

QString TuneView::summary() const
{
    const auto result = m_analysis.result();
    QStringList parts;
    parts.append(result->isReached        ? tr("target reached")
                 : m_analysis.isRunning() ? tr("growing")
                 : result->isComplete     ? tr("target not reached")
                                          : tr("stopped before the end"));
    parts.append(
        tr("%1 %2 at cost %3")
            .arg(metricTitle(result->metric), formatNumber(result->best.metric), formatNumber(result->best.cost)));
    if (results::isJudged(result->metric)) {
        if (result->floatMetric)
            parts.append(tr("the baseline %1").arg(formatNumber(*result->floatMetric)));
        parts.append(tr("judged on %n sample(s)", nullptr, int(result->judgedSamples)));
    }
    return parts.join(QStringLiteral(" · "));
}

DockDescription tuneDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Tune"),
            .make = &makeDock<TuneView>,
            .chapter = "tune",
            .icon = "tune",
            .group = &kRepair};
}

} // namespace ql::widgets
