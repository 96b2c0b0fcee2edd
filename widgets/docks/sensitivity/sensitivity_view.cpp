// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/sensitivity/sensitivity_view.h"

#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/dock_description.h"
#include "widgets/docks/support/filter_line.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/layer_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/text/display_text.h"
#include "widgets/workbench/workbench.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ql::widgets {

namespace {
using results::SensitivityGroup;
using results::SensitivityMode;
using results::SensitivityWhat;
} // namespace

SensitivityView::SensitivityView(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_proxy(m_model, {SensitivityTableModel::Layer, SensitivityTableModel::Op})
    , m_export(workbench)
{
    m_table = new DataTable(m_proxy, this);
    m_table->setColumnWidths({4, 28, 12, 14, 15, 14, 14, 10, 8, 8});
    m_table->sortByColumn(SensitivityTableModel::Rank, Qt::AscendingOrder);
    m_table->fillMenu = [this](QMenu& menu, const QModelIndex& index) {
        addLayerActions(menu, m_workbench, index.data(LayerNameRole).toString());
        m_workbench.configActions().fillMenu(menu, chosenLayers());
    };
    m_nextStep = new NextStep(this);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_nextStep);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeOptions());
    layout->addWidget(m_stack, 1);
    connect(m_table, &DataTable::rowChosen, this, [this](const QModelIndex& index) {
        if (index.isValid() && !m_isFollowing)
            m_workbench.selectLayer(m_model.row(m_proxy.mapToSource(index).row()).opName);
    });
    connect(&workbench.analysis<SensitivityAnalysis>(), &Analysis::changed, this, &SensitivityView::refresh);
    connect(&workbench.analysis<SensitivityAnalysis>(), &Analysis::resultChanged, this, &SensitivityView::showResult);
    connect(&workbench.session(), &ModelSession::changed, this, &SensitivityView::refresh);
    connect(&workbench, &Workbench::selectedNameChanged, this, &SensitivityView::followSelection);
    connect(&workbench.filter(), &LayerFilter::changed, this,
            [this] { m_proxy.setNeedle(m_workbench.filter().text()); });
    retranslate();
}

QWidget* SensitivityView::makeOptions()
{
    auto* line = new QWidget(this);
    auto* filter = new FilterLine(m_workbench.filter(), line);
    m_start = new QToolButton(line);
    m_start->setDefaultAction(m_workbench.analysis<SensitivityAnalysis>().startAction());
    m_start->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_mode = new QComboBox(line);
    m_what = new QComboBox(line);
    m_group = new QComboBox(line);
    m_output = new QComboBox(line);
    m_csv = new QToolButton(line);
    m_csv->setAutoRaise(true);
    m_summary = new QLabel(line);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QComboBox* box : {m_mode, m_what, m_group, m_output})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* layout = new QVBoxLayout(line);
    layout->setContentsMargins(6, 0, 6, 0);
    layout->setSpacing(4);
    auto* first = new QHBoxLayout;
    for (QWidget* widget : {static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_mode),
                            static_cast<QWidget*>(m_what), static_cast<QWidget*>(m_group)})
        first->addWidget(widget);
    first->addStretch(1);
    first->addWidget(m_output);
    auto* second = new QHBoxLayout;
    second->addWidget(filter, 2);
    second->addStretch(1);
    second->addWidget(m_summary);
    second->addWidget(m_csv);
    layout->addLayout(first);
    layout->addLayout(second);
    connect(m_mode, &QComboBox::activated, this, &SensitivityView::takeChoice);
    connect(m_what, &QComboBox::activated, this, &SensitivityView::takeChoice);
    connect(m_group, &QComboBox::activated, this, &SensitivityView::takeChoice);
    connect(m_output, &QComboBox::activated, this, &SensitivityView::showResult);
    connect(m_csv, &QToolButton::clicked, this, &SensitivityView::exportCsv);
    return line;
}

QString SensitivityView::summaryText() const
{
    return m_summary->text();
}

void SensitivityView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SensitivityView::retranslate()
{
    m_group->setToolTip(tr("What makes one row"));
    m_group->setAccessibleName(tr("What makes one row"));
    m_csv->setText(tr("Export CSV…"));
    m_csv->setToolTip(tr("Write what the table shows to a file"));
    m_table->setAccessibleName(tr("Layers by sensitivity"));
    m_mode->setToolTip(tr("Whether one layer alone is quantized, or all but one"));
    m_mode->setAccessibleName(tr("Mode"));
    m_what->setToolTip(tr("What is switched together as one row"));
    m_what->setAccessibleName(tr("What is switched"));
    m_output->setToolTip(tr("The model's output that the ranking is about"));
    m_output->setAccessibleName(tr("Output"));
    fillChoices();
    Q_EMIT m_model.headerDataChanged(Qt::Horizontal, 0, SensitivityTableModel::ColumnCount - 1);
    showResult();
}

