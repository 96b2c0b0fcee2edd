// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/trials_view.h"

#include "core/config/layer_names.h"
#include "widgets/models/display_text.h"
#include "widgets/models/layer_columns.h"
#include "widgets/session/workbench.h"
#include "widgets/views/data_table.h"
#include "widgets/views/next_step.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <deque>

namespace ql::widgets {

namespace {

/// The layer and every layer that what it makes reaches.
std::set<std::string> layersFrom(const graph::Graph& network, const std::string& layer)
{
    std::set<std::string> names{layer};
    const auto* first = config::findLayer(network, layer);
    std::deque<const graph::Node*> waiting;
    if (first)
        waiting.push_back(first);
    while (!waiting.empty()) {
        const graph::Node& node = *waiting.front();
        waiting.pop_front();
        for (const auto output : node.outputs) {
            if (!output.isValid())
                continue;
            for (const auto reader : network.value(output).consumers)
                if (names.insert(network.node(reader).name).second)
                    waiting.push_back(&network.node(reader));
        }
    }
    return names;
}

} // namespace

TrialsView::TrialsView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_trials(workbench.trials())
    , m_changeProxy(m_changes, {ChangeTableModel::Name, ChangeTableModel::Op})
    , m_stack(new QStackedWidget(this))
    , m_nextStep(new NextStep(this))
    , m_trialTable(new DataTable(m_trials, this))
{
    m_trialTable->setSortingEnabled(false);
    m_trialTable->setColumnWidths({3, 9, 40, 10, 10, 30});
    m_trialTable->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_trialTable);
    splitter->addWidget(makeChangePart());
    splitter->setSizes({120, 320});
    m_stack->addWidget(m_nextStep);
    m_stack->addWidget(splitter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    m_trials.setMetric(workbench.filter().metric());
    m_changes.setMetric(workbench.filter().metric());
    connect(&workbench.trials(), &Trials::added, this, [this](int row) {
        m_trialTable->selectRow(row);
        refresh();
        showChange();
    });
    connect(m_trialTable, &DataTable::rowChosen, this, &TrialsView::showChange);
    connect(&workbench, &Workbench::selectedNameChanged, this, &TrialsView::showChange);
    connect(&workbench.trying(), &Question::changed, this, &TrialsView::refresh);
    connect(&workbench.session(), &Session::changed, this, &TrialsView::refresh);
    connect(&workbench.filter(), &LayerFilter::changed, this,
            [this] { m_changeProxy.setNeedle(m_workbench.filter().text()); });
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, [this](results::MetricId metric) {
        m_trials.setMetric(metric);
        m_changes.setMetric(metric);
        showSummary();
    });
    retranslate();
}

QWidget* TrialsView::makeChangePart()
{
    auto* part = new QWidget(this);
    m_which = new QComboBox(part);
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_summary = new QLabel(part);
    m_summary->setTextFormat(Qt::PlainText);
    m_restore = new QToolButton(part);
    m_changeTable = new DataTable(m_changeProxy, part);
    m_changeTable->setColumnWidths({34, 14, 14, 18, 10, 10});
    m_changeTable->sortByColumn(-1, Qt::AscendingOrder);
    m_changeTable->fillMenu = [this](QMenu& menu, const QModelIndex& index) {
        ConfigActions::Layers layers;
        if (index.isValid() && !m_changes.row(m_changeProxy.mapToSource(index).row()).isOutput)
            layers.push_back(m_changes.row(m_changeProxy.mapToSource(index).row()).name);
        m_workbench.configActions().fillMenu(menu, layers);
    };
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 2, 6, 0);
    line->addWidget(m_which);
    line->addWidget(m_summary, 1);
    line->addWidget(m_restore);
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_changeTable, 1);
    connect(m_which, &QComboBox::activated, this, &TrialsView::showChange);
    connect(m_restore, &QToolButton::clicked, this, &TrialsView::restoreChosen);
    connect(m_changeTable, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const ChangeRow& row = m_changes.row(m_changeProxy.mapToSource(index).row());
        if (!row.isOutput)
            m_workbench.selectLayer(row.name);
    });
    return part;
}

