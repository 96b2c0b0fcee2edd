// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/trials/trials_view.h"

#include "core/config/layer_names.h"
#include "core/report/overview/edit_words.h"
#include "core/report/overview/trial_words.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/hidden_rows_note.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <deque>
#include <functional>

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
    , m_trials(workbench.analysis<TrialAnalysis>().trials())
    , m_changeProxy(m_changes, {ChangeTableModel::Name, ChangeTableModel::Op})
    , m_stack(new QStackedWidget(this))
    , m_nextStep(new NextStep(this))
    , m_trialTable(new DataTable(m_trials, this))
{
    m_trialTable->setSortingEnabled(false);
    m_trialTable->setColumnWidths({6, 16, 40, 10, 10, 30});
    m_trialTable->setStretchedColumn(TrialTableModel::Edits);
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
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::added, this, [this](int row) {
        m_trialTable->selectRow(row);
        refresh();
        showChange();
    });
    for (const auto signal : {&Trials::removed, &Trials::noteChanged})
        connect(&workbench.analysis<TrialAnalysis>().trials(), signal, this, [this] {
            refresh();
            showChange();
        });
    connect(&workbench.analysis<TrialAnalysis>().trials(), &Trials::replaced, this, [this] {
        m_trialTable->selectRow(int(m_workbench.analysis<TrialAnalysis>().trials().count()) - 1);
        refresh();
        showChange();
        m_workbench.analysis<TrialAnalysis>().trials().show(nullptr); // nobody has asked for those of another day
    });
    connect(m_trialTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TrialsView::showChange);
    connect(&workbench.config(), &ConfigDocument::opened, this, &TrialsView::showSummary);
    wireActions();
    connect(&workbench, &Workbench::selectedNameChanged, this, &TrialsView::showChange);
    connect(&workbench.analysis<TrialAnalysis>(), &Analysis::changed, this, &TrialsView::refresh);
    connect(&workbench.session(), &ModelSession::changed, this, &TrialsView::refresh);
    connect(&workbench.filter(), &LayerFilter::metricChanged, this, [this](results::MetricId metric) {
        m_trials.setMetric(metric);
        m_changes.setMetric(metric);
        showSummary();
    });
    followLanguage(this, [this] { retranslate(); });
}

QWidget* TrialsView::makeChangePart()
{
    auto* part = new QWidget(this);
    m_which = new QComboBox(part);
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_summary = new PlainLabel(part);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(6, 0, 6, 0);
    m_changeTable = new DataTable(m_changeProxy, part);
    m_changeTable->setColumnWidths({34, 15, 14, 18, 10, 10});
    m_changeTable->setStretchedColumn(ChangeTableModel::Name);
    m_changeTable->sortByColumn(-1, Qt::AscendingOrder);
    m_changeTable->fillMenu = [this](QMenu& menu, const QModelIndex& index) {
        ConfigActions::Layers layers;
        if (index.isValid() && !m_changes.row(m_changeProxy.mapToSource(index).row()).isOutput)
            layers.push_back(m_changes.row(m_changeProxy.mapToSource(index).row()).name);
        if (!layers.empty())
            addLayerActions(menu, m_workbench, QString::fromStdString(layers.front()));
        m_workbench.configActions().fillMenu(menu, layers);
    };
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 2, 6, 0);
    line->addWidget(m_which);
    auto* filter = new FilterLine(m_workbench.filter(), part);
    connect(filter, &QLineEdit::textChanged, this, [this](const QString& text) { m_changeProxy.setNeedle(text); });
    new HiddenRowsNote(*m_changeTable, m_changeProxy, [filter] { filter->clear(); });
    line->addWidget(filter, 1);
    for (QAction* action : {&m_restore, &m_copyNote, &m_delete})
        line->addWidget(flatButton(action, part));
    auto* layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(m_summary);
    layout->addLayout(line);
    layout->addWidget(m_changeTable, 1);
    connect(m_which, &QComboBox::activated, this, &TrialsView::showChange);
    connect(m_changeTable, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const ChangeRow& row = m_changes.row(m_changeProxy.mapToSource(index).row());
        if (!row.isOutput)
            m_workbench.selectLayer(row.name);
    });
    return part;
}

void TrialsView::wireActions()
{
    m_restore.setIcon(icon("restore"));
    m_copyNote.setIcon(icon("copy"));
    setLook(m_delete, "delete", QKeySequence::Delete);
    m_delete.setShortcutContext(Qt::WidgetShortcut);
    m_trialTable->addAction(&m_delete);
    m_trialTable->fillMenu = [this](QMenu& menu, const QModelIndex&) {
        menu.addActions({&m_restore, &m_copyNote, &m_delete});
    };
    connect(&m_restore, &QAction::triggered, this, &TrialsView::restoreChosen);
    connect(&m_copyNote, &QAction::triggered, this, &TrialsView::copyNote);
    connect(&m_delete, &QAction::triggered, this, &TrialsView::deleteChosen);
}

QString TrialsView::summaryText() const
{
    return m_summary->text();
}

void TrialsView::retranslate()
{
    const int shown = std::max(0, m_which->currentIndex());
    m_which->clear();
    m_which->addItems({tr("Every layer"), tr("Selected layer and what follows")});
    m_which->setCurrentIndex(shown);
    setHint(*m_which, tr("Which layers are shown below the outputs"));
    setWords(m_restore, tr("Restore this config"),
             tr("Put the config of this trial back into the editor; Ctrl+Z takes it back"));
    setWords(m_copyNote, tr("Copy note"), tr("Put the note of this trial on the clipboard"));
    setWords(m_delete, tr("Delete trial"),
             tr("Take the selected trials off the list and out of the file that keeps them (Del)"));
    m_trialTable->setAccessibleName(tr("Trials"));
    m_changeTable->setAccessibleName(tr("What the trial changed"));
    m_trials.retranslate();
    m_changes.retranslate();
    refresh();
    showSummary();
}

