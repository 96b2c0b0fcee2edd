// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sensitivity/sensitivity_view.h"

#include "widgets/charts/cumulative_chart.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/docks/support/verdict_strip.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"

#include <QComboBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {
using results::SensitivityGroup;
using results::SensitivityMethod;
using results::SensitivityMode;
using results::SensitivityWhat;

constexpr int kPredicted = -1; ///< beside the modes
constexpr int kLeastCharacters = 6;
constexpr int kChartWidth = 240;

void addLayersOf(const results::SensitivityRow& row, std::vector<std::string>& names)
{
    for (const auto& name : row.layers.empty() ? std::vector{row.opName} : row.layers)
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
}
} // namespace

SensitivityView::SensitivityView(Workbench& workbench, QWidget* parent)
    : ResultView(workbench, {QT_TR_NOOP("Layers by sensitivity"), "sensitivity.csv"}, parent)
    , m_mode(new QComboBox(this))
    , m_what(new QComboBox(this))
    , m_group(new QComboBox(this))
    , m_output(new QComboBox(this))
    , m_verdict(new VerdictStrip(workbench, this))
    , m_chart(new CumulativeChart(this))
{
    for (QComboBox* box : {m_mode, m_what, m_group, m_output}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMinimumContentsLength(kLeastCharacters); // narrower than its words where there is no room for them
    }
    build(m_model, {SensitivityTableModel::Layer, SensitivityTableModel::Op}, {m_mode, m_what, m_group}, m_chart,
          m_output);
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, m_verdict);
    table().setColumnWidths({5, 28, 12, 15, 15, 14, 14, 10, 8, 8});
    table().setStretchedColumn(SensitivityTableModel::Layer);
    table().sortByColumn(SensitivityTableModel::Rank, Qt::AscendingOrder);
    table().fillMenu = [this](QMenu& menu, const QModelIndex& index) {
        addLayerActions(menu, this->workbench(), index.data(LayerNameRole).toString());
        this->workbench().configActions().fillMenu(menu, chosenLayers());
    };
    for (QComboBox* box : {m_mode, m_what, m_group})
        connect(box, &QComboBox::activated, this, &SensitivityView::takeChoice);
    connect(m_output, &QComboBox::activated, this, &SensitivityView::markStale);
    splitter()->setOrientation(Qt::Horizontal); // below, it would take the room of the rows
    splitter()->setSizes({2 * kChartWidth, kChartWidth});
    connect(m_chart, &CumulativeChart::layerClicked, &workbench, &Workbench::selectLayer);
    connect(m_chart, &CumulativeChart::floatSetWanted, this, &SensitivityView::skipFirst);
    retranslate();
}

void SensitivityView::retranslate()
{
    setHint(*m_group, tr("What makes one row"));
    m_mode->setToolTip(
        tr("Whether one layer alone is quantized, or all but one; predicted is quicker, and tells the first to run"));
    m_mode->setAccessibleName(tr("Mode"));
    m_what->setToolTip(tr("What is switched together as one row"));
    m_what->setAccessibleName(tr("What is switched"));
    m_output->setToolTip(tr("The model's output that the ranking is about"));
    m_output->setAccessibleName(tr("Output"));
    fillChoices();
    AnalysisView::retranslate();
}

void SensitivityView::fillChoices()
{
    m_mode->clear();
    m_mode->addItem(tr("Only this quantized"), int(SensitivityMode::OneOn));
    m_mode->addItem(tr("All but this quantized"), int(SensitivityMode::OneOff));
    m_mode->addItem(tr("Only this quantized, predicted"), kPredicted);
    m_what->clear();
    m_what->addItem(tr("Activations and weights"), int(SensitivityWhat::Both));
    m_what->addItem(tr("Activations"), int(SensitivityWhat::Activation));
    m_what->addItem(tr("Weights"), int(SensitivityWhat::Weight));
    m_what->addItem(tr("Whole layers"), int(SensitivityWhat::Together));
    m_group->clear();
    m_group->addItem(tr("By layer"), int(SensitivityGroup::Layer));
    m_group->addItem(tr("By siblings"), int(SensitivityGroup::Siblings));
    m_group->addItem(tr("By scope"), int(SensitivityGroup::Scope));
    showChoice();
}

void SensitivityView::showChoice()
{
    const SensitivityChoice choice = m_analysis.choice();
    const bool isPredicted = choice.method == SensitivityMethod::Gradient;
    m_mode->setCurrentIndex(m_mode->findData(isPredicted ? kPredicted : int(choice.mode)));
    m_what->setCurrentIndex(m_what->findData(int(choice.what)));
    m_group->setCurrentIndex(m_group->findData(int(choice.group)));
}