QString TrialsView::summaryText() const
{
    return m_summary->text();
}

void TrialsView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TrialsView::retranslate()
{
    const int shown = std::max(0, m_which->currentIndex());
    m_which->clear();
    m_which->addItems({tr("Every layer"), tr("Selected layer and what follows")});
    m_which->setCurrentIndex(shown);
    m_which->setToolTip(tr("Which layers are shown below the outputs"));
    m_which->setAccessibleName(tr("Which layers are shown below the outputs"));
    m_restore->setText(tr("Restore this config"));
    m_restore->setToolTip(tr("Put the config of this trial back into the editor; Ctrl+Z takes it back"));
    m_trialTable->setAccessibleName(tr("Trials"));
    m_changeTable->setAccessibleName(tr("What the trial changed"));
    m_trials.retranslate();
    m_changes.retranslate();
    refresh();
    showSummary();
}

void TrialsView::refresh()
{
    const bool isEmpty = m_workbench.trials().count() == 0;
    m_stack->setCurrentIndex(isEmpty ? 0 : 1);
    if (!isEmpty)
        return;
    TryQuestion& question = m_workbench.trying();
    if (question.isRunning())
        m_nextStep->explain(tr("Trying…"), tr("The config is calibrated and simulated. Esc stops."), nullptr);
    else if (question.startAction()->isEnabled())
        m_nextStep->explain(tr("What would the edit do?"),
                            tr("Edit the config by a click on a layer or as text. Try then simulates it before it is "
                               "saved, and shows what became better or worse."),
                            question.startAction());
    else
        m_nextStep->explain(tr("What would the edit do?"),
                            tr("Open a baseline model, a quantization config and calibration data first. Every config "
                               "that you try is kept here with what it changed."),
                            nullptr);
}

int TrialsView::chosenTrial() const
{
    const int row = m_trialTable->currentIndex().row();
    return row >= 0 ? row : int(m_workbench.trials().count()) - 1;
}

void TrialsView::showSuccessorsOnly(bool isOnly)
{
    m_which->setCurrentIndex(isOnly ? 1 : 0);
    showChange();
}

void TrialsView::showChange()
{
    const int chosen = chosenTrial();
    if (chosen < 0)
        return;
    std::set<std::string> names;
    const bool isOnly = m_which->currentIndex() == 1 && !m_workbench.selectedName().empty();
    if (isOnly) {
        names = {m_workbench.selectedName()};
        if (const auto network = m_workbench.config().network())
            names = layersFrom(*network, m_workbench.selectedName());
    }
    m_changes.setChange(m_workbench.trials().at(std::size_t(chosen)).change, isOnly ? &names : nullptr);
    showSummary();
}

QString TrialsView::trialSentence(const Trial& trial) const
{
    const results::MetricId metric = m_workbench.filter().metric();
    const ChangeRow* output = trial.change->worstOutput(metric);
    const auto value = [metric](const std::optional<results::Metrics>& metrics) {
        const auto number = metrics ? results::valueOf(*metrics, metric) : std::nullopt;
        return number ? formatNumber(*number) : QStringLiteral("–");
    };
    return output ? tr("%1 of %2: %3 → %4")
                        .arg(metricTitle(metric), QString::fromStdString(output->name), value(output->before),
                             value(output->after))
                  : QString();
}

void TrialsView::showSummary()
{
    const int chosen = chosenTrial();
    m_restore->setEnabled(chosen >= 0);
    m_summary->setText(chosen < 0 ? QString() : trialSentence(m_workbench.trials().at(std::size_t(chosen))));
}

void TrialsView::restoreChosen()
{
    if (const int chosen = chosenTrial(); chosen >= 0)
        m_workbench.config().replaceText(m_workbench.trials().at(std::size_t(chosen)).text,
                                         tr("Restore trial %1").arg(chosen + 1));
}

} // namespace ql::widgets