void TrialsView::refresh()
{
    const bool isEmpty = m_workbench.analysis<TrialAnalysis>().trials().count() == 0;
    m_stack->setCurrentIndex(isEmpty ? 0 : 1);
    TrialAnalysis& analysis = m_workbench.analysis<TrialAnalysis>();
    if (analysis.isRunning())
        m_nextStep->explain(tr("Trying…"), tr("The config is calibrated and simulated. Esc stops."), nullptr);
    else if (analysis.startAction()->isEnabled())
        m_nextStep->explain(tr("What would the edit do?"),
                            tr("Edit the config by a click on a layer or as text. Try then simulates it before it is "
                               "saved, and shows what became better or worse."),
                            analysis.startAction());
    else
        m_nextStep->explain(tr("What would the edit do?"),
                            tr("Open a baseline model, a quantization config and calibration data first. Every config "
                               "that you try is kept here with what it changed, also for the next time."),
                            nullptr);
}

int TrialsView::chosenTrial() const
{
    const int row = m_trialTable->currentIndex().row();
    return row >= 0 ? row : int(m_workbench.analysis<TrialAnalysis>().trials().count()) - 1;
}

void TrialsView::showSuccessorsOnly(bool isOnly)
{
    m_which->setCurrentIndex(isOnly ? 1 : 0);
    showChange();
}

std::optional<std::pair<int, int>> TrialsView::chosenPair() const
{
    const QModelIndexList rows = m_trialTable->selectionModel()->selectedRows();
    if (rows.size() != 2)
        return std::nullopt;
    return std::minmax(rows.front().row(), rows.back().row());
}

std::shared_ptr<const TrialChange> TrialsView::shownChange() const
{
    const Trials& trials = m_workbench.analysis<TrialAnalysis>().trials();
    if (const auto pair = chosenPair())
        return std::make_shared<const TrialChange>(
            changeBetween(*trials.at(std::size_t(pair->first)).change, *trials.at(std::size_t(pair->second)).change));
    const int chosen = chosenTrial();
    return chosen < 0 ? nullptr : trials.at(std::size_t(chosen)).change;
}

void TrialsView::showChange()
{
    std::set<std::string> names;
    const bool isOnly = m_which->currentIndex() == 1 && !m_workbench.selectedName().empty();
    if (isOnly) {
        names = {m_workbench.selectedName()};
        if (const auto network = m_workbench.config().network())
            names = layersFrom(*network, m_workbench.selectedName());
    }
    const auto change = shownChange();
    m_changes.setChange(change, isOnly ? &names : nullptr);
    m_workbench.analysis<TrialAnalysis>().trials().show(change);
    showSummary();
}

QString TrialsView::changeSentence(const TrialChange& change) const
{
    return coreText(report::trialSentence(change, m_workbench.filter().metric()));
}

void TrialsView::showSummary()
{
    const int chosen = chosenTrial();
    const bool isNoted =
        chosen >= 0 && !m_workbench.analysis<TrialAnalysis>().trials().at(std::size_t(chosen)).note.isEmpty();
    m_restore.setEnabled(chosen >= 0 && m_workbench.config().isOpen());
    m_copyNote.setEnabled(isNoted);
    m_delete.setEnabled(chosen >= 0);
    const auto change = shownChange();
    QString sentence = change ? changeSentence(*change) : QString();
    if (const auto pair = chosenPair())
        sentence = tr("Trial %1 against trial %2: %3").arg(pair->first + 1).arg(pair->second + 1).arg(sentence);
    m_summary->setText(sentence);
}

void TrialsView::restoreChosen()
{
    const int chosen = chosenTrial();
    ConfigDocument& config = m_workbench.config();
    if (chosen < 0 || !config.isOpen())
        return;
    const Trial& trial = m_workbench.analysis<TrialAnalysis>().trials().at(std::size_t(chosen));
    config.replaceText(trial.text,
                       report::changeTitle(report::ConfigChange::Trial, Message::text(std::to_string(chosen + 1))));
    if (!trial.config.isEmpty() && trial.config != config.path())
        Q_EMIT m_workbench.noticed([chosen, from = trial.config, to = config.fileName()] {
            return tr("Trial %1 was a text of %2. It stands in %3 now; Ctrl+Z takes it back.")
                .arg(chosen + 1)
                .arg(from, to);
        });
}

void TrialsView::copyNote()
{
    if (const int chosen = chosenTrial(); chosen >= 0)
        QGuiApplication::clipboard()->setText(
            m_workbench.analysis<TrialAnalysis>().trials().at(std::size_t(chosen)).note);
}

void TrialsView::deleteChosen()
{
    std::set<int, std::greater<>> rows;
    for (const QModelIndex& index : m_trialTable->selectionModel()->selectedRows())
        rows.insert(index.row());
    if (const int chosen = chosenTrial(); rows.empty() && chosen >= 0)
        rows.insert(chosen);
    if (rows.empty()
        || askPlainly(
               this, tr("Delete trials"),
               tr("Delete %n trial(s)? The config and the values cannot be brought back.", nullptr, int(rows.size())),
               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
               != QMessageBox::Yes)
        return;
    for (const int row : rows) // the last first: the others keep their places
        m_workbench.analysis<TrialAnalysis>().trials().remove(std::size_t(row));
}

DockDescription trialsDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Trials"),
            .make = &makeDock<TrialsView>,
            .chapter = "trials",
            .icon = "try",
            .group = &kRepair};
}

} // namespace ql::widgets