void SensitivityView::takeChoice()
{
    const int mode = m_mode->currentData().toInt();
    m_analysis.setChoice({.mode = mode == kPredicted ? SensitivityMode::OneOn : SensitivityMode(mode),
                          .method = mode == kPredicted ? SensitivityMethod::Gradient : SensitivityMethod::Exact,
                          .what = SensitivityWhat(m_what->currentData().toInt()),
                          .group = SensitivityGroup(m_group->currentData().toInt())});
}

void SensitivityView::takeAnswer()
{
    const auto result = m_analysis.result();
    const int shown = std::max(0, m_output->currentIndex());
    m_output->clear();
    if (result)
        for (const auto& output : result->outputs)
            m_output->addItem(results::isSaidByFunction(output.metric) ? metricTitle(output.metric)
                                                                       : QString::fromStdString(output.name));
    m_output->setCurrentIndex(std::min(shown, m_output->count() - 1));
    m_output->setVisible(m_output->count() > 1);
    m_model.setResult(result, std::size_t(std::max(0, m_output->currentIndex())));
    table().setColumnHidden(SensitivityTableModel::Gain, !result || result->mode != SensitivityMode::OneOff);
    table().setColumnHidden(SensitivityTableModel::Together, !m_model.output() || m_model.output()->cumulative.empty());
    m_chart->setContent(m_model.output());
    m_chart->setVisible(m_chart->pointCount() > 0);
    const auto* shownOutput = m_model.output();
    const bool isOne = shownOutput && !results::isSaidByFunction(shownOutput->metric); // a judge sees all of them
    m_verdict->setVerdict(result ? result->verdict : results::Verdict(), isOne ? shownOutput->name : std::string());
}

void SensitivityView::explain()
{
    showChoice();
    if (m_analysis.isRunning())
        nextStep().explain(tr("Ranking…"),
                           tr("The first rows appear within seconds. Esc stops; what is known so far stays."), nullptr);
    else if (!workbench().session().canCompare())
        nextStep().explain(tr("Which layer matters most?"),
                           tr("Open a baseline and an analysis model first; then every layer is quantized on its own, "
                              "and ranked by what that does to the model's outputs."),
                           nullptr);
    else
        nextStep().explain(tr("Which layer matters most?"),
                           tr("Every layer is quantized on its own, and ranked by what that does to the model's "
                              "outputs. It takes a few seconds for a small network, minutes for a large one."),
                           m_analysis.startAction());
}

QString SensitivityView::summary() const
{
    const auto* output = m_model.output();
    if (!output)
        return {};
    QStringList parts{
        tr("%n row(s)", nullptr, int(output->rows.size())),
        tr("everything quantized: %1 %2").arg(metricTitle(output->metric), formatNumber(output->everythingOn))};
    if (m_model.result()->method == SensitivityMethod::Gradient)
        parts.append(tr("%n row(s) run, the others predicted by derivatives", nullptr,
                        int(std::ranges::count(output->rows, false, &results::SensitivityRow::isPredicted))));
    if (!m_model.result()->isComplete)
        parts.append(m_analysis.isRunning() ? tr("growing") : tr("stopped before the end"));
    if (const auto& inside = m_model.result()->inside)
        parts.append(coreText(inside->sentence()));
    if (const auto& deviation = m_model.result()->deviation)
        parts.append(coreText(deviation->sentence()));
    return parts.join(QStringLiteral(" · "));
}

std::vector<std::string> SensitivityView::chosenLayers()
{
    std::vector<std::string> names;
    for (const QModelIndex& index : table().selectionModel()->selectedRows())
        addLayersOf(m_model.row(sourceIndex(index).row()), names);
    return names;
}

void SensitivityView::skipFirst(std::size_t rows)
{
    const auto* output = m_model.output();
    std::vector<std::string> names;
    for (std::size_t i = 0; output && i < std::min(rows, output->rows.size()); ++i)
        addLayersOf(output->rows[i], names);
    workbench().configActions().edit(EditKind::Skip, names);
}

QString SensitivityView::exportTitle() const
{
    return tr("Export sensitivity");
}

DockDescription sensitivityDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Whose error"),
            .make = &makeDock<SensitivityView>,
            .chapter = "sensitivity",
            .icon = "sensitivity",
            .group = &kSensitivity};
}

} // namespace ql::widgets