void SensitivityView::fillChoices()
{
    const SensitivityChoice choice = m_workbench.analysis<SensitivityAnalysis>().choice();
    m_mode->clear();
    m_mode->addItem(tr("Only this quantized"), int(SensitivityMode::OneOn));
    m_mode->addItem(tr("All but this quantized"), int(SensitivityMode::OneOff));
    m_mode->setCurrentIndex(m_mode->findData(int(choice.mode)));
    m_what->clear();
    m_what->addItem(tr("Activations and weights"), int(SensitivityWhat::Both));
    m_what->addItem(tr("Activations"), int(SensitivityWhat::Activation));
    m_what->addItem(tr("Weights"), int(SensitivityWhat::Weight));
    m_what->addItem(tr("Whole layers"), int(SensitivityWhat::Together));
    m_what->setCurrentIndex(m_what->findData(int(choice.what)));
    m_group->clear();
    m_group->addItem(tr("By layer"), int(SensitivityGroup::Layer));
    m_group->addItem(tr("By siblings"), int(SensitivityGroup::Siblings));
    m_group->addItem(tr("By scope"), int(SensitivityGroup::Scope));
    m_group->setCurrentIndex(m_group->findData(int(choice.group)));
}

void SensitivityView::takeChoice()
{
    m_workbench.analysis<SensitivityAnalysis>().setChoice({.mode = SensitivityMode(m_mode->currentData().toInt()),
                                                           .what = SensitivityWhat(m_what->currentData().toInt()),
                                                           .group = SensitivityGroup(m_group->currentData().toInt())});
}

void SensitivityView::refresh()
{
    const SensitivityAnalysis& analysis = m_workbench.analysis<SensitivityAnalysis>();
    m_stack->setCurrentWidget(analysis.result() ? static_cast<QWidget*>(m_table) : m_nextStep);
    if (analysis.isRunning())
        m_nextStep->explain(tr("Ranking…"),
                            tr("The first rows appear within seconds. Esc stops; what is known so far stays."),
                            nullptr);
    else if (!m_workbench.session().canCompare())
        m_nextStep->explain(tr("Which layer matters most?"),
                            tr("Open a baseline and an analysis model first; then every layer is quantized on its own, "
                               "and ranked by what that does to the model's outputs."),
                            nullptr);
    else
        m_nextStep->explain(tr("Which layer matters most?"),
                            tr("Every layer is quantized on its own, and ranked by what that does to the model's "
                               "outputs. It takes a few seconds for a small network, minutes for a large one."),
                            m_workbench.analysis<SensitivityAnalysis>().startAction());
    m_mode->setCurrentIndex(m_mode->findData(int(analysis.choice().mode)));
    m_what->setCurrentIndex(m_what->findData(int(analysis.choice().what)));
    m_group->setCurrentIndex(m_group->findData(int(analysis.choice().group)));
    m_csv->setEnabled(analysis.result() != nullptr);
    showSummary();
}

void SensitivityView::showResult()
{
    const auto result = m_workbench.analysis<SensitivityAnalysis>().result();
    const int shown = std::max(0, m_output->currentIndex());
    m_output->clear();
    if (result)
        for (const auto& output : result->outputs)
            m_output->addItem(QString::fromStdString(output.name));
    m_output->setCurrentIndex(std::min(shown, m_output->count() - 1));
    m_output->setVisible(m_output->count() > 1);
    {
        const QScopedValueRollback guard(m_isFollowing, true);
        m_model.setResult(result, std::size_t(std::max(0, m_output->currentIndex())));
    }
    m_table->setColumnHidden(SensitivityTableModel::Gain, !result || result->mode != SensitivityMode::OneOff);
    m_table->setColumnHidden(SensitivityTableModel::Together,
                             !m_model.output() || m_model.output()->cumulative.empty());
    Q_EMIT m_model.headerDataChanged(Qt::Horizontal, 0, SensitivityTableModel::ColumnCount - 1);
    refresh();
    followSelection();
}

void SensitivityView::showSummary()
{
    const auto* output = m_model.output();
    if (!output) {
        m_summary->clear();
        return;
    }
    const QString rows = tr("%n row(s)", nullptr, int(output->rows.size()));
    const QString all =
        tr("everything quantized: %1 %2").arg(metricTitle(output->metric), formatNumber(output->everythingOn));
    const bool isGrowing = m_workbench.analysis<SensitivityAnalysis>().isRunning();
    const QString state = m_model.result()->isComplete ? QString()
                          : isGrowing                  ? tr("growing")
                                                       : tr("stopped before the end");
    QStringList parts{rows, all};
    if (!state.isEmpty())
        parts.append(state);
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

void SensitivityView::followSelection()
{
    const QScopedValueRollback guard(m_isFollowing, true);
    const std::string& name = m_workbench.selectedName();
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && m_model.row(m_proxy.mapToSource(current).row()).opName == name)
        return;
    for (int row = 0; row < m_proxy.rowCount(); ++row) {
        if (m_model.row(m_proxy.mapToSource(m_proxy.index(row, 0)).row()).opName != name)
            continue;
        m_table->selectRow(row);
        m_table->scrollTo(m_proxy.index(row, SensitivityTableModel::Layer));
        return;
    }
    m_table->clearSelection();
    m_table->setCurrentIndex({});
}

std::vector<std::string> SensitivityView::chosenLayers() const
{
    std::vector<std::string> names;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const auto& row = m_model.row(m_proxy.mapToSource(index).row());
        const auto& layers = row.layers.empty() ? std::vector{row.opName} : row.layers;
        for (const auto& name : layers)
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
    }
    return names;
}

void SensitivityView::exportCsv()
{
    m_export.writeTo(QFileDialog::getSaveFileName(this, tr("Export sensitivity"), QStringLiteral("sensitivity.csv"),
                                                  tr("Tables (*.csv)")),
                     m_table->csvText());
}

DockDescription sensitivityDock()
{
    return {.title = QT_TRANSLATE_NOOP("Docks", "Sensitivity"), .make = &makeDock<SensitivityView>};
}

} // namespace ql::widgets
